"""Expressions: operations on arguments, as values that hash and compare, and their text.

An expression is a generic node: an operation, a type, arguments, and for some operations a constant (`data`:
a value, a name, a table). It has no effects.
"""

from __future__ import annotations

import re

from gdl.core.operations import BINDERS, SITES, Field, Op, Pool, Rays, RepeatKind, Table, Type
from gdl.source import budget
from gdl.support.values import field, frozen


@frozen(eq=False)
class Expr:
    """An expression: operation, type, arguments, and the operation's constant if it has one."""

    op: Op
    type: Type
    args: tuple[Expr, ...] = ()
    data: object = None
    #: a bit for each operation in it, its own included: what is looked for may be nowhere in it
    op_mask: int = field(init=False, repr=False)
    #: how many operations are in it, one that stands there twice counted twice; and how deep they are nested
    size: int = field(init=False, repr=False)
    depth: int = field(init=False, repr=False)
    _hash: int = field(init=False, repr=False)
    #: None until somebody asks
    _free: frozenset[str] | None = field(init=False, repr=False)

    def __attrs_post_init__(self) -> None:
        result, size, depth = self.op.bit, 1, 0
        for arg in self.args:
            result |= arg.op_mask
            size += arg.size
            if arg.depth > depth:
                depth = arg.depth
        budget.part(size, depth + 1)
        put = object.__setattr__
        put(self, "op_mask", result)
        put(self, "size", size)
        put(self, "depth", depth + 1)
        put(self, "_hash", hash((self.op, self.type, self.args, self.data)))
        put(self, "_free", None if result & _VAR else _NO_NAMES)

    @property
    def free(self) -> frozenset[str]:
        """The names of the variables that it reads and does not itself bind."""
        result = self._free
        if result is None:
            result = self._names()
            object.__setattr__(self, "_free", result)
        return result

    def _names(self) -> frozenset[str]:
        if self.op is Op.VAR:
            return frozenset((str(self.data),))
        if self.op in BINDERS:
            return self.args[0].free | (self.args[1].free - {str(self.data)})
        result = _NO_NAMES
        for arg in self.args:
            result = result | arg.free if result else arg.free
        return result

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Expr) or self._hash != other._hash or self.op is not other.op:
            return False
        return self.type is other.type and self.data == other.data and self.args == other.args

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return Expr, (self.op, self.type, self.args, self.data)

    def __repr__(self) -> str:
        return show_expr(self)


_NO_NAMES: frozenset[str] = frozenset()
_VAR = Op.VAR.bit

#: Operations of two arguments that stand between them.
INFIX = {
    Op.ADD: "+", Op.SUB: "-", Op.MUL: "*", Op.DIV: "/", Op.MOD: "%", Op.POW: "**",
    Op.EQ: "==", Op.NE: "!=", Op.LT: "<", Op.LE: "<=", Op.GT: ">", Op.GE: ">=",
    Op.AND: "and", Op.OR: "or", Op.XOR: "xor",
    Op.UNION: "|", Op.INTER: "&", Op.DIFF: "\\",
}  # fmt: skip


def show_set(mask: int) -> str:
    """A constant set as ranges: {0-3 8}."""
    parts = []
    site = 0
    assert mask >= 0
    while mask >> site:
        if mask >> site & 1:
            end = site
            while mask >> (end + 1) & 1:
                end += 1
            parts.append(str(site) if end == site else f"{site}-{end}")
            site = end
        site += 1
    return "{" + " ".join(parts) + "}"


#: Words that stand where names may stand too: a name that is one of them is quoted.
RESERVED = frozenset({
    "False", "True", "and", "apply", "ask", "begin", "best", "break", "continue", "do", "draw", "else",
    "entry", "first", "for", "generate", "generator", "if", "inf", "level", "levels", "list", "move",
    "nan", "narrow", "offer", "or", "out", "play", "priority", "proc", "provided", "push", "put",
    "remember", "reseed", "restore", "return", "sandbox", "save", "set", "simultaneous", "snapshot",
    "take", "tally", "while", "xor",
})  # fmt: skip
_PLAIN = re.compile(r"[A-Za-z_](?:[A-Za-z_0-9.]|-(?=[0-9]))*")


def show_name(name: str) -> str:
    """A name as it stands in the text: in backticks, escaped, where it could be taken for something else.

    Authors name variables as they like. Were their names printed raw, two programs could have one text.
    """
    if _PLAIN.fullmatch(name) and name not in RESERVED:
        return name
    return "`" + name.encode("unicode_escape").decode("ascii").replace("`", "\\x60") + "`"


def _data(data: object) -> str:
    if isinstance(data, Field | Table | Rays | Pool):
        return show_name(data.name)
    if isinstance(data, tuple):
        return " ".join(_data(d) for d in data)
    if isinstance(data, RepeatKind):
        return data.name.lower()
    return show_name(str(data))


def show_expr(expr: Expr) -> str:
    """An expression on one line."""
    op, args = expr.op, expr.args
    if op is Op.CONST:
        if expr.type is SITES:
            assert isinstance(expr.data, int)
            return show_set(expr.data)
        return repr(expr.data)
    if op is Op.VAR:
        return show_name(str(expr.data))
    if op is Op.FIELD:
        return f"@{_data(expr.data)}"
    if op is Op.ELEM:
        return f"@{_data(expr.data)}[{show_expr(args[0])}]"
    if op is Op.TABLE:
        return f"{_data(expr.data)}[{show_expr(args[0])}]"
    if op in INFIX and len(args) == 2:
        return f"({show_expr(args[0])} {INFIX[op]} {show_expr(args[1])})"
    shown = ", ".join(show_expr(a) for a in args)
    data = "" if expr.data is None else f"[{_data(expr.data)}]"
    return f"{op.name.lower()}{data}({shown})"
