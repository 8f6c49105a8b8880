"""Rewrite rules for the members of a set with the greatest value: what decides nothing is left out.

    greatest[x](S, (weight[x] + @mover))      =>      greatest[x](S, weight[x])

A summand is left out only where no sum can wrap around.
"""

from __future__ import annotations

from gdl.analyses.ranges import LEAST, MOST
from gdl.core import make as k
from gdl.core.ops import Expr, Op
from gdl.core.walk import free_vars
from gdl.passes.simplify.rewrite import Context, Rule


def greatest(e: Expr, c: Context) -> Expr | None:
    """Of one member; by a value that is the same for all; what all values have in common is left out."""
    sites, value = e.args
    name = str(e.data)
    if sites == k.EMPTY_SET or sites.op is Op.ONE or name not in free_vars(value):
        return sites
    other = _ordered(value, name, c)
    return None if other is None else k.greatest(name, sites, other)


def _ordered(value: Expr, name: str, c: Context) -> Expr | None:
    """A simpler value that is greater where the value is."""
    low, high = c.ranges.of(value, c.proc)
    if value.op in (Op.ADD, Op.SUB) and low >= LEAST and high <= MOST:
        a, b = value.args
        if name not in free_vars(b):
            return a
        if name not in free_vars(a):
            return b if value.op is Op.ADD else k.neg(b)
    if value.op is Op.NEG:
        less = value.args[0]
        if less.op is Op.SIZE and less.args[0].op is Op.DIFF and name not in free_vars(less.args[0].args[0]):
            return k.size(k.inter(less.args[0].args[1], less.args[0].args[0]))
        other = _ordered(less, name, c)
        return None if other is None else k.neg(other)
    if value.op is Op.SIZE:
        members = value.args[0]
        if members.op is Op.DIFF and name not in free_vars(members.args[0]):
            return k.neg(k.size(k.inter(members.args[1], members.args[0])))
        if members.op is Op.INTER:
            told = _grouped(members, name)
            return None if told == members else k.size(told)
    return None


def _grouped(sites: Expr, name: str) -> Expr:
    """A & (B(x) & C) as B(x) & (A & C): what is the same for all members stands together, last."""
    waiting, parts = [sites], []
    while waiting:
        part = waiting.pop()
        if part.op is Op.INTER:
            waiting += part.args[::-1]
        else:
            parts.append(part)
    own = [part for part in parts if name in free_vars(part)]
    common = [part for part in parts if name not in free_vars(part)]
    return k.inter(*own, *([k.inter(*common)] if common else []))


RULES: dict[Op, tuple[Rule, ...]] = {Op.GREATEST: (greatest,)}
