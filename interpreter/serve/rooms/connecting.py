"""Where games are kept, by its name: a file of SQLite, or the address of a PostgreSQL."""

from __future__ import annotations

import re
from pathlib import Path

from interpreter.serve.rooms.database import Connection
from interpreter.serve.rooms.sqlite import SqliteConnection

#: How an address of PostgreSQL begins; anything else is a file of SQLite.
ADDRESSES = ("postgresql://", "postgres://")


def is_address(place: Path | str) -> bool:
    """Is this the address of a PostgreSQL, and no file?"""
    return str(place).startswith(ADDRESSES)


def connected(place: Path | str) -> Connection:
    """A connection to where games are kept: a file, or the address of a PostgreSQL.

    Raises DatabaseError, and MissingExtraError where what speaks to PostgreSQL is not installed.
    """
    if is_address(place):
        # what speaks to it is an extra
        from interpreter.serve.rooms.postgres import PostgresConnection

        return PostgresConnection(str(place))
    return SqliteConnection(place)


def shown(place: Path | str) -> str:
    """Where games are kept, to be told: without the password that an address may have."""
    return re.sub(r"(://[^/@]*?):[^/@]*@", r"\1:...@", str(place))
