"""What is told of a played game names its players as the game does."""

from __future__ import annotations

from interpreter.coverage.check import check_by_playing
