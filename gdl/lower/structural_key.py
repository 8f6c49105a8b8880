"""Structural keys (hash consing): a number for what a rule says, wherever it stands.

Definitions are written out at each use, so the same rule often stands in a game many times. Two rules of one
key mean the same in the same context, and share their procedures.
"""

from __future__ import annotations

from gdl.builder.builder import Builder
from gdl.ludeme.base import ARGUMENTS, Ludeme
from gdl.support.identity import IdentityMap
from gdl.support.values import define, field


@define
class _StructuralKeys:
    """Side table: the numbers given so far, by ludeme and by what it says."""

    of_ludemes: IdentityMap[Ludeme, int] = field(factory=IdentityMap)
    numbers: dict[object, int] = field(factory=dict)


def structural_key(b: Builder, value: object) -> int:
    """A number that two rules share if they say the same."""
    if isinstance(value, Ludeme):
        keys = b.side_table(_StructuralKeys)
        known = keys.of_ludemes.get(value)
        if known is None:
            parts = tuple(_part(b, getattr(value, name)) for name in ARGUMENTS[type(value)])
            known = keys.of_ludemes[value] = _number(b, (type(value), parts))
        return known
    return _number(b, _part(b, value))


def _part(b: Builder, value: object) -> object:
    if isinstance(value, Ludeme):
        return ("ludeme", structural_key(b, value))
    if isinstance(value, tuple):
        return tuple(_part(b, part) for part in value)
    # True is not 1, and 1 is not 1.0.
    return (type(value), value)


def _number(b: Builder, content: object) -> int:
    numbers = b.side_table(_StructuralKeys).numbers
    return numbers.setdefault(content, len(numbers))
