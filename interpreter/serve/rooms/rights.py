"""Rights: what a link allows, and who has come by it.

A link carries a secret. It is exchanged for a cookie, which is another secret; of both only hashes are
kept. A link to a seat is used up as soon as the cookie that came of it has been shown, so that it may be
opened once more where the first answer was lost; a link for watching serves many. A right that is revoked
ends every cookie that came of it.
"""

from __future__ import annotations

import json
import secrets
from hashlib import sha256

from gdl.support.values import frozen
from interpreter.serve.rooms.database import Connection
from interpreter.serve.rooms.errors import RefusedError
from interpreter.serve.rooms.store import Right, Store

#: At the host's browser; by a link; an outside program.
PERSON, LINK, PROGRAM = "person", "link", "program"
PEOPLE = (PERSON, LINK, PROGRAM)


_BYTES = 16


def new_secret() -> str:
    """A secret as it stands in a link or a cookie: 22 letters, digits, `-` and `_`."""
    return secrets.token_urlsafe(_BYTES)


def new_name() -> str:
    """The name of a room: it is no secret, and not to be guessed either."""
    return secrets.token_hex(6)


def hashed(secret: str) -> bytes:
    """What is kept of a secret. Secrets are random and long: they need no salt and no slow hash."""
    return sha256(secret.encode("utf-8", "replace")).digest()


def _person(cookie: bytes) -> str:
    """What tells a browser apart from others, by what is kept of its cookie."""
    return cookie.hex()[:12]


#: What a right is for: to see who plays and to hand out links, to play, to watch.
HOST, PLAY, WATCH = "host", "play", "watch"
KINDS = (HOST, PLAY, WATCH)


@frozen
class Visitor:
    """What somebody may do in a room: play for these players; hand out links, if a host; and watch. `person`
    tells the browsers of a room apart, and `name` is what somebody there chose to be called."""

    room: str
    rights: tuple[int, ...]
    players: frozenset[int]
    host: bool
    person: str = ""
    name: str = ""


@frozen
class Person:
    """Somebody who has a name in a room, and plays there for these players."""

    name: str
    players: frozenset[int]


class Rights:
    """The rights of all rooms."""

    def __init__(self, store: Store) -> None:
        self._store = store
        #: visitors by room and cookie, until something is changed in the room
        self._known: dict[str, dict[bytes, Visitor]] = {}

    async def _changed(self, room: str) -> None:
        """Who is who in a room is to be learnt anew, here and elsewhere."""
        self._known.pop(room, None)
        await self._store.tell("changed", room)

    async def grant(self, room: str, kind: str, players: list[int]) -> str:
        """A new right; returns the secret for its link."""
        secret = new_secret()
        await self._store.add_right(room, kind, players, hashed(secret))
        return secret

    async def enter(self, room: str, secret: str, cookie: str | None) -> str:
        """Exchange a link's secret for a cookie: the one that there is already, or a new one.

        Raises RefusedError for a secret of no link, and of one that was used up or revoked.
        """
        granted = await self._store.rights("secret = ? and room = ? and revoked = 0", (hashed(secret), room))
        if not granted:
            raise RefusedError("this link is not valid, or not any more: ask for another one")
        right = granted[0]
        if cookie is not None and await self.visitor(room, cookie) is None:
            cookie = None
        own = cookie is not None and right.id in await self._rights_of(room, cookie)
        if own:
            assert cookie is not None
            return cookie
        if right.used:
            raise RefusedError("this link was used already: it is good for one browser, ask for another one")
        cookie = cookie or new_secret()
        values = (hashed(cookie), right.id, room)

        def work(connection: Connection) -> None:
            if right.kind != WATCH:  # nobody has shown the cookie that came of it before
                connection.execute("delete from visits where own_right = ?", (right.id,))
            connection.execute("insert into visits values (?, ?, ?, 0) on conflict do nothing", values)

        await self._store.do(work)
        await self._changed(room)
        return cookie

    async def admit(self, room: str, kind: str, players: list[int], cookie: str | None = None) -> str:
        """A right for who is here already, without any link; returns the cookie."""
        return await self.enter(room, await self.grant(room, kind, players), cookie)

    async def visitor(self, room: str, cookie: str | None) -> Visitor | None:
        """Who has this cookie; None for nobody. Links to seats are used up now."""
        if cookie is None:
            return None
        key = hashed(cookie)
        known = self._known.setdefault(room, {})
        if key in known:
            return known[key]
        rows = await self._store.rights(
            "revoked = 0 and room = ? and id in (select own_right from visits where cookie = ?)", (room, key)
        )
        if not rows:
            return None
        fresh = [(row.id,) for row in rows if row.kind != WATCH and not row.used]
        if fresh:
            query = "update rights set used = 1 where id = ?"
            await self._store.do(lambda c: c.executemany(query, fresh))
        query = "select name from people where room = ? and person = ?"
        person = _person(key)
        named = await self._store.do(lambda c: c.execute(query, (room, person)).fetchone())
        visitor = Visitor(
            room,
            tuple(row.id for row in rows),
            frozenset(player for row in rows for player in row.players),
            any(row.kind == HOST for row in rows),
            person,
            "" if named is None else named[0],
        )
        if len(known) > 1000:
            known.clear()
        known[key] = visitor
        return visitor

    async def give_up(self, room: str, player: int) -> None:
        """Nobody has a right to play for a player any more, neither by a link nor by a cookie."""
        rows = await self._store.rights("room = ? and revoked = 0", (room,))
        changed = [
            (json.dumps(rest), int(row.kind == PLAY and not rest), row.id)
            for row in rows
            if player in row.players
            for rest in [[each for each in row.players if each != player]]
        ]
        query = "update rights set players = ?, revoked = ? where id = ?"
        await self._store.do(lambda c: c.executemany(query, changed))
        await self._changed(room)

    async def call(self, room: str, person: str, name: str) -> None:
        """What somebody is called from now on; nothing by an empty name."""
        values = (room, person, name)

        def work(connection: Connection) -> None:
            connection.execute("delete from people where room = ? and person = ?", values[:2])
            if name:
                connection.execute("insert into people values (?, ?, ?)", values)

        await self._store.do(work)
        await self._changed(room)

    async def people(self, room: str) -> dict[str, Person]:
        """Who has a name in a room, by what tells browsers apart."""
        query = (
            "select visits.cookie, rights.players from visits join rights on rights.id = visits.own_right "
            "where visits.room = ? and rights.revoked = 0"
        )

        def work(connection: Connection) -> dict[str, Person]:
            rows = connection.execute("select person, name from people where room = ?", (room,))
            named = dict(rows.fetchall())
            players: dict[str, set[int]] = {}
            for cookie, own in connection.execute(query, (room,)):
                players.setdefault(_person(cookie), set()).update(json.loads(own))
            return {who: Person(named[who], frozenset(players[who])) for who in named if who in players}

        return await self._store.do(work)

    async def taken(self, room: str) -> set[int]:
        """The players for whom somebody has come by a link."""
        query = (
            "select players from rights where room = ? and revoked = 0 "
            "and id in (select own_right from visits where room = ?)"
        )
        rows = await self._store.do(lambda c: c.execute(query, (room, room)).fetchall())
        return {player for (players,) in rows for player in json.loads(players)}

    async def lend(self, room: str, rights: tuple[int, ...]) -> str:
        """One more cookie for the same rights, for another machine of the same person; returns it."""
        cookie = new_secret()
        rows = [(hashed(cookie), right, room) for right in rights]
        query = "insert into visits values (?, ?, ?, 0) on conflict do nothing"
        await self._store.do(lambda c: c.executemany(query, rows))
        await self._changed(room)
        return cookie

    async def revoke_watching(self, room: str) -> None:
        """End all links for watching, and what came of them."""
        query = "update rights set revoked = 1 where room = ? and kind = ?"
        await self._store.do(lambda c: c.execute(query, (room, WATCH)))
        await self._changed(room)

    def forget_all(self) -> None:
        """Remember nobody: something may have been missed."""
        self._known.clear()

    def forget(self, room: str) -> None:
        """Remember nobody of a room, which was let go of, or deleted."""
        self._known.pop(room, None)

    async def of_room(self, room: str) -> list[Right]:
        """All rights in a room that hold."""
        return await self._store.rights("room = ? and revoked = 0 order by id", (room,))

    async def _rights_of(self, room: str, cookie: str) -> tuple[int, ...]:
        visitor = await self.visitor(room, cookie)
        return () if visitor is None else visitor.rights
