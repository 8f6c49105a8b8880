"""A core program as a module of LLVM's textual language."""

from __future__ import annotations

from attrs import frozen

from gdl.analyses.mod_ref import Effects
from gdl.analyses.worst_case_steps import Pace
from gdl.core.ops import Block, Field, Kind, Proc, Program, Remember
from gdl.core.walk import statements
from gdl.support.identity import IdentityMap
from interpreter.engines.native.calls import ENTRIES, PREFIX
from interpreter.engines.native.checked import RUNTIME, CheckedWriter, Claims
from interpreter.engines.native.constants import Constants
from interpreter.engines.native.entries import Entries
from interpreter.engines.native.helpers import SIGNATURES
from interpreter.engines.native.memory import (
    BUNDLES,
    CHECKS,
    HISTORY,
    HISTORY_SLACK,
    POSITIONS,
    SELDOM,
    Memory,
)
from interpreter.engines.native.offers import Body, result_type
from interpreter.engines.native.ply import Ply, has_slots
from interpreter.engines.native.registers import fits_registers
from interpreter.engines.native.writer import FunctionWriter

#: Operations that take four tenths of a second at most, and usually far less: between two looks that ask.
LONG = 4 * 10**8
#: A function of so few lines is worth no call; one that is called once may be longer.
SHORT, ONCE = 40, 1500

_INTRINSICS = """\
declare i64 @llvm.ctpop.i64(i64)
declare i64 @llvm.cttz.i64(i64, i1 immarg)
declare i64 @llvm.ctlz.i64(i64, i1 immarg)
declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.vector.reduce.add.v8i64(<8 x i64>)
declare i64 @llvm.abs.i64(i64, i1 immarg)
declare double @llvm.fabs.f64(double)
declare i64 @llvm.fptosi.sat.i64.f64(double)
declare ptr @llvm.frameaddress.p0(i32 immarg)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1 immarg)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1 immarg)
"""
_METADATA = '!0 = !{!"branch_weights", i32 2000, i32 1}\n!1 = !{!"branch_weights", i32 1, i32 2000}\n'


@frozen
class Target:
    """What the processor at hand can do."""

    #: whether it can deposit bits fast (BMI2's pdep)
    deposits: bool = False


class Module:
    """The functions that some entries need, written when they are first called for."""

    def __init__(
        self,
        program: Program,
        target: Target,
        entries: tuple[str, ...],
        exports: tuple[str, ...] = (),
        memory: Memory | None = None,
        first_claim: int | None = None,
    ) -> None:
        self.program = program
        self.target = target
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
        small = (
            self.memory.words == 1
            and has_slots(self.procs)
            and not {"playouts", "long_playouts"}.isdisjoint(entries)
        )
        self.in_registers = small and fits_registers(program, self.ranges)
        self.pass_kind: Kind = next(k for k in program.kinds if k.name == "pass")
        self._fields = {f.name: f for f in program.fields}
        self._written = IdentityMap[Block, frozenset[Field]]()
        self._declared: set[str] = set()
        self._functions: dict[str, FunctionWriter] = {}
        self._waiting: list[tuple[str, str, str]] = []
        self._known: set[str] = set()
        self.exports = exports
        for name in entries:
            self.helper(f"entry.{name}")
        for name in exports:
            self._want("export", name, "")
        while self._waiting:
            self._write(*self._waiting.pop())

    # --- names, each of which makes the function wanted -----------------------------------------------

    def function(self, name: str, sink: str = "") -> str:
        """The name of a procedure's function, for a sink where it is a generator."""
        return self._want("proc", name, sink)

    def helper(self, name: str) -> str:
        """The name of a helper."""
        return self._want("helper", name, "")

    def best(self, value: str) -> str:
        """The name of the function that keeps the moves of the greatest value."""
        return self._want("best", value, "")

    def narrow(self, keep: str) -> str:
        """The name of the function that keeps the moves to the sites that a procedure keeps."""
        return self._want("narrow", keep, "")

    def most(self, value: str) -> str:
        """The name of the function that gives the greatest value."""
        return self._want("most", value, "")

    def external(self, name: str, params: int) -> str:
        """A function of the C library, from Floats to a Float."""
        self.declare(f"double @{name}({', '.join(['double'] * params)})")
        return name

    def declare(self, head: str) -> None:
        self._declared.add(head)

    def _want(self, family: str, name: str, sink: str) -> str:
        full = f"{family}.{name}" + (f".{sink}" if sink else "")
        if full not in self._known:
            self._known.add(full)
            self._waiting.append((family, name, sink))
        return full

    def _claims(self, first: int) -> Claims:
        entries = {BUNDLES: self.memory.bundle_size, CHECKS: self.memory.check_size, HISTORY: HISTORY_SLACK}
        entries[POSITIONS] = self.memory.position_size
        return Claims(self.memory.size, entries, self.constants.sizes, first)

    def _writer(
        self,
        name: str,
        result: str,
        params: tuple[tuple[str, str], ...],
        external: bool = False,
        attributes: str = "nounwind",
    ) -> FunctionWriter:
        if self.claims is None:
            return FunctionWriter(name, result, params, external, attributes)
        return CheckedWriter(name, result, params, external, attributes, claims=self.claims)

    # --- facts ----------------------------------------------------------------------------------------

    def field(self, name: str) -> Field:
        return self._fields[name]

    def recursive(self, name: str) -> bool:
        """Whether a procedure may come to call itself."""
        called = set(self.effects.called(self.procs[name].body))
        return any(name in self.effects.reached(c) for c in called)

    def written(self, body: Block) -> frozenset[Field]:
        """The fields that a block may write."""
        return self._written.setdefault(body, lambda: self.effects.block(body).writes)

    # --- writing --------------------------------------------------------------------------------------

    def _write(self, family: str, name: str, sink: str) -> None:
        full = f"{family}.{name}" + (f".{sink}" if sink else "")
        if family == "proc":
            writer = self._procedure(self.procs[name], sink, full)
        elif family == "helper":
            writer = self._helper(name, full)
        elif family == "export":
            writer = self._export(self.procs[name])
        elif family == "narrow":
            writer = self._narrowed(name, full)
        else:
            writer = self._valued(name, full, most=family == "most")
        self._functions[full] = writer

    def _procedure(self, proc: Proc, sink: str, full: str) -> FunctionWriter:
        types = self.memory.types
        extra = {"all": [("i64", "%check")], "any_to": [(types_of_set(self), "%targets")]}.get(sink, [])
        params = [(types[p.type], f"%p{i}") for i, p in enumerate(proc.params)]
        heads = [("ptr noalias", "%S"), ("ptr noalias", "%C"), *extra, *params]
        writer = self._writer(full, result_type(self, proc, sink), tuple(heads))
        Body(self, writer, proc, sink).write_all()
        return writer

    def _helper(self, name: str, full: str) -> FunctionWriter:
        if name.startswith("entry."):
            short = name.removeprefix("entry.")
            entry = ENTRIES[short]
            shown = PREFIX + short if entry.part else full
            writer = self._writer(shown, entry.result, _split(entry.params), external=bool(entry.part))
            if short == "ply" and has_slots(self.procs):
                Ply(self, writer, self.procs["moves"], "").write_ply()
                return writer
        else:
            result, params, attributes = SIGNATURES[name]
            set_type = types_of_set(self)
            writer = self._writer(
                full,
                result.replace("SET", set_type),
                _split(params.replace("SET", set_type)),
                attributes=f"nounwind {attributes}".strip(),
            )
        Entries(self, writer, "").write(name)
        return writer

    def _valued(self, value: str, full: str, most: bool) -> FunctionWriter:
        params = [(self.memory.types[p.type], f"%p{i}") for i, p in enumerate(self.procs[value].params)]
        upto = [] if most else [("i64", "%upto")]
        heads = [("ptr", "%S"), ("ptr", "%C"), ("i64", "%start"), *upto, *params]
        writer = self._writer(full, "i64" if most else "void", tuple(heads), attributes="nounwind noinline")
        Entries(self, writer, value).valued(value, most)
        return writer

    def _narrowed(self, keep: str, full: str) -> FunctionWriter:
        types = self.memory.types
        params = [(types[p.type], f"%p{i}") for i, p in enumerate(self.procs[keep].params) if i]
        heads = [("ptr", "%S"), ("ptr", "%C"), ("i64", "%start"), ("i64", "%upto"), *params]
        writer = self._writer(full, "void", tuple(heads))
        Entries(self, writer, keep).keep_sites(keep)
        return writer

    def _export(self, proc: Proc) -> FunctionWriter:
        """A procedure that Python can call: arguments and result in memory, each in words of its own."""
        heads = (("ptr", "%S"), ("ptr", "%C"), ("ptr", "%args"), ("ptr", "%result"))
        writer = self._writer(f"{PREFIX}call_{proc.name}", "void", heads, external=True)
        work = Entries(self, writer, proc.name)
        work.mark_stack()
        work.export(proc)
        return writer

    # --- the text -------------------------------------------------------------------------------------

    def text(self) -> str:
        """The whole module."""
        functions = self._functions
        inlined = self._inlined()
        texts = [w.text("alwaysinline " if name in inlined else "") for name, w in functions.items()]
        declared = "".join(f"declare {head}\n" for head in sorted(self._declared))
        fresh = ", ".join(f"i8 {b}" for b in self.memory.fresh())
        size = self.memory.size
        record = f"@fresh = internal constant [{size} x i8] [{fresh}], align 8"
        runtime = "" if self.claims is None else RUNTIME
        return "\n".join([record, *self.constants.texts, _INTRINSICS + declared, runtime, *texts, _METADATA])

    def _inlined(self) -> set[str]:
        """The functions that are written where they are called; their size is with all that is in them."""
        functions = self._functions
        calls: dict[str, int] = {}
        for writer in functions.values():
            for name in writer.calls:
                calls[name] = calls.get(name, 0) + 1
        circular = self._circular()
        sizes: dict[str, int] = {}
        found: set[str] = set()

        def size(name: str) -> int:
            if name not in sizes:
                writer = functions[name]
                inside = [c for c in writer.calls if c in functions and c not in circular]
                total = len(writer.lines) + sum(size(c) for c in inside if decide(c))
                sizes[name] = total
            return sizes[name]

        def decide(name: str) -> bool:
            writer = functions[name]
            if writer.external or "noinline" in writer.attributes or name in circular:
                return False
            if "inline" in writer.attributes:
                return True
            alone = calls.get(name, 0) == 1 or (self.in_registers and name.startswith("helper.entry."))
            limit = ONCE if alone else SHORT
            if size(name) <= limit:
                found.add(name)
            return name in found

        for name in functions:
            decide(name)
        return found

    def _circular(self) -> set[str]:
        """The functions that may come to call themselves."""
        calls = {name: set(w.calls) & self._functions.keys() for name, w in self._functions.items()}
        found = set()
        for name in calls:
            seen: set[str] = set()
            todo = list(calls[name])
            while todo:
                here = todo.pop()
                if here not in seen:
                    seen.add(here)
                    todo.extend(calls[here])
            if name in seen:
                found.add(name)
        return found


def types_of_set(module: Module) -> str:
    """LLVM's type of sets."""
    return f"i{64 * module.memory.words}"


def _split(params: str) -> tuple[tuple[str, str], ...]:
    """`i64 %a, ptr %b` as pairs."""
    pairs = [p.strip().rsplit(" ", 1) for p in params.split(",")]
    return tuple((type_, name) for type_, name in pairs)
