"""What the host of a room decides: who sits where, and who has links."""

from __future__ import annotations

from interpreter.errors.user_errors import BadRequestError
from interpreter.players.naming import read_player
from interpreter.serve.messages.room import LinkInfo
from interpreter.serve.rooms.errors import RefusedError, TooMuchError
from interpreter.serve.rooms.rights import HOST, LINK, PEOPLE, PERSON, PLAY, PROGRAM, WATCH, Rights, Visitor
from interpreter.serve.rooms.room import Room

#: What a machine may take, by the options of players: seconds, playouts, plies, bytes.
_MOST = {"time": 60, "iterations": 10_000_000, "depth": 64, "nodes": 100_000_000, "memory": 512 << 20}


def seat_named(by: str) -> str:
    """Who is to sit on a seat, written as always.

    Raises PlayerError and PlayerOptionError, and TooMuchError for one that takes more than a guest may ask.
    """
    if by in PEOPLE:
        return by
    named = read_player(by)
    if named.file:
        raise RefusedError("no player on a page reads a file of the machine that serves it")
    for option, most in _MOST.items():
        if (named.given.get(option) or 0) > most:
            raise TooMuchError(f"a machine on a page may have `{option}` {most} at most")
    return PERSON if named.is_human else str(named)


def link_to(room: str, secret: str) -> str:
    """The address of a link to a room: the secret stands where no server is told of it."""
    return f"/r/{room}#{secret}"


def _hosted(visitor: Visitor) -> None:
    if not visitor.host:
        raise RefusedError("this is for the host of the room")


def _seat(room: Room, player: int | None) -> int:
    if player is None or not 1 <= player <= len(room.seats):
        raise BadRequestError(f"the players are 1 to {len(room.seats)}")
    return player


async def new_link(room: Room, rights: Rights, visitor: Visitor, kind: str, player: int | None) -> str:
    """A new link; returns its secret. One to a seat ends every other right to play there.

    Raises RefusedError, BadRequestError.
    """
    _hosted(visitor)
    if kind == WATCH:
        return await rights.grant(room.name, WATCH, [])
    seat = _seat(room, player)
    if room.seats[seat - 1] not in (LINK, PROGRAM):
        raise BadRequestError("this seat is not played by a link")
    await rights.give_up(room.name, seat)
    secret = await rights.grant(room.name, PLAY, [seat])
    await room.meet(rights)
    return secret


async def revoke(room: Room, rights: Rights, visitor: Visitor, kind: str, player: int | None) -> None:
    """End the links to a seat, or all those for watching, and what came of them.

    Raises RefusedError, BadRequestError.
    """
    _hosted(visitor)
    if kind == WATCH:
        await rights.revoke_watching(room.name)
    else:
        await rights.give_up(room.name, _seat(room, player))
    await room.meet(rights)


async def reseat(
    room: Room, rights: Rights, visitor: Visitor, player: int | None, by: str, cookie: str
) -> str | None:
    """Let somebody else sit on a seat; returns the secret of the link to it, where it is played by one.

    Raises RefusedError, BadRequestError, PlayerError, and WorkerError.
    """
    _hosted(visitor)
    seat = _seat(room, player)
    named = seat_named(by)
    await rights.give_up(room.name, seat)
    if named == PERSON:
        await rights.admit(room.name, PLAY, [seat], cookie)
    await room.reseat([named if index == seat else each for index, each in enumerate(room.seats, 1)])
    await room.meet(rights)
    return await rights.grant(room.name, PLAY, [seat]) if named in (LINK, PROGRAM) else None


def check_deletion(room: Room, visitor: Visitor, named: str | None) -> None:
    """Raise where a room is not to be deleted: it is named once more, so that nobody does it by mistake.

    Raises RefusedError, BadRequestError.
    """
    _hosted(visitor)
    if named != room.name:
        raise BadRequestError("nothing comes back of a room that is deleted: name it in `room` once more")


async def links(room: Room, rights: Rights, visitor: Visitor) -> list[LinkInfo]:
    """The links that hold: for whom they are, and whether they were used. Raises RefusedError."""
    _hosted(visitor)
    return [
        LinkInfo(each.kind, each.players, each.used)
        for each in await rights.of_room(room.name)
        if each.kind != HOST
    ]
