"""Tables of rays: the sites between two others, and the first so many of a ray."""

from __future__ import annotations

from gdl.builder.builder import Builder
from gdl.builder.rows import Rows, RowsMemo
from gdl.builder.side_tables import Memo
from gdl.core import make as k
from gdl.core.ops import INT, SITES, Expr, Rays, Table
from gdl.lower.directions import absolute_rows
from gdl.words.words import AbsoluteDirection


class _Between(RowsMemo[Table]):
    """Side table: for each row and site on it the sites before that one."""


class _Prefixes(Memo[tuple[Rays, int], Table]):
    """Side table: by rays and their greatest length the sets of first sites."""


def between_sites(b: Builder, origin: Expr, target: Expr, rows: Rows | None) -> Expr:
    """The sites between two sites of the same ray (default: in any direction), neither included."""
    lines = rows if rows is not None else absolute_rows(b, AbsoluteDirection.ADJACENT, None)
    size = b.facts.size

    def make() -> Table:
        b.spend_table(len(lines.rays) * size, INT)
        b.spend_table(sum(len(path) for rays in lines.rays for path in rays), SITES)
        masks = [0] * (len(lines.rays) * size)
        for row, rays in enumerate(lines.rays):
            for path in rays:
                mask = 0
                for site in path:
                    masks[row * size + site] |= mask
                    mask |= 1 << site
        return b.constant_table(tuple(masks), SITES, 0, "between")

    table = b.side_table(_Between).get_or_make(b, lines, make)
    on_board = k.and_(k.ge(origin, k.int_(0)), k.ge(target, k.int_(0)))
    index = k.add(k.mul(lines.row(origin), k.int_(size)), target)
    return k.select(on_board, k.table(table, index), k.EMPTY_SET)


def prefixes(b: Builder, layer: Rays, longest: int) -> Table:
    """For each row the sets of its ray's first 0, 1, 2, ... sites."""
    return b.side_table(_Prefixes).get_or_make((layer, longest), lambda: _prefixes(b, layer, longest))


def _prefixes(b: Builder, layer: Rays, longest: int) -> Table:
    b.spend_table(len(layer.paths) * (longest + 1), INT)
    b.spend_table(sum(min(len(path), longest) for path in layer.paths), SITES)
    masks: list[int] = []
    for path in layer.paths:
        mask = 0
        masks.append(mask)
        for site in path[:longest]:
            mask |= 1 << site
            masks.append(mask)
        masks.extend([mask] * (longest - len(path)))
    return b.constant_table(tuple(masks), SITES, 0, "prefix")


def within_distance(b: Builder, rows: Rows, row: Expr, distance: Expr) -> Expr:
    """The sites on a row's rays at most so far away; the distance may change during the game."""
    parts = []
    for layer in rows.layers(b):
        longest = max(map(len, layer.paths), default=0)
        limit = k.max_(k.int_(0), k.min_(distance, k.int_(longest)))
        index = k.add(k.mul(row, k.int_(longest + 1)), limit)
        parts.append(k.table(prefixes(b, layer, longest), index))
    return k.union(*parts)
