"""Moving what stands on a site: a piece, one of several counted together, a stack or a level of it."""

from __future__ import annotations

from gdl.builder.builder import Builder
from gdl.core import make as k
from gdl.core.ops import (
    INT,
    SITES,
    Adjust,
    Do,
    Expr,
    Field,
    Include,
    MoveLevels,
    MovePiece,
    Op,
    Param,
    Push,
    Put,
    SetAt,
    Store,
    Take,
    TakeLevel,
)
from gdl.core.programs import TO_CLEAR
from gdl.lower.memory import carry_hidden
from gdl.lower.tracks import note_standing
from gdl.source.text import Span
from gdl.support.values import define, field


@define
class _OfSeveral:
    """Side table: the procedures about several like pieces on a site, of each ludeme by itself, so that what
    is told of a place is about that ludeme alone. Equal ones are merged later (eliminate_dead_code)."""

    #: by what is said of those that are added, and the place
    adding: dict[tuple[object, ...], str] = field(factory=dict)
    #: by whether it is a copy of them that moves, whether their number is said, and the place
    moving: dict[tuple[bool, bool, Span], str] = field(factory=dict)


def shift_piece(b: Builder, origin: Expr, target: Expr, stack: bool, level: Expr | None = None) -> None:
    """Move one piece from site to site: of a stack the one at a level (default: the top one), or with
    `stack` the whole."""
    note_standing(b, origin, target, level, whole=stack)
    if b.facts.stacks:
        if stack:
            b.emit(MoveLevels(origin, target, k.int_(0), True, span=b.span))
        elif level is not None:
            b.emit(MoveLevels(origin, target, level, False, span=b.span))
        else:
            _top_piece(b, origin, target)
    elif b.facts.counts:
        _one_of_several(b, origin, target, None, copy=False)
    else:
        _move_piece(b, origin, target)


def _move_piece(b: Builder, origin: Expr, target: Expr) -> None:
    """Move the one piece on a site."""
    if b.facts.hidden:
        carry_hidden(b, origin, target)
    b.emit(MovePiece(origin, target, span=b.span))


def _top_piece(b: Builder, origin: Expr, target: Expr) -> None:
    """Move the piece on top of a stack. Its state and value stay behind: it arrives as a new one would."""
    height = k.at(Op.HEIGHT, origin)
    with b.if_(k.and_(k.gt(height, k.int_(0)), k.ne(origin, target))):
        b.emit(MoveLevels(origin, target, k.sub(height, k.int_(1)), False, span=b.span))
        for kind in ("state", "value"):
            b.emit(SetAt(kind, target, k.int_(0), span=b.span))


def insert_piece(b: Builder, origin: Expr, target: Expr, level: Expr | None, at: Expr) -> None:
    """Move one piece of a stack (default: the top one) into another stack, to a level of it."""
    note_standing(b, origin, target, level)
    low = b.assign("low", k.sub(k.at(Op.HEIGHT, origin), k.int_(1)) if level is None else level)
    what, state, value = (
        b.assign(op.name.lower(), k.at_level(op, origin, low))
        for op in (Op.WHAT_LEVEL, Op.STATE_LEVEL, Op.VALUE_LEVEL)
    )
    into = b.assign("into", at)
    b.emit(TakeLevel(origin, low, span=b.span))
    b.emit(Push(target, what, state=state, value=value, level=into, span=b.span))


def move_whole(b: Builder, origin: Expr, target: Expr, count: Expr | None, copy: bool, stack: bool,
               level: Expr | None) -> None:  # fmt: skip
    """Move by a from-to: one piece, `count` of them, a copy, the whole stack, or from a level of it."""
    if b.facts.stacks and copy and not stack and count is None:
        _copy_level(b, origin, target, level)
        return
    if b.facts.stacks and level is None and count is None:
        shift_piece(b, origin, target, stack)
        return
    if b.facts.stacks:
        if level is not None:
            note_standing(b, origin, target, level)
            b.emit(MoveLevels(origin, target, level, False, span=b.span))
        elif count is not None:
            # So many from the top, as they lie.
            lowest = k.max_(k.int_(0), k.sub(k.at(Op.HEIGHT, origin), count))
            note_standing(b, origin, target, lowest, whole=True)
            b.emit(MoveLevels(origin, target, lowest, True, span=b.span))
        return
    note_standing(b, origin, target)
    if b.facts.counts or copy or count is not None:
        _one_of_several(b, origin, target, count, copy)
    else:
        _move_piece(b, origin, target)


def _copy_level(b: Builder, origin: Expr, target: Expr, level: Expr | None) -> None:
    """A piece like the one at a level (default: on top) comes to lie on the target; that one stays."""
    at = k.max_(k.int_(0), k.sub(k.at(Op.HEIGHT, origin), k.int_(1))) if level is None else level
    what = b.assign("what", k.at_level(Op.WHAT_LEVEL, origin, at))
    with b.if_(k.ne(what, k.int_(0))):
        b.emit(Push(target, what, span=b.span))


def add_several(b: Builder, site: Expr, what: Expr, state: Expr | None, number: Expr | None) -> None:
    """`number` new pieces come to a site, joining those of their kind (None: one, instead of what is there).
    On an empty site what was set for it, its state and its value, is theirs.

    In a procedure, which looks when it is carried out.
    """
    procedures = b.side_table(_OfSeveral)
    given = {"number_": number, "state_": state}
    said = {stem: number for stem, number in given.items() if number is not None}
    key = (*said, b.span)
    name = procedures.adding.get(key)
    if name is None:
        name = procedures.adding[key] = b.fresh("add_several")
        params = tuple(Param(stem, INT) for stem in ("site_", "what_", *said))
        with b.procedure("add_several", outer={}, extra=params, name=name):
            where, which = k.var("site_", INT), k.var("what_", INT)
            total = None
            if number is not None:
                there = k.select(k.eq(k.what(where), which), k.at(Op.COUNT_AT, where), k.int_(0))
                total = k.add(there, k.var("number_", INT))
            kept = _set_for(Op.STATE_AT, where) if state is None else k.var("state_", INT)
            value = _set_for(Op.VALUE_AT, where)
            b.emit(Put(where, which, state=kept, value=value, count=total, span=b.span))
    b.emit(Do(name, (site, what, *said.values()), span=b.span))


def _set_for(value: Op, site: Expr) -> Expr:
    """What was set for a site while it was empty."""
    return k.select(k.eq(k.what(site), k.int_(0)), k.at(value, site), k.int_(0))


def _one_of_several(b: Builder, origin: Expr, target: Expr, number: Expr | None, copy: bool) -> None:
    """`number` of the pieces counted together on `origin` go to `target`, joining those of their kind; where
    none is said one, with its state.

    In a procedure, which counts what is there when it is carried out: several such moves may go to one site.
    """
    procedures = b.side_table(_OfSeveral)
    single = number is None
    name = procedures.moving.get((copy, single, b.span))
    if name is None:
        name = procedures.moving[copy, single, b.span] = b.fresh("move_several")
        params = tuple(Param(stem, INT) for stem in ("origin_", "target_", "number_"))
        with b.procedure("move_several", outer={}, extra=params, name=name):
            one, other, several = (k.var(param.name, INT) for param in params)
            _carry(b, one, other, several, copy, single)
    b.emit(Do(name, (origin, target, k.int_(1) if number is None else number), span=b.span))


def take_heap(b: Builder, site: Expr) -> None:
    """All that lies on a site goes. The state of a hole stays with it, for what falls in next."""
    if not b.facts.holes:
        b.emit(Take(k.one(site), span=b.span))
        return
    state = b.assign("state", k.at(Op.STATE_AT, site))
    b.emit(Take(k.one(site), span=b.span))
    b.emit(SetAt("state", site, state, span=b.span))


def _carry(b: Builder, origin: Expr, target: Expr, number: Expr, copy: bool, single: bool) -> None:
    what = b.assign("what", k.what(origin))
    here = b.assign("count", k.at(Op.COUNT_AT, origin))
    there = b.assign("there", k.select(k.eq(k.what(target), what), k.at(Op.COUNT_AT, target), k.int_(0)))
    state: Expr | None = None
    value: Expr | None = None
    if single:
        state = b.assign("state", k.at(Op.STATE_AT, origin))
        value = b.assign("value", k.at(Op.VALUE_AT, origin))
    elif b.facts.holes:
        occupied = k.has(k.OCCUPIED, target)
        state = b.assign("state", k.select(occupied, k.at(Op.STATE_AT, target), k.int_(0)))
    with b.if_(k.and_(k.ne(what, k.int_(0)), k.gt(number, k.int_(0)), k.ne(origin, target))):
        if not copy:
            b.if_else(
                k.gt(here, number),
                lambda: b.emit(SetAt("count", origin, k.sub(here, number), span=b.span)),
                lambda: take_heap(b, origin),
            )
        b.emit(Put(target, what, state=state, value=value, count=k.add(there, number), span=b.span))


# --- pieces that are captured but stay where they are until the turn ends -------------------------------


def to_clear_field(b: Builder) -> Field:
    """The sites whose pieces go at the end of the turn."""
    return b.declare(TO_CLEAR, SITES, called="what goes when the turn ends")


def to_clear(b: Builder) -> Expr:
    """The same, for reading."""
    return k.field(to_clear_field(b))


def _levels_field(b: Builder) -> Field:
    """How many levels go from each of these sites, where pieces stack."""
    return b.declare("levels_to_clear", INT, b.facts.size, called=None)


def mark_to_clear(b: Builder, sites: Expr, count: Expr | None) -> None:
    """The pieces on these sites (of a stack `count` from the top, else one) go when the turn ends."""
    b.emit(Include(to_clear_field(b), None, sites, True, span=b.span))
    if b.facts.stacks:
        with b.each(sites) as site:
            number = k.int_(1) if count is None else count
            b.emit(Adjust(_levels_field(b), site, number, span=b.span))


def clear(b: Builder) -> None:
    """The turn ends: they go now."""
    with b.if_(k.some(to_clear(b))):
        if not b.facts.stacks:
            b.emit(Take(to_clear(b), all_levels=False))
        elif "levels_to_clear" in b.fields:
            with b.each(to_clear(b)) as site:
                with b.count_up(k.int_(1), k.elem(_levels_field(b), site)):
                    b.emit(Take(k.one(site), all_levels=False))
                b.emit(Store(_levels_field(b), site, k.int_(0)))
        b.emit(Store(to_clear_field(b), None, k.EMPTY_SET))
