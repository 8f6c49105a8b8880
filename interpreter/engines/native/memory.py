"""Where everything stands in memory: the record of a state, bundles of moves, checks, and the context.

The record's layout is that of all engines (`interpreter/engines/record.py`).

The context is what stands outside the record: the generator, the history, and two stacks, one of bundles and
one of checks, which grow as they must. It belongs to one thread. The history is two arrays, which grow
together: hashes, to be looked through fast, and the positions that they stand for.
"""

from __future__ import annotations

from gdl.core.ops import SITES, Program, Provided, Type
from gdl.core.walk import statements
from interpreter.engines.record import Record

#: Offsets in the context.
RNG, ERROR, STACK_END = 0, 8, 16
HISTORY, HISTORY_ROOM, HISTORY_FIRST, HISTORY_LENGTH, HISTORY_TURN = 24, 32, 40, 48, 56
BUNDLES, BUNDLES_ROOM, BUNDLES_TOP = 64, 72, 80
CHECKS, CHECKS_ROOM, CHECKS_TOP = 88, 96, 104
#: What a checked build found wrong: which claim, and the value.
FAILED_CLAIM, FAILED_VALUE = 112, 120
#: Where the flag is of whoever works here: not 0, it is to stop. See interpreter/support/stopping.py.
STOP = 128
#: The pools of searches: of each where its words are and how many.
POOL_WORDS, POOL_ROOM, POOL_SIZE = 136, 144, 16
#: A word that is always 0: what is read outside of a pool.
POOL_ZERO = 200
#: The remembered positions themselves, one for each hash of the history, with as much room.
POSITIONS = 208
#: How often it may still be looked before somebody has to attend.
FUEL = 216
#: So many looks cost next to nothing, one more asks (a power of 2).
SELDOM = 32
CONTEXT_SIZE = 256
#: The parts of the context that a sandbox gives back.
OUTSIDE = (RNG, HISTORY_FIRST, HISTORY_LENGTH, HISTORY_TURN)
#: A remembered position in the history: its hash, of who is to move too. The position stands in POSITIONS.
HISTORY_ENTRY = 8
#: Remembered positions are looked through so many at once, and so many may be read behind the last.
HISTORY_CHUNK = 8
HISTORY_SLACK = HISTORY_ENTRY * HISTORY_CHUNK

#: What the field ERROR says.
NO_MEMORY, TOO_DEEP, BROKEN, STOPPED, UNATTENDED, TOO_MANY = range(1, 7)

#: Offsets in a bundle: kind, check (offset of its record, -1 for none), how many sites; then the arguments.
KIND, CHECK, COUNT, ARGS = 0, 4, 8, 16
#: Offsets in a check: which one, the check around it; then the arguments.
CHECK_KIND, CHECK_OUTER, CHECK_ARGS = 0, 4, 8


class Memory(Record):
    """The layout of one program's memory."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        arguments = [sum(self.slots_of(p.type) for p in k.params[:-1]) for k in program.kinds]
        self.sites_offset = ARGS + 8 * max(arguments, default=0)
        self.bundle_size = self.sites_offset + self.set_bytes
        procs = {p.name: p for p in program.procs}
        checks = {s.check for p in program.procs for s in statements(p.body) if isinstance(s, Provided)}
        self.checks = sorted(checks)
        sizes = [sum(self.slots_of(p.type) for p in procs[c].params) for c in self.checks]
        self.check_size = CHECK_ARGS + 8 * max(sizes, default=0)

    def slots_of(self, type_: Type) -> int:
        """How many words an argument takes."""
        return self.words if type_ is SITES else 1

    def remembered(self, size: int) -> int:
        """How many positions so many bytes of a history are. Raises ValueError for what is none."""
        count, rest = divmod(size, HISTORY_ENTRY + self.position_size)
        if rest:
            raise ValueError("the history is of another program")
        return count
