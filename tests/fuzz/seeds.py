"""What mutation begins with: games, records and scenarios that are there already, small ones mostly."""

from __future__ import annotations

import shutil
from functools import cache
from pathlib import Path

from tests.check.cases import BROKEN
from tests.fuzz.forest import Node, places, read

ROOT = Path(__file__).parents[2]
_SEEDS = Path(__file__).parent / "seeds"
#: Texts of up to so many characters are small.
SMALL = 1300


def _texts(*patterns: tuple[Path, str]) -> dict[str, str]:
    paths = [path for folder, pattern in patterns for path in sorted(folder.glob(pattern))]
    return {path.name: path.read_text(encoding="utf-8", errors="replace") for path in paths}


@cache
def small_games() -> tuple[str, ...]:
    """Valid games on small boards that together use many ludemes."""
    return tuple(_texts((_SEEDS, "*.lud")).values())


@cache
def shipped() -> dict[str, str]:
    """The shipped games by the names of their files."""
    return _texts((ROOT / "games", "*/*.lud"))


@cache
def broken() -> tuple[str, ...]:
    """Files with mistakes in them."""
    return tuple(_texts((BROKEN, "**/*.lud"), (ROOT / "tests/language/mistakes", "*.lud")).values())


@cache
def rules() -> tuple[tuple[str, ...], tuple[str, ...]]:
    """All rule files: the small ones, and the large."""
    texts = sorted({*small_games(), *shipped().values(), *broken()})
    small = tuple(text for text in texts if len(text) <= SMALL)
    return small, tuple(text for text in texts if len(text) > SMALL)


@cache
def records() -> tuple[str, ...]:
    """Files of recorded games."""
    return tuple(_texts((_SEEDS, "*.rec")).values())


@cache
def scenarios() -> tuple[str, ...]:
    """Scenario files."""
    return tuple(_texts((_SEEDS, "*.yaml")).values())


@cache
def tree(text: str) -> Node:
    """A text as a tree: to be copied, not changed."""
    return read(text)


@cache
def subtrees(text: str) -> tuple[Node, ...]:
    """All that stands in brackets in a text."""
    return tuple(item for inside, at in places(tree(text)) if not isinstance(item := inside[at], str))


def put_beside(folder: Path) -> None:
    """Copies of all games in one folder, for files that name them."""
    for path in (*ROOT.glob("games/*/*.lud"), *ROOT.glob("games/*/*.def"), *_SEEDS.glob("*.lud")):
        shutil.copy(path, folder)


def put_seeds(folder: Path, pattern: str) -> None:
    """Copies of the seeds of a pattern."""
    for path in _SEEDS.glob(pattern):
        shutil.copy(path, folder)
