"""Rate limiting by token buckets: so many at once, and so many a second after, for each who asks."""

from __future__ import annotations

import time
from collections.abc import Callable

from gdl.support.values import define, field, frozen


@frozen
class Rate:
    """So many at once, and so many a second."""

    burst: float
    per_second: float


@define
class Buckets:
    """A bucket for each who asks; who has not asked for long has a full one."""

    rate: Rate
    clock: Callable[[], float] = time.monotonic
    _levels: dict[str, tuple[float, float]] = field(factory=dict)
    _most: int = 10_000

    def take(self, who: str) -> bool:
        """Take one for somebody; False where there is none left."""
        now = self.clock()
        level, since = self._levels.get(who, (self.rate.burst, now))
        level = min(self.rate.burst, level + (now - since) * self.rate.per_second)
        if level < 1:
            return False
        if who not in self._levels and len(self._levels) >= self._most:
            self._forget(now)
        self._levels[who] = level - 1, now
        return True

    def _forget(self, now: float) -> None:
        """Let go of buckets that are full again; of all, where there are too many still."""
        rate = self.rate
        self._levels = {
            who: (level, since)
            for who, (level, since) in self._levels.items()
            if level + (now - since) * rate.per_second < rate.burst
        }
        if len(self._levels) >= self._most:
            self._levels.clear()
