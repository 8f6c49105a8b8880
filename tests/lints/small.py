"""The small game that authors' mistakes are tried in: one edit of it is one mistake."""

from __future__ import annotations

from gdl.compile.compile import compile_game
from gdl.lint import findings
from gdl.lint.notes import Noted
from gdl.source.diagnostics import Diagnostic
from gdl.source.text import Source

SMALL = """(game "Small" (players {(player N) (player S)})
  (equipment {
    (board (square 5))
    (piece "Pawn" Each (move Step Forward (to if:(is Empty (to)))))
    (regions "Goal" P1 (sites Top))
    (regions "Goal" P2 (sites Bottom))
  })
  (rules
    (start {(place "Pawn1" (sites Bottom)) (place "Pawn2" (sites Top))})
    (play (forEach Piece))
    (end {
      (if (is In (last To) (sites Mover "Goal")) (result Mover Win))
      (if (no Moves Next) (result Mover Win))
    })))
"""


def edited(*edits: tuple[str, str], text: str = SMALL) -> str:
    """The game with texts replaced, each of which it has."""
    for old, new in edits:
        assert old in text, old
        text = text.replace(old, new)
    return text


def found(text: str) -> list[Diagnostic]:
    """What checking the text finds."""
    source = Source("small.lud", text)
    return list(findings(Noted.by(lambda options, notes: compile_game(source, options, observer=notes), {})))


def codes(text: str) -> list[str]:
    """The codes of what is found, in order."""
    return [each.code for each in found(text)]
