"""What nothing uses is dropped: here fields that keep their initial value."""

from __future__ import annotations

from gdl.analyses.ranges import find_ranges
from gdl.core import make as k
from gdl.core.ops import INT, SITES, Block, Field, If, Include, Op, Proc, Stmt, Store, Table
from gdl.passes.simplify import eliminate_dead_code
from gdl.passes.simplify.eliminate_dead_code import ALWAYS
from tests.core.core_programs import MOVER, program

WAITING = Field("waiting", SITES)
DEPTH = Field("depth", INT, None, 3)
KEPT = Field("kept", INT)


def pruned(*body: Stmt) -> tuple[set[str], Block]:
    made = eliminate_dead_code(program([Proc("after", (), body)], (), [WAITING, DEPTH, KEPT]))
    after = next(p for p in made.procs if p.name == "after")
    return {f.name for f in made.fields} - ALWAYS, after.body


def test_a_set_that_is_only_emptied_is_empty() -> None:
    emptied = (Include(WAITING, None, k.sites_(5), False), Store(WAITING, None, k.EMPTY_SET))
    names, body = pruned(*emptied, If(k.some(k.field(WAITING)), (Store(KEPT, None, k.int_(1)),)))
    assert names == set()
    assert body == (If(k.some(k.EMPTY_SET), ()),)


def test_a_number_that_is_only_set_to_what_it_is_anyway() -> None:
    names, body = pruned(Store(DEPTH, None, k.int_(3)), Store(MOVER, None, k.field(DEPTH)))
    assert names == set()
    assert body == (Store(MOVER, None, k.int_(3)),)


def test_what_is_ever_given_another_value_stays() -> None:
    writes = (Store(DEPTH, None, k.int_(4)), Include(WAITING, None, k.sites_(5), True))
    read = Store(MOVER, None, k.add(k.field(DEPTH), k.size(k.field(WAITING))))
    names, body = pruned(*writes, read)
    assert names == {"depth", "waiting"}
    assert body == (*writes, read)


def test_a_table_has_the_range_of_the_elements_looked_at() -> None:
    table = Table("t", INT, (-7, 4, 6, 90), -1)
    ranges = find_ranges(program([]))
    assert ranges.of(k.table(table, k.field(MOVER)), "after") == (4, 6)
    assert ranges.of(k.table(table, k.add(k.field(MOVER), k.int_(2))), "after") == (-1, 90)
    assert k.table(table, k.field(MOVER)).op is Op.TABLE
