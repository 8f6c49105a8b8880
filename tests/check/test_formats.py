"""What `gdl check` found, in the formats that other programs read."""

from __future__ import annotations

import json
import re
import urllib.parse
from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path
from typing import Any

import pytest

from gdl.source.codes.registry import all_codes
from gdl.source.diagnostics import UNSURE, Diagnostic, Label
from gdl.source.edits import replacing
from gdl.source.text import Source, Span
from interpreter.cli.main import run
from interpreter.cli.reports import as_sarif, as_workflow_commands
from tests.check.cases import BROKEN

SEVERAL = ["several-mistakes.lud", "definition-wrong-inside.lud", "definition-unused.lud", "missing file.lud"]


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    with chdir(BROKEN):
        assert run(["check", *words]) == 1
    shown = capsys.readouterr()
    assert shown.err == ""
    return shown.out


# --- GitHub ---------------------------------------------------------------------------------------------

_COMMAND = re.compile(r"::(error|warning) ([^:]*)::(.*)")


def unescaped(text: str) -> str:
    return urllib.parse.unquote(text)


def test_each_mistake_is_a_workflow_command(capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(capsys, *SEVERAL, "--output-format", "github").splitlines()
    found = [_COMMAND.fullmatch(line) for line in lines]
    assert len(lines) == 9 and all(found)
    for match in found:
        assert match is not None
        kind, properties, message = match.groups()
        given = dict(each.split("=", 1) for each in properties.split(","))
        assert given["title"] in all_codes() and given["title"].startswith("E" if kind == "error" else "W")
        assert unescaped(given["file"]) in SEVERAL and message
        if given["file"] == "several-mistakes.lud":
            text = (BROKEN / given["file"]).read_text(encoding="utf-8").splitlines()
            start, end = int(given["col"]) - 1, int(given["endColumn"]) - 1
            assert given["line"] == given["endLine"] and text[int(given["line"]) - 1][start:end]


def test_what_would_end_a_command_or_a_property_is_escaped() -> None:
    source = Source("100%,a:b\n.lud", "(game\n)")
    mistake = Diagnostic("E0203", "50 % wrong\r\nhere::", Span(source, 0, 5), help=("do: this",))
    (line,) = as_workflow_commands([mistake])
    assert line == (
        "::error title=E0203,file=100%25%2Ca%3Ab%0A.lud,line=1,col=1,endLine=1,endColumn=6"
        "::50 %25 wrong%0D%0Ahere::%0Ahelp: do: this"
    )


# --- SARIF ----------------------------------------------------------------------------------------------


def regions(value: Any) -> Iterator[dict[str, int]]:
    """All regions in a log, wherever they stand."""
    if isinstance(value, dict):
        for key, each in value.items():
            if key in ("region", "deletedRegion"):
                yield each
            yield from regions(each)
    elif isinstance(value, list):
        for each in value:
            yield from regions(each)


def test_a_log_in_sarif(capsys: pytest.CaptureFixture[str]) -> None:
    """What the standard (sections 3.13 to 3.57 of SARIF 2.1.0) demands of a log."""
    log = json.loads(printed(capsys, *SEVERAL, "--output-format", "sarif"))
    assert log["version"] == "2.1.0" and log["$schema"].endswith("sarif-schema-2.1.0.json")
    (each,) = log["runs"]
    rules = each["tool"]["driver"]["rules"]
    ids = [rule["id"] for rule in rules]
    assert each["tool"]["driver"]["name"] and len(set(ids)) == len(ids)
    assert all(rule["shortDescription"]["text"] and rule["fullDescription"]["text"] for rule in rules)
    assert each["columnKind"] == "unicodeCodePoints"
    results = each["results"]
    assert len(results) == 9
    for result in results:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["level"] in ("error", "warning") and result["message"]["text"]
        (location,) = result["locations"]
        uri = location["physicalLocation"]["artifactLocation"]["uri"]
        assert " " not in uri and urllib.parse.unquote(uri) in SEVERAL
    for region in regions(log):
        start, end = (region["startLine"], region["startColumn"]), (region["endLine"], region["endColumn"])
        assert (1, 1) <= start <= end
    related = [place for result in results for place in result.get("relatedLocations", ())]
    assert related and all(place["message"]["text"] and place["physicalLocation"] for place in related)


def test_repairs_in_sarif() -> None:
    source = Source("/games/my game.lud", "(game sitez)")
    place = Span(source, 6, 11)
    mistake = Diagnostic(
        "E0203",
        "wrong",
        place,
        related=(Label(place, "here"),),
        fixes=replacing(place, "sitez", "sites", UNSURE),
    )
    ((fix,),) = (result["fixes"] for result in as_sarif([mistake])["runs"][0]["results"])
    (change,) = fix["artifactChanges"]
    assert change["artifactLocation"]["uri"] == "file:///games/my%20game.lud"
    (replacement,) = change["replacements"]
    assert replacement["insertedContent"] == {"text": "sites"}
    region = replacement["deletedRegion"]
    assert (region["startColumn"], region["endColumn"]) == (7, 12)
    assert fix["description"]["text"] and fix["properties"] == {"applicability": "MaybeIncorrect"}


def test_no_mistakes_are_a_log_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", "tic-tac-toe", "--output-format", "sarif"]) == 0
    log = json.loads(capsys.readouterr().out)
    assert log["runs"][0]["results"] == [] and log["runs"][0]["tool"]["driver"]["rules"] == []
    assert run(["check", "tic-tac-toe", "--output-format", "github"]) == 0
    assert capsys.readouterr().out == ""


# --- JSON -----------------------------------------------------------------------------------------------


def test_repairs_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    report = json.loads(printed(capsys, "ludeme-misspelt.lud", "--output-format", "json"))
    ((fix,),) = (each["fixes"] for each in report["diagnostics"])
    (edit,) = fix["edits"]
    text = (BROKEN / "ludeme-misspelt.lud").read_text(encoding="utf-8")
    assert (fix["title"], edit["text"]) == ("write `sites`", "sites")
    assert fix["applicability"] == "MachineApplicable"
    assert text[edit["start"]["offset"] : edit["end"]["offset"]] == "sitez"
