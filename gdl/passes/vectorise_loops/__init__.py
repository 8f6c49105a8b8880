"""Loop vectorisation: one offer for each direction, of all origins at once, instead of one for each piece.

    for from in S:                                 for each one-to-one part of `steps`:
        offer K(from) to (steps[from] & T)     =>      offer K'(part) to (image[there](S) & T)

K' plays K after working out from part and destination where the move began. The same moves are offered, in
another order. A loop is vectorised as a whole or not at all: where one of its offers has to look at each
origin, the others may do so as well.
"""

from __future__ import annotations

from collections.abc import Container, Iterator

from gdl.analyses.termination import Termination
from gdl.core import make as k
from gdl.core import ops as o
from gdl.core.evaluate import everywhere
from gdl.core.ops import Block, Expr, Op, Proc, Program, Stmt
from gdl.core.walk import bits, bound_vars, free_vars, map_block, map_expr, map_program, substitute, with_body
from gdl.passes.vectorise_loops.parts import parts_of, where
from gdl.source.text import NOWHERE
from gdl.support.values import define, evolve, field, frozen

#: A move's arguments are worked out again when it is played; these operations only look at the arguments.
_PURE = bits(Op.CONST, Op.VAR, Op.TABLE, Op.ADD, Op.SUB, Op.MUL)
_LOOP = bits(o.ForSites)
_IMAGE = bits(Op.IMAGE)
_TABLE = bits(Op.TABLE)


class NotVectorisable(Exception):
    """The loop has to look at each origin."""


def vectorise_loops(program: Program, settled: Container[Proc] = ()) -> Program:
    """Vectorise the loops that can be, of all generators but those (by identity) in which none can."""
    work = _Vectoriser(program)
    procs = []
    for proc in program.procs:
        tried = proc.generator and proc not in settled
        procs.append(with_body(proc, map_block(proc.body, on_stmt=work.stmt, mask=_LOOP)) if tried else proc)
    if not work.changed:
        return program
    return work.finished(evolve(program, procs=(*procs, *work.procs), kinds=tuple(work.kinds)))


@frozen
class _LoopOffer:
    """An offer in a loop, as it stands there: everything told by the loop's variable."""

    offer: o.Offer
    conditions: tuple[Expr, ...]
    args: tuple[Expr, ...]
    sites: Expr


@frozen
class _Reach:
    """Where an offer leads from each origin: the step, the sites it keeps to, and for which origins."""

    step: o.Table
    limits: tuple[Expr, ...] = ()
    conditions: tuple[Expr, ...] = ()


@define(eq=False)
class _Rows:
    """What the destinations of one kind tell, part by part: a table for each parameter that they tell.

    `tables` stand for these until all rows are known.
    """

    params: tuple[str, ...]
    tables: dict[str, o.Table] = field(init=False)
    rows: list[tuple[tuple[int, ...], ...]] = field(factory=list)

    def __attrs_post_init__(self) -> None:
        self.tables = {param: o.Table(param, o.INT, (), -1) for param in self.params}

    def add(self, back: o.Table, dependent: dict[str, Expr], name: str, board: int) -> int:
        """The number of the row of a part: `told` by the origin (`name`), the origin by the step back."""

        columns = [everywhere(dependent[param], name, board) for param in self.params]
        row = tuple(tuple([int(c[int(o)]) if o >= 0 else -1 for o in back.values]) for c in columns)
        if row not in self.rows:
            self.rows.append(row)
        return self.rows.index(row)

    def made(self, param: str) -> o.Table:
        number = self.params.index(param)
        return evolve(self.tables[param], values=sum((row[number] for row in self.rows), ()))


@define
class _Vectoriser:
    program: Program
    termination: Termination = field(init=False)
    kinds: list[o.Kind] = field(init=False)
    procs: list[Proc] = field(factory=list)
    tables: list[o.Table] = field(factory=list)
    steps: dict[tuple[int | float, ...], o.Table] = field(factory=dict)
    changed: bool = False
    made: dict[object, tuple[int, _Rows]] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        self.termination = Termination(self.program)
        self.kinds = list(self.program.kinds)
        for table in self.program.tables:
            if table.type is o.INT and table.outside == -1:
                self.steps.setdefault(table.values, table)

    def stmt(self, stmt: Stmt) -> tuple[Stmt, ...]:
        """A loop over origins, vectorised if it can be."""
        if not isinstance(stmt, o.ForSites) or stmt.sites.op is Op.ONE:
            return (stmt,)
        if self.termination.any_may_diverge(stmt.body):
            return (stmt,)  # it is asked where there is an origin, and where it comes to that
        try:
            site = k.var(stmt.name, o.INT)
            results = list(_offers(stmt.body, {}, (), site))
            result = [new for one in results for new in self.offers(one, stmt)]
        except NotVectorisable:
            return (stmt,)
        self.changed = True
        return tuple(result)

    def offers(self, inner: _LoopOffer, loop: o.ForSites) -> Iterator[Stmt]:
        """One offer for each part of its steps."""
        board = self.program.sites
        for arg in inner.args:
            if loop.name in free_vars(arg) and not _depends_on_alone(arg, loop.name):
                raise NotVectorisable
        for reach in _reaches(inner.sites, loop.name, board):
            conditions = (*inner.conditions, *reach.conditions)
            outside = tuple(c for c in conditions if loop.name not in free_vars(c))
            origins: Expr | None = loop.sites
            for condition in conditions:
                if loop.name in free_vars(condition) and origins is not None:
                    origins = where(loop.name, origins, condition, board)
            parts = parts_of(reach.step, board)
            if origins is None or parts is None:
                raise NotVectorisable
            images = [self.declared(k.inter(k.image(part.there, origins), *reach.limits)) for part in parts]
            kept = tuple(a for a in inner.args if loop.name not in free_vars(a))
            made: list[Stmt] = []
            if kept == inner.args:
                # The move is the same wherever it comes from.
                made = [evolve(inner.offer, args=kept, sites=sites) for sites in images]
            else:
                kind, rows = self.kind(inner, loop.name)
                dependent = dict(
                    zip(rows.params, (a for a in inner.args if loop.name in free_vars(a)), strict=True)
                )
                for part, sites in zip(parts, images, strict=True):
                    row = k.int_(board * rows.add(part.back, dependent, loop.name, board))
                    made.append(o.Offer(kind, (row, *kept), sites, span=inner.offer.span))
            if outside:
                made = [o.If(k.and_(*outside), tuple(made), span=inner.offer.span)]
            yield from made

    def declared(self, expr: Expr) -> Expr:
        """The expression with tables of the program in place of those made on the way."""

        def on_node(node: Expr) -> Expr:
            if node.op is not Op.IMAGE or not isinstance(node.data, o.Table):
                return node
            return Expr(node.op, node.type, node.args, self.table(node.data))

        return map_expr(expr, on_node, _IMAGE)

    def table(self, table: o.Table) -> o.Table:
        """The table of the program with these values."""
        result = self.steps.get(table.values)
        if result is None:
            result = self.steps[table.values] = evolve(table, name=f"direction_{len(self.tables)}")
            self.tables.append(result)
        return result

    def kind(self, inner: _LoopOffer, name: str) -> tuple[int, _Rows]:
        """The kind that plays an offer's, what the origin told worked out from the destination and the part.

        Its first parameter tells the part, as the row in tables by destination: one table for all parts of
        all offers that are played alike.
        """
        old = self.kinds[inner.offer.kind]
        dependent = {
            param.name: arg
            for param, arg in zip(old.params, inner.args, strict=False)
            if name in free_vars(arg)
        }
        key = (evolve(old, index=0, span=NOWHERE), tuple(dependent))
        known = self.made.get(key)
        if known is not None:
            return known
        *captured, last = old.params
        row, rows = k.var("row.lifted", o.INT), _Rows(tuple(dependent))
        place = k.add(row, k.var(last.name, last.type))
        values = {param: k.table(table, place) for param, table in rows.tables.items()}
        params = (o.Param(str(row.data), o.INT), *(p for p in captured if p.name not in dependent), last)
        before = [o.Assign(param, value, span=old.span) for param, value in values.items()]
        play = next(p for p in self.program.procs if p.name == old.play)
        number, body = len(self.kinds), (*before, *play.body)
        self.procs.append(evolve(play, name=f"{old.play}_{number}", params=params, body=body, entry=False))

        def seen(expr: Expr) -> Expr:
            return substitute(expr, values)

        self.kinds.append(
            evolve(
                old,
                index=number,
                play=self.procs[-1].name,
                params=params,
                origin=seen(old.origin),
                target=seen(old.target),
                level_from=None if old.level_from is None else seen(old.level_from),
                level_to=None if old.level_to is None else seen(old.level_to),
            )
        )
        self.made[key] = number, rows
        return number, rows

    def finished(self, program: Program) -> Program:
        """The program with the tables by destination, now that all of their rows are known."""
        tables: dict[object, o.Table] = {}
        for _, rows in self.made.values():
            for param, table in rows.tables.items():
                tables[table] = self.table(rows.made(param))

        def on_node(node: Expr) -> Expr:
            made = tables.get(node.data) if node.op is Op.TABLE else None
            return node if made is None else k.table(made, node.args[0])

        changed = map_program(program, lambda e: map_expr(e, on_node, _TABLE), mask=_TABLE)
        return evolve(changed, tables=(*program.tables, *self.tables))


def _depends_on_alone(arg: Expr, name: str) -> bool:
    """Whether the variable alone tells the value."""
    return arg.type is o.INT and free_vars(arg) == {name} and not arg.op_mask & ~_PURE


def _offers(
    block: Block, values: dict[str, Expr], conditions: tuple[Expr, ...], site: Expr
) -> Iterator[_LoopOffer]:
    """The offers of a loop's body, its locals put in. Raises NotVectorisable for what is no offer."""
    values = dict(values)

    def substituted(expr: Expr) -> Expr:
        inside = set(bound_vars(expr))
        if inside & values.keys() or any(inside & free_vars(v) for v in values.values()):
            raise NotVectorisable
        return substitute(expr, values)

    for stmt in block:
        match stmt:
            case o.Assign():
                values[stmt.name] = substituted(stmt.value)
            case o.If():
                condition = substituted(stmt.condition)
                yield from _offers(stmt.then, values, (*conditions, condition), site)
                yield from _offers(stmt.otherwise, values, (*conditions, k.not_(condition)), site)
            case o.ForSites() if substituted(stmt.sites) == k.one(site):
                yield from _offers(stmt.body, {**values, stmt.name: site}, conditions, site)
            case o.Offer():
                yield _LoopOffer(
                    stmt, conditions, tuple(substituted(a) for a in stmt.args), substituted(stmt.sites)
                )
            case _:
                raise NotVectorisable


def _reaches(expr: Expr, name: str, board: int) -> Iterator[_Reach]:
    """A set of destinations told by the origin, as steps. Raises NotVectorisable."""
    site = k.var(name, o.INT)
    if expr.op is Op.TABLE and expr.args == (site,) and isinstance(expr.data, o.Table):
        yield _Reach(expr.data)
        return
    if expr.op is Op.ONE:
        inner = expr.args[0]
        if inner == site:
            yield _Reach(_identity(board))
            return
        if inner.op is Op.TABLE and inner.args == (site,) and isinstance(inner.data, o.Table):
            yield _Reach(inner.data)
            return
    match expr.op:
        case Op.INTER | Op.DIFF:
            a, b = expr.args
            if expr.op is Op.INTER and name not in free_vars(a):
                a, b = b, a
            if name in free_vars(b):
                raise NotVectorisable
            limit = b if expr.op is Op.INTER else k.diff(k.sites_((1 << board) - 1), b)
            for reach in _reaches(a, name, board):
                yield evolve(reach, limits=(*reach.limits, limit))
        case Op.SELECT:
            condition, a, b = expr.args
            for part, when in ((a, condition), (b, k.not_(condition))):
                if part != k.EMPTY_SET:
                    for reach in _reaches(part, name, board):
                        yield evolve(reach, conditions=(*reach.conditions, when))
        case _:
            raise NotVectorisable


def _identity(board: int) -> o.Table:
    return o.Table("same", o.INT, tuple(range(board)), -1)
