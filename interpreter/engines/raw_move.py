"""A move as an engine knows it."""

from __future__ import annotations

#: What an engine knows a move by: the kind's index, the values it captured, and a site.
RawMove = tuple[int, tuple[int, ...], int]
