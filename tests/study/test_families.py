"""Studies by two families of players: what each says of seats, and what is told where they differ."""

from __future__ import annotations

import pytest

import gdl
from interpreter.study.measures.definitions import SCORE
from interpreter.study.measures.measure import Measure, Setting
from interpreter.study.options import SearchOptions
from interpreter.study.reports.summary import in_short
from interpreter.study.study import Study


def seats(agent: str, budget: str, low: float, value: float, high: float) -> list[Measure]:
    """The scores of both seats by an agent: the first one's bounds, and the other's around its rest."""
    setting = Setting(agent, f"{budget}; games of at most 99 plies", 1)
    return [
        Measure(SCORE, setting, 50, value, low, high, about=f"White, {budget}"),
        Measure(SCORE, setting, 50, 1 - value, 1 - high, 1 - low, about=f"Black, {budget}"),
    ]


@pytest.mark.parametrize(
    ("uct", "alpha_beta", "said"),
    [
        ((0.55, 0.6, 0.65), (0.3, 0.4, 0.45), "differ in who is favoured: White by UCT, Black by alpha-beta"),
        ((0.55, 0.6, 0.65), (0.52, 0.6, 0.7), "Both families of players find White favoured."),
        (
            (0.55, 0.6, 0.65),
            (0.8, 0.9, 0.95),
            "60% (55% to 65%) by UCT, 90% (80% to 95%) by alpha-beta",
        ),
        ((0.4, 0.5, 0.6), (0.3, 0.4, 0.45), "do not contradict each other"),
    ],
)
def test_where_families_differ_it_is_said(
    uct: tuple[float, float, float], alpha_beta: tuple[float, float, float], said: str
) -> None:
    measures = [
        *seats("UCT, a new tree", "16 simulations", 0.1, 0.2, 0.3),
        *seats("UCT, a new tree", "64 simulations", *uct),
        *seats("alpha-beta, a new table", "4 plies", *alpha_beta),
    ]
    found = Study("A", "", {}, ("White", "Black"), 1, tuple(measures), {}, ())
    told = list(in_short(found))
    assert sum(said in each for each in told) == 1
    assert not any("16 simulations" in each for each in told)


def test_both_families_play_a_game_for_two_without_chance() -> None:
    both = SearchOptions(simulations=1, games=4, doublings=1, searcher="both", depth=2)
    found = gdl.study(gdl.load("tic-tac-toe"), 20, seed=1, rule_games=0, search=both)
    agents = {each.setting.agent.partition(",")[0] for each in found.measures if each.of == SCORE}
    assert agents == {"random", "UCT", "alpha-beta"}
    assert found["seat.score[Cross, 2 plies]"].games == 4
    assert [course.budget for course in found.courses] == [1, 4, 16]
