"""Proposals and votes, seats that change, groups one by one, and ways by steps of a certain kind."""

from __future__ import annotations

from pathlib import Path

import pytest

from gdl import load
from interpreter.game.state import State
from tests.ludemes.positions import number, sites

GAME = """
(game "Talk"
    (players %d)
    (equipment {(board (square 5)) (piece "Disc" Each)})
    (rules
        (start {%s})
        (play %s)
        (end {(if (is Decided "End") (result Mover Draw)) (if (>= (count Moves) 20) (result Mover Draw))})
    )
)
"""
VOTING = """(if (is Proposed "End")
    (or (move Vote "End") (move Vote "No"))
    (or (move Propose "End") (move Pass)))"""


def begin(folder: Path, play: str, players: int = 2, start: str = "") -> State:
    path = folder / "talk.lud"
    path.write_text(GAME % (players, start, play))
    return load(path).start(seed=1)


def say(state: State, *words: str) -> State:
    for word in words:
        state = state.play(next(move for move in state.legal_moves if str(move) == word))
    return state


@pytest.mark.parametrize(
    ("players", "words", "over"),
    [
        (2, ("propose-end", "end", "end"), True),
        (2, ("propose-end", "end", "no"), False),
        (2, ("propose-end", "no", "no"), False),
        (3, ("propose-end", "end", "end"), True),
        (3, ("propose-end", "end", "no", "end"), True),
        (3, ("propose-end", "no", "end", "no"), False),
    ],
)
def test_votes(players: int, words: tuple[str, ...], over: bool, tmp_path: Path) -> None:
    state = begin(tmp_path, VOTING, players)
    assert [str(move) for move in state.legal_moves] == ["end", "pass"]
    state = say(state, "end", *words[1:])
    assert state.is_over is over
    if not over:
        # The vote is over: something else may be done, or it be proposed again.
        assert [str(move) for move in state.legal_moves] == ["end", "pass"]
        assert not say(state, "end", *["no"] * (players // 2 + 1)).is_over


def test_seats_change(tmp_path: Path) -> None:
    state = begin(tmp_path, "(or (move Swap Players P1 P2) (move Add (to (sites Empty))))")
    swap = next(move for move in state.legal_moves if move.decision == "swap")
    state = state.play(swap)
    assert state.mover == 2
    state = state.play(next(move for move in state.legal_moves if str(move) == "a1"))
    assert state.contents[0] is not None and state.contents[0].owner == 2


def test_a_circle_is_seen_at_the_third_time(tmp_path: Path) -> None:
    play = """(if (is Cycle) (move Select (from 24)) (or (move (from 0) (to (sites {1}) if:(is Empty (to))))
        (move (from 1) (to (sites {0}) if:(is Empty (to))))))"""
    state = begin(tmp_path, play, start='(place "Disc1" 0)')
    seen = []
    for _ in range(6):
        (move,) = state.legal_moves
        seen.append(str(move))
        state = state.play(move)
    # Four moves come back to the same pieces with the same player to move; the third time it is noticed.
    assert seen == ["a1-b1", "b1-a1", "a1-b1", "b1-a1", "e5", "a1-b1"]


def test_groups_one_by_one(tmp_path: Path) -> None:
    """Of three groups of the first player's discs those of two and more go."""
    start = '(place "Disc1" {0 1 4 10 15 20}) (place "Disc2" {5})'
    effect = (
        "(forEach Group Orthogonal if:(is In (to) (sites Occupied by:P1))"
        " (if (< 1 (count Sites in:(sites))) (remove (sites))))"
    )
    state = begin(tmp_path, f"(move Select (from 4) (then {effect}))", start=start)
    state = state.play(state.legal_moves[0])
    assert [site for site, piece in enumerate(state.contents) if piece is not None] == [4, 5]


def test_the_movers_groups(tmp_path: Path) -> None:
    start = '(place "Disc1" {0 1}) (place "Disc2" {5 6})'
    state = begin(tmp_path, "(move Select (from 4) (then (forEach Group (remove (sites)))))", start=start)
    state = state.play(state.legal_moves[0])
    assert [site for site, piece in enumerate(state.contents) if piece is not None] == [5, 6]


EMPTY_STEPS = "(step (to if:(is Empty (to))))"

#: On the board of `positions`: first player a1 b1 c1 c3, second d1 a3 b3 e5.
STEPS: dict[str, int] = {
    "(count Steps Orthogonal (last To) 12)": 2,
    # c1 to e1: d1 is occupied, so over c2 d2 e2.
    f"(count Steps Orthogonal {EMPTY_STEPS} (last To) 4)": 4,
    f"(count Steps {EMPTY_STEPS} (last To) 4)": 2,
    f"(count Steps Orthogonal {EMPTY_STEPS} (last To) (sites {{9 14}}))": 3,
    f"(count Steps Orthogonal {EMPTY_STEPS} (last To) (sites {{2 14}}))": 0,
    "(count Steps (step N (to if:True)) (last To) 22)": 4,
    "(if (> Infinity (count Steps (step N (to if:True)) (last To) 21)) 1 0)": 0,
    # There is no site to go to.
    f"(count Steps {EMPTY_STEPS} (last To) (sites {{}}))": -1,
    "(count Steps (last To) (sites {}))": -1,
    # c3 is occupied: that way is shut.
    f"(if (= Infinity (count Steps Orthogonal {EMPTY_STEPS} (last To) 12)) 1 0)": 1,
}


@pytest.mark.parametrize("expression", STEPS)
def test_ways(expression: str, tmp_path: Path) -> None:
    assert number(tmp_path, expression) == STEPS[expression]


def test_sites_at_a_distance_by_steps(tmp_path: Path) -> None:
    where = "(sites Distance (step N (to if:True)) from:(last To) (range 1 Infinity))"
    assert sites(tmp_path, where) == {"c2", "c3", "c4", "c5"}
    where = f"(sites Distance Orthogonal {EMPTY_STEPS} from:(last To) (range 2 2))"
    assert sites(tmp_path, where) == {"b2", "d2"}
    where = f"(sites Distance Orthogonal {EMPTY_STEPS} from:(last To) (range 0 1))"
    assert sites(tmp_path, where) == {"c1", "c2"}


@pytest.mark.parametrize(
    ("bounds", "found"),
    [("(count Moves) (count Moves)", {"c2", "d2", "b2", "b1", "d1"}), ("2 (+ 1 (count Moves))", "far")],
)
def test_a_distance_that_changes(bounds: str, found: object, tmp_path: Path) -> None:
    """One move has been made: the distances are those of fixed ranges 1 to 1 and 2 to 2."""
    fixed = {"far": "(range 2 2)"}.get(str(found), "(range 1 1)")
    changing = sites(tmp_path, f"(sites Distance from:(last To) (range {bounds}))")
    assert changing == sites(tmp_path, f"(sites Distance from:(last To) {fixed})")
    assert found == "far" or changing == found


def test_a_slide_as_far_as_the_moves_made(tmp_path: Path) -> None:
    def slides(how: str) -> set[str]:
        return sites(tmp_path, f"(sites To (move Slide (from 14) Orthogonal (between {how})))")

    # From e3, where a piece is put: north is one free cell, south two, west one.
    assert slides("(exact (count Moves))") == slides("(exact 1)")
    assert slides("(max (+ 1 (count Moves)))") == slides("(max 2)")
    assert slides("(range (+ 1 (count Moves)) 4)") == slides("(range 2 4)")
    assert slides("(exact (count Moves))") != slides("(max 2)")
