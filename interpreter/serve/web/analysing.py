"""Analyses over HTTP: made of a game, a room or a record; looked at, changed, thought about, followed."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import PurePath

from attrs import evolve, frozen
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute

from gdl.source.text import Source
from interpreter.errors.user_errors import BadRequestError, GameNotFoundError, RecordError
from interpreter.records.model import Record
from interpreter.records.reading import Entry, read_records
from interpreter.serve.messages.codec import Json, encode
from interpreter.serve.messages.room import Setup
from interpreter.serve.rooms.analyses import MOST_SECONDS, Analyses
from interpreter.serve.rooms.errors import RefusedError
from interpreter.serve.rooms.house import House
from interpreter.serve.rooms.rights import Visitor
from interpreter.serve.rooms.room import Room
from interpreter.serve.rooms.tree import Analysis
from interpreter.serve.table.setting_up import checked
from interpreter.serve.web.answers import ok
from interpreter.serve.web.asked import body_of, number_at, options_in, read_aside, text_in, whole_in
from interpreter.serve.web.cookies import COOKIE, with_cookie
from interpreter.serve.web.news import news

Handler = Callable[[Request], Awaitable[Response]]
Visit = Callable[[Request], Awaitable[tuple[Room, Visitor]]]
_AT = "/api/analyses/{name}"


def analysing(visit: Visit, caught: Callable[[Handler], Handler]) -> list[BaseRoute]:
    """The routes; `visit` finds the room of a request, `caught` tells what is wrong."""

    async def of_room(request: Request) -> Response:
        room, _ = await visit(request)
        return _made(request, *await _analyses(request).of_room(room))

    return [
        Route("/api/analyses", caught(_make), methods=["POST"]),
        Route("/api/rooms/{room}/analysis", caught(of_room), methods=["POST"]),
        Route(f"{_AT}/enter", caught(_enter), methods=["POST"]),
        *(Route(f"{_AT}{path}", caught(partial(_visit, look))) for path, look in _LOOKS.items()),
        Route(f"{_AT}/describe", caught(partial(_visit, _describe)), methods=["POST"]),
        *(
            Route(f"{_AT}/{name}", caught(partial(_visit, change, changes=True)), methods=["POST"])
            for name, change in _CHANGES.items()
        ),
        WebSocketRoute(f"{_AT}/news", news),
    ]


async def _make(request: Request) -> Response:
    body = await body_of(request)
    text = body.get("record")
    work, given = (_setup, body) if text is None else (_recorded, text)
    setup, moves = await read_aside(request, work, request.app.state.house, given)
    return _made(request, *await _analyses(request).make(setup, moves))


async def _enter(request: Request) -> Response:
    secret = text_in(await body_of(request), "secret")
    analysis = await _analyses(request).find(request.path_params["name"])
    house: House = request.app.state.house
    cookie = await house.rights.enter(analysis.name, secret, request.cookies.get(COOKIE))
    return with_cookie(ok({"analysis": analysis.name}), request, f"/api/analyses/{analysis.name}", cookie)


@frozen
class _Visit:
    """A request about an analysis, by whoever has a right to it: may they change it, and its JSON."""

    request: Request
    analyses: Analyses
    analysis: Analysis
    may: bool
    body: Json

    @property
    def node(self) -> int:
        """The position that the body names. Raises BadRequestError."""
        node = whole_in(self.body, "node")
        if node is None:
            raise BadRequestError("a position is named by the number of a move")
        return node


Work = Callable[[_Visit], Awaitable[Response]]


async def _visit(work: Work, request: Request, changes: bool = False) -> Response:
    """The answer to a request about an analysis. Raises NoRoomError, RefusedError."""
    analyses = _analyses(request)
    analysis = await analyses.find(request.path_params["name"])
    house: House = request.app.state.house
    visitor = await house.rights.visitor(analysis.name, request.cookies.get(COOKIE))
    if visitor is None:
        raise RefusedError("this takes a link to the analysis")
    if changes and not visitor.host:
        raise RefusedError("who follows an analysis does not change it")
    body = await body_of(request) if request.method == "POST" else {}
    return await work(_Visit(request, analyses, analysis, visitor.host, body))


async def _tree(asked: _Visit) -> Response:
    return ok(asked.analysis.tree(asked.may))


async def _look(asked: _Visit) -> Response:
    number, given = number_at(asked.request, "number"), asked.request.query_params
    turn = given.get("turn", "0")
    if not (turn.isascii() and turn.isdigit() and len(turn) <= 3):
        raise BadRequestError("a board is turned by degrees")
    told = await asked.analyses.position(asked.analysis, number, given.get("board", ""), int(turn))
    return ok({"node": number, **encode(told)})


async def _record(asked: _Visit) -> Response:
    return ok(await asked.analyses.record(asked.analysis, number_at(asked.request, "number")))


_LOOKS: dict[str, Work] = {"": _tree, "/positions/{number}": _look, "/records/{number}": _record}


async def _describe(asked: _Visit) -> Response:
    turn, position = whole_in(asked.body, "turn", 360) or 0, asked.body.get("position")
    if position is not None and not asked.may:
        raise RefusedError("who follows an analysis sets nothing up")
    text = None if position is None else await read_aside(asked.request, checked, position)
    number = 0 if text is not None else asked.node
    told = await asked.analyses.describe(asked.analysis, number, text, turn)
    house: House = asked.request.app.state.house
    setup = asked.analysis.setup
    return ok({**encode(told), "game": house.name_of(setup), "options": setup.options})


async def _add(asked: _Visit) -> Response:
    moves, text = asked.body.get("moves"), asked.body.get("text")
    if isinstance(text, str):  # as `gdl solve --position` takes it
        moves = list((await read_aside(asked.request, _read, f'[game "any"]\n\n{text} *')).moves)
    if not isinstance(moves, list) or not all(isinstance(each, str) and len(each) <= 200 for each in moves):
        raise BadRequestError("moves are texts")
    return ok({"node": await asked.analyses.add(asked.analysis, asked.node, moves)})


async def _begin(asked: _Visit) -> Response:
    position = await read_aside(asked.request, checked, asked.body.get("position"))
    setup = evolve(asked.analysis.setup, position=position)
    return _made(asked.request, *await asked.analyses.make(setup, []))


async def _cut(asked: _Visit) -> Response:
    return ok({"node": await asked.analyses.cut(asked.analysis, asked.node)})


async def _show(asked: _Visit) -> Response:
    asked.analyses.show(asked.analysis, asked.node)
    return ok({})


async def _think(asked: _Visit) -> Response:
    seconds, solve = asked.body.get("seconds", 1.0), asked.body.get("solve") is True
    if isinstance(seconds, bool) or not isinstance(seconds, int | float):
        raise BadRequestError("how long to think is a number of seconds")
    if not 0.05 <= seconds <= MOST_SECONDS:
        raise BadRequestError(f"a machine thinks from 0.05 to {MOST_SECONDS:g} seconds")
    return ok(await asked.analyses.think(asked.analysis, asked.node, seconds, solve))


async def _value(asked: _Visit) -> Response:
    if asked.body.get("stop") is True:
        asked.analyses.stop(asked.analysis)
    else:
        asked.analyses.value(asked.analysis, asked.node)
    return ok({})


async def _link(asked: _Visit) -> Response:
    name = asked.analysis.name
    return ok({"url": f"/a/{name}#{await asked.analyses.link(asked.analysis)}"}, 201)


async def _revoke(asked: _Visit) -> Response:
    house: House = asked.request.app.state.house
    await house.rights.revoke_watching(asked.analysis.name)
    asked.analysis.changed()
    return ok({})


_CHANGES: dict[str, Work] = {
    "moves": _add, "beginning": _begin, "cut": _cut, "show": _show,
    "think": _think, "value": _value, "links": _link, "revoke": _revoke,
}  # fmt: skip


def _analyses(request: Request) -> Analyses:
    found: Analyses = request.app.state.analyses
    return found


def _made(request: Request, analysis: Analysis, cookie: str) -> Response:
    return with_cookie(
        ok({"analysis": analysis.name}, 201), request, f"/api/analyses/{analysis.name}", cookie
    )


def _setup(house: House, body: Json) -> tuple[Setup, list[str]]:
    """A game from its start."""
    game = house.file_of(text_in(body, "game"))
    position = None if body.get("position") is None else checked(body["position"])
    setup = Setup(game=game, options=options_in(body), seed=secrets.randbits(32), position=position)
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


def _recorded(house: House, text: object) -> tuple[Setup, list[str]]:
    """The last game of a record; of files only those that this server begins are taken."""
    if not isinstance(text, str):
        raise BadRequestError("a record is a text")
    record = _read(text)
    name = PurePath(record.game).stem if record.game.endswith(".lud") else record.game
    try:
        game = house.file_of(name)
    except GameNotFoundError as error:
        raise RecordError(error.message, error.suggestions) from None
    position = checked(record.position) if record.position else None
    setup = Setup(game=game, options=dict(record.options), seed=record.seed, position=position)
    return setup, list(record.moves)
