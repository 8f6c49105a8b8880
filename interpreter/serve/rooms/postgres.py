"""A PostgreSQL that keeps games, by psycopg: a connection that is made anew when it was lost, and what it is
told by others (`listen`, `notify`)."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from interpreter.errors.user_errors import MissingExtraError
from interpreter.serve.rooms.database import Connection, DatabaseError, Result, TakenError

try:
    import psycopg
except ModuleNotFoundError as error:
    if (error.name or "").partition(".")[0] != "psycopg":
        raise
    raise MissingExtraError(
        "games in PostgreSQL take a package that is not installed: pip install 'ludwright[postgres]'"
    ) from error

#: What all servers of a database hear.
_CHANNEL = "ludwright"
#: Seconds until a server that does not answer is none; for which a query may wait, as for a lock.
_PATIENCE, _SLOW = 5, 15_000
#: A connection through which nothing comes back is lost after so many seconds, not after hours.
_ALIVE = {"keepalives": 1, "keepalives_idle": 5, "keepalives_interval": 2, "keepalives_count": 3}


class PostgresConnection(Connection):
    """A connection to a PostgreSQL, shared by all servers that keep their games there."""

    shared = True

    def __init__(self, address: str) -> None:
        """Connect. Raises DatabaseError."""
        self._address = address
        self._postgres = _connected(address)

    def execute(self, query: str, values: Sequence[object] = ()) -> Result:
        with _of_postgres():
            result: Result = self._postgres.execute(query.replace("?", "%s"), values or None)
        return result

    def executemany(self, query: str, rows: Iterable[Sequence[object]]) -> None:
        given = list(rows)
        if len(given) == 1:  # of many, psycopg takes more than a question each
            self.execute(query, given[0])
            return
        with _of_postgres(), self._postgres.cursor() as cursor:
            cursor.executemany(query.replace("?", "%s"), given)

    def added(self, query: str, values: Sequence[object]) -> int:
        return int(self.execute(f"{query} returning id", values).fetchone()[0])

    def begin(self) -> None:
        if self._postgres.closed:
            self._postgres = _connected(self._address)
        try:
            self.execute("begin")
        except DatabaseError:  # it was lost since it was used last
            self.close()
            self._postgres = _connected(self._address)
            self.execute("begin")

    def commit(self) -> None:
        self.execute("commit")

    def rollback(self) -> None:
        with contextlib.suppress(DatabaseError):  # where the connection is lost, so is the transaction
            self.execute("rollback")

    def now(self) -> float:
        return float(self.execute("select extract(epoch from clock_timestamp())").fetchone()[0])

    def tell(self, words: str) -> None:
        self.execute("select pg_notify(?, ?)", (_CHANNEL, words))

    def close(self) -> None:
        with _of_postgres():
            self._postgres.close()


def hear(address: str, told: Callable[[str], None], alive: Callable[[], bool]) -> None:
    """Hear what all servers of a database are told, as long as `alive`. Raises DatabaseError where the
    connection is lost."""
    connection = _connected(address)
    try:
        with _of_postgres():
            connection.execute(f"listen {_CHANNEL}")
            while alive():
                for each in connection.notifies(timeout=1.0):
                    told(each.payload)
    finally:
        connection.close()


def _connected(address: str) -> Any:
    with _of_postgres():
        connection: Any = psycopg.connect(
            address, autocommit=True, connect_timeout=_PATIENCE, application_name="ludwright", **_ALIVE
        )
        connection.execute(f"set statement_timeout = {_SLOW}")
        connection.prepare_threshold = 2
        return connection


@contextlib.contextmanager
def _of_postgres() -> Iterator[None]:
    """What PostgreSQL refuses, as what a database does."""
    try:
        yield
    except psycopg.errors.IntegrityError as error:
        raise TakenError(str(error)) from error
    except psycopg.Error as error:
        raise DatabaseError(str(error).strip().partition("\n")[0]) from error
