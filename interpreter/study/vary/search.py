"""The search: successive halving over all variants, or over those that Optuna proposed; then fresh games.

Every variant plays a few games, the better half goes on and plays as many again, until as few are left as
are wanted (Z. Karnin, T. Koren, O. Somekh, *Almost Optimal Exploration in Multi-Armed Bandits*, 2013). A
variant is also dropped as soon as a confidence sequence says that it is outside a range. The winners' own
numbers flatter them, since they were chosen by them: so the last ones play games of fresh seeds.

Variants of a large space are proposed by Optuna's tree-structured Parzen estimator, for several objectives:
S. Watanabe, *Tree-Structured Parzen Estimator*, 2023; Y. Ozaki and others, *Multiobjective Tree-Structured
Parzen Estimator*, 2022. It proposes some variants at a time and takes the losses of all of them before it
proposes again, so that it does not matter who plays them.
"""

from __future__ import annotations

import warnings
from collections.abc import Generator, Mapping, Sequence
from math import ceil, log2
from typing import TYPE_CHECKING, Any

from gdl.support.values import define, field, frozen
from gdl.version import __version__
from interpreter.errors.user_errors import MissingExtraError
from interpreter.study.options import SECOND_LONGEST, VaryOptions
from interpreter.study.vary.evaluation import (
    Agent,
    PlayTasks,
    Record,
    Standing,
    Task,
    ranked,
    record_of,
    refuting_level,
    standing,
    together,
)
from interpreter.study.vary.space import Knob, Space, Variant
from interpreter.study.vary.wishes import Wish
from interpreter.support.numbers import seed_for
from interpreter.work.job import Outcome

if TYPE_CHECKING:
    from optuna.trial import Trial

#: Fewer games of a variant say nothing.
LEAST_GAMES = 32
#: So many variants are asked for at a time in large spaces.
BATCH = 16


@frozen
class Wrong:
    """A variant that cannot be played."""

    code: str
    message: str


@define
class Search:
    """Rounds of work: see `interpreter.work.perform`."""

    space: Space
    wishes: tuple[Wish, ...]
    options: VaryOptions
    #: who plays in the search
    agent: Agent = field(init=False)
    #: the same with fresh seeds
    confirming: Agent = field(init=False)
    #: who plays besides, to see whether it is so for others; None: nobody
    second: Agent | None = field(default=None, init=False)
    #: what is being done, for whoever waits
    doing: str = field(default="", init=False)
    records: dict[Variant, Record] = field(factory=dict, init=False)
    standings: dict[Variant, Standing] = field(factory=dict, init=False)
    wrong: dict[Variant, Wrong] = field(factory=dict, init=False)
    #: variants that play by the same rules as one before
    same: dict[Variant, Variant] = field(factory=dict, init=False)
    #: in how many rounds each has played
    rounds: dict[Variant, int] = field(factory=dict, init=False)
    winners: tuple[Variant, ...] = field(default=(), init=False)
    #: what the winners, and the game as it is (None), came to in fresh games
    confirmed: dict[Variant | None, Record] = field(factory=dict, init=False)
    by_second: dict[Variant | None, Record] = field(factory=dict, init=False)
    _running: Generator[PlayTasks, Sequence[Outcome], None] | None = field(default=None, init=False)

    def __attrs_post_init__(self) -> None:
        options, sampling = self.options, any(wish.sampled for wish in self.wishes)
        seeds = [seed_for(options.seed, 0, what) for what in ("vary", "vary, fresh games", "vary, others")]
        self.agent = Agent(options.player, seeds[0], options.longest, sampling)
        self.confirming = Agent(options.player, seeds[1], options.longest, sampling)
        if options.second not in (None, options.player):
            self.second = Agent(str(options.second), seeds[2], min(options.longest, SECOND_LONGEST))

    def plan(self) -> Mapping[str, Any]:
        """All that decides the results."""
        s = self.options
        optuna = None
        if self.is_large:
            from interpreter.study.vary.search import version

            optuna = version()
        return {
            "part": "vary",
            "ludwright": __version__,
            "optuna": optuna,
            "space": self.space.plan(),
            "wishes": [[w.of.key, w.aim, w.wanted, w.seat, w.about] for w in self.wishes],
            "agent": self.agent.plan(),
            "second": self.second and self.second.plan(),
            "games": [s.games, s.second_games],
            "variants": s.variants,
            "keep": s.keep,
        }

    @property
    def is_large(self) -> bool:
        """Is the space too large for trying all of it?"""
        return self.space.size > self.options.variants

    @property
    def games(self) -> int:
        """How many games were played to find the winners."""
        return sum(record.count for record in self.records.values())

    def next(self, outcomes: Sequence[Outcome]) -> PlayTasks | None:
        """The next round."""
        try:
            if self._running is None:
                self._running = self._all()
                return next(self._running)
            return self._running.send(outcomes)
        except StopIteration:
            return None

    # --- The rounds ---------------------------------------------------------------------------------------

    def _all(self) -> Generator[PlayTasks, Sequence[Outcome], None]:
        options = self.options
        most = min(self.space.size, options.variants)
        halvings = max(1, ceil(log2(most / options.keep))) if most > options.keep else 1
        games = max(LEAST_GAMES, options.games >> (halvings - 1))
        level = refuting_level(most, self.wishes)
        if self.is_large:
            yield from self._propose(games, level)
        else:
            variants = list(self.space.variants())
            self.doing = f"all {len(variants)} variants"
            yield from self._play(variants, games, level)
        alive = list(self.standings)
        left = len(alive)
        # as many as planned go on, even where fewer are left than half: they may use what others need no more
        for number in range(2, halvings + 1):
            left = max(options.keep, ceil(left / 2))
            alive = self._better(alive, left)
            games = min(2 * games, options.games)
            self.doing = f"round {number} of {halvings}, {len(alive)} variants"
            yield from self._play(alive, games, level)
        self.winners = tuple(self._better(alive, options.keep))
        if self.winners:
            yield from self._confirm()

    def _propose(self, games: int, level: float) -> Generator[PlayTasks, Sequence[Outcome], None]:
        from interpreter.study.vary.search import Proposer

        most = self.options.variants
        objectives = 1 + sum(not wish.is_range for wish in self.wishes)
        proposer = Proposer(self.space, objectives, self.options.seed)
        tried = 0
        while tried < most:
            asked = proposer.ask(min(BATCH, most - tried))
            if not asked:
                return
            tried += len(asked)
            self.doing = f"{tried} of {most} variants"
            yield from self._play(asked, games, level)
            proposer.tell(asked, [self._losses(variant) for variant in asked])

    def _losses(self, variant: Variant) -> tuple[float, ...] | None:
        """How good a variant is; one that is the same as another, as that."""
        standing = self.standings.get(self.same.get(variant, variant))
        return None if standing is None else standing.losses(self.wishes)

    def _play(
        self, variants: Sequence[Variant], games: int, level: float
    ) -> Generator[PlayTasks, Sequence[Outcome], None]:
        """Let each have played so many games."""
        tasks = [
            Task(variant, first, count)
            for variant in variants
            for first, count in self._cut(self._played(variant), games, self.agent)
        ]
        for variant in variants:
            self.rounds[variant] = self.rounds.get(variant, 0) + 1
        if not tasks:
            return
        outcomes = yield PlayTasks(self.space, self.agent, tuple(tasks))
        known = {record.fingerprint: variant for variant, record in self.records.items()}
        for played, result in _by_variant(outcomes).items():
            if played is not None:
                self._take(played, result, known, level)

    def _take(
        self, variant: Variant, outcomes: Sequence[Outcome], known: dict[str, Variant], level: float
    ) -> None:
        wrong = next((outcome["wrong"] for outcome in outcomes if "wrong" in outcome), None)
        if wrong is not None:
            self.wrong[variant] = Wrong(*wrong)
            return
        record = together(self.records.get(variant), record_of(outcomes))
        first = known.setdefault(record.fingerprint, variant)
        if first != variant:
            self.same[variant] = first
            return
        self.records[variant] = record
        if not record.games.finished:
            self.wrong[variant] = Wrong("", f"none of {record.count} games ended")
            return
        stands = standing(self.wishes, record.games, record.players, record.sites, level)
        if stands is None:
            self.wrong[variant] = Wrong("", "what is wished for cannot be measured in it")
        else:
            self.standings[variant] = stands

    def _played(self, variant: Variant) -> int:
        record = self.records.get(variant)
        return 0 if record is None else record.count

    @staticmethod
    def _cut(first: int, last: int, agent: Agent) -> list[tuple[int, int]]:
        """The games from one number to another, in chunks."""
        return [(at, min(agent.chunk, last - at)) for at in range(first, last, agent.chunk)]

    def _better(self, variants: Sequence[Variant], count: int) -> list[Variant]:
        """The better ones, best first. Those that are refuted go, unless too few are left."""
        variants = [variant for variant in variants if variant not in self.wrong]
        open_ones = [variant for variant in variants if not self.standings[variant].refuted]
        order = self._ranked(open_ones)
        if len(open_ones) < min(count, self.options.keep):
            order += self._ranked([variant for variant in variants if self.standings[variant].refuted])
            count = min(count, self.options.keep)
        return order[:count]

    def _ranked(self, variants: Sequence[Variant]) -> list[Variant]:
        stands = [self.standings[variant] for variant in variants]
        losses = [each.losses(self.wishes) for each in stands]
        return [variants[index] for index in ranked(losses, [s.off_centre(self.wishes) for s in stands])]

    # --- Fresh games --------------------------------------------------------------------------------------

    def _confirm(self) -> Generator[PlayTasks, Sequence[Outcome], None]:
        options = self.options
        self.doing = f"fresh games of the best {len(self.winners)}"
        self.confirmed = yield from self._fresh(self.confirming, options.games)
        if self.second is not None:
            self.doing = f"games of {self.second.name}"
            self.by_second = yield from self._fresh(self.second, options.second_games)

    def _fresh(
        self, agent: Agent, games: int
    ) -> Generator[PlayTasks, Sequence[Outcome], dict[Variant | None, Record]]:
        tasks = tuple(
            Task(variant, first, count)
            for variant in (*self.winners, None)
            for first, count in self._cut(0, games, agent)
        )
        outcomes = yield PlayTasks(self.space, agent, tasks)
        return {
            variant: record_of(result)
            for variant, result in _by_variant(outcomes).items()
            if all("wrong" not in outcome for outcome in result)
        }


def _by_variant(outcomes: Sequence[Outcome]) -> dict[Variant | None, list[Outcome]]:
    """The outcomes of each variant, in order."""
    by_variant: dict[Variant | None, list[Outcome]] = {}
    for outcome in outcomes:
        row = outcome["variant"]
        by_variant.setdefault(None if row is None else tuple(row), []).append(outcome)
    return by_variant


#: What a variant that cannot be played counts for each objective.
HOPELESS = 1e6
#: So often in a row it may propose what is known already, before variants are drawn at random.
_PATIENCE = 20


def version() -> str:
    """Optuna's version: another one may propose other variants. Raises MissingExtraError."""
    return str(_optuna().__version__)


def _optuna() -> Any:
    try:
        import optuna
    except ImportError:
        raise MissingExtraError(
            "so large a space is searched with Optuna: pip install 'ludwright[vary]' (a smaller one is tried "
            "as a whole: --variants says up to which size)"
        ) from None
    return optuna


class Proposer:
    """Proposes variants, and learns from what became of them."""

    def __init__(self, space: Space, objectives: int, seed: int) -> None:
        optuna = _optuna()
        optuna.logging.set_verbosity(optuna.logging.WARNING)
        self._space = space
        self._objectives = objectives
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what is experimental in it
            sampler = optuna.samplers.TPESampler(
                seed=seed % (1 << 32), multivariate=True, constant_liar=True, n_startup_trials=32
            )
        self._study = optuna.create_study(directions=["minimize"] * objectives, sampler=sampler)
        self._asked: dict[Variant, list[Trial]] = {}
        self._losses: dict[Variant, tuple[float, ...]] = {}

    def ask(self, count: int) -> list[Variant]:
        """So many variants that are not known yet; fewer where there are no more to be found."""
        variants: list[Variant] = []
        stale = 0
        while len(variants) < count and stale < _PATIENCE * count:
            trial = self._study.ask()
            variant = self._space.canonical(
                tuple(_suggested(trial, number, knob) for number, knob in enumerate(self._space.knobs))
            )
            known = self._losses.get(variant)
            if known is not None:
                self._study.tell(trial, known)
                stale += 1
            elif variant in self._asked:
                self._asked[variant].append(trial)
                stale += 1
            else:
                self._asked[variant] = [trial]
                variants.append(variant)
        return variants

    def tell(self, variants: Sequence[Variant], losses: Sequence[tuple[float, ...] | None]) -> None:
        """What became of those that were asked for, in their order; None where it cannot be played."""
        for variant, loss in zip(variants, losses, strict=True):
            outcome = loss if loss is not None else (HOPELESS,) * self._objectives
            self._losses[variant] = outcome
            for trial in self._asked.pop(variant):
                self._study.tell(trial, outcome)


def _suggested(trial: Trial, number: int, knob: Knob) -> int:
    name = f"{number} {knob.name}"
    last = len(knob.values) - 1
    if last and knob.steps is not None:
        return trial.suggest_int(name, 0, last)
    return int(trial.suggest_categorical(name, list(range(last + 1))))
