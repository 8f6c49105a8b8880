"""A comparison of two games as one frozen value."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import asdict, frozen

from interpreter.errors.user_errors import MissingExtraError
from interpreter.study.compare.by_rules import RulesCompared
from interpreter.study.compare.finding import Finding

if TYPE_CHECKING:
    from pandas import DataFrame

    from interpreter.game.game import Game


@frozen
class Side:
    """One of the two games."""

    game: str
    #: its name, with what tells it from the other: options, or its file
    label: str
    fingerprint: str
    options: Mapping[str, str]


@frozen
class Part:
    """Games that were played for a comparison."""

    #: `random play`, or a player as it is written
    agent: str
    #: of each of both, those of the pilot and those whose moves were all listed included
    games: int
    #: `decided`, `games` (no more were wanted), `time`, `interrupted`
    ended_by: str


@frozen
class Comparison:
    """What differs between two games, what is the same within a margin, and what is not known."""

    a: Side
    b: Side
    #: in what they can differ at most, where their rules are the same; empty where they may be others
    same_rules: str
    seed: int
    #: all bounds of all findings together, whenever one looks
    level: float
    parts: tuple[Part, ...]
    findings: tuple[Finding, ...]
    #: None: they were not counted
    rules: RulesCompared | None = None
    notes: tuple[str, ...] = ()

    def __getitem__(self, name: str) -> Finding:
        """A finding by its name: `length`, `won[White]`, `drawn by mcts:iterations=100`. Raises KeyError."""
        for finding in self.findings:
            if finding.name == name:
                return finding
        raise KeyError(name)

    @property
    def differs(self) -> tuple[Finding, ...]:
        """Those that differ."""
        return tuple(finding for finding in self.findings if finding.verdict == "differs")

    @property
    def games(self) -> int:
        """All games that were played, of both."""
        return 2 * sum(part.games for part in self.parts)

    def as_json(self) -> dict[str, object]:
        """The same for programs."""
        return {
            "a": asdict(self.a) | {"options": dict(self.a.options)},
            "b": asdict(self.b) | {"options": dict(self.b.options)},
            "same_rules": self.same_rules or None,
            "seed": self.seed,
            "level": self.level,
            "correction": "Bonferroni" if self.findings else None,
            "interval": "empirical-Bernstein confidence sequence" if self.findings else None,
            "parts": [asdict(part) for part in self.parts],
            "findings": [_finite({"name": each.name, **asdict(each)}) for each in self.findings],
            "rules": self.rules and _rules(self.rules),
            "notes": list(self.notes),
        }

    def to_frame(self) -> DataFrame:
        """The findings as a pandas DataFrame, one a row. Raises MissingExtraError where pandas is missing."""
        try:
            import pandas
        except ImportError:
            raise MissingExtraError("`to_frame` takes pandas: pip install pandas") from None
        return pandas.DataFrame([{"name": each.name, **asdict(each)} for each in self.findings])


def sides_of(one: Game, other: Game) -> tuple[Side, Side]:
    """Both with labels that tell them apart."""
    names = [one.name, other.name]
    apart = ["", ""]
    if names[0] == names[1]:
        options = [one.options, other.options]
        apart = [
            ", ".join(f"{key}={choice}" for key, choice in mine.items() if theirs.get(key) != choice)
            for mine, theirs in (options, options[::-1])
        ]
        paths = [game.recipe.path for game in (one, other)]
        if paths[0] != paths[1]:
            stems = [Path(path).name for path in paths]
            if stems[0] == stems[1]:
                stems = paths
            apart = [", ".join(filter(None, pair)) for pair in zip(stems, apart, strict=True)]
    first, second = (
        Side(game.name, f"{game.name}, {more}" if more else game.name, game.fingerprint, game.options)
        for game, more in zip((one, other), apart, strict=True)
    )
    return first, second


def _rules(found: RulesCompared) -> dict[str, object]:
    return {
        "games": found.games,
        "both": [asdict(each) for each in found.both],
        "only_a": [asdict(each) for each in found.only_a],
        "only_b": [asdict(each) for each in found.only_b],
    }


def _finite(row: dict[str, object]) -> dict[str, object]:
    return {
        key: None if isinstance(value, float) and not isfinite(value) else value for key, value in row.items()
    }
