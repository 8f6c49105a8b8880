"""Reads of pieces as reads of fields: the first half of `layout`."""

from __future__ import annotations

from gdl.core import make as k
from gdl.core.ops import BOOL, INT, Expr, Field, Op, Table
from gdl.core.walk import bits
from gdl.passes.layout.plan import Plan

#: Reads of one level, and the read of the top of which they are the like.
_LEVELS = {
    Op.WHAT_LEVEL: (Op.WHAT, "what"),
    Op.STATE_LEVEL: (Op.STATE_AT, "state"),
    Op.VALUE_LEVEL: (Op.VALUE_AT, "value"),
    Op.ROTATION_LEVEL: (Op.ROTATION_AT, "rotation"),
}
#: All reads of pieces.
READS = bits(
    Op.WHAT, Op.WHO, Op.OF_KIND, Op.OWNED, Op.OCCUPIED, Op.COUNT_AT, Op.STATE_AT, Op.VALUE_AT,
    Op.ROTATION_AT, Op.HEIGHT, Op.WHO_LEVEL, *_LEVELS,
)  # fmt: skip
_VALUES = {Op.COUNT_AT: "count", Op.STATE_AT: "state", Op.VALUE_AT: "value", Op.ROTATION_AT: "rotation"}


class Reader:
    """Turns reads of pieces into reads of fields."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan

    def read(self, expr: Expr) -> Expr:
        """The same read, of fields; arguments are done already."""
        plan = self.plan
        match expr.op:
            case Op.WHAT:
                return self.what(expr.args[0])
            case Op.WHO:
                return self.owner(self.what(expr.args[0]))
            case Op.OF_KIND:
                return self.of_kind(expr.args[0])
            case Op.OWNED:
                return self.owned(expr.args[0])
            case Op.OCCUPIED:
                return self.occupied()
            case Op.COUNT_AT | Op.STATE_AT | Op.VALUE_AT | Op.ROTATION_AT:
                carried = plan.values.get(_VALUES[expr.op])
                if carried is not None:
                    return k.elem(carried, expr.args[0])
                return self.there(expr.args[0]) if expr.op is Op.COUNT_AT else k.int_(0)
            case Op.HEIGHT:
                height = plan.height
                return self.there(expr.args[0]) if height is None else k.elem(height, expr.args[0])
            case Op.WHO_LEVEL:
                return self.owner(self.level(Op.WHAT_LEVEL, *expr.args))
            case Op.WHAT_LEVEL | Op.STATE_LEVEL | Op.VALUE_LEVEL | Op.ROTATION_LEVEL:
                return self.level(expr.op, *expr.args)
        return expr

    def there(self, site: Expr) -> Expr:
        """1 where there is a piece, else 0."""
        return k.to_int(k.has(self.occupied(), site))

    def occupied(self) -> Expr:
        """The sites with a piece."""
        plan = self.plan
        if plan.occupied is not None:
            return k.field(plan.occupied)
        return k.union(*(k.elem(_kept(plan.owned), k.int_(p)) for p in plan.own(plan.whats)))

    def what(self, site: Expr) -> Expr:
        """The component on top; without a field for it the one of whose sites this is one."""
        plan = self.plan
        if plan.what is not None:
            return k.elem(plan.what, site)
        result = k.int_(0)
        for what in reversed(plan.whats):
            result = k.select(k.has(self.of_kind(k.int_(what)), site), k.int_(what), result)
        return result

    def owned(self, owner: Expr) -> Expr:
        """The sites of an owner, each choice of owners apart."""
        if owner.op is Op.SELECT and self.plan.what is None:
            condition, a, b = owner.args
            return k.select(condition, self.owned(a), self.owned(b))
        return k.elem(_kept(self.plan.owned), owner)

    def owner(self, what: Expr) -> Expr:
        """The owner of a component."""
        if what.op is Op.CONST and isinstance(what.data, int):
            return k.int_(self.plan.owner(what.data))
        if what.op is Op.SELECT and self.plan.what is None:
            condition, a, b = what.args
            return k.select(condition, self.owner(a), self.owner(b))
        table = self.plan.owner_table
        return what if table is None else k.table(table, what)

    def of_kind(self, what: Expr) -> Expr:
        """The sites of a component, each choice of components apart."""
        plan = self.plan
        if what.op is Op.SELECT and plan.what is None:
            condition, a, b = what.args
            return k.select(condition, self.of_kind(a), self.of_kind(b))
        if what.op is Op.CONST and what.data not in plan.whats:
            return k.EMPTY_SET
        if not plan.merged:
            return k.elem(_kept(plan.kinds), what)
        if what.op is Op.CONST and isinstance(what.data, int):
            return k.elem(_kept(plan.owned), k.int_(plan.owner(what.data)))
        return k.elem(_kept(plan.owned), k.table(_kept_table(plan.kind_table), what))

    def stands(self, what: int, site: Expr) -> Expr:
        """Whether this component stands on a site: by its set, or by what stands there where it has none."""
        sets = self.plan.owned if self.plan.merged else self.plan.kinds
        if sets is None:
            return k.eq(self.what(site), k.int_(what))
        return k.has(self.of_kind(k.int_(what)), site)

    def level(self, op: Op, site: Expr, level: Expr) -> Expr:
        """A value of one level; without stacks there is the level 0 only."""
        plan = self.plan
        top, name = _LEVELS[op]
        if plan.height is None:
            ground = self.read(Expr(top, INT, (site,)))
            return ground if level == k.int_(0) else k.select(k.eq(level, k.int_(0)), ground, k.int_(0))
        carried = plan.levels.get(name)
        if carried is None:
            return k.int_(0)
        low_enough = k.lt(level, k.elem(plan.height, site))
        inside = Expr(Op.AND, BOOL, (k.ge(level, k.int_(0)), low_enough))
        return k.select(inside, k.elem(carried, plan.slot(site, level)), k.int_(0))


def _kept(field: Field | None) -> Field:
    assert field is not None
    return field


def _kept_table(table: Table | None) -> Table:
    assert table is not None
    return table
