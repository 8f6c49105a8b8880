"""Whether anything is next to a group: the native engine stops at the first, that in Python floods all."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gdl.core.ops import BOOL, INT, SITES, Expr, Op, Param, Proc, Return, Table
from interpreter.engines.native.engine import NativeEngine
from interpreter.engines.python import PythonEngine
from tests.core.core_programs import program


def neighbours(rows: int, columns: int, jump: int) -> tuple[int, ...]:
    """Orthogonal ones; with a `jump` each site has one so many further too, which no shift does."""
    result = []
    for site in range(rows * columns):
        row, column = divmod(site, columns)
        near = [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]
        steps = {r * columns + c for r, c in near if 0 <= r < rows and 0 <= c < columns}
        if jump:
            steps.add(site * jump % (rows * columns))
        result.append(sum(1 << step for step in steps))
    return tuple(result)


#: A small board, one of two words by shifts, one of two words site by site.
BOARDS = {"small": (5, 5, 0), "go": (9, 9, 0), "knotted": (9, 9, 7)}
S, T, U = (Expr(Op.VAR, SITES, (), name) for name in "STU")


@cache
def engines(name: str) -> tuple[PythonEngine, NativeEngine, int]:
    rows, columns, jump = BOARDS[name]
    steps, site = Table("steps", SITES, neighbours(rows, columns, jump), 0), "site"
    group = Expr(Op.FLOOD, SITES, (S, T), steps)
    row = Expr(Op.TABLE, SITES, (Expr(Op.VAR, INT, (), site),), steps)
    around = Expr(Op.GATHER, SITES, (group, row), site)
    asked = {
        "any": Expr(Op.SOME, BOOL, (around,)),
        "free": Expr(Op.SOME, BOOL, (Expr(Op.DIFF, SITES, (around, U)),)),
        "beside": Expr(Op.SOME, BOOL, (Expr(Op.DIFF, SITES, (around, group)),)),
        "shut": Expr(Op.SUBSET, BOOL, (Expr(Op.DIFF, SITES, (around, group)), U)),
        "within": Expr(Op.SUBSET, BOOL, (around, U)),
    }
    params = tuple(Param(each, SITES) for each in "STU")
    procs = [Proc(name, params, (Return(expr),), BOOL, entry=True) for name, expr in asked.items()]
    made = program(procs, tables=[steps], sites=rows * columns)
    return (
        PythonEngine(made, prepared=True),
        NativeEngine(made, prepared=True, exports=tuple(asked)),
        rows * columns,
    )


@pytest.mark.parametrize("name", BOARDS)
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_as_the_flood_says(name: str, data: st.DataObject) -> None:
    walking, native, sites = engines(name)
    sets = st.integers(0, (1 << sites) - 1)
    start = data.draw(st.one_of(st.integers(0, sites - 1).map(lambda site: 1 << site), sets))
    through = data.draw(sets) | data.draw(st.one_of(st.just(0), sets))
    without = data.draw(sets) | data.draw(sets) | data.draw(sets)
    for question in ("any", "free", "beside", "shut", "within"):
        wanted = walking.call(walking.fresh_state(), question, start, through, without)
        assert native.call(native.start(), question, start, through, without)[0] == wanted, question
