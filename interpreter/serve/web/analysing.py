"""Analyses over HTTP: made of a game, a room or a record; looked at, changed, thought about, followed."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable
from pathlib import PurePath
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket

from gdl.source.text import Source
from interpreter.errors.user_errors import BadRequestError, GameNotFoundError, RecordError
from interpreter.records.model import Record
from interpreter.records.reading import Entry, read_records
from interpreter.serve.rooms.analyses import Analyses
from interpreter.serve.rooms.errors import RefusedError
from interpreter.serve.rooms.house import House
from interpreter.serve.rooms.plain import plain_json
from interpreter.serve.rooms.rights import Visitor
from interpreter.serve.rooms.room import Room
from interpreter.serve.rooms.tree import Analysis
from interpreter.serve.table.setting_up import checked
from interpreter.serve.web.answers import ok
from interpreter.serve.web.asked import body_of, number_at, options_in, read_aside, text_in, whole_in
from interpreter.serve.web.cookies import COOKIE, with_cookie
from interpreter.serve.web.news import Subscription, follow

Handler = Callable[[Request], Awaitable[Response]]
Visit = Callable[[Request], Awaitable[tuple[Room, Visitor]]]
Json = dict[str, Any]


def analysing(visit: Visit, caught: Callable[[Handler], Handler]) -> list[BaseRoute]:
    """The routes; `visit` finds the room of a request, `caught` tells what is wrong."""

    async def make(request: Request) -> Response:
        body = await body_of(request)
        text = body.get("record")
        work, given = (_setup, body) if text is None else (_recorded, text)
        setup, moves = await read_aside(request, work, request.app.state.house, given)
        return _made(request, *await _analyses(request).make(setup, moves))

    async def of_room(request: Request) -> Response:
        room, _ = await visit(request)
        return _made(request, *await _analyses(request).of_room(room))

    async def enter(request: Request) -> Response:
        secret = text_in(await body_of(request), "secret")
        analysis = await _analyses(request).find(request.path_params["name"])
        house: House = request.app.state.house
        cookie = await house.rights.enter(analysis.name, secret, request.cookies.get(COOKIE))
        return with_cookie(ok({"analysis": analysis.name}), request, f"/api/analyses/{analysis.name}", cookie)

    async def tree(request: Request) -> Response:
        analysis, may = await _visited(request)
        return ok({**analysis.told(), "may": may})

    async def look(request: Request) -> Response:
        analysis, _ = await _visited(request)
        number, board = number_at(request, "number"), request.query_params.get("board", "")
        turn = request.query_params.get("turn", "0")
        if not (turn.isascii() and turn.isdigit() and len(turn) <= 3):
            raise BadRequestError("a board is turned by degrees")
        return ok({"node": number, **await _analyses(request).look(analysis, number, board, int(turn))})

    async def record(request: Request) -> Response:
        analysis, _ = await _visited(request)
        return ok(await _analyses(request).record(analysis, number_at(request, "number")))

    async def add(request: Request) -> Response:
        analysis, body = await _changing(request)
        moves, text = body.get("moves"), body.get("text")
        if isinstance(text, str):  # as `gdl solve --position` takes it
            moves = list((await read_aside(request, _read, f'[game "any"]\n\n{text} *')).moves)
        if not isinstance(moves, list) or not all(
            isinstance(each, str) and len(each) <= 200 for each in moves
        ):
            raise BadRequestError("moves are texts")
        return ok({"node": await _analyses(request).add(analysis, _node(body), moves)})

    async def describe(request: Request) -> Response:
        analysis, may = await _visited(request)
        body = await body_of(request)
        turn, position = whole_in(body, "turn", 360) or 0, body.get("position")
        if position is not None and not may:
            raise RefusedError("who follows an analysis sets nothing up")
        text = None if position is None else await read_aside(request, checked, position)
        number = 0 if text is not None else _node(body)
        told = await _analyses(request).describe(analysis, number, text, turn)
        house: House = request.app.state.house
        return ok({**told, "game": house.name_of(analysis.setup), "options": analysis.setup["options"]})

    async def beginning(request: Request) -> Response:
        analysis, body = await _changing(request)
        position = await read_aside(request, checked, body.get("position"))
        setup = {**analysis.setup, "position": position}
        return _made(request, *await _analyses(request).make(setup, []))

    async def cut(request: Request) -> Response:
        analysis, body = await _changing(request)
        return ok({"node": await _analyses(request).cut(analysis, _node(body))})

    async def show(request: Request) -> Response:
        analysis, body = await _changing(request)
        _analyses(request).show(analysis, _node(body))
        return ok({})

    async def think(request: Request) -> Response:
        analysis, body = await _changing(request)
        seconds, solve = body.get("seconds", 1.0), body.get("solve") is True
        return ok(await _analyses(request).think(analysis, _node(body), seconds, solve))

    async def value(request: Request) -> Response:
        analysis, body = await _changing(request)
        if body.get("stop") is True:
            _analyses(request).stop(analysis)
        else:
            _analyses(request).value(analysis, _node(body))
        return ok({})

    async def link(request: Request) -> Response:
        analysis, _ = await _changing(request)
        return ok({"url": f"/a/{analysis.name}#{await _analyses(request).link(analysis)}"}, 201)

    async def revoke(request: Request) -> Response:
        analysis, _ = await _changing(request)
        house: House = request.app.state.house
        await house.rights.revoke_watching(analysis.name)
        analysis.changed()
        return ok({})

    at = "/api/analyses/{name}"
    return [
        Route("/api/analyses", caught(make), methods=["POST"]),
        Route("/api/rooms/{room}/analysis", caught(of_room), methods=["POST"]),
        Route(at, caught(tree)),
        Route(f"{at}/enter", caught(enter), methods=["POST"]),
        Route(f"{at}/positions/{{number}}", caught(look)),
        Route(f"{at}/records/{{number}}", caught(record)),
        *(
            Route(f"{at}/{name}", caught(handler), methods=["POST"])
            for name, handler in {
                "moves": add, "describe": describe, "beginning": beginning, "cut": cut, "show": show,
                "think": think, "value": value, "links": link, "revoke": revoke,
            }.items()
        ),
        WebSocketRoute(f"{at}/news", _news),
    ]  # fmt: skip


def _analyses(request: Request | WebSocket) -> Analyses:
    found: Analyses = request.app.state.analyses
    return found


def _made(request: Request, analysis: Analysis, cookie: str) -> Response:
    return with_cookie(
        ok({"analysis": analysis.name}, 201), request, f"/api/analyses/{analysis.name}", cookie
    )


async def _visited(request: Request) -> tuple[Analysis, bool]:
    """The analysis of a request, and whether whoever asks may change it. Raises NoRoomError, RefusedError."""
    analysis = await _analyses(request).find(request.path_params["name"])
    house: House = request.app.state.house
    visitor = await house.rights.visitor(analysis.name, request.cookies.get(COOKIE))
    if visitor is None:
        raise RefusedError("this takes a link to the analysis")
    return analysis, visitor.host


async def _changing(request: Request) -> tuple[Analysis, Json]:
    analysis, may = await _visited(request)
    if not may:
        raise RefusedError("who follows an analysis does not change it")
    return analysis, await body_of(request)


def _node(body: Json) -> int:
    node = whole_in(body, "node")
    if node is None:
        raise BadRequestError("a position is named by the number of a move")
    return node


def _setup(house: House, body: Json) -> tuple[Json, list[str]]:
    """A game from its start."""
    game = house.file_of(text_in(body, "game"))
    setup: Json = {"game": game, "options": options_in(body), "seed": secrets.randbits(32)}
    if body.get("position") is not None:
        setup["position"] = checked(body["position"])
    return setup, []


def _read(text: str) -> Record:
    """The last game of a text. Raises RecordError."""
    entries = read_records(Source("the record", text.replace("\r\n", "\n").removeprefix("\ufeff")))
    entry: Entry | None = entries[-1] if entries else None
    if entry is None:
        raise RecordError("the text holds no game")
    if entry.record is None or not entry.usable:
        first = entry.mistakes[0]
        raise RecordError(f"line {first.span.line} of the record: {first.message}")
    return entry.record


def _recorded(house: House, text: object) -> tuple[Json, list[str]]:
    """The last game of a record; of files only those that this server begins are taken."""
    if not isinstance(text, str):
        raise BadRequestError("a record is a text")
    record = _read(text)
    name = PurePath(record.game).stem if record.game.endswith(".lud") else record.game
    try:
        game = house.file_of(name)
    except GameNotFoundError as error:
        raise RecordError(error.message, error.suggestions) from None
    setup: Json = {"game": game, "options": dict(record.options), "seed": record.seed}
    if record.position:
        setup["position"] = checked(record.position)
    return setup, list(record.moves)


async def _news(socket: WebSocket) -> None:
    """The news of an analysis: after every change all of its tree."""

    def subscribe(analysis: Analysis, visitor: Visitor) -> Subscription:
        listener = analyses.arrive(analysis)
        return Subscription(
            listener,
            lambda who: plain_json({**analysis.told(), "may": who.host}),
            lambda: analysis.listeners.discard(listener),
        )

    analyses = _analyses(socket)
    await follow(socket, analyses.find(socket.path_params["name"]), subscribe)
