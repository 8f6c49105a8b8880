"""News over a WebSocket (publish and subscribe): all on connecting, then after every change what is new.

Whoever reads slowly is sent the newest only: nothing is queued. A right that is revoked ends the socket.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Protocol, TypeVar

from attrs import frozen
from starlette.websockets import WebSocket, WebSocketDisconnect

from interpreter.errors.user_errors import UserError
from interpreter.serve.rooms.errors import NoRoomError, RefusedError
from interpreter.serve.rooms.guests import Known
from interpreter.serve.rooms.house import House
from interpreter.serve.rooms.rights import Visitor
from interpreter.serve.rooms.room import Room
from interpreter.serve.web.cookies import COOKIE
from interpreter.serve.web.sockets import REFUSED, refuse_socket
from interpreter.serve.workers.process import WorkerError


class Named(Protocol):
    """What rights are for: a room, an analysis."""

    @property
    def name(self) -> str: ...

    @property
    def gone(self) -> bool: ...


@frozen
class Subscription:
    """What a socket follows: what tells of a change, what is said then, what is done when it leaves."""

    changed: asyncio.Event
    say: Callable[[Visitor], str]
    leave: Callable[[], None]


N = TypeVar("N", bound=Named)


async def follow(
    socket: WebSocket, finding: Awaitable[N], subscribe: Callable[[N, Visitor], Subscription]
) -> None:
    """Tell one socket of what `finding` finds until its other end leaves, or has no right to it any more.

    `subscribe` may raise ServeError, as `finding` may.
    """
    house: House = socket.app.state.house
    cookie = socket.cookies.get(COOKIE)
    try:
        found = await finding
        visitor = await house.rights.visitor(found.name, cookie)
        followed = None if visitor is None else subscribe(found, visitor)
    except (UserError, WorkerError) as error:
        # where there is no room, or nobody to set up the table, there may be soon
        await refuse_socket(socket, str(error), not isinstance(error, RefusedError | NoRoomError))
        return
    if followed is None:
        await refuse_socket(socket, "this takes a link")
        return

    async def send() -> None:
        while True:
            await followed.changed.wait()
            followed.changed.clear()
            visitor = await house.rights.visitor(found.name, cookie)
            if visitor is None:
                await socket.close(REFUSED, "this was deleted" if found.gone else "this link was revoked")
                return
            await socket.send_text(followed.say(visitor))

    sending: asyncio.Task[None] | None = None
    try:
        await socket.accept()
        sending = asyncio.create_task(send())
        while True:
            await socket.receive_text()  # it asks whether there is somebody at this end still
            await socket.send_text('{"alive":true}')
    except (WebSocketDisconnect, KeyError, RuntimeError):
        pass
    finally:
        followed.leave()
        if sending is not None:
            sending.cancel()
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await sending


async def news(socket: WebSocket) -> None:
    """The news of a room: a snapshot, then of each change what this socket has not been sent."""

    def subscribe(room: Room, visitor: Visitor) -> Subscription:
        guest, known = room.arrive(visitor), Known()
        return Subscription(guest.listener, lambda who: room.told(who, known), lambda: room.leave(guest))

    house: House = socket.app.state.house
    await follow(socket, house.room(socket.path_params["room"]), subscribe)
