"""Numbers of moves as a dense table: what machine code looks the number of a move up in, and back.

A move is numbered by its kind, those of its arguments that its number depends on, and its site. Each kind has
rows of the table, one for each choice of these arguments (mixed radix, one digit for each), and a row has the
numbers of the moves to each site. The first row has none: it is for arguments that no analysis foresaw.
"""

from __future__ import annotations

import zlib
from array import array
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from math import prod

from gdl.support.values import frozen

#: Larger tables are not made.
MOST_CELLS = 1 << 22
#: The number of what is no move.
NONE = -1

#: A move as its number sees it: its kind, the arguments that count, its site.
Seen = tuple[int, tuple[int, ...], int]


@frozen
class Digit:
    """An argument of a kind that counts: which one, its least value, how many values, and how many rows
    further the next one's are."""

    argument: int
    least: int
    values: int
    step: int


@frozen
class KindRows:
    """The rows of one kind."""

    first: int
    digits: tuple[Digit, ...]

    def row(self, args: Sequence[int]) -> int:
        """The row of a choice of arguments, of which only those that count are given."""
        pairs = zip(self.digits, args, strict=True)
        return self.first + sum((value - digit.least) * digit.step for digit, value in pairs)


@frozen
class Run:
    """Numbers that are those of sites and something more: how much more, and which sites there are (bits)."""

    more: int
    sites: int


@frozen
class Numbering:
    """The numbers of a program's moves, from 0 up to but not including `count`."""

    count: int
    sites: int
    kinds: tuple[KindRows, ...]
    #: the number of the forced pass; NONE where nobody ever has to pass
    forced_pass: int
    #: all rows, 32 bits for each number, compressed
    packed: bytes
    #: by number, where only one move has it and that is all there is to it: its kind, arguments, site
    plain: Mapping[int, Seen]
    #: by number, the only site of the moves that have it; -1 where there are several
    only_site: tuple[int, ...]

    @cached_property
    def table(self) -> bytes:
        """All rows, 32 bits for each number."""
        return zlib.decompress(self.packed)

    @cached_property
    def runs(self) -> Mapping[int, Run]:
        """By kind, where its numbers go up with the sites, whatever its arguments are."""
        cells = memoryview(self.table).cast("i")
        result = {}
        for kind, rows in enumerate(self.kinds):
            row = cells[rows.first * self.sites : (rows.first + 1) * self.sites]
            there = [site for site, number in enumerate(row) if number != NONE]
            if not rows.digits and there and len({row[site] - site for site in there}) == 1:
                result[kind] = Run(row[there[0]] - there[0], sum(1 << site for site in there))
        return result

    @property
    def shape(self) -> str:
        """What code that reads the table depends on."""
        return repr((self.count, self.sites, self.kinds, self.forced_pass, dict(self.runs)))


def numbering(
    moves: Mapping[Seen, int],
    counting: Sequence[Sequence[int]],
    complete: Iterable[int],
    count: int,
    sites: int,
    forced_pass: int,
) -> Numbering | None:
    """The table of some moves; None where it would be too large.

    `counting` says for each kind which arguments count, `complete` the kinds of which all do.
    """
    seen: list[list[set[int]]] = [[set() for _ in numbers] for numbers in counting]
    for kind, args, _ in moves:
        for values, value in zip(seen[kind], args, strict=True):
            values.add(value)
    rows, kinds = 1, []
    for numbers, choices in zip(counting, seen, strict=True):
        spans = [(min(values, default=0), max(values, default=0)) for values in choices]
        sizes = [high - low + 1 for low, high in spans]
        steps = [prod(sizes[place + 1 :]) for place in range(len(sizes))]
        digits = tuple(
            Digit(number, low, size, step)
            for number, (low, _), size, step in zip(numbers, spans, sizes, steps, strict=True)
        )
        kinds.append(KindRows(rows, digits))
        rows += prod(sizes)
        if rows * sites > MOST_CELLS:
            return None
    table = array("i", [NONE]) * (rows * sites)
    by_number: dict[int, list[Seen]] = {}
    for move, number in moves.items():
        kind, args, site = move
        table[kinds[kind].row(args) * sites + site] = number
        by_number.setdefault(number, []).append(move)
    whole = frozenset(complete)
    plain = {n: same[0] for n, same in by_number.items() if len(same) == 1 and same[0][0] in whole}
    places = [{site for _, _, site in by_number[number]} for number in range(count)]
    only = tuple(min(each) if len(each) == 1 else NONE for each in places)
    return Numbering(count, sites, tuple(kinds), forced_pass, zlib.compress(table.tobytes()), plain, only)
