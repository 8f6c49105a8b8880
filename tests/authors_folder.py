"""A folder as an author has it: a game of their own, and scenarios beside it."""

from __future__ import annotations

import shutil
from pathlib import Path

from interpreter.game.shipped import locate


def with_a_game(folder: Path) -> Path:
    """The folder, in which there is a game now."""
    shutil.copy(locate("tic-tac-toe"), folder / "mine.lud")
    return folder


def with_scenarios(folder: Path, text: str) -> Path:
    """The file of scenarios in the folder, which holds these."""
    path = folder / "mine.yaml"
    path.write_text("scenarios:\n" + text, encoding="utf-8")
    return path
