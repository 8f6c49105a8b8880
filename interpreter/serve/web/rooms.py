"""Rooms over HTTP: made, entered, played in; their past, rules and reasons; and what their hosts decide."""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Awaitable, Callable
from typing import TypeVar

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from gdl.support.values import evolve
from interpreter.errors.user_errors import BadRequestError, UserError
from interpreter.serve.messages import room as message
from interpreter.serve.messages.codec import Json, encode, plain_json
from interpreter.serve.messages.game import About, Board, EndReason, PastPosition, Reaches, Rules
from interpreter.serve.messages.room import Command, Link, Nothing
from interpreter.serve.messages.worker import (
    Explain,
    ExplainEnd,
    Failure,
    GiveHint,
    Hint,
    Job,
    ShowPast,
    TellAbout,
    TellReach,
    TellRules,
    TurnBoard,
)
from interpreter.serve.rooms import hosting as host
from interpreter.serve.rooms import once_more
from interpreter.serve.rooms.errors import RefusedError, WorkersError
from interpreter.serve.rooms.guests import Known
from interpreter.serve.rooms.house import House, Made
from interpreter.serve.rooms.rights import PLAY, Visitor
from interpreter.serve.rooms.room import Room
from interpreter.serve.table.setting_up import checked
from interpreter.serve.web.endpoints import (
    COOKIE,
    Created,
    endpoint,
    number_at,
    problem_of,
    read_aside,
    wrong,
)
from interpreter.serve.workers.process import WorkerError, WorkerLostError

A = TypeVar("A")
_AT = "/api/rooms/{room}"
#: What rules that are sent with a request may be called.
RULES_NAME = re.compile(r"[\w .\-]{1,80}\.lud")
#: Of so many games it is remembered where pieces go.
_REACHES = 200
#: Seconds that a hint may take.
_HINT = 30.0


def room_routes() -> list[Route]:
    """The routes."""
    actions = (
        message.TakenBack,
        message.UndoAsked,
        message.DrawOffered,
        message.Agreed,
        message.Declined,
        message.Resigned,
    )
    return [
        endpoint("POST", "/api/rooms", _make),
        endpoint("GET", _AT, _look),
        endpoint("GET", f"{_AT}/glance", _glance),
        endpoint("POST", f"{_AT}/again", _again),
        endpoint("POST", f"{_AT}/rematch", _rematch),
        endpoint("POST", f"{_AT}/follow", _follow),
        endpoint("POST", f"{_AT}/enter", _enter),
        endpoint("POST", f"{_AT}/moves", _move),
        *(endpoint("POST", f"{_AT}/{each.does}", _turn(each)) for each in actions),
        endpoint("GET", f"{_AT}/past/{{ply}}", _past),
        endpoint("GET", f"{_AT}/board/{{turn}}", _board),
        endpoint("GET", f"{_AT}/about", _about),
        endpoint("GET", f"{_AT}/rules", _rules),
        endpoint("GET", f"{_AT}/reach", _reach),
        endpoint("POST", f"{_AT}/hint", _hint),
        endpoint("POST", f"{_AT}/why", _why),
        endpoint("GET", f"{_AT}/ending", _ending),
        endpoint("GET", f"{_AT}/links", _links),
        endpoint("POST", f"{_AT}/links", _new_link),
        endpoint("POST", f"{_AT}/revoke", _revoke),
        endpoint("POST", f"{_AT}/seats", _reseat),
        endpoint("POST", f"{_AT}/delete", _delete),
    ]


def house_of(request: Request) -> House:
    """The rooms of the server that is asked."""
    house: House = request.app.state.house
    return house


async def visit(request: Request) -> tuple[Room, Visitor]:
    """The room of a request, and what its cookie allows there. Raises NoRoomError and RefusedError."""
    house = house_of(request)
    room = await house.room(request.path_params["room"])
    visitor = await house.rights.visitor(room.name, request.cookies.get(COOKIE))
    if visitor is None:
        raise RefusedError("this takes a link to the room")
    return room, visitor


# --- Making and entering ----------------------------------------------------------------------------------


async def _make(request: Request, body: message.NewRoom) -> Created[message.RoomMade]:
    """A new room, of which who asks is the host."""
    if body.text is not None and not RULES_NAME.fullmatch(body.game):
        raise BadRequestError("rules of one's own are a text, and are called something.lud")
    made = await house_of(request).make(
        body.game,
        body.options or {},
        body.seats or (),
        secrets.randbits(32) if body.seed is None else body.seed,
        body.text,
        body.clock,
        None if body.position is None else await read_aside(request, checked, body.position),
    )
    return _made(made)


async def _again(request: Request) -> Created[message.RoomMade]:
    """A new room for the same game, options, clock and seats: who asks keeps theirs, other people come by
    links."""
    room, visitor = await visit(request)
    own = room.played_by(visitor)
    if not own and not visitor.host:
        raise RefusedError("who watches does not play")
    return _made(await house_of(request).again(room, own, secrets.randbits(32)))


async def _rematch(request: Request, body: message.RematchRequest) -> Nothing:
    """Wants to play once more, or not any more; once all people do, a new room begins, with seats turned by
    one, to which everybody may follow."""
    room, visitor = await visit(request)
    await once_more.want(house_of(request), room, visitor, body.wants, secrets.randbits(32))
    return Nothing()


async def _follow(request: Request) -> Created[message.RoomMade]:
    """Goes on to the rematch, with the rights that one has here: to a seat, to watch, as host."""
    room, visitor = await visit(request)
    name, links, cookie = await once_more.follow(house_of(request), room, visitor)
    return Created(message.RoomMade(name, links), f"/api/rooms/{name}", cookie)


def _made(made: Made) -> Created[message.RoomMade]:
    name = made.room.name
    return Created(message.RoomMade(name, made.links), f"/api/rooms/{name}", made.cookie)


async def _enter(request: Request, body: message.Secret) -> Created[message.RoomName]:
    """Exchanges the secret of a link for a cookie."""
    house = house_of(request)
    room = await house.room(request.path_params["room"])
    cookie = await house.rights.enter(room.name, body.secret, request.cookies.get(COOKIE))
    await room.meet(house.rights)
    return Created(message.RoomName(room.name), f"/api/rooms/{room.name}", cookie, 200)


# --- Playing ----------------------------------------------------------------------------------------------


async def _look(request: Request) -> message.RoomNews | Response:
    """How the game stands, with all that its socket tells at first."""
    room, visitor = await visit(request)
    return Response(room.news(visitor, Known()), media_type="application/json")


async def _glance(request: Request) -> message.Glance:
    """How the game stands, in short."""
    room, visitor = await visit(request)
    shown = room.snapshot.position
    over = shown.over is not None
    return message.Glance(
        shown.ply,
        shown.mover_name,
        not over and shown.mover in room.played_by(visitor),
        over,
        "" if room.board is None else room.board.title,
    )


async def _move(request: Request, body: message.MoveRequest) -> message.RoomVersion | Response:
    """Plays a move. One that was chosen in a position that has passed is answered by 409, with the
    `snapshot`."""
    return await _commanded(request, body, Command(message.Moved.does, body.move, body.version))


def _turn(action: type[message.Action]) -> Callable[..., Awaitable[object]]:
    does: str = getattr(action, message.Action.TAG)

    async def handler(request: Request, body: message.TurnRequest) -> message.RoomVersion | Response:
        return await _commanded(request, body, Command(does, version=body.version))

    handler.__doc__ = action.__doc__
    return handler


async def _commanded(
    request: Request, body: message.TurnRequest, command: Command
) -> message.RoomVersion | Response:
    room, visitor = await visit(request)
    try:
        return message.RoomVersion(await room.command(visitor, command, body.player, body.id))
    except (UserError, WorkerError) as error:
        answer = wrong(error)
        if answer.status_code != 409:
            return answer
        failure = plain_json(Failure(problem_of(error)))
        text = f'{failure[:-1]},"snapshot":{room.news(visitor, Known())}}}'
        return Response(text, 409, media_type="application/json")


# --- Looking ----------------------------------------------------------------------------------------------


async def _asked(request: Request, job: Job[A]) -> A:
    """What whoever holds the table of a room answers."""
    room, _ = await visit(request)
    try:
        return await house_of(request).pool.ask(room.name, room.setup, job, room.actions)
    except WorkerLostError:
        raise WorkersError("the table took too long, or was lost") from None


async def _past(request: Request) -> PastPosition:
    """The position after so many decisions."""
    return await _asked(request, ShowPast(number_at(request, "ply")))


async def _board(request: Request) -> Board:
    """The board turned clockwise by one of its `turns`."""
    return await _asked(request, TurnBoard(number_at(request, "turn")))


async def _about(request: Request) -> About:
    """What may be chosen for the game: its options, the machines that play it."""
    return await _asked(request, TellAbout())


async def _rules(request: Request) -> Rules:
    """The rules in English."""
    return await _asked(request, TellRules())


async def _reach(request: Request) -> Reaches:
    """Where pieces go, of each kind and from each colour of cells, as small pictures."""
    room, _ = await visit(request)
    house = house_of(request)
    # the same for all rooms of a game: it is found once
    key = json.dumps(encode(evolve(room.setup, seed=0, clock=None)), sort_keys=True)
    reach = house.reaches.get(key)
    if reach is None:
        try:
            reach = await house.pool.think(room.name, room.setup, TellReach(), room.actions, _HINT)
        except WorkerLostError:
            raise WorkersError("where pieces go was not found in time") from None
        if len(house.reaches) >= _REACHES:
            house.reaches.pop(next(iter(house.reaches)))
        house.reaches[key] = reach
    return reach


async def _why(request: Request, body: message.MoveText) -> Json:
    """Why a move is legal or not, as `gdl why --output-format json` says it."""
    room, _ = await visit(request)
    try:
        job, pool = Explain(body.move), house_of(request).pool
        return await pool.think(room.name, room.setup, job, room.actions, _HINT)
    except WorkerLostError:
        raise WorkersError("no reason was found in time") from None


async def _ending(request: Request) -> EndReason:
    """Why the game is over by its rules, in a sentence, and by which pieces."""
    room, _ = await visit(request)
    if room.snapshot.over is None or room.snapshot.over.end != "rules":
        raise BadRequestError("the rules have not ended this game")
    if room.ended_by is None or room.ended_by[0] != room.version:
        try:
            pool = house_of(request).pool
            reason = await pool.think(room.name, room.setup, ExplainEnd(), room.actions, _HINT)
        except WorkerLostError:
            raise WorkersError("no reason was found in time") from None
        room.ended_by = room.version, reason
    return room.ended_by[1]


async def _hint(request: Request, body: message.Version) -> Hint:
    """What a strong player would do, for who is to move."""
    room, visitor = await visit(request)
    if room.snapshot.mover not in visitor.players:
        raise RefusedError("a hint is for who is to move")
    if body.version not in (None, room.version):
        raise BadRequestError("the game has gone on meanwhile")
    try:
        pool = house_of(request).pool
        return await pool.think(room.name, room.setup, GiveHint(), room.actions, _HINT)
    except WorkerLostError:
        raise WorkersError("nobody has found a hint in time") from None


# --- Hosting ----------------------------------------------------------------------------------------------


async def _links(request: Request) -> message.Links:
    """For the host: the links that hold."""
    room, visitor = await visit(request)
    return message.Links(await host.links(room, house_of(request).rights, visitor))


async def _new_link(request: Request, body: message.LinkRequest) -> Created[Link]:
    """For the host: a new link; one to a seat ends every other right to play there."""
    room, visitor = await visit(request)
    rights = house_of(request).rights
    secret = await host.new_link(room, rights, visitor, body.kind, body.player)
    return Created(Link(body.kind, body.player, host.link_to(room.name, secret)))


async def _revoke(request: Request, body: message.LinkRequest) -> Nothing:
    """For the host: the end of the links to a seat, or of all for watching, and of what came of them."""
    room, visitor = await visit(request)
    await host.revoke(room, house_of(request).rights, visitor, body.kind, body.player)
    return Nothing()


async def _reseat(request: Request, body: message.SeatRequest) -> message.Reseated:
    """For the host: somebody else sits there from now on."""
    room, visitor = await visit(request)
    rights, cookie = house_of(request).rights, request.cookies[COOKIE]
    secret = await host.reseat(room, rights, visitor, body.player, body.by, cookie)
    if secret is None:
        return message.Reseated()
    return message.Reseated(Link(PLAY, body.player, host.link_to(room.name, secret)))


async def _delete(request: Request, body: message.RoomDeletion) -> Nothing:
    """For the host: deletes the room, of which nothing comes back."""
    room, visitor = await visit(request)
    host.check_deletion(room, visitor, body.room)
    await house_of(request).delete(room, "by its host")
    return Nothing()
