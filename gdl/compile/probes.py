"""Instrumentation (aspect weaving): a game is lowered so that every condition in it can be heard.

Each condition, and each number, region, rule, effect and ending that matters to one, gets a *probe*: a
procedure of its own that hands its argument through. What the program does is the same; but whoever runs it
can put something between (interpreter/why/), to hear what each came to, and to ask what if it had come to
something else. Ordinary programs are not touched: the ludemes of a fresh copy of the bound game are.

    (to if:(is Empty (to)))     filter to1 in steps[from1]: probe_7(has(empty, to1), from1, to1)
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import TypeVar

from gdl.builder.builder import Builder
from gdl.builder.context import Context
from gdl.core import make as k
from gdl.core.ops import BOOL, INT, LEAVES, SITES, Do, Expr, Op, Param, Proc, Return
from gdl.ludeme.base import Ludeme
from gdl.ludeme.categories import BoolExpr
from gdl.parse.forms import Form
from gdl.source.text import Span
from gdl.support.values import define, field, frozen

L = TypeVar("L", bound=Ludeme)


class ProbeKind(Enum):
    """What a probe looks at."""

    CONDITION = "condition"
    NUMBER = "number"
    REGION = "region"
    RULE = "rule"
    EFFECT = "effect"
    ENDING = "ending"
    RESULT = "result"


@frozen(eq=False)
class Probe:
    """A ludeme that is looked at: an author's own words at `span`.

    `parent` is the probe of the nearest ludeme around it that has one, `argument` the name of the argument of
    `holder` that it, or what it stands in, is.
    """

    number: int
    kind: ProbeKind
    ludeme: Ludeme = field(repr=False)
    parent: Probe | None = field(repr=False)
    holder: Ludeme | None = field(repr=False)
    argument: str = ""
    #: what it was bound from, definitions put in
    form: Form | None = field(default=None, repr=False)

    @property
    def span(self) -> Span:
        """Where it stands."""
        return self.ludeme.span

    def within(self, outer: Probe) -> bool:
        """Does it stand in that one, or is it the same?"""
        here: Probe | None = self
        while here is not None:
            if here is outer:
                return True
            here = here.parent
        return False

    @property
    def asked_after(self) -> bool:
        """Is it asked in the position that moves lead to?"""
        return self.holder is not None and self.holder.asks_after

    def whole(self) -> Probe:
        """The whole condition (or region) that this is a part of, be it through moves that it asks for."""
        whole = here = self
        while here.parent is not None:
            here = here.parent
            if here.kind is ProbeKind.CONDITION or here.kind is whole.kind is ProbeKind.REGION:
                whole = here
        return whole

    def only_in(self, outer: Probe) -> bool:
        """Is it that one, or a part of it with nothing but parts of the same kind between?"""
        here = self
        while here is not outer:
            if here.parent is None or here.parent.kind is not self.kind:
                return False
            here = here.parent
        return True

    def through_moves(self, outer: Probe) -> bool:
        """Are there moves between it and the one around it: is it asked of what could be moved?"""
        here: Probe | None = self
        while here is not None and here is not outer:
            if here.kind is ProbeKind.RULE:
                return True
            here = here.parent
        return False

    def rule(self) -> Probe | None:
        """The innermost rule that it belongs to; itself, if it is one."""
        here: Probe | None = self
        while here is not None and here.kind is not ProbeKind.RULE:
            here = here.parent
        return here


@frozen
class Tap:
    """A procedure of a probe, and the names that its parameters stand for, those after the value."""

    probe: Probe
    names: tuple[str, ...]


@define
class Probes:
    """The probes of one game, and the procedures that belong to them, by name."""

    all: list[Probe] = field(factory=list)
    taps: dict[str, Tap] = field(factory=dict)
    #: what never changes, by the number of the probe
    constants: dict[int, object] = field(factory=dict)
    _made: dict[tuple[int, tuple[str, ...]], str] = field(factory=dict)

    def add(self, kind: ProbeKind, ludeme: Ludeme, parent: Probe | None, holder: Ludeme | None,
            argument: str, form: Form | None) -> Probe:  # fmt: skip
        """A new probe."""
        probe = Probe(len(self.all), kind, ludeme, parent, holder, argument, form)
        self.all.append(probe)
        return probe

    def value(self, b: Builder, probe: Probe, value: Expr) -> Expr:
        """The same value, handed through a procedure of the probe, with the names that are bound here."""
        if value.op is Op.CONST:
            self.constants[probe.number] = value.data
            return value
        compared = isinstance(probe.holder, BoolExpr) and probe.holder.compares
        if probe.kind is not ProbeKind.CONDITION and value.op in (Op.VAR, Op.FIELD) and not compared:
            return value  # others may look what it is
        if value.type not in (BOOL, INT, SITES):
            return value
        names, args = _bound_here(b)
        key = (probe.number, names)
        name = self._made.get(key)
        if name is None:
            name = self._made[key] = b.fresh(f"probe_{probe.number}")
            params = (Param("it_", value.type), *(Param(f"{each}_", INT) for each in names))
            body = (Return(k.var("it_", value.type), span=probe.span),)
            b.procs[name] = Proc(name, params, body, value.type, span=probe.span)
            self.taps[name] = Tap(probe, names)
        return k.call(name, value.type, value, *args)

    def mark(self, b: Builder, probe: Probe) -> None:
        """Emit a call that only tells that this is carried out now."""
        name = self._made.get((probe.number, ()))
        if name is None:
            name = self._made[probe.number, ()] = b.fresh(f"probe_{probe.number}")
            b.procs[name] = Proc(name, (), (), None, span=probe.span)
            self.taps[name] = Tap(probe, ())
        b.emit(Do(name, (), span=probe.span))

    def generator(self, b: Builder, probe: Probe, make: Callable[[], None]) -> None:
        """Offer what `make` offers, by a generator of the probe."""
        call = b.generator(f"probe_{probe.number}", make)
        params = tuple(param.name.removesuffix("_") for param in b.procs[call.name].params)
        self.taps[call.name] = Tap(probe, params)
        b.generate(call)


#: The names that are told with a value.
_TOLD = (
    Context.FROM,
    Context.TO,
    Context.BETWEEN,
    Context.SITE,
    Context.LEVEL,
    Context.PLAYER,
    Context.VALUE,
)
#: Their values may be written once more without work or harm.


def _bound_here(b: Builder) -> tuple[tuple[str, ...], tuple[Expr, ...]]:
    """The names that the procedure being built knows already: none is captured for being told."""
    frame, names, args = b.frame, [], []
    for name in _TOLD:
        value = frame.env.get(name)
        if value is None and (param := frame.params.get(name)) is not None:
            value = k.var(param.name, param.type)
        if value is not None and value.op in LEAVES and value.type is INT:
            names.append(name.value)
            args.append(value)
    return tuple(names), tuple(args)
