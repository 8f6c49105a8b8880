"""The timer of a room's clock: it looks when the time of who is to move must be up."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from interpreter.serve.messages.room import ClockTime, Snapshot
from interpreter.serve.rooms.clock import Clock

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
