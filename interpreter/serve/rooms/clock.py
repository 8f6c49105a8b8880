"""Chess clocks (Fischer's): each player has so much time for the game, and a little more after each turn.

A clock runs from the first decision on, for whoever is to move, by the time for which games are served
(`interpreter.serve.rooms.uptime`): while no server runs none does, and while one runs all do, whether
anybody looks on or not. What a player has thought when a server ends is spent.
"""

from __future__ import annotations

from attrs import evolve, frozen

from interpreter.serve.messages.codec import decode
from interpreter.serve.messages.room import ClockTerms, ClockTime
from interpreter.serve.rooms.uptime import Uptime


@frozen
class KeptClock:
    """What is kept of a clock."""

    left: tuple[float, ...]
    running: int | None
    since: float


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

    def kept(self) -> KeptClock:
        """What is kept of it, to go on from."""
        return KeptClock(self.left, self.running, self.since)

    def time(self, at: float) -> ClockTime:
        """For a page: seconds that are left at this moment."""
        left = [round(max(0.0, each), 1) for each in self.now(at)]
        return ClockTime(left, self.running, self.increment)


def clock_of(terms: ClockTerms | None, players: int, kept: object, uptime: Uptime) -> Clock | None:
    """The clock of a room as it was kept (JSON), or at its beginning; None where it has none."""
    if terms is None:
        return None
    if not isinstance(kept, dict):  # older versions kept what was left at the last action alone
        kept = {"left": kept or (), "running": None, "since": 0.0}
    known = decode(KeptClock, kept)
    if len(known.left) != players:
        return Clock(terms.increment, (terms.seconds,) * players)
    return Clock(terms.increment, known.left, known.running, uptime.now() - uptime.since(known.since))
