"""Hash-consing of boards: rooms whose boards are equal hold the same value.

A board is hundreds of small lists and dictionaries. Where each of a thousand rooms had its own, the garbage
collector looked through them again and again, and all moves waited for it (a sixth of a second).
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

Json = dict[str, Any]
#: So many are shared at once: those that were asked for last.
MOST = 128
_shared: OrderedDict[str, Json] = OrderedDict()


def shared(board: Json) -> Json:
    """A board that is equal to this one, and the same for all who ask. Nobody may change it."""
    name = board["id"]
    known = _shared.get(name)
    # the id is what a worker says, perhaps one that runs rules of a stranger
    if known is None or known != board:
        known = _shared[name] = board
        if len(_shared) > MOST:
            _shared.popitem(last=False)
    _shared.move_to_end(name)
    return known
