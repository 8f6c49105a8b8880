"""The lobby: games that their hosts offer to whoever comes, and how somebody joins one.

An offer is listed as long as its host is here and a seat is free: it goes by itself when it is taken or left.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Sequence

from interpreter.errors.user_errors import BadRequestError
from interpreter.serve.messages.codec import decode, encode
from interpreter.serve.messages.lobby import Lobby, OpenGame, OpenSeat
from interpreter.serve.rooms.errors import RefusedError, TooMuchError
from interpreter.serve.rooms.house import House
from interpreter.serve.rooms.rights import LINK, PLAY, Visitor
from interpreter.serve.rooms.room import Room

#: So many games are offered from one address at once; so many are listed.
MOST_OFFERED, MOST_LISTED = 8, 60
#: Seconds for which an offer whose host is away is listed still: a page is loaded anew, a network changes.
_AWAY = 20.0


def listed(house: House) -> Lobby:
    """The games that may be joined now."""
    now = time.monotonic()
    open_ones = sorted(
        (room for room in house.open_rooms if _is_open(room, now)),
        key=lambda room: room.company.since,
        reverse=True,
    )
    return Lobby([_told(house, room, now) for room in open_ones[:MOST_LISTED]], house.terms.lobby)


async def everywhere(house: House) -> Lobby:
    """Those, and the games that may be joined at other servers of the same place."""
    own, found = listed(house), await house.servers.offers()
    others = [decode(OpenGame, json.loads(told)) for _, told in found]
    games = sorted([*own.games, *others], key=lambda game: game.minutes) if others else own.games
    return Lobby(games[:MOST_LISTED], own.kept)


async def share(house: House) -> None:
    """Let the other servers list what may be joined here."""
    rows = {game.room: json.dumps(encode(game)) for game in listed(house).games}
    await house.servers.offer(
        {name: (house.opened(name).company.address, told) for name, told in rows.items()}
    )


def _is_open(room: Room, now: float) -> bool:
    company = room.company
    if not company.offered or room.gone or room.board is None or room.snapshot.over is not None:
        return False
    if any(guest.host for guest in room.guests):
        company.seen = now
    return now - company.seen <= _AWAY and bool(free_seats(room))


def free_seats(room: Room) -> list[int]:
    """The players for whom nobody has come yet."""
    return [
        player for player, by in enumerate(room.seats, 1) if by == LINK and player not in room.company.taken
    ]


def _told(house: House, room: Room, now: float) -> OpenGame:
    free, board = free_seats(room), room.board
    assert board is not None
    seats = [
        OpenSeat(name, room.company.at(player)[0], player in free)
        for player, name in enumerate(board.players, 1)
    ]
    return OpenGame(
        room.name,
        house.name_of(room.setup) or "",
        board.title,
        seats,
        room.setup.options,
        room.setup.clock,
        int((now - room.company.since) // 60),
    )


async def offer(house: House, room: Room, visitor: Visitor, wanted: bool, address: str) -> None:
    """Let anybody join a room from now on, or nobody any more. A seat that was taken by somebody who has left
    before anything was played is free again.

    Raises RefusedError, BadRequestError, TooMuchError.
    """
    if not visitor.host:
        raise RefusedError("this is for the host of the room")
    company = room.company
    if wanted:
        await _check(house, room, address)
        if not room.actions:
            for player in company.taken - room.here:
                if room.seats[player - 1] == LINK:
                    await house.rights.give_up(room.name, player)
        company.taken = await house.rights.taken(room.name)
        if not free_seats(room):
            raise BadRequestError("no seat is free: one is played by `a person, by a link`")
        if not company.offered:
            company.since = company.seen = time.monotonic()
        company.address = address
    await house.store.set_offered(room.name, wanted)
    company.offered = wanted
    await room.meet(house.rights)


async def _check(house: House, room: Room, address: str) -> None:
    if not house.terms.lobby:
        raise RefusedError("this server has no lobby: send the link")
    if house.name_of(room.setup) is None:
        raise RefusedError("games by rules of one's own are joined by a link alone")
    if room.snapshot.over is not None:
        raise BadRequestError("the game is over")
    others: Iterable[Room] = (each for each in house.open_rooms if each is not room)
    mine = sum(each.company.offered and each.company.address == address for each in others)
    mine += sum(offered_by == address for offered_by, _ in await house.servers.offers())
    if mine >= MOST_OFFERED:
        raise TooMuchError(f"{MOST_OFFERED} games are offered from your address: take one back first")


async def join(
    house: House, room: Room, visitor: Visitor | None, cookie: str | None, player: int | None
) -> str:
    """Let somebody take a free seat; returns the cookie. Raises RefusedError."""
    async with room.lock:
        company = room.company
        if visitor is not None and (visitor.host or room.played_by(visitor)):
            raise RefusedError("this is a game of yours already")
        if not company.offered or room.snapshot.over is not None:
            raise RefusedError("this game is not open any more")
        company.taken = await house.rights.taken(room.name)
        free = free_seats(room)
        chosen = _chosen(free, player)
        await house.rights.give_up(room.name, chosen)  # a link that was not used yet
        cookie = await house.rights.admit(room.name, PLAY, [chosen], None if visitor is None else cookie)
        company.taken = company.taken | {chosen}
        if len(free) == 1:
            await house.store.set_offered(room.name, False)
            company.offered = False
    await room.meet(house.rights)
    return cookie


def _chosen(free: Sequence[int], player: int | None) -> int:
    if not free:
        raise RefusedError("somebody was quicker: no seat is free any more")
    if player is None:
        return free[0]
    if player not in free:
        raise RefusedError("this seat is not free any more")
    return player
