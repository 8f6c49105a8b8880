"""Random programs about pieces do the same before and after all passes."""

from __future__ import annotations

import pytest

from gdl.passes.pipeline import prepare
from interpreter.engines.python import PythonEngine
from tests.core.piece_programs import FIELDS, Maker
from tests.quick import one_in

#: Few owners and many, one component each and several, one word and two.
SHAPES = ((9, (0, 1, 2)), (9, (0, 1, 1, 2, 2)), (9, (0, 1, 2, 3, 4)), (70, (0, 1, 2)), (9, (0, 2, 1, 1)))
ARGUMENTS = ((0, 1), (4, 4), (8, -1), (9, 3))


@pytest.mark.parametrize("seed", one_in(4, range(400)))
def test_pieces_are_the_same_before_and_after(seed: int) -> None:
    before = Maker(seed, *SHAPES[seed % len(SHAPES)]).make()
    one, other = (PythonEngine(prepare(before, simplified), True) for simplified in (False, True))
    shared = {field.name for field in other.program.fields}
    for start in range(3):
        for number in range(4):
            state, same = one.start(start), other.start(start)
            for arguments in ARGUMENTS:
                found = [int(e.call(s, f"ask{number}", *arguments)) for e, s in ((one, state), (other, same))]
                assert found[0] == found[1], (number, arguments)
                for site in range(before.sites):
                    there = one.call(state, "there", site), other.call(same, "there", site)
                    assert there[0] == there[1], (number, arguments, site)
                assert state.rng == same.rng
                for field in FIELDS:
                    if field.name in shared:
                        assert one.value(state, field.name) == other.value(same, field.name), field.name
