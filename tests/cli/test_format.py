"""`gdl format` as it is typed: files changed in place, --check, --diff, the standard input, exit codes."""

from __future__ import annotations

import stat
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from interpreter.cli.main import run
from tests.cli.conftest import Gdl

UGLY, NICE = "(a   b)\n", "(a b)\n"


def test_a_file_is_changed_in_place_and_keeps_its_rights(gdl: Gdl, tmp_path: Path) -> None:
    path = tmp_path / "ugly.lud"
    path.write_text(UGLY)
    path.chmod(0o640)
    ran = gdl("format", str(path))
    assert (ran.code, path.read_text()) == (0, NICE)
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert "changed" in ran.err
    assert gdl("format", str(path)).err == ""


def test_a_link_stays_one(gdl: Gdl, tmp_path: Path) -> None:
    path, link = tmp_path / "ugly.lud", tmp_path / "link.lud"
    path.write_text(UGLY)
    link.symlink_to(path)
    assert gdl("format", str(link)).code == 0
    assert link.is_symlink() and path.read_text() == NICE


def test_check_changes_nothing(gdl: Gdl, tmp_path: Path) -> None:
    ugly, nice = tmp_path / "ugly.lud", tmp_path / "nice.lud"
    ugly.write_text(UGLY)
    nice.write_text(NICE)
    assert gdl("format", "--check", str(nice)).code == 0
    ran = gdl("format", "--check", str(ugly), str(nice))
    assert (ran.code, ugly.read_text()) == (1, UGLY)
    assert "ugly.lud: would be changed" in ran.err and "nice" not in ran.err


def test_diff_shows_what_would_be_changed(gdl: Gdl, tmp_path: Path) -> None:
    path = tmp_path / "ugly.lud"
    path.write_text(UGLY)
    ran = gdl("format", "--diff", str(path))
    assert (ran.code, path.read_text()) == (0, UGLY)
    assert "-(a   b)\n+(a b)\n" in ran.out


def test_what_cannot_be_read_is_left_alone(gdl: Gdl, tmp_path: Path) -> None:
    path = tmp_path / "broken.lud"
    path.write_text("(a   b\n")
    ran = gdl("format", str(path))
    assert (ran.code, path.read_text()) == (1, "(a   b\n")
    assert "E0104" in ran.err
    assert gdl("format", str(tmp_path / "missing.lud")).code == 1


def test_the_standard_input(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(UGLY.encode())))
    assert run(["format", "-"]) == 0
    assert capsys.readouterr().out == NICE
