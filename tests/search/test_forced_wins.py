"""The suite of forced wins: its positions are the games', and its proofs hold."""

from __future__ import annotations

from collections import Counter

import pytest

from gdl import load
from interpreter.game.state import State
from tests.quick import one_in
from tests.search.forced_wins import SOURCES, Case, cases, proved, replayed, written

QUICK = 120
"""Proofs that look into more positions are run by `python -m tests.search.forced_wins --check`."""


def reached(case: Case, engine: str = "python") -> State:
    """The position of a case, played on an engine."""
    state = load(case.game, case.options).on(engine).start(seed=1)
    for move in case.moves:
        state = state.play(move)
    return state


def test_the_suite_is_large_and_varied() -> None:
    assert len(cases()) >= 60
    different = {(case.game, *case.options.values(), *case.moves) for case in cases()}
    assert len(different) == len(cases())
    lengths = Counter(case.plies for case in cases())
    assert lengths.keys() == {1, 3, 5, 7, 9} and all(count >= 5 for count in lengths.values())
    assert {(case.game, *case.options.values()) for case in cases()} == {
        (source.game, *source.options.values()) for source in SOURCES
    }
    assert sum(len(case.winning) == 1 for case in cases()) > len(cases()) / 2


@pytest.mark.parametrize("case", one_in(4, cases()), ids=str)
def test_a_position_is_the_games(case: Case) -> None:
    """Replayed by engine and oracle it has the same mover and moves; the winning ones are played."""
    oracle, position = replayed(case)
    state = reached(case)
    assert not state.is_over and state.mover == oracle.mover(position)
    here = [state.parse(text) for text in case.winning]
    assert len(set(here)) == len(case.winning) < len(state.legal_moves)
    there = {state.parse(written(oracle, position, text)) for text, _ in oracle.options(position)}
    assert there == set(state.legal_moves)
    for move in here:
        after = state.play(move)
        assert after.is_over == (case.plies == 1)
        assert after.outcome is None or after.outcome.winner == state.mover


@pytest.mark.parametrize("case", [case for case in cases() if case.nodes <= QUICK], ids=str)
def test_a_proof_holds(case: Case) -> None:
    assert proved(case) == case
