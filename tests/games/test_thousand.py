"""`python -m tests.games.thousand`: what it finds, on a few games only."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.thousand import choices, play, tried


@pytest.mark.parametrize("name", ["ferry", "raid", "triquetra", "cornered-match", "triad"])
def test_games_that_go_well(name: str) -> None:
    played = play(name, (), 8)
    assert played.mistakes == () and played.moves > 8


def test_open_options_are_tried_too() -> None:
    found = [dict(choice) for choice in choices("troika")]
    assert {"Board": "random:42"} in found and {"Limit": "10"} in found and {} in found


def test_somebody_who_is_stuck_is_told(tmp_path: Path) -> None:
    path = tmp_path / "stuck.lud"
    path.write_text(
        '(game "Stuck" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)}) (rules'
        " (play (if (is Mover P1) (move Add (to (sites Empty))))) (end (if (is Full) (result P1 Win)))))",
        encoding="utf-8",
    )
    assert play(str(path), (), 3).mistakes == ("somebody was stuck 24 times",)


def test_what_does_not_load_is_told() -> None:
    (mistake,) = tried("troika", (("Board", "nowhere"),), 1).mistakes
    assert "LanguageError" in mistake
