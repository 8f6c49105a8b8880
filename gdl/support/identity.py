"""Memos by identity: what is known of one object, whatever equals it.

A number from `id` is free for the next object once its own is gone, so a memo that keeps only that number
answers with what it knows of another. These keep the object beside its number; nothing else here calls `id`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Generic, TypeVar, overload

K = TypeVar("K")
V = TypeVar("V")
D = TypeVar("D")


def address_of(value: object) -> int:
    """Where an object of CPython is, for machine code; whoever asks keeps the object as long as it runs."""
    return id(value)


class Same(Generic[K]):
    """An object as (part of) a key: equal only to itself."""

    __slots__ = ("it",)

    def __init__(self, it: K) -> None:
        self.it = it

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self.it is other.it

    def __hash__(self) -> int:
        return id(self.it)


class IdentityMap(Generic[K, V]):
    """Values by objects, each for itself alone."""

    __slots__ = ("_entries",)

    def __init__(self, entries: Iterable[tuple[K, V]] = ()) -> None:
        self._entries: dict[int, tuple[K, V]] = {id(key): (key, value) for key, value in entries}

    def __contains__(self, key: object) -> bool:
        return id(key) in self._entries

    def __getitem__(self, key: K) -> V:
        return self._entries[id(key)][1]

    def __setitem__(self, key: K, value: V) -> None:
        self._entries[id(key)] = key, value

    def __iter__(self) -> Iterator[K]:
        return (key for key, _ in self._entries.values())

    def __len__(self) -> int:
        return len(self._entries)

    @overload
    def get(self, key: K) -> V | None: ...
    @overload
    def get(self, key: K, default: D) -> V | D: ...
    def get(self, key: K, default: Any = None) -> Any:
        """The object's value, or else this."""
        value = self._entries.get(id(key))
        return default if value is None else value[1]

    def setdefault(self, key: K, make: Callable[[], V]) -> V:
        """The object's value; made now if there is none yet."""
        result = self._entries.get(id(key))
        if result is None:
            result = self._entries[id(key)] = key, make()
        return result[1]

    def items(self) -> Iterator[tuple[K, V]]:
        """All objects with their values, in the order in which the objects came."""
        return iter(self._entries.values())

    def values(self) -> Iterator[V]:
        """All values, in the order in which their objects came."""
        return (value for _, value in self._entries.values())


class IdentitySet(Generic[K]):
    """Objects, each for itself alone, in the order in which they came."""

    __slots__ = ("_members",)

    def __init__(self, members: Iterable[K] = ()) -> None:
        self._members: dict[int, K] = {id(each): each for each in members}

    def __contains__(self, member: object) -> bool:
        return id(member) in self._members

    def __iter__(self) -> Iterator[K]:
        return iter(self._members.values())

    def __len__(self) -> int:
        return len(self._members)

    def add(self, member: K) -> None:
        """Take an object in."""
        self._members.setdefault(id(member), member)
