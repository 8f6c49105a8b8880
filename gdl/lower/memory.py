"""What a game remembers: numbers, values under names of its own, scores, what is proposed and decided.

Remembered numbers are kept as a set of sites, so numbers that are no site are not kept; where a rule asks, it
is kept how often each was remembered, too.
"""

from __future__ import annotations

from gdl.builder.builder import Builder
from gdl.builder.context import Context
from gdl.builder.meaning_error import unsupported
from gdl.core import make as k
from gdl.core.ops import (
    BOOL,
    INT,
    SITES,
    Adjust,
    Block,
    Expr,
    Field,
    Include,
    Op,
    RepeatKind,
    Stmt,
    Store,
)
from gdl.core.programs import HIDDEN, PLAYER_VALUE, REMEMBERED, SCORE
from gdl.support.values import define

#: So many things can be proposed and voted for in one game.
MAX_TEXTS = 16


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
    """Forget all numbers of a name; where none is said, whatever is remembered."""
    for each in sorted(b.facts.remembered - {None}, key=str) if name is None else ():
        forget_all(b, each)
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


def score_field(b: Builder) -> Field:
    """The players' scores."""
    return b.declare(SCORE, INT, b.facts.players + 1, called="the score of {player}")


def player_value_field(b: Builder) -> Field:
    """A number that each player carries; before it is set, `Off`."""
    return b.declare(PLAYER_VALUE, INT, b.facts.players + 2, -1, called="the value of {player}")


def pending_value_field(b: Builder) -> Field:
    """The number that is pending."""
    return b.declare("pending_value", INT, called=None)


def counter_field(b: Builder, by_rules: bool = True) -> Field:
    """The counter: -1 at first and where it was set, one more after every move, as in Ludii's recorded games.
    People are told of it where rules asked for it, or set it, before anything else did."""
    return b.declare("counter", INT, None, -1, called="the counter" if by_rules else None)


def pot_field(b: Builder) -> Field:
    """What is in the pot."""
    return b.declare("pot", called="what is in the pot")


class _Said(dict[str, int]):
    """Side table: the numbers of the texts that players say."""


def text_number(b: Builder, text: str) -> Expr:
    """A number for a text that players say."""
    texts = b.side_table(_Said)
    number = texts.setdefault(text, len(texts))
    if number >= MAX_TEXTS:
        raise unsupported(f"more than {MAX_TEXTS} things to say", b.span, "use some of the texts again")
    return k.int_(number)


def proposed_field(b: Builder) -> Field:
    """What is proposed, -1 for nothing."""
    return b.declare("proposed", INT, None, -1, called=None)


def decided_field(b: Builder, text: str) -> Field:
    """Whether something was decided on."""
    return b.declare(f"decided_{text}", BOOL, None, False, called=f'"{text}" is decided on')


def votes_field(b: Builder) -> Field:
    """How many players have voted on what is proposed."""
    return b.declare("votes", INT, None, 0, called="the number of votes")


def votes_for_field(b: Builder) -> Field:
    """How many have voted for each text, by its number."""
    return b.declare("votes_for", INT, MAX_TEXTS, called=None)


def triggered_field(b: Builder, event: str) -> Field:
    """To which players something has happened."""
    called = f'"{event}" has happened to {{player}}'
    return b.declare(f"triggered_{event}", BOOL, b.facts.players + 2, False, called=called)


# --- what is hidden from players ------------------------------------------------------------------------


def hidden_field(b: Builder, what: str) -> Field:
    """By player the sites of which this (nothing said: all) is hidden."""
    return b.declare(f"{HIDDEN}{what}", SITES, b.facts.players + 1, called=None)


def carry_hidden(b: Builder, origin: Expr, target: Expr) -> None:
    """What is hidden of a piece goes with it; nothing is hidden where it stood."""
    for what in sorted(b.facts.hidden):
        of = hidden_field(b, what)
        for player in range(1, b.facts.players + 1):
            one = k.int_(player)
            marked = b.assign("marked", k.has(k.elem(of, one), origin))
            b.emit(Include(of, one, k.union(k.one(origin), k.one(target)), False, span=b.span))
            b.emit(Include(of, one, k.select(marked, k.one(target), k.EMPTY_SET), True, span=b.span))
