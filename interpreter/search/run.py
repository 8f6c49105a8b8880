"""Running searches: a game's program with the procedures of a search, on the game's own engine."""

from __future__ import annotations

import ctypes
import mmap
from collections.abc import Callable, Mapping, MutableSequence
from typing import Any, Protocol, cast

from attrs import evolve

from gdl.core.ops import Program
from gdl.core.recursion_limit import higher_recursion_limit
from gdl.core.verify import verify
from gdl.passes.linker import Guests, join
from interpreter.engines.interface import Engine, RawState
from interpreter.engines.native.calls import CALL
from interpreter.search.frontend import PREFIX, written
from interpreter.search.pages import WORD, words_of_memory
from interpreter.support.stopping import attended


class Search:
    """The procedures of a search for one game, and the pools that they write to.

    `pools` says how many words each has, by number; memory is only taken when it is written to. A search that
    estimates states needs the game's `estimate` (`game.compiled.estimate`).
    """

    def __init__(
        self,
        engine: Engine,
        functions: tuple[Callable[..., Any], ...],
        entries: tuple[str, ...],
        pools: Mapping[int, int],
        estimate: Guests | None = None,
    ) -> None:
        program = engine.program
        with higher_recursion_limit():
            if estimate is not None:
                program = join(program, estimate)
            added = written(program, functions, entries)
            exports = tuple(PREFIX + name for name in entries)
            self.program = verify(evolve(program, procs=(*program.procs, *added)))
        self.memory = {number: words_of_memory(words) for number, words in pools.items()}
        self._runs = _runs(engine, self.program, exports)
        self._runs.provide(self.memory)

    def ints(self, number: int) -> MutableSequence[int]:
        """The words of a pool as whole numbers."""
        return cast(MutableSequence[int], memoryview(self.memory[number]).cast("q"))

    def floats(self, number: int) -> MutableSequence[float]:
        """The words of a pool as Floats."""
        return cast(MutableSequence[float], memoryview(self.memory[number]).cast("d"))

    def compile(self) -> None:
        """Make ready, so that this is no part of anybody's time."""
        self._runs.compile()

    def warm_up(self) -> None:
        """Wait until it is compiled as well as it will be."""
        self._runs.warm_up()

    def call(self, state: RawState, name: str, *args: int) -> Any:
        """Call a procedure on a state, which stays as it is; by one thread at a time."""
        return attended(lambda: self._runs.call(state, PREFIX + name, *args))

    def call_until(self, state: RawState, name: str, *args: int, wanted: Callable[[], bool]) -> Any:
        """The same; once nothing more is `wanted`, it is told to stop. By KeyboardInterrupt too, which is
        raised when it has.

        Raises StoppedError where it was left in the middle of something: what it has noted until then is
        whole. A search that looks for itself whether it is to stop may also just return.
        """
        return attended(lambda: self._runs.call(state, PREFIX + name, *args), wanted)


class _Runs(Protocol):
    """A program on an engine, with pools."""

    def provide(self, memory: Mapping[int, mmap.mmap]) -> None: ...
    def call(self, state: RawState, name: str, *args: int) -> Any: ...
    def compile(self) -> None: ...
    def warm_up(self) -> None: ...


def _runs(engine: Engine, program: Program, entries: tuple[str, ...]) -> _Runs:
    if engine.name == "native":
        return _Native(engine, program, entries)
    return _Python(program, entries)


class _Native:
    """On the native engine."""

    def __init__(self, engine: Engine, program: Program, entries: tuple[str, ...]) -> None:
        from interpreter.engines.native.adapter import NativeAdapter
        from interpreter.engines.native.engine import NativeEngine

        assert isinstance(engine, NativeAdapter)
        checked = engine.native.checked
        self._engine = NativeEngine(program, prepared=True, exports=entries, checked=checked)
        ours, theirs = self._engine.memory, engine.native.memory
        places = [[(slot.offset, slot.size) for slot in m.slots.values()] for m in (ours, theirs)]
        assert places[0] == places[1], "a search has moved the fields of its game"
        self._entries = entries
        self._memory: Mapping[int, mmap.mmap] = {}

    def provide(self, memory: Mapping[int, mmap.mmap]) -> None:
        self._memory = memory

    def compile(self) -> None:
        for name in self._entries:
            self._engine.library[CALL + name]

    def warm_up(self) -> None:
        self._engine.library.settle()

    def call(self, state: RawState, name: str, *args: int) -> Any:
        from interpreter.engines.native.memory import POOL_ROOM, POOL_SIZE, POOL_WORDS

        worker = self._engine.worker()
        for number, pool in self._memory.items():
            base = ctypes.addressof(ctypes.c_char.from_buffer(pool))
            worker.set(POOL_WORDS + POOL_SIZE * number, base)
            worker.set(POOL_ROOM + POOL_SIZE * number, len(pool) // WORD)
        return self._engine.call(state, name, *args)[0]


class _Python:
    """On the engine in Python."""

    def __init__(self, program: Program, entries: tuple[str, ...]) -> None:
        from interpreter.engines.python import PythonEngine

        self._engine = PythonEngine(program, prepared=True)
        self._entries = entries

    def provide(self, memory: Mapping[int, mmap.mmap]) -> None:
        for number, pool in memory.items():
            self._engine.searching.provide(number, memoryview(pool))

    def compile(self) -> None:
        for name in self._entries:
            self._engine.module.function(name)

    def warm_up(self) -> None:
        pass

    def call(self, state: RawState, name: str, *args: int) -> Any:
        return self._engine.call(state.copy(), name, *args)
