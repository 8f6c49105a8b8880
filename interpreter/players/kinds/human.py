"""Whoever is asked."""

from __future__ import annotations

from interpreter.players.player import Kind

KIND = Kind("human", "you, or whoever sits at the keyboard", None)
