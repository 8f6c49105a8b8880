"""`gdl check` on files with mistakes: what it says, word for word, how soon, and with which exit code."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from contextlib import chdir
from pathlib import Path

import pytest

from gdl.source.codes.registry import all_codes
from tests.check.cases import BROKEN, EXPECTED, MADE, THREE, Case, cases, check

CASES = cases()

#: What is odd, but keeps nobody from playing.
ONLY_WARNINGS = {
    "colours-with-a-tile-twice",
    "definition-twice-the-same",
    "definition-unused",
    "definition-unused-with-mistakes",
    "distance-that-leaves-out-nothing",
    "hidden-from-nobody",
    "definition-whose-middle-is-missing",
    "definition-without-its-operand",
    "definition-with-too-many-arguments",
    "end-out-of-reach",
    "end-rule-never",
    "line-with-gaps-out-of-reach",
    "name-of-nothing-for-ludii",
    "option-text-with-a-tile-twice",
    "made/very-many-warnings",
    "ruleset-unknown-choice",
}
_HEAD = re.compile(r"^(error|warning)\[([EW]\d{4})\]: (.+)$", re.MULTILINE)
_PLACE = re.compile(r"^ *--> (.+?):(\d+):(\d+)$", re.MULTILINE)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_what_is_said(case: Case) -> None:
    start = time.process_time()
    code, text = check(case)
    assert time.process_time() - start < 4  # two seconds at most on a machine that does nothing else
    assert text == EXPECTED[case.name]
    assert code == (0 if case.name in ONLY_WARNINGS else 1)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_each_mistake_once_with_a_code_and_a_place(case: Case) -> None:
    text = EXPECTED[case.name]
    heads = _HEAD.findall(text)
    assert heads and "Traceback" not in text and "internal error" not in text
    assert all(code in all_codes() for _, code, _ in heads)
    places = _PLACE.findall(text)
    told = list(zip(heads, places, strict=False))
    assert len(set(told)) == len(told)
    assert len(set(places)) == len(places)  # no second mistake in the same place
    assert max(map(len, text.splitlines())) < 230


def test_there_are_enough_of_them() -> None:
    assert len(CASES) > 120
    there = {path.relative_to(BROKEN).with_suffix("").as_posix() for path in BROKEN.rglob("*.lud")}
    assert {case.name for case in CASES} == there | MADE.keys()


def test_no_python_shows() -> None:
    """No class name, no quotes as Python writes them, no `None`."""
    for name, text in EXPECTED.items():
        assert not re.search(r"<class|object at 0x|\bNone\b", text), name


def run(*words: str, folder: Path = BROKEN) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "interpreter.cli.main", *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=20)


def test_exit_codes(tmp_path: Path) -> None:
    (tmp_path / "good.lud").write_text(THREE, encoding="utf-8")
    fine = run("check", "good.lud", folder=tmp_path)
    assert (fine.returncode, fine.stdout, fine.stderr) == (0, "good.lud: no mistakes\n", "")
    assert run("check", "definition-unused.lud").returncode == 0
    assert run("check", "comma.lud").returncode == 1
    assert run("check", "no-such-file.lud").returncode == 1
    assert run("check", ".").returncode == 1
    assert run("check").returncode == 2
    assert run("check", "comma.lud", "--output-format", "yaml").returncode == 2
    assert run("check", "comma.lud", "--option", "Size").returncode == 2


def test_several_files_in_one_run(tmp_path: Path) -> None:
    (tmp_path / "good.lud").write_text(THREE, encoding="utf-8")
    ran = run("check", "comma.lud", str(tmp_path / "good.lud"), "definition-unused.lud", "no-such-file.lud")
    assert ran.returncode == 1
    assert ran.stdout == f"{tmp_path / 'good.lud'}: no mistakes\n"
    assert [code for _, code, _ in _HEAD.findall(ran.stderr)] == ["E0108", "W0301", "E0510"]


def test_as_json() -> None:
    ran = run("check", "several-mistakes.lud", "definition-wrong-inside.lud", "--output-format", "json")
    report = json.loads(ran.stdout)
    assert (ran.returncode, ran.stderr) == (1, "")
    found = report["diagnostics"]
    assert report["errors"] == len(found) == 7 and report["warnings"] == 0
    for each in found:
        assert set(each) == {
            "code", "severity", "message", "file", "start", "end", "label", "help", "notes", "related", "via",
            "fixes",
        }  # fmt: skip
        assert set(each["start"]) == set(each["end"]) == {"line", "column", "offset"}
        assert each["severity"] == "error" and each["file"].endswith(".lud")
    lines = [each["start"]["line"] for each in found[:-1]]
    assert lines == sorted(lines)
    text = (BROKEN / "several-mistakes.lud").read_text(encoding="utf-8")
    first = found[0]
    assert text[first["start"]["offset"] : first["end"]["offset"]] == "two"
    inside = found[-1]
    assert inside["via"][0]["name"] == "Row"
    assert inside["via"][0]["use"]["start"]["line"] == 13


def test_a_game_on_one_line_or_with_other_line_ends_is_the_same_game(tmp_path: Path) -> None:
    for name, text in (("one", " ".join(THREE.split())), ("other", THREE.replace("\n", "\r"))):
        (tmp_path / f"{name}.lud").write_bytes(text.encode())
        assert run("check", f"{name}.lud", folder=tmp_path).returncode == 0


def test_every_prefix_of_a_game_is_explained(tmp_path: Path) -> None:
    """A file that is being typed: at every point there is something sensible to say, and never a crash."""
    from interpreter.cli.commands.check import _diagnostics

    with chdir(tmp_path):
        for end in range(0, len(THREE) - 3, 7):
            Path("typed.lud").write_text(THREE[:end], encoding="utf-8")
            found = _diagnostics("typed.lud", {})
            assert any(each.severity == "error" for each in found), THREE[:end]


def test_every_token_left_out_or_doubled_is_explained_or_harmless(tmp_path: Path) -> None:
    from interpreter.cli.commands.check import _diagnostics

    pieces = re.findall(r'"[^"]*"|\w+|\S', THREE)
    with chdir(tmp_path):
        for at in range(len(pieces)):
            for put in ([], [pieces[at]] * 2):
                text = " ".join([*pieces[:at], *put, *pieces[at + 1 :]])
                Path("slip.lud").write_text(text, encoding="utf-8")
                found = _diagnostics("slip.lud", {})
                assert len(found) <= 4, (text, [each.message for each in found])
