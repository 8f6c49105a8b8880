"""The comparison of two games as one frozen value: sides, parts, findings, use of the rules.

Use of the rules: in how many random games each place that both files have comes about. Places are identified
by their texts: a condition, an effect or a result is the same place in both files if it has the same text,
and as many of the same text stand before it. What only one file has is reported as it is.

Games of the same rules are known by alpha-equivalence of their core programs: nothing is played then.
"""

from __future__ import annotations

from collections import Counter as Multiset
from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import asdict, has

from gdl.core.ops import Expr, Field, Kind, Names, Overflow, Param, Proc, Program, Rays
from gdl.core.ops import Table as CoreTable
from gdl.passes.profile import What
from gdl.support.values import fields, frozen
from gdl.version import __version__
from interpreter.coverage.play import AT_RANDOM, observe
from interpreter.errors.user_errors import MissingExtraError
from interpreter.statistics.differences import Stream, difference
from interpreter.study.compare.measures import OFTEN, RANDOM, Finding, in_words, mean, verdict_of
from interpreter.study.compare.play import side_seed
from interpreter.support.tables import Table, as_html
from interpreter.work.job import Outcome

if TYPE_CHECKING:
    from pandas import DataFrame

    from interpreter.game.game import Game


#: What stands before each row, in the order in which they are shown.
VERDICTS = {"differs": "differs", "same": "same", "undecided": "not known"}


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

    def table(self, agent: str) -> Table:
        """What games of these players say of each measure, what differs first."""
        findings = [each for each in self.findings if each.agent == agent]
        findings.sort(key=lambda each: list(VERDICTS).index(each.verdict))
        heads = ("", "", "A", "B", "B against A", "games of each")
        return Table.of(heads, map(_row, findings), left=2, last_left=True)

    def _repr_html_(self) -> str:
        """What notebooks show: both games, and a table for each kind of players."""
        sides = f"<p>A: {as_html(self.a.label)}<br/>B: {as_html(self.b.label)}</p>"
        tables = (f"<h4>{as_html(part.agent)}</h4>{self.table(part.agent).html()}" for part in self.parts)
        return sides + "".join(tables)

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


def _row(finding: Finding) -> tuple[str, ...]:
    means = (mean(value, finding.unit) for value in (finding.a, finding.b))
    return VERDICTS[finding.verdict], finding.title, *means, finding.told, f"{finding.games:,}"


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


def _rules(rules: RulesCompared) -> dict[str, object]:
    return {
        "games": rules.games,
        "both": [asdict(each) for each in rules.both],
        "only_a": [asdict(each) for each in rules.only_a],
        "only_b": [asdict(each) for each in rules.only_b],
    }


def _finite(row: dict[str, object]) -> dict[str, object]:
    return {
        key: None if isinstance(value, float) and not isfinite(value) else value for key, value in row.items()
    }


#: What is counted, and how it is told.
_WORDS = {What.HOLDS: "held", What.EFFECT: "came about", What.RESULT: "decided"}
#: So large a difference counts as none.
MARGIN = 0.05
#: Nobody waits so long: the number of games decides.
_LONG = 10.0**9


@frozen
class Place:
    """A place in the text of one game, and the share of its games in which it came about."""

    text: str
    line: int
    share: float


@frozen
class RulesCompared:
    """The places of both files."""

    games: int
    #: the places that both have; `about` has their lines
    both: tuple[Finding, ...]
    only_a: tuple[Place, ...]
    only_b: tuple[Place, ...]

    @property
    def differing(self) -> tuple[Finding, ...]:
        """The places that both have, and that come about more often in one."""
        return tuple(each for each in self.both if each.verdict == "differs")


@frozen
class PairByRules:
    """Random games of two games whose rules count themselves; the first chunk is A's, the second B's."""

    games: tuple[Game, Game]
    count: int
    seed: int

    title = "use of the rules"
    chunks = 2

    def plan(self) -> Mapping[str, Any]:
        """All that decides what a chunk comes to: places count too, so the texts do."""
        texts = [
            [[source.name, source.text] for source in game.compiled.expanded.sources] for game in self.games
        ]
        return {
            "part": "compare: use of the rules",
            "ludwright": __version__,
            "texts": blake2b(repr(texts).encode("utf-8", "surrogatepass"), digest_size=20).hexdigest(),
            "options": [game.options for game in self.games],
            "games": self.count,
            "seed": self.seed,
        }

    def do(self, number: int) -> Outcome:
        """Play the games of a side."""
        observed = observe(
            self.games[number].recipe, _LONG, side_seed(self.seed, number), self.count, AT_RANDOM
        )
        order = {source: index for index, source in enumerate(observed.compiled.expanded.sources)}
        counters = sorted(
            (each for each in observed.counts if each.what in _WORDS and each.span.source in order),
            key=lambda each: (
                order[each.span.source],
                each.span.start,
                each.span.end,
                each.number,
                each.player,
            ),
        )
        seen: Multiset[tuple[str, str, int, int]] = Multiset()
        rows = []
        for each in counters:
            text = " ".join(each.span.text.split())
            same = (_WORDS[each.what], text, each.number, each.player)
            rows.append([*same, seen[same], each.span.line, observed.count(each).games])
            seen[same] += 1
        return {"games": observed.random.games, "rows": rows}


def rules_compared(outcomes: Sequence[Outcome], risk: float) -> RulesCompared:
    """What two sides come to; all their places together share the `risk`."""
    games = min(outcome["games"] for outcome in outcomes)
    a, b = ({tuple(row[:5]): row[5:] for row in outcome["rows"]} for outcome in outcomes)
    both = [place for place in a if place in b]
    level = 1 - risk / max(1, len(both))
    findings = []
    for place in both:
        lines, counts = zip(a[place], b[place], strict=True)
        findings.append(_finding(place, lines, counts, games, level))
    only = (
        tuple(
            Place(f"{text} {word}", line, count / games)
            for (word, text, *_), (line, count) in mine.items()
            if (word, text) not in {key[:2] for key in theirs}
        )
        for mine, theirs in ((a, b), (b, a))
    )
    return RulesCompared(games, tuple(findings), *only)


def _finding(
    place: tuple[Any, ...], lines: tuple[int, int], counts: tuple[int, int], games: int, level: float
) -> Finding:
    word, text, *_ = place
    one, other = (Stream(0.0, 1.0, 0.5).after(games, count, count) for count in counts)
    # what each came to is a guess made afterwards, and so no guess: the variance is taken about 1/2
    bounds = difference(one, other, level)
    verdict = verdict_of(bounds, MARGIN)
    a, b = (count / games for count in counts)
    return Finding(
        "rule",
        f"line {lines[0]}" if lines[0] == lines[1] else f"lines {lines[0]} and {lines[1]}",
        f"{text} {word}",
        f"random games in which this place of the text {word} / games",
        "share",
        RANDOM,
        games,
        None if verdict == "undecided" else games,
        a,
        b,
        bounds.value,
        bounds.low,
        bounds.high,
        level,
        MARGIN,
        verdict,
        in_words(verdict, bounds, "share", OFTEN),
    )


#: Procedures that engines call by name.
_CALLED = frozenset({"start", "turn", "moves", "after"})
#: What the names of fields begin with that have a name of the author's in them. Engines know others by name.
_OF_AUTHORS = ("var_", "triggered_", "remembered_")
#: Attributes of statements and kinds that name a procedure or a variable; other texts there are words.
_NAMING = frozenset({"name", "play", "value", "keep", "check"})


def same_rules(one: Game, other: Game) -> str:
    """In what two games of the same rules may differ, in words; empty where the rules may be others.

    What is found to be the same plays the same; what is not may, too.
    """
    if one.fingerprint == other.fingerprint:
        return "comments, layout, and where definitions stand"
    if nameless(one.program) == nameless(other.program):
        return "comments, layout, and names"
    if nameless(one.fast_engine.program) == nameless(other.fast_engine.program):
        return "how the rules are written, not what they come to"
    return ""


def nameless(program: Program) -> bytes:
    """Stands for a program whatever its pieces, players, sites, variables and procedures are called."""
    return _Namer().digest(program)


class _Namer:
    """Gives names numbers, in the order in which they come."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._exprs: dict[Expr, bytes] = {}

    def digest(self, node: object) -> bytes:
        """What stands for a node."""
        if isinstance(node, Expr):
            known = self._exprs.get(node)  # parts are shared: each is looked at once
            if known is None:
                known = self._exprs[node] = self._hashed(self._of_expr(node))
            return known
        return self._hashed(self._of(node))

    @staticmethod
    def _hashed(parts: Iterator[bytes]) -> bytes:
        # whole digests, one behind the other: nothing can be read in two ways
        return blake2b(b"".join(parts), digest_size=16).digest()

    def _of_expr(self, expr: Expr) -> Iterator[bytes]:
        yield self._plain((expr.op.name, expr.type))
        yield self._data(expr.data)
        yield from map(self.digest, expr.args)

    def _data(self, data: object) -> bytes:
        if isinstance(data, str):  # of an expression: a variable or a procedure
            return self._named(data)
        if isinstance(data, tuple):
            return self._hashed(map(self._data, data))
        return self.digest(data)

    def _of(self, node: Any) -> Iterator[bytes]:
        if isinstance(node, tuple):
            yield b"("
            yield from map(self.digest, node)
        elif has(type(node)) and not isinstance(node, type):
            yield self._plain(type(node).__name__)
            for attribute in fields(type(node)):
                if attribute.eq:
                    yield self._attribute(node, attribute.name, getattr(node, attribute.name))
        else:
            yield self._plain(node)

    def _attribute(self, node: object, name: str, value: Any) -> bytes:
        match node, name:
            case (Program(), "name") | (Names(), "players" | "components" | "sites"):
                return self._plain(None)
            case (Field(), "name") | (Overflow(), "what"):
                return self._named(value) if value.startswith(_OF_AUTHORS) else self._plain(value)
            case (Kind(), "name" | "decision"):
                return self._plain(value)
            case (Kind(), "label") | (CoreTable() | Rays() | Param(), "name"):
                return self._named(value)
            case (Proc(), "name"):
                return self._plain(value) if node.entry else self._named(value)
        if isinstance(value, str) and name in _NAMING:
            return self._named(value)
        return self.digest(value)

    def _named(self, name: str) -> bytes:
        if not name or name in _CALLED:
            return self._plain(name)
        return self._plain(self._numbers.setdefault(name, len(self._numbers)))

    @staticmethod
    def _plain(value: object) -> bytes:
        shown = sorted(value) if isinstance(value, frozenset) else value
        return blake2b(f"{type(value).__name__} {shown!r}".encode(), digest_size=16).digest()
