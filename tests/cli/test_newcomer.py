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


THREE = """
(game "Three"
    (players PLAYERS)
    (equipment {(board (square 5)) (piece "Man" Each)})
    (rules
        (play (move Add (to (sites Empty))))
        (end {(if (is Line 3) (result Mover Win)) (if (is Full) (result Mover Draw))})
    )
)
"""


@pytest.mark.parametrize(("players", "on"), [("3", True), ("2", False)])
def test_the_others_play_on_when_one_of_three_has_won(gdl: Gdl, here: Path, players: str, on: bool) -> None:
    (here / "three.lud").write_text(THREE.replace("PLAYERS", players))
    said = " ".join(gdl("rules", "three.lud").out.split())
    assert ("the others play on until one is left" in said) is on
    assert ("the first that holds ends the game" in said) is not on


def test_a_position_names_the_player_to_move(gdl: Gdl, here: Path) -> None:
    (here / "three.lud").write_text(THREE.replace("PLAYERS", "2"))
    scenario = "scenarios: [{name: one, position: {pieces: {Man1: [a1]}, mover: WHO}, mover: 2}]"
    for who, code in (("black", 0), ("2", 0), ("White", 1), ("blcak", 1)):
        (here / "three.yaml").write_text(scenario.replace("WHO", who))
        ran = gdl("test", "three.lud")
        assert ran.code == code
    assert "there is no player `blcak`" in ran.out + ran.err and "black" in ran.out + ran.err


def test_pieces_that_are_turned_over_or_become_others(gdl: Gdl, here: Path) -> None:
    flanked = """(move Add (to (sites Empty)) (then (custodial (from (last To)) Orthogonal
        (between if:(is Enemy (who at:(between))) (apply EFFECT)))))"""
    for effect, words in (
        ("(flip (between))", "turn it over"),
        ('(promote (between) (piece "Man") Mover)', "turn each of the enemy pieces that stand"),
    ):
        moves = flanked.replace("EFFECT", effect)
        (here / "three.lud").write_text(
            THREE.replace("PLAYERS", "2").replace("(move Add (to (sites Empty)))", moves)
        )
        assert words in " ".join(gdl("rules", "three.lud").out.split())


def test_sites_to_choose_from_are_told_with_their_condition(gdl: Gdl, here: Path) -> None:
    moves = "(forEach Site (sites Bottom) (if (is Empty (site)) (move Add (to (site)))))"
    (here / "three.lud").write_text(
        THREE.replace("PLAYERS", "2").replace("(move Add (to (sites Empty)))", moves)
    )
    said = " ".join(gdl("rules", "three.lud").out.split())
    assert "and if" not in said and "that cell is empty and" not in said


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
