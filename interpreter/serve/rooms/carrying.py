"""Codes by which somebody goes on with their games on another machine.

A page makes a code and brings it to each room that it knows, whose cookie only that room is sent. On the
other machine the code is exchanged for cookies to all of them. It holds for a while, and once.
"""

from __future__ import annotations

import json
import time
from collections.abc import Sequence

from interpreter.serve.rooms.database import Connection
from interpreter.serve.rooms.errors import RefusedError
from interpreter.serve.rooms.rights import Rights, Visitor, hashed
from interpreter.serve.rooms.store import Store

#: Seconds for which a code holds; so many rooms go with one.
_HOLDS, MOST = 900.0, 40


def _read(code: str) -> bytes:
    return hashed(code.upper())


async def bring(store: Store, visitor: Visitor, code: str) -> None:
    """Let the rights of somebody in a room go with a code. Raises RefusedError for one room too many."""
    row = (_read(code), visitor.room, json.dumps(visitor.rights), visitor.name, time.time() + _HOLDS)

    def work(connection: Connection) -> bool:
        connection.execute("delete from carried where until < ?", (time.time(),))
        count = connection.execute("select count(*) from carried where code = ?", row[:1]).fetchone()[0]
        if count < MOST:
            connection.execute("delete from carried where code = ? and room = ?", row[:2])
            connection.execute("insert into carried values (?, ?, ?, ?, ?)", row)
        return bool(count < MOST)

    if not await store.do(work):
        raise RefusedError(f"{MOST} games go with one code")


async def fetch(store: Store, rights: Rights, code: str) -> Sequence[tuple[str, str, str]]:
    """The rooms of a code with a new cookie for each, and what one is called there; the code is used up.

    Raises RefusedError for one that does not hold.
    """
    key = _read(code)

    def work(connection: Connection) -> list[tuple[str, str, str]]:
        query = "select room, rights, name from carried where code = ? and until >= ?"
        rows = connection.execute(query, (key, time.time())).fetchall()
        connection.execute("delete from carried where code = ?", (key,))
        return rows

    rows = await store.do(work)
    if not rows:
        raise RefusedError("this code does not hold, or not any more: make another one")
    result = []
    for room, kept, name in rows:
        cookie = await rights.lend(room, json.loads(kept))
        visitor = await rights.visitor(room, cookie)
        if visitor is None:  # revoked meanwhile
            continue
        if name:
            await rights.call(room, visitor.person, name)
        result.append((room, cookie, name))
    return result
