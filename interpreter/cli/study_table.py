"""A study in the terminal: a compact table, and the rules that never came about."""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite
from typing import TYPE_CHECKING

from interpreter.cli.output import bold, say, say_table

if TYPE_CHECKING:
    from interpreter.study.measures.measure import Measure
    from interpreter.study.measures.rule_use import RuleUse
    from interpreter.study.study import Study

#: More unused rules are only counted.
MOST_RULES = 20
#: What is told in one row, or follows from other rows.
_TOGETHER = ("length.min", "length.quantile", "length.max", "decisiveness")
#: A longer text of a rule is cut.
_WIDTH = 48


def show_study(study: Study) -> None:
    """Print it."""
    options = "".join(f", {name}={choice}" for name, choice in study.options.items())
    say(bold(f"{study.game}{options}"))
    rows = [_row(measure) for measure in study.measures if measure.of.key not in _TOGETHER]
    if lengths := _lengths(study):
        rows.insert(1 + max(n for n, row in enumerate(rows) if row[0].startswith("length")), lengths)
    say_table(("", "", "95 % interval", "games", "played by"), rows, left=1)
    cautions: dict[str, list[str]] = {}
    for measure in study.measures:
        if measure.caution:
            cautions.setdefault(measure.caution, []).append(measure.of.title)
    for caution, titles in cautions.items():
        say(f"note: {'; '.join(dict.fromkeys(titles))}: {caution}")
    for line in _rules(study.rules):
        say(line)
    say(f"seed {study.seed}; docs/studying.md and --json say what each measure is")


def _lengths(study: Study) -> tuple[str, str, str, str, str] | None:
    """The distribution of lengths in one row."""
    found = [measure for measure in study.measures if measure.of.key in _TOGETHER[:3]]
    if not found:
        return None
    about = [measure.about for measure in found if measure.about]
    title = f"shortest, {' '.join(each.rstrip('%') for each in about)} %, longest"
    values = " ".join(f"{measure.value:,.0f}" for measure in found)
    return title, f"{values} plies", "", f"{found[0].games:,}", found[0].setting.agent


def _row(measure: Measure) -> tuple[str, str, str, str, str]:
    bounds = ""
    if measure.low != measure.high:
        bounds = f"[{_number(measure, measure.low)}, {_number(measure, measure.high)}]"
    unit = {"share": "", "log10": ""}.get(measure.of.unit, f" {measure.of.unit}")
    value = _number(measure, measure.value)
    return (
        _title(measure),
        f"{value}{unit}",
        bounds,
        f"{measure.games:,}",
        measure.setting.agent.split(",")[0],
    )


def _title(measure: Measure) -> str:
    return f"{measure.of.title} {measure.about}".strip()


def _number(measure: Measure, value: float) -> str:
    if not isfinite(value):
        return "?"
    match measure.of.unit:
        case "share":
            return f"{value:.2%}"
        case "log10":
            return f"10^{value:.2f}"
    return f"{value:,.0f}" if not measure.interval or value == int(value) else f"{value:,.3f}"


def _rules(rules: tuple[RuleUse, ...]) -> Iterator[str]:
    if not rules:
        return
    of = f"{rules[0].of:,} games"
    if all(rule.state == "used" for rule in rules):
        yield f"every rule came about in {of}, every condition both ways"
    for state, told in (("never", f"never in {of}:"), ("partly", f"came out one way only, in {of}:")):
        those = [rule for rule in rules if rule.state == state]
        if those:
            yield told
        for rule in those[:MOST_RULES]:
            text = rule.text if len(rule.text) <= _WIDTH else rule.text[: _WIDTH - 1] + "…"
            yield f"  line {rule.line}: {text}   {'' if state == 'never' else rule.told}".rstrip()
        if len(those) > MOST_RULES:
            yield f"  and {len(those) - MOST_RULES} more (--json has all)"
