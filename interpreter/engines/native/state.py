"""States of the native engine: values that hold a record's bytes and what stands outside it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from interpreter.engines.fingerprint import stable_hash
from interpreter.engines.frozen import number_in
from interpreter.engines.native.memory import HISTORY_ENTRY, Memory
from interpreter.support.numbers import GENERATORS, MOST_PLIES


class Owner(Protocol):
    """What a state asks of the engine that it belongs to."""

    memory: Memory

    @property
    def program_key(self) -> str:
        """Two engines of equal keys run the same program."""

    def value(self, state: State, name: str, /) -> Any:
        """A field's value by its name."""


class State:
    """A state. It never changes. Equality and hash look at the position and who is to move only."""

    __slots__ = ("engine", "history", "plies", "record", "rng", "turn")

    def __init__(self, engine: Owner, record: bytes, rng: int, history: bytes, turn: int, plies: int) -> None:
        self.engine = engine
        self.record = record
        self.rng = rng
        self.history = history
        self.turn = turn
        self.plies = plies

    @property
    def mover(self) -> int:
        """The number of the player to move."""
        return int(self.engine.value(self, "mover"))

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.engine.value(self, "over"))

    def key(self) -> bytes:
        """The position without who is to move, to compare and to hash."""
        return self.record[: 8 * self.engine.memory.position_words]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        if other.engine is not self.engine and other.engine.program_key != self.engine.program_key:
            return NotImplemented
        return self.mover == other.mover and self.key() == other.key()

    def __hash__(self) -> int:
        return hash((self.mover, stable_hash(self.key())))

    def __copy__(self) -> State:
        return self

    def __deepcopy__(self, _: Any) -> State:
        return self

    def __reduce__(self) -> tuple[Callable[..., State], tuple[Any, ...]]:
        return restored, (self.engine, self.parts)

    @property
    def parts(self) -> tuple[Any, ...]:
        """All that it is made of, but the engine."""
        return self.record, self.rng, self.history, self.turn, self.plies

    def __repr__(self) -> str:
        shown = ", ".join(
            f"{f.name}={self.engine.memory.read(self.record, f)!r}" for f in self.engine.memory.program.fields
        )
        return f"State(plies={self.plies}, {shown})"


def restored(engine: Owner, parts: tuple[Any, ...]) -> State:
    """The state of these parts. Raises ValueError where they are no state of the engine's program."""
    if len(parts) != 5 or not isinstance(parts[0], bytes) or not isinstance(parts[2], bytes):
        raise ValueError("these are not the parts of a state")
    record, rng, history, turn, plies = parts
    engine.memory.check(record)
    last = HISTORY_ENTRY * engine.memory.remembered(len(history))
    if number_in(turn, 0, last) % HISTORY_ENTRY:
        raise ValueError("the turn begins between two positions")
    return State(
        engine, record, number_in(rng, 0, GENERATORS - 1), history, turn, number_in(plies, 0, MOST_PLIES)
    )
