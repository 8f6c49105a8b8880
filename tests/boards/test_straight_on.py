"""Short cuts of rays give what the plain search gives, among many steps of a site and round a ring."""

from __future__ import annotations

from pathlib import Path

import pytest

from gdl import load
from gdl.boards import rays

BOARDS = ("concentric {60}", "concentric {1 5 9 40}", "concentric {8 8}", "rotate 17 (square 5)", "hex 4")
GAME = """(game "S" (players 2) (equipment {(board (%s) use:Vertex) (piece "Disc" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"""


def lines_of(board: str, folder: Path) -> list[tuple[int, ...]]:
    path = folder / "board.lud"
    path.write_text(GAME % board)
    made = rays.Lines(load(path).topology.steps(load(path).compiled.facts.main))
    return [made.ray(site, step) for site, around in enumerate(made.steps) for step in around]


@pytest.mark.parametrize("board", BOARDS)
def test_among_many_steps_the_same_goes_on(
    board: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rays, "MANY", 10**9)
    plain = lines_of(board, tmp_path)
    monkeypatch.setattr(rays, "MANY", 1)
    assert lines_of(board, tmp_path) == plain and plain


@pytest.mark.parametrize("board", ["concentric {40}", "concentric {30 40}"])
def test_round_a_ring_each_site_is_met_in_turn(
    board: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    quick = lines_of(board, tmp_path)
    monkeypatch.setattr(
        rays.Lines, "_round",
        lambda self, chain, again: [
            self._rays.__setitem__(step, self._walked(begin, step)) for begin, step in chain
        ],
    )  # fmt: skip
    assert lines_of(board, tmp_path) == quick
    assert any(len(ray) == 39 for ray in quick)
