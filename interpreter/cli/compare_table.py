"""A comparison in the terminal: both games in two columns, and what to believe."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from interpreter.cli.output import bold, say, say_table
from interpreter.study.compare.comparison import VERDICTS
from interpreter.study.compare.measures import RANDOM, mean, percent
from interpreter.support.tables import Table

if TYPE_CHECKING:
    from interpreter.study.compare.comparison import Comparison, Part, RulesCompared

#: More rules of a kind are left to --json; a longer text of one is cut.
MOST_RULES, _WIDTH = 12, 36
_ENDED = {
    "decided": "until all was decided",
    "games": "all that were wanted",
    "time": "until the time was used up",
    "interrupted": "until it was interrupted",
}


def show_comparison(comparison: Comparison, repeat: str = "") -> None:
    """Print it; `repeat` is said of how to have the same again."""
    say(bold("A"), f"  {comparison.a.label}")
    say(bold("B"), f"  {comparison.b.label}")
    if comparison.same_rules:
        say(f"the same rules: they may differ in {comparison.same_rules}; no game was played")
        return
    for note in comparison.notes:
        say(f"note: {note}")
    if not comparison.findings:
        say("no game was played to its end: nothing is known")
        return
    for part in comparison.parts:
        say("")
        say(bold(_title(part)))
        if any(each.games for each in comparison.findings if each.agent == part.agent):
            say_table(comparison.table(part.agent).without_last())
    if comparison.rules is not None:
        _show_rules(comparison.rules)
    say("")
    for line in _summary(comparison):
        say(line)
    say(f"seed {comparison.seed}{repeat}; docs/comparing.md and --json say what each measure is")


def _show_rules(rules: RulesCompared) -> None:
    """The places of the text that come about more often in one game, and those that only one has."""
    say("")
    say(bold(f"use of the rules: {rules.games:,} random games of each"))
    rows = []
    for each in sorted(rules.differing, key=lambda each: -abs(each.difference))[:MOST_RULES]:
        shares = [mean(share, "share") for share in (each.a, each.b)]
        rows.append(("differs", f"{each.about}: {_cut(each.title)}", *shares, each.told))
    for places, name in ((rules.only_a, "A"), (rules.only_b, "B")):
        for place in sorted(places, key=lambda each: each.line)[:MOST_RULES]:
            shares = [mean(place.share, "share") if side == name else "" for side in "AB"]
            rows.append((f"only {name}", f"line {place.line}: {_cut(place.text)}", *shares, ""))
    if rows:
        say_table(Table.of(("", "", "A", "B", "B against A"), rows, left=2, last_left=True))
    count, differ = len(rules.both), len(rules.differing)
    same = sum(each.verdict == "same" for each in rules.both)
    say(
        f"both have {count} of these places: {differ} differ, {same} come about as often within 5 points, "
        f"{count - same - differ} are not known"
    )
    if max(map(len, (rules.differing, rules.only_a, rules.only_b))) > MOST_RULES:
        say("not all are shown: --json has them")


def _cut(text: str) -> str:
    return text if len(text) <= _WIDTH else f"{text[: _WIDTH // 2]} … {text[-_WIDTH // 2 :]}"


def _title(part: Part) -> str:
    who = part.agent if part.agent == RANDOM else f"{part.agent} for all seats"
    return f"{who}: {part.games:,} games of each, {_ENDED[part.ended_by]}"


def _summary(comparison: Comparison) -> Iterator[str]:
    counts = [sum(each.verdict == verdict for each in comparison.findings) for verdict in VERDICTS]
    yield (
        f"{counts[0]} differ, {counts[1]} are the same within their margins, {counts[2]} are not known; "
        f"with {percent(comparison.level)} all of these are right together"
    )
