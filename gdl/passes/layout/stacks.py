"""Stacks: the helper procedures that change them, written in the core itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from gdl.core import make as k
from gdl.core.ops import INT, Assign, Block, Do, Expr, Field, ForRange, If, Param, Proc, Stmt, Store
from gdl.passes.layout.plan import Plan
from gdl.passes.layout.site_writer import SiteWriter
from gdl.source.text import NOWHERE, Span


def _v(name: str) -> Expr:
    return k.var(name, INT)


def _at_least_0(number: Expr) -> Expr:
    """A number that is none below 0, said so that its range is known."""
    return k.max_(number, k.int_(0))


_S, _T, _LEVEL, _H, _I, _N = _v("s"), _v("t"), _v("level"), _v("h"), _v("i"), _v("n")


class Stacks:
    """Calls of the helpers, and the helpers that are called."""

    def __init__(self, plan: Plan, writer: SiteWriter) -> None:
        assert plan.height is not None and plan.overflow is not None
        self.plan, self.writer = plan, writer
        self.height: Field = plan.height
        self.overflow: Field = plan.overflow
        #: names of the values of levels, the component first
        self.names = tuple(plan.levels)
        self.used: dict[str, Callable[[], Proc]] = {}

    def procs(self) -> Iterator[Proc]:
        """The helpers called so far, and those that they call."""
        made: dict[str, Proc] = {}
        while len(made) < len(self.used):
            for name, make in list(self.used.items()):
                if name not in made:
                    made[name] = make()
        yield from made.values()

    def _do(self, make: Callable[[], Proc], args: tuple[Expr, ...], span: Span) -> Stmt:
        name = "layout_" + make.__name__.strip("_")
        self.used[name] = make
        return Do(name, args, span=span)

    # --- calls ----------------------------------------------------------------------------------------

    def single(self, site: Expr, what: Expr, values: dict[str, Expr], span: Span) -> Stmt:
        """The stack becomes this one piece; `leave` comes before."""
        return self._do(self._single, (site, *self._values(what, values)), span)

    def none(self, site: Expr, span: Span) -> Stmt:
        """The stack becomes empty; `leave` and `clear` come before."""
        return self._do(self._none, (site,), span)

    def take(self, site: Expr, whole: bool, span: Span) -> Stmt:
        """The top level goes, or the `whole` stack."""
        if whole:
            return self._do(self._take_all, (site,), span)
        return self._do(self._take_level, (site, k.sub(k.elem(self.height, site), k.int_(1))), span)

    def take_level(self, site: Expr, level: Expr, span: Span) -> Stmt:
        """One level goes; those above come down."""
        return self._do(self._take_level, (site, level), span)

    def push(self, site: Expr, what: Expr, level: Expr, values: dict[str, Expr], span: Span) -> Stmt:
        """A piece comes on top, or as a level."""
        return self._do(self._push, (site, level, *self._values(what, values)), span)

    def move_levels(self, origin: Expr, target: Expr, level: Expr, whole: bool, span: Span) -> Stmt:
        """The levels from `level` up, or just that one, go onto another stack."""
        count = k.sub(k.elem(self.height, origin), level) if whole else k.int_(1)
        return self._do(self._move_levels, (origin, target, level, count), span)

    def move_whole(self, origin: Expr, target: Expr, span: Span) -> Stmt:
        """A stack goes to another site; what was there is gone."""
        return self._do(self._move_whole, (origin, target), span)

    def set_value(self, name: str, site: Expr, value: Expr, level: Expr | None, span: Span) -> Iterator[Stmt]:
        """Set a value of a level, or of the top and of the site itself."""
        height = k.elem(self.height, site)
        top = k.sub(height, k.int_(1))
        at = top if level is None else level
        inside = k.and_(k.ge(at, k.int_(0)), k.lt(at, height))
        store = Store(self.plan.levels[name], self.plan.slot(site, at), value, span=span)
        yield If(inside, (store,), span=span)
        field = self.plan.values[name]
        if level is None:
            yield Store(field, site, value, span=span)
        else:
            shown = k.and_(k.ge(level, k.int_(0)), k.eq(level, top))
            yield If(shown, (Store(field, site, value, span=span),), span=span)

    def _values(self, what: Expr, values: dict[str, Expr]) -> tuple[Expr, ...]:
        return (what, *(values.get(n, k.int_(0)) for n in self.names[1:]))

    # --- helpers --------------------------------------------------------------------------------------

    def _head(self, name: str, *params: str, values: bool = False) -> tuple[str, tuple[Param, ...]]:
        names = (*params, *(self.names if values else ()))
        return f"layout_{name}", tuple(Param(n, INT) for n in names)

    def _proc(self, head: tuple[str, tuple[Param, ...]], body: Block) -> Proc:
        return Proc(head[0], head[1], body)

    def _set_slot(self, site: Expr, level: Expr, values: tuple[Expr, ...]) -> Iterator[Stmt]:
        for name, value in zip(self.names, values, strict=True):
            yield Store(self.plan.levels[name], self.plan.slot(site, level), value)

    def _slot(self, site: Expr, level: Expr) -> tuple[Expr, ...]:
        return tuple(k.elem(self.plan.levels[n], self.plan.slot(site, level)) for n in self.names)

    def _zeros(self) -> tuple[Expr, ...]:
        return (k.int_(0),) * len(self.names)

    def _height(self, number: Expr) -> Expr:
        """A number that is a height, so that the analysis of ranges knows it: it takes a byte, and loops over
        levels are known to be short."""
        return _at_least_0(k.min_(number, k.int_(self.plan.limit)))

    def _show_top(self) -> Proc:
        """The fields by site and the sets become those of the top."""
        top = self._slot(_S, k.sub(_H, k.int_(1)))
        values = {n: e for n, e in zip(self.names[1:], top[1:], strict=True) if n in self.plan.values}
        body = (
            *self.writer.leave(_S, NOWHERE),
            Assign("h", k.elem(self.height, _S)),
            If(
                k.gt(_H, k.int_(0)),
                tuple(self.writer.enter(_S, top[0], values, NOWHERE)),
                tuple(self.writer.clear(_S, NOWHERE)),
            ),
        )
        return self._proc(self._head("show_top", "s"), body)

    def _shown(self, site: Expr) -> Stmt:
        return self._do(self._show_top, (site,), NOWHERE)

    def _emptied(self) -> tuple[Stmt, ...]:
        """All levels of `s` become 0, so that equal positions are equal."""
        top = k.sub(k.elem(self.height, _S), k.int_(1))
        clear = ForRange("i", k.int_(0), top, tuple(self._set_slot(_S, _I, self._zeros())))
        return (clear, Store(self.height, _S, k.int_(0)))

    def _none(self) -> Proc:
        return self._proc(self._head("none", "s"), self._emptied())

    def _take_all(self) -> Proc:
        test = k.gt(k.elem(self.height, _S), k.int_(0))
        return self._proc(self._head("take_all", "s"), (If(test, (*self._emptied(), self._shown(_S))),))

    def _single(self) -> Proc:
        given = tuple(_v(n) for n in self.names)
        body = (
            *self._emptied(),
            *self._set_slot(_S, k.int_(0), given),
            Store(self.height, _S, k.int_(1)),
            *self.writer.enter(_S, given[0], dict(zip(self.names, given, strict=True)), NOWHERE),
        )
        inside = (If(self.writer.inside(_S), body),)
        return self._proc(self._head("single", "s", values=True), inside)

    def _push(self) -> Proc:
        up = k.sub(k.add(_H, _LEVEL), k.add(_I, k.int_(1)))  # from the top down to `level`
        shift = tuple(self._set_slot(_S, k.add(up, k.int_(1)), self._slot(_S, up)))
        make_room = ForRange("i", _at_least_0(_LEVEL), k.sub(_H, k.int_(1)), shift)
        on_top = k.or_(k.lt(_LEVEL, k.int_(0)), k.gt(_LEVEL, _H))
        pushed = (
            If(on_top, (Assign("level", _H),)),
            make_room,
            *self._set_slot(_S, _LEVEL, tuple(_v(n) for n in self.names)),
            Store(self.height, _S, self._height(k.add(_H, k.int_(1)))),
            self._shown(_S),
        )
        full = k.ge(_H, k.int_(self.plan.limit))
        body: Block = (
            Assign("h", k.elem(self.height, _S)),
            If(full, (Store(self.overflow, None, k.TRUE),), pushed),
        )
        inside = (If(k.and_(self.writer.inside(_S), *self.plan.is_component(_v("what"))), body),)
        return self._proc(self._head("push", "s", "level", values=True), inside)

    def _drop(self) -> tuple[Stmt, ...]:
        """Of the `h` levels of `s`, the `n` from `level` up go, those above come down."""
        below = k.sub(_H, _N)
        shift = tuple(self._set_slot(_S, _I, self._slot(_S, k.add(_I, _N))))
        return (
            ForRange("i", _at_least_0(_LEVEL), k.sub(below, k.int_(1)), shift),
            ForRange(
                "i", _at_least_0(below), k.sub(_H, k.int_(1)), tuple(self._set_slot(_S, _I, self._zeros()))
            ),
            Store(self.height, _S, self._height(below)),
            self._shown(_S),
        )

    def _take_level(self) -> Proc:
        test = k.and_(k.ge(_LEVEL, k.int_(0)), k.lt(_LEVEL, _H))
        body = (
            Assign("h", k.elem(self.height, _S)),
            Assign("n", k.int_(1)),
            If(test, self._drop()),
        )
        return self._proc(self._head("take_level", "s", "level"), body)

    def _move_levels(self) -> Proc:
        base = k.elem(self.height, _T)
        free = Assign("free", k.sub(k.int_(self.plan.limit), base))
        copy = ForRange(
            "i",
            k.int_(0),
            k.sub(k.min_(_N, _v("free")), k.int_(1)),
            tuple(self._set_slot(_T, k.add(_v("base"), _I), self._slot(_S, k.add(_LEVEL, _I)))),
        )
        known = k.and_(k.ge(_LEVEL, k.int_(0)), k.lt(_LEVEL, _H), k.gt(_N, k.int_(0)))
        test = k.and_(k.ne(_S, _T), self.writer.inside(_T), known)
        moved: Block = (
            free,
            Assign("base", base),
            copy,
            If(k.gt(_N, _v("free")), (Store(self.overflow, None, k.TRUE),)),
            Store(self.height, _T, self._height(k.add(_v("base"), k.min_(_N, _v("free"))))),
            self._shown(_T),
            *self._drop(),
        )
        body = (Assign("h", k.elem(self.height, _S)), If(test, moved))
        return self._proc(self._head("move_levels", "s", "t", "level", "n"), body)

    def _move_whole(self) -> Proc:
        there = k.and_(k.ne(_S, _T), self.writer.inside(_T), k.gt(k.elem(self.height, _S), k.int_(0)))
        body = (
            self._do(self._take_all, (_T,), NOWHERE),
            self._do(self._move_levels, (_S, _T, k.int_(0), k.elem(self.height, _S)), NOWHERE),
        )
        return self._proc(self._head("move_whole", "s", "t"), (If(there, body),))
