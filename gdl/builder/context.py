"""Dynamic scoping and lambda lifting: from, to, site, mover and so on are names, bound around their uses.

A procedure made in between takes as parameters just those of the bound names that its body uses.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from enum import Enum

from gdl.builder.declarations import Declarations
from gdl.core import make as k
from gdl.core.ops import INT, SITES, Expr, Op, Param, Stmt
from gdl.equip.facts import Facts
from gdl.support.values import define, field


class Context(Enum):
    """The names that rules are evaluated in (Ludii's iterators), dynamically scoped."""

    __hash__ = object.__hash__  # a member is itself: quicker than by its name

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
    ACTOR = "actor"  # whose turn it is, where the pieces of somebody else move
    ORIGIN = "origin"  # the site of which it is asked whether a legal move starts there
    HELD1 = "held1"  # what names meant to effects that come before the moves being lowered
    HELD2 = "held2"
    HELD3 = "held3"
    HELD4 = "held4"
    THREAT = "threat"  # bound while attacks are generated: threats asked about there count as none


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


def sort_of(value: Expr | None) -> object:
    """What matters of a name's meaning to a procedure that captures it: a constant's or field's all."""
    if value is None or value.op is Op.CONST or value.op is Op.FIELD:
        return value
    return value.type


class Scoped(Declarations):
    """Binds names and looks them up, from within the procedures being built."""

    def __init__(self, facts: Facts) -> None:
        super().__init__(facts)
        #: the procedures being built, the innermost last
        self.frames: list[Frame] = []

    @property
    def frame(self) -> Frame:
        """The procedure being built, the innermost of them."""
        return self.frames[-1]

    def local(self, stem: str) -> str:
        """A name for a local variable that no other in this procedure has."""
        counters = self.frame.counters
        counters[stem] = counters.get(stem, 0) + 1
        return f"{stem}{counters[stem]}"

    @contextmanager
    def bind(self, names: Mapping[Context, Expr]) -> Iterator[None]:
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
            frame.looked[name] = sort_of(frame.outer.get(name))

    def context(self, name: Context) -> Expr:
        """What a name means here; outside of what binds it -1 (or the state's own mover and so on)."""
        value = self.bound(name)
        if value is not None:
            return value
        if name is Context.MOVER:
            return k.field(self.declare("mover", INT, None, 1, position=True, called=None))
        if name is Context.NEXT:
            return k.field(self.declare("next", INT, None, 0, position=False, called=None))
        if name is Context.PREV:
            return k.field(self.declare("prev", INT, None, 0, position=False, called=None))
        if name is Context.LEVEL:
            return k.int_(0)
        return k.EMPTY_SET if name is Context.REGION else k.NOWHERE_SITE

    def visible(self) -> dict[Context, Expr]:
        """All names bound here, as a procedure made here would see them."""
        return {name: value for name in Context if (value := self.peek(name)) is not None}

    def peek(self, name: Context) -> Expr | None:
        """As `bound`, without making a parameter."""
        frame = self.frame
        return frame.env.get(name) or frame.outer.get(name)
