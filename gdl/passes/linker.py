"""A linker: procedures are added to a program when all passes are done, and only look at its state.

They are lowered by themselves, as the rules are: they read pieces and fields by name. Here they are relocated
to the fields that the prepared program has, whatever these are, so nothing about the program or its states
changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from gdl.analyses.mod_ref import Effects
from gdl.analyses.ranges import find_ranges
from gdl.core import make as k
from gdl.core.ops import BOOL, INT, SITES, Expr, Field, Op, Param, Proc, Program, Rays, Return, Table
from gdl.core.verify import verify
from gdl.core.walk import block_exprs, map_block, map_expr
from gdl.passes.layout.plan import Plan, plan_of
from gdl.passes.layout.reads import Reader
from gdl.passes.simplify import RULES, eliminate_common_subexpressions, inline, simplify_statements
from gdl.passes.simplify.constant_pool import ConstantPool
from gdl.passes.simplify.rewrite import Rewriter
from gdl.support.cpython import higher_recursion_limit
from gdl.support.identity import IdentityMap, IdentitySet
from gdl.support.values import evolve, frozen

#: Each only goes on where the one before changed something.
ROUNDS = 4


@frozen
class LinkUnit:
    """Procedures as they were lowered; they write nothing and call nobody else. `entries` are called from
    outside."""

    procs: tuple[Proc, ...]
    entries: tuple[str, ...]
    #: what their own procedures, tables and rays are called by in the program
    prefix: str


def link(program: Program, unit: LinkUnit) -> Program:
    """A prepared program with the unit's procedures; everything else in it is as it was.

    A field that the program does not have keeps its initial value, or nothing there looks at it: the unit
    sees the initial value.
    """
    with higher_recursion_limit():
        relocator = _Relocator(program, unit)
        added = tuple(relocator.proc(proc) for proc in unit.procs)
        joined = evolve(
            program,
            procs=(*program.procs, *added),
            tables=(*program.tables, *relocator.tables.values()),
            rays=(*program.rays, *relocator.rays.values()),
        )
        return verify(_simplified(joined, program))


def _simplified(joined: Program, host: Program) -> Program:
    """The linked procedures made smaller and faster; those of them that nobody calls go."""
    own = {p.name for p in host.procs}
    names = {p.name for p in joined.procs} - own
    finished = IdentitySet(host.procs)
    rewriter = Rewriter(RULES, ConstantPool(joined))
    for _ in range(ROUNDS):
        before = joined
        joined = simplify_statements(rewriter.rewrite(joined, find_ranges(joined), finished), finished)
        linked = inline(evolve(joined, procs=tuple(p for p in joined.procs if p.name in names)))
        joined = evolve(joined, procs=(*host.procs, *linked.procs))
        if joined.procs == before.procs:
            break
    effects = Effects(joined)
    reached = frozenset[str]().union(*(effects.reached(p.name) for p in joined.procs if p.entry))
    kept = tuple(p for p in joined.procs if p.name in names & reached)
    kept = eliminate_common_subexpressions(evolve(joined, procs=kept)).procs
    data = (e.data for p in kept for e in block_exprs(p.body))
    used = IdentitySet[object]((*data, *host.tables, *host.rays))
    return evolve(
        joined,
        procs=(*host.procs, *kept),
        tables=tuple(t for t in joined.tables if t in used),
        rays=tuple(r for r in joined.rays if r in used),
    )


class _Relocator:
    """Gives linked procedures the fields of a program, and names that it does not use (relocation)."""

    def __init__(self, program: Program, unit: LinkUnit) -> None:
        self.prefix = unit.prefix
        self.entries = unit.entries
        self.fields = {f.name: f for f in program.fields}
        self.known = {(t.type, t.values, t.outside): t for t in program.tables}
        self.tables = IdentityMap[Table, Table]()
        self.rays = IdentityMap[Rays, Rays]()
        plan = plan_of(program)
        owner_of, kind_of = plan.owner_table, plan.kind_table
        plan = evolve(
            plan,
            owner_table=None if owner_of is None else self.table(owner_of),
            kind_table=None if kind_of is None else self.table(kind_of),
        )
        self.reader = _Reader(plan)

    def proc(self, proc: Proc) -> Proc:
        body = map_block(proc.body, lambda e: map_expr(e, self.relocated))
        return evolve(proc, name=self.name(proc.name), body=body, entry=proc.name in self.entries)

    def name(self, name: str) -> str:
        return name if name in self.entries else f"{self.prefix}{name}"

    def relocated(self, expr: Expr) -> Expr:
        """An expression as the program would have it; its arguments are done."""
        data = expr.data
        if isinstance(data, Field):
            kept = self.fields.get(data.name)
            if kept is None:
                return Expr(Op.CONST, expr.type, data=data.initial)
            return Expr(expr.op, expr.type, expr.args, kept)
        if isinstance(data, Table):
            return Expr(expr.op, expr.type, expr.args, self.table(data))
        if isinstance(data, Rays):
            named = self.rays.setdefault(data, lambda: evolve(data, name=self.name(data.name)))
            return Expr(expr.op, expr.type, expr.args, named)
        if expr.op is Op.CALL:
            return Expr(expr.op, expr.type, expr.args, self.name(str(data)))
        return self.reader.read(expr)

    def table(self, table: Table) -> Table:
        """The program's own table of these values, or else a new one."""
        result = self.known.get((table.type, table.values, table.outside)) or self.tables.get(table)
        if result is None:
            result = self.tables[table] = evolve(table, name=self.name(table.name))
        return result


class _Reader(Reader):
    """Reads pieces from whatever fields there are, if need be site by site."""

    def __init__(self, plan: Plan) -> None:
        super().__init__(plan)
        self._number = 0

    def occupied(self) -> Expr:
        if self.plan.occupied is not None or self.plan.owned is not None:
            return super().occupied()
        return self._any_of(self.plan.whats)

    def owned(self, owner: Expr) -> Expr:
        plan = self.plan
        if plan.owned is not None:
            return super().owned(owner)
        result: Expr = k.EMPTY_SET
        for each in plan.own(plan.whats):
            theirs = self._any_of(what for what in plan.whats if plan.owner(what) == each)
            result = k.select(k.eq(owner, k.int_(each)), theirs, result)
        return result

    def of_kind(self, what: Expr) -> Expr:
        if self._by_sets:
            return super().of_kind(what)
        if not self._by_site:
            # There is one kind of piece, or none is ever seen.
            alone = self.plan.occupied is not None and len(self.plan.whats) == 1
            return k.select(k.eq(what, k.int_(1)), self.occupied(), k.EMPTY_SET) if alone else k.EMPTY_SET
        return self._where(lambda here: k.and_(k.gt(here, k.int_(0)), k.eq(here, what)))

    def what(self, site: Expr) -> Expr:
        plan = self.plan
        height, levels = plan.height, plan.levels.get("what")
        if plan.what is not None or self._by_sets or height is None or levels is None:
            return super().what(site)
        top = k.elem(height, site)
        result = k.elem(levels, plan.slot(site, k.sub(top, k.int_(1))))
        return k.select(k.gt(top, k.int_(0)), result, k.int_(0))

    @property
    def _by_sets(self) -> bool:
        """Whether sets tell what stands on a site."""
        return self.plan.kinds is not None or (self.plan.merged and self.plan.owned is not None)

    @property
    def _by_site(self) -> bool:
        """Whether it is kept for each site what stands there."""
        return self.plan.what is not None or "what" in self.plan.levels

    def _any_of(self, whats: Iterable[int]) -> Expr:
        """The sites with any of some components."""
        given = list(whats)
        if self.plan.kinds is None and self._by_site and len(given) > 1:
            if given == list(self.plan.whats):
                return self._where(lambda here: k.gt(here, k.int_(0)))
            return self._where(lambda here: k.or_(*(k.eq(here, k.int_(what)) for what in given)))
        return k.union(k.EMPTY_SET, *(self.of_kind(k.int_(what)) for what in given))

    def _where(self, test: Callable[[Expr], Expr]) -> Expr:
        """The sites on which what stands there passes a test."""
        self._number += 1
        name = f"linked_site.{self._number}"
        everywhere = k.sites_((1 << self.plan.sites) - 1)
        return Expr(Op.FILTER, SITES, (everywhere, test(self.what(k.var(name, INT)))), name)


#: What the procedures are called in programs that have them.
OCCUPIED, CONTENT = "is_occupied", "content_of"

_SITE = k.var("site_", INT)
#: For `link`, once all passes are done.
OCCUPANCY = LinkUnit(
    (Proc(OCCUPIED, (Param("site_", INT),), (Return(k.has(k.OCCUPIED, _SITE)),), BOOL),),
    (OCCUPIED,),
    f"{OCCUPIED}_",
)
#: What stands on a site: the number of the component on top, 0 for none.
CONTENTS = LinkUnit(
    (Proc(CONTENT, (Param("site_", INT),), (Return(k.what(_SITE)),), INT),),
    (CONTENT,),
    f"{CONTENT}_",
)
