"""A study that grows: the same numbers as one of so many games, whenever one looks at it."""

from __future__ import annotations

import pytest

from gdl import Game, load
from interpreter.study import study as growing
from interpreter.study.study import Growing, study
from tests.quick import one_in


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(growing, "ENOUGH", 3000)


@pytest.mark.parametrize("name", one_in(3, ("tic-tac-toe", "oware", "breakthrough")))
def test_whenever_one_looks_it_is_the_study_of_so_many_games(name: str) -> None:
    game = load(name)
    grown = Growing(game, seed=5, rule_games=20)
    looked = 0
    while not grown.done:
        before = grown.games, grown.rule_games
        grown.grow(0.05)
        assert (grown.games, grown.rule_games) >= before
        if looked < 2 or grown.done:
            found = grown.result()
            again = study(game, grown.games, seed=5, rule_games=grown.rule_games)
            assert found.measures == again.measures
            assert found.lengths == again.lengths and found.rules == again.rules
        looked += 1
    assert (grown.games, grown.rule_games) == (3000, 20) and not grown.torn


def test_the_first_look_is_at_random_games_alone(tic_tac_toe: Game) -> None:
    grown = Growing(tic_tac_toe, seed=1)
    grown.grow(0.01)
    assert grown.games > 0 and grown.rule_games == 0
    assert grown.result()["completion"].games == grown.games
    assert grown.result().rules == ()


@pytest.fixture
def tic_tac_toe() -> Game:
    return load("tic-tac-toe")
