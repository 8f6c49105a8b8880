"""A core program as Python: one function for each procedure, and for each sink that a generator serves.

Functions are written when another or the engine first calls for them; the State class comes first. Names of
functions begin with `p_`, those of constant tables with `T_`; no local's does. What is written goes into a
`Module`.
"""

from __future__ import annotations

from types import CodeType
from typing import Protocol

from gdl.analyses.mod_ref import Effects
from gdl.analyses.ranges import Ranges, find_ranges
from gdl.analyses.worst_case_steps import Pace
from gdl.core import ops as o
from gdl.core.ops import Block, Expr, Proc, Program
from gdl.core.walk import blocks_of, exprs_of
from gdl.source.text import NOWHERE, Span
from gdl.support.cpython import higher_recursion_limit
from interpreter.engines.python.constants import Constants
from interpreter.engines.python.statements import RESULTS, Statements, cached_fields
from interpreter.engines.python.writer import Line, Names, Writer, compile_lines, text_of

#: Operations that take a tenth of a second.
LONG = 10**6


class Target(Protocol):
    """What functions are written into: a `Module`."""

    program: Program
    #: names that are taken in the space of the functions
    names: Names
    constants: Constants
    #: by field, what it is called in states
    slots: dict[o.Field, str]
    #: by procedure and sink, what its function is called
    functions: dict[tuple[str, str], str]

    def add(self, text: str, code: CodeType) -> None:
        """Take in what was written: one function, or the class of states."""


class Emitter:
    """Writes the functions of one module, with what is found out about its program for that."""

    def __init__(self, module: Target) -> None:
        self.module = module
        self.program = program = module.program
        with higher_recursion_limit():
            self.ranges: Ranges = find_ranges(program)
        self.effects = Effects(program)
        with higher_recursion_limit():
            self.pace = Pace(program, self.ranges, self.effects, LONG)
        self._waiting: list[tuple[str, str]] = []
        self._procs: dict[str, Proc] = {p.name: p for p in program.procs}

    def function(self, name: str, sink: str) -> str:
        """Write a procedure and all that it calls; the name of its function."""
        python_name = self._name(name, sink)
        self._emit_waiting()
        return python_name

    def _emit_waiting(self) -> None:
        with higher_recursion_limit():
            while self._waiting:
                self._emit(*self._waiting.pop())

    def kind_function(self, kind: o.Kind, what: str, expr: Expr) -> str:
        """Write an expression over a kind's parameters as a function of the state and these; its name."""
        proc = Proc(
            f"{kind.name}.{what}", kind.params, (o.Return(expr, span=kind.span),), o.INT, span=kind.span
        )
        python_name = self.module.names.fresh("p_" + proc.name)
        # the arguments have the ranges that the play's have, if they go by the same names
        same = kind.params == self._procs[kind.play].params
        self._write(proc, "", python_name, ranges_of=kind.play if same else "")
        self._emit_waiting()
        return python_name

    def _name(self, name: str, sink: str) -> str:
        known = self.module.functions
        key = name, sink
        if key not in known:
            known[key] = self.module.names.fresh(f"p_{name}__{sink}" if sink else f"p_{name}")
            self._waiting.append(key)
        return known[key]

    def _emit(self, name: str, sink: str) -> None:
        self._write(self._procs[name], sink, self.module.functions[name, sink], ranges_of=name)

    def _write(self, proc: Proc, sink: str, python_name: str, ranges_of: str) -> None:
        writer = Writer(depth=1, span=proc.span)
        slots = self.module.slots
        names = Names(set(self.module.names.taken), ("p_", "T_"))
        work = Statements(
            proc,
            sink,
            self.program,
            self.ranges,
            self.effects,
            self.pace,
            self.module.constants,
            names,
            writer,
            self._name,
        )
        work.proc = ranges_of
        work.slots = slots
        params = ["S", *{"all": ("out", "chk"), "any_to": ("targets",)}.get(sink, ())]
        params += [work.local(p.name) for p in proc.params]
        head = Line(0, f"def {python_name}({', '.join(params)}):", proc.span)
        for cached in cached_fields(proc, self.effects, _reads(proc.body)):
            work.cached[cached] = names.fresh(cached.name)
            writer.emit(f"{work.cached[cached]} = S.{slots[cached]}")
        if proc.name in self._procs and self.pace.recursive(proc.name):
            writer.emit("HEED()")
        if RESULTS.get(sink) == "found":
            writer.emit("found = 0")
        work.block(proc.body)
        writer.span = proc.span
        if sink in RESULTS:
            writer.emit(f"return {RESULTS[sink]}")
        if not writer.lines:
            writer.emit("pass")
        self._define([head, *writer.lines], proc.span, python_name)

    def _define(self, lines: list[Line], span: Span, python_name: str) -> None:
        title = f"{self.program.name}: {python_name}"
        self.module.add(text_of(lines), compile_lines(lines, span, title))

    def state_class(self) -> None:
        """Write the class of states: slots, copy and key written out field by field."""
        writer = Writer(depth=1)
        emit = writer.emit
        fields = [(f, self.module.slots[f]) for f in self.program.fields]
        position = [(f, s) for f, s in fields if f.position and f.name != "mover"]
        emit(f"__slots__ = {tuple(s for _, s in fields)!r}")
        emit("def copy(self):")
        with writer.indent():
            emit("new = NEW(State)")
            for f, slot in fields:
                emit(f"new.{slot} = self.{slot}{'' if f.length is None else '[:]'}")
            for slot in ("rng", "history", "plies"):
                emit(f"new.{slot} = self.{slot}")
            emit("return new")
        emit("def key(self):")
        with writer.indent():
            parts = [f"self.{s}" if f.length is None else f"tuple(self.{s})" for f, s in position]
            emit(f"return ({', '.join(parts)}{',' if parts else ''})")
        self._define([Line(0, "class State(State):", NOWHERE), *writer.lines], NOWHERE, "State")


def _reads(block: Block) -> dict[o.Field, int]:
    """How often fields are read; what stands in a loop counts as often."""
    counts: dict[o.Field, int] = {}

    def look(expr: Expr, weight: int) -> None:
        if expr.op in o.FIELD_READS and isinstance(expr.data, o.Field):
            counts[expr.data] = counts.get(expr.data, 0) + weight
        for number, arg in enumerate(expr.args):
            look(arg, weight * 8 if expr.op in o.BINDERS and number == 1 else weight)

    def walk(inner: Block, weight: int) -> None:
        for stmt in inner:
            loop = isinstance(stmt, o.ForRange | o.ForSites | o.While)
            for expr in exprs_of(stmt):
                look(expr, weight * 8 if isinstance(stmt, o.While) else weight)
            for block_ in blocks_of(stmt):
                walk(block_, weight * 8 if loop else weight)

    walk(block, 1)
    return counts
