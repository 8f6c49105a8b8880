"""Ludwright's language: from a game's text to a verified core program."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

__all__ = ["load"]


def load(
    name: str | Path,
    options: Mapping[str, str] | None = None,
    definitions: Iterable[str | Path] = (),
) -> Any:
    """Load a game from a file, or a shipped game by its name: an `interpreter.Game`.

    `options` chooses by option name; `definitions` are folders of shared definition files. What runs games
    is installed beside the language and found by the entry point group `gdl.runtime`.
    """
    from importlib.metadata import entry_points

    (runtime,) = entry_points(group="gdl.runtime", name="load")
    return runtime.load()(name, options, definitions)
