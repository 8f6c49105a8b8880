"""Hash-consing of boards: rooms whose boards are equal hold the same value.

A board is hundreds of small values. Where each of a thousand rooms had its own, the garbage
collector looked through them again and again, and all moves waited for it (a sixth of a second).
"""

from __future__ import annotations

from collections import OrderedDict

from interpreter.serve.messages.game import Board

#: So many are shared at once: those that were asked for last.
MOST = 128
_shared: OrderedDict[str, Board] = OrderedDict()


def shared(board: Board) -> Board:
    """A board that is equal to this one, and the same for all who ask. Nobody may change it."""
    known = _shared.get(board.id)
    # the id is what a worker says, perhaps one that runs rules of a stranger
    if known is None or known != board:
        known = _shared[board.id] = board
        if len(_shared) > MOST:
            _shared.popitem(last=False)
    _shared.move_to_end(board.id)
    return known
