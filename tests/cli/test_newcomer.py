"""The ordinary slips of somebody who writes a first game, and what is said of them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from gdl.source.suggest import nearest
from tests.cli.conftest import Gdl

GAME = """
(define "Hops"
    (move Hop (between if:(is Enemy (who at:(between))) (apply (remove (between)))) (to if:(is Empty (to))))
)
(game "First"
    (players 2)
    (equipment {(board (square 5)) (piece "Man" Each PIECE)})
    (rules
        (start {(place "Man1" (sites Bottom)) (place "Man2" (sites Top))})
        (play (forEach Piece))
        (end (if (no Moves Next) (result Mover Win)))
    )
)
"""


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def checked(gdl: Gdl, here: Path, moves: str, *more: str) -> str:
    (here / "first.lud").write_text(GAME.replace("PIECE", moves))
    ran = gdl("check", "first.lud", *more)
    return ran.out + ran.err


@pytest.mark.parametrize("moves", ["Hops", "(Hops)", "(or Hops (move Step (to if:(is Empty (to)))))"])
def test_a_definition_named_without_quotes(gdl: Gdl, here: Path, moves: str) -> None:
    said = checked(gdl, here, moves)
    assert "`Hops` is the name of a definition, and lacks its quotes" in said
    assert 'write `"Hops"`' in said and "1 error;" in said
    assert "never used" not in said


@pytest.mark.parametrize("moves", ["Hops", "(or Hops (move Step (to if:(is Empty (to)))))"])
def test_its_quotes_are_put_in(gdl: Gdl, here: Path, moves: str) -> None:
    assert "first.lud: no mistakes" in checked(gdl, here, moves, "--fix")
    assert (here / "first.lud").read_text() == GAME.replace("PIECE", moves.replace("Hops", '"Hops"'))


def test_another_word_for_a_ludeme(gdl: Gdl, here: Path) -> None:
    said = checked(gdl, here, "(move Jump (to if:(is Empty (to))))")
    assert "did you mean `Hop` or `Leap`?" in said


def test_a_map_that_there_is_not(gdl: Gdl, here: Path) -> None:
    said = checked(gdl, here, "(move Step (to if:(= (to) (mapEntry Mover))))")
    assert "there is no map" in said and "declare one in the equipment" in said and "None" not in said


def test_a_game_begun_from_nothing(gdl: Gdl, here: Path) -> None:
    assert gdl("new", "first").code == 0
    assert sorted(os.listdir(here)) == ["first.lud", "first.yaml"]
    assert gdl("test", "first.lud").code == 0


@pytest.mark.parametrize(
    ("word", "offered", "meant"),
    [
        ("North", ["N", "S", "NE", "Orthogonal"], ["N"]),
        ("north-east", ["N", "NE"], ["NE"]),
        ("Jump", ["Hop", "Step", "Leap"], ["Hop", "Leap"]),
        ("Up", ["UE", "N", "Forward"], ["N", "Forward"]),
        ("left", ["Left", "W"], ["Left"]),  # what is called so goes first
        ("Up", ["Top"], []),  # nothing is suggested that cannot stand there
    ],
)
def test_other_words_for_what_there_is(word: str, offered: list[str], meant: list[str]) -> None:
    assert nearest(word, offered) == meant
