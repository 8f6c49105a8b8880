"""Running searches: a game's program with the procedures of a search, compiled by the game's own engine."""

from __future__ import annotations

import mmap
from collections.abc import Callable, Iterable, Mapping, MutableSequence
from typing import Any, cast

from gdl.core.intrinsics import SEARCHES
from gdl.core.programs import Program
from gdl.passes.defer_checks import defer_checks
from gdl.passes.linker import LinkUnit, link
from gdl.support.cpython import higher_recursion_limit
from interpreter.engines.interface import Engine, RawState
from interpreter.subset.frontend import with_procedures
from interpreter.support.stopping import attended


class Search:
    """The procedures of a search for one game, and the pools that they write to.

    `pools` says how many words each has, by number; memory is only taken when it is written to. `units` are
    linked to the program: a search that estimates states needs the game's `estimate`. With `lazy` legality
    moves are listed unjudged, where that can be, and told to be `unlawful` when they are played.
    """

    def __init__(
        self,
        engine: Engine,
        functions: tuple[Callable[..., Any], ...],
        entries: tuple[str, ...],
        pools: Mapping[int, int],
        *units: LinkUnit | None,
        lazy: bool = False,
    ) -> None:
        exports = tuple(SEARCHES + name for name in entries)
        linked = tuple(unit for unit in units if unit is not None)
        self.program = _extended(engine, functions, entries, linked, lazy)
        self.memory = {number: words_of_memory(words) for number, words in pools.items()}
        self._code = engine.compile_search(self.program, exports, self.memory)

    def ints(self, number: int) -> MutableSequence[int]:
        """The words of a pool as whole numbers."""
        return cast(MutableSequence[int], memoryview(self.memory[number]).cast("q"))

    def floats(self, number: int) -> MutableSequence[float]:
        """The words of a pool as Floats."""
        return cast(MutableSequence[float], memoryview(self.memory[number]).cast("d"))

    def compile(self) -> None:
        """Make ready, so that this is no part of anybody's time."""
        self._code.compile()

    def warm_up(self) -> None:
        """Compile it as well as possible."""
        self._code.warm_up()

    def call(self, state: RawState, name: str, *args: int) -> Any:
        """Call a procedure on a state, which stays as it is; by one thread at a time."""
        return attended(lambda: self._code.call(state, SEARCHES + name, *args))

    @property
    def can_call_briefly(self) -> bool:
        """Whether `call_briefly` can be used."""
        return self._code.indivisible

    def call_briefly(self, state: RawState, name: str, *args: int) -> Any:
        """The same for what is known to take some milliseconds: in this thread, with nobody to stop it.

        Raises UnattendedError where it takes longer nevertheless: it was left in the middle then.
        """
        return self._code.call(state, SEARCHES + name, *args)

    def call_until(self, state: RawState, name: str, *args: int, wanted: Callable[[], bool]) -> Any:
        """The same; once nothing more is `wanted`, it is told to stop. By KeyboardInterrupt too, which is
        raised when it has.

        Raises StoppedError where it was left in the middle of something: what it has noted until then is
        whole. A search that looks for itself whether it is to stop may also just return.
        """
        return attended(lambda: self._code.call(state, SEARCHES + name, *args), wanted)


#: Programs with the procedures of searches: matches make a player for each seat of each game. Those of the
#: last games are kept, but for what was linked to them.
_programs: dict[tuple[str, tuple[Callable[..., Any], ...], tuple[str, ...], bool], Program] = {}
_KEPT = 16


def _extended(
    engine: Engine,
    functions: tuple[Callable[..., Any], ...],
    entries: tuple[str, ...],
    units: tuple[LinkUnit, ...],
    lazy: bool,
) -> Program:
    """The program of an engine with the procedures of a search."""
    key, program = (engine.program_key, functions, entries, lazy), engine.program
    known = None if units else _programs.get(key)
    if known is not None:
        return known
    with higher_recursion_limit():
        for unit in units:
            program = link(program, unit)
        if lazy:
            program = defer_checks(program)
        result = with_procedures(program, functions, entries)
    if not units:
        while len(_programs) >= _KEPT:
            _programs.pop(next(iter(_programs)), None)
        _programs[key] = result
    return result


def substituted(
    functions: Iterable[Callable[..., Any]], others: Iterable[Callable[..., Any]]
) -> tuple[Callable[..., Any], ...]:
    """The functions of a search with `others` in place of those of the same names; new ones come last."""
    named = {each.__name__: each for each in others}
    return (*(each for each in functions if each.__name__ not in named), *named.values())


# --- memory for the pools of searches -------------------------------------------------------------------

#: A word of a pool has so many bytes.
WORD = 8


def words_of_memory(words: int) -> mmap.mmap:
    """A pool of words, all 0.

    Tables are read here and there, so that with small pages most time would go into finding where a page is.
    """
    if not hasattr(mmap, "MAP_PRIVATE"):  # Windows
        return mmap.mmap(-1, WORD * words)
    memory = mmap.mmap(-1, WORD * words, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    if hasattr(mmap, "MADV_HUGEPAGE"):
        memory.madvise(mmap.MADV_HUGEPAGE)
    return memory
