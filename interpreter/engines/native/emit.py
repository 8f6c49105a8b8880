"""Code generation: a core program as a module of LLVM's textual language."""

from __future__ import annotations

from collections.abc import Callable

from gdl.core.ops import Program
from gdl.support.values import frozen
from interpreter.engines.native.body import Body
from interpreter.engines.native.calls import CALL, ENTRIES, PREFIX
from interpreter.engines.native.checked import RUNTIME, CheckedWriter, Claims
from interpreter.engines.native.functions import ENTRY_WRITERS, HELPERS, Functions
from interpreter.engines.native.inlining import inlined
from interpreter.engines.native.memory import Memory
from interpreter.engines.native.module import (
    BEST,
    ENTRY,
    EXPORT,
    HELPER,
    MOST,
    NARROW,
    PROC,
    UNSEEN,
    Module,
    Seen,
    Target,
    Wanted,
    types_of_set,
)
from interpreter.engines.native.offers import result_type
from interpreter.engines.native.registers import has_slots
from interpreter.engines.native.writer import FunctionWriter, byte_text

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
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1 immarg)
"""
_METADATA = '!0 = !{!"branch_weights", i32 2000, i32 1}\n!1 = !{!"branch_weights", i32 1, i32 2000}\n'


@frozen
class Emitted:
    """A module whose functions are written."""

    module: Module
    functions: dict[str, FunctionWriter]

    @property
    def claims(self) -> Claims | None:
        """What the functions of a checked build claim."""
        return self.module.claims

    def text(self) -> str:
        """The whole module."""
        module = self.module
        here = inlined(self.functions, module.in_registers)
        texts = [w.text("alwaysinline " if name in here else "") for name, w in self.functions.items()]
        declared = "".join(f"declare {head}\n" for head in sorted(module.declared))
        fresh = byte_text(module.memory.fresh)
        record = f"@fresh = internal constant [{module.memory.size} x i8] {fresh}, align 8"
        runtime = "" if module.claims is None else RUNTIME
        parts = [record, *module.constants.texts, _INTRINSICS + declared, runtime, *texts, _METADATA]
        return "\n".join(parts)


def emit(
    program: Program,
    target: Target,
    entries: tuple[str, ...],
    exports: tuple[str, ...] = (),
    memory: Memory | None = None,
    first_claim: int | None = None,
    seen: Seen = UNSEEN,
) -> Emitted:
    """The functions that some entries and some procedures (`exports`) need, each when it is first called for.

    `first_claim`: the build is checked, and its claims have numbers from there. `seen`: how moves are
    numbered and states observed, for the entries that ask it.
    """
    module = Module(program, target, entries, exports, memory, first_claim, seen)
    functions: dict[str, FunctionWriter] = {}
    while module.waiting:
        wanted = module.waiting.pop()
        functions[wanted.full] = FAMILIES[wanted.family](module, wanted)
    return Emitted(module, functions)


def _procedure(module: Module, wanted: Wanted) -> FunctionWriter:
    proc, sink = module.procs[wanted.name], wanted.sink
    extra = {"all": [("i64", "%check")], "any_to": [(types_of_set(module), "%targets")]}.get(sink, [])
    heads = [("ptr noalias", "%S"), ("ptr noalias", "%C"), *extra, *_parameters(module, wanted.name)]
    writer = _writer(module, wanted.full, result_type(module, proc, sink), tuple(heads))
    Body(module, writer, proc, sink).write_procedure()
    return writer


def _helper(module: Module, wanted: Wanted) -> FunctionWriter:
    helper, set_type = HELPERS[wanted.name], types_of_set(module)
    writer = _writer(
        module,
        wanted.full,
        helper.result.replace("SET", set_type),
        _split(helper.params.replace("SET", set_type)),
        attributes=f"nounwind {helper.attributes}".strip(),
    )
    helper.write(Functions(module, writer))
    return writer


def _entry(module: Module, wanted: Wanted) -> FunctionWriter:
    entry = ENTRIES[wanted.name]
    shown = PREFIX + wanted.name if entry.part else wanted.full
    writer = _writer(module, shown, entry.result, _split(entry.params), external=bool(entry.part))
    if wanted.name == "ply" and has_slots(module.procs):
        moves = module.procs["moves"]
        Body(module, writer, moves, "", in_slots=True).slots.write_ply(moves.body)
        return writer
    functions = Functions(module, writer)
    if entry.part:
        functions.playing.mark_stack()
    ENTRY_WRITERS[wanted.name](functions)
    return writer


def _most(module: Module, wanted: Wanted) -> FunctionWriter:
    """What gives the greatest value."""
    heads = [("ptr", "%S"), ("ptr", "%C"), ("i64", "%start"), *_parameters(module, wanted.name)]
    writer = _writer(module, wanted.full, "i64", tuple(heads), attributes="nounwind noinline")
    Functions(module, writer, wanted.name).choosing.valued(wanted.name, True)
    return writer


def _best(module: Module, wanted: Wanted) -> FunctionWriter:
    """What keeps the moves of the greatest value."""
    heads = [("ptr", "%S"), ("ptr", "%C"), ("i64", "%start"), ("i64", "%upto")]
    heads += _parameters(module, wanted.name)
    writer = _writer(module, wanted.full, "void", tuple(heads), attributes="nounwind noinline")
    Functions(module, writer, wanted.name).choosing.valued(wanted.name, False)
    return writer


def _narrow(module: Module, wanted: Wanted) -> FunctionWriter:
    """What keeps the moves to the sites that a procedure keeps; all sites are its first argument."""
    heads = [("ptr", "%S"), ("ptr", "%C"), ("i64", "%start"), ("i64", "%upto")]
    heads += _parameters(module, wanted.name)[1:]
    writer = _writer(module, wanted.full, "void", tuple(heads))
    Functions(module, writer, wanted.name).choosing.keep_sites(wanted.name)
    return writer


def _export(module: Module, wanted: Wanted) -> FunctionWriter:
    """A procedure that Python can call: arguments and result in memory, each in words of its own."""
    proc = module.procs[wanted.name]
    heads = (("ptr", "%S"), ("ptr", "%C"), ("ptr", "%args"), ("ptr", "%result"))
    writer = _writer(module, f"{PREFIX}{CALL}{proc.name}", "void", heads, external=True)
    functions = Functions(module, writer, proc.name)
    functions.playing.mark_stack()
    functions.entries.export(proc)
    return writer


#: What writes a function, by the family of its name.
FAMILIES: dict[str, Callable[[Module, Wanted], FunctionWriter]] = {
    PROC: _procedure,
    HELPER: _helper,
    ENTRY: _entry,
    MOST: _most,
    BEST: _best,
    NARROW: _narrow,
    EXPORT: _export,
}


def _writer(
    module: Module,
    name: str,
    result: str,
    params: tuple[tuple[str, str], ...],
    external: bool = False,
    attributes: str = "nounwind",
) -> FunctionWriter:
    if module.claims is None:
        return FunctionWriter(name, result, params, external, attributes)
    return CheckedWriter(name, result, params, external, attributes, claims=module.claims)


def _parameters(module: Module, name: str) -> list[tuple[str, str]]:
    """A procedure's, as LLVM names them."""
    return [(module.memory.types[p.type], f"%p{i}") for i, p in enumerate(module.procs[name].params)]


def _split(params: str) -> tuple[tuple[str, str], ...]:
    """`i64 %a, ptr %b` as pairs."""
    pairs = [p.strip().rsplit(" ", 1) for p in params.split(",")]
    return tuple((type_, name) for type_, name in pairs)
