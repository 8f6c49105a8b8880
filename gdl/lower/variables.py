"""Numbers that a game keeps under names of its own."""

from __future__ import annotations

from gdl.builder.builder import Builder
from gdl.core.ops import INT, Field


def var_field(b: Builder, name: str | None) -> Field:
    """A variable of the game's own."""
    called = "the variable" if name is None else f'the variable "{name}"'
    return b.declare(f"var_{name or ''}", INT, None, -1, called=called)
