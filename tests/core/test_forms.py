"""Every form of an expression, of a statement and of an offer means the same before and after all passes."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from gdl.core.ops import Program
from gdl.passes.pipeline import prepare
from interpreter.engines.python import PythonEngine
from tests.native.forms import Forms
from tests.native.test_forms import BOARDS, FAMILIES, arguments, plain
from tests.native.test_offers import FIELDS as OFFERED_FIELDS
from tests.native.test_offers import NAMES as OFFERS
from tests.native.test_offers import Bodies
from tests.native.test_statements import ARGUMENTS, FIELDS, bodies, lowered

#: How many arguments each form is asked with.
SEEDS = 16


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize(("width", "height"), BOARDS)
def test_expressions(width: int, height: int, family: str) -> None:
    forms = Forms(width, height)
    every = forms.every((family,))
    before = forms.program(every)
    one, other = (PythonEngine(prepare(before, simplified), True) for simplified in (False, True))
    state, same = one.start(), other.start()
    given = [arguments(forms.sites, seed) for seed in range(SEEDS)]
    wrong = []
    for at, form in enumerate(every):
        for each in given:
            found = plain(one.call(state, f"ask{at}", *each)), plain(other.call(same, f"ask{at}", *each))
            if found[0] != found[1]:
                wrong.append((form, each, *found))
    assert wrong == []


@cache
def both(before: Program) -> tuple[PythonEngine, PythonEngine]:
    plain_, simplified = (PythonEngine(prepare(before, each), True) for each in (False, True))
    return plain_, simplified


@cache
def statements_program(sites: int) -> Program:
    return lowered(sites)


@pytest.mark.parametrize("sites", [8, 70])
@pytest.mark.parametrize("name", list(bodies(8)))
def test_statements(sites: int, name: str) -> None:
    one, other = both(statements_program(sites))
    ask = f"ask{list(bodies(8)).index(name)}"
    shared = {field.name for field in other.program.fields}
    for seed, each in enumerate(ARGUMENTS):
        state, same = one.start(seed), other.start(seed)
        for _ in range(2):
            found: Any = one.call(state, ask, *each)
            assert int(found) == int(other.call(same, ask, *each)) and state.rng == same.rng
            for field in FIELDS:
                if field.name in shared:
                    assert one.value(state, field.name) == other.value(same, field.name), field.name
            assert one.contents(state) == other.contents(same)


@cache
def offers_program(sites: int) -> Program:
    return Bodies(sites).lowered()[0]


@pytest.mark.parametrize("sites", [9, 70])
@pytest.mark.parametrize("name", OFFERS)
def test_offers(sites: int, name: str) -> None:
    one, other = both(offers_program(sites))
    at = OFFERS.index(name)
    shared = {field.name for field in other.program.fields}
    for seed in range(3):
        state, same = one.start(seed), other.start(seed)
        for engine, each in ((one, state), (other, same)):
            engine.call(each, "choose", at)
        moves = one.legal_moves(state)
        assert moves == other.legal_moves(same)
        for asked in ("any", "to", "count", "most"):
            found = [int(e.call(s, f"{asked}{at}")) for e, s in ((one, state), (other, same))]
            assert found[0] == found[1], asked
        for move in moves[:3]:
            after, alike = one.play(state, move), other.play(same, move)
            assert one.legal_moves(after) == other.legal_moves(alike) and after.rng == alike.rng
            for field in OFFERED_FIELDS:
                if field.name in shared:
                    assert one.value(after, field.name) == other.value(alike, field.name), field.name
