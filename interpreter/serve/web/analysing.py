"""Analyses over HTTP: made of a game, a room or a record; looked at, changed, thought about, followed."""

from __future__ import annotations

import secrets
from pathlib import PurePath

from starlette.requests import Request
from starlette.routing import BaseRoute, WebSocketRoute

from gdl.source.text import Source
from gdl.support.values import evolve
from interpreter.errors.user_errors import BadRequestError, GameNotFoundError, RecordError
from interpreter.records.model import Record
from interpreter.records.reading import Entry, read_records
from interpreter.serve.messages import analysis as message
from interpreter.serve.messages.analysis import AnalysisName, Node
from interpreter.serve.messages.room import Nothing, Secret, Setup
from interpreter.serve.rooms.analyses import Analyses
from interpreter.serve.rooms.errors import RefusedError
from interpreter.serve.rooms.house import House
from interpreter.serve.rooms.tree import Analysis
from interpreter.serve.table.setting_up import checked
from interpreter.serve.web.endpoints import COOKIE, Created, endpoint, number_at, read_aside
from interpreter.serve.web.news import news
from interpreter.serve.web.rooms import house_of, visit

_AT = "/api/analyses/{name}"


def analysis_routes() -> list[BaseRoute]:
    """The routes."""
    return [
        endpoint("POST", "/api/analyses", _make),
        endpoint("POST", "/api/rooms/{room}/analysis", _of_room),
        endpoint("POST", f"{_AT}/enter", _enter),
        endpoint("GET", _AT, _tree),
        endpoint("GET", f"{_AT}/positions/{{number}}", _position),
        endpoint("GET", f"{_AT}/records/{{number}}", _record),
        endpoint("POST", f"{_AT}/describe", _describe),
        endpoint("POST", f"{_AT}/moves", _add),
        endpoint("POST", f"{_AT}/beginning", _begin),
        endpoint("POST", f"{_AT}/cut", _cut),
        endpoint("POST", f"{_AT}/show", _show),
        endpoint("POST", f"{_AT}/think", _think),
        endpoint("POST", f"{_AT}/value", _value),
        endpoint("POST", f"{_AT}/links", _link),
        endpoint("POST", f"{_AT}/revoke", _revoke),
        WebSocketRoute(f"{_AT}/news", news),
    ]


def _analyses(request: Request) -> Analyses:
    analyses: Analyses = request.app.state.analyses
    return analyses


async def _visit(request: Request) -> tuple[Analysis, bool]:
    """The analysis of a request, and whether who asks may change it. Raises NoRoomError, RefusedError."""
    analysis = await _analyses(request).find(request.path_params["name"])
    visitor = await house_of(request).rights.visitor(analysis.name, request.cookies.get(COOKIE))
    if visitor is None:
        raise RefusedError("this takes a link to the analysis")
    return analysis, visitor.host


async def _changed(request: Request) -> Analysis:
    """The analysis that a request changes. Raises as `_visit` does."""
    analysis, may = await _visit(request)
    if not may:
        raise RefusedError("who follows an analysis does not change it")
    return analysis


# --- Making and entering ----------------------------------------------------------------------------------


async def _make(request: Request, body: message.NewAnalysis) -> Created[AnalysisName]:
    """A new one, of which who asks is the host."""
    setup, moves = await read_aside(request, _setup, house_of(request), body)
    return _made(*await _analyses(request).make(setup, moves))


async def _of_room(request: Request) -> Created[AnalysisName]:
    """A new one of the game in a room, as far as it has come."""
    room, _ = await visit(request)
    return _made(*await _analyses(request).of_room(room))


def _made(analysis: Analysis, cookie: str, status: int = 201) -> Created[AnalysisName]:
    return Created(AnalysisName(analysis.name), f"/api/analyses/{analysis.name}", cookie, status)


async def _enter(request: Request, body: Secret) -> Created[AnalysisName]:
    """Exchanges the secret of a link for a cookie."""
    analysis = await _analyses(request).find(request.path_params["name"])
    rights = house_of(request).rights
    cookie = await rights.enter(analysis.name, body.secret, request.cookies.get(COOKIE))
    return _made(analysis, cookie, 200)


# --- Looking ----------------------------------------------------------------------------------------------


async def _tree(request: Request) -> message.Tree:
    """The tree; the socket tells it at once and after every change."""
    analysis, may = await _visit(request)
    return analysis.tree(may)


async def _position(request: Request) -> message.NodePosition:
    """The position behind a move, and the board where that is not the one of the id `?board=`, turned by
    `?turn=`."""
    analysis, _ = await _visit(request)
    number, given = number_at(request, "number"), request.query_params
    turn = given.get("turn", "0")
    if not (turn.isascii() and turn.isdigit() and len(turn) <= 3):
        raise BadRequestError("a board is turned by degrees")
    shown = await _analyses(request).position(analysis, number, given.get("board", ""), int(turn))
    return message.NodePosition(number, shown)


async def _record(request: Request) -> message.RecordText:
    """The line to a move as a record."""
    analysis, _ = await _visit(request)
    return await _analyses(request).record(analysis, number_at(request, "number"))


async def _describe(request: Request, body: message.DescribeRequest) -> message.DescribedPosition:
    """A position as text and as values, and how it looks."""
    analysis, may = await _visit(request)
    if body.position is not None and not may:
        raise RefusedError("who follows an analysis sets nothing up")
    text = None if body.position is None else await read_aside(request, checked, body.position)
    if text is None and body.node is None:
        raise BadRequestError("a position is named by the number of a move")
    shown = await _analyses(request).describe(analysis, body.node or 0, text, body.turn or 0)
    setup = analysis.setup
    return message.DescribedPosition(shown, house_of(request).name_of(setup), setup.options)


# --- Changing ---------------------------------------------------------------------------------------------


async def _add(request: Request, body: message.TryMoves) -> Node:
    """Tries moves, or whole turns; the number of the last."""
    analysis, moves = await _changed(request), body.moves
    if body.text is not None:  # as `gdl solve --position` takes it
        moves = tuple((await read_aside(request, _read, f'[game "any"]\n\n{body.text} *')).moves)
    if moves is None:
        raise BadRequestError("moves are texts")
    return Node(await _analyses(request).add(analysis, body.node, moves))


async def _begin(request: Request, body: message.Beginning) -> Created[AnalysisName]:
    """An analysis of the same rules that begins with a position."""
    analysis = await _changed(request)
    setup = evolve(analysis.setup, position=await read_aside(request, checked, body.position))
    return _made(*await _analyses(request).make(setup, []))


async def _cut(request: Request, body: Node) -> Node:
    """Cuts off a move and all behind it; the number of the one before."""
    return Node(await _analyses(request).cut(await _changed(request), body.node))


async def _show(request: Request, body: Node) -> Nothing:
    """Shows a position to those who follow."""
    _analyses(request).show(await _changed(request), body.node)
    return Nothing()


async def _think(request: Request, body: message.ThinkRequest) -> message.Thought:
    """Thinks of a position; with `solve` it proves."""
    return await _analyses(request).think(await _changed(request), body.node, body.seconds, body.solve)


async def _value(request: Request, body: message.ValueRequest) -> Nothing:
    """Values the line to a move; stops that."""
    analysis = await _changed(request)
    if body.stop:
        _analyses(request).stop(analysis)
    elif body.node is None:
        raise BadRequestError("a position is named by the number of a move")
    else:
        _analyses(request).value(analysis, body.node)
    return Nothing()


async def _link(request: Request) -> Created[message.WatchLink]:
    """A link for looking on."""
    analysis = await _changed(request)
    secret = await _analyses(request).link(analysis)
    return Created(message.WatchLink(f"/a/{analysis.name}#{secret}"))


async def _revoke(request: Request) -> Nothing:
    """The end of all links for looking on, and of what came of them."""
    analysis = await _changed(request)
    await house_of(request).rights.revoke_watching(analysis.name)
    analysis.changed()
    return Nothing()


# --- Reading ----------------------------------------------------------------------------------------------


def _setup(house: House, body: message.NewAnalysis) -> tuple[Setup, list[str]]:
    """The game that is wanted, and its moves; of files only those that this server begins are taken."""
    if body.record is None:
        if body.game is None:
            raise BadRequestError("a game or a record is asked for")
        game, options, seed = house.file_of(body.game), body.options or {}, secrets.randbits(32)
        moves, position = [], body.position
    else:
        record = _read(body.record)
        name = PurePath(record.game).stem if record.game.endswith(".lud") else record.game
        try:
            game = house.file_of(name)
        except GameNotFoundError as error:
            raise RecordError(error.message, error.suggestions) from None
        options, seed = dict(record.options), record.seed
        moves, position = list(record.moves), record.position or None
    described = None if position is None else checked(position)
    return Setup(game=game, options=dict(options), seed=seed, position=described), moves


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
