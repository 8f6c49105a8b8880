"""Whose turn follows whose; and depth-first search through a turn: what a move is worth with the next."""

from __future__ import annotations

from collections.abc import Callable

from gdl.analyses.mod_ref import Effects
from gdl.builder.builder import Builder
from gdl.builder.context import Context
from gdl.core import make as k
from gdl.core.ops import BOOL, INT, Assign, Expr, Field, If, Op, Program, RepeatKind, Return, Store
from gdl.lower.moving import to_clear
from gdl.support.values import define


def mover_field(b: Builder) -> Field:
    """Whose turn it is; part of the position."""
    return b.declare("mover", INT, None, 1, position=True, called=None)


def next_field(b: Builder) -> Field:
    """Who moves next: set at the start of a turn, changed by `moveAgain` and `set NextPlayer`."""
    return b.declare("next", INT, None, 0, called=None)


def prev_field(b: Builder) -> Field:
    """Who made the move before."""
    return b.declare("prev", INT, None, 0, called=None)


def repeats_after_move(b: Builder, kind: RepeatKind) -> Expr:
    """How many remembered positions equal the present one, in which a move was just made: those of situations
    with the same player to move as will be now."""
    if kind in (RepeatKind.POSITIONAL, RepeatKind.POSITIONAL_IN_TURN):
        return k.repeats(kind)
    return Expr(Op.REPEATS, INT, (k.field(next_field(b)),), kind)


def out_field(b: Builder) -> Field:
    """Which players are out of the game, in games of three and more."""
    return b.declare("out", BOOL, b.facts.players + 1, False, called="{player} is out of the game")


def following(b: Builder, who: Expr) -> Expr:
    """The player after that one, skipping those who are out."""
    players = b.facts.players
    if players == 1:
        return k.int_(1)
    if players == 2:
        return k.sub(k.int_(3), who)
    after = k.add(k.mod(who, k.int_(players)), k.int_(1))

    def search() -> Expr:
        candidate = b.local("candidate")
        b.emit(Assign(candidate, b.context(Context.VALUE), span=b.span))
        result = k.var(candidate, INT)
        for _ in range(players - 1):
            b.emit(If(k.not_(k.elem(out_field(b), result)), (Return(result),), span=b.span))
            b.emit(Assign(candidate, k.add(k.mod(result, k.int_(players)), k.int_(1)), span=b.span))
        return result

    with b.bind({Context.VALUE: after}):
        return b.function("following", INT, search)


def set_next(b: Builder, who: Expr) -> None:
    """This player moves next."""
    b.emit(Store(next_field(b), None, who, span=b.span))


def set_next_if_player(b: Builder, who: Expr) -> None:
    """The player of this number moves next; a number that is no player's changes nothing."""
    if who.op is Op.CONST and isinstance(who.data, int):
        if 1 <= who.data <= b.facts.players:
            set_next(b, who)
        return
    if who.op is Op.FIELD and who.data in (mover_field(b), next_field(b)):
        set_next(b, who)
        return
    who = b.assign("next", who)
    with b.if_(k.and_(k.ge(who, k.int_(1)), k.le(who, k.int_(b.facts.players)))):
        set_next(b, who)


def moves_field(b: Builder) -> Field:
    """How many moves have been made, the present one included."""
    return b.declare("moves", INT, None, 0, called=None)


def turns_field(b: Builder) -> Field:
    """How many turns have ended."""
    return b.declare("turns", INT, None, 0, called=None)


def this_turn_field(b: Builder) -> Field:
    """How many moves of the present turn have been made before this one."""
    return b.declare("moves_this_turn", INT, None, 0, called=None)


def passes_field(b: Builder) -> Field:
    """How many turns in a row were passed, up to now."""
    return b.declare("passes", INT, None, 0, called=None)


def passed_field(b: Builder) -> Field:
    """Was the last move a pass, whatever came before it in the same turn?"""
    return b.declare("passed", BOOL, None, False, called=None)


def stalemated_field(b: Builder) -> Field:
    """Which players had no move when their turn came last."""
    return b.declare("stalemated", BOOL, b.facts.players + 1, False, called=None)


#: The generator of the moves that some player would have now.
MOVES_OF = "moves_of"


def supposed(program: Program) -> frozenset[str]:
    """The procedures that only tell what moves another player would have: nothing in them is ever played."""
    if all(proc.name != MOVES_OF for proc in program.procs):
        return frozenset()
    effects = Effects(program)
    return frozenset(effects.reached(MOVES_OF) - effects.reached("moves"))


@define
class MovesAsked:
    """Side table: does any rule ask for the moves that some player would have now?"""

    of_players: bool = False


def has_moves(b: Builder, who: Expr) -> Expr:
    """Would that player have a move, were it their turn now?"""
    b.side_table(MovesAsked).of_players = True
    return k.any_move(MOVES_OF, who)


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
