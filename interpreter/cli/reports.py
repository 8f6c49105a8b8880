"""What `gdl check` found, in the formats that other programs read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

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
    return [_command(diagnostic) for diagnostic in diagnostics]


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

    codes = sorted({diagnostic.code for diagnostic in diagnostics})
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
                "results": [_result(diagnostic, codes.index(diagnostic.code)) for diagnostic in diagnostics],
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
