"""Updates: how a table stands, without what was told before (delta encoding).

Sprites and the board are large and seldom change: each is sent once to whoever asks again and again.
"""

from __future__ import annotations

from collections.abc import Sequence

from gdl.support.values import define, field
from interpreter.serve.messages.room import Action, Private, Update
from interpreter.serve.messages.worker import UpdateJob
from interpreter.serve.table.table import Table


@define
class Sent:
    """What was sent of a table: the names of sprites, and the board that was shown last."""

    _sprites: set[str] = field(factory=set)
    _board: str = ""

    def update(self, table: Table, actions: Sequence[Action], job: UpdateJob) -> Update:
        """What these actions have led to, as a job asks for it. What it tells counts as sent."""
        snapshot, board = table.snapshot(), table.board()
        asks = snapshot.over is None and snapshot.mover in job.people
        # by player: what nobody else may know; a game that hid something would tell it here
        own = {str(snapshot.mover): Private(table.moves())} if asks else {}
        drawn = table.sprites.drawn
        new = {name: drawn[name] for name in snapshot.position.sprites if name not in self._sprites}
        self._sprites.update(new)
        known, self._board = self._board, board.id
        events = table.events[job.events :]
        return Update(actions, snapshot, own, new, events, None if board.id == known else board)
