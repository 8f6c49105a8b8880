"""The experiment that varies a game: its search put together and made, and what the games come to."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from gdl.support.values import evolve, frozen
from interpreter.errors.user_errors import VaryError
from interpreter.game.game import given_game
from interpreter.study.measures.measure import Measure, Setting
from interpreter.study.measures.random_play import measures_of
from interpreter.study.options import RANDOM, SECOND, VaryOptions
from interpreter.study.vary.evaluation import Agent, Record, front_of
from interpreter.study.vary.result import Candidate, Tried, Varied
from interpreter.study.vary.search import Search, version
from interpreter.study.vary.space import Space, Variant, space_of
from interpreter.study.vary.wishes import COMPARING, Verdict, Wish, names_in_all, read_wishes, verdict
from interpreter.work.perform import perform_rounds
from interpreter.work.runners import place_for

if TYPE_CHECKING:
    from interpreter.game.game import Game


@frozen
class Varying:
    """A search that has run to its end."""

    game: Game
    search: Search

    def result(self) -> Varied:
        """What it came to."""
        search = self.search
        best = tuple(self._candidate(variant) for variant in search.winners)
        order = sorted(range(len(best)), key=lambda index: _standing(best[index], search.wishes))
        confirmed = [record.count for record in search.confirmed.values()]
        second = [record.count for record in search.by_second.values()]
        tried = self._tried()
        return Varied(
            self.game.name,
            self._players(),
            search.options.seed,
            search.wishes,
            search.space,
            tuple(best[index] for index in order),
            self._candidate(None) if None in search.confirmed else None,
            tried,
            search.games,
            sum(confirmed) + sum(second),
            len([each for each in tried if not each.same_as]) * search.options.games,
            search.second.name if search.second else "",
        )

    def _players(self) -> tuple[str, ...]:
        """The players of all variants that were played."""
        search = self.search
        records = (search.records, search.confirmed, search.by_second)
        return names_in_all([self.game.players, *(r.players for each in records for r in each.values())])

    def _candidate(self, variant: Variant | None) -> Candidate:
        search = self.search
        estimates = self._measures(search.records.get(variant) if variant is not None else None, search.agent)
        confirmed = self._measures(search.confirmed.get(variant), search.confirming)
        second: tuple[Measure | None, ...] = ()
        if search.second is not None:
            second = self._measures(search.by_second.get(variant), search.second)
        record = search.confirmed.get(variant)
        padded = confirmed or (None,) * len(search.wishes)
        return Candidate(
            "as it is" if variant is None else search.space.label(variant),
            variant,
            {} if variant is None else search.space.values(variant),
            dict(search.space.fixed) if variant is None else search.space.options(variant),
            "" if record is None else record.fingerprint,
            estimates,
            confirmed,
            second,
            tuple(verdict(wish, measure) for wish, measure in zip(search.wishes, padded, strict=True)),
            _notes(
                search.wishes,
                record,
                search.by_second.get(variant),
                second,
                search.second.name if search.second else "",
            ),
        )

    def _measures(self, record: Record | None, agent: Agent) -> tuple[Measure | None, ...]:
        if record is None:
            return ()
        measures = measures_of(
            record.games, record.players, record.sites, agent.seed, agent.longest, record.chance
        )
        setting = Setting(agent.name, f"games of at most {agent.longest:,} plies", agent.seed)
        wanted = (wish.measure_in(measures, record.players) for wish in self.search.wishes)
        return tuple(None if each is None else evolve(each, setting=setting) for each in wanted)

    def _tried(self) -> tuple[Tried, ...]:
        search = self.search
        playable = [variant for variant in search.standings if variant not in search.wrong]
        # of those that were dropped early too little is known
        most = max((search.records[variant].count for variant in playable), default=0)
        playable = [variant for variant in playable if 2 * search.records[variant].count >= most]
        losses = [search.standings[variant].losses(search.wishes) for variant in playable]
        front = {playable[index] for index in front_of(losses)} if losses else set()
        rows = []
        for variant in search.rounds:
            stands = search.standings.get(variant)
            record = search.records.get(variant)
            same = search.same.get(variant)
            rows.append(
                Tried(
                    variant,
                    search.space.label(variant),
                    search.space.values(variant),
                    0 if record is None else record.count,
                    () if stands is None else stands.values,
                    search.wrong.get(variant),
                    "" if same is None else search.space.label(same),
                    stands is not None and stands.refuted,
                    variant in front,
                )
            )
        return tuple(rows)


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
    notes = []
    if record is not None and record.games.finished and len(record.players) > 1:
        alone = sum(n for (_, who), n in record.games.ended.items() if who.bit_count() == 1)
        drawn = 1 - alone / record.games.finished
        if drawn > _MANY_DRAWN and all(wish.of.key not in ("drawn", "decisiveness") for wish in wishes):
            notes.append(f"{drawn:.0%} of its games are drawn: a wish such as `fewest draws` looks at that")
    if by_second is not None and 2 * by_second.games.given_up > by_second.count:
        notes.append(f"by {name}, {by_second.games.given_up} of {by_second.count} games did not end")
    for wish, measure in zip(wishes, second, strict=False):
        if verdict(wish, measure) == "fails" and not wish.implied:
            notes.append(f"not so for {name}: {wish.text}")
    return tuple(notes)


#: What is wished for unless somebody says otherwise.
WANT = ("fairest",)


def vary(
    game: Game,
    want: str | Sequence[str] = WANT,
    options: Mapping[str, str] | None = None,
    *,
    games: int = 10_000,
    variants: int = 500,
    keep: int = 3,
    player: str = RANDOM,
    second: str | None = SECOND,
    second_games: int = 100,
    longest: int = 2_000,
    seed: int | None = None,
    marks: bool = True,
    workers: int = 1,
    on: str | None = None,
    file: str | Path | None = None,
    progress: Callable[[int, str], None] | None = None,
    stopped: Callable[[Varied], None] | None = None,
) -> Varied:
    """Search the variants of a game for those that come up to wishes.

    What varies is what `options` say with patterns (`{"Board": "random:*"}`, `"10..50:10"`, `"Small|Large"`,
    `"*"`), and, with `marks`, what comments of its file mark (`// vary 3..7`). `want` are wishes, or one:
    `"first player 48..52 %"`, `"20..60 plies"`, `"fewest draws"`. Up to `variants` are tried: all of a
    space that is no larger, else those that Optuna proposes. The best `keep` play `games` fresh games each,
    by `player`, and `second_games` by `second` (None: by nobody else). Games of more than `longest` plies
    are given up, of `second` those of more than 400. The same seed gives the same result, whatever `workers`
    and `on` say; `file` takes the results as they come, as in `study`. `progress` is told how many chunks
    are done, and what is being done; `stopped` what was found until KeyboardInterrupt, which is raised then.

    Raises LanguageError for wishes, patterns and marks that cannot be understood, VaryError, PlayerError,
    StudyError, MissingExtraError where Optuna is missing, and ValueError for numbers out of bounds.
    """
    given_game(game)
    place = place_for(workers, on)
    wanted = VaryOptions(
        games=games, variants=variants, keep=keep, player=player, second=second, second_games=second_games,
        longest=longest, seed=seed,
    )  # fmt: skip
    space = space_of(game, options or {}, marks)
    usual = space.usual()
    wishes = read_wishes([want] if isinstance(want, str) else list(want) or list(WANT), usual.players)
    _check_measured(wishes, space, usual, wanted.player)
    search = Search(space, wishes, wanted)
    if search.is_large:
        version()  # which is told before anything is played
    try:
        with closing(perform_rounds(search, place, file)) as every:
            for done in every:
                if progress is not None:
                    progress(done.number + 1, search.doing)
    except KeyboardInterrupt:
        if stopped is not None:
            stopped(Varying(usual, search).result())
        raise
    return Varying(usual, search).result()


def _check_measured(wishes: Sequence[Wish], space: Space, usual: Game, player: str) -> None:
    """Raises VaryError for wishes that compare players, where all variants are for one, and for those about a
    sample where a player thinks."""
    sampled = next((wish for wish in wishes if wish.sampled), None)
    if sampled is not None and player != RANDOM:
        raise VaryError(f"`{sampled.text}` is measured in games at random only, not in those of {player}")
    compares = next((wish for wish in wishes if wish.of in COMPARING), None)
    if compares is None or len(usual.players) > 1 or space.some_for_several():
        return
    raise VaryError(
        f"`{compares.text}` compares players, but {usual.name} is for one: wish for something else, such as "
        "`player 1 wins 40..60 %` or `shortest`"
    )
