"""Passing: what counts as a passed turn, and what as a pass."""

from __future__ import annotations

from pathlib import Path

import pytest

from gdl import load
from interpreter.game.state import State

GAME = """
(game "Place and Go On"
    (players 2)
    (equipment {(board (square 3)) (piece "Disc" Each)})
    (rules
        (meta %s)
        (play
            (or
                (if (not (is Prev Mover)) (move Add (to (sites Empty)) (then (moveAgain))))
                (move Pass)
            )
        )
        (end %s)
    )
)
"""


def begin(folder: Path, end: str, meta: str = "(passEnd NoEnd)") -> State:
    path = folder / "go-on.lud"
    path.write_text(GAME % (meta, end))
    return load(path).start(seed=1)


@pytest.mark.parametrize(
    ("meta", "end"),
    [
        ("(passEnd NoEnd)", "(if (all Passed) (result Mover Draw))"),
        ("(passEnd Draw)", "(if (is Full) (result Mover Draw))"),
    ],
)
def test_a_pass_that_ends_a_turn_is_no_passed_turn(tmp_path: Path, meta: str, end: str) -> None:
    state = begin(tmp_path, end, meta)
    for move in ("a1", "pass", "pass"):  # the first player placed a disc; the second did nothing
        state = state.play(move)
    assert not state.is_over and state.mover == 1
    assert state.play("pass").is_over


def test_passed_turns_are_counted_in_a_row(tmp_path: Path) -> None:
    state = begin(tmp_path, "(if (all Passed) (result Mover Draw))")
    for move in ("pass", "b2", "pass", "pass"):
        state = state.play(move)
    assert not state.is_over
    assert state.play("pass").is_over


def test_a_pass_that_ends_a_turn_was_a_pass(tmp_path: Path) -> None:
    state = begin(tmp_path, "(if (was Pass) (result Mover Win))")
    assert not state.play("a1").is_over
    assert state.play("a1").play("pass").is_over


@pytest.mark.parametrize("dice", [True, False])
def test_who_cannot_play_the_other_dice_was_not_without_a_move(tmp_path: Path, dice: bool) -> None:
    # Nothing can be done after a disc is placed but a forced pass: without dice that is a stalemate.
    path = tmp_path / "go-on.lud"
    never = "(move Remove (intersection (sites Occupied by:Next) (sites Phase 1)))"
    rules = GAME.replace("(move Pass)", never) % (
        "(passEnd NoEnd)",
        "(if (no Moves Mover) (result Mover Win))",
    )
    if dice:
        rules = rules.replace('(piece "Disc" Each)', '(piece "Disc" Each) (dice d:2 num:1)')
    path.write_text(rules)
    state = load(path).start(seed=1).play("a1")
    assert [move.decision for move in state.legal_moves] == ["pass"]
    assert state.play("pass").is_over is not dice
