"""Engines by name, each with what people want to see of its states beside what it needs to run them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from sys import stderr
from typing import Any

from gdl.core.ops import Program
from gdl.suggest import nearest
from interpreter.contents import ContentsReader
from interpreter.engine import Engine, Playouts, RawState, Seen
from interpreter.errors import EngineError
from interpreter.move import RawMove
from interpreter.pieces import Contents
from interpreter.python_engine import Move, PythonEngine

#: `auto` is the native engine where it can be had, else the one in Python.
ENGINES = ("auto", "native", "python")


def make_engine(name: str, program: Program) -> Engine:
    """An engine for a program as it was lowered. Raises EngineError for an unknown or missing one."""
    if name not in ENGINES:
        raise EngineError(
            f"there is no engine called `{name}`; there is {' and '.join(ENGINES)}", nearest(name, ENGINES)
        )
    if name != "python":
        try:
            from interpreter.native.adapter import NativeAdapter
        except ImportError as error:
            if name == "native":
                message = f"the native engine cannot be had: {error}; `pip install llvmlite` should bring it"
                raise EngineError(message, ("python",)) from error
            _say_once(str(error))
        else:
            return NativeAdapter(program)
    return ReferenceEngine(program)


@cache
def _say_once(reason: str) -> None:
    """Tell that games are played by the slow engine."""
    print(f"note: no native engine ({reason}): games run in Python, which is slower", file=stderr)


class ReferenceEngine:
    """The Python engine, and how to read its states."""

    def __init__(self, program: Program) -> None:
        self._engine = PythonEngine(program)
        self.program = self._engine.program
        self._fields = [field.name for field in self.program.fields]
        self._contents = ContentsReader(self.program)
        self._forced_pass = [(self._engine.pass_kind, (), 0)]
        # called for every node of a perft: without a step in between
        self.play = self._engine.play
        self.legal_moves = self._engine.legal_moves

    @property
    def python(self) -> str:
        """The Python text that the program has become."""
        return self._engine.python

    def start(self, seed: int) -> RawState:
        """The first state; `seed` decides what chance does."""
        return self._engine.start(seed)

    def set_up(self, seed: int) -> RawState:
        """The starting position, before chance has its say in the first turn."""
        return self._engine.set_up(seed)

    def settle(self, state: RawState, move: RawMove) -> RawState:
        """The state after a move, before chance has its say in the next turn."""
        return self._engine.settle(state, move)

    def take_chance(self, state: RawState, generator: int | None = None) -> RawState:
        """What chance makes of a settled state; `generator`: what it draws from in place of the state's."""
        return self._engine.take_chance(state, generator)

    def mover(self, state: RawState) -> int:
        """The number of the player to move, from 1."""
        number: int = state.mover
        return number

    def over(self, state: RawState) -> bool:
        """Has the game ended?"""
        return bool(state.over)

    def ranks(self, state: RawState) -> tuple[float, ...]:
        """Each player's rank, player 1 first."""
        return self._engine.ranks(state)

    def scores(self, state: RawState) -> tuple[int, ...]:
        """Each player's score, player 1 first; nothing in games without scores."""
        if "score" not in self._fields:
            return ()
        return tuple(self._engine.value(state, "score")[1 : self.program.players + 1])

    def contents(self, state: RawState) -> Contents:
        """What is on each site."""
        return self._contents(lambda name: self._engine.value(state, name))

    def doomed(self, state: RawState) -> frozenset[int]:
        """The sites whose pieces will be taken at the end of the turn."""
        if "to_clear" not in self._fields:
            return frozenset()
        sites: int = self._engine.value(state, "to_clear")
        return frozenset(site for site in range(self.program.sites) if sites >> site & 1)

    def key(self, state: RawState) -> Any:
        """Everything that decides what follows, apart from chance and earlier positions."""
        return tuple(self._engine.value(state, name) for name in self._fields)

    def seen(self, state: RawState, move: RawMove) -> Seen:
        """Where a move goes, for people."""
        named = Move(*move)
        engine = self._engine
        return Seen(engine.origin(state, named), engine.target(state, named), engine.levels(state, named))

    def is_forced_pass(self, moves: Sequence[RawMove]) -> bool:
        """Are these the moves of a player who has none?"""
        return moves == self._forced_pass

    def playouts(self, games: int, seed: int) -> Playouts:
        """Play random games to their ends."""
        done = self._engine.playouts(games, seed)
        wins = [0] * self.program.players
        for result in done.results:
            first = [seat for seat, rank in enumerate(result.ranks) if rank == 1.0]
            if len(first) == 1:
                wins[first[0]] += 1
        return Playouts(len(done.results), done.plies, tuple(wins), len(done.results) - sum(wins))

    def freeze(self, state: RawState) -> Any:
        """A state's parts, to be pickled without the engine."""
        _, (_, *parts) = state.__reduce__()
        return tuple(parts)

    def thaw(self, parts: Any) -> RawState:
        """The state that was taken apart."""
        restore, _ = self._engine.fresh_state().__reduce__()
        return restore(self._engine, *parts)
