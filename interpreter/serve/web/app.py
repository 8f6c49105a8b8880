"""The application: its routes, each a few lines over a house of rooms."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
import secrets
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles

from interpreter.errors.user_errors import BadRequestError, UserError
from interpreter.serve.messages.codec import encode
from interpreter.serve.messages.room import Command, Moved
from interpreter.serve.rooms.analyses import Analyses
from interpreter.serve.rooms.errors import RefusedError, WorkersError
from interpreter.serve.rooms.guests import Known
from interpreter.serve.rooms.house import House, Made
from interpreter.serve.rooms.housekeeping import keep_house
from interpreter.serve.rooms.plain import plain_json
from interpreter.serve.rooms.rights import Visitor
from interpreter.serve.rooms.room import Room
from interpreter.serve.table import setting_up
from interpreter.serve.web.analysing import analysing
from interpreter.serve.web.answers import mistake_of_ours, no_such_thing, ok, told, wrong
from interpreter.serve.web.asked import (
    body_of,
    clock_in,
    id_in,
    move_in,
    options_in,
    read_aside,
    text_in,
    texts_in,
    whole_in,
)
from interpreter.serve.web.cookies import COOKIE, with_cookie
from interpreter.serve.web.guards import BodyTooLongError, Guards
from interpreter.serve.web.health import health
from interpreter.serve.web.hosting import hosting
from interpreter.serve.web.log import Requests
from interpreter.serve.web.looking import looking
from interpreter.serve.web.news import news
from interpreter.serve.web.rates import Limits
from interpreter.serve.web.workshop import workshop
from interpreter.serve.web.writing import OwnFile, writing
from interpreter.serve.workers.process import WorkerError
from interpreter.serve.workers.workshop import Workshops

log = logging.getLogger("ludwright.serve")
PAGE = Path(__file__).parent.parent / "page"
Handler = Callable[[Request], Awaitable[Response]]
#: What rules that are sent with a request may be called.
_NAME = re.compile(r"[\w .\-]{1,80}\.lud")


def make_app(
    house: House,
    names: Iterable[str] = (),
    limits: Limits | None = None,
    page: Path = PAGE,
    own: OwnFile | None = None,
    keep: float | None = None,
) -> Starlette:
    """The application for a house, reached under these names; `own` is the file that may be saved. What
    nothing was done with for `keep` seconds is deleted."""

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        working = [
            asyncio.create_task(house.wake()),
            asyncio.create_task(keep_house(house, app.state.analyses, keep)),
        ]
        yield
        for task in working:
            task.cancel()
        await asyncio.gather(*working, return_exceptions=True)
        await app.state.analyses.close()
        await house.close()

    async def index(request: Request) -> Response:
        return FileResponse(page / "index.html")

    routes = [
        Route("/", index),
        Route("/r/{room}", index),
        Route("/a/{name}", index),
        Route("/api/games", _caught(_games)),
        Route("/api/rooms", _caught(_make), methods=["POST"]),
        Route("/api/rooms/{room}", _caught(_look)),
        Route("/api/rooms/{room}/again", _caught(_again), methods=["POST"]),
        Route("/api/rooms/{room}/enter", _caught(_enter), methods=["POST"]),
        Route("/api/rooms/{room}/moves", _caught(_command("move")), methods=["POST"]),
        *(
            Route(f"/api/rooms/{{room}}/{does}", _caught(_command(does)), methods=["POST"])
            for does in ("back", "undo", "draw", "agree", "decline", "resign")
        ),
        *hosting(visit, _caught),
        *looking(visit, _caught),
        *writing(page, _caught),
        *analysing(visit, _caught),
        *health(),
        WebSocketRoute("/api/rooms/{room}/news", news),
        WebSocketRoute("/api/workshop", workshop),
        Mount("/page", StaticFiles(directory=page)),
    ]
    app = Starlette(
        routes=routes,
        exception_handlers={HTTPException: no_such_thing, Exception: mistake_of_ours},
        middleware=[
            Middleware(Requests),
            Middleware(Guards, names=list(names), limits=limits),
            Middleware(GZipMiddleware, minimum_size=1000),
        ],
        lifespan=lifespan,
    )
    app.state.house, app.state.own, app.state.analyses = house, own, Analyses(house)
    app.state.reading = asyncio.Semaphore(1)
    app.state.workshops, app.state.workshop_sockets = Workshops(house.pool.confined), set()
    return app


def _caught(handler: Handler) -> Handler:
    """The same, with what is wrong told as JSON."""

    async def guarded(request: Request) -> Response:
        try:
            return await handler(request)
        except BodyTooLongError:
            return ok({"error": {"code": "E0784", "message": "the request is too long"}}, 413)
        except ClientDisconnect:  # nobody hears the answer
            return Response(status_code=400)
        except sqlite3.Error as error:
            log.error("nothing can be kept: %s", error)
            return wrong(WorkersError("this could not be kept: nothing was done"))
        except (UserError, WorkerError) as error:
            return wrong(error)

    return guarded


async def visit(request: Request) -> tuple[Room, Visitor]:
    """The room of a request, and what its cookie allows there. Raises NoRoomError and RefusedError."""
    house: House = request.app.state.house
    room = await house.room(request.path_params["room"])
    visitor = await house.rights.visitor(room.name, request.cookies.get(COOKIE))
    if visitor is None:
        raise RefusedError("this takes a link to the room")
    return room, visitor


async def _games(request: Request) -> Response:
    from interpreter.game.shipped import description, shipped_games, title

    return ok(
        {
            "games": [
                {
                    "name": name,
                    "title": title(path),
                    "family": path.parent.name,
                    "about": description(path),
                }
                for name, path in shipped_games().items()
            ]
        }
    )


async def _make(request: Request) -> Response:
    house: House = request.app.state.house
    body = await body_of(request)
    game, text, seed = text_in(body, "game"), body.get("text"), whole_in(body, "seed", 1 << 63)
    if text is not None and not (isinstance(text, str) and _NAME.fullmatch(game)):
        raise BadRequestError("rules of one's own are a text, and are called something.lud")
    position = body.get("position")
    made = await house.make(
        game,
        options_in(body),
        texts_in(body, "seats"),
        secrets.randbits(32) if seed is None else seed,
        text,
        clock=clock_in(body),
        position=None if position is None else await read_aside(request, setting_up.checked, position),
    )
    return _made(request, made)


async def _again(request: Request) -> Response:
    room, visitor = await visit(request)
    own, house = room.played_by(visitor), request.app.state.house
    if not own and not visitor.host:
        raise RefusedError("who watches does not play")
    return _made(request, await house.again(room, own, secrets.randbits(32)))


def _made(request: Request, made: Made) -> Response:
    """The answer to who has made a room, who is its host by the cookie that comes with it."""
    answer = ok({"room": made.room.name, "links": encode(made.links)}, 201)
    return with_cookie(answer, request, f"/api/rooms/{made.room.name}", made.cookie)


async def _enter(request: Request) -> Response:
    house: House = request.app.state.house
    body = await body_of(request)
    room = await house.room(request.path_params["room"])
    cookie = await house.rights.enter(room.name, text_in(body, "secret"), request.cookies.get(COOKIE))
    return with_cookie(ok({"room": room.name}), request, f"/api/rooms/{room.name}", cookie)


async def _look(request: Request) -> Response:
    room, visitor = await visit(request)
    return Response(room.news(visitor, Known()), media_type="application/json")


def _command(does: str) -> Handler:
    async def handler(request: Request) -> Response:
        body = await body_of(request)
        room, visitor = await visit(request)
        player, version = whole_in(body, "player"), whole_in(body, "version")
        command = Command(does, move_in(body) if does == Moved.does else None, version)
        try:
            version = await room.command(visitor, command, player, id_in(body))
        except (UserError, WorkerError) as error:
            answer = wrong(error)
            if answer.status_code == 409:
                snapshot = room.news(visitor, Known())
                text = f'{{"error":{plain_json(told(error))},"snapshot":{snapshot}}}'
                return Response(text, 409, media_type="application/json")
            return answer
        return ok({"version": version})

    return handler
