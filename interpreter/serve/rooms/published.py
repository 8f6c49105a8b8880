"""What visitors have made and published in the gallery of a server, where its operator keeps one.

Rules are compiled, confined as all strangers' rules are, before they are shown: what is told of them, and
their picture, is found then, once.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Sequence
from typing import Any

from interpreter.serve.messages.codec import decode, encode
from interpreter.serve.messages.gallery import Gallery, Origin, ShowMade, Shown, ShownText, ShowRequest
from interpreter.serve.messages.room import Setup
from interpreter.serve.messages.worker import DrawPicture, TellAbout
from interpreter.serve.rooms.errors import NoRoomError, RefusedError, TooMuchError
from interpreter.serve.rooms.house import House
from interpreter.serve.rooms.people import plain_name, plain_words
from interpreter.serve.rooms.rights import hashed, new_name, new_secret

#: So many are shown; so long a text; a picture of more bytes is not kept.
MOST, _LETTERS, _PICTURE, _TITLE = 500, 100_000, 200_000, 60
#: Addresses that rules may say to be made from.
_AT = re.compile(r"/\?game=[\w%.-]{1,80}|/workshop\?gallery=[0-9a-f]{12}")
_SHOWN = "select id, title, players, maker, at, origin from published"


async def listed(house: House) -> Gallery:
    """What is shown."""
    if not house.terms.gallery:
        return Gallery([], False)
    query = f"{_SHOWN} order by at desc limit {MOST}"
    rows = await house.store.do(lambda c: c.execute(query).fetchall())
    return Gallery([_shown(row) for row in rows], True)


def _shown(row: Sequence[Any]) -> Shown:
    name, title, players, maker, at, origin = row
    return Shown(
        name, title, players, maker, at, None if origin is None else decode(Origin, json.loads(origin))
    )


async def text_of(house: House, name: str) -> ShownText:
    """The rules of one. Raises NoRoomError."""
    query = _SHOWN.replace(" from", ", name, text from") + " where id = ?"
    row = await _row(house, query, name)
    return ShownText(row[6], row[7], _shown(row[:6]))


async def picture_of(house: House, name: str) -> str:
    """Its first position. Raises NoRoomError."""
    row = await _row(house, "select picture from published where id = ?", name)
    return str(row[0])


async def _row(house: House, query: str, name: str) -> tuple[Any, ...]:
    row: tuple[Any, ...] | None = None
    if house.terms.gallery:
        row = await house.store.do(lambda c: c.execute(query, (name,)).fetchone())
    if row is None:
        raise NoRoomError("the gallery has no such game: it may have been taken back")
    return row


async def publish(house: House, wanted: ShowRequest) -> ShowMade:
    """Show rules to all. Raises RefusedError, TooMuchError; WorkerError for rules that cannot be played."""
    if not house.terms.gallery:
        raise RefusedError("this server keeps no gallery: share a link")
    if len(wanted.text) > _LETTERS:
        raise TooMuchError(f"the gallery takes rules of {_LETTERS:,} letters at most")
    count = await house.store.do(lambda c: c.execute("select count(*) from published").fetchone()[0])
    if count >= MOST:
        raise TooMuchError("the gallery is full")
    number, key = new_name(), new_secret()
    setup, table = Setup(game=wanted.name, seed=1, text=wanted.text), f"gallery {number}"
    try:
        about = await house.pool.ask(table, setup, TellAbout())
        picture = (await house.pool.ask(table, setup, DrawPicture())).svg
    finally:
        await house.pool.forget(table, setup)
    origin = None if wanted.origin is None else _plain(wanted.origin)
    row = (
        number,
        time.time(),
        plain_words(about.title, _TITLE) or "Untitled",
        len(about.players),
        plain_name(wanted.by),
        wanted.name,
        wanted.text,
        None if origin is None else json.dumps(encode(origin)),
        picture if len(picture) <= _PICTURE else "",
        hashed(key),
    )
    query = "insert into published values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
    await house.store.do(lambda c: c.execute(query, row))
    return ShowMade(number, key)


def _plain(origin: Origin) -> Origin | None:
    title = plain_words(origin.title, _TITLE)
    return Origin(title, origin.at if _AT.fullmatch(origin.at) else "") if title else None


async def take_back(house: House, name: str, key: str) -> None:
    """Show rules no more, by the key of whoever put them there. Raises RefusedError."""
    query = "delete from published where id = ? and key = ?"
    if not await house.store.do(lambda c: c.execute(query, (name, hashed(key))).rowcount):
        raise RefusedError("only who put this into the gallery can take it back")


async def remove(house: House, name: str) -> None:
    """Show rules no more, as the operator wants it."""
    await house.store.do(lambda c: c.execute("delete from published where id = ?", (name,)))
