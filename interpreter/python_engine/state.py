"""States of the Python engine: a flat record of fields, beside it the generator and the history.

The class with the program's fields as slots is made by `emit`; what all of them share is here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, cast

#: The remembered positions: (key without the mover, mover, number of its turn, the earlier ones), or None.
#: Shared between states, never changed.
History = tuple[object, int, int, Any] | None


class State:
    """A state. Equality and hash look at the position only, not at the generator or the history."""

    __slots__ = ("history", "plies", "rng")

    rng: int
    history: History
    plies: int

    #: of the class made for a program: slot names of all fields, and of those of the position but `mover`
    FIELDS: ClassVar[tuple[str, ...]] = ()
    ARRAYS: ClassVar[frozenset[str]] = frozenset()
    POSITION: ClassVar[tuple[str, ...]] = ()
    ENGINE: ClassVar[Any] = None

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
        if type(other) is not type(self):
            return NotImplemented
        return self.mover == other.mover and self.key() == other.key()

    def __hash__(self) -> int:
        return hash((self.mover, self.key()))

    def __reduce__(self) -> tuple[Callable[..., State], tuple[object, ...]]:
        values = tuple(getattr(self, name) for name in self.FIELDS)
        return _restore, (self.ENGINE, values, self.rng, self.history, self.plies)

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.FIELDS)
        return f"State(plies={self.plies}, {shown})"


def _restore(engine: Any, values: tuple[Any, ...], rng: int, history: History, plies: int) -> State:
    """A state from its pickled parts; arrays are copied."""
    state = engine.fresh_state()
    for name, value in zip(state.FIELDS, values, strict=True):
        setattr(state, name, list(value) if name in state.ARRAYS else value)
    state.rng, state.history, state.plies = rng, history, plies
    return cast(State, state)
