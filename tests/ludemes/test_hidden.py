"""What is hidden from a player: marks that rules set and ask for, which go with the pieces; and a start that
chance lays out. On a row of five cells, by hand, on both engines.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from gdl import load
from gdl.compile.compile import compile_game
from interpreter.game.state import State

GAME = """
(game "Behind"
    (players 2)
    (equipment {
        (board (rectangle 1 5))
        (piece "Man" Each (move Step (directions {E W}) (to if:(is Empty (to)))))
    })
    (rules
        (start {(place "Man1" 1) (place "Man2" 4) %s})
        (play (or {(forEach Piece) %s}))
        (end (if (is Full) (result Mover Win)))
    )
)
"""
ENGINES = pytest.mark.parametrize("engine", ["python", pytest.param("native", marks=pytest.mark.slow)])


def begin(folder: Path, engine: str, start: str, play: str) -> State:
    path = folder / "behind.lud"
    path.write_text(GAME % (start, play))
    return load(path).on(engine).start(seed=1)


def chosen(state: State) -> set[str]:
    return {move.target or "" for move in state.legal_moves if move.decision == "select"}


@ENGINES
def test_marks_are_each_players_and_of_each_kind(tmp_path: Path, engine: str) -> None:
    start = "(set Hidden What (sites {0 1}) to:P1) (set Hidden (sites {3}) to:P2)"
    state = begin(tmp_path, engine, start, "(move Select (from (sites Hidden What to:Mover)))")
    assert chosen(state) == {"a1", "b1"}
    assert chosen(state.play("b1-c1")) == set()  # to player 2 a cell is hidden whole, and no kind of piece
    whole = begin(tmp_path, engine, start, "(move Select (from (sites Hidden to:All)))")
    assert chosen(whole) == set()


@ENGINES
def test_a_mark_goes_with_the_piece(tmp_path: Path, engine: str) -> None:
    start = "(set Hidden {What Who} (sites {1 2}) to:P2)"
    asked = "(move Select (from (sites Board) if:(is Hidden Who at:(from) to:P2)))"
    state = begin(tmp_path, engine, start, asked)
    assert chosen(state) == {"b1", "c1"}
    left = state.play("b1-a1")
    assert chosen(left) == {"a1", "c1"}
    assert chosen(left.play("e1-d1").play("a1-b1")) == {"b1", "c1"}


@ENGINES
def test_what_is_shown_is_hidden_no_more(tmp_path: Path, engine: str) -> None:
    show = "(move Select (from (sites Hidden What to:P1)) (then (set Hidden What at:(last To) False to:P1)))"
    state = begin(tmp_path, engine, "(set Hidden What at:2 to:P1) (set Hidden What at:3 to:P1)", show)
    assert chosen(state) == {"c1", "d1"}
    assert chosen(state.play("c1")) == {"d1"}


def test_it_is_said_that_everybody_sees_everything(tmp_path: Path) -> None:
    path = tmp_path / "behind.lud"
    path.write_text(GAME % ("(set Hidden (sites {1}) to:P2)", "(move Pass)"))
    assert [each.code for each in compile_game(path).warnings] == ["W0405"]


@ENGINES
def test_sites_drawn_at_random_are_different_ones_of_the_region(tmp_path: Path, engine: str) -> None:
    path = tmp_path / "behind.lud"
    path.write_text(GAME % ('(place "Man1" (sites Random (sites {0 2 3}) num:2))', "(move Pass)"))
    game = load(path).on(engine)
    drawn = {
        tuple(
            site for site, piece in enumerate(game.start(seed=seed).contents) if piece and site not in (1, 4)
        )
        for seed in range(30)
    }
    assert drawn == {(0, 2), (0, 3), (2, 3)}
