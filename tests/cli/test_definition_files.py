"""Files of definitions are checked by themselves, and what is in them that nothing uses."""

from __future__ import annotations

from pathlib import Path

import pytest

from gdl.compile.check_definitions import check_definition_file
from gdl.support.files import games_folder
from tests.cli.conftest import Gdl


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "moves.def"


def codes(file: Path, text: str) -> list[str]:
    file.write_text(text, encoding="utf-8")
    return [each.code for each in check_definition_file(file)]


#: A mistake, and what it is; each in a definition that nothing uses, with holes beside it.
WRONG = {
    '(define "A" (sitez Top))': ["E0203"],
    '(define "A" (union #1 (sitez Top)))': ["E0203"],
    '(define "A" (move Step #1 (to if:(is Emty (to)))))': ["E0206"],
    '(define "A" (if #1 (result #2 Wim)))': ["E0213"],
    '(define "A" (move Add (to (sites Empty) iff:#1)))': ["E0211"],
    '(define "A" ("B" (sites Top)))(define "B" (intersection #1 (sites Botom)))': ["E0206"],
    '(define "A" "A")': ["E0301"],
    '(define "A" (sites Top)': ["E0104"],
    '(define "A" (sites Top))(define "A" (sites Bottom))': ["E0308"],
    "(define A (sites Top))": ["E0306"],
    '(game "A" (players 2))': ["E0112"],
    '(define "A" ("Unknown" #1))': ["W0305"],
    '(define "A" (sites <Size:cells>))': ["E0303"],
    '(include "nothing.def")(define "A" (sites Top))': ["E0310"],
}

#: What is right, however little is known of the holes.
RIGHT = [
    '(define "A" (move #1 (to (sites Empty)) #2))',
    '(define "A" (#1 Empty))',
    '(define "A" (is #1 3))',
    '(define "A" (move Step (to if:#1) #2))',
    '(define "A" (sites "Red#1"))',
    '(define "A" (forEach Piece "Pawn#1" #2))',
    '(define "A" #1)',
    '(define "A" (result #1 #2))',
    '(define "A" {N S #1})',
    '(define "A" (if #1 #2 #3))',
    '(define "A" (then (and #1)))',
    '(define "Nothing")(define "A" (to if:#1))',
]


@pytest.mark.parametrize(("text", "expected"), WRONG.items())
def test_a_mistake_in_what_nothing_uses_is_told(file: Path, text: str, expected: list[str]) -> None:
    assert codes(file, text) == expected


@pytest.mark.parametrize("text", RIGHT)
def test_of_what_is_left_open_nothing_is_said(file: Path, text: str) -> None:
    assert [code for code in codes(file, text) if code != "W0307"] == []


def test_definitions_of_files_beside_it_are_known(file: Path) -> None:
    (file.parent / "more.def").write_text('(define "B" (union (sites Top) #1))', encoding="utf-8")
    assert codes(file, '(define "A" ("B" (sites Bottom)))') == []
    assert codes(file, '(define "A" ("B" (sitez Bottom)))') == ["E0203"]


@pytest.mark.parametrize("path", sorted(games_folder().rglob("*.def")), ids=lambda path: path.stem)
def test_the_shipped_ones_are_right(path: Path) -> None:
    assert check_definition_file(path) == ()


def test_the_command_line(gdl: Gdl, file: Path) -> None:
    file.write_text('(define "A" (sites Top))\n', encoding="utf-8")
    right = gdl("check", str(file))
    assert (right.code, right.out) == (0, f"{file}: no mistakes\n")
    file.write_text('(define "A" (sitez Top))\n', encoding="utf-8")
    wrong = gdl("check", str(file))
    assert wrong.code == 1 and "error[E0203]: there is no ludeme `sitez`" in wrong.err
    assert f"{file}:1:14" in wrong.err
    missing = gdl("check", str(file.with_name("other.def")))
    assert missing.code == 1 and "other.def" in missing.err
