"""News over a WebSocket: a full snapshot on connecting, and after every change what is new.

Whoever reads slowly is sent the newest snapshot only: none is queued. A link that is revoked ends it.
"""

from __future__ import annotations

import asyncio
import contextlib

from starlette.websockets import WebSocket, WebSocketDisconnect

from interpreter.serve.rooms.errors import ServeError
from interpreter.serve.rooms.guests import Known
from interpreter.serve.rooms.house import House
from interpreter.serve.rooms.room import Room
from interpreter.serve.web.cookies import COOKIE

#: How a socket is closed: there is no right to look on (any more).
_REFUSED = 1008


async def news(socket: WebSocket) -> None:
    """Serve one socket until its other end leaves."""
    house: House = socket.app.state.house
    cookie = socket.cookies.get(COOKIE)
    try:
        room = await house.room(socket.path_params["room"])
        visitor = await house.rights.visitor(room.name, cookie)
        seat = None if visitor is None else room.arrive(visitor)
    except ServeError as error:
        await socket.close(_REFUSED, str(error))
        return
    if seat is None or cookie is None:
        await socket.close(_REFUSED, "this takes a link to the room")
        return
    await socket.accept()
    sending = asyncio.create_task(_send(socket, house, room, cookie, seat.listener))
    try:
        while True:
            await socket.receive_text()  # nothing is said here but that it is still there
    except (WebSocketDisconnect, KeyError, RuntimeError):
        pass
    finally:
        room.leave(seat)
        sending.cancel()
        with contextlib.suppress(asyncio.CancelledError, Exception):
            await sending


async def _send(socket: WebSocket, house: House, room: Room, cookie: str, listener: asyncio.Event) -> None:
    known = Known()
    while True:
        await listener.wait()
        listener.clear()
        visitor = await house.rights.visitor(room.name, cookie)
        if visitor is None:
            await socket.close(_REFUSED, "this link was revoked")
            return
        await socket.send_text(room.told(visitor, known))
