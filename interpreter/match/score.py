"""What the games of a match say about the players, and how sure that is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf

from gdl.support.values import frozen
from interpreter.engines.interface import first_placed
from interpreter.match.play import Match, Played
from interpreter.match.schedule import Schedule
from interpreter.statistics.blocks import blocks_of
from interpreter.statistics.intervals import Interval
from interpreter.statistics.ratings import Pairing, elo, ratings


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
    #: how many games it took part in, and in a round robin its rating in Elo around a mean of 0
    games: int = 0
    rating: float | None = None

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
    elo: Interval | None
    #: how many of the games are different: in who sat where, the start, or the moves
    different: int = 0
    #: of a round robin: what each has of its games with each, and how many these are
    crosstable: tuple[tuple[tuple[float, int], ...], ...] = ()


def is_known(interval: Interval) -> bool:
    """Whether games tell anything: there are no bounds where (nearly) all of them are the same."""
    return interval.low > -inf


def score(match: Match, played: Sequence[Played]) -> Score:
    """What the games played so far come to. One that was not finished counts as shared by all.

    Bounds count each different game once, and games of one opening as one block.
    """
    count, schedule = len(played), match.schedule
    different = len({each.identity or str(each.number) for each in played})
    part = different / count if count else 1.0
    crosstable = _crosstable(schedule, played) if schedule.round_robin else ()
    rated = _ratings(crosstable)
    standings = tuple(
        _standing(match, played, entrant, part, rated[entrant] if rated else None)
        for entrant in range(len(match.entrants))
    )
    won = [_won(each) for each in played]
    pair = len(standings) == 2 and match.seats == 2
    first = standings[0].won
    seats = tuple(
        _share([(each.opening, shares[seat]) for each, shares in zip(played, won, strict=True)],
               schedule.round, 1 / match.seats, part)
        for seat in range(match.seats)
    )  # fmt: skip
    return Score(
        games=count,
        finished=sum(each.finished for each in played),
        draws=sum(map(drawn, played)),
        overflowed=sum(each.overflow is not None for each in played),
        length=sum(each.plies for each in played) / count if count else 0.0,
        standings=standings,
        seats=seats,
        elo=_elo(first) if pair and count else None,
        different=different,
        crosstable=crosstable,
    )


def _share(numbers: Sequence[tuple[int, float]], size: int, fair: float, part: float) -> Interval:
    """The mean of numbers from 0 to 1 that are given with the opening of each, and its bounds."""
    mean = sum(number for _, number in numbers) / len(numbers) if numbers else fair
    return blocks_of(numbers).interval(size, fair, part, value=mean)


def _elo(won: Interval) -> Interval:
    if not is_known(won):
        return Interval(elo(won.value), -inf, inf)
    return Interval(elo(won.value), elo(won.low), elo(won.high))


def _crosstable(schedule: Schedule, played: Sequence[Played]) -> tuple[tuple[tuple[float, int], ...], ...]:
    parts = [[0] * schedule.entrants for _ in range(schedule.entrants)]
    games = [[0] * schedule.entrants for _ in range(schedule.entrants)]
    for each in played:
        one, other = each.entrants
        first, second = parts_won(each)
        parts[one][other] += first
        parts[other][one] += second
        games[one][other] += 1
        games[other][one] += 1
    return tuple(
        tuple((part / WIN, count) for part, count in zip(*row, strict=True))
        for row in zip(parts, games, strict=True)
    )


def _ratings(crosstable: Sequence[Sequence[tuple[float, int]]]) -> list[float]:
    pairings = [
        Pairing(one, other, score, count)
        for one, row in enumerate(crosstable)
        for other, (score, count) in enumerate(row)
        if one < other
    ]
    return ratings(pairings, len(crosstable)) if pairings else []


def drawn(played: Played) -> bool:
    """Whether several share the first place, or all. (A game for one is won or lost.)"""
    return len(played.ranks) > 1 and first_placed(played.ranks).bit_count() != 1


def parts_won(played: Played) -> tuple[int, ...]:
    """Each seat's share of the win in parts of `WIN`, so that three thirds are the whole.

    Who plays alone has nothing of a game that was not finished.
    """
    return shares_by(played.ranks) if played.finished or len(played.ranks) > 1 else (0,)


def _won(played: Played) -> list[float]:
    return [each / WIN for each in parts_won(played)]


def _standing(
    match: Match, every: Sequence[Played], entrant: int, part: float, rating: float | None
) -> Standing:
    schedule = match.schedule
    won, by_rank, wins, draws, seats = [], [], 0, 0, 1
    played = [each for each in every if entrant in each.entrants]
    for each in played:
        mine = each.seats_of(entrant)
        seats = len(mine)
        parts = sum(parts_won(each)[seat] for seat in mine)
        won.append((each.opening, parts / WIN))
        by_points = points(each.ranks) if match.seats > 1 else _won(each)
        by_rank.append((each.opening, sum(by_points[seat] for seat in mine) / seats))
        # of a draw, who has all seats has won nothing
        whole = parts == WIN and (seats < match.seats or not drawn(each))
        wins += whole
        draws += parts > 0 and not whole
    thought = [
        (each.decisions[seat], each.seconds[seat]) for each in played for seat in each.seats_of(entrant)
    ]
    fair = schedule.fair_share(entrant)
    return Standing(
        str(match.entrants[entrant]),
        seats,
        wins,
        draws,
        len(played) - wins - draws,
        _share(won, schedule.games_each, fair, part),
        fair,
        _share(by_rank, schedule.games_each, 0.5, part),
        sum(decisions for decisions, _ in thought),
        sum(seconds for _, seconds in thought),
        len(played),
        rating,
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
