"""States taken apart, as values that cross processes; what is looked at before they are put together again.

What is taken apart says which engine's and which program's it is, and carries a checksum (CRC-32): what is
foreign or damaged is refused. Each engine looks at every value besides: emitted code relies on the ranges of
numbers. (Whoever makes a checksum for values that no game leads to can make a state that makes no sense. That
is no new power: what reads pickles runs what their writers want anyway.)
"""

from __future__ import annotations

import marshal
from typing import TYPE_CHECKING, Any
from zlib import crc32

from gdl.core.arithmetic import fits
from gdl.core.ops import BOOL, FLOAT, INT, SITES, Field

if TYPE_CHECKING:
    from gdl.analyses.ranges import Range

#: A version of marshal's format in which equal values are equal bytes.
_PLAIN = 2

Frozen = tuple[str, str, int, tuple[Any, ...]]


def seal(engine: str, program: str, parts: tuple[Any, ...]) -> Frozen:
    """The parts of a state with what they belong to."""
    return engine, program, _checksum(engine, program, parts), parts


def unseal(engine: str, program: str, frozen: Any) -> tuple[Any, ...]:
    """The parts of a state. Raises ValueError where they are no state of this program on this engine."""
    if not (isinstance(frozen, tuple) and len(frozen) == 4 and isinstance(frozen[3], tuple)):
        raise ValueError("these are not the parts of a state")
    whose, of, checksum = frozen[:3]
    parts: tuple[Any, ...] = frozen[3]
    if whose != engine:
        raise ValueError(f"the state is not one of the {engine} engine")
    if of != program:
        raise ValueError("the state is of another program")
    try:
        good = checksum == _checksum(engine, program, parts)
    except ValueError as error:
        raise ValueError("these are not the parts of a state") from error
    if not good:
        raise ValueError("the parts of the state are damaged")
    return parts


def _checksum(engine: str, program: str, parts: tuple[Any, ...]) -> int:
    return crc32(marshal.dumps((engine, program, parts), _PLAIN))


def number_in(value: object, least: int, most: int) -> int:
    """A whole number in a range. Raises ValueError for anything else."""
    if type(value) is not int or not least <= value <= most:
        raise ValueError(f"the state has {value!r} where a number from {least} to {most} belongs")
    return value


def is_value(value: object, field: Field, range_: Range | None, sites: int) -> bool:
    """Whether a field, or an element of it, can be this; `range_`: of whole numbers, where it is known."""
    if field.type is FLOAT:
        return type(value) is float
    if field.type is BOOL:
        return type(value) is bool
    if type(value) is not int:
        return False
    if field.type is SITES:
        return 0 <= value < 1 << sites
    assert field.type is INT
    low, high = range_ if range_ is not None else (0, 0)
    return low <= value <= high and fits(value)
