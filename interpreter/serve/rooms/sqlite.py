"""A file of SQLite that keeps games: it is one server's."""

from __future__ import annotations

import contextlib
import sqlite3
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from interpreter.serve.rooms.database import Connection, DatabaseError, Result, TakenError


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
