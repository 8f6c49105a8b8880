"""Training by self-play: the same from the same seed, resumed or not, and stronger than the start."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner

from gdl import load
from gdl.support.values import evolve
from interpreter.cli.main import cli
from interpreter.errors.user_errors import CannotPlayError
from interpreter.game.game import Game
from interpreter.learning import checkpoint, training
from interpreter.learning.training import Progress, begin, train
from interpreter.search import td


@pytest.fixture(autouse=True)
def short(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDWRIGHT_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(training, "PLIES", 300)


def trained(game: Game, progress: Progress, rounds: int) -> Progress:
    *_, last = train(game, progress, 1, lambda so_far: so_far.rounds < rounds)
    return last


@cache
def begun(engine: str, seed: int) -> tuple[Game, Progress]:
    """A training of Tic-Tac-Toe that has not begun; its symmetries take seconds."""
    game = load("tic-tac-toe").on(engine)
    return game, begin(game, seed)


@pytest.mark.slow
def test_the_same_seed_learns_the_same_on_both_engines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "PLIES", 40)
    results = []
    for engine in ("native", "python"):
        results.append(trained(*begun(engine, 3), 2))
    first, second = results
    assert first.evidence == second.evidence
    assert (first.rounds, first.games, first.plies) == (2, second.games, second.plies)
    # each of two shards plays in each of two rounds until it has so many plies
    assert 4 * 40 <= first.plies < 4 * (40 + 9)
    assert trained(*begun("native", 4), 2).evidence != first.evidence


def test_what_was_kept_goes_on_as_if_nothing_had_been() -> None:
    game, start = begun("native", 3)
    whole = trained(game, start, 3)
    checkpoint.keep(game, trained(game, start, 2))
    resumed = checkpoint.recall(game, start)
    assert resumed.rounds == 2
    assert trained(game, resumed, 3).evidence == whole.evidence
    # of another seed nothing is known
    assert checkpoint.recall(game, evolve(start, seed=5)).rounds == 0


def test_players_use_the_mean_of_the_rounds() -> None:
    game, start = begun("native", 3)
    rounds = list(train(game, start, 1, lambda so_far: so_far.rounds < 3))
    size = len(rounds[0].evidence) // 3
    lasts = [each.evidence[:size] for each in rounds]
    assert rounds[0].mean == lasts[0]
    for one, two, three, mean in zip(*lasts, rounds[-1].mean, strict=True):
        assert mean == pytest.approx((one + 2 * two + 3 * three) / 6, abs=1e-12)
    values = rounds[-1].weights.values
    assert len(values) == size - td.EXTRA and any(values)
    for mean, whole in zip(rounds[-1].mean, values, strict=False):
        assert abs(mean * training.ONE - whole) < 1


@pytest.mark.parametrize("name", ["triad", "backgammon", "isolation-solitaire"])
def test_games_that_are_not_learnt(name: str) -> None:
    with pytest.raises(CannotPlayError, match="train plays games"):
        begin(load(name), 1)


def test_the_command(tmp_path: Path) -> None:
    def ran(*words: str) -> str:
        result = CliRunner().invoke(cli, list(words), catch_exceptions=False)
        assert result.exit_code == 0, result.output
        return result.output

    out = tmp_path / "learnt.weights"
    words = ("train", "tic-tac-toe", "--workers", "1", "--seed", "3")
    told = json.loads(ran(*words, "--rounds", "2", "--json", "--out", str(out)))
    assert (told["rounds"], told["seed"], told["against the start"]["games"]) == (2, 3, 20)
    assert "going on after round 2" in ran(*words, "--rounds", "3")
    assert "going on" not in ran(*words, "--rounds", "1", "--anew")
    assert json.loads(out.read_text())["rounds"] == 2
    assert "learnt by self-play" in ran("players", "tic-tac-toe")
    assert "Cross1, beside an empty site" in ran("players", "tic-tac-toe", "--weights")
    tables = json.loads(ran("players", "tic-tac-toe", "--weights", "--json"))["pieces"]
    # the board's symmetries are the game's, and so are those of what is learnt
    corners = {tables["Cross1"][site] for site in ("a1", "a3", "c1", "c3")}
    assert len(corners) == 1 and tables["Cross1"]["b2"] not in corners
    assert "trained" in ran("match", "tic-tac-toe", "-p", "trained:nodes=50,random", "-n", "2", "--seed", "1")


def test_players_that_were_never_trained() -> None:
    words = ["match", "tic-tac-toe", "-p", "trained,random", "-n", "2"]
    with pytest.raises(CannotPlayError, match="`gdl train` learns it"):
        CliRunner().invoke(cli, words, catch_exceptions=False)
