"""Collinear sites: which lie on one straight line, as rows, and as tables for lines with gaps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import count, permutations
from math import atan2, pi

from gdl.builder.builder import Builder
from gdl.builder.side_tables import Memo
from gdl.core.arithmetic import as_bits
from gdl.lower.directions import absolute_rows
from gdl.source.budget import spend_on_board
from gdl.words.words import AbsoluteDirection, RelationType

#: Coordinates nearer than this count as equal.
TOLERANCE = 1e-6
#: What a pair of points takes, in entries of a table.
PER_PAIR = 25

Point = tuple[float, float]
#: Sites that lie on one straight line.
Row = tuple[int, ...]


class _AlignedRows(Memo[tuple[AbsoluteDirection | None, int, bool], tuple[Row, ...]]):
    """Side table: what `rows` gives."""


class _LongestLines(Memo[AbsoluteDirection | None, list[Row]]):
    """Side table: by direction the longest lines of the board."""


class _Thirds(Memo[tuple[AbsoluteDirection | None, bool], tuple[int, tuple[int, ...]]]):
    """Side table: what `third_sites` gives."""


def rows(b: Builder, direction: AbsoluteDirection | None, length: int, equal: bool) -> tuple[Row, ...]:
    """Where so many pieces can stand in line, each row once: the whole lines of so many sites or more, or, if
    the gaps are to be `equal`, every so many sites at the same distance from one to the next.

    `direction` None: any sites whose centres are collinear; else the lines of the board in such a direction.
    """

    def make() -> tuple[Row, ...]:
        lines = _all_lines(b, direction)
        result = _spaced_out(_points(b), lines, length) if equal else (n for n in lines if len(n) >= length)
        return tuple({as_bits(row): row for row in result}.values())

    return b.side_table(_AlignedRows).get_or_make((direction, length, equal), make)


def longest_row(b: Builder, direction: AbsoluteDirection | None, equal: bool) -> int:
    """How many sites the longest of such rows has; 1 where there are none."""
    return next(n for n in count(1) if not rows(b, direction, n + 1, equal))


def rows_through(b: Builder, rows: Sequence[Row]) -> tuple[int, tuple[int, ...]]:
    """How many of the rows go through a site at most, and for each site (at site * so many) the other sites
    of each of its rows; beyond its last row nothing."""
    through: list[list[int]] = [[] for _ in range(b.facts.size)]
    for row in rows:
        for site in row:
            through[site].append(as_bits(row) & ~(1 << site))
    most = max(map(len, through))
    return most, tuple(mask for masks in through for mask in (*masks, *[0] * (most - len(masks))))


def _spaced_out(points: Sequence[Point], lines: Iterable[Row], length: int) -> Iterator[Row]:
    """So many sites of a line, each as far from the next; from either end."""
    for line in lines:
        for first, second in permutations(line, 2):
            result = [first, second]
            while len(result) < length:
                following = next((n for n in line if _midway(points, result[-2], result[-1], n)), None)
                if following is None:
                    break
                result.append(following)
            if len(result) == length:
                yield tuple(result)


def _midway(points: Sequence[Point], one: int, two: int, three: int) -> bool:
    """Is the second of three points midway between the others?"""
    return all(
        abs(points[one][axis] + points[three][axis] - 2 * points[two][axis]) < TOLERANCE for axis in (0, 1)
    )


def _points(b: Builder) -> list[Point]:
    return [(p[0], p[1]) for p in b.facts.topology.positions(b.facts.main)]


def _all_lines(b: Builder, direction: AbsoluteDirection | None) -> list[Row]:
    """The longest lines of two or more sites, each once."""

    def make() -> list[Row]:
        return _lines_at_any_angle(_points(b)) if direction is None else _lines(b, direction)

    return b.side_table(_LongestLines).get_or_make(direction, make)


def third_sites(b: Builder, direction: AbsoluteDirection | None, equal: bool) -> tuple[int, tuple[int, ...]]:
    """For each pair of main sites (at first * size + second) the sites that make a line of three with them.

    `direction` None: any three whose centres are collinear; else all three on one line of the board in such
    a direction. `equal`: one of them is midway between the others. Returns the size and the table.
    """
    return b.side_table(_Thirds).get_or_make((direction, equal), lambda: _third_sites(b, direction, equal))


def _third_sites(b: Builder, direction: AbsoluteDirection | None, equal: bool) -> tuple[int, tuple[int, ...]]:
    size, points = b.facts.size, _points(b)
    masks = [0] * (size * size)
    for line in _all_lines(b, direction):
        members = as_bits(line)
        for i, one in enumerate(line):
            for j, other in enumerate(line):
                if i == j:
                    continue
                if not equal:
                    masks[one * size + other] |= members & ~(1 << one) & ~(1 << other)
                    continue
                for n, third in enumerate(line):
                    if n not in (i, j) and _spaced(points, one, other, third):
                        masks[one * size + other] |= 1 << third
    return size, tuple(masks)


def _spaced(points: Sequence[Point], a: int, b: int, c: int) -> bool:
    """Is one of three collinear points midway between the other two?"""
    return any(_midway(points, *three) for three in ((a, b, c), (b, a, c), (a, c, b)))


def _lines(b: Builder, direction: AbsoluteDirection) -> list[Row]:
    """The longest lines of the board in a direction or relation, each once."""
    topology, main = b.facts.topology, b.facts.main
    word = direction.value
    names = {r.value for r in RelationType}
    axes = (
        topology.axes(main, RelationType(word))
        if word in names
        else tuple(pair for pair in topology.axes(main) if word in (pair[0].value, pair[1].value))
    )
    result: dict[tuple[int, ...], None] = {}
    for one, other in axes:
        ahead = absolute_rows(b, AbsoluteDirection(one.value), None).rays
        back = absolute_rows(b, AbsoluteDirection(other.value), None).rays
        for site in range(b.facts.board_count):
            if not any(back[site]):
                for ray in ahead[site]:
                    if ray:
                        result[(site, *ray)] = None
    return list(result)


def _lines_at_any_angle(points: Sequence[Point]) -> list[Row]:
    """All lines through two or more points: the others sorted by their angle around each point (a sweep)."""
    spend_on_board(PER_PAIR * len(points) ** 2, "the lines of this board at any angle")
    result: list[Row] = []
    for centre in range(len(points)):
        groups = (sorted(group) for group in _by_angle(points, centre))
        # the first point of a line tells the whole line
        result += sorted((centre, *group) for group in groups if group[0] > centre)
    return result


def _by_angle(points: Sequence[Point], centre: int) -> list[list[int]]:
    """The other points, those together that lie on one line with the centre."""
    ax, ay = points[centre]
    others = [
        (atan2(y - ay, x - ax) % pi, x - ax, y - ay, n) for n, (x, y) in enumerate(points) if n != centre
    ]
    others.sort()
    groups: list[list[int]] = []
    dx = dy = 0.0
    for _, x, y, n in others:
        if groups and abs(dx * y - dy * x) < TOLERANCE:
            groups[-1].append(n)
        else:
            groups.append([n])
            dx, dy = x, y
    if len(groups) > 1:  # what is just below half a turn lies beside what is just above none
        _, x, y, _ = others[0]
        if abs(dx * y - dy * x) < TOLERANCE:
            groups[0] += groups.pop()
    return groups
