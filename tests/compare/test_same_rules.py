"""The same rules, however they are written and whatever things are called, are found without playing."""

from __future__ import annotations

from pathlib import Path

import pytest

from gdl import load, loads
from interpreter.study.compare.comparison import same_rules
from tests.quick import few

RACE = """(define "Stays" (is Empty (to)))
(game "Race"
    (players {(player N) (player S)})
    (equipment {
        (board (square 4))
        (piece "Pawn" Each (move Step Forward (to if:("Stays"))))
        (piece "Rock" Neutral)
        (regions "Goal" P1 (sites Top))
        (regions "Goal" P2 (sites Bottom))
    })
    (rules
        (start {(place "Pawn1" (sites Bottom)) (place "Pawn2" (sites Top)) (set Var "Count" 3)})
        (play (forEach Piece (then (set Var "Count" (+ 1 (var "Count"))))))
        (end {
            (if (is In (last To) (sites Mover "Goal")) (result Mover Win))
            (if (< 20 (var "Count")) (result Mover Draw))
            (if (no Moves Next) (result Mover Win))
        })
    )
)
"""


def told(before: str, after: str) -> str:
    """What is said of the race and of one in which a text is replaced."""
    assert before in RACE
    return same_rules(loads(RACE), loads(RACE.replace(before, after)))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("(game", "// A comment\n(game"),
        ("    ", "  "),
        ("Stays", "Free"),
        ('(define "Stays" (is Empty (to)))\n', '(define "Unused" 3)\n(define "Stays" (is Empty (to)))\n'),
    ],
)
def test_comments_layout_and_definitions_do_not_matter(before: str, after: str) -> None:
    assert "comments" in told(before, after) and "names" not in told(before, after)


@pytest.mark.parametrize(
    ("before", "after"),
    [("Race", "Other"), ("Pawn", "Zealot"), ("Goal", "Aim"), ('"Count"', '"Amount"'), ("Rock", "Ahab")],
)
def test_names_do_not_matter(before: str, after: str) -> None:
    assert "names" in told(before, after)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("(square 4)", "(square 5)"),
        ("(< 20 ", "(< 21 "),
        ("(player N) (player S)", "(player S) (player N)"),
        ("P1 (sites Top)", "P1 (sites Bottom)"),
        ("(result Mover Draw)", "(result Mover Loss)"),
        ("Step Forward", "Step Forwards"),
        ('(+ 1 (var "Count"))', "(+ 1 (count Moves))"),
        ('"Count" 3', '"Count" 4'),
        ('(< 20 (var "Count"))', '(< 20 (var "Other"))'),
    ],
)
def test_rules_do(before: str, after: str) -> None:
    assert told(before, after) == ""


def test_two_variables_that_change_places_are_the_same_and_one_for_two_is_not() -> None:
    """A renaming gives different things different names."""
    two = RACE.replace('(< 20 (var "Count"))', '(< (var "Limit") (var "Count"))').replace(
        '(set Var "Count" 3)', '(set Var "Count" 3) (set Var "Limit" 20)'
    )
    swapped = two.replace("Count", "COUNT").replace("Limit", "Count").replace("COUNT", "Limit")
    merged = two.replace("Limit", "Count")
    assert "names" in same_rules(loads(two), loads(swapped))
    assert same_rules(loads(two), loads(merged)) == ""


@pytest.mark.parametrize("name", few(["tic-tac-toe", "english-draughts", "triad", "chess", "backgammon"]))
def test_a_shipped_game_under_another_name(name: str, tmp_path: Path) -> None:
    game = load(name)
    path = Path(game.recipe.path)
    text = path.read_text()
    copy = path.with_suffix(".lud").name
    for each in path.parent.glob("*.def"):
        (tmp_path / each.name).write_text(each.read_text())
    (tmp_path / copy).write_text(text.replace(f'(game "{game.name}"', '(game "Something else"'))
    assert "names" in same_rules(game, load(tmp_path / copy))


def test_another_option_is_another_game() -> None:
    one, other = load("troika"), load("troika", {"Board": "Backs"})
    assert same_rules(one, other) == ""
    assert same_rules(one, load("troika", {"Board": "Standard"}))
