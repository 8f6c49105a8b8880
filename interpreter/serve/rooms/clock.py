"""Chess clocks (Fischer's): each player has so much time for the game, and a little more after each turn.

A clock runs from the first decision on, for whoever is to move, by the time for which games are served
(`interpreter.serve.rooms.uptime`): while no server runs none does, and while one runs all do, whether
anybody looks on or not. What a player has thought when a server ends is spent.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import evolve, frozen

from interpreter.errors.user_errors import BadRequestError
from interpreter.serve.rooms.uptime import Uptime

#: Seconds that a player may have, and that may be added after a turn.
_LEAST, _MOST, _MOST_ADDED = 1, 7 * 86400, 3600


@frozen
class Clock:
    """What each player has left, in seconds, at a moment `since` which one of them runs down."""

    increment: float
    left: tuple[float, ...]
    running: int | None = None
    since: float = 0.0

    def now(self, at: float) -> tuple[float, ...]:
        """What the players have left at a moment; less than nothing for one whose time is up."""
        spent = at - self.since
        return tuple(
            left - spent if player == self.running else left for player, left in enumerate(self.left, 1)
        )

    def after(self, mover: int | None, moved: bool, at: float) -> Clock:
        """The clock when something was done, from when on this player is to move, or nobody any more."""
        left = list(self.now(at))
        if moved and self.running is not None and mover != self.running:
            left[self.running - 1] += self.increment
        return evolve(self, left=tuple(left), running=mover, since=at)

    def kept(self) -> dict[str, Any]:
        """What is kept of it, to go on from."""
        return {"left": list(self.left), "running": self.running, "since": self.since}

    def told(self, at: float) -> dict[str, Any]:
        """For a page: seconds that are left at this moment."""
        left = [round(max(0.0, each), 1) for each in self.now(at)]
        return {"left": left, "running": self.running, "increment": self.increment}


def checked(wanted: object) -> dict[str, float] | None:
    """What somebody wishes for a clock. Raises BadRequestError."""
    if wanted is None:
        return None
    if isinstance(wanted, Mapping):
        seconds, increment = wanted.get("seconds"), wanted.get("increment", 0)
        if _within(seconds, _LEAST, _MOST) and _within(increment, 0, _MOST_ADDED):
            return {"seconds": float(seconds), "increment": float(increment)}  # type: ignore[arg-type]
    raise BadRequestError(
        f"a clock has `seconds` ({_LEAST} to {_MOST}) and an `increment` (to {_MOST_ADDED})"
    )


def _within(value: object, least: float, most: float) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and least <= value <= most


def clock_of(setup: Mapping[str, Any], players: int, kept: Any, uptime: Uptime) -> Clock | None:
    """The clock of a room as it was kept, or at its beginning; None where it has none."""
    wanted = setup.get("clock")
    if wanted is None:
        return None
    # older versions kept what was left at the last deed alone
    known = kept if isinstance(kept, Mapping) else {"left": kept, "running": None, "since": 0.0}
    left = known["left"]
    if left is None or len(left) != players:
        return Clock(wanted["increment"], (wanted["seconds"],) * players)
    since = uptime.now() - uptime.since(known["since"])
    return Clock(wanted["increment"], tuple(left), known["running"], since)
