"""What mutation begins with: games, records and scenarios that are there already, small ones mostly."""

from __future__ import annotations

from functools import cache
from pathlib import Path

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
    return tuple(_texts((ROOT / "tests/check/broken", "**/*.lud"), (ROOT / "tests/language/mistakes", "*.lud")).values())


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
