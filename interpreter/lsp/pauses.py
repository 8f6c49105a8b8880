"""Collecting garbage while the author pauses, so that no request waits for it.

Versions of a text make no circles, so what is old goes at once; the few circles that there are can wait.
Python would look for them whenever enough new things were made: in the midst of an answer, as a rule.
"""

from __future__ import annotations

import asyncio
import gc

#: A pause: so many seconds in which nothing is asked.
PAUSE = 0.5
#: So many answers make a search worth while, and after so many there is one without a pause.
ENOUGH, MOST = 200, 5000


class Pauses:
    """Waits for pauses between requests."""

    def __init__(self) -> None:
        self._answers = 0
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """From now on garbage is collected in pauses alone."""
        gc.disable()

    def answered(self) -> None:
        """A request was answered."""
        self._answers += 1
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._answers >= MOST:
            self._collect()
        elif self._answers >= ENOUGH:
            self._timer = asyncio.get_running_loop().call_later(PAUSE, self._collect)

    def _collect(self) -> None:
        self._answers, self._timer = 0, None
        gc.collect()
