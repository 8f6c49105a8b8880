"""Where the games are that come with the distribution, and what they take in."""

from __future__ import annotations

from pathlib import Path


def games_folder() -> Path:
    """The folder of the shipped games: inside the installed language, in a checkout beside it."""
    package = Path(__file__).resolve().parents[1]
    folder = package / "games"
    return folder if folder.is_dir() else package.parent / "games"
