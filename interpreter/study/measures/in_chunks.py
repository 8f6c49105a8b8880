"""Work sharing of searching play: units of games, such as pairs, by number, in chunks of about a second."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from attrs import frozen

from interpreter.study.searching.playing import Plays, plan_of, plays_of, watching_of
from interpreter.study.searching.settings import Searching
from interpreter.work.job import Outcome

if TYPE_CHECKING:
    from interpreter.game.game import Game
    from interpreter.study.searching.watched import Watching


@frozen
class Series:
    """Units of games of one kind, numbered from 0."""

    #: which of the part's series: a budget, the number of a match
    of: int
    units: int
    #: how many units make a chunk
    size: int


@frozen
class InChunks(ABC):
    """A part of a study: some series of units of games between searches, each unit played for itself."""

    game: Game
    searching: Searching
    seed: int

    #: what it is called in plans; what it does, for whoever waits; and what results call its units
    part: ClassVar[str]
    title: ClassVar[str]
    unit: ClassVar[str] = "pairs"

    @property
    @abstractmethod
    def series(self) -> Sequence[Series]:
        """What is played, in this order."""

    @abstractmethod
    def play(self, of: int, number: int) -> Any:
        """Play a unit of a series: what came of it, as JSON; None where it does not count."""

    @property
    def settled(self) -> Mapping[str, Any]:
        """What of the plan is the part's own."""
        return {}

    @property
    def slices(self) -> list[tuple[int, int, int]]:
        """For each chunk its series, the first unit's number, and how many units."""
        return [
            (each.of, first, min(each.size, each.units - first))
            for each in self.series
            for first in range(0, each.units, each.size)
        ]

    @property
    def chunks(self) -> int:
        """How many chunks there are."""
        return len(self.slices)

    def plan(self) -> Mapping[str, Any]:
        """All that decides the results."""
        slices = [list(each) for each in self.slices]
        return {
            **plan_of(self.part, self.searching.searcher, self.game, self.seed, self.searching.longest),
            **self.settled,
            "slices": slices,
        }

    def do(self, number: int) -> Outcome:
        """Play the units of a chunk."""
        of, first, count = self.slices[number]
        return {self.unit: [self.play(of, each) for each in range(first, first + count)]}

    def played(self, outcomes: Sequence[Outcome]) -> Iterator[tuple[int, list[Any]]]:
        """Each series with what came of its units, by the outcomes of all chunks."""
        found: dict[int, list[Any]] = {each.of: [] for each in self.series}
        for (of, _, _), outcome in zip(self.slices, outcomes, strict=True):
            found[of] += outcome[self.unit]
        yield from found.items()

    @property
    def players(self) -> Plays:
        """What plays."""
        return plays_of(self.searching.searcher, self.game, self.searching.longest)

    @property
    def seats(self) -> int:
        """How many seats the game has."""
        return len(self.game.players)


@frozen
class Pairs(InChunks):
    """Pairs of games between equal searches of the middle budget."""

    #: how many games a pair takes
    games: ClassVar[float]

    @property
    def watching(self) -> Watching:
        """What plays them, and plays a game again from a ply on."""
        return watching_of(self.game, self.searching.longest)

    @property
    def series(self) -> Sequence[Series]:
        """The pairs of one budget."""
        budget = self.searching.middle
        return (Series(budget, self.searching.blunders, self.searching.fitting(self.games, budget)),)

    @property
    def settled(self) -> Mapping[str, Any]:
        """Their budget."""
        return {"budget": self.searching.middle}

    def pairs(self, outcomes: Sequence[Outcome]) -> tuple[list[Any], int]:
        """Those that count, and how many there were."""
        ((_, rows),) = self.played(outcomes)
        return [row for row in rows if row is not None], len(rows)
