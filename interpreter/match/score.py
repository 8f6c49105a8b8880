"""What the games of a match say about the players, and how sure that is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gdl.support.values import frozen
from interpreter.engines.interface import first_placed
from interpreter.match.play import Match, Played
from interpreter.statistics.intervals import Interval, wilson
from interpreter.statistics.ratings import elo


@frozen
class Standing:
    """One player's part in a match."""

    name: str
    #: seats that it had in each game
    seats: int
    #: games in which it had the whole win, shared it with others, and had nothing of it
    wins: int
    draws: int
    losses: int
    #: its share of the wins, and what that would be if all were equal
    won: Interval
    fair: float
    #: its points by rank, on average over its seats
    points: Interval
    decisions: int
    seconds: float

    @property
    def per_move(self) -> float:
        """Seconds for a decision."""
        return self.seconds / self.decisions if self.decisions else 0.0


@frozen
class Score:
    """A match as far as it was played."""

    games: int
    finished: int
    #: games without a single winner, those that were not finished among them
    draws: int
    #: games of which the result cannot be trusted, since something was more than they can hold
    overflowed: int
    #: decisions in a game, on average
    length: float
    standings: tuple[Standing, ...]
    #: the share of the wins that each seat had
    seats: tuple[Interval, ...]
    #: of two players with a seat each: the first one's advantage in Elo, with its bounds
    elo: tuple[float, float, float] | None


def score(match: Match, played: Sequence[Played]) -> Score:
    """What the games played so far come to. One that was not finished counts as shared by all."""
    count = len(played)
    standings = tuple(_standing(match, played, entrant) for entrant in range(len(match.entrants)))
    won = [_won(each) for each in played]
    pair = len(standings) == 2 and match.seats == 2
    first = standings[0].won
    return Score(
        games=count,
        finished=sum(each.finished for each in played),
        draws=sum(map(drawn, played)),
        overflowed=sum(each.overflow is not None for each in played),
        length=sum(each.plies for each in played) / count if count else 0.0,
        standings=standings,
        seats=tuple(wilson(sum(each[seat] for each in won), count) for seat in range(match.seats)),
        elo=(elo(first.value), elo(first.low), elo(first.high)) if pair and count else None,
    )


def drawn(played: Played) -> bool:
    """Whether several share the first place, or all. (A game for one is won or lost.)"""
    return len(played.ranks) > 1 and first_placed(played.ranks).bit_count() != 1


def _won(played: Played) -> list[float]:
    """Each seat's share of the win; who plays alone has nothing of a game that was not finished."""
    return shares(played.ranks) if played.finished or len(played.ranks) > 1 else [0.0]


def _standing(match: Match, played: Sequence[Played], entrant: int) -> Standing:
    seats = match.entrants_of(0).count(entrant)
    won, by_rank, wins, draws = [], [], 0, 0
    for each in played:
        mine = [seat for seat, who in enumerate(each.entrants) if who == entrant]
        # in parts that are whole, so that three thirds are the whole
        parts = sum(round(_won(each)[seat] * WIN) for seat in mine)
        won.append(parts / WIN)
        by_points = points(each.ranks) if match.seats > 1 else _won(each)
        by_rank.append(sum(by_points[seat] for seat in mine) / len(mine))
        # of a draw, who has all seats has won nothing
        whole = parts == WIN and (len(mine) < match.seats or not drawn(each))
        wins += whole
        draws += parts > 0 and not whole
    pairs = [
        (each.decisions[seat], each.seconds[seat])
        for each in played
        for seat, who in enumerate(each.entrants)
        if who == entrant
    ]
    return Standing(
        str(match.entrants[entrant]),
        seats,
        wins,
        draws,
        len(played) - wins - draws,
        wilson(sum(won), len(won)),
        seats / match.seats,
        wilson(sum(by_rank), len(by_rank)),
        sum(decisions for decisions, _ in pairs),
        sum(seconds for _, seconds in pairs),
    )


# --- scoring --------------------------------------------------------------------------------------------

#: A share of a win, and sums of such, are whole numbers of these parts: it can be shared by up to 16.
WIN = 720_720


def shares_of(firsts: int, seats: int) -> tuple[int, ...]:
    """Each seat's share of the win in parts, by who came first as bits; what nobody has won is shared by all.

    One who plays alone and has not won gets nothing.
    """
    if not firsts:
        return (WIN // seats if seats > 1 else 0,) * seats
    return tuple(WIN // firsts.bit_count() if firsts >> seat & 1 else 0 for seat in range(seats))


def won_by(counts: Mapping[int, int], seat: int, seats: int) -> float:
    """The sum of a seat's shares from 0 to 1 in games counted by who came first (as bits)."""
    return sum(count * shares_of(firsts, seats)[seat] for firsts, count in counts.items()) / WIN


def shares_by(ranks: Sequence[float]) -> tuple[int, ...]:
    """The same by the ranks of a game that is over."""
    return shares_of(first_placed(ranks), len(ranks))


def shares(ranks: Sequence[float]) -> list[float]:
    """The same from 0 to 1: who share the first place divide it. One player alone wins or not."""
    return [each / WIN for each in shares_by(ranks)]


def points(ranks: Sequence[float]) -> list[float]:
    """Each player's points by rank: 1 for the first, 0 for the last, evenly between."""
    if len(ranks) == 1:
        return shares(ranks)
    return [(len(ranks) - rank) / (len(ranks) - 1) for rank in ranks]
