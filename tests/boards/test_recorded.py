"""Boards against recorded games: where the corpus is at hand, its site counts, moves and winners must fit."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gdl.boards import concentric, hexagonal, operators, shapes, square, tilings, triangular
from gdl.boards import shapes as mancala
from gdl.boards.concentric import ConcentricShape
from gdl.boards.direction import Heading, RelationType
from gdl.boards.graph import BoardGraph, SiteType
from gdl.boards.lattice import LatticeShape
from gdl.boards.square import Diagonals, SquareShape
from gdl.boards.topology import Topology

TRACES = Path(__file__).parents[2].parent / "shared" / "ludii" / "traces"
CELL, VERTEX, EDGE = SiteType.CELL, SiteType.VERTEX, SiteType.EDGE
pytestmark = pytest.mark.skipif(not TRACES.is_dir(), reason="the recorded games are not here")


def recorded(name: str) -> dict[str, Any]:
    found = sorted(TRACES.rglob(f"{name}.json.gz"))
    if not found:
        pytest.skip(f"there is no recorded game of {name}")
    with gzip.open(found[0], "rt") as file:
        read: dict[str, Any] = json.load(file)
    return read


def _asalto() -> BoardGraph:
    flat = operators.shift(square.rectangle(3, 7, diagonals=Diagonals.ALTERNATING, site=VERTEX), 0, 2)
    upright = operators.shift(square.rectangle(7, 3, diagonals=Diagonals.ALTERNATING, site=VERTEX), 2, 0)
    return operators.merge([flat, upright])


def _pachisi() -> BoardGraph:
    arms = [operators.shift(square.rectangle(3, 19), 0, 8), operators.shift(square.rectangle(19, 3), 8, 0)]
    cross = operators.hole(operators.merge(arms), ((8, 8), (8, 11), (11, 11), (11, 8)))
    return operators.add(cross, cells=[[8, 28, 48, 68, 69, 70, 71, 51, 31, 11, 10, 9]])


BOARDS: list[tuple[str, SiteType, Callable[[], BoardGraph]]] = [
    ("Chess", CELL, lambda: square.square(8)),
    ("Shogi", CELL, lambda: square.square(9)),
    ("Xiangqi", VERTEX, lambda: square.rectangle(10, 9, site=VERTEX)),
    ("Connect6", VERTEX, lambda: square.square(19, site=VERTEX)),
    ("Hex", CELL, lambda: hexagonal.hexagonal(11, shape=LatticeShape.DIAMOND)),
    ("Y", CELL, lambda: hexagonal.hexagonal(11, shape=LatticeShape.TRIANGLE)),
    ("Chinese Checkers", CELL, lambda: hexagonal.hexagonal(4, shape=LatticeShape.STAR)),
    ("Workers and Soldiers", CELL, lambda: hexagonal.hexagonal(5, 4, shape=LatticeShape.LIMPING)),
    ("Refugia", CELL, lambda: hexagonal.custom([3, 4, 3, 4, 3])),
    ("Bipartisan Y", VERTEX, lambda: triangular.triangular(4, shape=LatticeShape.LIMPING, site=VERTEX)),
    ("Claim Jumpers", VERTEX, lambda: triangular.custom([3, 5, 3, 5, 3], site=VERTEX)),
    ("Gygoreg", CELL, lambda: square.square(10, SquareShape.DIAMOND)),
    ("Upper Hand", VERTEX, lambda: square.square(5, pyramidal=True, site=VERTEX)),
    ("Asalto", VERTEX, _asalto),
    ("Pachisi", CELL, _pachisi),
    ("Lotus", VERTEX, lambda: tilings.tiling("T3464", 2)),
    ("Mehen", VERTEX, lambda: shapes.spiral(5, 88)),
    ("Oware", VERTEX, lambda: mancala.mancala(2, 6)),
    ("Trax", CELL, lambda: shapes.boardless("Square")),
    ("Puluc", EDGE, lambda: square.rectangle(1, 10, site=EDGE)),
]


@pytest.mark.parametrize(("name", "site", "graph"), BOARDS, ids=[board[0] for board in BOARDS])
def test_sites_are_counted_alike(name: str, site: SiteType, graph: Callable[[], BoardGraph]) -> None:
    game = recorded(name)
    board = Topology(graph(), site)
    assert (board.count(site), site.value) == (game["sites"], game["siteType"])


STEPPING: list[tuple[str, SiteType, Callable[[], BoardGraph]]] = [
    ("Dodo", CELL, lambda: operators.rotate(hexagonal.hexagonal(4), 30)),
    ("Fettas", VERTEX, lambda: concentric.concentric(ConcentricShape.SQUARE, rings=3, site=VERTEX)),
    (
        "Marelle Triple",
        VERTEX,
        lambda: concentric.concentric(ConcentricShape.SQUARE, rings=3, join_corners=True, site=VERTEX),
    ),
    (
        "Gurgaldaj",
        VERTEX,
        lambda: concentric.concentric(ConcentricShape.TRIANGLE, rings=3, join_corners=True, site=VERTEX),
    ),
    (
        "Gioco dell'Orso",
        VERTEX,
        lambda: operators.add(
            concentric.circular([1, 4, 12], site=VERTEX), edges=[(6, 8), (9, 11), (12, 14), (5, 15)]
        ),
    ),
    ("Triodi (Chios)", VERTEX, lambda: square.square(3, site=VERTEX)),
]


@pytest.mark.parametrize(("name", "site", "graph"), STEPPING, ids=[board[0] for board in STEPPING])
def test_steps_go_to_neighbours(name: str, site: SiteType, graph: Callable[[], BoardGraph]) -> None:
    board = Topology(graph(), site)
    around = board.neighbours(site, RelationType.ADJACENT)
    checked = 0
    for trial in recorded(name)["trials"]:
        for ply in trial["plies"]:
            for key in ply["legal"]:
                if "-" not in key:
                    continue
                origin, target = (int(part.lstrip("ve")) for part in key.split("-"))
                if origin != target and max(origin, target) < board.count(site):
                    assert target in around[origin], key
                    checked += 1
    assert checked > 20


def test_a_won_game_of_hex_joins_opposite_sides_at_its_last_move() -> None:
    board = Topology(hexagonal.hexagonal(11, shape=LatticeShape.DIAMOND))
    around = board.neighbours(CELL, RelationType.ORTHOGONAL)
    pairs = [(Heading.NE, Heading.SW), (Heading.NW, Heading.SE)]

    def joined(stones: set[int]) -> bool:
        for first, second in pairs:
            reached = [site for site in board.side(CELL, first) if site in stones]
            seen = set(reached)
            for site in reached:
                fresh = [n for n in around[site] if n in stones and n not in seen]
                seen.update(fresh)
                reached += fresh
            if seen & set(board.side(CELL, second)):
                return True
        return False

    for trial in recorded("Hex")["trials"]:
        if not trial["over"]:
            continue
        last = trial["plies"][-1]
        stones: dict[int, set[int]] = {1: set(), 2: set()}
        for ply in trial["plies"][:-1]:
            stones[ply["mover"]].add(int(ply["move"].split("-")[0]))
        mine = stones[last["mover"]]
        site = int(last["move"].split("-")[0])
        assert not joined(mine)
        assert joined(mine | {site})
