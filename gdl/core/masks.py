"""Sets of sites as whole numbers: bit i is site i."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import compress


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
