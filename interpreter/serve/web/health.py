"""Is the server alive, and ready? Cheap, without a cookie, by any name: for proxies and containers."""

from __future__ import annotations

import asyncio
import sqlite3

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from interpreter.serve.rooms.house import House
from interpreter.serve.web.answers import ok

HEALTH = "/health"
#: Seconds in which what games are kept in has to answer.
_PATIENCE = 2.0


async def _health(request: Request) -> Response:
    """200 where games can be played and kept, 503 where they cannot. An answer of any kind: it is alive."""
    house: House = request.app.state.house
    try:
        async with asyncio.timeout(_PATIENCE):
            await house.store.writable()
    except (TimeoutError, sqlite3.Error):
        return ok({"live": True, "ready": False, "lacks": "nothing can be written to the database"}, 503)
    return ok({"live": True, "ready": True})


def health() -> list[Route]:
    """The route."""
    return [Route(HEALTH, _health)]
