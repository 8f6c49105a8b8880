"""The tables of the database that keeps games, and how those of older versions become what they are now."""

from __future__ import annotations

import json
import re

from interpreter.serve.rooms.database import Connection
from interpreter.serve.rooms.errors import NewerStoreError

#: Which tables there are, as versions of this program have made them; 1: those that
#: said no version, from before there were clocks or with them; 2: requests were known by their ids alone, and
#: of clocks what was left at the last deed.
VERSION = 3
_SCHEMA = """
create table if not exists rooms (
    room text primary key, setup text not null, seats text not null, made real not null,
    over integer not null default 0, clock text
) without rowid;
create table if not exists deeds (
    room text not null, number integer not null, deed text not null, request text, at real not null,
    player integer, asked text, primary key (room, number)
) without rowid;
create table if not exists rights (
    id integer primary key, room text not null, kind text not null, players text not null,
    secret blob not null unique, used integer not null default 0, revoked integer not null default 0
);
create index if not exists rights_of on rights (room);
create table if not exists visits (
    cookie blob not null, own_right integer not null, room text not null, used integer not null default 0,
    primary key (cookie, own_right)
) without rowid;
create index if not exists visits_of on visits (room);
create table if not exists analyses (
    name text primary key, setup text not null, made real not null, changed real
);
create table if not exists tried (
    analysis text not null, number integer not null, parent integer not null, move text not null,
    mover integer not null, cut integer not null default 0, primary key (analysis, number)
) without rowid;
create table if not exists thoughts (
    analysis text not null, number integer not null, thought text not null, primary key (analysis, number)
) without rowid;
create table if not exists served (seconds real not null);
create table if not exists people (
    room text not null, person text not null, name text not null, primary key (room, person)
) without rowid;
create table if not exists said (
    room text not null, number integer not null, person text not null, name text not null, player integer,
    words text not null, at real not null, primary key (room, number)
) without rowid;
create table if not exists reports (
    id integer primary key, at real not null, room text not null, game text not null, who text not null,
    about text, words text not null, said text not null, verdict text
);
create table if not exists published (
    id text primary key, at real not null, title text not null, players integer not null,
    maker text not null, name text not null, text text not null, origin text, picture text not null,
    key blob not null
) without rowid;
create table if not exists carried (
    code blob not null, room text not null, rights text not null, name text not null, until real not null,
    primary key (code, room)
) without rowid
"""
#: Columns that tables of older versions lack.
_LATER = {
    "rooms": {
        "clock": "text",
        "rematch": "text",
        "offered": "integer not null default 0",
        "chat": "text",
    },
    "deeds": {"player": "integer", "asked": "text"},
    "analyses": {"changed": "real"},
    "tried": {"short": "text"},
}
_INDEX = (
    "create unique index if not exists asked_once on deeds (room, player, request) where request is not null"
)


#: Several servers of one PostgreSQL: who they are, when each was seen last and by which connection; which of
#: them has a room or an analysis open; the games that are offered there to whoever comes.
_SHARED = """
create table if not exists version (number integer not null);
create table if not exists servers (
    server text primary key, seen real not null, pid integer not null
);
create table if not exists held (
    name text primary key, server text not null, since real not null
);
create index if not exists held_by on held (server);
create table if not exists offers (
    room text primary key, server text not null, address text not null, told text not null
)
"""
#: A lock that only one server has while it makes tables.
_LOCK = 0x4C7564
#: What SQLite calls it, and PostgreSQL.
_KINDS = {
    r"integer primary key": "bigint generated always as identity primary key",
    r"\binteger\b": "bigint",
    r"\breal\b": "double precision",
    r"\bblob\b": "bytea",
    r"\) without rowid": ")",
}


def brought_up(connection: Connection) -> None:
    """Make the tables what this version of the program needs. Raises NewerStoreError and DatabaseError."""
    (_in_postgres if connection.shared else _in_sqlite)(connection)


def _in_sqlite(connection: Connection) -> None:
    version = connection.execute("pragma user_version").fetchone()[0]
    if version > VERSION:
        raise _newer(version)
    connection.begin()
    for statement in _SCHEMA.split(";"):
        connection.execute(statement)
    for table, columns in _LATER.items():
        there = {row[1] for row in connection.execute(f"pragma table_info({table})")}
        for name, kind in columns.items():
            if name not in there:
                connection.execute(f"alter table {table} add column {name} {kind}")
    if version < 3:
        connection.execute("drop index if exists requests")
        rows = connection.execute("select room, number, deed from deeds where request is not null").fetchall()
        owners = [(json.loads(deed).get("player"), room, number) for room, number, deed in rows]
        connection.executemany("update deeds set player = ? where room = ? and number = ?", owners)
    connection.execute(_INDEX)
    connection.execute(f"pragma user_version = {VERSION}")
    connection.commit()


def _in_postgres(connection: Connection) -> None:
    schema = f"{_SCHEMA};{_SHARED}"
    for kind, other in _KINDS.items():
        schema = re.sub(kind, other, schema)
    connection.begin()
    try:
        connection.execute("select pg_advisory_xact_lock(?)", (_LOCK,))
        connection.execute("set local client_min_messages = warning")
        for statement in schema.split(";"):
            connection.execute(statement)
        row = connection.execute("select number from version").fetchone()
        if row is not None and row[0] > VERSION:
            raise _newer(row[0])
        for table, columns in _LATER.items():
            for name, kind in columns.items():
                kept = kind.replace("integer", "bigint")
                connection.execute(f"alter table {table} add column if not exists {name} {kept}")
        connection.execute(_INDEX)
        connection.execute("delete from version")
        connection.execute("insert into version values (?)", (VERSION,))
        connection.commit()
    except BaseException:
        connection.rollback()
        raise


def _newer(version: int) -> NewerStoreError:
    """What is wrong with tables that a later version of this program has made."""
    return NewerStoreError(
        f"the games were kept by a newer Ludwright: their tables are of version {version}, "
        f"and this one knows {VERSION}"
    )
