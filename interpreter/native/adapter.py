"""The native engine as the rest of the interpreter wants one, with what people want to see of states."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gdl.core.ops import Program
from interpreter.contents import ContentsReader
from interpreter.engine import Playouts, RawState, Seen
from interpreter.move import RawMove
from interpreter.native.engine import NativeEngine
from interpreter.native.games import sum_games
from interpreter.native.state import State
from interpreter.pieces import Contents


class NativeAdapter:
    """The native engine, and how to read its states."""

    def __init__(self, program: Program) -> None:
        self.native = NativeEngine(program)
        self.program = self.native.program
        self._fields = {field.name for field in self.program.fields}
        self._contents = ContentsReader(self.program)
        self._forced_pass = [(self.native.pass_kind, (), 0)]
        self.play = self.native.play
        self.legal_moves = self.native.legal_moves

    @property
    def ir_lines(self) -> int:
        """How long the program is in LLVM's language."""
        return self.native.lines

    def start(self, seed: int) -> RawState:
        """The first state; `seed` decides what chance does."""
        return self.native.start(seed)

    def set_up(self, seed: int) -> RawState:
        """The starting position, before chance has its say in the first turn."""
        return self.native.set_up(seed)

    def settle(self, state: RawState, move: RawMove) -> RawState:
        """The state after a move, before chance has its say in the next turn."""
        return self.native.settle(state, move)

    def take_chance(self, state: RawState, generator: int | None = None) -> RawState:
        """What chance makes of a settled state; `generator`: what it draws from in place of the state's."""
        return self.native.take_chance(state, generator)

    def mover(self, state: RawState) -> int:
        """The number of the player to move, from 1."""
        number: int = state.mover
        return number

    def over(self, state: RawState) -> bool:
        """Has the game ended?"""
        return bool(state.over)

    def ranks(self, state: RawState) -> tuple[float, ...]:
        """Each player's rank, player 1 first."""
        return self.native.ranks(state)

    def scores(self, state: RawState) -> tuple[int, ...]:
        """Each player's score, player 1 first; nothing in games without scores."""
        if "score" not in self._fields:
            return ()
        return tuple(self.native.value(state, "score")[1 : self.program.players + 1])

    def contents(self, state: RawState) -> Contents:
        """What is on each site."""
        return self._contents(lambda name: self.native.value(state, name))

    def doomed(self, state: RawState) -> frozenset[int]:
        """The sites whose pieces will be taken at the end of the turn."""
        if "to_clear" not in self._fields:
            return frozenset()
        sites: int = self.native.value(state, "to_clear")
        return frozenset(site for site in range(self.program.sites) if sites >> site & 1)

    def key(self, state: RawState) -> Any:
        """Everything that decides what follows, apart from chance and earlier positions."""
        return state.record

    def seen(self, state: RawState, move: RawMove) -> Seen:
        """Where a move goes, for people."""
        origin, target, low, high = self.native.seen(state, move)
        kind = self.program.kinds[move[0]]
        has_levels = kind.level_from is not None and kind.level_to is not None
        return Seen(origin, target, (low, high) if has_levels else None)

    def is_forced_pass(self, moves: Sequence[RawMove]) -> bool:
        """Are these the moves of a player who has none?"""
        return moves == self._forced_pass

    def playouts(self, games: int, seed: int, threads: int = 1) -> Playouts:
        """Play random games to their ends; how many threads share them does not change the result."""
        done = sum_games(self.native, games, seed, threads=threads)
        return Playouts(done.games, done.plies, done.wins, done.draws)

    def freeze(self, state: RawState) -> Any:
        """A state's parts, to be pickled without the engine."""
        return state.record, state.rng, state.history, state.turn, state.plies

    def thaw(self, parts: Any) -> RawState:
        """The state that was taken apart. Raises ValueError for what is no state of this game."""
        record, rng, history, turn, plies = parts
        if len(record) != self.native.memory.size or len(history) % 16:
            raise ValueError("the state is of another program")
        return State(self.native, bytes(record), rng, bytes(history), turn, plies)
