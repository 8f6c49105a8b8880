"""Studies that go on until seats' shares are known: when they end, what counts, and what they say."""

from __future__ import annotations

import json
from math import ceil
from pathlib import Path

import pytest

import gdl
from interpreter.errors.user_errors import MatchError
from interpreter.match.goal import Width
from interpreter.study.measures.self_play import BySelfPlay, UntilKnown
from interpreter.study.options import SearchOptions, StudyOptions
from interpreter.study.searching.budgets import searching
from interpreter.study.study import Study

#: Few games of few simulations, with 1, 4 and 16 of them.
FEW = SearchOptions(simulations=1, games=6, doublings=1)


def study(until: str | None, workers: int = 1, file: Path | None = None) -> Study:
    game = gdl.load("tic-tac-toe")
    return gdl.study(game, 50, seed=3, rule_games=0, search=FEW, until=until, workers=workers, file=file)


def test_it_ends_where_the_width_is_reached() -> None:
    found = study("15points")
    for seat in ("Cross", "Nought"):
        share = found[f"seat.score[{seat}, 16 simulations]"]
        assert share.high - share.low <= 0.3 and share.games >= 30
        assert found[f"seat.score[{seat}, 4 simulations]"].games == 6
    (advantage,) = (
        each for each in found.measures if each.key.startswith("seat.advantage[") and "16" in each.key
    )
    assert advantage.games == share.games
    assert found.courses[-1].games == share.games and found.courses[0].games == 6
    assert f"{share.games} games with 16 simulations were played, until" in found.notes[-1]


def test_the_first_games_are_those_of_a_study_without_a_goal(tmp_path: Path) -> None:
    plain, on = study(None), study("15points")
    assert [each.key for each in plain.measures] == [each.key for each in on.measures]
    same = [each for each in plain.measures if "16 simulations" not in each.key]
    assert same == [each for each in on.measures if "16 simulations" not in each.key]


def test_workers_and_a_second_run_change_nothing(tmp_path: Path) -> None:
    files = [tmp_path / "one.jsonl", tmp_path / "two.jsonl"]
    one, two = (study("20points", workers, file) for workers, file in zip((1, 2), files, strict=True))
    assert json.dumps(one.as_json()) == json.dumps(two.as_json())
    assert files[0].read_bytes() == files[1].read_bytes()
    # a narrower goal goes on with the same games
    narrower = study("15points", 1, files[0])
    assert json.dumps(narrower.as_json()) == json.dumps(study("15points").as_json())


@pytest.mark.parametrize("half", [0.03, 0.1])
def test_as_many_games_are_enough_for_any_shares(half: float) -> None:
    """Shares of a half, without a draw, need the most: (1.96 / 2 half)^2 games."""
    game = gdl.load("tic-tac-toe")
    part = UntilKnown(BySelfPlay(game, searching(game, FEW), 1), Width(half))
    assert part.chunks * part.size >= ceil((1.959964 / (2 * half)) ** 2)
    games = ["x"] * (part.chunks * part.size)
    row = [1, 0, 5, 1, 0, 0, 0, 0, 0, "", *[0] * 42]
    other = [*row[:3], 2, *row[4:]]
    rows = [row if number % 2 else other for number in range(len(games))]
    before = [{"games": []} for _ in part.self_play.slices]
    assert part.reached(before, [{"games": rows}])
    assert not part.reached(before, [{"games": rows[: len(rows) // 2]}])


def test_a_goal_asks_for_searches_and_for_a_width() -> None:
    with pytest.raises(ValueError, match="only games between searches"):
        StudyOptions(until=Width(0.03))
    with pytest.raises(MatchError, match="is no width"):
        study("3cats")
