"""What visitors report, and what the operator has done about it. A table of the database keeps it: `gdl
reports` reads it beside a running server, and says there what is to be deleted."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence

from gdl.support.values import frozen
from interpreter.serve.messages.codec import decode, encode
from interpreter.serve.messages.people import REPORTED, Said
from interpreter.serve.rooms.database import Connection
from interpreter.serve.rooms.errors import NoRoomError
from interpreter.serve.rooms.people import plain_words

#: So much of what was said goes with a report; so many reports are kept, the newest.
_SAID, _KEPT = 40, 10_000
#: What is to be done about a report: nothing more; the room deleted, by the server, which says then that it
#: was.
CLOSED, DELETE, DELETED = "closed", "delete", "deleted"
#: Before the name of a game in the gallery, where that is reported in place of a room.
GALLERY = "gallery "


@frozen
class Report:
    """A report: when, about which room of which game, by and about whom, why, and what was said there."""

    number: int
    at: float
    room: str
    game: str
    who: str
    about: str | None
    words: str
    said: Sequence[Said]
    verdict: str | None


def add(connection: Connection, report: Report) -> None:
    """Keep a report."""
    row = (
        report.at,
        report.room,
        report.game,
        report.who,
        report.about,
        plain_words(report.words, REPORTED),
        json.dumps(encode(report.said)),
    )
    query = "insert into reports (at, room, game, who, about, words, said) values (?, ?, ?, ?, ?, ?, ?)"
    number = connection.added(query, row)
    connection.execute("delete from reports where id <= ?", (number - _KEPT,))


def listed(connection: Connection, everything: bool = False) -> list[Report]:
    """The reports about which nothing was done, or all, the oldest first."""
    query = "select id, at, room, game, who, about, words, said, verdict from reports"
    rows = connection.execute(f"{query}{'' if everything else ' where verdict is null'} order by id")
    return [
        Report(
            number,
            at,
            room,
            game,
            who,
            about,
            words,
            [decode(Said, each) for each in json.loads(said)],
            verdict,
        )
        for number, at, room, game, who, about, words, said, verdict in rows
    ]


def decide(connection: Connection, number: int, verdict: str) -> None:
    """Say what is to be done about a report. Raises NoRoomError where there is none of this number."""
    query = "update reports set verdict = ? where id = ?"
    if connection.execute(query, (verdict, number)).rowcount != 1:
        raise NoRoomError(f"there is no report {number}")


def to_delete(connection: Connection) -> list[str]:
    """The rooms that are to be deleted, which are noted as such from now on."""
    rooms = [
        row[0] for row in connection.execute("select distinct room from reports where verdict = ?", (DELETE,))
    ]
    if rooms:
        connection.execute("update reports set verdict = ? where verdict = ?", (DELETED, DELETE))
    return rooms


def report_of(room: str, game: str, who: str, about: str | None, words: str, said: Sequence[Said]) -> Report:
    """A new report, with the end of what was said in the room."""
    return Report(0, time.time(), room, game, who, about, words, said[-_SAID:], None)
