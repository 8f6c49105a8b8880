"""Something done before other moves, what follows effects, and where moves start."""

from __future__ import annotations

from pathlib import Path

import pytest

from gdl import load
from gdl.source.diagnostics import LanguageError
from interpreter.game.state import State
from tests.ludemes.positions import sites

GAME = """
(game "Row"
    (players 2)
    (equipment {
        (board (rectangle 1 5))
        (piece "Man" Each (move Step E (to if:(is Empty (to)))))
    })
    (rules
        (start {(place "Man1" 0) (place "Man2" 1)})
        (play %s)
        (end (if (>= (count Moves) 6) (result Mover Draw)))
    )
)
"""


def begin(folder: Path, play: str) -> State:
    path = folder / "row.lud"
    path.write_text(GAME % play)
    return load(path).start(seed=1)


def standing(state: State) -> str:
    """The row, a digit for whoever has a piece there."""
    return "".join("." if piece is None else str(piece.owner) for piece in state.contents)


def moves(state: State) -> list[str]:
    return [str(move) for move in state.legal_moves]


#: For each rule, the moves, and the row after the first of them. The row begins as 12...
BEFORE: dict[str, tuple[str, list[str], str]] = {
    "what stands in the way goes first": (
        "(do (remove 1) next:(forEach Piece))", ["a1xb1"], ".1...",
    ),
    "without it there is no move": ("(forEach Piece)", ["pass"], "12..."),
    "two things, the outer first": (
        '(do (remove 1) next:(do (add (piece "Man2") (to 2))'
        " next:(move Select (from (sites Occupied by:All)))))",
        ["a1", "c1"], "1.2..",
    ),
    "names mean what they meant outside": (
        "(forEach Value min:1 max:2 (do (remove (value)) next:(forEach Value min:4 max:4"
        " (move (from 0) (to (value))))))",
        ["a1xe1", "a1-e1"], "....1",
    ),
    "what captures most, of what was just put there": (
        '(do (add (piece "Man2") (to 3)) next:(max Captures (or (move (from 0) (to 2))'
        " (move (from 0) (to 3 (apply (remove 3)))))))",
        ["a1-d1"], ".2.1.",
    ),
    "only those after which something holds": (
        "(do (remove 1) next:(move (from 0) (to (sites {1 2}))) ifAfterwards:(is Empty 1))",
        ["a1xc1"], "..1..",
    ),
    "the first that there are": (
        "(do (remove 1) next:(priority {(move (from 0) (to (sites Empty) if:(= (to) 1))) (move Pass)}))",
        ["a1xb1"], ".1...",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", BEFORE)
def test_before(name: str, tmp_path: Path) -> None:
    rule, offered, after = BEFORE[name]
    state = begin(tmp_path, rule)
    assert standing(state) == "12..."
    assert sorted(moves(state)) == sorted(offered)
    assert standing(state.play(state.legal_moves[0])) == after


@pytest.mark.parametrize("name", BEFORE)
def test_before_on_both_engines(name: str, tmp_path: Path) -> None:
    game = begin(tmp_path, BEFORE[name][0]).game
    ours, native = game.engine, game.fast_engine
    for seed in range(20):
        one, other = ours.start(seed), native.start(seed)
        for _ in range(6):
            moves = list(ours.legal_moves(one))
            if not moves:
                break
            assert moves == list(native.legal_moves(other))
            chosen = moves[seed % len(moves)]
            one, other = ours.play(one, chosen), native.play(other, chosen)
            assert ours.contents(one) == native.contents(other)


def test_what_is_pending_from_before_a_move_is_pending_after_it(tmp_path: Path) -> None:
    rule = """(if (is Pending)
        (move Select (from (sites Pending)))
        (do (set Pending 3) next:(move Pass)))"""
    state = begin(tmp_path, rule)
    state = state.play(state.legal_moves[0])
    assert moves(state) == ["d1"]


def test_what_follows_an_effect_sees_what_it_did(tmp_path: Path) -> None:
    """Even where both stand in one list of effects."""
    rule = """(move Select (from 0) (then (and
        (remove 1 (then (if (is Empty 1) (add (piece "Man2") (to 3)))))
        (if (is Empty 1) (add (piece "Man2") (to 4))))))"""
    state = begin(tmp_path, rule)
    assert standing(state.play(state.legal_moves[0])) == "1..2."


def test_where_moves_start(tmp_path: Path) -> None:
    assert sites(tmp_path, "(sites From (forEach Piece))") == {"d1", "a3", "b3", "e5"}
    stepping = "(forEach Piece (move Step N (to if:(is Empty (to)))))"
    assert sites(tmp_path, f"(sites From {stepping})") == {"d1", "a3", "b3"}
    assert sites(tmp_path, "(sites From (move Add (to (sites Corners) if:(is Empty (to)))))") == {"e1", "a5"}


EFFECTS: dict[str, tuple[str, str]] = {
    "what follows an if follows what it did": (
        '(if (is Empty 1) (remove 0) (then (add (piece "Man2") (to 4))))', "12...",
    ),
    "and does where it did something": (
        '(if (is Occupied 1) (remove 0) (then (add (piece "Man2") (to 4))))', ".2..2",
    ),
    "the first that does anything": (
        "(priority {(if (is Empty 1) (remove 0)) (fromTo (from 3) (to 4)) (remove 1) (remove 0)})", "1....",
    ),
    "none of them": ("(priority (if (is Empty 1) (remove 0)) (fromTo (from 3) (to 4)))", "12..."),
    "a capture that there is": (
        "(priority (surround (from 0) Orthogonal (between if:(is Enemy (who at:(between)))"
        " (apply (remove (between)))) (to if:True)) (remove 0))", "1....",
    ),
    "a capture that there is not": (
        "(priority (surround (from 0) Orthogonal (between if:(is Friend (who at:(between)))"
        " (apply (remove (between)))) (to if:True)) (remove 0))", ".2...",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", EFFECTS)
def test_effects(name: str, tmp_path: Path) -> None:
    effect, after = EFFECTS[name]
    state = begin(tmp_path, f"(move Select (from 0) (then {effect}))")
    assert standing(state.play(state.legal_moves[0])) == after


VALUED = """
(game "Worth"
    (players 2)
    (equipment {
        (board (rectangle 1 7))
        (piece "Man" Each (or (hop E) (hop W)))
    })
    (rules
        (start {
            (place "Man1" 2)
            (place "Man2" 1 value:%d)
            (place "Man2" 3 value:%d)
            (place "Man2" 5 value:%d)
        })
        (play (max %s (if (is Prev Mover) %s (forEach Piece %s))))
        (end (if (no Pieces Next) (result Mover Win)))
    )
)
"""
HOP = """(move Hop %s (directions {E W}) (between if:(is Enemy (who at:(between))) (apply (remove (between))))
    (to if:(is Empty (to))) (then (if (can Move (move Hop (from (last To)) (directions {E W})
    (between if:(is Enemy (who at:(between)))) (to if:(is Empty (to))))) (moveAgain))))"""


@pytest.mark.parametrize(
    ("of", "values", "best"),
    [
        # From c1 one may take one piece to the left or two to the right.
        ("Moves", (9, 1, 1), ["c1xe1"]),
        ("Moves withValue:True", (9, 1, 1), ["c1xa1"]),
        ("Moves withValue:True", (9, 5, 5), ["c1xe1"]),
        ("Moves withValue:True", (9, 5, 4), ["c1xa1", "c1xe1"]),
        ("Captures", (9, 1, 1), ["c1xa1", "c1xe1"]),
        ("Captures withValue:True", (3, 2, 9), ["c1xa1"]),
        ("Captures withValue:True", (2, 3, 1), ["c1xe1"]),
    ],
)
def test_the_best_captures(of: str, values: tuple[int, int, int], best: list[str], tmp_path: Path) -> None:
    path = tmp_path / "worth.lud"
    text = VALUED % (*values, of, HOP % "(from (last To))", HOP % "(from (from))")
    path.write_text(text.replace("(or (hop E) (hop W))", ""))
    assert sorted(moves(load(path).start(seed=1))) == best


def test_what_only_simultaneous_moves_have_is_refused(tmp_path: Path) -> None:
    with pytest.raises(LanguageError) as caught:
        begin(tmp_path, "(forEach Piece (then (moveAgain) applyAfterAllMoves:True))")
    assert "applyAfterAllMoves" in caught.value.diagnostics[0].message


def test_what_is_to_hold_afterwards_is_asked_before_what_follows(tmp_path: Path) -> None:
    """`then` of a `do` comes after the moves that it leaves: Oust takes the groups that had to be there."""
    add = '(move Add (piece "Man1") (to (sites Empty)))'
    play = f"(do {add} ifAfterwards:(is Enemy (who at:1)) (then (remove 1)))"
    state = begin(tmp_path, play)
    assert moves(state) == ["c1", "d1", "e1"]
    assert standing(state.play("c1")) == "1.1.."
