"""Offering moves (closure conversion): a decision becomes a kind of move with a procedure that plays it.

What the procedure needs of the place where the move is offered is captured with the offer: a kind of move is
the code of a closure, a bundle in the list of legal moves its environment.

Swapping sides is offered too: the second player may do so instead of making the first move.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

from gdl.builder.builder import Builder
from gdl.builder.context import Context
from gdl.builder.meaning_error import unsupported
from gdl.builder.side_tables import Memo
from gdl.core import make as k
from gdl.core.ops import BOOL, INT, SITES, Adjust, Expr, Field, Include, Kind, Offer, Op, Param, Put, Store
from gdl.equip.facts import Facts
from gdl.lower.structural_key import structural_key
from gdl.lower.surroundings import around, unfollowed
from gdl.lower.turns import (
    mover_field,
    moves_field,
    passed_field,
    passes_field,
    stalemated_field,
    this_turn_field,
)
from gdl.source.text import Span
from gdl.support.values import define, field, frozen
from gdl.words.words import RoleType

if TYPE_CHECKING:
    from gdl.ludeme.arguments import Then
    from gdl.ludeme.categories import Moves

#: What a move remembers of where it was offered is never a field that the move itself may change.
_STEADY = (Op.CONST,)

#: As `origin` of an offer: the move starts where it ends.
HERE = k.int_(-2)


@define
class Judging:
    """Side table: may moves, of which it is asked where they start, turn out not to be legal?"""

    found: bool = False


def unjudged(b: Builder) -> bool:
    """Whether moves that are to be judged are offered all the same: where it is asked where moves start.
    Which of them are legal is asked then."""
    if around(b).origins_only:
        b.side_table(Judging).found = True
    return around(b).origins_only


def run_effect(b: Builder, effect: Moves) -> None:
    """Carry out a list of effects, evaluated before it is applied."""
    with b.at(effect), b.simultaneous():
        effect.effect(b)


def run_then(b: Builder, then: Then | None) -> None:
    """Carry out what follows an effect: it sees what the effect has done, even within a list of effects.

    That is why it is a procedure: one is carried out when its turn comes, as it stands.
    """
    if then is not None:
        refuse_later(then)
        b.routine("then", lambda: run_effect(b, then.effect), key=("then", structural_key(b, then)))


def refuse_later(then: Then) -> None:
    """Only simultaneous moves have anything to wait for."""
    if then.apply_after_all:
        raise unsupported(
            "`applyAfterAllMoves:` of what follows a move",
            then.span,
            "leave it out: moves are made one after the other",
        )


@frozen(kw_only=True)
class OfferedMoves:
    """What a decision offers: a move to each of some sites, and what happens when it is played.

    The context is then that of the offer with `to` the site: first `before`, then `act`, then what follows.
    """

    sites: Expr
    act: Callable[[], None]
    #: the `apply` effects, as one list
    before: Callable[[], None] | None = None
    #: what follows; what follows by the enclosing rules comes after that, from the inside out
    then: Then | None = None
    #: names bound for this offer, besides those of the context
    captures: Mapping[Context, Expr] = field(factory=dict)
    #: what records call a decision of this kind
    kind: str = "move"
    #: which piece, player or text it is about, for people
    label: str = ""
    #: tells kinds of moves apart that one decision offers several of
    variant: object = None
    #: where the move starts, if it is not the context's `from`; HERE: where it ends
    origin: Expr | None = None
    #: does what comes before (`before`) say what is pending, so that this outlasts the move
    pends: bool = False
    #: in the context of the move, before it is played, the levels of stacks that it is from and to
    levels: Callable[[], tuple[Expr, Expr]] | None = None

    def start(self, b: Builder, end: Expr) -> Expr:
        """Where the move starts that ends there."""
        if self.origin is None:
            return b.context(Context.FROM)
        return end if self.origin == HERE else self.origin

    @property
    def nowhere(self) -> bool:
        """Does the move neither start nor end on a site?"""
        return self.kind in ("pass", "swap", "propose")


@frozen
class MadeKind:
    """A kind of move: its number, and the names of the context that it is played with."""

    index: int
    captured: tuple[Context, ...]


class _MadeKinds(Memo[object, MadeKind]):
    """Side table: the kinds of moves by what decides how they are played."""


def offer(b: Builder, decision: Moves, offered: OfferedMoves) -> None:
    """Offer a move: it becomes a kind of move (closure conversion), which equal offers share."""
    here = around(b)
    sites = offered.sites
    if here.origins_only:
        start = b.context(Context.FROM) if offered.origin is None else offered.origin
        starts = sites if start == HERE else k.select(k.some(sites), k.one(start), k.EMPTY_SET)
        b.emit(Offer(0, (), starts, span=b.span))
        return
    then = offered.then
    thens = [*here.uses, *([then] if then is not None else []), *reversed(here.thens)]
    for each in thens:
        refuse_later(each)
    outer = dict(b.visible())
    outer.update(offered.captures)
    outer.pop(Context.TO, None)
    key = (
        structural_key(b, decision),
        offered.variant,
        tuple(structural_key(b, t) for t in thens),
        b.rules_key(),
        _signature(outer),
    )
    made = b.side_table(_MadeKinds).get_or_make(key, lambda: _make_kind(b, decision, offered, outer, thens))
    with b.bind(offered.captures):
        args = tuple(b.context(name) for name in made.captured)
    b.emit(Offer(made.index, args, sites, span=b.span))


def _signature(outer: dict[Context, Expr]) -> object:
    return tuple((name, value if value.op in _STEADY else value.type) for name, value in outer.items())


def _make_kind(
    b: Builder, decision: Moves, offered: OfferedMoves, outer: dict[Context, Expr], thens: list[Then]
) -> MadeKind:
    """A new kind of move, with the procedure that plays it."""
    name = b.fresh("play_" + "_".join(w.lower() for w in decision.words))
    site = k.var("to_", INT)
    index = len(b.kinds)
    b.kinds.append(None)  # type: ignore[arg-type]  # kept for this one: its body may offer others
    captured_outer = {
        n: (v if v.op in _STEADY or (n is Context.MOVER and v.op is Op.FIELD) else _opaque(v))
        for n, v in outer.items()
    }
    preceding = around(b).preceding
    building = b.procedure(name, outer=captured_outer, extra=(Param("to_", INT),), name=name)
    with unfollowed(b), building as captured:
        with b.bind({Context.TO: site}):
            for each in preceding:
                each.play(b)
            if offered.before is not None:
                if offered.pends and not preceding:
                    clear_pending(b)
                with b.simultaneous():
                    offered.before()
            start = offered.start(b, site)
            low, high = (None, None) if offered.levels is None else offered.levels()
            if b.facts.stacks:
                note_levels(b, k.int_(0) if low is None else low, k.int_(0) if high is None else high)
            offered.act()
            ends = (k.NOWHERE_SITE, k.NOWHERE_SITE) if offered.nowhere else (start, site)
            note_move(
                b, *ends, passed=offered.kind == "pass", pending_cleared=bool(preceding) or offered.pends
            )
            actor = b.bound(Context.ACTOR)
            # Whoever's pieces move, what follows is about the player whose turn it is.
            with b.bind({} if actor is None else {Context.MOVER: actor}):
                for then in thens:
                    run_effect(b, then.effect)
            if thens:
                note_ends(b)
    proc = b.procs[name]
    b.kinds[index] = Kind(
        index,
        decision.words[-1] if decision.words else "move",
        name,
        proc.params,
        k.NOWHERE_SITE if offered.nowhere else start,
        k.NOWHERE_SITE if offered.nowhere else site,
        level_from=low,
        level_to=high,
        decision=offered.kind,
        label=offered.label,
        span=b.span,
    )
    return MadeKind(index, tuple(captured))


def _opaque(value: Expr) -> Expr:
    """An expression that a procedure cannot look through: it takes the value as a parameter."""
    return k.var("captured", value.type)


def note_move(b: Builder, origin: Expr, target: Expr, passed: bool, pending_cleared: bool = False) -> None:
    """What every move does before anything that follows it: it is counted and remembered as the last.

    Nothing is pending any longer, unless that was so before (`pending_cleared`).
    """
    note_effect(b, origin, target)
    note_ends(b)
    for name, value in (("last_from", origin), ("last_to", target)):
        b.emit(Store(b.declare(name, INT, None, -1, False, called=None), None, value, span=b.span))
    ends = k.union(k.one(origin), k.one(target))
    b.emit(Include(visited_field(b), None, ends, True, span=b.span))
    b.emit(Adjust(moves_field(b), None, k.int_(1), span=b.span))
    mover = k.field(mover_field(b))
    b.emit(Store(passed_field(b), None, k.bool_(passed), span=b.span))
    passes = passes_field(b)
    if passed:
        # A pass that only ends a turn is none: what counts is that nothing else was done in it.
        first = k.eq(k.field(this_turn_field(b)), k.int_(0)) if b.facts.players > 1 else k.TRUE
        with b.if_(first):
            b.emit(Adjust(passes, None, k.int_(1), span=b.span))
    else:
        b.emit(Store(passes, None, k.int_(0), span=b.span))
        b.emit(Store(stalemated_field(b), mover, k.FALSE, span=b.span))
    if not pending_cleared:
        clear_pending(b)


def note_levels(b: Builder, low: Expr, high: Expr) -> None:
    """Remember the levels that the last move was from and to, as it was offered: 0 but where one is named."""
    for name, value in (("last_level_from", low), ("last_level_to", high)):
        b.emit(Store(b.declare(name, INT, None, 0, False, called=None), None, value, span=b.span))


def clear_pending(b: Builder) -> None:
    """Nothing is pending any longer."""
    b.emit(Store(pending_flag(b), None, k.FALSE, span=b.span))
    b.emit(Store(pending_field(b), None, k.EMPTY_SET, span=b.span))
    for bank in range(BANKS if b.facts.pends_numbers else 0):
        b.emit(Store(_pending_beyond(b), k.int_(bank), k.EMPTY_SET, span=b.span))


#: Numbers that are no sites are pending up to so many times the number of sites.
BANKS = 4


def _pending_beyond(b: Builder) -> Field:
    """The numbers beyond the sites that are pending: in banks of as many as there are sites, as sets."""
    return b.declare("pending_beyond", SITES, BANKS, called=None)


def pend(b: Builder, number: Expr) -> None:
    """A site is pending, or a number that is none."""
    b.emit(Include(pending_field(b), None, k.one(number), True, span=b.span))
    if b.facts.pends_numbers:
        with b.if_(_in_banks(b, number)):
            bank, bit = _banked(b, number)
            b.emit(Include(_pending_beyond(b), bank, k.one(bit), True, span=b.span))


def is_pending(b: Builder, number: Expr) -> Expr:
    """Whether a site, or a number that is none, is pending."""
    bank, bit = _banked(b, number)
    beyond = k.and_(_in_banks(b, number), k.has(k.elem(_pending_beyond(b), bank), bit))
    return k.or_(k.has(k.field(pending_field(b)), number), beyond)


def _in_banks(b: Builder, number: Expr) -> Expr:
    size = b.facts.size
    return k.and_(k.ge(number, k.int_(size)), k.lt(number, k.int_(size * (BANKS + 1))))


def _banked(b: Builder, number: Expr) -> tuple[Expr, Expr]:
    """Bank and place in it of a number beyond the sites."""
    size = k.int_(b.facts.size)
    bank = k.sub(k.div(number, size), k.int_(1))
    return k.max_(k.int_(0), k.min_(bank, k.int_(BANKS - 1))), k.mod(number, size)


def note_effect(b: Builder, origin: Expr, target: Expr) -> None:
    """Remember where an effect started and ended, for `(last To afterConsequence:True)` of the next turn,
    which games with tracks ask."""
    if b.facts.tracks:
        for name, site in (("from", origin), ("to", target)):
            b.emit(Store(_of_effects(b, f"effect_{name}_now"), None, site, span=b.span))


@contextmanager
def moved_last(b: Builder, origin: Expr, target: Expr) -> Iterator[None]:
    """In what follows an effect that moves a piece, `(last From)` and `(last To)` are where that went."""
    ends = (("last_from", origin), ("last_to", target))
    before = [b.assign(name, b.register(name)) for name, _ in ends]
    for name, site in ends:
        b.emit(Store(_of_effects(b, name), None, site, span=b.span))
    yield
    for (name, _), site in zip(ends, before, strict=True):
        b.emit(Store(_of_effects(b, name), None, site, span=b.span))


def note_ends(b: Builder) -> None:
    """What a move does is over: where its last effect started and ended is what is asked for from now on."""
    if b.facts.tracks:
        for name in ("effect_from", "effect_to"):
            b.emit(Store(_of_effects(b, name), None, k.field(_of_effects(b, f"{name}_now")), span=b.span))


def _of_effects(b: Builder, name: str) -> Field:
    return b.declare(name, INT, None, -1, False, called=None)


def visited_field(b: Builder) -> Field:
    """The sites that moves of this turn have started from or ended on."""
    return b.declare("visited", SITES, None, 0, called=None)


def pending_field(b: Builder) -> Field:
    """The sites that are pending."""
    return b.declare("pending", SITES, called="what is pending")


def pending_flag(b: Builder) -> Field:
    """Is anything pending?"""
    return b.declare("is_pending", BOOL, None, False, called="something is pending")


def refuse_other_mover(role: RoleType | None, span: Span) -> None:
    """Whoever is to move makes the moves. Raises MeaningError where a rule names another player."""
    if role not in (None, RoleType.MOVER):
        raise unsupported("a move that another player makes", span, "leave out the role: the mover moves")


def offer_swap(b: Builder) -> None:
    """The second player's offer to swap sides: the pieces on the board change owners."""
    index = len(b.kinds)
    with b.procedure("play_swap", outer={}, extra=(Param("site_", INT),), name="play_swap"):
        twins = {c.index: _twin(b.facts, c.index) for c in b.facts.components[1:]}
        with b.simultaneous():
            for one, other in twins.items():
                if other is not None:
                    with b.each(k.of_kind(k.int_(one))) as site:
                        b.emit(Put(site, k.int_(other)))
        note_move(b, k.NOWHERE_SITE, k.NOWHERE_SITE, False)
    b.kinds.append(
        Kind(
            index, "swap", "play_swap", (Param("site_", INT),), k.NOWHERE_SITE, k.NOWHERE_SITE,
            decision="swap",
        )
    )  # fmt: skip
    second = k.and_(k.eq(b.context(Context.MOVER), k.int_(2)), k.eq(k.field(moves_field(b)), k.int_(1)))
    with b.if_(second):
        b.emit(Offer(index, (), k.sites_(1)))


def _twin(facts: Facts, index: int) -> int | None:
    """The same piece of the other player."""
    component = facts.components[index]
    for other in facts.components[1:]:
        if other.owner == 3 - component.owner and other.base == component.base:
            return other.index
    for other in facts.components[1:]:
        if other.owner == 3 - component.owner:
            return other.index
    return None
