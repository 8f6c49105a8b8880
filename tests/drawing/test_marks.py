"""What the last move is marked with: where it left and came, and what it took."""

from __future__ import annotations

from gdl import load
from interpreter.drawing.view import Step, marks_of
from interpreter.engines.contents import Contents, Piece
from interpreter.game.state import State

NOBODY, MINE, THEIRS = 0, 1, 2


def named(state: State, sites: frozenset[int]) -> set[str]:
    return {state.game.site_names[site] for site in sites}


def heaps(*counts: int) -> Contents:
    """Holes of seeds, which are nobody's."""
    return tuple(Piece("Seed", NOBODY, 1, count=count) if count else None for count in counts)


def test_a_sown_hole_was_left_and_is_not_captured() -> None:
    state = load("oware").start(seed=1).play("a1").play("a2")
    assert named(state, state.last_step.origins) == {"a2"}
    assert not state.last_step.captured


def test_holes_that_a_sown_seed_captures_are_captured() -> None:
    """A hole with one seed, sown into one with one more: both seeds are taken, and only the second hole was
    captured."""
    marks = marks_of([Step(0, 0)], frozenset(), heaps(1, 1, 4), heaps(0, 0, 4))
    assert marks.captured == {1} and marks.origins == {0} and not marks.targets


def test_a_rook_that_castles_is_not_captured() -> None:
    state = load("chess").start(seed=1)
    for move in ("e2-e4", "e7-e5", "g1-f3", "b8-c6", "f1-c4", "g8-f6", "e1-g1"):
        state = state.play(move)
    assert named(state, state.last_step.origins) == {"e1", "h1"} and not state.last_step.captured


def test_a_pawn_that_is_taken_in_passing_is_captured() -> None:
    state = load("chess").start(seed=1)
    for move in ("e2-e4", "a7-a6", "e4-e5", "d7-d5", "e5xd6"):
        state = state.play(move)
    assert named(state, state.last_step.captured) == {"d5"} and named(state, state.last_step.targets) == {
        "d6"
    }


def test_what_is_chosen_to_be_removed_is_captured() -> None:
    man = Piece("Man", THEIRS, 2)
    for chosen in (Step(0, 0, removes=True, lifts=False), Step(-1, 0, removes=True, lifts=False)):
        assert marks_of([chosen], frozenset(), (man, man), (None, man)).captured == {0}
    # and so is another player's piece that goes away when it is chosen
    assert marks_of([Step(0, 0, lifts=False)], frozenset(), (man, man), (None, man)).captured == {0}


def test_a_heap_that_goes_to_a_store_is_captured() -> None:
    """A seed is sown from the first hole to the second; with the third hole's three it goes to the store."""
    before, after = heaps(1, 0, 3, 5), heaps(0, 0, 0, 9)
    marks = marks_of([Step(0, 0)], frozenset(), before, after)
    assert marks.captured == {2} and marks.origins == {0}
    # where seeds of a second hole are sown too, that is none
    assert not marks_of([Step(0, 0)], frozenset(), heaps(1, 1, 0, 0), heaps(0, 0, 1, 1)).captured


def test_a_piece_that_is_pushed_is_captured_only_where_it_leaves_the_board() -> None:
    mine, theirs = Piece("Man", MINE, 1), Piece("Man", THEIRS, 2)
    pushed = marks_of([Step(0, 1)], frozenset(), (mine, theirs, None), (None, mine, theirs))
    assert not pushed.captured and pushed.origins == {0} and pushed.targets == {1}
    hand = frozenset({2})
    off = marks_of([Step(0, 1)], hand, (mine, None, None, theirs), (None, mine, theirs, None))
    assert off.captured == {3}
