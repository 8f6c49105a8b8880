"""When a match has told enough: its goal is looked at after each opening, on games in their order.

So it ends with the same game however many processes play. It also ends where games do nothing but repeat.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gdl.support.values import define, field, frozen
from interpreter.match.goal import Goal, Width
from interpreter.match.play import Match, Played
from interpreter.match.schedule import Schedule
from interpreter.match.score import WIN, parts_won
from interpreter.statistics.blocks import Blocks
from interpreter.statistics.sprt import Hypotheses, log_likelihood_ratio

#: So many openings are played before a width is looked at: of fewer the variance is hardly known.
FEWEST = 30
#: A goal is not waited for any longer when so many games in a row were repetitions.
REPEATED = 100


#: Why a match ended before its last game.
NARROW, ELO0, ELO1, REPEATS = "width", "elo0", "elo1", "repetition"


@frozen
class Verdict:
    """How a match stands to its goal."""

    #: one of the reasons above; empty where the goal was not reached
    reason: str
    #: after how many games
    games: int
    #: of a test: the log-likelihood ratio, and by their half points (0 to 4) how many pairs there were
    ratio: float | None = None
    pairs: tuple[int, ...] = ()


@define
class Judge:
    """Sees the games of a match in order, and says when its goal is reached."""

    schedule: Schedule
    goal: Goal
    #: the shares whose width counts: those of the entrants, or of the seats where there is one entrant
    _shares: list[Blocks] = field(init=False)
    _pairs: list[int] = field(factory=lambda: [0] * 5)
    _seen: set[str] = field(factory=set)
    _games: int = 0
    _repeated: int = 0
    #: of the opening that is being played
    _round: list[Played] = field(factory=list)
    verdict: Verdict | None = None

    def __attrs_post_init__(self) -> None:
        alone = self.schedule.entrants == 1
        self._shares = [Blocks() for _ in range(self.schedule.seats if alone else self.schedule.entrants)]

    def add(self, played: Played) -> bool:
        """Take in the next game. True: it was the last that is wanted."""
        self._games += 1
        self._repeated = self._repeated + 1 if played.identity in self._seen else 0
        self._seen.add(played.identity)
        self._round.append(played)
        if len(self._round) < self.schedule.round:
            return False
        self._take_in(self._round)
        self._round = []
        different = len(self._seen) / self._games
        goal = self.goal
        verdict = self._wide(goal, different) if isinstance(goal, Width) else self._tested(goal, different)
        if not verdict.reason and self._repeated >= REPEATED:
            verdict = Verdict(REPEATS, self._games, verdict.ratio, verdict.pairs)
        self.verdict = verdict
        return bool(verdict.reason)

    def _take_in(self, games: Sequence[Played]) -> None:
        for index, share in enumerate(self._shares):
            of = [[index] if self.schedule.entrants == 1 else each.seats_of(index) for each in games]
            won = [sum(parts_won(each)[seat] for seat in mine) for each, mine in zip(games, of, strict=True)]
            share.add(sum(won) / WIN / sum(map(bool, of)))
        if isinstance(self.goal, Hypotheses):
            halves = sum(2 * parts_won(each)[each.seats_of(0)[0]] // WIN for each in games)
            self._pairs[halves] += 1

    def _wide(self, goal: Width, different: float) -> Verdict:
        bounds = [
            share.interval(self.schedule.games_each, fair, different)
            for share, fair in zip(self._shares, self._fair, strict=True)
        ]
        narrow = all(each.high - each.low < 2 * goal.half for each in bounds)
        return Verdict(NARROW if narrow and self._shares[0].count >= FEWEST else "", self._games)

    @property
    def _fair(self) -> list[float]:
        schedule = self.schedule
        if schedule.entrants == 1:
            return [1 / schedule.seats] * schedule.seats
        return [schedule.fair_share(each) for each in range(schedule.entrants)]

    def _tested(self, goal: Hypotheses, different: float) -> Verdict:
        ratio = log_likelihood_ratio([each * different for each in self._pairs], goal)
        low, high = goal.bounds
        reason = ELO0 if ratio <= low else ELO1 if ratio >= high else ""
        return Verdict(reason, self._games, ratio, tuple(self._pairs))


def verdict_of(match: Match, games: Iterable[Played]) -> Verdict | None:
    """How the games of a match stand to its goal; None where it has none, or no opening was played out."""
    if match.goal is None:
        return None
    judge = Judge(match.schedule, match.goal)
    for played in games:
        if judge.add(played):
            break
    return judge.verdict
