"""Ending a game: ranks, and who is out."""

from __future__ import annotations

from gdl.builder.builder import Builder
from gdl.builder.context import Context
from gdl.builder.meaning_error import MeaningError
from gdl.core import make as k
from gdl.core.ops import BOOL, FLOAT, INT, Adjust, Expr, Field, If, Return, Store
from gdl.core.programs import ALL_DRAW, MATCH_SCORE, PERSON, TRIALS
from gdl.lower.turns import out_field
from gdl.source.text import Span
from gdl.support.values import define


def over_field(b: Builder) -> Field:
    """Is the game over?"""
    return b.declare("over", BOOL, None, False, called=None)


def rank_field(b: Builder) -> Field:
    """The players' ranks: 1 is best; equal ranks are shared as their mean; 0 while a player's is open."""
    return b.declare("rank", FLOAT, b.facts.players + 1, 0.0, called=None)


def _rank(b: Builder, who: Expr, rank: Expr) -> None:
    b.emit(Store(rank_field(b), who, rank, span=b.span))


def _over(b: Builder) -> None:
    b.emit(Store(over_field(b), None, k.TRUE, span=b.span))


def draw(b: Builder) -> None:
    """The game is over; all who are still in share the ranks left."""
    players = b.facts.players
    if players <= 2:
        for p in range(1, players + 1):
            _rank(b, k.int_(p), k.float_((players + 1) / 2))
        _over(b)
        return
    b.routine(ALL_DRAW, lambda: _draw_rest(b), key="all draw")


def _free_ranks(b: Builder) -> tuple[Field, Field]:
    """How many have won and lost so far, in games of three and more."""
    return b.declare("winners", INT, called=None), b.declare("losers", INT, called=None)


def has_lost(b: Builder, who: Expr) -> Expr:
    """Is the player out with one of the last ranks? (In games of three and more.)"""
    won, _ = _free_ranks(b)
    return k.gt(k.elem(rank_field(b), who), k.to_float(k.field(won)))


def _draw_rest(b: Builder) -> None:
    won, lost = _free_ranks(b)
    best = k.add(k.field(won), k.int_(1))
    worst = k.sub(k.int_(b.facts.players), k.field(lost))
    mean = k.div(k.to_float(k.add(best, worst)), k.float_(2.0))
    for p in range(1, b.facts.players + 1):
        with b.if_(k.eq(k.elem(rank_field(b), k.int_(p)), k.float_(0.0))):
            _rank(b, k.int_(p), mean)
    _over(b)


def finish(b: Builder, who: Expr, wins: bool) -> None:
    """That player has won or lost: with two players the game is over; with more it goes on until one is left.

    A player who has a rank already keeps it.
    """
    players = b.facts.players
    if players == 1:
        _rank(b, k.int_(1), k.float_(1.0 if wins else 0.0))
        _over(b)
        return
    if players == 2:
        _rank(b, who, k.float_(1.0 if wins else 2.0))
        _rank(b, k.sub(k.int_(3), who), k.float_(2.0 if wins else 1.0))
        _over(b)
        return
    name = "player_wins" if wins else "player_loses"
    # A variable, so that one procedure serves for every player.
    with b.bind({Context.PLAYER: b.variable("player", who)}):
        b.routine(name, lambda: _finish_one(b, wins), key=name)


def _finish_one(b: Builder, wins: bool) -> None:
    who = b.context(Context.PLAYER)
    players = b.facts.players
    won, lost = _free_ranks(b)
    b.emit(If(k.ne(k.elem(rank_field(b), who), k.float_(0.0)), (Return(),), span=b.span))
    if wins:
        _rank(b, who, k.to_float(k.add(k.field(won), k.int_(1))))
        b.emit(Adjust(won, None, k.int_(1), span=b.span))
    else:
        _rank(b, who, k.to_float(k.sub(k.int_(players), k.field(lost))))
        b.emit(Adjust(lost, None, k.int_(1), span=b.span))
    b.emit(Store(out_field(b), who, k.TRUE, span=b.span))
    with b.if_(k.ge(k.add(k.field(won), k.field(lost)), k.int_(players - 1))):
        _draw_rest(b)


def lose_together(b: Builder, losing: list[tuple[int, Expr]]) -> None:
    """In a game of three or more: of the players with a condition those for whom it holds lose at once. They
    share the worst ranks that are free; it goes on until one is left."""
    won, lost = _free_ranks(b)
    fresh = [(p, k.and_(one, k.eq(k.elem(rank_field(b), k.int_(p)), k.float_(0.0)))) for p, one in losing]
    fresh = [(p, b.assign("loses", one)) for p, one in fresh]
    several = k.int_(0)
    for _, one in fresh:
        several = k.add(several, k.to_int(one))
    several = b.assign("several", several)
    worst = k.sub(k.int_(b.facts.players), k.field(lost))
    best = k.add(k.sub(worst, several), k.int_(1))
    mean = b.assign("mean", k.div(k.to_float(k.add(best, worst)), k.float_(2.0)))
    for p, one in fresh:
        with b.if_(one):
            _rank(b, k.int_(p), mean)
            b.emit(Store(out_field(b), k.int_(p), k.TRUE, span=b.span))
    b.emit(Adjust(lost, None, several, span=b.span))
    done = k.ge(k.add(k.field(won), k.field(lost)), k.int_(b.facts.players - 1))
    with b.if_(k.and_(k.gt(several, k.int_(0)), done)):
        _draw_rest(b)


def finish_together(b: Builder, members: list[tuple[int, Expr]], wins: bool) -> None:
    """Those players have won or lost together: the game is over, they share the best or the worst ranks and
    all others the rest. `members`: every player who may be one of them, with the condition that it is."""
    conditions = dict(members)
    among = {p: b.assign("among", conditions.get(p, k.FALSE)) for p in range(1, b.facts.players + 1)}
    several = k.int_(0)
    for one in among.values():
        several = k.add(several, k.to_int(one))
    first = several if wins else k.sub(k.int_(b.facts.players), several)
    first = b.assign("first", k.to_float(first))
    best = k.div(k.add(first, k.float_(1.0)), k.float_(2.0))
    rest = k.div(k.add(first, k.float_(b.facts.players + 1.0)), k.float_(2.0))
    for p, one in among.items():
        _rank(b, k.int_(p), k.select(one, best, rest) if wins else k.select(one, rest, best))
    _over(b)


def by_score(b: Builder, scores: list[Expr], misere: bool) -> None:
    """The game is over; most points (or fewest) win, equal ones share ranks. `scores` by player from 1."""
    kept = [b.assign("points", score) for score in scores]
    for p, mine in enumerate(kept, 1):
        others = [other for q, other in enumerate(kept, 1) if q != p]
        better = k.int_(0)
        equal = k.int_(0)
        for other in others:
            ahead = k.lt(other, mine) if misere else k.gt(other, mine)
            better = k.add(better, k.select(ahead, k.int_(1), k.int_(0)))
            equal = k.add(equal, k.select(k.eq(other, mine), k.int_(1), k.int_(0)))
        shared = k.div(k.to_float(equal), k.float_(2.0))
        _rank(b, k.int_(p), k.add(k.to_float(k.add(better, k.int_(1))), shared))
    _over(b)


# --- what a match keeps beside the position of the game being played ------------------------------------


@define
class MatchRules:
    """Side table: are the rules being lowered those of a match (and not of its game)?"""

    being_lowered: bool = False


BETWEEN = "between"

#: What the next game of a match does not begin anew.
LASTING = (MATCH_SCORE, TRIALS, PERSON)


def match_score_field(b: Builder, span: Span | None = None) -> Field:
    """The points of each person so far."""
    _only_in_matches(b, "(matchScore ...)", span)
    return b.declare(MATCH_SCORE, INT, b.facts.players + 1, called="the score of {person} in the match")


def trials_field(b: Builder, span: Span | None = None) -> Field:
    """How many games have been played."""
    _only_in_matches(b, "(count Trials)", span)
    return b.declare(TRIALS, INT, called="the number of the match's games that are over")


def person_field(b: Builder) -> Field:
    """By seat, who sits there."""
    return b.declare(PERSON, INT, b.facts.players + 1, called=None)


def between_field(b: Builder) -> Field:
    """Is a game over and the next one not yet begun?"""
    return b.declare(BETWEEN, BOOL, None, False, called=None)


def _only_in_matches(b: Builder, what: str, span: Span | None) -> None:
    if span is not None and not b.side_table(MatchRules).being_lowered:
        raise MeaningError(
            "E0418", f"{what} is about a match, and this is a rule of one game", span, "",
            "it belongs in the (end ...) of a (match ...)",
        )  # fmt: skip
