"""Depth-first search through a turn: what a move is worth with what may follow it in the same turn."""

from __future__ import annotations

from collections.abc import Callable

from gdl.builder.builder import Builder
from gdl.builder.context import Context
from gdl.core import make as k
from gdl.core.ops import INT, Assign, Expr, Field, Op, Store
from gdl.lower.moving import to_clear
from gdl.lower.turns import following, mover_field, next_field, prev_field, set_next


class _OfTurns(dict[str, str]):
    """Side table: the procedures that look through the rest of a turn, by what they tell."""


def turn_length(b: Builder) -> str:
    """A procedure: how many moves in a row the mover has from here at most, the one just played included."""
    return _of_turn(b, "turn_length", lambda: k.int_(1), None)


def turn_value(b: Builder) -> str:
    """A procedure: the greatest value of pieces that the mover can take in this turn, those that the move
    just played took included; before it the enemies' pieces were worth what `value_before` says."""
    before = value_before_field(b)
    return _of_turn(b, "turn_value", lambda: k.sub(k.field(before), enemies_value(b)), before)


def value_before_field(b: Builder) -> Field:
    """What the enemies' pieces were worth before the moves that are compared."""
    return b.declare("value_before", INT, None, 0, called=None)


def enemies_value(b: Builder) -> Expr:
    """What the enemies' pieces are worth, those left out that go when the turn ends; of stacks the top."""
    theirs = k.diff(k.diff(k.OCCUPIED, k.owned(k.field(mover_field(b)))), to_clear(b))
    return b.sum(theirs, lambda: k.at(Op.VALUE_AT, b.context(Context.SITE)), Context.SITE)


def _of_turn(b: Builder, name: str, worth: Callable[[], Expr], before: Field | None) -> str:
    procedures = b.side_table(_OfTurns)
    known = procedures.get(name)
    if known is None:
        known = procedures[name] = b.fresh(name)
        mover, chosen = k.field(mover_field(b)), k.field(next_field(b))
        with b.procedure(known, INT, outer={}, name=known):
            here = b.assign("here", worth())
            with b.if_(k.ne(chosen, mover)):
                b.returns(here)
            rest = b.variable("rest", k.int_(0))
            with b.sandbox():
                if before is not None:
                    b.emit(Store(before, None, enemies_value(b), span=b.span))
                b.emit(Store(prev_field(b), None, mover, span=b.span))
                set_next(b, following(b, mover))
                b.emit(Assign(str(rest.data), k.most("moves", known), span=b.span))
            b.returns(k.add(here, rest))
    return known
