"""Logs in SARIF against what the standard (OASIS SARIF 2.1.0, section 3) demands of the properties used.

The schema here is closed: a property that the standard does not name for its object is a mistake, too.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from contextlib import chdir
from typing import Any

import pytest
from jsonschema import Draft7Validator

from gdl.source.diagnostics import Applicability
from interpreter.cli.main import run
from tests.check.cases import BROKEN


def closed(required: tuple[str, ...] = (), **properties: Any) -> dict[str, Any]:
    """An object with these properties and no others."""
    return {
        "type": "object",
        "required": list(required),
        "properties": properties,
        "additionalProperties": False,
    }


def many(items: Any, least: int = 0, unique: bool = False) -> dict[str, Any]:
    return {"type": "array", "items": items, "minItems": least, "uniqueItems": unique}


TEXT = {"type": "string"}
POSITIVE = {"type": "integer", "minimum": 1}  # 3.30.5: lines and columns count from 1
INDEX = {"type": "integer", "minimum": -1}
LEVEL = {"enum": ["none", "note", "warning", "error"]}  # 3.27.10
MESSAGE = closed(("text",), text=TEXT)  # 3.11; 3.12
ARTIFACT = closed(uri={"type": "string", "format": "uri-reference", "pattern": r"^[^\\ ]+$"})  # 3.4.3
REGION = closed(
    ("startLine",), startLine=POSITIVE, startColumn=POSITIVE, endLine=POSITIVE, endColumn=POSITIVE
)
LOCATION = closed(  # 3.28, 3.29
    id=INDEX,
    message=MESSAGE,
    physicalLocation=closed(("artifactLocation",), artifactLocation=ARTIFACT, region=REGION),
)
REPLACEMENT = closed(("deletedRegion",), deletedRegion=REGION, insertedContent=closed(text=TEXT))  # 3.57
CHANGE = closed(  # 3.56
    ("artifactLocation", "replacements"), artifactLocation=ARTIFACT, replacements=many(REPLACEMENT, 1)
)
FIX = closed(  # 3.55; 3.8: any object may have a bag of properties
    ("artifactChanges",), description=MESSAGE, artifactChanges=many(CHANGE, 1, unique=True),
    properties=closed(("applicability",), applicability={"enum": [each.value for each in Applicability]}),
)  # fmt: skip
RESULT = closed(  # 3.27
    ("message",), ruleId=TEXT, ruleIndex=INDEX, level=LEVEL, message=MESSAGE, locations=many(LOCATION),
    relatedLocations=many(LOCATION, unique=True), fixes=many(FIX, unique=True),
)  # fmt: skip
RULE = closed(  # 3.49
    ("id",),
    id=TEXT,
    shortDescription=MESSAGE,
    fullDescription=MESSAGE,
    defaultConfiguration=closed(level=LEVEL),
)
DRIVER = closed(("name",), name=TEXT, semanticVersion=TEXT, rules=many(RULE, unique=True))  # 3.19
RUN = closed(  # 3.14
    ("tool",), tool=closed(("driver",), driver=DRIVER), results=many(RESULT),
    columnKind={"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
)  # fmt: skip
LOG = closed(  # 3.13
    ("version", "runs"), version={"enum": ["2.1.0"]}, runs=many(RUN), **{"$schema": {"type": "string"}}
)
VALIDATOR = Draft7Validator(LOG)


def log_of(capsys: pytest.CaptureFixture[str], *files: str) -> Any:
    with chdir(BROKEN):
        run(["check", *files, "--output-format", "sarif"])
    return json.loads(capsys.readouterr().out)


def test_what_is_said_of_every_broken_file_is_a_valid_log(capsys: pytest.CaptureFixture[str]) -> None:
    log = log_of(capsys, *sorted(path.name for path in BROKEN.glob("*.lud"))[::3], "missing file.lud")
    assert [error.message for error in VALIDATOR.iter_errors(log)] == []
    results = log["runs"][0]["results"]
    rules = log["runs"][0]["tool"]["driver"]["rules"]
    assert len(results) > 40
    assert all(rules[each["ruleIndex"]]["id"] == each["ruleId"] for each in results)  # 3.27.6
    assert any("fixes" in each for each in results) and any("relatedLocations" in each for each in results)
    for each in results:
        ids = [other["id"] for other in each.get("relatedLocations", ())]
        assert len(set(ids)) == len(ids)  # 3.28.2
        for fix in each.get("fixes", ()):
            for change in fix["artifactChanges"]:
                for replacement in change["replacements"]:
                    region = replacement["deletedRegion"]
                    start, end = ((region[f"{at}Line"], region[f"{at}Column"]) for at in ("start", "end"))
                    assert start <= end  # 3.30.7


def test_a_log_without_findings_has_no_results(capsys: pytest.CaptureFixture[str]) -> None:
    log = log_of(capsys, "tic-tac-toe")
    assert list(VALIDATOR.iter_errors(log)) == []
    assert (
        log["runs"][0]["results"] == []
    )  # 3.14.23: empty, not absent, where it was looked and nothing found


@pytest.mark.parametrize(
    "spoil",
    [
        lambda log: log.pop("version"),
        lambda log: log["runs"][0]["results"][0].pop("message"),
        lambda log: log["runs"][0]["results"][0].update(level="fatal"),
        lambda log: log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"].update(
            startLine=0
        ),
        lambda log: log["runs"][0]["tool"]["driver"].pop("name"),
        lambda log: log["runs"][0].update(columns=1),
    ],
)
def test_what_is_no_log_is_refused(spoil: Callable[[Any], Any], capsys: pytest.CaptureFixture[str]) -> None:
    log = copy.deepcopy(log_of(capsys, "ludeme-misspelt.lud"))
    assert VALIDATOR.is_valid(log)
    spoil(log)
    assert not VALIDATOR.is_valid(log)
