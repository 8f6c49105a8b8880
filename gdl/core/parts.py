"""Where statements hold expressions and blocks, and a bit for each kind of statement (of op masks)."""

from __future__ import annotations

from gdl.support.values import fields, frozen

_SHAPES = {
    "Expr": "expr",
    "Expr | None": "expr",
    "tuple[Expr, ...]": "exprs",
    "Block": "block",
    "tuple[Block, ...]": "blocks",
}
#: The bits below it are those of the operations.
FIRST_BIT = 256


@frozen
class Parts:
    """The fields of a kind of statement that hold expressions or blocks, in the order of evaluation."""

    all: tuple[tuple[str, str], ...]
    exprs: tuple[tuple[str, bool], ...]  # and whether it is a tuple of them
    blocks: tuple[tuple[str, bool], ...]
    bit: int
    fields: tuple[str, ...]  # all that it is made of


class _PartsOf(dict[type, Parts]):
    """Worked out when first asked for."""

    def __missing__(self, cls: type) -> Parts:
        every = tuple((f.name, _SHAPES[str(f.type)]) for f in fields(cls) if str(f.type) in _SHAPES)
        exprs = tuple((name, shape == "exprs") for name, shape in every if shape in ("expr", "exprs"))
        blocks = tuple((name, shape == "blocks") for name, shape in every if shape in ("block", "blocks"))
        names = tuple(f.name for f in fields(cls) if f.init)
        self[cls] = Parts(every, exprs, blocks, 1 << (FIRST_BIT + len(self)), names)
        return self[cls]


PARTS = _PartsOf()
