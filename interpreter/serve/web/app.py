"""The application: its routes and what is around them."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterable
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles

from interpreter.serve.rooms.analyses import Analyses
from interpreter.serve.rooms.house import House
from interpreter.serve.rooms.housekeeping import keep_house, keep_servers
from interpreter.serve.web.analysing import analysis_routes
from interpreter.serve.web.codes import code_routes
from interpreter.serve.web.endpoints import mistake_of_ours, no_such_thing
from interpreter.serve.web.gallery import gallery_routes
from interpreter.serve.web.games import PAGE, game_routes
from interpreter.serve.web.guards import Guards
from interpreter.serve.web.log import Requests
from interpreter.serve.web.news import news
from interpreter.serve.web.people import people_routes
from interpreter.serve.web.rates import Limits
from interpreter.serve.web.rooms import room_routes
from interpreter.serve.web.workshop import workshop
from interpreter.serve.web.writing import OwnFile, writing_routes
from interpreter.serve.workers.workshop import Workshops

#: Has a browser ask for the list of games, as the page's own scripts will once they are there.
_GAMES_SOON = "</api/games>; rel=preload; as=fetch; crossorigin"


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
        if house.servers.several:  # others play meanwhile
            await house.pool.warm()
        working = [
            asyncio.create_task(keep_servers(house)),
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

    async def first(request: Request) -> Response:
        # the list of games is asked for before the page's scripts are there that show it
        return FileResponse(page / "index.html", headers={"link": _GAMES_SOON})

    async def offline(request: Request) -> Response:
        # a service worker is responsible for what lies below its own address
        return FileResponse(page / "offline.js", headers={"cache-control": "no-cache"})

    routes = [
        Route("/", first),
        Route("/r/{room}", index),
        Route("/a/{name}", index),
        Route("/offline.js", offline),
        *game_routes(),
        *room_routes(),
        *people_routes(),
        *gallery_routes(),
        *code_routes(),
        *writing_routes(page),
        *analysis_routes(),
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
