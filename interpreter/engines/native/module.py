"""A module while it is emitted: what is known of its program, and a worklist of the functions wanted."""

from __future__ import annotations

from gdl.analyses.mod_ref import Effects
from gdl.analyses.worst_case_steps import Pace
from gdl.core.ops import Block, Field, Kind, Program, Remember
from gdl.core.walk import statements
from gdl.support.identity import IdentityMap
from gdl.support.values import frozen
from interpreter.engines.native.checked import Claims
from interpreter.engines.native.constants import Constants
from interpreter.engines.native.memory import (
    BUNDLES,
    CHECKS,
    HISTORY,
    HISTORY_SLACK,
    POSITIONS,
    SELDOM,
    Memory,
)
from interpreter.engines.native.registers import has_slots, replaces_record
from interpreter.engines.numbering import Numbering
from interpreter.engines.planes import PlaneGroup

#: Operations that take four tenths of a second at most, and usually far less: between two looks that ask.
LONG = 4 * 10**8
#: What plays many random games, each from its start.
_MANY_GAMES = {"playouts", "tallied_playouts"}
#: The families of functions; a function's name begins with its family's.
PROC, HELPER, ENTRY, MOST, BEST, NARROW, EXPORT = (
    "proc", "helper", "helper.entry", "most", "best", "narrow", "export",
)  # fmt: skip


@frozen
class Target:
    """What the processor at hand can do."""

    #: whether it can deposit bits fast (BMI2's pdep)
    deposits: bool = False


@frozen
class Seen:
    """How a program is seen from outside: the numbers of its moves, and the planes of its states."""

    numbering: Numbering | None = None
    planes: tuple[PlaneGroup, ...] = ()

    @property
    def key(self) -> tuple[str, ...]:
        """What code depends on."""
        return (self.numbering.shape if self.numbering is not None else "", repr(self.planes))


#: Nobody looks.
UNSEEN = Seen()


@frozen
class Wanted:
    """A function that something calls: its family, its name there, and for a generator the sink."""

    family: str
    name: str
    sink: str = ""

    @property
    def full(self) -> str:
        """The function's name in the module."""
        return f"{self.family}.{self.name}" + (f".{self.sink}" if self.sink else "")


class Module:
    """A program with what is known of it, its constants, and the functions that are wanted of it."""

    def __init__(
        self,
        program: Program,
        target: Target,
        entries: tuple[str, ...],
        exports: tuple[str, ...] = (),
        memory: Memory | None = None,
        first_claim: int | None = None,
        seen: Seen = UNSEEN,
    ) -> None:
        self.program = program
        self.target = target
        self.seen = seen
        self.memory = Memory(program) if memory is None else memory
        self.ranges = self.memory.ranges
        self.effects = Effects(program)
        #: which loops look whether to stop
        self.pace = Pace(program, self.ranges, self.effects, LONG // SELDOM)
        self.constants = Constants(self.memory)
        self.constants.sizes["@fresh"] = self.memory.size
        #: what the functions claim, in a checked build: there the claims have numbers from a first one
        self.claims = None if first_claim is None else self._claims(first_claim)
        self.procs = {p.name: p for p in program.procs}
        self.remembers = any(isinstance(s, Remember) for p in program.procs for s in statements(p.body))
        #: whether random games are played with the whole record in registers
        small = self.memory.words == 1 and has_slots(self.procs) and not _MANY_GAMES.isdisjoint(entries)
        self.in_registers = small and replaces_record(program, self.ranges)
        self.pass_kind: Kind = next(k for k in program.kinds if k.name == "pass")
        self._fields = {f.name: f for f in program.fields}
        self._written = IdentityMap[Block, frozenset[Field]]()
        #: functions outside the module that it calls
        self.declared: set[str] = set()
        #: the functions that are still to be written
        self.waiting: list[Wanted] = []
        self._known: set[str] = set()
        for name in entries:
            self.entry(name)
        for name in exports:
            self._want(EXPORT, name)

    # --- names, each of which makes the function wanted -----------------------------------------------

    def function(self, name: str, sink: str = "") -> str:
        """The name of a procedure's function, for a sink where it is a generator."""
        return self._want(PROC, name, sink)

    def helper(self, name: str) -> str:
        """The name of a helper."""
        return self._want(HELPER, name)

    def entry(self, name: str) -> str:
        """The name of an entry, to be called by emitted code or by Python; see calls.py."""
        return self._want(ENTRY, name)

    def best(self, value: str) -> str:
        """The name of the function that keeps the moves of the greatest value."""
        return self._want(BEST, value)

    def narrow(self, keep: str) -> str:
        """The name of the function that keeps the moves to the sites that a procedure keeps."""
        return self._want(NARROW, keep)

    def most(self, value: str) -> str:
        """The name of the function that gives the greatest value."""
        return self._want(MOST, value)

    def external(self, name: str, params: int) -> str:
        """A function of the C library, from Floats to a Float."""
        self.declare(f"double @{name}({', '.join(['double'] * params)})")
        return name

    def declare(self, head: str) -> None:
        """A function outside the module, as LLVM declares it."""
        self.declared.add(head)

    def _want(self, family: str, name: str, sink: str = "") -> str:
        wanted = Wanted(family, name, sink)
        if wanted.full not in self._known:
            self._known.add(wanted.full)
            self.waiting.append(wanted)
        return wanted.full

    def _claims(self, first: int) -> Claims:
        entries = {BUNDLES: self.memory.bundle_size, CHECKS: self.memory.check_size, HISTORY: HISTORY_SLACK}
        entries[POSITIONS] = self.memory.position_size
        return Claims(self.memory.size, entries, self.constants.sizes, first)

    # --- facts ----------------------------------------------------------------------------------------

    def field(self, name: str) -> Field:
        """A field by its name."""
        return self._fields[name]

    def recursive(self, name: str) -> bool:
        """Whether a procedure may come to call itself."""
        called = set(self.effects.called(self.procs[name].body))
        return any(name in self.effects.reached(c) for c in called)

    def written(self, body: Block) -> frozenset[Field]:
        """The fields that a block may write."""
        return self._written.setdefault(body, lambda: self.effects.writes(body))


def types_of_set(module: Module) -> str:
    """LLVM's type of sets."""
    return f"i{64 * module.memory.words}"
