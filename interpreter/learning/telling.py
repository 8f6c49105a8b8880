"""What weights say, for people: what a piece is worth on each site, the n-tuples that count most, and how
strong they are in games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from gdl.support.values import frozen
from interpreter.game.game import Game
from interpreter.game.rules import Rules
from interpreter.players.alphabeta import AlphaBetaPlayer, AlphaBetaSettings
from interpreter.players.limit import Limit
from interpreter.players.pairs import Points, play_pairs
from interpreter.search.weights import ONE, Weights

#: Bytes of the tables of those who play for it.
_MEMORY = 8 << 20


@frozen
class PieceTable:
    """What one kind of piece is worth on each site, beside an empty site."""

    component: str
    #: by site; from its owner's side
    worths: tuple[float, ...]


@frozen
class Pattern:
    """What stands on the sites of an n-tuple, and what that counts for the first player."""

    stands: tuple[tuple[str, str], ...]
    worth: float


def piece_tables(game: Rules, weights: Weights) -> Iterator[PieceTable]:
    """For each component with an owner what the tuples of one site say: piece-square tables."""
    owners = game.program.owners
    begin = 0
    by_site: list[list[float]] = [[0.0] * weights.components for _ in range(game.program.sites)]
    for placements, size in zip(weights.tuples, weights.sizes, strict=True):
        for placed in placements if len(placements[0].sites) == 1 else ():
            for what in range(weights.components):
                index = weights.exchanged[what] if placed.swapped else what
                value = weights.values[begin + index] / ONE
                by_site[placed.sites[0]][what] += -value if placed.swapped else value
        begin += size
    for number, owner in enumerate(owners):
        if owner in (1, 2):
            sign = 1 if owner == 1 else -1
            worths = tuple(sign * (values[number] - values[0]) for values in by_site)
            yield PieceTable(game.program.names.components[number], worths)


def patterns(game: Rules, weights: Weights, most: int) -> list[Pattern]:
    """The n-tuples of several sites that count most, the strongest first; an empty site is `-`."""
    components, sites = game.program.names.components, game.site_names
    counting: list[tuple[int, tuple[int, ...], int]] = []
    begin = 0
    for placements, size in zip(weights.tuples, weights.sizes, strict=True):
        cells = placements[0].sites
        if len(cells) > 1:
            table = weights.values[begin : begin + size]
            strongest = sorted(range(size), key=lambda n: -abs(table[n]))[:most]
            counting += ((table[index], cells, index) for index in strongest if table[index])
        begin += size
    counting.sort(key=lambda each: (-abs(each[0]), each[1], each[2]))
    result = []
    for value, cells, index in counting[:most]:
        digits = []
        for _ in cells:
            index, digit = divmod(index, weights.components)
            digits.append(digit)
        names = [components[digit] if digit else "-" for digit in reversed(digits)]
        result.append(Pattern(tuple(zip((sites[c] for c in cells), names, strict=True)), value / ONE))
    return result


def rows_of(game: Rules, worths: Sequence[float]) -> list[str]:
    """A table's worths where their sites lie on the board, the top row first; in hundredths."""
    topology = game.topology
    sites = sorted(topology.sites(topology.default), key=lambda site: (-site.row, site.column))
    columns = 1 + max(site.column for site in sites)
    lines = []
    for _, row in groupby(sites, key=lambda site: site.row):
        cells = [""] * columns
        for site in row:
            cells[site.column] = f"{100 * worths[site.index]:+.0f}"
        lines.append(" ".join(f"{cell:>4}" for cell in cells).rstrip())
    return lines


def measure_strength(game: Game, weights: Weights, games: int, limit: Limit, seed: int) -> Points:
    """The points of what was learnt against alpha-beta that goes by the rules alone, at the same limit."""
    learnt, ruled = (
        AlphaBetaPlayer(AlphaBetaSettings(None, None, _MEMORY, 1, weights=each)) for each in (weights, None)
    )
    return play_pairs(game, learnt, ruled, games, seed, limit)
