"""Arithmetic of the core, exactly: whole numbers of 64 bits that wrap around, divisions that truncate,
nothing undefined; and sets of sites as whole numbers, of which bit i is site i.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from itertools import compress

_HALF, _WHOLE = 1 << 63, 1 << 64


def wrap(number: int) -> int:
    """A whole number as 64 bits hold it."""
    return (number + _HALF) % _WHOLE - _HALF


def div(a: int, b: int) -> int:
    """Division that truncates; by zero: 0."""
    if b == 0:
        return 0
    q = abs(a) // abs(b)
    return wrap(q if (a < 0) == (b < 0) else -q)


def mod(a: int, b: int) -> int:
    """The remainder of `div`, with the sign of `a`; by zero: 0."""
    if b == 0:
        return 0
    r = abs(a) % abs(b)
    return -r if a < 0 else r


def fits(number: int) -> bool:
    """Whether 64 bits hold a whole number."""
    return -_HALF <= number < _HALF


def power(a: int, b: int) -> int:
    """a to the power of b, wrapping around; 0 for a negative power."""
    return 0 if b < 0 else wrap(pow(a, b, _WHOLE))


def power_fits(a: int, b: int) -> bool:
    """Whether `power` of these does not wrap around."""
    return b < 0 or abs(a) < 2 or (b < 64 and fits(a**b))


def fpower(a: float, b: float) -> float:
    """a to the power of b; 0.0 where that is no number or too great."""
    try:
        result = a**b
    except (OverflowError, ZeroDivisionError):
        return 0.0
    return result if isinstance(result, float) else 0.0


def fdiv(a: float, b: float) -> float:
    """Division; by zero: 0.0."""
    return a / b if b != 0.0 else 0.0


def fmod(a: float, b: float) -> float:
    """The remainder of the truncated division; by zero, or of what is not finite: 0.0."""
    return math.fmod(a, b) if b != 0.0 and math.isfinite(a) else 0.0


def fcall(function: Callable[[float], float], a: float) -> float:
    """A function of one number; 0.0 where it is not defined or too great."""
    try:
        return function(a)
    except (ValueError, OverflowError):
        return 0.0


def truncated(a: float) -> int:
    """The whole part, kept within 64 bits; of what is no number 0."""
    if a != a:
        return 0
    if not math.isfinite(a):
        return _HALF - 1 if a > 0 else -_HALF
    return max(-_HALF, min(_HALF - 1, int(a)))


def nth(sites: int, k: int) -> int:
    """The k-th member of a set from 0, -1 where there is none; by halving."""
    if not 0 <= k < sites.bit_count():
        return -1
    base, width = 0, sites.bit_length()
    while width > 1:
        half = width >> 1
        low = sites & ((1 << half) - 1)
        count = low.bit_count()
        if k < count:
            sites, width = low, half
        else:
            k -= count
            base += half
            sites >>= half
            width -= half
    return base


def as_bits(sites: Iterable[int]) -> int:
    """The set of some sites; one may be named several times."""
    mask = 0
    for site in sites:
        mask |= 1 << site
    return mask


#: The digits of a binary number as truths.
_TRUTHS = bytes.maketrans(b"01", b"\0\1")
#: Where one site in so many is a member, looking at all sites at once is faster than from member to member.
_DENSE = 16


def members(mask: int) -> Iterator[int]:
    """The members of a set in ascending order."""
    length = mask.bit_length()
    if mask.bit_count() * _DENSE > length:
        return compress(range(length), bin(mask)[:1:-1].encode().translate(_TRUTHS))
    return _one_by_one(mask)


def _one_by_one(mask: int) -> Iterator[int]:
    while mask:
        bit = mask & -mask
        yield bit.bit_length() - 1
        mask ^= bit
