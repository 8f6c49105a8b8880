"""Chess clocks (Fischer's): each player has so much time for the game, and a little more after each turn.

A clock runs from the first decision on, for whoever is to move, by the time for which games are served
(`Uptime`): while no server runs none does, and while one runs all do, whether
anybody looks on or not. What a player has thought when a server ends is spent.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from typing import Any

from gdl.support.values import evolve, frozen
from interpreter.serve.messages.codec import decode
from interpreter.serve.messages.room import ClockTerms, ClockTime, Snapshot
from interpreter.serve.rooms.database import LAPSE, Connection

#: Seconds in which browsers find a server again that was started anew: no clock runs for who is on the way.
FOUND_AGAIN = 15.0


class Uptime:
    """The seconds for which games have been served, by all servers so far; the store keeps them."""

    def __init__(self, connection: Connection, clock: Callable[[], float] = time.monotonic) -> None:
        row = connection.execute("select seconds from served").fetchone()
        if row is None:
            connection.execute("insert into served values (0)")
        #: what it was when this server was started; did none run then, that shares the database?
        self.before: float = row[0] if row is not None else 0.0
        self.alone = True
        if connection.shared:
            seen = connection.execute("select max(seen) from servers").fetchone()[0]
            silent = LAPSE if seen is None else connection.now() - seen
            if silent < LAPSE:
                self.before, self.alone = self.before + max(0.0, silent), False
        self._clock, self._began = clock, clock()

    def now(self) -> float:
        """The seconds until now."""
        return self.before + self._clock() - self._began

    def since(self, moment: float) -> float:
        """The seconds since a moment of it, less those in which browsers found this server again."""
        now = self.now()
        found_again = min(now - self.before, FOUND_AGAIN) if self.alone and moment <= self.before else 0.0
        return max(0.0, now - moment - found_again)

    def keep(self, connection: Connection) -> None:
        """Keep what it is now."""
        query = "update served set seconds = ? where seconds < ?"
        if connection.shared:  # another server that keeps it just now is not waited for
            query += " and ctid in (select ctid from served for update skip locked)"
        connection.execute(query, (self.now(),) * 2)


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


def clock_of(
    terms: ClockTerms | None, players: int, kept: object, uptime: Uptime, silent: float = 0.0
) -> Clock | None:
    """The clock of a room as it was kept (JSON), or at its beginning; None where it has none. For so many
    seconds as who had it open is `silent` it did not run."""
    if terms is None:
        return None
    if not isinstance(kept, dict):  # older versions kept what was left at the last action alone
        kept = {"left": kept or (), "running": None, "since": 0.0}
    known = decode(KeptClock, kept)
    if len(known.left) != players:
        return Clock(terms.increment, (terms.seconds,) * players)
    return Clock(
        terms.increment,
        known.left,
        known.running,
        uptime.now() - max(0.0, uptime.since(known.since) - silent),
    )


#: Seconds after which it looks: a moment later than it must be.
_MOMENT = 0.01


class Timer:
    """A clock, if the room has one, and the alarm that goes with it."""

    def __init__(self, now: Callable[[], float], ring: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """`now` is the time that clocks go by; `ring` is called when somebody's time must be up."""
        self.clock: Clock | None = None
        self._now = now
        self._ring = ring
        self._alarm: asyncio.TimerHandle | None = None
        self._ringing: asyncio.Future[None] | None = None

    def after(self, snapshot: Snapshot, moved: bool) -> Clock | None:
        """The clock when something was done. It does not run before the first decision."""
        if self.clock is None:
            return None
        runs = snapshot.position.ply and snapshot.over is None
        return self.clock.after(snapshot.mover if runs else None, moved, self._now())

    def wind(self) -> None:
        """See to it that somebody looks when the time of who is to move is up."""
        self.stop()
        if self.clock is not None and self.clock.running is not None:
            left = self.clock.now(self._now())[self.clock.running - 1]
            loop = asyncio.get_running_loop()
            self._alarm = loop.call_later(max(left, 0.0) + _MOMENT, self._begin_to_ring)

    def _begin_to_ring(self) -> None:
        self._ringing = asyncio.ensure_future(self._ring())

    @property
    def late(self) -> int | None:
        """The player whose time is up; None where it is nobody's."""
        clock = self.clock
        if clock is None or clock.running is None:
            return None
        return clock.running if clock.now(self._now())[clock.running - 1] <= 0 else None

    @property
    def runs(self) -> bool:
        """Does a clock run?"""
        return self.clock is not None and self.clock.running is not None

    def stop(self) -> None:
        """Look no more."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    def time(self) -> ClockTime | None:
        """For a page: what is left now."""
        return None if self.clock is None else self.clock.time(self._now())
