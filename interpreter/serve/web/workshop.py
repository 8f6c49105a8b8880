"""The workshop over a WebSocket: requests and answers as JSON, each with the number that the page gave it.

    {"id": 3, "do": "check", "text": "...", "name": "game.lud"}
    {"id": 3, "ok": {...}}
    {"id": 3, "error": {"code": "E0791", "message": "..."}}
    {"id": 3, "superseded": true}

What can be asked is in `interpreter.serve.messages.workshop`. A socket is a workshop of its own: nothing of
it is kept when the socket is closed, the text is the page's.
"""

from __future__ import annotations

import asyncio
import contextlib

from starlette.websockets import WebSocket, WebSocketDisconnect

from gdl.support.values import evolve
from interpreter.errors.user_errors import UserError
from interpreter.serve.messages.codec import object_in, to_line
from interpreter.serve.messages.workshop import LONGEST
from interpreter.serve.rooms.rights import new_name
from interpreter.serve.web.guards import REFUSED, refuse_socket
from interpreter.serve.workers.workshop import Workshops, failed

#: So many sockets at once, and so many requests of one that wait for an answer.
MOST, WAITING = 40, 16


async def workshop(socket: WebSocket) -> None:
    """Serve one socket until its other end leaves."""
    workshops: Workshops = socket.app.state.workshops
    open_sockets: set[str] = socket.app.state.workshop_sockets
    if len(open_sockets) >= MOST:
        await refuse_socket(socket, "there are as many workshops open as this server takes", later=True)
        return
    key = new_name()
    open_sockets.add(key)
    asking: set[asyncio.Task[None]] = set()
    try:
        await socket.accept()
        with contextlib.suppress(UserError):  # told with the first answer
            await workshops.start()
        while True:
            line = await socket.receive_text()
            if line == "?":  # is anybody there?
                await socket.send_text('{"alive":true}')
                continue
            if len(line) > LONGEST or len(asking) >= WAITING:
                await socket.close(REFUSED, "more is asked than the server takes")
                return
            task = asyncio.create_task(_answer(socket, workshops, key, line))
            asking.add(task)
            task.add_done_callback(asking.discard)
    except (WebSocketDisconnect, KeyError, RuntimeError):
        pass
    finally:
        open_sockets.discard(key)
        for task in asking:
            task.cancel()
        await asyncio.gather(*asking, return_exceptions=True)
        await workshops.close(key)


async def _answer(socket: WebSocket, workshops: Workshops, key: str, line: str) -> None:
    number: object = None
    try:
        request = object_in(line)
        number = request.get("id")
        answer = await workshops.ask(key, request)
    except UserError as error:
        answer = failed(error)
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # it has left meanwhile
        await socket.send_text(to_line(evolve(answer, id=number)).decode().rstrip("\n"))
