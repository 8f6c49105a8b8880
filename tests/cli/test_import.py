"""`gdl import` as it is typed: a description in Ludii's manner, with a folder of definitions of its kind."""

from __future__ import annotations

from pathlib import Path

import pytest

from gdl import load
from tests.cli.conftest import Gdl

GAME = """(game "Mine" (players 2)
    (equipment {(board (square 3)) (piece "Disc" Each)})
    (rules (play ("PlaceFreely")) (end ("WinBy" (is Line 3)))))
(metadata
    (info { (version "1.3.13") })
    (graphics { (board Colour Phase0 (colour Red)) (player Colour P1 (colour Red)) })
    (ai "Mine_ai"))
"""
FILES = {
    "moves/PlaceFreely.def": '// how discs come\n(define "PlaceFreely" (move Add (to ("FreeSites"))))\n',
    "sites/FreeSites.def": '(define "FreeSites" (sites Empty))\n',
    "WinBy.def": '(define "WinBy" (if #1 (result Mover Win)))\n',
    "Unused.def": '(define "Unused" (sites Board))\n',
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "mine.lud").write_text(GAME)
    for name, text in FILES.items():
        path = tmp_path / "def" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path


def test_what_it_uses_is_put_in_and_nothing_else(gdl: Gdl, folder: Path) -> None:
    out = folder / "own.lud"
    ran = gdl("import", str(folder / "mine.lud"), "--definitions", str(folder / "def"), "-o", str(out))
    assert ran.code == 0
    text = out.read_text()
    # each after those that it uses
    assert text.index('"FreeSites"') < text.index('(define "PlaceFreely"') < text.index('(game "Mine"')
    assert '(define "WinBy"' in text and "Unused" not in text
    assert load(out).start(seed=1).play("b2").mover == 2
    assert gdl("format", "--check", str(out)).code == 0


def test_what_nobody_reads_is_said_once(gdl: Gdl, folder: Path) -> None:
    ran = gdl("import", str(folder / "mine.lud"), "--definitions", str(folder / "def"))
    assert ran.out.startswith("(define") and "Mine_ai" not in ran.out
    assert "left out: (ai ...)" in ran.err
    assert "nothing here reads it: (board Colour ...)\n" in ran.err
    assert "put in: FreeSites, PlaceFreely, WinBy" in ran.err


def test_definitions_that_are_missing_are_told_with_their_lines(gdl: Gdl, folder: Path) -> None:
    out = folder / "own.lud"
    ran = gdl("import", str(folder / "mine.lud"), "-o", str(out))
    assert ran.code == 1 and out.exists()
    assert "E0309" in ran.err and "mine.lud:3:19" in ran.err
    assert "2 definitions not found without a folder of them: give one by --definitions" in ran.err


def test_what_is_not_understood_is_told_and_the_rest_written(gdl: Gdl, folder: Path) -> None:
    wrong = folder / "wrong.lud"
    wrong.write_text(GAME.replace("(is Line 3)", "(is Lime 3)"))
    out = folder / "own.lud"
    ran = gdl("import", str(wrong), "--definitions", str(folder / "def"), "-o", str(out))
    assert ran.code == 1 and "Lime" in ran.err and "Line" in ran.err
    assert "1 mistake to mend" in ran.err and '(game "Mine"' in out.read_text()


def test_a_file_that_is_there_is_not_written_over(gdl: Gdl, folder: Path) -> None:
    out = folder / "own.lud"
    out.write_text("mine")
    ran = gdl("import", str(folder / "mine.lud"), "--definitions", str(folder / "def"), "-o", str(out))
    assert (ran.code, out.read_text()) == (1, "mine")
    assert "E05" in ran.err
