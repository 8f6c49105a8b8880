"""Use of the rules in two games: in how many random games each place that both files have comes about.

Places are found again by their texts: a condition, an effect or a result is the same place in both files if
it has the same text, and as many of the same text stand before it. What only one file has is told as it is.
"""

from __future__ import annotations

from collections import Counter as Multiset
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from attrs import frozen

from gdl.passes.profile import What
from gdl.version import __version__
from interpreter.coverage.play import AT_RANDOM, observe
from interpreter.statistics.differences import Stream, difference
from interpreter.study.compare.by_play import side_seed
from interpreter.study.compare.compared import OFTEN
from interpreter.study.compare.finding import RANDOM, Finding, verdict_of
from interpreter.study.compare.words import told
from interpreter.work.job import Outcome

if TYPE_CHECKING:
    from interpreter.game.game import Game

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
    found = difference(one, other, level)
    verdict = verdict_of(found, MARGIN)
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
        found.value,
        found.low,
        found.high,
        level,
        MARGIN,
        verdict,
        told(verdict, found, "share", OFTEN),
    )
