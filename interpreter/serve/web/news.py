"""News over a WebSocket (publish and subscribe): all on connecting, then after every change what is new.

Whoever reads slowly is sent the newest only: nothing is queued. A right that is revoked ends the socket.
"""

from __future__ import annotations

import asyncio
import contextlib

from starlette.websockets import WebSocket, WebSocketDisconnect

from interpreter.errors.user_errors import UserError
from interpreter.serve.rooms.analyses import Analyses
from interpreter.serve.rooms.errors import NoRoomError, RefusedError
from interpreter.serve.rooms.house import House
from interpreter.serve.web.endpoints import COOKIE
from interpreter.serve.web.guards import MOVED, REFUSED, refuse_socket
from interpreter.serve.workers.process import WorkerError


async def news(socket: WebSocket) -> None:
    """Tell one socket of a room or an analysis until its other end leaves, or has no right to it any more."""
    house: House = socket.app.state.house
    analyses: Analyses = socket.app.state.analyses
    params, cookie = socket.path_params, socket.cookies.get(COOKIE)
    try:
        topic = await (house.room(params["room"]) if "room" in params else analyses.find(params["name"]))
        visitor = await house.rights.visitor(topic.name, cookie)
        followed = None if visitor is None else topic.subscribe(visitor)
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
            if topic.moved:
                await socket.close(MOVED)
                return
            visitor = await house.rights.visitor(topic.name, cookie)
            if visitor is None:
                await socket.close(REFUSED, "this was deleted" if topic.gone else "this link was revoked")
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
