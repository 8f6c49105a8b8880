"""Use of the rules by the author's own lines: in how many games each came about, counted by coverage."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from attrs import asdict

from gdl.support.values import frozen
from gdl.version import __version__
from interpreter.coverage.lines import USED, coverage_of
from interpreter.coverage.play import Observed, observe
from interpreter.study.measures.measure import Definition, Measure, Setting
from interpreter.work.job import Outcome

if TYPE_CHECKING:
    from interpreter.game.game import Game

#: Nobody waits so long: the number of games decides.
_LONG = 10.0**9

USE = Definition(
    "rules.used",
    "rules used",
    "places of the author's text (conditions both ways, effects, moves, endings, pieces, phases) that came "
    "about at least once / places that were counted",
    "coverage of branches, as software is tested",
    "share",
)


@frozen
class RuleUse:
    """A place in the text, and how it fared in the games played for it."""

    file: str
    line: int
    column: int
    #: the text of the place, its first line
    text: str
    #: `used`, `partly` (a condition that came out one way only), `never`
    state: str
    #: what was counted, in words
    told: str
    #: the games in which it came about, of so many
    games: int
    of: int

    def as_json(self) -> dict[str, object]:
        """The same for programs."""
        return asdict(self)


@frozen
class ByRules:
    """Games played with the rules counting themselves, as `gdl check --play` does: one half of the plies at
    random, the other where random games seldom come."""

    game: Game
    games: int
    seed: int

    @property
    def title(self) -> str:
        """What it does, for whoever waits."""
        return "use of the rules"

    @property
    def chunks(self) -> int:
        """One: what makes them ready takes longer than they do."""
        return 1

    def plan(self) -> Mapping[str, Any]:
        """All that decides the results: places count too, so the text does."""
        texts = [[source.name, source.text] for source in self.game.compiled.expanded.sources]
        return {
            "part": "use of the rules",
            "ludwright": __version__,
            "text": blake2b(repr(texts).encode("utf-8", "surrogatepass"), digest_size=20).hexdigest(),
            "options": self.game.options,
            "games": self.games,
            "seed": self.seed,
        }

    def do(self, number: int) -> Outcome:
        """Play the games."""
        observed = observe(self.game.recipe, _LONG, self.seed, self.games)
        return {"rules": [rule.as_json() for rule in rules_of(observed)]}

    def measures(self, outcomes: Sequence[Outcome]) -> tuple[Measure, ...]:
        """The share of the rules that are used."""
        return measures_by(rules_in(outcomes), self.seed)


def measures_by(rules: Sequence[RuleUse], seed: int) -> tuple[Measure, ...]:
    """The share of the rules that are used."""
    if not rules:
        return ()
    used = sum(rule.state == USED for rule in rules)
    setting = Setting("random and searching, as `gdl check --play`", "one ply, or a few playouts", seed)
    share = used / len(rules)
    return (Measure(USE, setting, rules[0].of, share, share, 1.0, 1.0, "more games can only add"),)


def rules_of(observed: Observed) -> tuple[RuleUse, ...]:
    """The places of the author's text, as they were seen."""
    of = observed.all.games
    return tuple(
        RuleUse(
            mark.span.source.name,
            mark.span.line,
            mark.span.column,
            mark.span.text.partition("\n")[0],
            mark.state,
            mark.text,
            mark.games,
            of,
        )
        for file in coverage_of(observed)
        for mark in file.marks
    )


def rules_in(outcomes: Sequence[Outcome]) -> tuple[RuleUse, ...]:
    """The rules of the outcomes."""
    return tuple(RuleUse(**rule) for outcome in outcomes for rule in outcome["rules"])
