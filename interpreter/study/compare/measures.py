"""The measures of a comparison: means over games with sequential tests of their differences.

A confidence sequence takes numbers within bounds. Shares have them. Lengths and numbers of moves have none,
so they are cut: at twice the largest that a pilot of both games met (its games count for nothing else), or at
the longest game that is played. What is compared is then the mean of numbers so cut.

All measures of a comparison share its risk equally (Bonferroni): each of K sequences has the level
1 - alpha/K. With a probability of 1 - alpha no interval of any measure is ever wrong, at no time; so whatever
is read off them, whenever, is right together. Holm's procedure would refute a little more, but gives no
intervals that hold together, and nothing for what is claimed to be the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal

from gdl.source.suggest import nearest
from gdl.support.values import define, evolve, field, frozen
from interpreter.errors.user_errors import MarginError
from interpreter.match.score import WIN, shares_of
from interpreter.statistics.differences import Stream, difference
from interpreter.statistics.intervals import Interval
from interpreter.study.compare.play import SIDES
from interpreter.work.job import Outcome

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
    measures = [
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
        measures.append(
            Compared(
                "coverage", "board used",
                "sites of the board on which a piece ever stood / sites of the board, averaged over games",
                "share", _MUCH, _sampled(lambda row: row[3]), MARGINS["coverage"],
            )
        )  # fmt: skip
    return tuple(_guessed(each, pilot) for each in measures)


def by_search(players: Sequence[str], pilot: Sequence[SideOutcome], longest: int) -> tuple[Compared, ...]:
    """What is compared of searching play; random play is its pilot."""
    plies = list(_spread(_plies(longest), pilot))
    cut = min(longest, _CUT * max(plies, default=1))
    measures = [*_results(players, SEARCH_MARGINS), _length(cut, longest, SEARCH_MARGINS["length"])]
    return tuple(_guessed(each, pilot) for each in measures if each.key != "completion")


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


_NUMBER = re.compile(r"(\d+(?:\.\d+)?|\.\d+)\s*(%?)")
#: Of these a number stands for plies or moves; all others are shares.
_IN_UNITS = ("length", "branching")


def read_margins(texts: Iterable[str]) -> dict[str, str]:
    """Margins as they are written: `won=1%`, `length=2`, `3%` for all. Raises MarginError."""
    margins: dict[str, str] = {}
    for text in texts:
        key, equals, amount = text.rpartition("=")
        key, amount = key.strip(), amount.strip()
        if (equals and not key) or key in margins:
            raise MarginError(f"`{text}` " + ("names no measure" if key == "" else f"is another for `{key}`"))
        margins[key] = amount
    known_margins(margins)
    return margins


def known_margins(margins: Mapping[str, str]) -> None:
    """Raise MarginError for margins of what is not compared, and for what is no margin."""
    for key, amount in margins.items():
        if key and key not in MARGINS:
            raise MarginError(
                f"there is no measure `{key}`; there are {', '.join(MARGINS)}", nearest(key, MARGINS)
            )
        if not isinstance(amount, str):
            raise MarginError(f"the margin {amount!r} of `{key}` is to be a text, such as '{amount}%'")
        match = _NUMBER.fullmatch(amount)
        if match is None:
            raise MarginError(f"`{amount}` is no margin: 2% or 1.5")
        if not key and not match[2]:
            raise MarginError(f"a margin for all measures is a part of each: {amount}%")
        if key not in _IN_UNITS and not match[2] and float(match[1]) >= 1:
            raise MarginError(f"`{key}={amount}`: is this a share in percent? write `{key}={amount}%`")


def margin_of(compared: Compared, margins: Mapping[str, str]) -> float:
    """The margin of a measure, in its unit. `2%` is two points of a share, and a fiftieth of A's length."""
    text = margins.get(compared.key, margins.get(""))
    if text is None:
        return compared.margin
    match = _NUMBER.fullmatch(text)
    assert match is not None, "margins are read before"
    amount = float(match[1])
    if not match[2]:
        return amount
    return amount / 100 * (1.0 if compared.unit == "share" else compared.guesses[0])


def in_words(verdict: str, bounds: Interval, unit: str, words: Words) -> str:
    """What to believe of a difference (B less A)."""
    far = max(abs(bounds.low), abs(bounds.high))
    near = min(abs(bounds.low), abs(bounds.high))
    word = words.more if bounds.value > 0 else words.less
    if verdict == "same":
        known = (
            f" ({number(near, unit)} to {number(far, unit)} {word})" if bounds.low * bounds.high > 0 else ""
        )
        return f"{words.same}, within {amount(far, unit)}{known}"
    if verdict == "differs":
        return f"{amount(abs(bounds.value), unit, word)} ({number(near, unit)} to {number(far, unit)})"
    # the bounds are on both sides of none
    return f"from {amount(-bounds.low, unit, words.less)} to {number(bounds.high, unit)} {words.more}"


def amount(value: float, unit: str, word: str = "") -> str:
    """`8.1 points more often`, `3.4 plies longer`, `1.2 more`; `value` is not below 0."""
    shown = number(value, unit)
    match unit:
        case "share":
            shown += " point" if shown == "1.0" else " points"
        case "plies":
            shown += " ply" if shown == "1.0" else " plies"
    return f"{shown} {word}".rstrip()


def number(value: float, unit: str) -> str:
    """A number of a difference: points of a hundred where it is a share."""
    value = abs(value) * (100 if unit == "share" else 1)
    if value >= 9.95:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 0.95 or not value else f"{value:.2g}"


def mean(value: float, unit: str) -> str:
    """A mean in a column."""
    if unit == "share":
        return f"{value:.1%}"
    return f"{value:,.1f}" if value < 1000 else f"{value:,.0f}"


def percent(level: float) -> str:
    """A level as it was given: `95%`, `99.9%`."""
    return f"{level * 100:.10g}%"


#: `same`: the difference is within the margin, whatever it is. `differs`: it is not zero.
Verdict = Literal["differs", "same", "undecided"]

#: Who plays where nobody thinks: no player's name.
RANDOM = "random play"


@frozen
class Finding:
    """A measure of both games, and what to believe of the difference."""

    #: `won`, `length`; whom it is about
    key: str
    about: str
    title: str
    definition: str
    #: `share`, `plies`, `moves`
    unit: str
    #: who played
    agent: str
    #: the games of each that it was taken from
    games: int
    #: the games of each after which it was decided; None: it is not
    decided_after: int | None
    #: the means of both
    a: float
    b: float
    #: B less A: an estimate, and bounds that hold for all measures together, whenever one looks
    difference: float
    low: float
    high: float
    #: of this one sequence
    level: float
    #: so large a difference counts as none
    margin: float
    verdict: Verdict
    #: the same in words
    told: str

    @property
    def name(self) -> str:
        """The key, with whom and what play it is about: no two findings of a comparison share it."""
        name = f"{self.key}[{self.about}]" if self.about else self.key
        return name if self.agent == RANDOM else f"{name} by {self.agent}"


def verdict_of(bounds: Interval, margin: float) -> Verdict:
    """What bounds of a difference say."""
    if max(-bounds.low, bounds.high) <= margin:
        return "same"
    return "differs" if bounds.low > 0 or bounds.high < 0 else "undecided"


@define
class Tracked:
    """A measure that is being compared."""

    compared: Compared
    agent: str
    level: float
    margin: float
    _streams: tuple[Stream, Stream]
    _low: float
    _high: float
    _decided_after: int | None = field(default=None, init=False)

    @classmethod
    def of(cls, compared: Compared, agent: str, level: float, margin: float) -> Tracked:
        """Nothing is seen yet."""
        a, b = (Stream(0.0, compared.most, guess) for guess in compared.guesses)
        return cls(compared, agent, level, margin, (a, b), -compared.most, compared.most)

    def look(self, outcome: Outcome) -> None:
        """Take in a chunk, and look."""
        sides: list[SideOutcome] = [outcome[side] for side in SIDES]
        a, b = (
            stream.after(*self.compared.sums(side)) for stream, side in zip(self._streams, sides, strict=True)
        )
        self._streams = a, b
        bounds = difference(a, b, self.level)
        # the truth is within all bounds so far; they contradict each other only where some are wrong
        low, high = max(self._low, bounds.low), min(self._high, bounds.high)
        self._low, self._high = (low, high) if low <= high else (bounds.low, bounds.high)
        if self._decided_after is None and self.verdict != "undecided":
            self._decided_after = a.count

    @property
    def games(self) -> int:
        """The games of each that it was taken from."""
        return self._streams[0].count

    @property
    def decided(self) -> bool:
        """Is anything known of it?"""
        return self._decided_after is not None

    @property
    def verdict(self) -> Verdict:
        """What is known of the difference."""
        return verdict_of(Interval(0.0, self._low, self._high), self.margin)

    @property
    def finding(self) -> Finding:
        """What is known so far."""
        a, b = self._streams
        compared = self.compared
        estimate = min(max(b.mean - a.mean, self._low), self._high)
        bounds = Interval(estimate, self._low, self._high, self.level)
        return Finding(
            compared.key,
            compared.about,
            compared.title,
            compared.definition,
            compared.unit,
            self.agent,
            self.games,
            self._decided_after,
            a.mean,
            b.mean,
            estimate,
            self._low,
            self._high,
            self.level,
            self.margin,
            self.verdict,
            in_words(self.verdict, bounds, compared.unit, compared.words),
        )
