"""A comparison of two games as one page of HTML: two columns, and what to believe."""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite
from typing import TYPE_CHECKING

from gdl.version import __version__
from interpreter.study.compare.measures import RANDOM, percent
from interpreter.study.reports import pictures
from interpreter.study.reports.page import cut, document, figure, glossary, section
from interpreter.support.tables import Cell, Code, Table
from interpreter.support.tables import as_html as text

if TYPE_CHECKING:
    from interpreter.study.compare.comparison import Comparison, RulesCompared
    from interpreter.study.compare.measures import Finding

#: What is said of each verdict, in the order in which they are told.
_VERDICTS = {"differs": "Different", "same": "The same, within a margin", "undecided": "Not known"}
#: How large the unit is that pictures have for differences, and its name.
_UNITS = {"share": (100, "points of the games"), "plies": (1, "plies"), "moves": (1, "moves")}


def html_comparison(comparison: Comparison) -> str:
    """The page. Raises MissingExtraError without matplotlib."""
    title = f"{comparison.a.label} and {comparison.b.label}"
    games = dict.fromkeys((comparison.a.game, comparison.b.game))
    parts = [
        f"<h1>{' and '.join(map(text, games))}</h1>",
        f"<p>A: {text(comparison.a.label)}<br/>B: {text(comparison.b.label)}</p>",
    ]
    if comparison.same_rules:
        parts.append(
            f"<p>The same rules: they may differ in {text(comparison.same_rules)}. No game was played.</p>"
        )
    parts += [f"<p class='note'>{text(note)}</p>" for note in comparison.notes]
    if comparison.findings:
        parts.append(section("What to believe", _believed(comparison)))
        parts += [section(heading, body) for heading, body in _pictures(comparison)]
        parts += [section(part.agent, _table(comparison, part.agent)) for part in comparison.parts]
    if comparison.rules is not None and (
        comparison.rules.differing or comparison.rules.only_a or comparison.rules.only_b
    ):
        parts.append(section("Use of the rules", _rules(comparison.rules)))
    parts.append(section("How to read this", _reading(comparison)))
    return document(title, parts)


def _believed(comparison: Comparison) -> str:
    lists = []
    for verdict, heading in _VERDICTS.items():
        these = [each for each in comparison.findings if each.verdict == verdict and each.games]
        if these:
            items = "".join(f"\n<li>{text(_named(each))}: {text(each.told)}</li>" for each in these)
            lists.append(f"<h3>{heading}</h3>\n<ul>{items}\n</ul>")
    return "\n".join(lists)


def _pictures(comparison: Comparison) -> Iterator[tuple[str, str]]:
    """For each unit the differences with their bounds, one below the other."""
    for unit, (size, along) in _UNITS.items():
        bars = [
            pictures.Bar(cut(_named(each), 60), size * each.difference, size * each.low, size * each.high)
            for each in comparison.findings
            if each.unit == unit and each.games and all(map(isfinite, (each.low, each.high)))
        ]
        if bars:
            chart = pictures.intervals(bars, f"B less A, in {along}", f"Differences in {along}", 0.0)
            yield (
                f"Differences in {along}",
                figure(chart, f"{percent(comparison.level)} for all of the page together."),
            )


def _table(comparison: Comparison, agent: str) -> str:
    findings = [each for each in comparison.findings if each.agent == agent]
    definitions = dict.fromkeys((each.title, text(each.definition)) for each in findings)
    return f"{comparison.table(agent).html()}\n{glossary(definitions)}"


def _rules(rules: RulesCompared) -> str:
    rows: list[tuple[Cell, ...]] = [
        (each.about, Code(cut(each.title, 80)), f"{each.a:.1%}", f"{each.b:.1%}") for each in rules.differing
    ]
    rows += [
        (f"only in {side}, line {place.line}", Code(cut(place.text, 80)), *shares)
        for places, side in ((rules.only_a, "A"), (rules.only_b, "B"))
        for place in places
        for shares in [(f"{place.share:.1%}", "") if side == "A" else ("", f"{place.share:.1%}")]
    ]
    return (
        f"<p>Of {rules.games:,} random games of each, in so many a rule came about.</p>\n"
        f"{Table.of(('', '', 'A', 'B'), rows).html()}"
    )


def _reading(comparison: Comparison) -> str:
    return (
        f"<p>All that is said here holds together with {percent(comparison.level)}, whenever one had looked: "
        "the bounds are confidence sequences, shared out among all measures. What is the same is so within a "
        "margin, which may hide a small difference; what is not known needs more games.</p>\n"
        f"<p class='quiet'>Ludwright {text(__version__)}, seed {comparison.seed}, {comparison.games:,} games"
        f"; rules {text(comparison.a.fingerprint)} and {text(comparison.b.fingerprint)}.</p>"
    )


def _named(finding: Finding) -> str:
    """What it is of, and who played where somebody thinks."""
    return finding.title if finding.agent == RANDOM else f"{finding.title}, by {finding.agent}"
