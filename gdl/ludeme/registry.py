"""The registry of ludemes, the only mutable global; and the decorators that put classes into it."""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable
from typing import TypeVar, dataclass_transform

from gdl.ludeme.base import Ludeme, arg, declare, named
from gdl.ludeme.literals import BUILT_IN_LITERALS
from gdl.support.values import frozen

C = TypeVar("C", bound="type[Ludeme]")


@frozen
class Entry:
    """One spelling of a ludeme class: the head, and the words after it that select the variant."""

    words: tuple[str, ...]
    cls: type[Ludeme]


@frozen
class RegistryState:
    """What a registry held at some time."""

    by_head: dict[str, tuple[Entry, ...]]
    literals: tuple[type[Ludeme], ...]


class Registry:
    """All ludeme classes, by head word, and the literal classes."""

    def __init__(self) -> None:
        self.by_head: dict[str, list[Entry]] = {}
        self.literals: list[type[Ludeme]] = list(BUILT_IN_LITERALS)
        #: counts changes, so that whoever remembers look-ups knows when to forget them
        self.version = 0

    def add(self, cls: type[Ludeme], words: tuple[str, ...]) -> None:
        """Register a class under a spelling; those of one head in the order of their modules' names, so
        that no message depends on which was imported first."""
        insort(
            self.by_head.setdefault(words[0], []), Entry(words, cls), key=lambda entry: entry.cls.__module__
        )
        self.version += 1

    def add_literal(self, cls: type[Ludeme]) -> None:
        """Register a class of what is written without parentheses."""
        self.literals.append(cls)
        self.version += 1

    def heads(self) -> list[str]:
        """All head words, in alphabetical order."""
        return sorted(self.by_head)

    def entries(self) -> list[Entry]:
        """All spellings, by head, then by their modules."""
        return [entry for head in self.heads() for entry in self.by_head[head]]

    def state(self) -> RegistryState:
        """What is registered now, to come back to."""
        return RegistryState({head: tuple(each) for head, each in self.by_head.items()}, tuple(self.literals))

    def restore(self, state: RegistryState) -> None:
        """Forget what was registered since `state`."""
        self.by_head = {head: list(each) for head, each in state.by_head.items()}
        self.literals = list(state.literals)
        self.version += 1

    def classes(self) -> list[type[Ludeme]]:
        """All classes, each once even where it has several spellings."""
        return list(dict.fromkeys(entry.cls for entry in self.entries()))


REGISTRY = Registry()


@dataclass_transform(
    frozen_default=True, eq_default=False, kw_only_default=True, field_specifiers=(arg, named)
)
def ludeme(words: str, *more: str, registry: Registry = REGISTRY) -> Callable[[C], C]:
    """Register a class under its head and variant words (and under further spellings `more`).

    Makes it a frozen attrs class; no decorator of attrs is needed beside this one.
    """

    def register(cls: C) -> C:
        declare(cls)
        cls.words = tuple(words.split())
        for spelling in (words, *more):
            registry.add(cls, tuple(spelling.split()))
        return cls

    return register


@dataclass_transform(
    frozen_default=True, eq_default=False, kw_only_default=True, field_specifiers=(arg, named)
)
def unwritten(cls: C) -> C:
    """A class of ludemes that no author writes: others are made of what was written, or derive from it."""
    declare(cls)
    return cls


@dataclass_transform(
    frozen_default=True, eq_default=False, kw_only_default=True, field_specifiers=(arg, named)
)
def literal(cls: C, registry: Registry = REGISTRY) -> C:
    """Register a class with one field as what is written without parentheses where its kind is wanted."""
    declare(cls)
    registry.add_literal(cls)
    return cls
