"""What the host of a room asks: links, who sits where."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from interpreter.serve.rooms import hosting as host
from interpreter.serve.rooms.house import House
from interpreter.serve.rooms.rights import PLAY, Rights, Visitor
from interpreter.serve.rooms.room import Room
from interpreter.serve.web.answers import ok
from interpreter.serve.web.asked import body_of
from interpreter.serve.web.cookies import COOKIE

Handler = Callable[[Request], Awaitable[Response]]
Visit = Callable[[Request], Awaitable[tuple[Room, Visitor]]]


def hosting(visit: Visit, caught: Callable[[Handler], Handler]) -> list[Route]:
    """The routes; `visit` finds the room of a request, `caught` tells what is wrong."""

    def rights_of(request: Request) -> Rights:
        house: House = request.app.state.house
        return house.rights

    async def links(request: Request) -> Response:
        room, visitor = await visit(request)
        return ok({"links": await host.links(room, rights_of(request), visitor)})

    async def new_link(request: Request) -> Response:
        body = await body_of(request)
        room, visitor = await visit(request)
        kind, player = body.get("kind"), body.get("player")
        secret = await host.new_link(room, rights_of(request), visitor, kind, player)
        return ok({"kind": kind, "player": player, "url": host.link_to(room.name, secret)}, 201)

    async def revoke(request: Request) -> Response:
        body = await body_of(request)
        room, visitor = await visit(request)
        await host.revoke(room, rights_of(request), visitor, body.get("kind"), body.get("player"))
        return ok({})

    async def seats(request: Request) -> Response:
        body = await body_of(request)
        room, visitor = await visit(request)
        player, cookie = body.get("player"), request.cookies[COOKIE]
        secret = await host.reseat(room, rights_of(request), visitor, player, body.get("by"), cookie)
        if secret is None:
            return ok({})
        return ok({"kind": PLAY, "player": player, "url": host.link_to(room.name, secret)})

    async def delete(request: Request) -> Response:
        body = await body_of(request)
        room, visitor = await visit(request)
        house: House = request.app.state.house
        await host.delete(house, room, visitor, body.get("room"))
        return ok({})

    return [
        Route("/api/rooms/{room}/delete", caught(delete), methods=["POST"]),
        Route("/api/rooms/{room}/links", caught(links)),
        Route("/api/rooms/{room}/links", caught(new_link), methods=["POST"]),
        Route("/api/rooms/{room}/revoke", caught(revoke), methods=["POST"]),
        Route("/api/rooms/{room}/seats", caught(seats), methods=["POST"]),
    ]
