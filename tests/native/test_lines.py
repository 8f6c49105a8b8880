"""Questions for lines, which the native engine answers without walking: the walk is the oracle."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gdl.core import make as k
from gdl.core.ops import BOOL, INT, SITES, Param, Proc, Return, Table
from interpreter.engines.native.compile import host
from interpreter.engines.native.engine import NativeEngine
from interpreter.engines.python import PythonEngine
from tests.core.core_programs import program

SITE, SET = k.var("s", INT), k.var("T", SITES)


def square(rows: int, columns: int) -> tuple[int, list[list[int]]]:
    """Sites row by row, and their neighbours in eight directions, opposites side by side."""
    found = []
    for up, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        for sign in (1, -1):
            steps = []
            for s in range(rows * columns):
                row, column = s // columns + sign * up, s % columns + sign * right
                inside = 0 <= row < rows and 0 <= column < columns
                steps.append(row * columns + column if inside else -1)
            found.append(steps)
    return rows * columns, found


def hexagon(size: int) -> tuple[int, list[list[int]]]:
    """A hexagonal board: the rows have different lengths."""
    cells = [(q, r) for r in range(1 - size, size) for q in range(1 - size, size) if abs(q + r) < size]
    number = {cell: s for s, cell in enumerate(cells)}
    found = []
    for dq, dr in ((1, 0), (0, 1), (-1, 1)):
        for sign in (1, -1):
            found.append([number.get((q + sign * dq, r + sign * dr), -1) for q, r in cells])
    return len(cells), found


BOARDS = {
    "three": (square(3, 3), (1, 2)), "four": (square(4, 12), (2, 3, 8)), "gomoku": (square(15, 15), (3, 4)),
    "hexagon": (hexagon(5), (2, 3)), "wide hexagon": (hexagon(7), (1, 5)), "go": (square(19, 19), (4,)),
    "long": (square(2, 60), (2, 7)),
}  # fmt: skip


@cache
def engines(name: str) -> tuple[PythonEngine, NativeEngine, int, tuple[int, ...]]:
    (sites, ways), more = BOARDS[name]
    tables = [Table(f"t{i}", INT, tuple(steps), -1) for i, steps in enumerate(ways)]
    procs = []
    for c in more:
        asked = [
            k.gt(k.add(k.run(tables[i], SITE, SET), k.run(tables[i + 1], SITE, SET)), k.int_(c))
            for i in range(0, len(tables), 2)
        ]
        params = (Param("s", INT), Param("T", SITES))
        procs.append(Proc(f"line{c}", params, (Return(k.or_(*asked)),), BOOL, entry=True))
    made = program(procs, tables=tables, sites=sites)
    names = tuple(p.name for p in procs)
    return PythonEngine(made, prepared=True), NativeEngine(made, prepared=True, exports=names), sites, more


@pytest.mark.parametrize("name", BOARDS)
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_as_the_walk_says(name: str, data: st.DataObject) -> None:
    walking, native, sites, more = engines(name)
    site = data.draw(st.integers(-1, sites))
    members = data.draw(st.integers(0, (1 << sites) - 1)) | data.draw(st.integers(0, (1 << sites) - 1))
    c = data.draw(st.sampled_from(more))
    wanted = walking.call(walking.fresh_state(), f"line{c}", site, members)
    assert native.call(native.start(), f"line{c}", site, members)[0] == wanted


@pytest.mark.parametrize("name", ["four", "gomoku", "go"])
def test_a_row_is_as_long_as_is_asked_for(name: str) -> None:
    """Of sites 1 and on in the first row, through each of them; one less is none."""
    _, native, _, more = engines(name)
    for c in more:
        row = (1 << c + 2) - 1 << 1
        for site in (1, 2, c + 2):
            assert native.call(native.start(), f"line{c}", site, row)[0]
            assert not native.call(
                native.start(), f"line{c}", site, row & ~(1 << c + 2 if site < c + 2 else 2)
            )[0]


@pytest.mark.skipif(not host().target.deposits, reason="this processor does not gather bits fast")
def test_lines_are_seen() -> None:
    """The questions above are not answered by walking (the long board's chains are too long for that)."""

    def walks(name: str) -> bool:
        return "longer" in engines(name)[1].library.module("calls").text()

    assert [name for name in BOARDS if walks(name)] == ["long"]
