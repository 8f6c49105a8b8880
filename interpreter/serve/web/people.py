"""People who meet, over HTTP: names, open games, what is said and reported, going on on another machine."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from interpreter.serve.messages import lobby as open_games
from interpreter.serve.messages import people as message
from interpreter.serve.messages.room import Nothing, RoomName
from interpreter.serve.rooms import carrying, lobby, reports
from interpreter.serve.rooms.errors import RefusedError
from interpreter.serve.rooms.people import PHRASES, narrower, plain_name
from interpreter.serve.web.endpoints import COOKIE, Created, endpoint, let_in, response
from interpreter.serve.web.guards import address_of
from interpreter.serve.web.rooms import house_of, visit

_AT = "/api/rooms/{room}"


def people_routes() -> list[Route]:
    """The routes."""
    return [
        endpoint("GET", "/api/lobby", _lobby),
        endpoint("POST", f"{_AT}/offer", _offer),
        endpoint("POST", f"{_AT}/join", _join),
        endpoint("POST", f"{_AT}/name", _name),
        endpoint("GET", "/api/phrases", _phrases),
        endpoint("POST", f"{_AT}/say", _say),
        endpoint("POST", f"{_AT}/chat", _chat),
        endpoint("POST", f"{_AT}/report", _report),
        endpoint("POST", f"{_AT}/carry", _carry),
        endpoint("POST", "/api/carried", _carried),
    ]


async def _lobby(request: Request) -> open_games.Lobby:
    """The games that anybody may join now."""
    return await lobby.everywhere(house_of(request))


async def _offer(request: Request, body: open_games.OfferRequest) -> Nothing:
    """For the host: lets anybody join, listed in the lobby as long as the host is here and a seat is free."""
    room, visitor = await visit(request)
    await lobby.offer(house_of(request), room, visitor, body.open, address_of(request.scope))
    return Nothing()


async def _join(request: Request, body: open_games.JoinRequest) -> Created[RoomName]:
    """Takes a free seat of a game that anybody may join."""
    house = house_of(request)
    room = await house.room(request.path_params["room"])
    cookie = request.cookies.get(COOKIE)
    visitor = await house.rights.visitor(room.name, cookie)
    cookie = await lobby.join(house, room, visitor, cookie, body.player)
    return Created(RoomName(room.name), f"/api/rooms/{room.name}", cookie)


async def _name(request: Request, body: message.NameRequest) -> message.NameTaken:
    """What one is called in this room: without what is not seen, and cut to 24 letters."""
    room, visitor = await visit(request)
    house, name = house_of(request), plain_name(body.name)
    if name != visitor.name:
        await house.rights.call(room.name, visitor.person, name)
        await room.meet(house.rights)
    return message.NameTaken(name)


async def _phrases(request: Request) -> message.Phrases:
    """What can be said in a chat of `phrases`."""
    return message.Phrases(PHRASES)


async def _say(request: Request, body: message.SayRequest) -> Nothing:
    """Says something in a room, for whoever plays there and its host."""
    room, visitor = await visit(request)
    await room.say(visitor, body.words)
    return Nothing()


async def _chat(request: Request, body: message.ChatRequest) -> Nothing:
    """For the host: what may be written from now on, as far as the server allows it."""
    room, visitor = await visit(request)
    house = house_of(request)
    if not visitor.host:
        raise RefusedError("this is for the host of the room")
    mode = narrower(house.terms.chat, body.mode)
    if mode != body.mode:
        raise RefusedError("this server allows no more to be written")
    await house.store.set_chat(room.name, mode)
    room.company.chat.mode = mode
    room.publish()
    return Nothing()


async def _report(request: Request, body: message.ReportRequest) -> Nothing:
    """Reports what goes on here to who looks after the server, with what was said last."""
    room, visitor = await visit(request)
    house, company = house_of(request), room.company
    game = room.setup.game if room.board is None else room.board.title
    who, about = (
        f"{company.name_of(person) or 'somebody'} ({person})" if person else None
        for person in (visitor.person, body.person)
    )
    made = reports.report_of(room.name, game, who or "", about, body.words, company.chat.said)
    await house.store.do(lambda connection: reports.add(connection, made))
    return Nothing()


async def _carry(request: Request, body: message.CarryRequest) -> Nothing:
    """Lets the rights that one has here go with a code, which holds for a quarter of an hour, and once."""
    _, visitor = await visit(request)
    await carrying.bring(house_of(request).store, visitor, body.code)
    return Nothing()


async def _carried(request: Request, body: message.CarryRequest) -> message.Carried | Response:
    """Exchanges a code for cookies to all the rooms that go with it."""
    house = house_of(request)
    rooms = await carrying.fetch(house.store, house.rights, body.code)
    called = next((called for *_, called in rooms if called), "")
    answer = response(message.Carried([message.CarriedRoom(name) for name, *_ in rooms], called))
    for name, cookie, _ in rooms:
        let_in(answer, request, f"/api/rooms/{name}", cookie)
    names = {name for name, *_ in rooms}
    for room in [room for room in house.open_rooms if room.name in names]:
        await room.meet(house.rights)
    return answer
