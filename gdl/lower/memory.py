"""What a game remembers: numbers, values under names of its own, where pieces started, positions.

Remembered numbers are kept as a set of sites, so numbers that are no site are not kept; where a rule asks, it
is kept how often each was remembered, too.
"""

from __future__ import annotations

from gdl.builder.builder import Builder
from gdl.builder.context import Context
from gdl.core import make as k
from gdl.core.ops import INT, SITES, Adjust, Block, Expr, Field, Include, Op, RepeatKind, Stmt, Store
from gdl.core.programs import REMEMBERED
from gdl.support.values import define


def _as(name: str | None) -> str:
    """The name under which something is remembered."""
    return "" if name is None else f' as "{name}"'


def remembered_field(b: Builder, name: str | None) -> Field:
    """The numbers remembered under a name, as a set."""
    return b.declare(f"{REMEMBERED}{name or ''}", SITES, called=f"what is remembered{_as(name)}")


def times_field(b: Builder, name: str | None) -> Field | None:
    """How often each number was remembered under a name, where that matters to a rule."""
    if name not in b.facts.repeated:
        return None
    called = f"how often {{number}} is remembered{_as(name)}"
    return b.declare(f"times_{name or ''}", INT, b.facts.size, called=called)


def remember(b: Builder, name: str | None, number: Expr, unique: bool) -> None:
    """Remember a number once more; a `unique` one only if it is not remembered yet."""
    times = times_field(b, name)
    if times is None:
        b.emit(Include(remembered_field(b, name), None, k.one(number), True, span=b.span))
        return
    with b.bind({Context.VALUE: number}):
        b.routine("remember", lambda: _remember(b, name, times, unique), key=("remember", name, unique))


def _remember(b: Builder, name: str | None, times: Field, unique: bool) -> None:
    number, known = b.context(Context.VALUE), remembered_field(b, name)
    with b.if_(k.not_(k.has(k.field(known), number)) if unique else k.TRUE):
        b.emit(Adjust(times, number, k.int_(1), span=b.span))
        b.emit(Include(known, None, k.one(number), True, span=b.span))


def forget(b: Builder, name: str | None, number: Expr) -> None:
    """Forget a number, or one time that it was remembered."""
    times = times_field(b, name)
    if times is None:
        b.emit(Include(remembered_field(b, name), None, k.one(number), False, span=b.span))
        return
    with b.bind({Context.VALUE: number}):
        b.routine("forget", lambda: _forget(b, name, times), key=("forget", name))


def _forget(b: Builder, name: str | None, times: Field) -> None:
    number = b.context(Context.VALUE)
    left = b.assign("left", k.max_(k.int_(0), k.sub(k.elem(times, number), k.int_(1))))
    b.emit(Store(times, number, left, span=b.span))
    with b.if_(k.eq(left, k.int_(0))):
        b.emit(Include(remembered_field(b, name), None, k.one(number), False, span=b.span))


def forget_all(b: Builder, name: str | None) -> None:
    """Forget all numbers of a name."""
    times = times_field(b, name)
    if times is not None:
        with b.each(k.field(remembered_field(b, name))) as number:
            b.emit(Store(times, number, k.int_(0), span=b.span))
    b.emit(Store(remembered_field(b, name), None, k.EMPTY_SET, span=b.span))


# --- numbers that a game keeps under names of its own ---------------------------------------------------


def var_field(b: Builder, name: str | None) -> Field:
    """A variable of the game's own."""
    called = "the variable" if name is None else f'the variable "{name}"'
    return b.declare(f"var_{name or ''}", INT, None, -1, called=called)


# --- where the pieces of each kind stood at the start ---------------------------------------------------

_NAME = "started"


def started_field(b: Builder) -> Field:
    """The sites where pieces of each component stood when the game began."""
    return b.declare(_NAME, SITES, len(b.facts.components), called=None)


def note_start(b: Builder) -> Block:
    """What the starting position ends with, once all rules are lowered: nothing if no rule asks."""
    if _NAME not in b.fields:
        return ()
    field = started_field(b)
    kinds = (k.int_(component.index) for component in b.facts.components[1:])
    stores: list[Stmt] = [Store(field, kind, k.of_kind(kind)) for kind in kinds]
    return tuple(stores)


# --- repetition -----------------------------------------------------------------------------------------


@define
class RepetitionAsked:
    """Side table: does a rule ask for repetitions at the beginning of turns only?"""

    at_turns: bool = False


def turn_repeats(b: Builder, kind: RepeatKind) -> Expr:
    """How many remembered positions equal the one that the next player gets."""
    b.side_table(RepetitionAsked).at_turns = True
    return Expr(Op.REPEATS, INT, (b.context(Context.NEXT),), kind)
