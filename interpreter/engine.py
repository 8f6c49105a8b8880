"""What the rest of the interpreter asks of an engine, whichever it is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from attrs import frozen

from gdl.core.ops import Program
from interpreter.move import RawMove
from interpreter.pieces import Contents

if TYPE_CHECKING:
    from interpreter.perft import Depth

#: An engine's own state: a value to everybody else.
RawState = Any


@frozen
class Seen:
    """Where a move goes, for people: sites by number (-1: none) and levels of stacks where it has any."""

    origin: int
    target: int
    levels: tuple[int, int] | None


@frozen
class Playouts:
    """The sum of some random games."""

    games: int
    moves: int
    #: wins by player from 1; games without a single winner are `draws`
    wins: tuple[int, ...]
    draws: int


class Engine(Protocol):
    """Runs one program. States are values: `play` leaves the state it is given as it was."""

    #: what people call it
    name: ClassVar[str]
    program: Program

    def start(self, seed: int) -> RawState: ...
    def legal_moves(self, state: RawState) -> Sequence[RawMove]: ...
    def play(self, state: RawState, move: RawMove) -> RawState: ...

    # The same in two steps: what is decided, and what chance then does before the next player moves.
    def set_up(self, seed: int) -> RawState: ...
    def settle(self, state: RawState, move: RawMove) -> RawState: ...
    def take_chance(self, state: RawState, generator: int | None = None) -> RawState: ...

    def mover(self, state: RawState) -> int: ...
    def seat(self, state: RawState) -> int: ...
    def games_played(self, state: RawState) -> int: ...
    def over(self, state: RawState) -> bool: ...
    def ranks(self, state: RawState) -> tuple[float, ...]: ...
    def scores(self, state: RawState) -> tuple[int, ...]: ...
    def player_values(self, state: RawState) -> tuple[int, ...]: ...
    def contents(self, state: RawState) -> Contents: ...
    def doomed(self, state: RawState) -> frozenset[int]: ...
    def key(self, state: RawState) -> Any: ...
    def seen(self, state: RawState, move: RawMove) -> Seen: ...
    def is_forced_pass(self, moves: Sequence[RawMove]) -> bool: ...
    def freeze(self, state: RawState) -> Any: ...
    def thaw(self, parts: Any) -> RawState: ...
    def playouts(self, games: int, seed: int, threads: int = 1) -> Playouts: ...
    def perft(
        self, state: RawState, depth: int, turns: bool = False, threads: int = 1
    ) -> tuple[Depth, ...]: ...
