"""What is told of a played game calls its players as the game does."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.coverage.findings import PlayReport, check_by_playing
from interpreter.game.image import Recipe

#: Both pawns go north, so the second player's have nowhere to go.
RULES = """(game "March" (players {players})
  (equipment {{(board (square 4)) {pieces}}})
  (rules (start {{(place "{first}1" (sites Bottom)) (place "{second}2" (sites Top))}})
    (play (forEach Piece))
    (end (if (no Moves Next) (result Mover Win)))))
{metadata}"""
STEP = "(move Step Forward (to if:(is Empty (to))))"
BOTH = f'(piece "Pawn" Each {STEP})'
COLOURS = """(metadata (graphics {(player Colour P1 (colour Red)) (player Colour P2 (colour Blue))}))"""


def played(
    folder: Path, pieces: str = BOTH, first: str = "Pawn", second: str = "Pawn", metadata: str = ""
) -> PlayReport:
    path = folder / "march.lud"
    path.write_text(RULES.format(players=2, pieces=pieces, first=first, second=second, metadata=metadata))
    return check_by_playing(Recipe(str(path), (), ()), 60, games=60)


@pytest.mark.parametrize(("metadata", "first", "second"), [("", "White", "Black"), (COLOURS, "Red", "Blue")])
def test_players_have_their_names(metadata: str, first: str, second: str, tmp_path: Path) -> None:
    report = played(tmp_path, metadata=metadata)
    (finding,) = [each for each in report.findings if each.code == "W0701"]
    assert finding.message.startswith(f"{second} (player 2) never has a legal move")
    told = dict(report.summary.lines())
    assert told["random games"].startswith(f"{first} won 100.0%, {second} won 0.0%")
    assert report.summary.as_json()["players"] == [first, second]


def test_three_players_without_names_have_numbers(tmp_path: Path) -> None:
    text = """(game "Three" (players 3)
      (equipment {(board (square 3)) (piece "Disc" Each) (piece "Ring" Each)})
      (rules (play (move Add (piece "Disc") (to (sites Empty)))) (end (if (is Full) (result Mover Win)))))"""
    path = tmp_path / "three.lud"
    path.write_text(text)
    report = check_by_playing(Recipe(str(path), (), ()), 60, games=40)
    assert report.summary.players == ("player 1", "player 2", "player 3")
