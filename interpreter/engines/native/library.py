"""The compiled functions of a program for Python: each part is compiled when it is first wanted."""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable
from typing import Any

from gdl.core.gc_paused import gc_paused
from interpreter.engines.cache import Cache
from interpreter.engines.native.calls import CALL, CALLS, ENTRIES, PARTS, entries_of
from interpreter.engines.native.checked import CheckFailedError
from interpreter.engines.native.compile import Compiled, host, load
from interpreter.engines.native.emit import Emitted, emit
from interpreter.engines.native.memory import Memory
from interpreter.support.stopping import attended

_TYPES = {"ptr": ctypes.c_void_p, "i64": ctypes.c_int64, "i1": ctypes.c_bool, "void": None}
_CALL_TYPES = (None, *[ctypes.c_void_p] * 4)
#: No part has so many claims.
_CLAIMS = 1 << 24


class Library:
    """The functions of one program. `exports` names procedures that can be called as `call_NAME`.

    `made_from` stands for the program: two with the same have the same functions.
    """

    def __init__(
        self, memory: Memory, made_from: str, exports: tuple[str, ...], store: Cache, checked: bool
    ) -> None:
        self.program = memory.program
        self.memory = memory
        self.exports = exports
        self.checked = checked
        self._store = store
        self._made_from = made_from, repr((exports, checked))
        #: two libraries of equal keys have the same functions
        self.key = store.key(*self._made_from)
        self._functions: dict[str, Callable[..., Any]] = {}
        self._loaded: list[Compiled] = []  # their machine code goes with them
        self._compiling: list[threading.Thread] = []
        self._lock = threading.Lock()

    def __getitem__(self, name: str) -> Callable[..., Any]:
        """A function by its name."""
        found = self._functions.get(name)
        if found is None:
            attended(lambda: self._want(name))  # Ctrl-C in the middle of LLVM's objects would be lost
            found = self._functions[name]
        return found

    def _want(self, name: str) -> None:
        with self._lock:
            if name not in self._functions:
                self._load(CALLS if name.startswith(CALL) else ENTRIES[name].part)

    def _load(self, part: str) -> None:
        names = entries_of(part)
        if part == CALLS:
            names += tuple(CALL + name for name in self.exports)
        made_from = (*self._made_from, part)
        thread = load(made_from, lambda: self.text(part), names, self._store, self._take)
        if thread is not None:
            self._compiling.append(thread)

    def _take(self, compiled: Compiled) -> None:
        """These functions from now on."""
        self._loaded.append(compiled)
        for name, address in compiled.addresses.items():
            self._functions[name] = ctypes.CFUNCTYPE(*_types_of(name))(address)

    def wait_until_compiled(self) -> None:
        """Wait until all that was wanted is compiled as well as it will be."""
        for thread in self._compiling:
            thread.join()

    def text(self, part: str) -> str:
        """The text of a part."""
        with gc_paused():
            return self.module(part).text()

    def module(self, part: str) -> Emitted:
        """A part in LLVM's language."""
        exports = self.exports if part == CALLS else ()
        first = _CLAIMS * PARTS.index(part) if self.checked else None
        return emit(self.program, host().target, entries_of(part), exports, self.memory, first)

    def broken(self, number: int, value: int) -> CheckFailedError:
        """What a checked build has found wrong: a claim, and the value that it does not hold for."""
        claims = self.module(PARTS[number // _CLAIMS]).claims
        assert claims is not None
        return CheckFailedError(claims.texts[number % _CLAIMS].format(value=value))


def _types_of(name: str) -> tuple[Any, ...]:
    if name.startswith(CALL):
        return _CALL_TYPES
    entry = ENTRIES[name]
    return _TYPES[entry.result], *(_TYPES[param.split()[0]] for param in entry.params.split(", "))
