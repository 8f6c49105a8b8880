"""The compiled functions of a program for Python: each part is compiled when it is first wanted."""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Callable
from typing import Any

from gdl.core.ops import Program
from gdl.support.cpython import gc_paused
from interpreter.engines.cache import Cache
from interpreter.engines.native.calls import CALL, CALLS, ENTRIES, PARTS, entries_of
from interpreter.engines.native.checked import CheckFailedError
from interpreter.engines.native.compile import Compiled, Loaded, Source, Tier, host, in_background
from interpreter.engines.native.emit import Emitted, emit
from interpreter.engines.native.memory import Memory
from interpreter.engines.native.module import UNSEEN, Seen
from interpreter.support.stopping import attended

_TYPES = {"ptr": ctypes.c_void_p, "i64": ctypes.c_int64, "i1": ctypes.c_bool, "void": None}
_CALL_TYPES = (None, *[ctypes.c_void_p] * 4)
#: No part has so many claims.
_CLAIMS = 1 << 24
#: What has run so many times as long as it takes to compile it as well as possible is hot: then that pays.
HOT = 10


class _Part:
    """A part that is in memory."""

    def __init__(self, source: Source, loaded: Loaded) -> None:
        self.source = source
        #: whether nothing is left to gain, or somebody is at it
        self.best = loaded.tier is Tier.BEST
        self.thread = loaded.thread
        #: seconds of the processor's time that it is to run until it is hot, and those that it has run
        self.hot = HOT * loaded.best_seconds
        self.ran = 0.0


class Library:
    """The functions of one program. `exports` names procedures that can be called as `call_NAME`. `quickly`:
    they are compiled at the quick tier and never better.

    `made_from` stands for the program: two with the same have the same functions.
    """

    def __init__(
        self,
        memory: Memory,
        made_from: str,
        exports: tuple[str, ...],
        store: Cache,
        checked: bool,
        seen: Seen = UNSEEN,
        quickly: bool = False,
    ) -> None:
        self.program = memory.program
        self.memory = memory
        self.exports = exports
        self.checked = checked
        self._quickly = quickly
        self._store = store
        self.seen = seen
        self._made_from = made_from, repr((exports, checked)), *seen.key
        #: two libraries of equal keys have the same functions
        self.key = store.key(*self._made_from)
        self._functions: dict[str, Callable[..., Any]] = {}
        self._loaded: list[Compiled] = []  # their machine code goes with them
        self._compiling: list[threading.Thread] = []
        self._parts: dict[str, _Part] = {}
        self._lock = threading.Lock()

    def __getitem__(self, name: str) -> Callable[..., Any]:
        """A function by its name."""
        result = self._functions.get(name)
        if result is None:
            attended(lambda: self._want(name))  # Ctrl-C in the middle of LLVM's objects would be lost
            result = self._functions[name]
        return result

    def run(self, name: str, *args: Any) -> Any:
        """Call a function that may run for long: what turns out to be hot is compiled as well as possible."""
        function = self[name]
        began = time.thread_time()
        result = function(*args)
        self.ran(name, time.thread_time() - began)
        return result

    def ran(self, name: str, seconds: float) -> None:
        """Note that a function has run: what turns out to be hot is compiled as well as possible."""
        part = self._parts[_part_of(name)]
        part.ran += seconds
        if part.ran > part.hot and not part.best:
            self._wait_for(in_background(lambda: self._improve(part)))

    def _want(self, name: str) -> None:
        with self._lock:
            if name not in self._functions:
                self._load(_part_of(name))

    def _load(self, part: str) -> None:
        names = entries_of(part)
        if part == CALLS:
            names += tuple(CALL + name for name in self.exports)
        source = Source((*self._made_from, part), lambda: self.text(part), names, self._store)
        loaded = source.load(self._take, self._quickly)
        self._parts[part] = _Part(source, loaded)
        self._wait_for(loaded.thread)

    def _take(self, compiled: Compiled) -> None:
        """These functions from now on."""
        self._loaded.append(compiled)
        for name, address in compiled.addresses.items():
            self._functions[name] = ctypes.CFUNCTYPE(*_types_of(name))(address)

    def _improve(self, part: _Part) -> None:
        """Compile a part as well as possible, if nobody has."""
        with self._lock:
            if part.best:
                return
            part.best = True
        if part.thread is not None:
            part.thread.join()  # else what is made in the usual way would take the better one's place
        part.source.improve(self._take)

    def _wait_for(self, thread: threading.Thread | None) -> None:
        """What is compiling something, if anything is."""
        if thread is not None:
            self._compiling.append(thread)

    def warm_up(self) -> None:
        """Compile all that was wanted so far as well as possible."""
        self.settle()
        for part in self._parts.values():
            self._improve(part)
        self.settle()

    def settle(self) -> None:
        """Wait for what is being compiled."""
        while self._compiling:
            self._compiling.pop().join()

    def text(self, part: str) -> str:
        """The text of a part."""
        with gc_paused():
            return self.module(part).text()

    def module(self, part: str) -> Emitted:
        """A part in LLVM's language."""
        exports = self.exports if part == CALLS else ()
        first = _CLAIMS * PARTS.index(part) if self.checked else None
        program, memory, entries = self.program, self.memory, entries_of(part)
        if any(ENTRIES[name].in_subset for name in entries):
            program = _with_games(program, [name for name in entries if ENTRIES[name].in_subset])
            memory = Memory(program)
            assert memory.size == self.memory.size, "random games have moved the fields of their game"
        return emit(program, host().target, entries, exports, memory, first, self.seen)

    def broken(self, number: int, value: int) -> CheckFailedError:
        """What a checked build has found wrong: a claim, and the value that it does not hold for."""
        claims = self.module(PARTS[number // _CLAIMS]).claims
        assert claims is not None
        return CheckFailedError(claims.texts[number % _CLAIMS].format(value=value))


def _with_games(program: Program, entries: list[str]) -> Program:
    """The program with what plays random games."""
    from interpreter.subset.frontend import with_procedures  # what has been compiled before needs neither
    from interpreter.subset.games import FUNCTIONS

    return with_procedures(program, FUNCTIONS, entries)


def _part_of(name: str) -> str:
    """The part that a function belongs to."""
    return CALLS if name.startswith(CALL) else ENTRIES[name].part


def _types_of(name: str) -> tuple[Any, ...]:
    if name.startswith(CALL):
        return _CALL_TYPES
    entry = ENTRIES[name]
    return _TYPES[entry.result], *(_TYPES[param.split()[0]] for param in entry.params.split(", "))
