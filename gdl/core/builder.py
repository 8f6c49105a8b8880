"""The builder: what a ludeme's `lower` talks to.

Two rules keep lowering simple. Expressions are pure: lowering a condition, number or region emits no
statement; where it needs some, it makes a procedure (`function`). And the context of a rule (from, to, site,
mover, ...) is bound by name (`Context`) around whatever uses it; a procedure made in between takes as
parameters just those of the bound names that its body uses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import Enum
from typing import TYPE_CHECKING, Any

from attrs import define, field, frozen

from gdl.core import make as k
from gdl.core.ops import (
    BOOL,
    FLOAT,
    INT,
    SITES,
    Assign,
    Block,
    Do,
    Draw,
    Expr,
    Field,
    ForRange,
    ForSites,
    Generate,
    If,
    Kind,
    Op,
    Param,
    Proc,
    Rays,
    Return,
    Sandbox,
    Simultaneous,
    Stmt,
    Table,
    Type,
    While,
)
from gdl.diagnostics import Diagnostic
from gdl.source import NOWHERE, Span

if TYPE_CHECKING:
    from gdl.facts import Component, Facts
    from gdl.lowering.before import Before
    from gdl.ludeme import Ludeme
    from gdl.ludemes.arguments import Then


class Context(Enum):
    """The names that rules are evaluated in (Ludii's iterators), dynamically scoped."""

    FROM = "from"
    TO = "to"
    BETWEEN = "between"
    SITE = "site"
    LEVEL = "level"
    PLAYER = "player"
    VALUE = "value"
    PIPS = "pips"
    DICE = "dice"  # the dice in question: the sum of 2 to the power of each one's number
    TRACK = "track"
    EDGE = "edge"
    TEAM = "team"
    MOVER = "mover"
    NEXT = "next"
    PREV = "prev"
    DIRECTION = "direction"  # the number of the direction that a rule has gone in, see `direction_between`
    REGION = "region"  # the set that (region) stands for
    HELD1 = "held1"  # what names meant to effects that come before the moves being lowered
    HELD2 = "held2"
    HELD3 = "held3"
    HELD4 = "held4"
    THREAT = "threat"  # bound while attacks are generated: threats asked about there count as none


@frozen
class Call:
    """A procedure and the arguments to call it with from where it was made."""

    name: str
    args: tuple[Expr, ...]


@define
class Frame:
    """A procedure being built."""

    name: str
    outer: dict[Context, Expr]
    env: dict[Context, Expr] = field(factory=dict)
    params: dict[Context, Param] = field(factory=dict)
    blocks: list[list[Stmt]] = field(factory=lambda: [[]])
    counters: dict[str, int] = field(factory=dict)
    #: the names that its body looked up outside of it, and what kind of thing each was
    looked: dict[Context, object] = field(factory=dict)
    #: does it change the state (others only look at it, or offer moves)
    changes: bool = False
    #: within how many conditions on the members of a set its statements are being made
    within: int = 0


_TYPES = {Context.REGION: SITES}

#: Bindings of these to a constant, or of MOVER to its field, need no capture.
_FIXED = (Op.CONST,)


def _sort(value: Expr | None) -> object:
    """What matters of a name's meaning to a procedure that captures it: a constant's or field's all."""
    if value is None or value.op is Op.CONST or value.op is Op.FIELD:
        return value
    return value.type


class Builder:
    """Builds the procedures of one game."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.fields: dict[str, Field] = {}
        self.tables: dict[tuple[object, ...], Table] = {}
        self.ray_tables: dict[tuple[tuple[int, ...], ...], Rays] = {}
        self.procs: dict[str, Proc] = {}
        self.kinds: list[Kind] = []
        self.memo: dict[object, Any] = {}
        self.frames: list[Frame] = []
        self.spans: list[Span] = [NOWHERE]
        #: by procedure the names that it looked up outside, and what kind of thing each was
        self.looked: dict[str, dict[Context, object]] = {}
        #: the piece whose rules are being lowered, where it is known
        self.piece: Component | None = None
        #: what follows the moves being lowered, from the enclosing rules, innermost last
        self.thens: list[Then] = []
        #: what the moves being lowered use up: done before anything that follows them
        self.uses: list[Then] = []
        #: what comes before the moves being lowered, outermost first
        self.before: list[Before] = []
        #: whether it is only asked where the moves being lowered start
        self.origins_only = False
        self._names: dict[str, int] = {}
        #: what is odd about the rules, but keeps nobody from playing
        self.warnings: list[Diagnostic] = []

    # --- names, spans, fields, tables ---------------------------------------------------------------

    def fresh(self, stem: str) -> str:
        """A name for a procedure, field or table that no other has."""
        number = self._names.get(stem, 0)
        self._names[stem] = number + 1
        return stem if number == 0 else f"{stem}_{number + 1}"

    def local(self, stem: str) -> str:
        """A name for a local variable that no other in this procedure has."""
        counters = self.frame.counters
        counters[stem] = counters.get(stem, 0) + 1
        return f"{stem}{counters[stem]}"

    @contextmanager
    def at(self, ludeme: Ludeme | None) -> Iterator[None]:
        """Statements made inside belong to this ludeme's place in the file."""
        self.spans.append(ludeme.span if ludeme is not None and ludeme.span is not NOWHERE else self.span)
        try:
            yield
        finally:
            self.spans.pop()

    @property
    def span(self) -> Span:
        return self.spans[-1]

    def warn(self, code: str, message: str, span: Span, label: str = "", *help: str) -> None:
        """Note something odd, once."""
        warning = Diagnostic(code, message, span, label, tuple(help), severity="warning")
        if warning not in self.warnings:
            self.warnings.append(warning)

    def declare(
        self,
        name: str,
        type_: Type = INT,
        length: int | None = None,
        initial: int | float | bool = 0,
        position: bool = False,
    ) -> Field:
        """The state field of this name; declared at its first mention.

        Only the pieces and the mover make the position that repetition rules compare.
        """
        known = self.fields.get(name)
        if known is None:
            known = self.fields[name] = Field(name, type_, length, initial, position)
        return known

    def register(self, name: str, initial: int = -1, position: bool = False) -> Expr:
        """A scalar Int field, for reading."""
        return k.field(self.declare(name, INT, None, initial, position))

    def table(self, values: tuple[int, ...], type_: Type = INT, outside: int = -1, stem: str = "t") -> Table:
        """A constant table; equal ones are shared."""
        key = (type_, outside, values)
        known = self.tables.get(key)
        if known is None:
            known = self.tables[key] = Table(self.fresh(stem), type_, values, outside)
        return known

    def rays(self, paths: tuple[tuple[int, ...], ...], stem: str = "rays") -> Rays:
        """A table of rays; equal ones are shared."""
        known = self.ray_tables.get(paths)
        if known is None:
            known = self.ray_tables[paths] = Rays(self.fresh(stem), paths)
        return known

    # --- statements -----------------------------------------------------------------------------------

    @property
    def frame(self) -> Frame:
        return self.frames[-1]

    def emit(self, stmt: Stmt) -> None:
        """Add a statement to the current block."""
        self.frame.blocks[-1].append(stmt)

    @contextmanager
    def block(self) -> Iterator[list[Stmt]]:
        """Statements made inside are collected instead of added."""
        stmts: list[Stmt] = []
        self.frame.blocks.append(stmts)
        try:
            yield stmts
        finally:
            self.frame.blocks.pop()

    def body(self, make: Callable[[], None]) -> Block:
        """The statements that `make` makes."""
        with self.block() as stmts:
            make()
        return tuple(stmts)

    def assign(self, stem: str, value: Expr) -> Expr:
        """A new local with this value."""
        if value.op in (Op.CONST, Op.VAR):
            return value
        name = self.local(stem)
        self.emit(Assign(name, value, span=self.span))
        return k.var(name, value.type)

    def variable(self, stem: str, value: Expr) -> Expr:
        """A new local with this value, even if that is a constant."""
        name = self.local(stem)
        self.emit(Assign(name, value, span=self.span))
        return k.var(name, value.type)

    @contextmanager
    def if_(self, condition: Expr) -> Iterator[None]:
        """Statements made inside run if the condition holds."""
        if condition == k.TRUE:
            yield
            return
        with self.block() as stmts:
            yield
        if stmts:
            self.emit(If(condition, tuple(stmts), span=self.span))

    def if_else(self, condition: Expr, then: Callable[[], None], otherwise: Callable[[], None]) -> None:
        first, second = self.body(then), self.body(otherwise)
        if first or second:
            self.emit(If(condition, first, second, span=self.span))

    @contextmanager
    def each(self, sites: Expr, *names: Context) -> Iterator[Expr]:
        """For each member, bound to the names given."""
        name = self.local(names[0].value if names else "s")
        member = k.var(name, INT)
        with self.block() as stmts, self.bind(dict.fromkeys(names, member)):
            yield member
        if stmts:
            self.emit(ForSites(name, sites, tuple(stmts), span=self.span))

    @contextmanager
    def count_up(self, low: Expr, high: Expr, *names: Context) -> Iterator[Expr]:
        """For each number from `low` up to and including `high`, bound to the names given."""
        name = self.local(names[0].value if names else "i")
        number = k.var(name, INT)
        with self.block() as stmts, self.bind(dict.fromkeys(names, number)):
            yield number
        if stmts:
            self.emit(ForRange(name, low, high, tuple(stmts), span=self.span))

    @contextmanager
    def while_(self, condition: Expr) -> Iterator[None]:
        with self.block() as stmts:
            yield
        self.emit(While(condition, tuple(stmts), span=self.span))

    @contextmanager
    def simultaneous(self) -> Iterator[None]:
        """Effects made inside are evaluated before any of them is applied."""
        with self.block() as stmts:
            yield
        if stmts:
            self.emit(Simultaneous(tuple(stmts), span=self.span))

    @contextmanager
    def sandbox(self) -> Iterator[None]:
        """Statements made inside run on a copy of the state."""
        with self.block() as stmts:
            yield
        self.emit(Sandbox(tuple(stmts), span=self.span))

    def returns(self, value: Expr) -> None:
        self.emit(Return(value, span=self.span))

    @property
    def may_draw(self) -> bool:
        """May chance decide something here: is the state changed, and this done once each time?"""
        return self.frame.changes and not self.frame.within

    def draw(self, bound: Expr) -> Expr:
        """A random whole number below `bound`, where one may be drawn."""
        name = self.local("drawn")
        self.emit(Draw(name, bound, span=self.span))
        return k.var(name, INT)

    # --- context --------------------------------------------------------------------------------------

    @contextmanager
    def bind(self, names: dict[Context, Expr]) -> Iterator[None]:
        """Inside, the names mean these expressions."""
        env = self.frame.env
        before = {name: env.get(name) for name in names}
        env.update(names)
        try:
            yield
        finally:
            for name, value in before.items():
                if value is None:
                    env.pop(name, None)
                else:
                    env[name] = value

    def bound(self, name: Context) -> Expr | None:
        """What a name means here, None if nothing binds it."""
        frame = self.frame
        here = frame.env.get(name)
        if here is not None:
            return here
        self._note(name)
        outside = frame.outer.get(name)
        if outside is None:
            return None
        if outside.op in _FIXED or outside.op is Op.FIELD:
            return outside
        param = frame.params.get(name)
        if param is None:
            param = frame.params[name] = Param(f"{name.value}_", _TYPES.get(name, INT))
        return k.var(param.name, param.type)

    def _note(self, name: Context) -> None:
        """The procedures being built depend on what the name means outside of them."""
        for frame in reversed(self.frames):
            if name in frame.env:
                break
            frame.looked[name] = _sort(frame.outer.get(name))

    def context(self, name: Context) -> Expr:
        """What a name means here; outside of what binds it -1 (or the state's own mover and so on)."""
        value = self.bound(name)
        if value is not None:
            return value
        if name is Context.MOVER:
            return k.field(self.declare("mover", INT, None, 1, position=True))
        if name is Context.NEXT:
            return k.field(self.declare("next", INT, None, 0, position=False))
        if name is Context.PREV:
            return k.field(self.declare("prev", INT, None, 0, position=False))
        if name is Context.LEVEL:
            return k.int_(0)
        return k.EMPTY_SET if name is Context.REGION else k.NOWHERE_SITE

    def visible(self) -> dict[Context, Expr]:
        """All names bound here, as a procedure made here would see them."""
        return {name: value for name in Context if (value := self._peek(name)) is not None}

    def _peek(self, name: Context) -> Expr | None:
        """As `bound`, without making a parameter."""
        frame = self.frame
        return frame.env.get(name) or frame.outer.get(name)

    # --- procedures -----------------------------------------------------------------------------------

    @contextmanager
    def procedure(
        self,
        stem: str,
        result: Type | None = None,
        generator: bool = False,
        outer: dict[Context, Expr] | None = None,
        extra: tuple[Param, ...] = (),
        name: str | None = None,
    ) -> Iterator[list[Context]]:
        """Build a procedure; afterwards the list holds the names it took as parameters, in order.

        `outer` says what may be captured (default: all that is bound here); `extra` parameters come last.
        """
        name = name or self.fresh(stem)
        visible = (self.visible() if self.frames else {}) if outer is None else outer
        frame = Frame(name, visible, changes=result is None and not generator)
        captured: list[Context] = []
        self.frames.append(frame)
        try:
            yield captured
        finally:
            self.frames.pop()
        captured.extend(frame.params)
        self.looked[name] = frame.looked
        params = (*frame.params.values(), *extra)
        self.procs[name] = Proc(name, params, tuple(frame.blocks[0]), result, generator, span=self.span)

    def _made(self, key: object | None, stem: str, result: Type | None, generator: bool,
              make: Callable[[], Expr | None] | Callable[[], None]) -> Call:  # fmt: skip
        full_key = None if key is None else (key, result, generator, self.rules_key())
        known = None if full_key is None else self.recall(full_key, self.visible())
        if known is None:
            name = self.fresh(stem)
            # Known before its body is made, so that a rule may refer to itself; it then captures nothing
            # that is not captured by then.
            with self.procedure(stem, result, generator, name=name) as captured:
                value = make()
                if value is not None:
                    self.returns(value)
            known = (name, tuple(captured))
            if full_key is not None:
                self.keep(full_key, name, known)
        name, names = known
        return Call(name, tuple(self.context(c) for c in names))

    def function(self, stem: str, result: Type, make: Callable[[], Expr | None], key: object = None) -> Expr:
        """A call of a new procedure whose statements `make` makes (it may return the value).

        With a `key`, a procedure made before with the same key in the same kind of context is used again.
        """
        made = self._made(key, stem, result, False, make)
        return k.call(made.name, result, *made.args)

    def routine(self, stem: str, make: Callable[[], None], key: object = None) -> Call:
        """Call a new procedure for what it does."""
        made = self._made(key, stem, None, False, make)
        self.emit(Do(made.name, made.args, span=self.span))
        return made

    def generator(self, stem: str, make: Callable[[], None], key: object = None) -> Call:
        """A new generator whose offers `make` makes."""
        return self._made(key, stem, None, True, make)

    def generate(self, call: Call) -> None:
        self.emit(Generate(call.name, call.args, span=self.span))

    def rules_key(self) -> object:
        """What a procedure made here depends on besides the names it looks up."""
        from gdl.lowering.shape import shape

        before = tuple((shape(self, each.effect), each.kept) for each in self.before)
        thens = tuple(shape(self, then) for then in (*self.uses, *self.thens))
        return (self.piece, thens, before, self.origins_only)

    def recall(self, key: object, env: dict[Context, Expr]) -> Any:
        """What was kept under the key by a procedure for which all the names that it looked up meant the
        same kind of thing as here; None if there is nothing of the kind."""
        for looked, known in self.memo.get(("kept", key), ()):
            if all(_sort(env.get(name)) == sort for name, sort in looked.items()):
                for name in looked:
                    self._note(name)
                return known
        return None

    def keep(self, key: object, procedure: str, known: Any) -> None:
        """Keep something under a key for later, as long as that procedure can be used for it."""
        self.memo.setdefault(("kept", key), []).append((self.looked[procedure], known))

    # --- literals -------------------------------------------------------------------------------------

    @staticmethod
    def int(value: int) -> Expr:
        return k.int_(value)

    @staticmethod
    def bool(value: bool) -> Expr:
        return k.bool_(value)

    @staticmethod
    def float(value: float) -> Expr:
        return Expr(Op.CONST, FLOAT, data=value)

    # --- sets with a condition ------------------------------------------------------------------------

    def filter(self, sites: Expr, condition: Callable[[], Expr], *names: Context) -> Expr:
        """The members for which the condition, lowered with the names bound to the member, holds."""
        name, test = self._of_members(condition, names)
        return sites if test == k.TRUE else k.filter_(name, sites, test)

    def exists(self, sites: Expr, condition: Callable[[], Expr], *names: Context) -> Expr:
        name, test = self._of_members(condition, names)
        return k.exists(name, sites, test)

    def sum(self, sites: Expr, value: Callable[[], Expr], *names: Context) -> Expr:
        name, inside = self._of_members(value, names)
        return k.sum_(name, sites, inside)

    def gather(self, sites: Expr, value: Callable[[], Expr], *names: Context) -> Expr:
        name, inside = self._of_members(value, names)
        return k.gather(name, sites, inside)

    def _of_members(self, make: Callable[[], Expr], names: tuple[Context, ...]) -> tuple[str, Expr]:
        """What is said of a member of a set, and the name of the variable that stands for it."""
        name = self.local(names[0].value)
        self.frame.within += 1
        try:
            with self.bind(dict.fromkeys(names, k.var(name, INT))):
                return name, make()
        finally:
            self.frame.within -= 1


__all__ = ["BOOL", "Builder", "Call", "Context", "Frame"]
