"""What a search has come to: from records of games to measures and verdicts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from interpreter.study.measures.measure import Measure, Setting
from interpreter.study.measures.random_measures import measures_of
from interpreter.study.vary.estimates import front_of
from interpreter.study.vary.playing import Agent, Record
from interpreter.study.vary.search import Search
from interpreter.study.vary.space import Variant
from interpreter.study.vary.varied import Candidate, Tried, Varied
from interpreter.study.vary.wishes import Verdict, Wish, names_in_all, verdict

if TYPE_CHECKING:
    from interpreter.game.game import Game


@frozen
class Varying:
    """A search that has run to its end."""

    game: Game
    search: Search

    def found(self) -> Varied:
        """What it came to."""
        search, settings = self.search, self.search.settings
        best = tuple(self._candidate(variant) for variant in search.winners)
        order = sorted(range(len(best)), key=lambda index: _standing(best[index], search.wishes))
        confirmed = [record.count for record in search.confirmed.values()]
        second = [record.count for record in search.by_second.values()]
        tried = self._tried()
        return Varied(
            self.game.name,
            self._players(),
            settings.seed,
            search.wishes,
            search.space,
            tuple(best[index] for index in order),
            self._candidate(None) if None in search.confirmed else None,
            tried,
            search.games,
            sum(confirmed) + sum(second),
            len([each for each in tried if not each.same_as]) * settings.games,
            settings.second.name if settings.second else "",
        )

    def _players(self) -> tuple[str, ...]:
        """The players of all variants that were played."""
        search = self.search
        records = (search.records, search.confirmed, search.by_second)
        return names_in_all([self.game.players, *(r.players for each in records for r in each.values())])

    def _candidate(self, variant: Variant | None) -> Candidate:
        search, settings = self.search, self.search.settings
        found = self._measures(search.records.get(variant) if variant is not None else None, settings.agent)
        confirmed = self._measures(search.confirmed.get(variant), settings.confirming)
        second: tuple[Measure | None, ...] = ()
        if settings.second is not None:
            second = self._measures(search.by_second.get(variant), settings.second)
        record = search.confirmed.get(variant)
        padded = confirmed or (None,) * len(search.wishes)
        return Candidate(
            "as it is" if variant is None else search.space.told(variant),
            variant,
            {} if variant is None else search.space.values(variant),
            dict(search.space.fixed) if variant is None else search.space.options(variant),
            "" if record is None else record.fingerprint,
            found,
            confirmed,
            second,
            tuple(verdict(wish, measure) for wish, measure in zip(search.wishes, padded, strict=True)),
            _notes(
                search.wishes,
                record,
                search.by_second.get(variant),
                second,
                settings.second.name if settings.second else "",
            ),
        )

    def _measures(self, record: Record | None, agent: Agent) -> tuple[Measure | None, ...]:
        if record is None:
            return ()
        measures = measures_of(
            record.games, record.players, record.sites, agent.seed, agent.longest, record.chance
        )
        setting = Setting(agent.name, f"games of at most {agent.longest:,} plies", agent.seed)
        found = (wish.measure_in(measures, record.players) for wish in self.search.wishes)
        return tuple(None if each is None else evolve(each, setting=setting) for each in found)

    def _tried(self) -> tuple[Tried, ...]:
        search = self.search
        playable = [variant for variant in search.standings if variant not in search.wrong]
        # of those that were dropped early too little is known
        most = max((search.records[variant].count for variant in playable), default=0)
        playable = [variant for variant in playable if 2 * search.records[variant].count >= most]
        losses = [search.standings[variant].losses(search.wishes) for variant in playable]
        front = {playable[index] for index in front_of(losses)} if losses else set()
        found = []
        for variant in search.rounds:
            stands = search.standings.get(variant)
            record = search.records.get(variant)
            same = search.same.get(variant)
            found.append(
                Tried(
                    variant,
                    search.space.told(variant),
                    search.space.values(variant),
                    0 if record is None else record.count,
                    () if stands is None else stands.values,
                    search.wrong.get(variant),
                    "" if same is None else search.space.told(same),
                    stands is not None and stands.refuted,
                    variant in front,
                )
            )
        return tuple(found)


_ORDER: tuple[Verdict, ...] = ("holds", "", "seems to hold", "seems not to hold", "fails")


def _standing(candidate: Candidate, wishes: Sequence[Wish]) -> tuple[int, float]:
    """How well the wish that fares worst fares in fresh games, and how far all are from their ranges."""
    worst = max((_ORDER.index(each) for each in candidate.verdicts), default=0)
    pairs = zip(wishes, candidate.confirmed, strict=False)
    return worst, sum(wish.violation(each.value) for wish, each in pairs if each is not None)


#: Of more than such a share of drawn games is told, if nobody has asked about them.
_MANY_DRAWN = 0.5


def _notes(
    wishes: Sequence[Wish],
    record: Record | None,
    by_second: Record | None,
    second: Sequence[Measure | None],
    name: str,
) -> tuple[str, ...]:
    """What whoever likes a variant should know besides."""
    found = []
    if record is not None and record.games.finished and len(record.players) > 1:
        alone = sum(n for (_, who), n in record.games.ended.items() if who.bit_count() == 1)
        drawn = 1 - alone / record.games.finished
        if drawn > _MANY_DRAWN and all(wish.of.key not in ("drawn", "decisiveness") for wish in wishes):
            found.append(f"{drawn:.0%} of its games are drawn: a wish such as `fewest draws` looks at that")
    if by_second is not None and 2 * by_second.games.given_up > by_second.count:
        found.append(f"by {name}, {by_second.games.given_up} of {by_second.count} games did not end")
    for wish, measure in zip(wishes, second, strict=False):
        if verdict(wish, measure) == "fails" and not wish.implied:
            found.append(f"not so for {name}: {wish.text}")
    return tuple(found)
