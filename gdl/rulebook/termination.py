"""Termination by a measure: games that fill the board, or count moves, end before the limit of all games.

    move ::= a piece onto an empty site, and none ever leaves        empty sites: fewer with each move
    (if (>= (count Turns) 400) (result Mover Draw))                  turns left: fewer with each turn

Of any other game it has to be told that it is over when it has lasted too long.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from gdl.core import ops as o
from gdl.core.ops import Expr, Op, Program, Stmt
from gdl.core.programs import MOVE_LIMIT, TURN_LIMIT, turn_limit
from gdl.core.walk import statements
from gdl.ludeme.arguments import Then
from gdl.ludeme.base import Ludeme, fields_of, ludemes_in
from gdl.ludeme.categories import BoolExpr, Handling, IntExpr, Moves, Region
from gdl.ludeme.kinds import Kept
from gdl.ludemes import comparisons as compare
from gdl.ludemes import counts
from gdl.ludemes.arguments import Apply
from gdl.ludemes.ending import EndForEach, EndIf
from gdl.ludemes.game import Game, Rules
from gdl.ludemes.meta import PassEnd

#: What players say.
_SAID = (Kept.PROPOSAL, Kept.VOTE)
#: Procedures that set up the start.
_BEGINNING = ("start", "start_game", "next_game")
#: What pieces that are captured at the end of a turn are kept in.
_CAPTURED = "to_clear"


def passing_draws(program: Program) -> bool:
    """Is a game drawn in which all players pass one after the other?"""
    return any(
        isinstance(each, o.If) and _all_passed(each.condition, program.players)
        for proc in program.procs
        for each in statements(proc.body)
    )


def _all_passed(condition: Expr, players: int) -> bool:
    if condition.op is not Op.GE or condition.args[0].op is not Op.FIELD:
        return False
    return getattr(condition.args[0].data, "name", "") == "passes" and condition.args[1].data == players


def limit_text(game: Game, program: Program) -> str | None:
    """What ends a game that goes on and on; None where one that does cannot be."""
    rules = game.rules
    if _counts_down(rules) or _fills(rules, program):
        return None
    players = program.players
    turns = f"{TURN_LIMIT:,} turns" + (" for each player" if players > 1 else "")
    over = "is drawn" if players > 1 else "is lost"
    many = any(isinstance(each, Moves) and each.names_next for each in ludemes_in(game))
    moves = f", or {MOVE_LIMIT:,} moves in all," if many or turn_limit(players) > MOVE_LIMIT else ""
    return f"a game that lasts {turns}{moves} {over}"


# --- Endings that count -----------------------------------------------------------------------------------


def _counts_down(rules: Rules) -> bool:
    """Is there an ending by the number of moves or turns alone, which comes before the limit?"""
    endings = () if rules.end is None else rules.end.all()
    return any(isinstance(each, EndIf) and _in_time(each.condition) for each in endings)


def _in_time(condition: object) -> bool:
    if isinstance(condition, BoolExpr) and condition.connective() == "or" and condition.operands():
        return any(map(_in_time, condition.operands()))
    if not isinstance(condition, compare.AtLeastEqual | compare.Greater | compare.Equal):
        return False
    counted, number = condition.first, condition.second
    if not isinstance(counted, counts.Count) or not isinstance(number, IntExpr):
        return False
    most = number.written()
    counts_moves = counted.what in (counts.CountSimple.MOVES, counts.CountSimple.TURNS)
    return counts_moves and most is not None and most < TURN_LIMIT


# --- Boards that fill -------------------------------------------------------------------------------------


def _fills(rules: Rules, program: Program) -> bool:
    """Does every move put a piece on an empty site, and none ever leave one?"""
    if any(isinstance(each, PassEnd) for each in ludemes_in(rules)):
        return False
    if any(_removes(each) for each in _during_play(program)):
        return False
    plays = [rules.play, *(phase.play for phase in rules.phases or ())]
    offered = [leaf for play in plays if play is not None for leaf in _offered(play.moves)]
    return bool(offered) and all(_onto_empty(each) for each in offered)


def _during_play(program: Program) -> Iterator[Stmt]:
    for proc in program.procs:
        if proc.name not in _BEGINNING:
            yield from statements(proc.body)


def _removes(stmt: Stmt) -> bool:
    """May a statement leave a site empty, but for the clearing of what was captured, if that is any?"""
    if isinstance(stmt, o.Include):
        return stmt.field.name == _CAPTURED
    if isinstance(stmt, o.Take):
        return not (stmt.sites.op is Op.FIELD and getattr(stmt.sites.data, "name", "") == _CAPTURED)
    return isinstance(stmt, o.MovePiece | o.MoveLevels | o.Push | o.TakeLevel | o.SetAt)


def _offered(value: Any) -> Iterator[Moves]:
    """The rules that offer moves: neither what is made of others, nor what follows from a move."""
    if isinstance(value, tuple):
        for each in value:
            yield from _offered(each)
    if not isinstance(value, Ludeme) or isinstance(value, Then | Apply | BoolExpr | Region):
        return
    inner = [leaf for f in fields_of(type(value)) for leaf in _offered(getattr(value, f.name))]
    if isinstance(value, Moves) and not inner:
        yield value
    yield from inner


def _onto_empty(moves: Moves) -> bool:
    """Does a rule put a piece on a site that is empty?"""
    to = getattr(moves, "to", None)
    if moves.handling is not Handling.PLACES or to is None:
        return False
    where, condition = to.where, to.condition
    return (isinstance(where, Region) and where.always_empty()) or (
        condition is not None and condition.asks_empty()
    )


def that_can_come(endings: Sequence[Any], rules: Ludeme) -> tuple[Any, ...]:
    """Those endings of the rules whose condition does not ask for what nobody can say."""
    said = {name for each in ludemes_in(rules) for kept, name in each.writes() if kept in _SAID}
    asking = EndIf | EndForEach
    return tuple(each for each in endings if not isinstance(each, asking) or _can_hold(each.condition, said))


def _can_hold(condition: BoolExpr, said: set[str]) -> bool:
    asked = [name for kept, name in condition.reads() if kept in _SAID]
    if asked:
        return said.issuperset(asked)
    parts = [_can_hold(part, said) for part in condition.operands()]
    return any(parts) if condition.connective() == "or" and parts else all(parts)
