"""The machine code of one program with its memory: what every call of it begins with."""

from __future__ import annotations

import threading

from interpreter.engines.native.library import Library
from interpreter.engines.native.memory import Memory
from interpreter.engines.native.state import State
from interpreter.engines.native.worker import Worker


class Machine:
    """A compiled program, and each thread's context to run it in."""

    def __init__(self, memory: Memory, library: Library) -> None:
        self.memory = memory
        self.program = memory.program
        self.library = library
        self._local = threading.local()

    def worker(self) -> Worker:
        """This thread's context, which heeds the flag of this thread."""
        found: Worker | None = getattr(self._local, "worker", None)
        if found is None:
            found = self._local.worker = Worker(self.memory, self.library.broken)
        else:
            found.heed()
        return found

    def holding(self, state: State) -> Worker:
        """This thread's context with a state put into it."""
        worker = self.worker()
        worker.put(state.record, state.rng, state.history, state.turn)
        return worker
