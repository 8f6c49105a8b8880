"""Levels of play: where they come from, and that measuring finds efforts at which neighbours score so."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest
from click.testing import CliRunner

from gdl import load
from interpreter.cli.main import cli
from interpreter.errors.user_errors import CannotPlayError
from interpreter.game.game import Game
from interpreter.game.shipped import shipped_games
from interpreter.players import levels
from interpreter.players.computer import ComputerPlayer, ComputerSettings
from interpreter.players.kinds.random import RandomPlayer
from interpreter.players.levels import (
    DEFAULTS,
    LEVELS,
    Ladder,
    calibrate,
    keep_ladder,
    ladder_of,
    level_player,
)
from interpreter.players.naming import read_player
from interpreter.players.pairs import Points, play_pairs
from interpreter.players.player import Line, Player
from interpreter.players.portfolio import ALPHABETA, MCTS, Selection


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDWRIGHT_CACHE", str(tmp_path / "cache"))


def efforts_of(players: list[tuple[int, Player]], player: Player) -> int:
    return next(effort for effort, each in players if each is player)


@pytest.mark.parametrize("slope", [0.4, 0.8, 1.5])
def test_measuring_finds_the_efforts_where_strength_is_known(
    slope: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Players whose share is the logistic function of the logarithm of their efforts: a quarter is at a ratio
    of 3 ** (1 / slope), whatever the greater effort is."""
    made: list[tuple[int, Player]] = []

    def player(family: str, effort: int, is_best: bool, seed: int, memory: int) -> Player:
        made.append((effort, RandomPlayer(effort)))
        return made[-1][1]

    def play(game: Game, one: Player, other: Player, games: int, seed: int) -> Points:
        ratio = efforts_of(made, one) / efforts_of(made, other)
        return Points(games / (1 + ratio**-slope), games)

    monkeypatch.setattr(levels, "_player", player)
    monkeypatch.setattr(levels, "play_pairs", play)
    *_, ladder = calibrate(load("tic-tac-toe"), ALPHABETA, 100, 1)
    assert ladder.efforts[-1] == DEFAULTS[ALPHABETA][-1]
    assert len(ladder.shares) == 3 and all(abs(share - 0.75) <= 0.03 for share in ladder.shares)
    for less, more in zip(ladder.efforts, ladder.efforts[1:], strict=False):
        if less > 20:  # (efforts are whole numbers)
            assert more / less == pytest.approx(math.pow(3, 1 / slope), rel=0.2)


def test_what_was_measured_is_kept_and_else_there_is_a_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(levels, "select_family", lambda game: Selection(MCTS, 0.0, 0))
    game = load("troika", options={})
    assert ladder_of(game) == Ladder(MCTS, DEFAULTS[MCTS])
    measured = Ladder(ALPHABETA, (1, 2, 3, 4), (0.7, 0.75, 0.8), 60, 5)
    keep_ladder(game, measured)
    assert ladder_of(game) == measured
    assert ladder_of(load("cornered")) == Ladder(MCTS, DEFAULTS[MCTS])


def test_the_shipped_table_is_of_shipped_games_and_shares_are_near() -> None:
    table = json.loads((Path(levels.__file__).parent / "levels.json").read_text())
    assert len(table["games"]) >= 5
    for name, told in table["games"].items():
        assert name in shipped_games()
        assert tuple(sorted(told["efforts"])) == tuple(told["efforts"])
        assert len(told["efforts"]) == len(LEVELS) and told["games"] >= 100
        ladder = ladder_of(load(name))
        assert (ladder.family, list(ladder.efforts)) == (told["family"], told["efforts"])
    near = [n for n, told in table["games"].items() if all(0.7 <= s <= 0.8 for s in told["shares"])]
    assert len(near) >= 5
    # other rules by the same file are not those that were measured
    assert not ladder_of(load("breakthrough", options={"Size": "5x4"})).shares


def test_players_by_level() -> None:
    assert str(read_player("computer:hard")) == "computer:hard"
    assert not read_player("computer:level=easy").timed
    assert read_player("computer:200ms").timed
    game = load("tic-tac-toe").on("native")
    line = Line((game.start(1),))
    for level in range(len(LEVELS)):
        choices = [
            ComputerPlayer(game, ComputerSettings(seed=seed, level=level)).choose(line) for seed in (3, 3, 4)
        ]
        assert choices[0].move == choices[1].move
    # a win that is there at once is seen by the lowest, whatever it misjudges
    for seed in range(5):
        state = game.start(1)
        for move in ("a1", "b1", "a2", "b2"):
            state = state.play(move)
        for family in (ALPHABETA, MCTS):
            ladder = Ladder(family, DEFAULTS[family])
            assert str(level_player(game, ladder, 0, seed).choose(Line((state,))).move) == "a3"


def test_pairs_turn_the_colours() -> None:
    """The same player on both sides has half of the points, whoever the game favours."""
    game = load("tic-tac-toe").on("native")
    ladder = Ladder(ALPHABETA, (1,) * 4)
    one, other = (level_player(game, ladder, 3, 1) for _ in range(2))
    result = play_pairs(game, one, other, 10, 3)
    assert result == Points(5.0, 10)


def test_levels_of_three_are_not_measured() -> None:
    with pytest.raises(CannotPlayError, match="games for two"):
        next(calibrate(load("triad"), MCTS, 10, 1))


def test_the_command() -> None:
    def ran(*words: str) -> str:
        result = CliRunner().invoke(cli, list(words), catch_exceptions=False)
        assert result.exit_code == 0, result.output
        return result.output

    assert "not measured yet" in ran("players", "tic-tac-toe")
    told = json.loads(
        ran("players", "tic-tac-toe", "--calibrate", "10", "--seed", "2", "--json").splitlines()[-1]
    )
    assert len(told["levels"]["shares"]) == 3
    assert "of 10 games" in ran("players", "tic-tac-toe")
    assert CliRunner().invoke(cli, ["players", "--calibrate", "10"]).exit_code == 2
