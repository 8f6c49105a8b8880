"""The strongest player for a game: which family is selected, by what, and that it plays by that one."""

from __future__ import annotations

import os
import signal
import threading
from pathlib import Path

import pytest

from interpreter.game.game import Game, load, loads
from interpreter.players import portfolio
from interpreter.players.computer import ComputerPlayer, ComputerSettings
from interpreter.players.limit import Limit
from interpreter.players.player import Line
from interpreter.players.portfolio import ALPHABETA, MCTS, Selection, play_match, select_family


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LUDWRIGHT_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


#: Rules that are not shipped.
OWN = """(game "Own" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"""


def no_match(game: Game, families: object = None, learnt: object = None, seconds: float = 0.0) -> Selection:
    raise AssertionError("a match was played")


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("triad", "more than two players"),
        ("backgammon", "there is chance"),
        ("isolation-solitaire", "one player"),
    ],
)
def test_what_alphabeta_cannot_play_needs_no_match(
    name: str, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(portfolio, "play_match", no_match)
    assert select_family(load(name)) == Selection(MCTS, 0.0, 0, "", reason)


def test_the_result_of_a_match_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    game, other = loads(OWN), loads(OWN.replace("Line 3", "Line 2"))
    selection = Selection(ALPHABETA, 3.5, 5, MCTS)
    monkeypatch.setattr(portfolio, "play_match", lambda *_: selection)
    assert select_family(game) == selection
    monkeypatch.setattr(portfolio, "play_match", no_match)
    assert select_family(loads(OWN)) == selection
    with pytest.raises(AssertionError):
        select_family(other)


def test_a_match_that_was_cut_short_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who wants a hint in a twentieth of a second does not wait, and nobody is bound by what that showed."""
    game, allowed = loads(OWN), list[float]()

    def short(game: Game, families: object, learnt: object, seconds: float) -> Selection:
        allowed.append(seconds)
        return Selection(ALPHABETA if seconds < portfolio.SECONDS else MCTS, 3.5, 5)

    monkeypatch.setattr(portfolio, "play_match", short)
    player, line = ComputerPlayer(game, ComputerSettings(0.05, 1 << 20)), Line((game.start(1),))
    assert "plies ahead" in player.choose(line, Limit(seconds=0.05)).thought.work
    assert "playouts" in player.choose(line).thought.work
    assert "playouts" in player.choose(line, Limit(seconds=0.05)).thought.work
    assert allowed == [pytest.approx(0.2), portfolio.SECONDS]


def test_what_was_measured_of_shipped_games_is_shipped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(portfolio, "play_match", no_match)
    selection = select_family(load("breakthrough"))
    assert selection.family == ALPHABETA and selection.points > selection.games / 2
    with pytest.raises(AssertionError):  # other rules
        select_family(load("katarenga", options={"Board": "Shuffled"}))


def test_openings_are_played_with_both_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is first wins by this referee, so that each family has one of two points."""
    seen: list[tuple[str, int]] = []

    def first_wins(start: object, pair: object, first: int, limit: Limit, interrupts: object) -> float:
        seen.append((str(start), first))
        return 1.0 if first == 0 else 0.0

    monkeypatch.setattr(portfolio, "_first_points", first_wins)
    result = play_match(load("tic-tac-toe"), seconds=60.0, seed=3)
    assert (result.points, result.games) == (portfolio.GAMES / 2, portfolio.GAMES)
    assert [first for _, first in seen] == [0, 1] * (portfolio.GAMES // 2)
    assert [text for text, _ in seen[::2]] == [text for text, _ in seen[1::2]]
    assert len({text for text, _ in seen}) > 2


@pytest.mark.parametrize(("points", "family"), [(1.0, ALPHABETA), (0.0, MCTS)])
def test_a_clear_lead_ends_the_match(points: float, family: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(portfolio, "_first_points", lambda *_: points)
    result = play_match(load("tic-tac-toe"), seconds=60.0)
    assert (result.family, result.points, result.games) == (family, 4.0, 4)


def test_it_plays_by_the_family_selected() -> None:
    game = load("tic-tac-toe").on("python")
    lines = Line((game.start(1),))
    for family, work in ((ALPHABETA, "plies ahead"), (MCTS, "playouts")):
        player = ComputerPlayer(game, ComputerSettings(0.05, 1 << 20))
        player._selection = Selection(family, 0.0, 0)
        assert work in player.choose(lines).thought.work
        assert work in player.choose(lines, Limit(seconds=0.02)).thought.work


@pytest.mark.slow
@pytest.mark.parametrize(("name", "family"), [("breakthrough", ALPHABETA), ("reversi", MCTS)])
def test_the_stronger_family_is_selected(name: str, family: str) -> None:
    """By far in both: of eight games at 50 ms a move the other family won none."""
    assert play_match(load(name).on("native")).family == family


def test_ctrl_c_ends_a_match(monkeypatch: pytest.MonkeyPatch) -> None:
    """A player answers it with a move; a match that went on would take a minute, and raise nothing."""
    monkeypatch.setattr(portfolio, "LEAD", 1e9)
    monkeypatch.setattr(portfolio, "GAMES", 10**9)
    game = load("tic-tac-toe")
    handler = signal.default_int_handler
    before = signal.signal(signal.SIGINT, handler)  # what runs in the background ignores it
    pressed = threading.Timer(1.0, os.kill, (os.getpid(), signal.SIGINT))
    try:
        pressed.start()
        with pytest.raises(KeyboardInterrupt):
            play_match(game, seconds=60.0)
        assert signal.getsignal(signal.SIGINT) is handler
    finally:
        signal.signal(signal.SIGINT, before)
