"""What calls of compiled functions need: a context for each thread, and memory that goes when it goes."""

from __future__ import annotations

import ctypes
import sys
import threading
import weakref
from collections.abc import Callable
from functools import cache, cached_property

from interpreter.engines.native.library import Library
from interpreter.engines.native.memory import (
    BROKEN,
    BUNDLES,
    BUNDLES_ROOM,
    BUNDLES_TOP,
    CHECKS,
    CHECKS_ROOM,
    CHECKS_TOP,
    CONTEXT_SIZE,
    ERROR,
    FAILED_CLAIM,
    FAILED_VALUE,
    FUEL,
    HISTORY,
    HISTORY_ENTRY,
    HISTORY_FIRST,
    HISTORY_LENGTH,
    HISTORY_ROOM,
    HISTORY_SLACK,
    HISTORY_TURN,
    NO_MEMORY,
    POSITIONS,
    RNG,
    STOP,
    STOPPED,
    TOO_MANY,
    UNATTENDED,
    Memory,
)
from interpreter.engines.native.state import State
from interpreter.errors.user_errors import EngineError, SlowRulesError
from interpreter.support.stopping import Stop, StoppedError, UnattendedError, present, unattended

_STACKS = (BUNDLES, CHECKS, HISTORY, POSITIONS)
#: Processors fetch lines of the cache by twos.
LINE = 128
#: How often rules that may take long look whether to stop, until somebody has to attend: that is soon.
SHORT, ENDLESS = 20_000, 1 << 62
#: Bytes of each stack at first.
FIRST_ROOM = 1 << 14


class Worker:
    """A context and a record, to be used by one thread at a time."""

    def __init__(
        self,
        memory: Memory,
        broken: Callable[[int, int], Exception],
    ) -> None:
        self.memory = memory
        self._broken = broken
        self.context = apart(CONTEXT_SIZE)
        self.record = apart(memory.size)
        self.move = ctypes.create_string_buffer(memory.bundle_size + 8)
        self._libc = allocator()
        weakref.finalize(self, _release, self.context, self._libc)
        entries_of = {BUNDLES: memory.bundle_size, CHECKS: memory.check_size, HISTORY: HISTORY_SLACK}
        for base, room in ((BUNDLES, BUNDLES_ROOM), (CHECKS, CHECKS_ROOM), (HISTORY, HISTORY_ROOM)):
            size = max(FIRST_ROOM, entries_of[base])
            self._reallocate(base, size)
            self.set(room, size - entries_of[base])
        self._match_positions()
        self.at = ctypes.addressof(self.context)
        self._stop: Stop | None = None
        self._fuel = ctypes.c_int64.from_buffer(self.context, FUEL)
        self.heed()
        self.state = ctypes.addressof(self.record)

    def heed(self) -> None:
        """The calls that follow heed the flag of this thread."""
        stop = present()
        if stop is not self._stop:  # which is kept as long as it may be read
            self._stop = stop
            self.set(STOP, stop.at)
        self._fuel.value = SHORT if unattended() else ENDLESS

    def get(self, offset: int) -> int:
        """A part of the context, signed."""
        return ctypes.c_int64.from_buffer(self.context, offset).value

    def set(self, offset: int, value: int) -> None:
        """Set a part of the context."""
        ctypes.c_uint64.from_buffer(self.context, offset).value = value & 0xFFFFFFFFFFFFFFFF

    def address(self, offset: int) -> int:
        """A part of the context, unsigned."""
        return ctypes.c_uint64.from_buffer(self.context, offset).value

    def put(self, record: bytes, rng: int, history: bytes, turn: int) -> None:
        """Make this the present state."""
        ctypes.memmove(self.record, record, len(record))
        self.set(RNG, rng)
        self.set(HISTORY_TURN, turn)
        self.set(HISTORY_FIRST, 0)
        if not history:
            self.set(HISTORY_LENGTH, 0)
            return
        size = HISTORY_ENTRY * self.memory.remembered(len(history))
        if size > self.get(HISTORY_ROOM):
            self._reallocate(HISTORY, 2 * size + HISTORY_SLACK)
            self.set(HISTORY_ROOM, 2 * size)
            self._match_positions()
        ctypes.memmove(self.address(HISTORY), history, size)
        ctypes.memmove(self.address(POSITIONS), history[size:], len(history) - size)
        self.set(HISTORY_LENGTH, size)

    def _reallocate(self, base: int, size: int) -> None:
        """So many bytes for a stack."""
        address = self._libc.realloc(self.address(base) or None, size)
        if not address:
            raise MemoryError
        self.set(base, address)

    def _match_positions(self) -> None:
        """As much room for positions as for their hashes."""
        entries = self.get(HISTORY_ROOM) // HISTORY_ENTRY + 1
        self._reallocate(POSITIONS, entries * self.memory.position_size)

    def take(self) -> tuple[bytes, int, bytes, int]:
        """The present state: record, generator, history, where in it the turn began."""
        first, length = self.get(HISTORY_FIRST), self.get(HISTORY_LENGTH)
        history = history_at(self.memory, self.address(HISTORY), self.address(POSITIONS), first, length)
        record = ctypes.string_at(self.state, self.memory.size)
        return record, self.address(RNG), history, max(0, self.get(HISTORY_TURN) - first)

    def clear(self) -> None:
        """Forget what went wrong in the last call."""
        for part in (ERROR, BUNDLES_TOP, CHECKS_TOP):
            self.set(part, 0)

    def offered(self, size: int) -> bytes:
        """The bundles of the last call."""
        return ctypes.string_at(self.address(BUNDLES), size) if size else b""

    def bundle(self, offset: int) -> bytes:
        """The bytes of a bundle."""
        return ctypes.string_at(self.address(BUNDLES) + offset, self.memory.bundle_size)

    def checked(self) -> None:
        """Raise EngineError where the last call could not be carried out."""
        error = self.get(ERROR)
        if error:
            self.clear()
            if error == STOPPED:
                raise StoppedError
            if error == UNATTENDED:
                raise UnattendedError
            if error == NO_MEMORY:
                raise MemoryError
            if error == TOO_MANY:
                raise SlowRulesError("the rules offer more moves at once than there is memory for")
            if error == BROKEN:
                raise self._broken(self.get(FAILED_CLAIM), self.get(FAILED_VALUE))
            raise EngineError("the rules call themselves without end", ())


def history_at(memory: Memory, hashes: int, positions: int, first: int, length: int) -> bytes:
    """The history from one place to another: hashes, then positions; the addresses say where each begin."""
    if length <= first:
        return b""
    each = memory.position_size // HISTORY_ENTRY
    result = ctypes.string_at(positions + each * first, each * (length - first))
    return ctypes.string_at(hashes + first, length - first) + result


def apart(size: int) -> ctypes.Array[ctypes.c_char]:
    """Memory in lines of the cache of its own: two threads that write to one line wait for each other."""
    whole = ctypes.create_string_buffer(size + 2 * LINE)
    start = -ctypes.addressof(whole) % LINE
    return (ctypes.c_char * (-(-size // LINE) * LINE)).from_buffer(whole, start)


@cache
def allocator() -> ctypes.CDLL:
    """The C library that emitted code takes memory from."""
    libc = ctypes.CDLL("msvcrt" if sys.platform == "win32" else None)
    libc.realloc.restype = ctypes.c_void_p
    libc.realloc.argtypes = (ctypes.c_void_p, ctypes.c_size_t)
    libc.free.argtypes = (ctypes.c_void_p,)
    libc.free.restype = None
    return libc


def _release(context: ctypes.Array[ctypes.c_char], libc: ctypes.CDLL) -> None:
    for base in _STACKS:
        libc.free(ctypes.c_uint64.from_buffer(context, base).value)


class Machine:
    """A compiled program, and each thread's context to run it in."""

    def __init__(self, memory: Memory, library: Library) -> None:
        self.memory = memory
        self.program = memory.program
        self.library = library
        self._local = threading.local()

    def worker(self) -> Worker:
        """This thread's context, which heeds the flag of this thread."""
        result: Worker | None = getattr(self._local, "worker", None)
        if result is None:
            result = self._local.worker = Worker(self.memory, self.library.broken)
        else:
            result.heed()
        return result

    def beginning(self) -> Worker:
        """This thread's context with the state before any game."""
        worker = self.worker()
        worker.put(self.memory.fresh, 0, b"", 0)
        return worker

    @cached_property
    def held(self) -> Worker:
        """A context for calls during which no other thread of Python runs."""
        return Worker(self.memory, self.library.broken)

    def holding(self, state: State) -> Worker:
        """This thread's context with a state put into it."""
        worker = self.worker()
        worker.put(state.record, state.rng, state.history, state.turn)
        return worker
