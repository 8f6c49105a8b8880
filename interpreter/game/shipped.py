"""The games that come with the distribution: found by name, whether installed or in the source tree."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from gdl.source.reading import MAX_BYTES
from gdl.source.suggest import nearest
from gdl.support.files import NoFileError, check_plain, games_folder, is_folder, named, read_file
from interpreter.errors.user_errors import GameNotFoundError, UnreadableFileError

_ABOUT = r'\(description\s+"([^"]*)"'
_HEAD = re.compile(r'^\s*\((?:game|match)\s+"([^"]*)"', re.MULTILINE)


def _text(path: Path) -> str:
    try:
        return read_file(path, MAX_BYTES).decode("utf-8", errors="replace")
    except NoFileError:
        return ""


@cache
def shipped_games() -> dict[str, Path]:
    """Every shipped game's file by its name, in alphabetical order.

    A file without a `(game ...)` is a library of shared definitions, not a game.
    """
    files = sorted(games_folder().rglob("*.lud"), key=lambda path: path.stem)
    return {path.stem: path for path in files if _HEAD.search(_text(path))}


def shipped_name(path: str | Path) -> str | None:
    """The name of the shipped game with this file, None for any other file."""
    return next((name for name, own in shipped_games().items() if own == Path(path)), None)


def title(path: Path) -> str:
    """The name that a game's file gives it, read without compiling it."""
    match = _HEAD.search(_text(path))
    return " ".join(match[1].splitlines()) if match else path.stem


def description(path: Path) -> str:
    """What a game's file says of it in a line, read without compiling it; nothing where it says nothing."""
    match = re.search(_ABOUT, _text(path))
    return " ".join(match[1].split()) if match else ""


def locate(name: str | Path) -> Path:
    """The file of a game given as a path or as a shipped game's name (spaces and case do not matter).

    Raises GameNotFoundError, or UnreadableFileError for what is there but is no file.
    """
    path = Path(name)
    problem = _problem(path)
    if problem is None:
        return path
    shown = named(name)
    shipped = shipped_games()
    plain = str(name).strip().casefold().replace(" ", "-").replace("_", "-").replace("'", "")
    if plain in shipped:
        return shipped[plain]
    if is_folder(path):
        raise UnreadableFileError(f"{shown} is a folder, not a game's file")
    if not problem.missing:
        raise UnreadableFileError(f"cannot read {shown}: {problem.reason}")
    if path.suffix == ".lud" or "/" in str(name) or "\\" in str(name):
        folder = path.parent
        beside = [str(folder / entry.name) for entry in folder.glob("*.lud")] if is_folder(folder) else []
        raise GameNotFoundError(f"there is no file {shown}", nearest(str(name), [*beside, *shipped]))
    raise GameNotFoundError(
        f"there is no game called `{shown}`, and no file of that name", nearest(plain, shipped)
    )


def _problem(path: Path) -> NoFileError | None:
    try:
        check_plain(path)
    except NoFileError as error:
        return error
    return None
