"""Mistakes of meaning in shipped games: playing names the cause, in its place; and sound games have none."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from gdl.source.diagnostics import Diagnostic
from interpreter.coverage.check import check_by_playing
from interpreter.game.recipe import Recipe
from interpreter.game.shipped import locate
from tests.quick import one_in

#: Seconds: the games are counted, the time is against a hang.
LONG = 120.0
GAMES = 600

#: Of each mistake: the game, what stands in place of what, the code, and what the finding stands at.
MISTAKES = {
    "jumps over one's own": (
        "english-draughts", "(between if:(is Enemy (who", "(between if:(is Friend (who", "W0714",
        "(remove (between))",
    ),
    "takes the neighbours of its own side": (
        "maelstrom", "(sites Around (last To) Enemy Orthogonal)", "(sites Around (last To) Own Orthogonal)",
        "W0714", "(remove (sites Around (last To) Own Orthogonal))",
    ),
    "may go where others stand and takes its own": (
        "katarenga", '("MovePawn" (sites Occupied by:Mover))', '("MovePawn" (sites Occupied by:Enemy))',
        "W0714", "(remove (to))",
    ),
    "drops onto one's own": (
        "raid", '(union "EnPrise" "Raided")',
        '(intersection (sites Occupied by:Mover) ("Reach" (last To) "Pawns"))', "W0714", "(remove (to))",
    ),
    "points for the next": ("ferry", "(addScore Mover 1)", "(addScore Next 1)", "W0715", "(addScore Next 1)"),
    "points for the next of three": (
        "piracy", "(addScore Mover 1)", "(addScore Next 1)", "W0715", "(addScore Next 1)",
    ),
    "who is left with few wins": (
        "maelstrom", "(< (count Pieces Next) 3) (result Mover Win)",
        "(< (count Pieces Next) 3) (result Next Win)", "W0719", "(result Next Win)",
    ),
}  # fmt: skip


def planted(game: str, old: str, new: str, folder: Path) -> tuple[Diagnostic, ...]:
    """What playing finds in a shipped game with a mistake planted in it."""
    original = Path(str(locate(game)))
    text = original.read_text(encoding="utf-8")
    assert old in text
    for beside in original.parent.glob("*.def"):
        shutil.copy(beside, folder)
    path = folder / "planted.lud"
    path.write_text(text.replace(old, new), encoding="utf-8")
    return check_by_playing(Recipe(str(path), (), ()), LONG, games=GAMES).findings


@pytest.mark.parametrize("name", one_in(2, list(MISTAKES)))
def test_a_mistake_of_meaning_is_named_in_its_place(name: str, tmp_path: Path) -> None:
    game, old, new, code, place = MISTAKES[name]
    found = planted(game, old, new, tmp_path)
    assert [(each.code, each.span.text) for each in found] == [(code, place)]
