"""Sockets that are not served: who has no right is refused, who may come later is told when that is over."""

from __future__ import annotations

from starlette.websockets import WebSocket

#: How a socket is closed to which there is no right (any more), and one that may be opened later.
REFUSED, LATER = 1008, 1013
#: The longest reason that a closed socket can have, in bytes.
_LONGEST = 120


async def refuse_socket(socket: WebSocket, reason: str, later: bool = False) -> None:
    """Close a socket that was not accepted. Who may come `later` is told why: a page learns no more of a
    socket that is not opened than of one that is lost."""
    if later:
        await socket.accept()
    told = reason.encode("utf-8", "replace")[:_LONGEST].decode("utf-8", "ignore")
    await socket.close(LATER if later else REFUSED, told)
