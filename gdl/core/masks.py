"""Sets of sites as whole numbers: bit i is site i."""

from __future__ import annotations

from collections.abc import Iterable, Iterator


def as_bits(sites: Iterable[int]) -> int:
    """The set of some sites; one may be named several times."""
    mask = 0
    for site in sites:
        mask |= 1 << site
    return mask


def members(mask: int) -> Iterator[int]:
    """The members of a set in ascending order."""
    while mask:
        bit = mask & -mask
        yield bit.bit_length() - 1
        mask ^= bit
