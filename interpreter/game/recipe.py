"""What a game is made from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gdl.support.values import frozen

if TYPE_CHECKING:
    from interpreter.game.position import Position


@frozen
class Recipe:
    """What a game is made from: a file by its path, what was chosen, what runs it.

    `path` is its file, or where it is a `text` what that is called in messages.
    """

    path: str
    options: tuple[tuple[str, str], ...]
    definitions: tuple[str, ...]
    position: Position | None = None
    engine: str = "python"
    checked: bool = False
    text: str | None = None
