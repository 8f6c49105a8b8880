"""What keeps games: a relational database, by the few things that are asked of one.

SQL is written once, in what SQLite and PostgreSQL both understand, with `?` for values; where they differ
stands in their classes. SQLite is a file of one server; PostgreSQL may be shared by several.
"""

from __future__ import annotations

import contextlib
import re
import sqlite3
import time
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Protocol

from interpreter.serve.rooms.errors import NewerStoreError

#: How an address of PostgreSQL begins; anything else is a file of SQLite.
ADDRESSES = ("postgresql://", "postgres://")


class DatabaseError(Exception):
    """Nothing can be read or written, or not this."""


class TakenError(DatabaseError):
    """Something of this key is there already."""


class Result(Protocol):
    """The rows of a query, or how many were changed."""

    @property
    def rowcount(self) -> int:
        """How many rows were changed."""

    def fetchone(self) -> Any:
        """The next row, or None."""

    def fetchall(self) -> list[Any]:
        """All rows."""

    def __iter__(self) -> Iterator[Any]: ...


class Connection(ABC):
    """A connection to a database. What it cannot do raises DatabaseError, a key that is there TakenError."""

    #: may several servers use it at once?
    shared = False

    @abstractmethod
    def execute(self, query: str, values: Sequence[object] = ()) -> Result:
        """The result of a query."""

    @abstractmethod
    def executemany(self, query: str, rows: Iterable[Sequence[object]]) -> None:
        """A change, once for each row of values."""

    @abstractmethod
    def added(self, query: str, values: Sequence[object]) -> int:
        """Insert a row into a table that numbers its rows (`id`); returns its number."""

    @abstractmethod
    def begin(self) -> None:
        """Begin a transaction."""

    @abstractmethod
    def commit(self) -> None:
        """Keep what was done since then."""

    @abstractmethod
    def rollback(self) -> None:
        """Undo what was done since then, if a transaction goes on."""

    @abstractmethod
    def now(self) -> float:
        """The time, in seconds, by the clock that all servers of the database have in common."""

    @abstractmethod
    def close(self) -> None:
        """Let go of it."""


class SqliteConnection(Connection):
    """A file of SQLite, with a write-ahead log: what was committed is on the disk."""

    def __init__(self, path: Path | str) -> None:
        """Open a file, or make it. Raises DatabaseError."""
        with _of_sqlite():
            self._sqlite = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
            self._sqlite.execute("pragma journal_mode = wal")
            self._sqlite.execute("pragma synchronous = full")

    def execute(self, query: str, values: Sequence[object] = ()) -> Result:
        with _of_sqlite():
            return self._sqlite.execute(query, values)

    def executemany(self, query: str, rows: Iterable[Sequence[object]]) -> None:
        with _of_sqlite():
            self._sqlite.executemany(query, rows)

    def added(self, query: str, values: Sequence[object]) -> int:
        with _of_sqlite():
            number = self._sqlite.execute(query, values).lastrowid
        assert number is not None
        return number

    def begin(self) -> None:
        self.execute("begin immediate")

    def commit(self) -> None:
        self.execute("commit")

    def rollback(self) -> None:
        if self._sqlite.in_transaction:
            self.execute("rollback")

    def now(self) -> float:
        return time.time()

    def close(self) -> None:
        with _of_sqlite():
            self._sqlite.close()


@contextlib.contextmanager
def _of_sqlite() -> Iterator[None]:
    """What SQLite refuses, as what a database does."""
    try:
        yield
    except sqlite3.IntegrityError as error:
        raise TakenError(str(error)) from error
    except sqlite3.Error as error:
        raise DatabaseError(str(error)) from error


def is_address(place: Path | str) -> bool:
    """Is this the address of a PostgreSQL, and no file?"""
    return str(place).startswith(ADDRESSES)


def connected(place: Path | str) -> Connection:
    """A connection to where games are kept: a file, or the address of a PostgreSQL.

    Raises DatabaseError, and MissingExtraError where what speaks to PostgreSQL is not installed.
    """
    if is_address(place):
        from interpreter.serve.rooms.postgres import PostgresConnection

        return PostgresConnection(str(place))
    return SqliteConnection(place)


def shown(place: Path | str) -> str:
    """Where games are kept, to be told: without the password that an address may have."""
    return re.sub(r"(://[^/@]*?):[^/@]*@", r"\1:...@", str(place))


def newer(version: int, known: int) -> NewerStoreError:
    """What is wrong with tables that a later version of this program has made."""
    return NewerStoreError(
        f"the games were kept by a newer Ludwright: their tables are of version {version}, "
        f"and this one knows {known}"
    )
