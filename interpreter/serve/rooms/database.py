"""What keeps games: a relational database, by the few things that are asked of one.

SQL is written once, in what SQLite and PostgreSQL both understand, with `?` for values; where they differ
stands in their classes. SQLite is a file of one server; PostgreSQL may be shared by several.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Protocol

#: Seconds after which a server of a shared database that says nothing is taken for lost.
LAPSE = 5.0


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

    def tell(self, words: str) -> None:  # noqa: B027 (who is alone has nobody to tell)
        """Tell something to all servers of the database, when the transaction is committed."""

    @abstractmethod
    def close(self) -> None:
        """Let go of it."""
