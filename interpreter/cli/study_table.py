"""A study in the terminal: a compact table, and the rules that never came about."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from interpreter.cli.exact_table import show_exact
from interpreter.cli.output import bold, say, say_table
from interpreter.cli.restricted_table import show_restricted
from interpreter.cli.search_table import is_searching, show_searching
from interpreter.cli.study_numbers import show_cautions
from interpreter.study import study as study_kinds
from interpreter.study.reports.table import TOGETHER, rows

if TYPE_CHECKING:
    from interpreter.study.study import Study

#: More unused rules are only counted.
MOST_RULES = 20
#: What has a table of its own.
_ELSEWHERE = ("restricted.", "exact.")
#: A longer text of a rule is cut.
_WIDTH = 48


def show_study(study: Study) -> None:
    """Print all of it."""
    for kind in (study_kinds.USE, study_kinds.PROOF, study_kinds.SEARCHING, study_kinds.RESTRICTED):
        show_page(study, kind)
    show_end(study)


def show_page(study: Study, kind: str) -> None:
    """Print what a kind of play has shown."""
    match kind:
        case study_kinds.PROOF:
            show_exact(study)
        case study_kinds.SEARCHING:
            show_searching(study.measures)
        case study_kinds.RESTRICTED:
            show_restricted(study)
        case _:
            _show_first(study)


def _show_first(study: Study) -> None:
    """Print what random play has shown, and the rules that never came about."""
    options = "".join(f", {name}={choice}" for name, choice in study.options.items())
    say(bold(f"{study.game}{options}"))
    first = [
        measure
        for measure in study.measures
        if not (is_searching(measure) or measure.of.key.startswith(_ELSEWHERE))
    ]
    table = [row.cells for row in rows(first)]
    say_table(("", "", "95 % interval", "games", "played by"), table, left=1)
    show_cautions(measure for measure in first if measure.of.key not in TOGETHER)
    for line in _rules(study):
        say(line)


def show_end(study: Study) -> None:
    """Print what is not defined for the game, and where to read on."""
    for note in study.notes:
        say(f"note: {note}")
    say(f"seed {study.seed}; docs/studying.md and --json say what each measure is")


def _rules(study: Study) -> Iterator[str]:
    rules = study.rules
    if not rules:
        return
    of = f"{rules[0].of:,} games"
    if all(rule.state == "used" for rule in rules):
        yield f"every rule came about in {of}, every condition both ways"
    for state, heading in (("never", f"never in {of}:"), ("partly", f"came out one way only, in {of}:")):
        those = [rule for rule in rules if rule.state == state]
        if those:
            yield heading
        for rule in those[:MOST_RULES]:
            text = rule.text if len(rule.text) <= _WIDTH else rule.text[: _WIDTH - 1] + "…"
            place = study.place(rule.file, rule.line)
            yield f"  {place}: {text}   {'' if state == 'never' else rule.told}".rstrip()
        if len(those) > MOST_RULES:
            yield f"  and {len(those) - MOST_RULES} more (--json has all)"
