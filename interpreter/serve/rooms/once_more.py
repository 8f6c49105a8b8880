"""Rematches by consent: the same game once more, with seats turned by one, and everybody led along."""

from __future__ import annotations

from interpreter.serve.messages.codec import encode
from interpreter.serve.messages.room import Link
from interpreter.serve.rooms.errors import RefusedError
from interpreter.serve.rooms.house import House
from interpreter.serve.rooms.rematch import Next, asked
from interpreter.serve.rooms.rights import HOST, LINK, PERSON, PLAY, WATCH, Visitor
from interpreter.serve.rooms.room import Room


def turned(player: int, players: int) -> int:
    """Where a player sits in the next game."""
    return player % players + 1


async def want(house: House, room: Room, visitor: Visitor, wants: bool, seed: int) -> None:
    """Somebody wants to play once more, or does not any more; begin where all who play do.

    Raises RefusedError, and what making a room does.
    """
    async with room.lock:
        own = room.played_by(visitor)
        if not own:
            raise RefusedError("who watches does not play")
        rematch, count = room.rematch, len(room.seats)
        if rematch.next is not None:
            return
        if room.snapshot.over is None:
            raise RefusedError("the game is not over")
        rematch.wanted = rematch.wanted | own if wants else rematch.wanted - own
        await house.store.set_rematch(room.name, encode(rematch.kept))
        if wants and asked(room.seats) <= rematch.wanted:
            seats = {turned(player, count): by for player, by in enumerate(room.seats, 1)}
            made = await house.like(room, [seats[player] for player in range(1, count + 1)], seed)
            rematch.next = Next(made.room.name, made.room.seats, made.links, made.cookie)
            await house.store.set_rematch(room.name, encode(rematch.kept))
    room.publish()


async def follow(house: House, room: Room, visitor: Visitor) -> tuple[str, list[Link], str]:
    """Let somebody into the rematch with the rights that they have here: the room there, a host's links, the
    cookie. Raises RefusedError where there is none."""
    rematch = room.rematch.next
    if rematch is None:
        raise RefusedError("nobody has begun another game here")
    rights, name = house.rights, rematch.room
    async with rematch.lock:
        cookie = rematch.cookies.get(visitor.rights)
        if cookie is None:
            cookie = rematch.cookie if visitor.host else None
            if visitor.host and cookie is None:  # the server is another one since
                here = [player for player, by in enumerate(rematch.seats, 1) if by == PERSON]
                cookie = await rights.admit(name, HOST, here)
            there = {turned(player, len(room.seats)) for player in room.played_by(visitor)}
            by_link = [player for player in there if rematch.seats[player - 1] != PERSON]
            for player in by_link:
                await rights.give_up(name, player)
                cookie = await rights.admit(name, PLAY, [player], cookie)
            if cookie is None:
                cookie = await rights.admit(name, WATCH, [])
            rematch.cookies[visitor.rights] = cookie
            if visitor.name:
                there_too = await rights.visitor(name, cookie)
                if there_too is not None:
                    await rights.call(name, there_too.person, visitor.name)
                    await house.meet(name)
    taken = {player for player, by in enumerate(rematch.seats, 1) if by == LINK}
    links = [link for link in rematch.links if link.player not in taken] if visitor.host else []
    return name, links, cookie
