"""States of the Python engine: a flat record of fields, beside it the generator and the history.

The class with the program's fields as slots is made by `emit`; what all of them share is here.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any, ClassVar, Protocol

from gdl.core.ops import Program

#: The remembered positions: (key without the mover, mover, number of its turn, the earlier ones), or None; of
#: a state that came from elsewhere packed until they are looked at. Shared between states, never changed.
Entry = tuple[object, int, int, Any]


class Unpacking(Protocol):
    """What makes a history of packed positions."""

    def entries(self, packed: Packed, /) -> Entry | None:
        """The same as entries."""


class Packed:
    """Remembered positions as bytes, the first first, `turn` of them of earlier turns than the last."""

    def __init__(self, raw: bytes, turn: int, unpacking: Unpacking) -> None:
        self.raw = raw
        self.turn = turn
        self._unpacking = unpacking

    @cached_property
    def entries(self) -> Entry | None:
        """The same as entries: worked out once, for all states that share it."""
        return self._unpacking.entries(self)


class Packs(Protocol):
    """What takes states apart, and puts them together again."""

    def parts(self, state: State, /) -> tuple[Any, ...]:
        """All that a state is made of, but the engine."""

    def restored(self, parts: tuple[Any, ...], /) -> State:
        """The state of these parts. Raises ValueError where they are no state of the program."""


class Owner(Protocol):
    """What a state asks of the engine that it belongs to."""

    program: Program

    @property
    def packing(self) -> Packs:
        """What takes its states apart."""

    @property
    def program_key(self) -> str:
        """Two engines of equal keys run the same program."""


class State:
    """A state. Equality and hash look at the position only, not at the generator or the history."""

    __slots__ = ("history", "plies", "rng")

    rng: int
    history: Entry | Packed | None
    plies: int

    #: of the class made for a program: the slot names of all fields
    FIELDS: ClassVar[tuple[str, ...]] = ()
    ENGINE: ClassVar[Owner]

    # fields with fixed names, slots of the class made for a program
    mover: int
    over: bool
    rank: list[float]

    def copy(self) -> State:
        """A state that shares nothing that changes."""
        raise NotImplementedError

    def key(self) -> object:
        """The position without who is to move, to compare and to hash."""
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self) and not (
            isinstance(other, State) and other.ENGINE.program_key == self.ENGINE.program_key
        ):
            return NotImplemented
        return self.mover == other.mover and self.key() == other.key()

    def __hash__(self) -> int:
        return hash((self.mover, self.key()))

    @property
    def entries(self) -> Entry | None:
        """The history, to be looked at."""
        history = self.history
        if isinstance(history, Packed):
            history = self.history = history.entries
        return history

    def __reduce__(self) -> tuple[Callable[..., State], tuple[object, ...]]:
        return restored, (self.ENGINE, self.ENGINE.packing.parts(self))

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.FIELDS)
        return f"State(plies={self.plies}, {shown})"


def restored(engine: Owner, parts: tuple[Any, ...]) -> State:
    """The state of an engine that was taken apart. Raises ValueError where the parts are none."""
    return engine.packing.restored(parts)
