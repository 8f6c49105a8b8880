"""Stacks: each level's own moves, levels by number, loops over levels, and what lies on what afterwards.

The board is a row of five cells, 0 to 4, worked out by hand.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from gdl import load
from interpreter.game.state import State

GAME = """
(game "Row"
    (players 2)
    (equipment {
        (board (rectangle 1 5))
        (piece "Man" Each %s)
        (piece "Top" Each %s)
    })
    (rules
        (start {%s})
        (play %s)
        (end (if (>= (count Moves) 20) (result Mover Draw)))
    )
)
"""
STEP = "(move Step E (to if:True))"
MIXED = '(place Stack items:{"Man1" "Man2" "Top1"} 0)'
#: Three pieces of the first player's.
THREE = '(place Stack items:{"Man1" "Man1" "Top1"} 0)'


def begin(folder: Path, play: str, start: str = MIXED, man: str = STEP, top: str = STEP) -> State:
    path = folder / "row.lud"
    path.write_text(GAME % (man, top, start, play))
    return load(path).start(seed=1)


def standing(state: State) -> dict[int, str]:
    """The stacks, each from the bottom, as `Man1 Man2 Top1`."""
    names = state.game.program.names.components
    return {
        site: " ".join(names[each.component] for each in (*piece.below, piece))
        for site, piece in enumerate(state.contents)
        if piece is not None
    }


def levels(state: State) -> list[tuple[int, int] | None]:
    """The levels that the legal moves are from and to."""
    return [state.game.engine.endpoints(state._raw, move.raw).levels for move in state.legal_moves]


def played(state: State, number: int = 0) -> dict[int, str]:
    """What stands where after one of the legal moves."""
    return standing(state.play(state.legal_moves[number]))


def test_every_level_has_its_moves(tmp_path: Path) -> None:
    state = begin(tmp_path, "(forEach Piece)")
    assert levels(state) == [(0, 0), (2, 0)]
    assert played(state, 0) == {0: "Man2 Top1", 1: "Man1"}
    assert played(state, 1) == {0: "Man1 Man2", 1: "Top1"}


def test_only_the_top_if_told_so(tmp_path: Path) -> None:
    state = begin(tmp_path, "(forEach Piece top:True)")
    assert levels(state) == [(2, 0)]
    assert played(state) == {0: "Man1 Man2", 1: "Top1"}


def test_of_other_players_and_of_one_name(tmp_path: Path) -> None:
    assert levels(begin(tmp_path, "(forEach Piece Next)")) == [(1, 0)]
    assert levels(begin(tmp_path, '(forEach Piece "Man")')) == [(0, 0)]
    assert levels(begin(tmp_path, f"(forEach Piece {STEP} All)")) == [(0, 0), (1, 0), (2, 0)]
    assert levels(begin(tmp_path, f"(forEach Piece {STEP})")) == [(0, 0), (2, 0)]


def test_whole_stacks_move_without_a_level(tmp_path: Path) -> None:
    state = begin(tmp_path, "(forEach Piece)", man="(move Step E (to if:True) stack:True)")
    assert levels(state) == [None, (2, 0)]
    assert played(state) == {1: "Man1 Man2 Top1"}


PLAYS: dict[str, tuple[str, dict[int, str]]] = {
    "from a level": ("(move (from 0 level:1) (to 3))", {0: "Man1 Top1", 3: "Man2"}),
    "from the top": ("(move (from 0) (to 3))", {0: "Man1 Man2", 3: "Top1"}),
    "a stack": ("(move (from 0) (to 3) stack:True)", {3: "Man1 Man2 Top1"}),
    "two of a stack as they lie": ("(move (from 0) (to 3) count:2)", {0: "Man1", 3: "Man2 Top1"}),
    "a level alone": ("(move (from 0 level:1) (to 3) stack:True)", {0: "Man1 Top1", 3: "Man2"}),
    "to a level": ("(move (from 0 level:2) (to 0 level:0))", {0: "Top1 Man1 Man2"}),
    "slide from a level": (
        "(move Slide (from 0 level:0) E (between (exact 3)))", {0: "Man2 Top1", 3: "Man1"},
    ),
    "remove the top": ("(move Remove 0)", {0: "Man1 Man2"}),
    "remove a level": ("(move Remove 0 level:0)", {0: "Man2 Top1"}),
    "remove two": ("(move Remove 0 count:2)", {0: "Man1"}),
    "add on top": ('(move Add (piece "Man") (to 0) stack:True)', {0: "Man1 Man2 Top1 Man1"}),
    "add at a level": ('(move Add (piece "Top") (to 0 level:1) stack:True)', {0: "Man1 Top1 Man2 Top1"}),
    "add several": ('(move Add (piece "Man") (to 0) count:2 stack:True)', {0: "Man1 Man2 Top1 Man1 Man1"}),
    "each level from the top": (
        "(move Select (from 0) (then (forEach Level 0 (fromTo (from 0 level:(level)) (to 2)))))",
        {2: "Top1 Man2 Man1"},
    ),
    # Each is taken from where it lay: without the bottom one, the second lies lower and is passed over.
    "each level from the bottom": (
        "(move Select (from 0) (then (forEach Level 0 FromBottom (fromTo (from 0 level:(level)) (to 2)))))",
        {0: "Man2", 2: "Man1 Top1"},
    ),
    "the enemy's levels": (
        "(move Select (from 0) (then (forEach Level 0 (if (is Enemy (who at:0 level:(level)))"
        " (remove 0 level:(level))))))",
        {0: "Man1 Top1"},
    ),
    "at the level selected": (
        "(move Select (from 0 level:1) (then (remove 0 level:(last LevelTo))))", {0: "Man1 Top1"},
    ),
    # The level of the last move is the one that is named, not the one that the piece comes to.
    "at the level that a piece came from": (
        "(move (from 0 level:1) (to 3) (then (remove 0 level:(last LevelFrom))))", {0: "Man1", 3: "Man2"},
    ),
    "at no level that a piece came to": (
        "(move (from 0 level:2) (to 0) (then (remove 0 level:(last LevelTo))))", {0: "Man2 Top1"},
    ),
    "at the end of the turn": (
        "(move Select (from 0) (then (remove 0 at:EndOfTurn count:2)))", {0: "Man1"},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", PLAYS)
def test_plays(name: str, tmp_path: Path) -> None:
    rule, after = PLAYS[name]
    assert played(begin(tmp_path, rule)) == after


SHOWN: dict[str, list[tuple[int, int] | None]] = {
    "(move (from 0) (to 3))": [None],
    "(move (from 0 level:1) (to 3))": [(1, 0)],
    "(move (from 0) (to 3) count:2 stack:True)": [(1, 0)],
    "(move (from 0) (to 3) count:3 stack:True)": [(0, 0)],
    "(move Remove 0)": [None],
    "(move Remove 0 level:1)": [(1, 1)],
    "(move Remove 0 level:2)": [(0, 0)],
    '(move Add (piece "Man") (to (sites {0 3})) stack:True)': [(3, 3), (0, 0)],
    "(move Select (from (sites {0 3})))": [(2, 2), (0, 0)],
    "(move Select (from 3) (to 0))": [(0, 2)],
    "(forEach Level 0 FromBottom (move (from 0 level:(level)) (to 4)))": [(0, 0), (1, 0), (2, 0)],
}


@pytest.mark.parametrize("rule", SHOWN)
def test_levels_shown(rule: str, tmp_path: Path) -> None:
    assert levels(begin(tmp_path, rule)) == SHOWN[rule]


def test_what_is_cleared_stays_while_the_turn_lasts(tmp_path: Path) -> None:
    """What is to be cleared at the end of a turn stays while the mover moves again."""
    rule = "(move Select (from 0) (then (and (remove 0 at:EndOfTurn) (if (= 1 (count Moves)) (moveAgain)))))"
    state = begin(tmp_path, rule)
    state = state.play(state.legal_moves[0])
    assert standing(state) == {0: "Man1 Man2 Top1"}
    state = state.play(state.legal_moves[0])
    assert standing(state) == {0: "Man1"}


def test_counting_one_stack_leaves_the_site_of_the_rule_around(tmp_path: Path) -> None:
    """The stack has the levels 0, 1 and 2; `(to)` is where the move goes, also while levels are counted."""
    rule = "(move Select (from 0) (to (sites {1 2 3 4}) if:(= 1 (count Stack at:0 if:(= (level) (to))))))"
    targets = {move.target for move in begin(tmp_path, rule).legal_moves}
    assert targets == {"b1", "c1"}


@pytest.mark.parametrize(("top", "over"), [("", True), ("top:True", False)])
def test_pieces_in_line_at_any_level_or_on_top(tmp_path: Path, top: str, over: bool) -> None:
    start = '(place Stack items:{"Man1"} 0) (place Stack items:{"Man1" "Top2"} 1)'
    end = f'(is Line 3 what:(id "Man1") {top})'
    path = tmp_path / "row.lud"
    rules = GAME % (STEP, STEP, start, '(move Add (piece "Man") (to 2))')
    path.write_text(rules.replace("(>= (count Moves) 20)", end))
    state = load(path).start(seed=1)
    assert state.play(state.legal_moves[0]).is_over is over


def test_a_level_that_is_removed_is_told_unless_it_is_on_top(tmp_path: Path) -> None:
    remove = "(move Remove (from) level:(level))"
    state = begin(tmp_path, "(forEach Piece)", man=remove, top=remove, start=THREE)
    assert levels(state) == [(0, 0), (1, 1), (0, 0)]
    assert played(state, 1) == {0: "Man1 Top1"}


def test_a_piece_is_found_at_any_level(tmp_path: Path) -> None:
    onto = '(move (from 4) (to (+ 1 (where "Man" Mover))))'
    state = begin(tmp_path, onto, start=f'{THREE} (place "Man1" 4)')
    assert played(state) == {0: "Man1 Man1 Top1", 1: "Man1"}


def test_the_top_piece_goes_where_a_level_is_asked_for_that_is_not_there(tmp_path: Path) -> None:
    remove = '(move Pass (then (remove 0 level:(where Level "Man" Next at:0))))'
    assert played(begin(tmp_path, remove, start=THREE)) == {0: "Man1 Man1"}


def test_a_copy_of_the_top_piece_moves_and_the_stack_stays(tmp_path: Path) -> None:
    copy = "(move (from 0) (to 2) copy:True)"
    assert played(begin(tmp_path, copy, start=THREE)) == {0: "Man1 Man1 Top1", 2: "Top1"}


def test_apply_is_an_effect_on_the_condition_that_it_says(tmp_path: Path) -> None:
    one = '(apply if:(= 1 (site)) (add (piece "Man1") (to (site))))'
    state = begin(tmp_path, f"(move Pass (then (forEach Site (sites {{0 1 2}}) {one})))", start=THREE)
    assert played(state) == {0: "Man1 Man1 Top1", 1: "Man1"}
