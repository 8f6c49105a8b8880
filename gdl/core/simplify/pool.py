"""Expressions made once: equal ones are the same object, and what is known of one is worked out once."""

from __future__ import annotations

from attrs import frozen

from gdl.core.ops import FLOAT, Expr, Op, Type
from gdl.core.walk import BINDERS, CONSUMERS

#: Operations that look at the state, or at what stands outside of it.
_DYNAMIC = frozenset(
    (
        Op.FIELD, Op.ELEM, Op.OLD_ELEM, Op.CALL, Op.REPEATS, *CONSUMERS,
        Op.WHAT, Op.WHO, Op.OF_KIND, Op.OWNED, Op.OCCUPIED, Op.COUNT_AT, Op.STATE_AT, Op.VALUE_AT,
        Op.ROTATION_AT, Op.HEIGHT, Op.WHAT_LEVEL, Op.WHO_LEVEL, Op.STATE_LEVEL, Op.VALUE_LEVEL,
        Op.ROTATION_LEVEL,
    )
)  # fmt: skip


@frozen
class Known:
    """What a pool knows of an expression."""

    free: frozenset[str]
    #: it looks at nothing but constants and variables
    static: bool
    #: how many operations it holds
    size: int


_NONE: frozenset[str] = frozenset()


class Pool:
    """The expressions of one program while it is simplified."""

    def __init__(self) -> None:
        self._nodes: dict[tuple[object, ...], Expr] = {}
        self._known: dict[int, Known] = {}
        #: expressions from elsewhere by identity (kept, so that an identity is not used again)
        self._taken: dict[int, tuple[Expr, Expr]] = {}

    def make(self, op: Op, type_: Type, args: tuple[Expr, ...] = (), data: object = None) -> Expr:
        """The one expression of this kind; the arguments are of this pool."""
        held = data.hex() if type_ is FLOAT and isinstance(data, float) else data
        key = (op, type_, held, *map(id, args))
        node = self._nodes.get(key)
        if node is None:
            node = self._nodes[key] = Expr(op, type_, args, data)
            self._taken[id(node)] = (node, node)
        return node

    def take(self, expr: Expr) -> Expr:
        """The pool's expression that is equal to this one."""
        taken = self._taken.get(id(expr))
        if taken is not None:
            return taken[1]
        args = tuple([self.take(a) for a in expr.args])
        node = self.make(expr.op, expr.type, args, expr.data)
        self._taken[id(expr)] = (expr, node)
        return node

    def known(self, expr: Expr) -> Known:
        """What there is to know of an expression of this pool."""
        known = self._known.get(id(expr))
        if known is None:
            known = self._known[id(expr)] = self._learn(expr)
        return known

    def _learn(self, expr: Expr) -> Known:
        if not expr.args:
            free = frozenset((str(expr.data),)) if expr.op is Op.VAR else _NONE
            return Known(free, expr.op not in _DYNAMIC, 1)
        parts = [self.known(a) for a in expr.args]
        free = _NONE
        for number, part in enumerate(parts):
            if part.free:
                bound = number == 1 and expr.op in BINDERS
                free |= part.free - {str(expr.data)} if bound else part.free
        static = expr.op not in _DYNAMIC and all(part.static for part in parts)
        return Known(free, static, 1 + sum(part.size for part in parts))

    def free(self, expr: Expr) -> frozenset[str]:
        """The variables that it reads and does not bind."""
        return self.known(expr).free
