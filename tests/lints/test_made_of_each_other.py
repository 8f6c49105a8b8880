"""Pieces whose moves are made of each other's: whoever goes through rules does so once, and comes to an end.

Such rules are a game where the pieces named belong to somebody else, so that a player has none of them.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.cli.main import run

GAME = """(game "G" (players 2)
    (equipment {{(board (square 3)) {pieces}}})
    (rules
        (start {{(place "A1" 0) (place "B2" 8)}})
        (play {play})
        (end (if (is Full) (result Mover Draw)))))"""
STEP = "(move Step (to if:(is Empty (to))) (then (if (is In (last To) (sites Top)) (moveAgain))))"
AGAIN = "(move Step (to if:(is Empty (to))) (then (moveAgain)))"


def each(first: str, second: str) -> str:
    return f'(piece "A1" P1 {first}) (piece "B2" P2 {second})'


CYCLES = {
    "by name": each('(forEach Piece "B2")', '(forEach Piece "A1")'),
    "or": each(f'(or (forEach Piece "B2") {STEP})', f'(or (forEach Piece "A1") {STEP})'),
    "again": each(f'(or (forEach Piece "B2") {AGAIN})', f'(or (forEach Piece "A1") {AGAIN})'),
    "priority": each(
        f'(priority {{(forEach Piece "B2") {STEP}}})', f'(priority {{(forEach Piece "A1") {AGAIN}}})'
    ),
    "asked": each(
        f'(or {STEP} (if (can Move (forEach Piece "B2")) {AGAIN}))',
        f'(or {STEP} (if (can Move (forEach Piece "A1")) {AGAIN}))',
    ),
}


@pytest.mark.parametrize("cycle", CYCLES)
@pytest.mark.parametrize("play", ["(forEach Piece)", '(priority {(forEach Piece) (forEach Piece "A1")})'])
def test_every_lint_comes_to_an_end(
    cycle: str, play: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "cycle.lud"
    file.write_text(GAME.format(pieces=CYCLES[cycle], play=play), encoding="utf-8")
    for command in (("check",), ("rules",), ("perft", "2")):
        code = run([command[0], str(file), *command[1:]])
        told = capsys.readouterr().err
        assert code == 0, told


def test_whoever_always_moves_again_is_found_through_a_cycle(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "cycle.lud"
    file.write_text(GAME.format(pieces=CYCLES["again"], play="(forEach Piece)"), encoding="utf-8")
    assert run(["check", str(file)]) == 0
    assert "W0632" in capsys.readouterr().err
    file.write_text(GAME.format(pieces=CYCLES["or"], play="(forEach Piece)"), encoding="utf-8")
    assert run(["check", str(file)]) == 0
    assert "W0632" not in capsys.readouterr().err
