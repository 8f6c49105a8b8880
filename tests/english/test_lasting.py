"""What ends a game that goes on and on, in English: told of games that can, and of no others."""

from __future__ import annotations

import pytest

from gdl import Game, load, loads
from tests.english.test_sentences import told

#: As docs/players.md has it: 1250 turns a player, 10,000 moves; who plays alone has lost.
DRAWN = "a game that lasts 1,250 turns for each player is drawn."


def end_of(game: Game) -> str:
    return told(game).rpartition("looked at")[2]


def test_congress_mostly_ends_so() -> None:
    assert DRAWN in end_of(load("congress"))


GAME = """
(game "Lasting" (players %s)
  (equipment {(board (square 4)) %s (piece "Disc" Each (move Step (to if:(is Empty (to)) %s)))})
  (rules %s (start {(place "Disc1" 0) %s}) (play %s) (end {(if (is Line 3) (result Mover Win)) %s})))
"""


def made(play: str, end: str = "", players: int = 2, meta: str = "", more: str = "", step: str = "") -> Game:
    other = '(place "Disc2" 15)' if players > 1 else ""
    return loads(GAME % (players, more, step, meta, other, play, end))


ADD = "(move Add (to (sites Empty)))"


@pytest.mark.parametrize(
    ("play", "end", "is_told"),
    [
        ("(forEach Piece)", "", True),
        (f"(or {ADD} (forEach Piece))", "", True),
        (f"(or {ADD} (move Pass))", "", True),
        (f"(or {ADD} (move Remove (sites Occupied by:Enemy)))", "", True),
        ("(move Add (to (sites Board)))", "", True),
        ("(move Add (to (sites Empty) (apply (remove (sites Corners)))))", "", True),
        ("(move Add (to (sites Empty)) (then (remove (sites Corners))))", "", True),
        ("(move Add (to (union (sites Empty) (sites Corners))))", "", True),
        # with each move there is one empty site less
        (ADD, "", False),
        ("(move Add (to (sites Board) if:(is Empty (to))))", "", False),
        ("(move Add (to (intersection (sites Board) (sites Empty))))", "", False),
        ("(move Add (to (difference (sites Empty) (sites Corners))))", "", False),
        (f"(if (is Full) {ADD} {ADD})", "", False),
        # the game counts for itself
        ("(forEach Piece)", "(if (>= (count Turns) 400) (result Mover Draw))", False),
        ("(forEach Piece)", "(if (= (count Moves) (+ 20 80)) (result Mover Draw))", False),
        ("(forEach Piece)", "(if (or (no Moves Next) (> (count Moves) 99)) (result Mover Draw))", False),
        # but not if more has to hold, or only later
        ("(forEach Piece)", "(if (and (no Moves Next) (> (count Moves) 99)) (result Mover Draw))", True),
        ("(forEach Piece)", "(if (>= (count Turns) 9999) (result Mover Draw))", True),
    ],
)
def test_games_that_can_go_on_and_on(play: str, end: str, is_told: bool) -> None:
    assert (DRAWN in end_of(made(play, end))) is is_told


def test_moves_are_told_of_where_a_turn_may_have_several() -> None:
    both = "a game that lasts 1,250 turns for each player, or 10,000 moves in all, is drawn."
    assert both in end_of(made("(forEach Piece (move Step (to if:(is Empty (to)) ) (then (moveAgain))))"))


def test_who_plays_alone_loses() -> None:
    assert "a game that lasts 1,250 turns is lost." in end_of(made("(forEach Piece)", players=1))
    assert DRAWN in end_of(made("(forEach Piece)", players=3))


PASSED = "if all players pass one after the other, the game is drawn."


def test_everybody_passing_ends_no_game_with_dice() -> None:
    assert PASSED in end_of(made("(forEach Piece)"))
    dice = made("(do (roll) next:(forEach Piece))", more="(dice d:6 num:1)")
    assert PASSED not in end_of(dice)
    assert PASSED not in end_of(load("backgammon"))


def test_a_match_is_no_reason_to_tell_it_of_its_games() -> None:
    for name in ("cornered", "cornered-match"):
        assert "1,250 turns" not in end_of(load(name))
