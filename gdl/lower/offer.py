"""Offering moves: how a decision becomes a kind of move with a procedure that plays it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from gdl.builder.builder import Builder
from gdl.builder.context import Context
from gdl.builder.errors import unsupported
from gdl.core import make as k
from gdl.core.ops import BOOL, INT, SITES, Adjust, Expr, Field, Include, Kind, Offer, Op, Param, Store
from gdl.lower.structural_key import shape
from gdl.lower.surroundings import around, unfollowed
from gdl.lower.turns import (
    mover_field,
    moves_field,
    passed_field,
    passes_field,
    stalemated_field,
    this_turn_field,
)

if TYPE_CHECKING:
    from gdl.ludeme.arguments import Then
    from gdl.ludeme.categories import Moves

#: What a move remembers of where it was offered is never a field that the move itself may change.
_STEADY = (Op.CONST,)

#: As `origin` of an offer: the move starts where it ends.
HERE = k.int_(-2)


def refuse_judging(b: Builder, ludeme: Moves) -> None:
    """Where moves start can only be asked if all that are offered are legal."""
    if around(b).origins_only:
        raise unsupported(f"({' '.join(ludeme.words)} ...) where it is asked where moves start", ludeme.span)


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
        b.routine("then", lambda: run_effect(b, then.effect), key=("then", shape(b, then)))


def refuse_later(then: Then) -> None:
    """Only simultaneous moves have anything to wait for."""
    if then.apply_after_all:
        raise unsupported("`applyAfterAllMoves:` of what follows a move", then.span)


def offer(
    b: Builder,
    decision: Moves,
    sites: Expr,
    act: Callable[[], None],
    before: Callable[[], None] | None = None,
    captures: dict[Context, Expr] | None = None,
    then: Then | None = None,
    decision_kind: str = "move",
    label: str = "",
    variant: object = None,
    origin: Expr | None = None,
    levels: Callable[[], tuple[Expr, Expr]] | None = None,
) -> None:
    """Offer a move to each of the sites.

    When it is played, the context is that of the offer with `to` the site: first `before` (the `apply`
    effects, as one list), then `act`, then what follows: `then`, and the enclosing rules' from the inside
    out. `origin`: where the move starts, if it is not the context's `from`; HERE: where it ends. `variant`
    tells kinds apart that one decision offers several of. `levels`: in the context of the move, before it is
    played, the levels of stacks that it is from and to.
    """
    here = around(b)
    if here.origins_only:
        start = b.context(Context.FROM) if origin is None else origin
        starts = sites if start == HERE else k.select(k.some(sites), k.one(start), k.EMPTY_SET)
        b.emit(Offer(0, (), starts, span=b.span))
        return
    thens = [*here.uses, *([then] if then is not None else []), *reversed(here.thens)]
    for each in thens:
        refuse_later(each)
    outer = dict(b.visible())
    outer.update(captures or {})
    outer.pop(Context.TO, None)
    key = (
        "kind",
        shape(b, decision),
        variant,
        tuple(shape(b, t) for t in thens),
        b.rules_key(),
        _signature(outer),
    )
    known = b.memo.get(key)
    if known is None:
        known = b.memo[key] = _make_kind(
            b, decision, outer, act, before, thens, decision_kind, label, origin, levels
        )
    index, names = known
    with b.bind(captures or {}):
        args = tuple(b.context(name) for name in names)
    b.emit(Offer(index, args, sites, span=b.span))


def _signature(outer: dict[Context, Expr]) -> object:
    return tuple((name, value if value.op in _STEADY else value.type) for name, value in outer.items())


def _make_kind(
    b: Builder,
    decision: Moves,
    outer: dict[Context, Expr],
    act: Callable[[], None],
    before: Callable[[], None] | None,
    thens: list[Then],
    decision_kind: str,
    label: str,
    origin: Expr | None,
    levels: Callable[[], tuple[Expr, Expr]] | None,
) -> tuple[int, tuple[Context, ...]]:
    name = b.fresh("play_" + "_".join(w.lower() for w in decision.words))
    nowhere = decision_kind in ("pass", "swap", "propose")
    site = k.var("to_", INT)
    index = len(b.kinds)
    b.kinds.append(None)  # type: ignore[arg-type]  # kept for this one: its body may offer others
    captured_outer = {
        n: (v if v.op in _STEADY or (n is Context.MOVER and v.op is Op.FIELD) else _opaque(v))
        for n, v in outer.items()
    }
    first = around(b).before
    building = b.procedure(name, outer=captured_outer, extra=(Param("to_", INT),), name=name)
    with unfollowed(b), building as captured:
        with b.bind({Context.TO: site}):
            for each in first:
                each.play(b)
            if before is not None:
                with b.simultaneous():
                    before()
            start = b.context(Context.FROM) if origin is None else site if origin == HERE else origin
            low, high = (None, None) if levels is None else levels()
            act()
            ends = (k.NOWHERE_SITE, k.NOWHERE_SITE) if nowhere else (start, site)
            note_move(b, *ends, passed=decision_kind == "pass", settled=bool(first))
            for then in thens:
                run_effect(b, then.effect)
    proc = b.procs[name]
    b.kinds[index] = Kind(
        index,
        decision.words[-1] if decision.words else "move",
        name,
        proc.params,
        k.NOWHERE_SITE if nowhere else start,
        k.NOWHERE_SITE if nowhere else site,
        level_from=low,
        level_to=high,
        decision=decision_kind,
        label=label,
        span=b.span,
    )
    return index, tuple(captured)


def _opaque(value: Expr) -> Expr:
    """An expression that a procedure cannot look through: it takes the value as a parameter."""
    return k.var("captured", value.type)


def note_move(b: Builder, origin: Expr, target: Expr, passed: bool, settled: bool = False) -> None:
    """What every move does before anything that follows it: it is counted and remembered as the last.

    Nothing is pending any longer, unless that was `settled` before.
    """
    note_effect_to(b, target)
    for name, value in (("last_from", origin), ("last_to", target)):
        b.emit(Store(b.declare(name, INT, None, -1, False), None, value, span=b.span))
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
    if not settled:
        settle(b)


def settle(b: Builder) -> None:
    """Nothing is pending any longer."""
    b.emit(Store(pending_flag(b), None, k.FALSE, span=b.span))
    b.emit(Store(b.declare("pending", SITES), None, k.EMPTY_SET, span=b.span))


def note_effect_to(b: Builder, site: Expr) -> None:
    """Remember where an effect ended, for `(last To afterConsequence:True)`, which games with tracks ask."""
    if b.facts.tracks:
        b.emit(Store(b.declare("effect_to", INT, None, -1, False), None, site, span=b.span))


def visited_field(b: Builder) -> Field:
    """The sites that moves of this turn have started from or ended on."""
    return b.declare("visited", SITES, None, 0)


def pending_flag(b: Builder) -> Field:
    """Is anything pending?"""
    return b.declare("is_pending", BOOL, None, False)
