"""The emitted functions of a program, in memory and on disk.

A module that was written before is taken up again as it was: its text, its code (marshalled) and the
constants that the code names. Only when a function is wanted that was not written yet is anything found out
about the program (`emit.py`), so that a game that is known starts without the compiler.
"""

from __future__ import annotations

import linecache
import marshal
from functools import cached_property
from types import CodeType
from typing import TYPE_CHECKING, Any, cast

from gdl.core.ops import FLOAT, SITES, Expr, Field, Kind, Program
from interpreter.engines.python import runtime
from interpreter.engines.python.constants import Constants
from interpreter.engines.python.runtime import Offers
from interpreter.engines.python.state import State
from interpreter.engines.python.writer import Names
from interpreter.support.stopping import heed

if TYPE_CHECKING:
    from interpreter.engines.python.emit import Emitter

#: Names that emitted code uses itself.
_TAKEN = (
    "S", "out", "chk", "targets", "found", "OFFERS", "SEARCH", "HEED", "State", "NEW", "len", "range", "int",
    "float", "abs", "draw", "sin", "cos", "tan", "exp", "log", "log10", "sqrt",
)  # fmt: skip

#: What every engine asks for, as procedure and sink.
ENTRIES = (("start", ""), ("turn", ""), ("after", ""), ("moves", "all"))


class Module:
    """The functions of a prepared program, compiled when asked for."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.names = Names({*_TAKEN, *(name for name in vars(runtime) if not name.startswith("_"))})
        self.space = self._new_space()
        self.constants = Constants(program.sites, self.names, self.space)
        #: by procedure and sink, what its function is called
        self.functions: dict[tuple[str, str], str] = {}
        self._parts: list[tuple[str, CodeType]] = []
        fields = Names({"rng", "history", "plies", "copy", "key"})
        self.slots: dict[Field, str] = {f: fields.fresh(f.name) for f in program.fields}
        self.emitter.state_class()
        self.state = self._finish_state()
        self.space["OFFERS"] = Offers([self.function(kind.play) for kind in program.kinds])
        for name in ENTRIES:
            self.function(*name)

    @staticmethod
    def _new_space() -> dict[str, Any]:
        return {"HEED": heed, "NEW": object.__new__, "State": State}

    @cached_property
    def emitter(self) -> Emitter:
        """What writes functions."""
        from interpreter.engines.python.emit import Emitter

        return Emitter(self)

    @property
    def text(self) -> str:
        """Everything emitted so far, for people."""
        return "\n\n".join(text for text, _ in self._parts)

    @property
    def offers(self) -> Offers:
        """The consumers of lists of offers."""
        return cast(Offers, self.space["OFFERS"])

    def function(self, name: str, sink: str = "") -> Any:
        """A procedure as a Python function (a generator: for this sink)."""
        known = self.functions.get((name, sink))
        return self.space[known or self.emitter.function(name, sink)]

    def kind_function(self, kind: Kind, what: str, expr: Expr) -> Any:
        """An expression over the parameters of a kind, as a function of the state and these."""
        return self.space[self.emitter.kind_function(kind, what, expr)]

    def add(self, text: str, code: CodeType) -> None:
        """Take in what was written: one function, or the class of states."""
        self._parts.append((text, code))
        exec(code, self.space)

    def _finish_state(self) -> type[State]:
        made = cast(type[State], self.space["State"])
        made.FIELDS = tuple(self.slots.values())
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

    # --- on disk --------------------------------------------------------------------------------------

    def __getstate__(self) -> dict[str, Any]:
        """What it takes to go on with it; what an engine has put into the space is the engine's."""
        return {
            "program": self.program,
            "names": self.names,
            "slots": tuple(self.slots.values()),
            "functions": self.functions,
            "constants": self.constants.made,
            "space": self.constants.given,
            "parts": [(text, marshal.dumps(code)) for text, code in self._parts],
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.program = state["program"]
        self.names = state["names"]
        self.slots = dict(zip(self.program.fields, state["slots"], strict=True))
        self.functions = state["functions"]
        self.space = self._new_space()
        self.constants = Constants(self.program.sites, self.names, self.space)
        self.constants.take_up(state["constants"], state["space"])
        self._parts = []
        for text, raw in state["parts"]:
            code: CodeType = marshal.loads(raw)
            name = code.co_filename
            if name.startswith("<ludwright "):  # tracebacks show it as it was emitted
                linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
            self.add(text, code)
        self.state = self._finish_state()
        plays = [self.space[self.functions[kind.play, ""]] for kind in self.program.kinds]
        self.space["OFFERS"] = Offers(plays)
