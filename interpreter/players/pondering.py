"""Pondering: a machine thinks on in a thread of its own while somebody else is to move, until it is stopped.

It searches the position that the other has to decide in. A tree is kept, so what was found behind the move
that the other makes is there when it is made; a table of alpha-beta is filled. Only players who go by the
clock and were asked before think on: others would gain nothing, or not play as the same seed has them play.
"""

from __future__ import annotations

import threading
from contextlib import suppress
from typing import Protocol, runtime_checkable

from interpreter.errors.user_errors import UserError
from interpreter.players.limit import Limit
from interpreter.players.player import Line
from interpreter.support.stopping import Stop, StoppedError, heeding

#: Nobody thinks on for longer about one position: seconds.
LONGEST = 60.0


@runtime_checkable
class Ponderer(Protocol):
    """A player who can think on in another's time."""

    def ponder(self, line: Line, limit: Limit) -> None:
        """Think about a position in which another player is to move; not at all where that is of no use."""
        ...


class Pondering:
    """A player who thinks on about a position, from now until `stop`."""

    def __init__(self, player: object, line: Line, seconds: float = LONGEST) -> None:
        self._stop = Stop()
        self._thread: threading.Thread | None = None
        if isinstance(player, Ponderer) and not line.state.is_over:
            self._thread = threading.Thread(
                target=self._run, args=(player, line, Limit(seconds=seconds)), name="pondering", daemon=True
            )
            self._thread.start()

    def _run(self, player: Ponderer, line: Line, limit: Limit) -> None:
        # what goes wrong here goes wrong when it is asked, too, and is told then
        with heeding(self._stop), suppress(StoppedError, UserError, KeyboardInterrupt):
            player.ponder(line, limit)

    def stop(self) -> None:
        """Stop it, and wait until it has: some milliseconds."""
        self._stop.now()
        if self._thread is not None:
            self._thread.join()
            self._thread = None
