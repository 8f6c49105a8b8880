"""The tables in which games are kept, and how those of older versions are brought up (migration)."""

from __future__ import annotations

import json
import sqlite3

from interpreter.serve.rooms.errors import NewerStoreError

#: Which tables there are (`pragma user_version`), as versions of this program have made them; 1: those that
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
create table if not exists served (seconds real not null)
"""
#: Columns that tables of older versions lack.
_LATER = {
    "rooms": {"clock": "text"},
    "deeds": {"player": "integer", "asked": "text"},
    "analyses": {"changed": "real"},
}
_INDEX = (
    "create unique index if not exists asked_once on deeds (room, player, request) where request is not null"
)


def brought_up(connection: sqlite3.Connection) -> None:
    """Make the tables what this version of the program needs. Raises NewerStoreError and sqlite3.Error."""
    version = connection.execute("pragma user_version").fetchone()[0]
    if version > VERSION:
        raise NewerStoreError(
            f"the games were kept by a newer Ludwright: their tables are of version {version}, "
            f"and this one knows {VERSION}"
        )
    connection.execute("begin immediate")
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
    connection.execute("commit")
