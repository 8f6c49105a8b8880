"""A game's rules in English, as a value without any form."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gdl.english.values import Rulebook
    from interpreter.game.rules import Rules


def rules(game: Rules) -> Rulebook:
    """The rules of a game in English: sections of points, each with the place of the ludeme it speaks of.

    Works for every game that can be loaded. Raises UnreadableFileError where the game's files have changed
    since it was loaded.
    """
    from gdl.english import rulebook

    return rulebook(game.compiled, game.seats, game.metadata, game.counting)
