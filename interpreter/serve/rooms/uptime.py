"""Uptime: for how many seconds games have been served, by one server after the other. Clocks go by it.

While no server runs it stands still; it is kept from time to time, so that after a crash it is hardly less
than it was.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable

#: Seconds in which browsers find a server again that was started anew: no clock runs for who is on the way.
FOUND_AGAIN = 15.0


class Uptime:
    """The seconds, which a connection keeps."""

    def __init__(self, connection: sqlite3.Connection, clock: Callable[[], float] = time.monotonic) -> None:
        row = connection.execute("select seconds from served").fetchone()
        if row is None:
            connection.execute("insert into served values (0)")
        self._clock, self._began = clock, clock()
        #: what it was when this server was started
        self.before: float = row[0] if row is not None else 0.0

    def now(self) -> float:
        """The seconds until now."""
        return self.before + self._clock() - self._began

    def since(self, moment: float) -> float:
        """The seconds since a moment of it, less those in which browsers found this server again."""
        now = self.now()
        found_again = min(now - self.before, FOUND_AGAIN) if moment <= self.before else 0.0
        return max(0.0, now - moment - found_again)

    def keep(self, connection: sqlite3.Connection) -> None:
        """Keep what it is now."""
        connection.execute("update served set seconds = ?", (self.now(),))
