"""What `gdl check` found, in the formats that other programs read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from interpreter.players.player import Candidate, Thought

if TYPE_CHECKING:
    from gdl.source.diagnostics import Diagnostic
    from gdl.source.text import Span

SARIF_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"


def as_json(diagnostics: Sequence[Diagnostic]) -> dict[str, Any]:
    """The project's own format: every mistake with all that is known of it."""
    from gdl.source.render import all_to_json

    return all_to_json(diagnostics)


# --- GitHub ---------------------------------------------------------------------------------------------


def as_workflow_commands(diagnostics: Iterable[Diagnostic]) -> list[str]:
    """Workflow commands of GitHub Actions, a line for each mistake: shown beside the line of a change."""
    return [_command(each) for each in diagnostics]


def _command(diagnostic: Diagnostic) -> str:
    properties: dict[str, object] = {"title": diagnostic.code}
    span = diagnostic.span
    if span.source.text:
        end_line, end_column = span.source.position(span.end)
        properties |= {"file": _path(span), "line": span.line, "col": span.column}
        properties |= {"endLine": end_line, "endColumn": end_column}
    elif span.source.name != "<built in>":
        properties |= {"file": _path(span)}
    listed = ",".join(f"{key}={_property(str(value))}" for key, value in properties.items())
    kind = "error" if diagnostic.severity == "error" else "warning"
    return f"::{kind} {listed}::{_data(_whole_message(diagnostic))}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def _whole_message(diagnostic: Diagnostic) -> str:
    lines = [diagnostic.message]
    if diagnostic.label:
        lines[0] += f" ({diagnostic.label})"
    return "\n".join([*lines, *(f"help: {text}" for text in diagnostic.help)])


def _path(span: Span) -> str:
    return Path(span.source.name).as_posix()


# --- SARIF ----------------------------------------------------------------------------------------------


def as_sarif(diagnostics: Sequence[Diagnostic]) -> dict[str, Any]:
    """A log in SARIF 2.1.0, the format in which analysers' findings are exchanged."""
    from gdl.source.codes.registry import all_codes
    from gdl.version import __version__

    codes = sorted({each.code for each in diagnostics})
    known = all_codes()
    rules = []
    for code in codes:
        rule: dict[str, Any] = {"id": code}
        if code in known:
            rule |= {
                "shortDescription": {"text": known[code].title},
                "fullDescription": {"text": known[code].text},
                "defaultConfiguration": {"level": "error" if code.startswith("E") else "warning"},
            }
        rules.append(rule)
    return {
        "$schema": SARIF_SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": {"name": "gdl", "semanticVersion": __version__, "rules": rules}},
                "columnKind": "unicodeCodePoints",
                "results": [_result(each, codes.index(each.code)) for each in diagnostics],
            }
        ],
    }


def _result(diagnostic: Diagnostic, rule: int) -> dict[str, Any]:
    result: dict[str, Any] = {
        "ruleId": diagnostic.code,
        "ruleIndex": rule,
        "level": "error" if diagnostic.severity == "error" else "warning",
        "message": {"text": _whole_message(diagnostic)},
    }
    if diagnostic.span.source.name != "<built in>":
        result["locations"] = [_location(diagnostic.span)]
    others = [(label.span, label.text) for label in diagnostic.related]
    others += [(use.use, f'"{use.name}" is used here') for use in diagnostic.via]
    if others:
        result["relatedLocations"] = [
            {"id": number, **_location(span), "message": {"text": text}}
            for number, (span, text) in enumerate(others, 1)
        ]
    fixes = [
        {
            "description": {"text": fix.title},
            "artifactChanges": [
                {
                    "artifactLocation": {"uri": _uri(edits[0])},
                    "replacements": [
                        {"deletedRegion": _region(edit.span), "insertedContent": {"text": edit.text}}
                        for edit in fix.edits
                        if edit.span.source is edits[0].source
                    ],
                }
                for edits in _by_source([edit.span for edit in fix.edits])
            ],
            "properties": {"applicability": fix.applicability.value},
        }
        for fix in diagnostic.fixes
        if fix.edits
    ]
    if fixes:
        result["fixes"] = fixes
    return result


def _by_source(spans: Iterable[Span]) -> list[list[Span]]:
    groups: list[list[Span]] = []
    for span in spans:
        group = next((each for each in groups if each[0].source is span.source), None)
        if group is None:
            groups.append([span])
        else:
            group.append(span)
    return groups


def _location(span: Span) -> dict[str, Any]:
    physical: dict[str, Any] = {"artifactLocation": {"uri": _uri(span)}}
    if span.source.text:
        physical["region"] = _region(span)
    return {"physicalLocation": physical}


def _region(span: Span) -> dict[str, int]:
    end_line, end_column = span.source.position(span.end)
    return {
        "startLine": span.line,
        "startColumn": span.column,
        "endLine": end_line,
        "endColumn": end_column,
    }


def _uri(span: Span) -> str:
    from urllib.parse import quote

    path = Path(span.source.name)
    if path.is_absolute():
        return path.as_uri()
    return quote(path.as_posix())


# --- what a player thinks, as lines of text -------------------------------------------------------------

#: So many candidate moves are shown.
SHOWN = 5
#: So many moves of the expected line.
AHEAD = 8


def lines_of(thought: Thought) -> list[str]:
    """The work done, the best candidates with visits and values, and how the game is expected to go on."""
    lines = [f"  looked at {thought.work}" if thought.work else "  did not look ahead"]
    shown = thought.candidates[:SHOWN]
    rows = [(str(each.move), value_text(each), _visits(each)) for each in shown]
    widths = [max((len(row[column]) for row in rows), default=0) for column in range(3)]
    for move, value, visits in rows:
        lines.append(f"    {move:<{widths[0]}}  {value:>{widths[1]}}  {visits:>{widths[2]}}".rstrip())
    if len(thought.candidates) > SHOWN:
        lines.append(f"    and {len(thought.candidates) - SHOWN} more")
    if thought.expected:
        more = " ..." if len(thought.expected) > AHEAD else ""
        lines.append(f"  expects {' '.join(map(str, thought.expected[:AHEAD]))}{more}")
    return lines


def value_text(candidate: Candidate) -> str:
    """`54.3 %` where it was tried so often, `+0.09` where it was judged, `proved: wins in 5 plies`.

    `at most +0.09` where another move was found that is as good at least, `wins within 5 plies` where it is
    not known that there is nothing sooner.
    """
    if candidate.proved:
        return f"proved: {_truth(candidate)}"
    if candidate.visits == 0:
        return "not tried"
    if candidate.visits is not None:
        return f"{(candidate.value + 1) * 50:.1f} %"
    return f"{'at most ' if candidate.at_most else ''}{candidate.value:+.2f}"


def _truth(candidate: Candidate) -> str:
    known = {1.0: "wins", -1.0: "loses", 0.0: "draws"}
    what = known.get(candidate.value) or f"is worth {(candidate.value + 1) * 50:.0f} %"
    if candidate.plies is None:
        return what
    within = "in" if candidate.exact else "within"
    return f"{what} {within} {candidate.plies} {'ply' if candidate.plies == 1 else 'plies'}"


def _visits(candidate: Candidate) -> str:
    if candidate.visits is None:
        return ""
    return f"{candidate.visits:,} {'visit' if candidate.visits == 1 else 'visits'}"
