"""News over a WebSocket: a full snapshot on connecting, and after every change what is new.

Whoever reads slowly is sent the newest snapshot only: none is queued.
"""

from __future__ import annotations

import asyncio
import contextlib

from starlette.websockets import WebSocket, WebSocketDisconnect

from interpreter.serve.rooms.errors import ServeError
from interpreter.serve.rooms.house import House
from interpreter.serve.rooms.rights import Visitor
from interpreter.serve.rooms.room import Known, Room

#: The room and the rights have to be asked for again: the link may have been revoked.
_POLICY, _GONE = 1008, 1001


async def news(socket: WebSocket) -> None:
    """Serve one socket until its other end leaves."""
    house: House = socket.app.state.house
    try:
        room = await house.room(socket.path_params["room"])
        visitor = await house.rights.visitor(room.name, socket.cookies.get("ludwright"))
    except ServeError:
        visitor = None
    if visitor is None:
        await socket.close(_POLICY)
        return
    await socket.accept()
    listener = asyncio.Event()
    room.listeners.add(listener)
    listener.set()
    sending = asyncio.create_task(_send(socket, room, visitor, listener))
    try:
        while True:
            await socket.receive_text()  # nothing is said here but that it is still there
    except (WebSocketDisconnect, KeyError, RuntimeError):
        pass
    finally:
        room.listeners.discard(listener)
        sending.cancel()
        with contextlib.suppress(asyncio.CancelledError, Exception):
            await sending


async def _send(socket: WebSocket, room: Room, visitor: Visitor, listener: asyncio.Event) -> None:
    known = Known()
    while True:
        await listener.wait()
        listener.clear()
        await socket.send_text(room.told(visitor, known))
