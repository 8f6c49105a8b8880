"""MAP-Elites: rounds of breeding, trying and thinking; the best of each niche are the parents of the next.

Mouret and Clune, *Illuminating search spaces by mapping elites*, 2015. A round is a batch of offspring of the
archive as it stood when the round began, bred and tried in chunks; those that promise to be the best of a
niche challenge who is it, and some of the challengers are played by searches, each a chunk. That is lazy
evaluation, best first: quality is a product of factors of at most one, so what was measured bounds it. The
archive is a function of the parents, the wishes, the seed and the number of rounds: who did the work, and how
often it was interrupted, do not matter.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from functools import lru_cache
from hashlib import blake2b
from random import Random
from typing import Any

from gdl.source.diagnostics import LanguageError
from gdl.support.cpython import collected_apart
from gdl.support.values import define, evolve, field, frozen
from gdl.version import __version__
from interpreter.errors.user_errors import InventError
from interpreter.invent.appraisal import appraised
from interpreter.invent.archive import Archive, Elite
from interpreter.invent.change import Change
from interpreter.invent.crossover import with_regions
from interpreter.invent.genes import Donors, donors_of, genes_of
from interpreter.invent.proposers import proposer
from interpreter.invent.quality import RUNGS, thinking_quality
from interpreter.invent.shorter import shortened
from interpreter.invent.thinking import think
from interpreter.invent.trial import Trial, try_text
from interpreter.support.numbers import seed_for
from interpreter.work.job import Job, Outcome

#: Chunks of a round, and offspring of each.
CHUNKS, SIZE = 8, 4
#: The mistake of rules that connect regions where there are none.
NO_REGIONS = "E0412"
#: How often an offspring is changed once, twice, three times.
CHANGES = (6, 3, 2)
#: So many things are tried to be left out of a candidate, by whom it was measured before: greedy games take
#: longer.
SHORTER: Mapping[str, int] = {"random": 16, "greedy": 4}
#: So often the parent is one of those that all began with, and so often an elite lends subtrees.
FROM_FIRST, LENDING = 0.15, 0.3


def text_key(text: str) -> str:
    """Stands for a text."""
    return blake2b(text.encode(), digest_size=8).hexdigest()


@frozen
class Parent:
    """Who may have offspring: its name for stories, its genome."""

    name: str
    text: str
    #: its quality, as far as it is known: of two the better one is bred from
    quality: float = 0.0


@frozen
class Setup:
    """What decides an archive, beside the number of rounds."""

    parents: tuple[Parent, ...]
    seed: int
    axes: tuple[str, ...]
    wanted: tuple[str, ...]
    proposer: str = "typed"

    def plan(self) -> Mapping[str, Any]:
        """As JSON has it."""
        return {
            "part": "invent",
            "ludwright": __version__,
            "parents": [[each.name, each.text] for each in self.parents],
            "seed": self.seed,
            "axes": list(self.axes),
            "wanted": list(self.wanted),
            "proposer": self.proposer,
            "round": [CHUNKS, SIZE],
        }


@lru_cache(maxsize=4)
def _donors(parents: tuple[Parent, ...]) -> Donors:
    return donors_of({each.name: genes_of(each.text) for each in parents})


@frozen
class Breed:
    """A batch of offspring, as a job: bred from a pool, and tried as far as games at random."""

    setup: Setup
    number: int
    pool: tuple[Parent, ...]
    #: texts that were tried, fingerprints of rules and of plays, as they stood when the round began
    seen: frozenset[str]
    rules: frozenset[str]
    plays: frozenset[str]

    @property
    def chunks(self) -> int:
        """How many there are."""
        return CHUNKS

    def plan(self) -> Mapping[str, Any]:
        """The rounds have a plan of their own."""
        return {**self.setup.plan(), "of round": self.number}

    def do(self, number: int) -> Outcome:
        """Breed and try some offspring."""
        rng = Random(seed_for(self.setup.seed, CHUNKS * self.number + number, "invent"))
        seen, rules, plays = set(self.seen), set(self.rules), set(self.plays)
        with collected_apart():
            rows = [self._one(rng, seen, rules, plays) for _ in range(SIZE)]
        return {"tried": rows}

    def _one(self, rng: Random, seen: set[str], rules: set[str], plays: set[str]) -> dict[str, Any]:
        firsts = self.setup.parents
        two = rng.choices(firsts if rng.random() < FROM_FIRST else self.pool, k=2)
        parent = max(two, key=lambda each: each.quality)
        donors = _donors(firsts)
        if rng.random() < LENDING:
            lender = rng.choice(self.pool)
            lent = _donors((evolve(lender, name="an offspring"),))
            donors = evolve(donors, every=(*donors.every, *lent.every))
        changes = self._changed(parent, donors, rng)
        row: dict[str, Any] = {
            "parent": self.pool.index(parent) if parent in self.pool else -1 - firsts.index(parent)
        }
        if not changes:
            return {**row, "fell": "seen", "kinds": []}
        text = changes[-1].after
        row |= {
            "key": text_key(text),
            "kinds": [change.kind for change in changes],
            "parts": sorted({change.part for change in changes}),
        }
        if row["key"] in seen:
            return {**row, "fell": "seen"}
        seen.add(row["key"])
        trial = self._tried(text, rules, plays)
        if trial.fell == "check" and trial.why.startswith(NO_REGIONS):
            mended = self._mended(text, donors, rng)
            if mended is not None and text_key(mended.after) not in seen:
                changes, text = [*changes, mended], mended.after
                row["key"] = text_key(text)
                seen.add(row["key"])
                trial = self._tried(text, rules, plays)
        row |= {"fell": trial.fell, "rules": trial.fingerprint}
        if trial.fingerprint:
            rules.add(trial.fingerprint)
        if trial.fell == "check":
            row["why"] = trial.why.partition(":")[0]
        if trial.games is None:
            return row
        plays.add(trial.behaviour)
        known = appraised(text, trial, self.setup.wanted, [each.text for each in firsts])
        return {**row, "words": [change.words for change in changes], **known}

    def _tried(self, text: str, rules: set[str], plays: set[str]) -> Trial:
        seed = seed_for(self.setup.seed, 0, "invent: random games")
        return try_text(text, seed, frozenset(rules), frozenset(plays))

    def _mended(self, text: str, donors: Donors, rng: Random) -> Change | None:
        try:
            return with_regions(text, donors, rng)
        except (LanguageError, InventError):
            return None

    def _changed(self, parent: Parent, donors: Donors, rng: Random) -> list[Change]:
        propose = proposer(self.setup.proposer)
        changes: list[Change] = []
        text = parent.text
        for _ in range(rng.choices((1, 2, 3), CHANGES)[0]):
            try:
                genes = genes_of(text)
            except (LanguageError, InventError):  # a change before has broken it: that shows in its trial
                break
            change = propose(genes, donors, rng)
            if change is None:
                break
            changes.append(change)
            text = change.after
        return changes


@frozen
class Think:
    """Games between searches of candidates, as a job with a chunk for each. Who was not played by searches
    before is made shorter first: what nobody misses is neither to be thought about nor to be bred from."""

    setup: Setup
    number: int
    #: each candidate's text, how long its games are, by whom, and which rung comes next
    candidates: tuple[tuple[str, float, str, int], ...]
    #: fingerprints of rules that are known, the candidates' own not among them
    rules: frozenset[str]

    @property
    def chunks(self) -> int:
        """How many there are."""
        return len(self.candidates)

    def plan(self) -> Mapping[str, Any]:
        """The rounds have a plan of their own."""
        return {**self.setup.plan(), "thinking of round": self.number}

    def do(self, number: int) -> Outcome:
        """Play one candidate's games."""
        with collected_apart():
            return self._thought(number)

    def _thought(self, number: int) -> Outcome:
        text, length, by, rung = self.candidates[number]
        seed, changed = seed_for(self.setup.seed, 0, "invent: random games"), None
        if rung == 0:
            short = shortened(text, seed, SHORTER[by])
            if short.text != text:
                trial = try_text(short.text, seed, self.rules)
                if trial.fell != "playable":
                    return {"thought": None, "shorter": None}
                text, firsts = short.text, [each.text for each in self.setup.parents]
                changed = {**appraised(text, trial, self.setup.wanted, firsts), "dropped": short.dropped}
        thought = think(text, seed_for(self.setup.seed, 0, "invent: searches"), length, by, rung)
        return {"thought": None if thought is None else thought.as_json(), "shorter": changed}


@define
class Evolution:
    """Rounds of work: see `interpreter.work.perform`."""

    setup: Setup
    #: so many rounds are made; None: until nobody asks for another
    rounds: int | None = None
    archive: Archive = field(init=False)
    #: what is being done, for whoever waits
    doing: str = field(default="", init=False)
    #: how many jobs were handed out
    job_number: int = field(default=0, init=False)
    #: who is being played by searches
    _contenders: list[Elite] = field(factory=list, init=False)
    _running: Generator[Job, Sequence[Outcome], None] | None = field(default=None, init=False)

    def __attrs_post_init__(self) -> None:
        self.archive = Archive(self.setup.axes)

    def plan(self) -> Mapping[str, Any]:
        """All that decides the results."""
        return self.setup.plan()

    def next(self, done: Sequence[Outcome]) -> Job | None:
        """The next job."""
        self.job_number += 1
        try:
            if self._running is None:
                self._running = self._all()
                return next(self._running)
            return self._running.send(done)
        except StopIteration:
            return None

    def _all(self) -> Generator[Job, Sequence[Outcome], None]:
        archive, setup = self.archive, self.setup
        for parent in setup.parents:  # what plays as a parent does is nothing new
            archive.seen.add(text_key(parent.text))
            trial = try_text(parent.text, seed_for(setup.seed, 0, "invent: random games"))
            archive.rules.add(trial.fingerprint)
            archive.plays.add(trial.behaviour)
        number = 0
        while self.rounds is None or number < self.rounds:
            pool = tuple(Parent(e.name, e.text, e.quality) for e in archive.pool) or setup.parents
            self.doing = f"round {number + 1}: {len(archive.every)} games kept"
            breed = Breed(
                setup,
                number,
                pool,
                frozenset(archive.seen),
                frozenset(archive.rules),
                frozenset(archive.plays),
            )
            outcomes = yield breed
            rows = [row for outcome in outcomes for row in outcome["tried"]]
            archive.challenge(self._challengers(archive.candidates(rows), pool))
            archive.take(rows)
            self._contenders = archive.contenders({by: len(rungs) for by, rungs in RUNGS.items()})
            if self._contenders:
                self.doing = f"round {number + 1}: {len(self._contenders)} played by searches"
                waiting = tuple((e.text, e.length, e.by, e.rung) for e in self._contenders)
                own = {each.name for each in self._contenders}
                self._settle((yield Think(setup, number, waiting, frozenset(archive.rules - own))))
            number += 1
            archive.rounds = number

    def break_off(self, done: Sequence[Outcome]) -> None:
        """Take what a round that is not done has come to: nothing while it is being bred, afterwards what
        searches have played."""
        self._settle(done)

    def _settle(self, done: Sequence[Outcome]) -> None:
        """What searches made of the first contenders."""
        contenders, self._contenders = self._contenders, []
        for before, outcome in zip(contenders, done, strict=False):
            thought, after = outcome["thought"], None
            if thought is not None:
                values = dict(sorted(thought["values"].items()))
                now = _shorter(before, outcome["shorter"])
                quality = now.quality * thinking_quality(before.by, before.rung, values)
                after = evolve(now, quality=quality, thought={**now.thought, **values}, rung=before.rung + 1)
            self.archive.settle(before, after)

    def _challengers(self, rows: Sequence[Mapping[str, Any]], pool: Sequence[Parent]) -> list[Elite]:
        """Offspring as games of the archive, before searches have played them."""
        elites = []
        known = {each.name: each for each in self.archive.pool}
        for row in rows:
            parent = row["parent"]
            of = known.get(pool[parent].name) if parent >= 0 else None
            name = self.setup.parents[-1 - parent].name if parent < 0 else pool[parent].name
            story = of.story if of is not None else (name,)
            elites.append(
                Elite(
                    **_appraised(row),
                    thought={},
                    story=(*story, *row["words"]),
                    number=len(self.archive.seen),
                )
            )
        return elites


def _appraised(row: Mapping[str, Any]) -> dict[str, Any]:
    """What a row tells of a game that was tried, by the names that an elite has for it."""
    return {
        "name": row["rules"],
        "text": row["text"],
        "play": row["play"],
        "niche": dict(sorted(row["niche"].items())),
        "quality": row["quality"],
        "values": tuple(row["values"]),
        "length": row["length"],
        "by": row["by"],
    }


def _shorter(elite: Elite, row: Mapping[str, Any] | None) -> Elite:
    """An elite as what it has become."""
    if row is None:
        return elite
    return evolve(
        elite,
        **_appraised(row),
        story=(*elite.story, *(f"{each}, which nobody missed" for each in row["dropped"])),
    )
