"""Where pieces stood at the start, moves as effects, and numbers worked out on boards."""

from __future__ import annotations

from pathlib import Path

import pytest

from gdl import load
from gdl.source.diagnostics import LanguageError
from interpreter.game.state import State
from tests.ludemes.positions import sites

SHELL = """
(game "Small"
    (players 2)
    (equipment {
        (board %s)
        (piece "Disc" Each %s)
        (piece "Rook" Each)
    })
    (rules
        (start {%s})
        (play %s)
        (end (if (>= (count Moves) 10) (result Mover Draw)))
    )
)
"""


def begin(folder: Path, play: str, start: str, board: str = "(square 5)", moves: str = "") -> State:
    path = folder / "small.lud"
    path.write_text(SHELL % (board, moves, start, play))
    return load(path).start(seed=1)


def standing(state: State) -> dict[int, str]:
    """What stands where, by the names of the pieces."""
    names = state.game.program.names.components
    return {s: names[p.component] for s, p in enumerate(state.contents) if p is not None}


def test_the_sites_of_the_start_stay_when_pieces_move(tmp_path: Path) -> None:
    # By the second player's turn the disc added on c1 is a third one; it did not stand there at the start.
    assert sites(tmp_path, '(sites Start (piece "Disc1"))') == {"a1", "b1", "c3"}
    assert sites(tmp_path, '(sites Start (piece "Disc"))') == {"a1", "b1", "c3", "d1", "a3", "b3", "e5"}
    assert sites(tmp_path, "(sites Start (piece (what at:(last To))))") == {"a1", "b1", "c3"}


def test_a_piece_may_do_more_from_where_it_began(tmp_path: Path) -> None:
    pawn = """(if (is In (from) (sites Start (piece (what at:(from)))))
        (move Step N (to if:(is Empty (to))) (then (moveAgain)))
        (move Step E (to if:(is Empty (to)))))"""
    state = begin(tmp_path, "(forEach Piece)", '(place "Disc1" 0)', moves=pawn)
    assert [str(m) for m in state.legal_moves] == ["a1-a2"]
    state = state.play(state.legal_moves[0])
    assert [str(m) for m in state.legal_moves] == ["a2-b2"]


EFFECTS = {
    "a slide as far as it is told": (
        "(slide (from 0) E (between (exact 4) if:True) (to if:(is Empty (to))))", {2: "Disc1", 4: "Rook1"},
    ),
    "a slide stops at what is in the way": (
        "(slide (from 0) E (between (exact 2)) (to if:True (apply (remove (to)))))", {2: "Rook1"},
    ),
    "a step": ("(step (from 0) N (to if:True))", {2: "Disc1", 5: "Rook1"}),
    "a step that is not allowed": ("(step (from 0) N (to if:False))", {0: "Rook1", 2: "Disc1"}),
    "a hop takes what it passes": (
        "(hop (from 0) E (between if:True (apply (remove (between)))) (to if:True))", {2: "Rook1"},
    ),
    "a leap": ("(leap (from 0) {{F F R F}} (to if:(= (to) 11)))", {2: "Disc1", 11: "Rook1"}),
}  # fmt: skip


@pytest.mark.parametrize("name", EFFECTS)
def test_moves_as_effects(name: str, tmp_path: Path) -> None:
    effect, after = EFFECTS[name]
    start = '(place "Rook1" 0) (place "Disc1" 1)'
    state = begin(tmp_path, f"(move (from 1) (to 2) (then {effect}))", start)
    if "hop" in name:
        state = begin(
            tmp_path, f"(move (from 2) (to 1) (then {effect}))", '(place "Rook1" 0) (place "Disc1" 2)'
        )
    state = state.play(state.legal_moves[0])
    assert standing(state) == after


def test_a_board_may_be_worked_out(tmp_path: Path) -> None:
    cross = "(merge (shift 0 (/ (- 7 3) 2) (rectangle 3 7)) (shift (/ (- 7 3) 2) 0 (rectangle 7 3)))"
    state = begin(tmp_path, "(move Add (to (sites Empty)))", "", cross)
    assert len(state.legal_moves) == 33


def test_half_a_cell_is_half_a_cell(tmp_path: Path) -> None:
    apart = "(merge (square 2) (shift (/ 5 2) 0 (square 2)))"
    state = begin(tmp_path, "(move Add (to (sites Empty)))", "", apart)
    assert len(state.legal_moves) == 8


def test_a_board_does_not_wait_for_the_game(tmp_path: Path) -> None:
    with pytest.raises(LanguageError) as caught:
        begin(tmp_path, "(move Add (to (sites Empty)))", "", "(shift (toFloat (count Moves)) 0 (square 2))")
    assert "not known before the game starts" in caught.value.diagnostics[0].message


HORSE = """(forEach Direction Orthogonal (to if:(is Empty (to)) (apply
    (forEach Direction (from (to)) (directions {FL FR} of:All)
        (move (from) (to if:(not (is Friend (who at:(to))))))))))"""


def moves_to(state: State) -> list[int]:
    return sorted(state.game.engine.endpoints(state._raw, move.raw).target for move in state.legal_moves)


def test_a_horse_goes_on_the_way_it_came(tmp_path: Path) -> None:
    """One step straight to an empty cell, then one slantwise onward: eight leaps, two for each first step."""
    free = begin(tmp_path, "(forEach Piece)", '(place "Disc1" 12)', moves=HORSE)
    assert moves_to(free) == [1, 3, 5, 9, 15, 19, 21, 23]
    # A piece to the north keeps it from both leaps that way.
    held = begin(tmp_path, "(forEach Piece)", '(place "Disc1" 12) (place "Rook1" 17)', moves=HORSE)
    assert moves_to(held) == [1, 3, 5, 9, 15, 19]


EACH: dict[str, list[int]] = {
    "(forEach Direction Orthogonal (if (is Empty (to)) (move (from) (to))))": [7, 11, 17],
    "(forEach Direction N (between (range 1 2)) (to (apply (move (from) (to)))))": [17, 22],
    "(forEach Direction E (between (exact 2)) (to (apply (move (from) (to)))))": [14],
    "(forEach Direction E (between (exact 2) if:(is Empty (between))) (to (apply (move (from) (to)))))": [],
    "(forEach Direction W (between (exact 2) if:(is Empty (between))) (to (apply (move (from) (to)))))": [10],
    "(forEach Direction (from 0) N (to (apply (move (from) (to)))))": [5],
}


@pytest.mark.parametrize("rule", EACH)
def test_each_direction(rule: str, tmp_path: Path) -> None:
    state = begin(tmp_path, "(forEach Piece)", '(place "Disc1" 12) (place "Rook2" 13)', moves=rule)
    assert [site for site in moves_to(state) if site >= 0] == EACH[rule]


LANDINGS: dict[str, list[int]] = {
    # Two cells east stands an enemy, behind a piece of one's own.
    "(move Hop E (between before:5 after:5 if:(is Occupied (between))) (to if:(is Empty (to))))": [],
    "(move Hop E (between before:5 after:5 if:(is Occupied (between))) (to if:(is Empty (to))"
    " (apply if:(is Enemy (who at:(to))) (remove (to)))))": [3],
    "(move Hop N (between if:True) (to if:(is Empty (to)) (apply if:(is Empty (to)) (remove (to)))))": [],
    "(move Step (to (apply if:(is Enemy (who at:(to))) (remove (to)))))": [0, 2, 5, 6, 7],
    "(move Step (to if:(is Empty (to)) (apply if:(is Enemy (who at:(to))) (remove (to)))))": [0, 5, 6, 7],
}


@pytest.mark.parametrize("rule", LANDINGS)
def test_conditions_on_what_is_applied(rule: str, tmp_path: Path) -> None:
    start = '(place "Disc1" 1) (place "Rook1" 2) (place "Rook2" 3)'
    state = begin(tmp_path, "(forEach Piece)", start, moves=rule)
    assert [site for site in moves_to(state) if site >= 0] == LANDINGS[rule]


def test_a_region_may_be_named_after_its_owner(tmp_path: Path) -> None:
    equipment = '(regions "YardP1" P1 (sites Left)) (regions "YardP2" P2 (sites Right))'
    assert sites(tmp_path, '(sites Mover "Yard")', equipment=equipment) == {"e1", "e2", "e3", "e4", "e5"}


PUSHES: dict[str, tuple[str, dict[int, str]]] = {
    "a row": ("(push (from 0) E)", {1: "Disc1", 2: "Rook1", 4: "Disc2"}),
    "over the edge": ("(push (from 1) W)", {0: "Rook1", 4: "Disc2"}),
    "from an empty site": ("(push (from 2) E)", {0: "Disc1", 1: "Rook1", 4: "Disc2"}),
    "what is next to an empty site": ("(push (from 2) W)", {0: "Rook1", 4: "Disc2"}),
    "the last one": ("(push (from 4) E)", {0: "Disc1", 1: "Rook1"}),
    "where the move ended": ("(push N)", {0: "Disc1", 1: "Rook1", 9: "Disc2"}),
}


@pytest.mark.parametrize("name", PUSHES)
def test_pushes(name: str, tmp_path: Path) -> None:
    effect, after = PUSHES[name]
    start = '(place "Disc1" 0) (place "Rook1" 1) (place "Disc2" 4)'
    state = begin(tmp_path, f"(move Select (from 4) (then {effect}))", start)
    assert standing(state.play(state.legal_moves[0])) == after


def test_pieces_added_join_what_is_there_when_they_come(tmp_path: Path) -> None:
    """A disc is pushed away and another put in its place: there is one, not two."""
    effect = '(and (push (from 4) W) (add (piece "Disc2") (to 4)))'
    start = '(place "Disc2" 4 count:1)'
    state = begin(tmp_path, f"(move Select (from 4) (then {effect}))", start)
    after = state.play(state.legal_moves[0]).contents
    assert [(s, p.count) for s, p in enumerate(after) if p is not None] == [(3, 1), (4, 1)]


#: Boards and how many vertices and cells they have.
TILINGS: dict[str, tuple[int, int]] = {
    # One hexagon with its six squares and six triangles.
    "(tiling T3464 1)": (18, 13),
}


@pytest.mark.parametrize("board", TILINGS)
def test_tilings(board: str, tmp_path: Path) -> None:
    points, cells = TILINGS[board]
    assert len(begin(tmp_path, "(move Add (to (sites Empty)))", "", board).legal_moves) == cells
    on_points = f"{board} use:Vertex"
    assert len(begin(tmp_path, "(move Add (to (sites Empty)))", "", on_points).legal_moves) == points


BOARDLESS = """
(game "Hive"
    (players 2)
    (equipment {(boardless Hexagonal 5) (tile "Hex" Each numSides:6 %s)})
    (rules
        (start {(place "Hex1" (centrePoint))})
        (play (move Add (to (sites Playable))))
        (end (if (>= (count Moves) 3) (result Mover Draw)))
    )
)
"""


def test_tiles_are_put_next_to_tiles(tmp_path: Path) -> None:
    path = tmp_path / "hive.lud"
    path.write_text(BOARDLESS % "")
    state = load(path).start(seed=1)
    assert len(state.legal_moves) == 6
    # The second tile takes one of the six and brings three more.
    assert len(state.play(state.legal_moves[0]).legal_moves) == 8


@pytest.mark.parametrize("tile", ["{F R F}", "{(path from:0 to:2 colour:1)}"])
def test_tiles_that_are_not_supported(tile: str, tmp_path: Path) -> None:
    path = tmp_path / "hive.lud"
    path.write_text((BOARDLESS % tile).replace("numSides:6 {F", "{F"))
    with pytest.raises(LanguageError) as caught:
        load(path).start(seed=1)
    assert "a tile" in caught.value.diagnostics[0].message


def test_playable_needs_a_board_without_an_edge(tmp_path: Path) -> None:
    with pytest.raises(LanguageError):
        sites(tmp_path, "(sites Playable)")
