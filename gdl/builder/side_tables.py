"""Side tables: what lowering keeps of one game beside its program (a typed heterogeneous container).

Whoever keeps something declares a class for it, next to what fills it, and asks the builder for the one
object of that class: the class is the key, so its type is known, and nobody else's can be hit by accident.

    class Distances(Memo[SiteType, Table]):
        \"\"\"By type of site the table of distances.\"\"\"

    table = b.side_table(Distances).get_or_make(kind, lambda: _distances(b, kind))
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")
K = TypeVar("K")
V = TypeVar("V")


class SideTables:
    """One object of each class that is asked for, made when it first is."""

    def __init__(self) -> None:
        self._tables: dict[type, object] = {}

    def side_table(self, kind: type[T]) -> T:
        """The side table of a class, which is made without arguments."""
        result = self._tables.get(kind)
        if result is None:
            result = self._tables[kind] = kind()
        assert isinstance(result, kind)
        return result


class Memo(dict[K, V]):
    """A memo table (memoization): values by what they were made of."""

    def get_or_make(self, key: K, make: Callable[[], V]) -> V:
        """The value under a key; made, and kept, if there is none yet."""
        result = self.get(key)
        if result is None:
            result = self[key] = make()
        return result
