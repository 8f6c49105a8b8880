"""What the computer thinks, hints, and takebacks, with players that do what a test says."""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from contextlib import suppress

import pytest
from attrs import evolve

from gdl import load
from interpreter.cli.typed_commands import lines_of, value_text
from interpreter.errors.user_errors import CannotPlayError
from interpreter.players.kinds import KINDS
from interpreter.players.player import Candidate, Choice, Kind, Line, Thought
from tests.cli.conftest import Gdl
from tests.players.doubles import Thinker, of, only_for_two, thinker

MOVE = load("tic-tac-toe").start(1).legal_moves[0]


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[Thinker]:
    made: list[Thinker] = []
    monkeypatch.setitem(KINDS, "mcts", thinker(made))
    return made


@pytest.mark.parametrize(
    ("candidate", "text"),
    [
        (Candidate(MOVE, 0.5, 10), "75.0 %"),
        (Candidate(MOVE, -1.0, 10), "0.0 %"),
        (Candidate(MOVE, 0.25), "+0.25"),
        (Candidate(MOVE, 0.0, 0), "not tried"),
        (Candidate(MOVE, 1.0, 3, proved=True, plies=5, exact=True), "proved: wins in 5 plies"),
        (Candidate(MOVE, 1.0, 3, proved=True, plies=5), "proved: wins within 5 plies"),
        (Candidate(MOVE, -1.0, proved=True, plies=1, exact=True), "proved: loses in 1 ply"),
        (Candidate(MOVE, 0.25, at_most=True), "at most +0.25"),
        (Candidate(MOVE, 0.0, proved=True), "proved: draws"),
        (Candidate(MOVE, 0.5, 3, proved=True), "proved: is worth 75 %"),
    ],
)
def test_values(candidate: Candidate, text: str) -> None:
    assert value_text(candidate) == text


def test_a_thought_is_shown_in_columns_and_cut_short() -> None:
    moves = load("tic-tac-toe").start(1).legal_moves
    candidates = [Candidate(move, 1 - n / 8, 10**n) for n, move in enumerate(moves)]
    lines = lines_of(Thought(tuple(candidates), tuple("abcdefghi"), "9 playouts"))
    assert lines[0] == "  looked at 9 playouts"
    assert lines[1:3] == ["    a1  100.0 %        1 visit", "    b1   93.8 %      10 visits"]
    assert lines[6:] == ["    and 4 more", "  expects a b c d e f g h ..."]
    assert lines_of(Thought()) == ["  did not look ahead"]


def test_thoughts_are_told_on_request(gdl: Gdl, made: list[Thinker]) -> None:
    words = ["play", "tic-tac-toe", "--players", "human,mcts"]
    told = "  looked at 1,900 playouts in 0.10 s\n    a1  proved: wins in 5 plies    900 visits\n"
    assert told not in gdl(*words, typed="b2\nquit\n").out
    ran = gdl(*words, "--think", typed="b2\nthink\nc3\nthink on\nquit\n").out
    assert f"Nought: a1\n{told}" in ran and "  expects a1 b1\n" in ran
    assert ran.count(told) == 1 and "is not told any more" in ran
    assert gdl(*words, typed="think on\nthink on\nb2\nquit\n").out.count(told) == 1


def test_a_takeback_shortens_what_players_are_told(gdl: Gdl, made: list[Thinker]) -> None:
    gdl("play", "tic-tac-toe", "--players", "human,mcts", typed="b2\nc3\nundo\nundo\nc1\nquit\n")
    (player,) = made
    played = [" ".join(str(move) for move in line.moves) for line in player.asked]
    assert played == ["b2", "b2 a1 c3", "c1"]
    for line in player.asked:
        assert len(line.states) == len(line.moves) + 1
        assert line.states[-2].play(line.moves[-1]) == line.state


def test_hints(gdl: Gdl, made: list[Thinker], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(KINDS, "computer", KINDS["mcts"])
    ran = gdl("play", "tic-tac-toe", "--players", "human,human", typed="hint\nb2\nthink\nhint\nquit\n").out
    assert ran.count("Perhaps a1  (proved: wins in 5 plies)") == 2
    assert ran.count("looked at 1,900 playouts") == 1
    assert "\n  proved: wins in 5 plies  a1 b1 c1\n                   70.0 %  b1 a1\n" in ran
    (adviser,) = made  # asked again, not made again: it may remember
    assert adviser.settings.number("time") == 1.0
    assert [len(line.moves) for line in adviser.asked] == [0, 1]


def test_ctrl_c_leaves_a_hint_and_not_the_game(gdl: Gdl, monkeypatch: pytest.MonkeyPatch) -> None:
    def choose(line: Line) -> Choice:
        raise KeyboardInterrupt

    monkeypatch.setitem(KINDS, "computer", evolve(KINDS["computer"], make=lambda *_: of(choose)))
    ran = gdl("play", "tic-tac-toe", "--players", "human", typed="hint\nb2\nquit\n")
    assert ran.code == 0 and "No hint, then." in ran.out and "Nought> " in ran.out


def test_a_player_that_agrees_to_a_draw(gdl: Gdl, made: list[Thinker]) -> None:
    ran = gdl("play", "tic-tac-toe", "--players", "human,mcts", typed="b2\ndraw\n").out
    assert "a draw by agreement" in ran


def test_a_player_that_cannot_play(gdl: Gdl, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(KINDS, "alphabeta", only_for_two())
    ran = gdl("play", "troke", "--option", "players=3", "--players", "human,alphabeta")
    assert ran.code == 1 and ran.out == ""
    assert "error[E0521]: alphabeta plays games for two, not for 3" in ran.err
    assert "did you mean `mcts`?" in ran.err


@pytest.mark.parametrize(
    ("players", "presses", "moved"),
    [("human,slow", 1, True), ("human,slow", 2, False), ("slow,slow", 1, False)],
)
def test_ctrl_c_makes_the_computer_move_or_leaves(
    players: str, presses: int, moved: bool, gdl: Gdl, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though the player answers however often it is pressed."""

    def choose(line: Line) -> Choice:
        for _ in range(presses):
            with suppress(KeyboardInterrupt):
                os.kill(os.getpid(), signal.SIGINT)
                time.sleep(5)
        return Choice(line.state.legal_moves[0], Thought((), (), "1 playout"))

    monkeypatch.setitem(KINDS, "slow", Kind("slow", "waits", lambda *_: of(choose)))
    before = signal.getsignal(signal.SIGINT)
    ran = gdl("play", "tic-tac-toe", "--players", players, typed="b2\nquit\n")
    assert ("Nought: a1" in ran.out) == moved
    assert ran.code == (0 if moved else 130)
    assert signal.getsignal(signal.SIGINT) is before


def test_a_player_that_fails_leaves_its_seat(gdl: Gdl, monkeypatch: pytest.MonkeyPatch) -> None:
    def choose(line: Line) -> Choice:
        raise CannotPlayError("there is no memory left")

    monkeypatch.setitem(KINDS, "full", Kind("full", "fails", lambda *_: of(choose)))
    ran = gdl("play", "tic-tac-toe", "--players", "human,full", typed="b2\na1\nb1\nquit\n")
    assert ran.code == 0
    assert "there is no memory left\nType the moves of Nought from here on" in ran.out
    assert ran.out.count("Nought> ") == 2


def test_ctrl_c_that_a_player_does_not_know_ends_the_game(gdl: Gdl, monkeypatch: pytest.MonkeyPatch) -> None:
    def choose(line: Line) -> Choice:
        raise KeyboardInterrupt

    monkeypatch.setitem(KINDS, "slow", Kind("slow", "waits", lambda *_: of(choose)))
    ran = gdl("play", "tic-tac-toe", "--players", "human,slow", typed="b2\nc3\n")
    assert ran.code == 130 and ran.err.endswith("stopped\n")


def test_the_players_are_listed(gdl: Gdl, made: list[Thinker]) -> None:
    text = gdl("players").out
    assert "you, or whoever sits at the keyboard" in text
    assert "[time=]" in text and " exploration=" in text and "256M" in text
    listed = {kind["name"]: kind for kind in json.loads(gdl("players", "--json").out)}
    assert listed["random"]["options"] == []
    time, iterations, *_ = listed["mcts"]["options"]
    assert (time["unit"], time["default"], time["name may be left out"]) == ("duration", "1s", True)
    assert (iterations["unit"], iterations["default"]) == ("count", None)
    assert listed["mcts"]["only one of"] == [["time", "iterations"]]


def test_mistakes_in_names_are_clear(gdl: Gdl) -> None:
    unknown = gdl("play", "tic-tac-toe", "--players", "human,radnom")
    assert unknown.code == 1 and "error[E0513]" in unknown.err and "`random`" in unknown.err
    option = gdl("play", "tic-tac-toe", "--players", "human,random:2s")
    assert option.code == 1 and "error[E0520]" in option.err


def heed_ctrl_c() -> None:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.mark.skipif(sys.platform == "win32", reason="needs a Unix terminal")
def test_at_a_terminal_ctrl_c_makes_the_computer_move() -> None:
    import pexpect

    child = pexpect.spawn(
        sys.executable,
        ["-m", "interpreter.cli.main", "play", "breakthrough", "-p", "human,mcts:300s", "--think", "--plain"],
        encoding="utf-8",
        timeout=60,
        # pytest's workers ignore Ctrl-C, and what they start would too
        preexec_fn=heed_ctrl_c,
    )
    child.expect("White> ")
    child.sendline("a2-a3")
    child.expect("a2-a3")
    time.sleep(3)
    child.sendcontrol("c")
    child.expect("Black: [a-h]7-[a-h]6\r\n.*looked at ([0-9,]+) playouts")
    child.expect("White> ")
    child.sendline("undo")
    child.expect("White> ")
    child.sendline("a2-a4")
    child.expect("White> ")  # that is no move: still White's turn
    child.sendcontrol("c")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130


def test_what_the_computer_plays_by(gdl: Gdl) -> None:
    ran = gdl("players", "triad")
    assert ran.code == 0
    assert ran.out.splitlines()[0] == "Triad: computer plays by mcts: more than two players"
    shown = json.loads(gdl("players", "triad", "--json").out)
    levels = shown.pop("levels")
    assert shown == {"game": "Triad", "computer": "mcts", "why": "more than two players"}
    assert levels["family"] == "mcts" and not levels["shares"]
