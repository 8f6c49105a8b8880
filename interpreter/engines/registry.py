"""Engines by name, each with what people want to see of its states beside what it needs to run them."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import TYPE_CHECKING, Any

from gdl.core.ops import Program
from gdl.source.suggest import nearest
from interpreter.engines.adapter import Adapter
from interpreter.engines.cache import Cache, default_folder
from interpreter.engines.interface import Engine, Playouts, RawState, Seen
from interpreter.engines.kept import kept, key_of
from interpreter.engines.python import Move, PythonEngine
from interpreter.engines.python.module import Module
from interpreter.engines.python.state import restored
from interpreter.engines.raw_move import RawMove
from interpreter.errors.errors import EngineError
from interpreter.support.printing import note_once

if TYPE_CHECKING:
    from interpreter.engines.native.adapter import NativeAdapter

#: `auto` is the native engine where it can be had, else the one in Python.
ENGINES = ("auto", "native", "python")


def make_engine(name: str, program: Program, checked: bool = False, key: str | None = None) -> Engine:
    """An engine for a program as it was lowered. Raises EngineError for an unknown or missing one.

    `key` is the program's own (`kept.key_of`), if that is known already.

    `checked` has the native engine verify every place in memory and every range that it relies on: slower,
    and a mistake in it shows as an error. The engine in Python is checked by Python.
    """
    known_engine(name)
    if name == "native":
        return native_engine(program, checked, key)
    if name == "auto":
        try:
            return native_engine(program, checked, key)
        except EngineError as error:
            reason = error.__cause__
            note_once(f"note: no native engine ({reason}): games run in Python, which is slower")
    return ReferenceEngine(program, key)


def native_engine(program: Program, checked: bool = False, key: str | None = None) -> NativeAdapter:
    """The native engine. Raises EngineError where llvmlite cannot be imported."""
    try:
        from interpreter.engines.native.adapter import NativeAdapter
    except ImportError as error:
        message = f"the native engine cannot be had: {error}; `pip install llvmlite` should bring it"
        raise EngineError(message, ("python",)) from error
    return NativeAdapter(program, checked, key)


def known_engine(name: str) -> None:
    """Raise EngineError for a name that is no engine's."""
    if name not in ENGINES:
        raise EngineError(
            f"there is no engine called `{name}`; there is {' and '.join(ENGINES)}", nearest(name, ENGINES)
        )


def _written(program: Program, store: Cache, key: str | None) -> Module:
    from interpreter.engines.prepared import prepared  # takes time to import, and is not needed again

    return Module(prepared(program, store, key))


class ReferenceEngine(Adapter):
    """The Python engine, and how to read its states."""

    name = "python"

    def __init__(self, program: Program, key: str | None = None) -> None:
        store, key = Cache(default_folder()), key or key_of(program)
        module = kept(Module, key, store, lambda: _written(program, store, key))
        self._engine = PythonEngine(module.program, True, module)
        super().__init__(self._engine)

    @property
    def python(self) -> str:
        """The Python text that the program has become."""
        return self._engine.python

    def _present(self, state: RawState) -> Hashable:
        return tuple(self._runs.value(state, field.name) for field in self.program.fields)

    def _past(self, state: RawState) -> Iterator[Hashable]:
        entry, current = state.history, None
        while entry is not None:
            position, mover, turn, entry = entry
            current = turn if current is None else current
            yield (position, mover), turn == current

    def seen(self, state: RawState, move: RawMove) -> Seen:
        """Where a move goes, for people."""
        named = Move(*move)
        engine = self._engine
        return Seen(engine.origin(state, named), engine.target(state, named), engine.levels(state, named))

    def compile(self) -> None:
        """There is nothing to make ready."""

    def warm_up(self) -> None:
        """There is nothing to wait for."""

    def playouts(self, games: int, seed: int, threads: int = 1) -> Playouts:
        """Play random games to their ends, on one thread: Python runs no more at a time."""
        done = self._engine.playouts(games, seed)
        wins = [0] * self.program.players
        for result in done.results:
            first = [seat for seat, rank in enumerate(result.ranks) if rank == 1.0]
            if len(first) == 1:
                wins[first[0]] += 1
        return Playouts(len(done.results), done.plies, tuple(wins), len(done.results) - sum(wins))

    def _parts(self, state: RawState) -> tuple[Any, ...]:
        parts: tuple[Any, ...] = state.parts()
        return parts

    def _restored(self, parts: tuple[Any, ...]) -> RawState:
        return restored(self._engine, parts)
