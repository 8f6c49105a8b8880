"""What is compared: means over games, each number of a game within bounds that are known beforehand.

A confidence sequence takes numbers within bounds. Shares have them. Lengths and numbers of moves have none,
so they are cut: at twice the largest that a pilot of both games met (its games count for nothing else), or at
the longest game that is played. What is compared is then the mean of numbers so cut.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from attrs import evolve, field, frozen

from interpreter.match.score import WIN, shares_of

#: What is larger than this many times the largest of the pilot is cut to that.
_CUT = 2
#: Games at least as long as that which this share of the pilot's are no longer than are called long.
_LONG = 0.9

#: A number of a game, and how many games have it.
Weighted = tuple[float, int]
#: What a chunk has of one game.
SideOutcome = Mapping[str, Any]


@frozen
class Words:
    """How a difference is told: `8 points more often`, `as often`."""

    more: str
    less: str
    same: str


OFTEN = Words("more often", "less often", "as often")
_MANY = Words("more", "fewer", "as many")
_MUCH = Words("more", "less", "as much")
_LONGER = Words("longer", "shorter", "as long")
_HIGH = Words("higher", "lower", "as high")


@frozen
class Compared:
    """A number that games have, whose means are compared."""

    #: for programs and for `--margin`: `won`, `length`
    key: str
    title: str
    definition: str
    #: `share`, `plies`, `moves`
    unit: str
    words: Words
    #: what each game of a chunk has
    numbers: Callable[[SideOutcome], Iterator[Weighted]] = field(repr=False)
    #: the means are the same if they differ by at most so much: of a share as it is, else of the mean of A
    margin: float
    #: of which player, if it is of one
    about: str = ""
    #: the largest that a number can be; larger ones are cut to it
    most: float = 1.0
    #: the mean that the pilot had, by side
    guesses: tuple[float, float] = (0.5, 0.5)

    @property
    def name(self) -> str:
        """The key, with whom it is about."""
        return f"{self.key}[{self.about}]" if self.about else self.key

    def sums(self, outcome: SideOutcome) -> tuple[int, float, float]:
        """How many games a chunk has, the sum of their numbers, and that of their squares."""
        count, total, squares = 0, 0.0, 0.0
        for number, times in self.numbers(outcome):
            cut = min(number, self.most)
            count += times
            total += times * cut
            squares += times * cut * cut
        return count, total, squares


#: How much counts as the same unless somebody says otherwise.
MARGINS = {
    "won": 0.02,
    "drawn": 0.02,
    "completion": 0.01,
    "score": 0.02,
    "length": 0.05,
    "long": 0.02,
    "branching": 0.05,
    "agency": 0.02,
    "coverage": 0.02,
}
#: Of searching play: far fewer games are played in the same time.
SEARCH_MARGINS = {"won": 0.05, "drawn": 0.05, "score": 0.05, "length": 0.1}


def by_random_play(
    players: Sequence[str], sites: tuple[int, int], pilot: Sequence[SideOutcome], longest: int
) -> tuple[Compared, ...]:
    """What is compared of random games: of the players that both have; `sites` are the boards' sizes."""
    plies = sorted(_spread(_plies(longest), pilot))
    cut = min(longest, _CUT * max(plies, default=1))
    threshold = plies[int(_LONG * (len(plies) - 1))] if plies else 1
    branching = [_moves(row) for side in pilot for row in side["sample"]]
    widest = max(2.0, _CUT * max(branching, default=1.0))
    found = [
        *_results(players, MARGINS),
        _length(cut, longest, MARGINS["length"]),
        Compared(
            "long", f"{threshold} plies or more", f"games of {threshold} plies or more / games", "share",
            OFTEN, lambda side: ((float(n >= threshold), times) for n, times in _plies(longest)(side)),
            MARGINS["long"],
        ),
        Compared(
            "branching", "moves to choose from",
            "the mean of a game's legal moves in a ply (forced passes count as one), averaged over games",
            "moves", _MANY, _sampled(_moves), MARGINS["branching"], most=widest,
        ),
        Compared(
            "agency", "plies with a choice",
            "the share of a game's plies with more than one legal move, averaged over games", "share", OFTEN,
            _sampled(lambda row: row[2] / row[0] if row[0] else 0.0), MARGINS["agency"],
        ),
    ]  # fmt: skip
    if all(sites):
        found.append(
            Compared(
                "coverage", "board used",
                "sites of the board on which a piece ever stood / sites of the board, averaged over games",
                "share", _MUCH, _sampled(lambda row: row[3]), MARGINS["coverage"],
            )
        )  # fmt: skip
    return tuple(_guessed(each, pilot) for each in found)


def by_search(players: Sequence[str], pilot: Sequence[SideOutcome], longest: int) -> tuple[Compared, ...]:
    """What is compared of searching play; random play is its pilot."""
    plies = list(_spread(_plies(longest), pilot))
    cut = min(longest, _CUT * max(plies, default=1))
    found = [*_results(players, SEARCH_MARGINS), _length(cut, longest, SEARCH_MARGINS["length"])]
    return tuple(_guessed(each, pilot) for each in found if each.key != "completion")


def _results(players: Sequence[str], margins: Mapping[str, float]) -> Iterator[Compared]:
    count = len(players)
    for seat, name in enumerate(players):
        yield Compared(
            "won", f"won by {name}", "games that this player alone wins / games", "share", OFTEN,
            _ended(_alone(seat)), margins["won"], name,
        )  # fmt: skip
    if count > 1:
        yield Compared(
            "drawn", "drawn", "games that end without a single winner / games", "share", OFTEN,
            _ended(lambda firsts: float(firsts.bit_count() != 1)), margins["drawn"],
        )  # fmt: skip
        for seat, name in enumerate(players[: 1 if count == 2 else count]):
            yield Compared(
                "score", f"score of {name}",
                "the mean share of the win: 1 for who wins alone; what nobody wins, or is left, is shared",
                "share", _HIGH, _ended(_share(seat, count), 1 / count),
                margins["score"], name,
            )  # fmt: skip
    if "completion" in margins:
        yield Compared(
            "completion", "ended", "games that end before they are given up / games", "share", OFTEN,
            _ended(lambda firsts: 1.0), margins["completion"],
        )  # fmt: skip


def _alone(seat: int) -> Callable[[int], float]:
    return lambda firsts: float(firsts == 1 << seat)


def _share(seat: int, players: int) -> Callable[[int], float]:
    return lambda firsts: shares_of(firsts, players)[seat] / WIN


def _length(cut: int, longest: int, margin: float) -> Compared:
    return Compared(
        "length", "length",
        f"the plies of a game; one of more than {cut:,} counts as {cut:,}", "plies", _LONGER,
        _plies(longest), margin, most=float(cut),
    )  # fmt: skip


def _ended(
    value: Callable[[int], float], given_up: float = 0.0
) -> Callable[[SideOutcome], Iterator[Weighted]]:
    """Numbers by who comes first (as bits), and what a game that is given up has."""

    def numbers(side: SideOutcome) -> Iterator[Weighted]:
        yield from ((value(firsts), times) for _, firsts, times in side["ended"])
        yield given_up, side["given_up"]

    return numbers


def _plies(longest: int) -> Callable[[SideOutcome], Iterator[Weighted]]:
    def numbers(side: SideOutcome) -> Iterator[Weighted]:
        yield from ((plies, times) for plies, _, times in side["ended"])
        yield longest, side["given_up"]

    return numbers


def _sampled(value: Callable[[Sequence[float]], float]) -> Callable[[SideOutcome], Iterator[Weighted]]:
    return lambda side: ((value(row), 1) for row in side["sample"])


def _moves(row: Sequence[float]) -> float:
    return row[1] / row[0] if row[0] else 0.0


def _spread(
    numbers: Callable[[SideOutcome], Iterator[Weighted]], pilot: Sequence[SideOutcome]
) -> Iterator[int]:
    return (int(number) for side in pilot for number, times in numbers(side) for _ in range(times))


def _guessed(compared: Compared, pilot: Sequence[SideOutcome]) -> Compared:
    means = []
    for side in pilot:
        count, total, _ = compared.sums(side)
        means.append(total / count if count else compared.most / 2)
    margin = compared.margin if compared.unit == "share" else compared.margin * means[0]
    return evolve(compared, guesses=(means[0], means[1]), margin=margin)
