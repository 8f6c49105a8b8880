"""Writes of pieces as writes of fields: the second half of `layout`."""

from __future__ import annotations

from collections.abc import Iterator

from gdl.core import make as k
from gdl.core import ops as o
from gdl.core.ops import Expr, Op, Proc, Stmt
from gdl.passes.layout.plan import FEW_SETS, Plan
from gdl.passes.layout.reads import Reader
from gdl.passes.layout.site_writer import SURE, SiteWriter
from gdl.passes.layout.stacks import Stacks
from gdl.source.text import Span

_SIMPLE = (Op.CONST, Op.VAR)


class Writer(SiteWriter):
    """Turns writes of pieces into writes of fields."""

    def __init__(self, plan: Plan, reader: Reader) -> None:
        super().__init__(plan, reader)
        self.stacks = Stacks(plan, self) if plan.height is not None else None
        self.number = 0

    def procs(self) -> Iterator[Proc]:
        """The helpers that the writes call."""
        if self.stacks is not None:
            yield from self.stacks.procs()

    def stmt(self, stmt: Stmt) -> tuple[Stmt, ...]:
        """The statements that a statement becomes; itself if it has nothing to do with pieces."""
        work = _Work(self, stmt.span)
        match stmt:
            case o.Put():
                work.put(stmt)
            case o.Take():
                work.take(stmt)
            case o.MovePiece():
                work.move(stmt)
            case o.SetAt():
                work.set_at(stmt)
            case o.Push():
                work.push(stmt)
            case o.MoveLevels():
                work.move_levels(stmt)
            case o.TakeLevel():
                work.take_level(stmt)
            case _:
                return (stmt,)
        return work.done()


class _Work:
    """One write being turned."""

    def __init__(self, writer: Writer, span: Span) -> None:
        self.writer = writer
        self.plan = writer.plan
        self.span = span
        self.before: list[Stmt] = []
        self.apply: list[Stmt] = []

    def done(self) -> tuple[Stmt, ...]:
        return (*self.before, o.Apply(tuple(self.apply), span=self.span)) if self.apply else ()

    def local(self, value: Expr) -> Expr:
        """An argument's value as evaluated at entry."""
        if value.op in _SIMPLE:
            return value
        self.writer.number += 1
        name = f"piece.{self.writer.number}"
        self.before.append(o.Assign(name, value, span=self.span))
        return k.var(name, value.type)

    def live(self, value: Expr) -> Expr:
        """A value as it stands when the write is applied; kept, for the write itself may change it."""
        self.writer.number += 1
        name = f"piece.{self.writer.number}"
        self.apply.append(o.Assign(name, value, span=self.span))
        return k.var(name, value.type)

    def given(self, stmt: o.Put | o.Push) -> dict[str, Expr]:
        """The values that a statement gives to the new piece, those that are carried."""
        names = [n for n in self.plan.values if n != "count" or isinstance(stmt, o.Put)]
        return {n: self.local(v) for n in names if (v := getattr(stmt, n)) is not None}

    def put(self, stmt: o.Put) -> None:
        site, what = self.local(stmt.site), self.local(stmt.what)
        values = self.given(stmt)
        count = None if stmt.count is None else values.get("count") or self.local(stmt.count)
        span, writer = self.span, self.writer
        tests = self.plan.is_component(what)
        if count is not None and not _positive(count):
            tests.append(k.gt(count, k.int_(0)))
        placing: list[Stmt] = []
        if not stmt.fresh:
            self.apply.extend(writer.leave(site, span, stmt.held, gone=bool(tests)))
        if writer.stacks is not None:
            placing.append(writer.stacks.single(site, what, values, span))
        else:
            placing.extend(writer.enter(site, what, values, span))
        if not tests:
            self.apply.extend(placing)
            return
        removing = list(writer.clear(site, span))
        if writer.stacks is not None:
            removing.append(writer.stacks.none(site, span))
        self.apply.append(o.If(k.and_(*tests), tuple(placing), tuple(removing), span=span))

    def take(self, stmt: o.Take) -> None:
        sites = self.local(stmt.sites)
        writer, plan, span = self.writer, self.plan, self.span
        if writer.stacks is not None:
            name = f"taken.{self.fresh()}"
            call = writer.stacks.take(k.var(name, o.INT), stmt.all_levels, span)
            self.apply.append(o.ForSites(name, sites, (call,), span=span))
            return
        if plan.values:
            assert plan.occupied is not None
            sites = self.live(k.inter(sites, k.field(plan.occupied)))
        whats = frozenset(plan.whats if stmt.held is None else stmt.held) - {0}
        if not whats:
            return
        sets = [(plan.owned, i) for i in plan.own(whats)] + [(plan.kinds, i) for i in sorted(whats)]
        few = [(field, index) for field, index in sets if field is not None]
        one = sites.op is Op.ONE and plan.what is not None and len(few) > SURE
        whole = (len(few) <= FEW_SETS and not one) or plan.what is None
        if whole:
            for field, index in few:
                self.apply.append(o.Include(field, k.int_(index), sites, False, span=span))
            if plan.occupied is not None:
                self.apply.append(o.Include(plan.occupied, None, sites, False, span=span))
        name = f"taken.{self.fresh()}"
        site = k.var(name, o.INT)
        body = [*(() if whole else writer.leave(site, span, stmt.held)), *writer.clear(site, span)]
        if body:
            self.apply.append(o.ForSites(name, sites, tuple(body), span=span))

    def fresh(self) -> int:
        self.writer.number += 1
        return self.writer.number

    def move(self, stmt: o.MovePiece) -> None:
        writer, plan = self.writer, self.plan
        origin, target = self.local(stmt.origin), self.local(stmt.target)
        if writer.stacks is not None:
            self.apply.append(writer.stacks.move_whole(origin, target, self.span))
            return
        held = frozenset((0, *plan.whats)) if stmt.held is None else stmt.held
        whats = sorted(held - {0})
        tests = [writer.inside(target)]
        if not stmt.apart:
            tests.insert(0, k.ne(origin, target))
        if len(whats) == 1:
            piece = k.int_(whats[0])
            there = writer.inside(origin) if 0 not in held else writer.reader.stands(whats[0], origin)
            self.moved(stmt, origin, target, piece, [there, *tests])
        elif plan.what is not None:
            piece = self.live(k.elem(plan.what, origin))
            self.moved(stmt, origin, target, piece, [k.ne(piece, k.int_(0)), *tests])
        elif stmt.owner is not None and plan.merged and 0 not in held:
            owner = self.local(stmt.owner)
            self.moved(stmt, origin, target, k.int_(0), [writer.inside(origin), *tests], owner)
        else:
            name = f"piece.{self.fresh()}"  # before anything is written
            self.apply.append(o.Assign(name, writer.reader.what(origin), span=self.span))
            for what in whats:
                here = k.eq(k.var(name, o.INT), k.int_(what))
                self.moved(stmt, origin, target, k.int_(what), [here, *tests])

    def moved(
        self,
        stmt: o.MovePiece,
        origin: Expr,
        target: Expr,
        piece: Expr,
        tests: list[Expr],
        owner: Expr | None = None,
    ) -> None:
        """One piece goes from a site to another, where the tests hold; of an `owner` with one component."""
        writer, plan, span = self.writer, self.plan, self.span
        body: list[Stmt] = []
        kept: dict[str, Expr] = {}
        for name in plan.values:
            local = f"piece.{self.fresh()}"
            body.append(o.Assign(local, k.elem(plan.values[name], origin), span=span))
            kept[name] = k.var(local, o.INT)
        if owner is not None:
            body += [*writer.change(origin, owner, False, span), *writer.clear(origin, span)]
            body += writer.leave(target, span, stmt.over, gone=False)
            body += writer.change(target, owner, True, span)
            body += [o.Store(f, target, kept[name], span=span) for name, f in plan.values.items()]
        else:
            held = frozenset((int(str(piece.data)),)) if piece.op is Op.CONST else stmt.held
            body += [*writer.leave(origin, span, held), *writer.clear(origin, span)]
            body += [*writer.leave(target, span, stmt.over, gone=False)]
            body += writer.enter(target, piece, kept, span)
        self.apply.append(o.If(k.and_(*tests), tuple(body), span=span))

    def set_at(self, stmt: o.SetAt) -> None:
        writer, plan, span = self.writer, self.plan, self.span
        site, value = self.local(stmt.site), self.local(stmt.value)
        field = plan.values.get(stmt.kind)
        if stmt.kind == "count":
            assert plan.occupied is not None
            emptied: list[Stmt] = [*writer.leave(site, span), *writer.clear(site, span)]
            if writer.stacks is not None:
                emptied.append(writer.stacks.none(site, span))
            kept: tuple[Stmt, ...] = () if field is None else (o.Store(field, site, value, span=span),)
            choice = o.If(k.lt(value, k.int_(1)), tuple(emptied), kept, span=span)
            there = k.has(k.field(plan.occupied), site)
            self.apply.append(o.If(there, (choice,), span=span))
        elif field is not None and writer.stacks is not None:
            level = None if stmt.level is None else self.local(stmt.level)
            self.apply.extend(writer.stacks.set_value(stmt.kind, site, value, level, span))
        elif field is not None:
            store = o.Store(field, site, value, span=span)
            if stmt.level is None:
                self.apply.append(store)
            else:
                self.apply.append(o.If(k.eq(self.local(stmt.level), k.int_(0)), (store,), span=span))

    def push(self, stmt: o.Push) -> None:
        assert self.writer.stacks is not None
        site, what = self.local(stmt.site), self.local(stmt.what)
        level = k.int_(self.plan.limit) if stmt.level is None else self.local(stmt.level)
        values = self.given(stmt)
        self.apply.append(self.writer.stacks.push(site, what, level, values, self.span))

    def move_levels(self, stmt: o.MoveLevels) -> None:
        assert self.writer.stacks is not None
        origin, target, level = self.local(stmt.origin), self.local(stmt.target), self.local(stmt.level)
        self.apply.append(self.writer.stacks.move_levels(origin, target, level, stmt.whole, self.span))

    def take_level(self, stmt: o.TakeLevel) -> None:
        site, level = self.local(stmt.site), self.local(stmt.level)
        if self.writer.stacks is not None:
            self.apply.append(self.writer.stacks.take_level(site, level, self.span))
            return
        # without stacks the ground level is the whole of it
        inner = _Work(self.writer, self.span)
        inner.take(o.Take(k.one(site), span=self.span))
        self.before += inner.before
        self.apply.append(o.If(k.eq(level, k.int_(0)), tuple(inner.apply), span=self.span))


def _positive(expr: Expr) -> bool:
    return expr.op is Op.CONST and isinstance(expr.data, int) and expr.data > 0
