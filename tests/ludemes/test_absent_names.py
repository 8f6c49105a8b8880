"""Names that stand for nothing: a mistake, and in a file that was written for Ludii nothing at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from gdl import load
from gdl.compile.compile import compile_game
from gdl.source.diagnostics import LanguageError

GAME = """
(game "Row"
    (players 2)
    (equipment {
        (board (rectangle 1 5))
        (piece "Man" Each)
        (regions "Goal1" P1 (sites {4}))
        (regions "Goal2" P2 (sites {0}))
    })
    (rules
        (start {(place "Man1" 0) (place "Man2" 4)})
        (play (move Add (to (sites Empty) if:%s)))
        (end (if (no Moves Next) (result Mover Draw)))
    )
)
"""
FOR_LUDII = '(metadata (info {(version "1.3.13")}))'

#: what is asked of a site, and on which of the empty sites 1, 2 and 3 it holds for the first player
ABSENT = {
    '(= Off (where "King" Mover))': {"b1", "c1", "d1"},
    '(= (id "King" Mover) (what at:(to)))': set[str](),
    '(is In (to) (sites "castle"))': set[str](),
    '(= 2 (mapEntry "Throw" (to)))': {"c1"},
}


@pytest.mark.parametrize("asked", ABSENT)
def test_a_name_that_stands_for_nothing(tmp_path: Path, asked: str) -> None:
    path = tmp_path / "row.lud"
    path.write_text(GAME % asked)
    with pytest.raises(LanguageError):
        load(path)
    path.write_text(GAME % asked + FOR_LUDII)
    warnings = compile_game(path).warnings
    assert [each.code for each in warnings if each.code == "W0403"] == ["W0403"]
    offered = {move.target for move in load(path).start().legal_moves if move.target}
    assert offered == ABSENT[asked]


def test_a_region_of_a_player_is_named_without_its_number(tmp_path: Path) -> None:
    path = tmp_path / "row.lud"
    path.write_text(GAME.replace("(sites {4})", "(sites {2})") % '(is In (to) (sites Mover "Goal"))')
    assert [move.target for move in load(path).start().legal_moves] == ["c1"]


def test_a_site_is_named_as_a_region(tmp_path: Path) -> None:
    path = tmp_path / "row.lud"
    path.write_text(GAME % '(is In (to) (sites "C1"))')
    assert [move.target for move in load(path).start().legal_moves] == ["c1"]
