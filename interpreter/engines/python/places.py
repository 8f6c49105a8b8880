"""What all writers of expressions share: names, fields, elements of arrays, ranges."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Any

from gdl.analyses.ranges import Ranges, fits
from gdl.core.ops import BOOL, FLOAT, Expr, Field, Op
from interpreter.engines.python.constants import Constants
from interpreter.engines.python.writer import Names, Writer

_ATOM = re.compile(r"[A-Za-z_][\w.]*|-?\d+|0x[0-9a-f]+")


def number(value: object) -> str:
    """A constant in Python."""
    if isinstance(value, float) and not math.isfinite(value):
        return f"float({str(value)!r})"
    if isinstance(value, int) and not isinstance(value, bool) and value > 9999:
        return hex(value)
    return repr(value)


class Places:
    """The names and places that one function uses."""

    def __init__(self, proc: str, ranges: Ranges, constants: Constants, names: Names, writer: Writer) -> None:
        self.proc = proc
        self.ranges = ranges
        self.constants = constants
        self.names = names
        self.writer = writer
        self.sites = ranges.program.sites
        self.full = (1 << self.sites) - 1
        #: Python names of the core's variables; of loop variables also that of the set of the member alone
        self.locals: dict[str, str] = {}
        self.bits: dict[str, str] = {}
        #: fields that are in a Python local while the function runs
        self.cached: dict[Field, str] = {}
        self.used: set[str] = set()
        self.slots: dict[Field, str] = {}

    # --- places ---------------------------------------------------------------------------------------

    def local(self, name: str) -> str:
        """The Python name of a local variable."""
        if name not in self.locals:
            self.locals[name] = self.names.fresh(name)
        self.used.add(self.locals[name])
        return self.locals[name]

    def temp(self, stem: str = "t") -> str:
        """A new local."""
        return self.names.fresh("_" + stem)

    def helper(self, function: Callable[..., Any]) -> str:
        """The name of a function of the runtime."""
        return self.constants.helper(function)

    def slot(self, field: Field) -> str:
        """Where a field stands: a local that holds it, or the slot of the state."""
        return self.cached.get(field) or f"S.{self.slots[field]}"

    def atom(self, text: str) -> str:
        """A name or number for a value that is used more than once."""
        if _ATOM.fullmatch(text):
            return text
        name = self.temp()
        self.writer.emit(f"{name} = {text}")
        return name

    def range(self, expr: Expr) -> tuple[int, int]:
        """The numbers that an expression can be (range analysis); all of 64 bits where they may not fit."""
        result = self.ranges.of(expr, self.proc)
        return result if fits(result) else (-(1 << 63), (1 << 63) - 1)

    def within(self, expr: Expr, low: int, high: int) -> bool:
        """Is an expression always from `low` to `high`?"""
        result = self.range(expr)
        return low <= result[0] and result[1] <= high

    def indexed(self, array: str, length: int, index: Expr, outside: str) -> str:
        """An element; one behind the end there stands what is outside, so -1 is an index too."""
        text = self.value(index)
        if self.within(index, -1, length):
            return f"{array}[{text}]"
        i = self.temp("i")
        return f"({array}[{i}] if -1 <= ({i} := {text}) < {length} else {outside})"

    def bit_of(self, site: Expr) -> str | None:
        """The name that holds the set of a loop's member alone."""
        if site.op is not Op.VAR:
            return None
        name = self.bits.get(str(site.data))
        if name is not None:
            self.used.add(name)
        return name

    def cond(self, expr: Expr) -> str:
        """Python that is true where the expression is."""
        raise NotImplementedError

    def value(self, expr: Expr) -> str:
        """Python that has the expression's value."""
        raise NotImplementedError


def zero(field: Field) -> int | float | bool:
    """What stands outside an array."""
    if field.type is FLOAT:
        return 0.0
    return False if field.type is BOOL else 0
