"""A core program as Python: one function for each procedure, and for each sink that a generator serves.

Functions are made when another or the engine first calls for them; the State class comes first. Names of
functions begin with `p_`, those of constant tables with `T_`; no local's does.
"""

from __future__ import annotations

from typing import Any, cast

from attrs import define, field

from gdl.analyses.mod_ref import Effects
from gdl.analyses.ranges import Ranges, find_ranges
from gdl.analyses.worst_case_steps import Pace
from gdl.core.ops import (
    BINDERS,
    FLOAT,
    INT,
    SITES,
    Block,
    Expr,
    Field,
    ForRange,
    ForSites,
    Kind,
    Op,
    Proc,
    Program,
    Return,
    While,
)
from gdl.core.recursion_limit import higher_recursion_limit
from gdl.core.walk import blocks_of, exprs_of
from gdl.source.text import NOWHERE, Span
from interpreter.engines.python import runtime
from interpreter.engines.python.constants import Constants
from interpreter.engines.python.runtime import Offers
from interpreter.engines.python.state import State
from interpreter.engines.python.statements import RESULTS, Statements, cached_fields
from interpreter.engines.python.writer import Line, Names, Writer, compile_lines, text_of
from interpreter.support.stopping import heed

#: Operations that take a tenth of a second.
LONG = 10**6

#: Names that emitted code uses itself.
_TAKEN = (
    "S", "out", "chk", "targets", "found", "OFFERS", "SEARCH", "HEED", "State", "NEW", "len", "range", "int",
    "float", "abs", "draw", "sin", "cos", "tan", "exp", "log", "log10", "sqrt",
)  # fmt: skip


@define
class Module:
    """The functions of a program, compiled when asked for."""

    program: Program
    ranges: Ranges = field(init=False)
    effects: Effects = field(init=False)
    pace: Pace = field(init=False)
    constants: Constants = field(init=False)
    names: Names = field(init=False)
    slots: dict[Field, str] = field(init=False)
    space: dict[str, Any] = field(factory=dict)
    state: type[State] = field(init=False)
    _functions: dict[tuple[str, str], str] = field(factory=dict)
    _waiting: list[tuple[str, str]] = field(factory=list)
    _texts: list[str] = field(factory=list)
    _procs: dict[str, Proc] = field(init=False)

    def __attrs_post_init__(self) -> None:
        with higher_recursion_limit():
            self.ranges = find_ranges(self.program)
        self.effects = Effects(self.program)
        with higher_recursion_limit():
            self.pace = Pace(self.program, self.ranges, self.effects, LONG)
        self.space["HEED"] = heed
        self.names = Names({*_TAKEN, *(name for name in vars(runtime) if not name.startswith("_"))})
        self.constants = Constants(self.program.sites, self.names, self.space)
        self._procs = {p.name: p for p in self.program.procs}
        fields = Names({"rng", "history", "plies", "copy", "key"})
        self.slots = {f: fields.fresh(f.name) for f in self.program.fields}
        self.state = self._make_state()
        plays = [self.function(kind.play) for kind in self.program.kinds]
        self.space["OFFERS"] = Offers(plays)

    @property
    def text(self) -> str:
        """Everything emitted so far, for people."""
        return "\n\n".join(self._texts)

    @property
    def offers(self) -> Offers:
        return cast(Offers, self.space["OFFERS"])

    def function(self, name: str, sink: str = "") -> Any:
        """A procedure as a Python function (a generator: for this sink)."""
        python_name = self._name(name, sink)
        self._emit_waiting()
        return self.space[python_name]

    def _emit_waiting(self) -> None:
        with higher_recursion_limit():
            while self._waiting:
                self._emit(*self._waiting.pop())

    def kind_function(self, kind: Kind, what: str, expr: Expr) -> Any:
        """An expression over the parameters of a kind, as a function of the state and these."""
        proc = Proc(f"{kind.name}.{what}", kind.params, (Return(expr, span=kind.span),), INT, span=kind.span)
        python_name = self.names.fresh("p_" + proc.name)
        # the arguments have the ranges that the play's have, if they go by the same names
        same = kind.params == self._procs[kind.play].params
        self._write(proc, "", python_name, ranges_of=kind.play if same else "")
        self._emit_waiting()
        return self.space[python_name]

    def _name(self, name: str, sink: str) -> str:
        key = name, sink
        if key not in self._functions:
            self._functions[key] = self.names.fresh(f"p_{name}__{sink}" if sink else f"p_{name}")
            self._waiting.append(key)
        return self._functions[key]

    def _emit(self, name: str, sink: str) -> None:
        self._write(self._procs[name], sink, self._functions[name, sink], ranges_of=name)

    def _write(self, proc: Proc, sink: str, python_name: str, ranges_of: str) -> None:
        writer = Writer(depth=1, span=proc.span)
        names = Names(set(self.names.taken), ("p_", "T_"))
        work = Statements(
            proc,
            sink,
            self.program,
            self.ranges,
            self.effects,
            self.pace,
            self.constants,
            names,
            writer,
            self._name,
        )
        work.proc = ranges_of
        work.slots = self.slots
        params = ["S", *{"all": ("out", "chk"), "any_to": ("targets",)}.get(sink, ())]
        params += [work.local(p.name) for p in proc.params]
        head = Line(0, f"def {python_name}({', '.join(params)}):", proc.span)
        for cached in cached_fields(proc, self.effects, _reads(proc.body)):
            work.cached[cached] = names.fresh(cached.name)
            writer.emit(f"{work.cached[cached]} = S.{self.slots[cached]}")
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
        self._texts.append(text_of(lines))
        title = f"{self.program.name}: {python_name}"
        exec(compile_lines(lines, span, title), self.space)

    def _make_state(self) -> type[State]:
        """The class of states: slots, a fresh one, copy and key written out field by field."""
        writer = Writer(depth=1)
        emit = writer.emit
        fields = [(f, self.slots[f]) for f in self.program.fields]
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
        self.space |= {"NEW": object.__new__, "State": State}
        self._define([Line(0, "class State(State):", NOWHERE), *writer.lines], NOWHERE, "State")
        made = cast(type[State], self.space["State"])
        made.FIELDS = tuple(s for _, s in fields)
        made.ARRAYS = frozenset(s for f, s in fields if f.length is not None)
        return made

    def fresh_state(self) -> State:
        """A state with all fields at their initial values; arrays have one element more: what is outside."""
        state: State = object.__new__(self.state)
        for f, slot in self.slots.items():
            initial = float(f.initial) if f.type is FLOAT else f.initial
            value: object = initial
            if f.length is not None:
                value = [initial] * f.length + [0 if f.type is SITES else type(initial)(0)]
            setattr(state, slot, value)
        state.rng, state.history, state.plies = 0, None, 0
        return state


def _reads(block: Block) -> dict[Field, int]:
    """How often fields are read; what stands in a loop counts as often."""
    counts: dict[Field, int] = {}

    def look(expr: Expr, weight: int) -> None:
        if expr.op in (Op.FIELD, Op.ELEM) and isinstance(expr.data, Field):
            counts[expr.data] = counts.get(expr.data, 0) + weight
        for number, arg in enumerate(expr.args):
            look(arg, weight * 8 if expr.op in BINDERS and number == 1 else weight)

    def walk(inner: Block, weight: int) -> None:
        for stmt in inner:
            loop = isinstance(stmt, ForRange | ForSites | While)
            for expr in exprs_of(stmt):
                look(expr, weight * 8 if isinstance(stmt, While) else weight)
            for block_ in blocks_of(stmt):
                walk(block_, weight * 8 if loop else weight)

    walk(block, 1)
    return counts
