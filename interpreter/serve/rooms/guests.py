"""Who looks on in a room, and what each of them has been sent."""

from __future__ import annotations

import asyncio


class Guest:
    """Somebody who looks on, perhaps for players."""

    def __init__(self, players: frozenset[int]) -> None:
        self.players = players
        self.listener = asyncio.Event()
        self.listener.set()


class Known:
    """What somebody has been sent."""

    def __init__(self) -> None:
        self.looks: set[str] = set()
        self.events = 0
        self.board = ""
