"""States of the Python engine: a flat record of fields, beside it the generator and the history.

The class with the program's fields as slots is made by `emit`; what all of them share is here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from gdl.core.ops import Field, Program
from interpreter.engines.frozen import is_value, number_in
from interpreter.support.numbers import GENERATORS, MOST_PLIES

if TYPE_CHECKING:
    from gdl.analyses.ranges import Range

#: The remembered positions: (key without the mover, mover, number of its turn, the earlier ones), or None.
#: Shared between states, never changed.
History = tuple[object, int, int, Any] | None


class Owner(Protocol):
    """What a state asks of the engine that it belongs to."""

    program: Program

    @property
    def program_key(self) -> str:
        """Two engines of equal keys run the same program."""

    def fresh_state(self) -> State:
        """A state before the start."""

    def range_of(self, field: Field) -> Range | None:
        """The numbers that a field, or an element of it, can be."""


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

    def __reduce__(self) -> tuple[Callable[..., State], tuple[object, ...]]:
        return restored, (self.ENGINE, self.parts())

    def parts(self) -> tuple[Any, ...]:
        """All that it is made of, but the engine. The history is laid out flat: it may be long."""
        values = (getattr(self, name) for name in self.FIELDS)
        whole = tuple(tuple(v) if isinstance(v, list) else v for v in values)
        remembered, entry = [], self.history
        while entry is not None:
            remembered.append(entry[:3])
            entry = entry[3]
        return whole, self.rng, tuple(remembered), self.plies

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.FIELDS)
        return f"State(plies={self.plies}, {shown})"


def restored(engine: Owner, parts: tuple[Any, ...]) -> State:
    """The state of these parts. Raises ValueError where they are no state of the engine's program."""
    state = engine.fresh_state()
    if len(parts) != 4 or not isinstance(parts[0], tuple) or len(parts[0]) != len(state.FIELDS):
        raise ValueError("these are not the parts of a state")
    values, rng, remembered, plies = parts
    for f, name, value in zip(engine.program.fields, state.FIELDS, values, strict=True):
        _check(engine, f, value)
        setattr(state, name, list(value) if f.length is not None else value)
    state.rng = number_in(rng, 0, GENERATORS - 1)
    state.plies = number_in(plies, 0, MOST_PLIES)
    state.history = None
    position = [f for f in engine.program.fields if f.position and f.name != "mover"]
    if not isinstance(remembered, tuple):
        raise ValueError("the history is no list of positions")
    for entry in reversed(remembered):
        if not isinstance(entry, tuple) or len(entry) != 3 or not isinstance(entry[0], tuple):
            raise ValueError("the history is no list of positions")
        key, mover, turn = entry
        if len(key) != len(position):
            raise ValueError("the history is of another program")
        for f, value in zip(position, key, strict=True):
            _check(engine, f, value)
        number_in(mover, 1, engine.program.players)
        number_in(turn, 0, MOST_PLIES)
        state.history = (key, mover, turn, state.history)
    return state


def _check(engine: Owner, f: Field, value: Any) -> None:
    """Raise ValueError for what a field cannot be; an array has one element more: what is outside of it."""
    range_ = engine.range_of(f)
    if f.length is None:
        good = is_value(value, f, range_, engine.program.sites)
    else:
        good = isinstance(value, tuple) and len(value) == f.length + 1 and not value[-1]
        good = good and all(is_value(each, f, range_, engine.program.sites) for each in value[:-1])
    if not good:
        raise ValueError(f"{f.name} cannot be {value!r}")
