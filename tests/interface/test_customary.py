"""Moves as the players of a game write them: SAN, points, and what a file may say of it."""

from __future__ import annotations

import random

import pytest

import gdl
from interpreter.errors.user_errors import AmbiguousMoveError
from interpreter.game.customary import customary_turn
from interpreter.game.move import Move
from interpreter.game.state import State
from interpreter.rulebook.formats import as_text, rules

TEXT = """
(game "Small" (players {{(player N) (player S)}})
    (equipment {{(board (square 4))
        (piece "Rook" Each (move Slide Orthogonal (to if:(is Enemy (who at:(to))) (apply (remove (to))))))
        (piece "Man" Each (move Step Forward (to if:(is Empty (to)))))}})
    (rules (start {{(place "Rook1" {{"A1" "C1"}}) (place "Man1" coord:"D1") (place "Rook2" coord:"B4")}})
        (play (forEach Piece)) (end (if (no Moves Next) (result Mover Win)))))
(metadata {0})
"""
LETTERS = '(notation {(piece "Rook" "R") (piece "Man" "")})'


def game(said: str) -> gdl.Game:
    return gdl.loads(TEXT.replace("{0}", said).replace("{{", "{").replace("}}", "}"))


def written(state: State) -> list[str]:
    return [state.customary(move) for move in state.legal_moves]


def played(state: State, *texts: str) -> State:
    for text in texts:
        state = state.play(text)
    return state


def test_origins_are_named_only_as_far_as_it_takes() -> None:
    state = game(LETTERS).start(seed=1)
    found = dict(zip(map(str, state.legal_moves), written(state), strict=True))
    assert found["a1-a3"] == "Ra3"
    assert (found["a1-b1"], found["c1-b1"]) == ("Rab1", "Rcb1")
    assert found["d1-d2"] == "d2"
    # both on one column: the row tells
    later = played(state, "a1-a3", "b4-c4", "c1-a1", "c4-d4")
    assert {"R1a2", "R3a2", "Rd3"} <= set(written(later))


def test_a_file_that_says_nothing_has_moves_as_they_are_told_apart() -> None:
    state = game("").start(seed=1)
    assert written(state) == [str(move) for move in state.legal_moves]


def test_sites_have_numbers_of_each_players_own_and_marks_can_be_chosen() -> None:
    said = '(notation {(sites P1 "a1 b1 c1 d1 a2 b2 c2 d2 a3") (sites P2 "b4 b3") (marks "/" "/" "*")})'
    state = game(said).start(seed=1)
    assert {"1/9", "3/2", "4/8"} <= set(written(state))
    assert "1/2" in written(state.play("a1-a2"))  # of the second player b4 is the first
    assert str(state.parse("1/9")) == "a1-a3"


def test_what_is_written_so_is_read_back_and_case_counts_where_it_must() -> None:
    state = game(LETTERS).start(seed=1)
    for move in state.legal_moves:
        assert state.parse(state.customary(move)) == move
    assert str(state.parse("ra3")) == "a1-a3"
    with pytest.raises(gdl.MoveError):
        state.parse("Rb1")


@pytest.mark.slow
def test_chess_in_standard_algebraic_notation() -> None:
    """By hand, after the Laws of Chess, appendix C."""
    state = gdl.load("chess").start(seed=1)
    line = "e2-e4 d7-d5 e4xd5 d8xd5 b1-c3 d5-e5"
    told = []
    for text in line.split():
        told.append(state.customary(state.parse(text)))
        state = state.play(text)
    assert told == ["e4", "d5", "exd5", "Qxd5", "Nc3", "Qe5+"]
    state = played(state, "Be2", "Bg4", "d4", "Bxe2", "Ngxe2", "Qa5")
    assert state.customary(state.parse("e1-g1")) == "O-O"
    assert str(state.parse("0-0")) == "e1-g1"
    mate = played(gdl.load("chess").start(seed=1), "f3", "e5", "g4")
    assert mate.customary(mate.parse("d8-h4")) == "Qh4#"


@pytest.mark.slow
def test_a_promotion_is_written_as_one_move() -> None:
    state = played(
        gdl.load("chess").start(seed=1),
        "a4",
        "b5",
        "axb5",
        "a6",
        "bxa6",
        "h5",
        "h4",
        "Bb7",
        "g3",
        "Nc6",
        "axb7",
        "Rc8",
    )
    moves = state.parse_turn("bxc8=N")
    assert [str(move) for move in moves] == ["b7xc8", "c8=Knight"]
    assert customary_turn(moves) == "bxc8=N"


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_random_games_of_chess_are_written_as_python_chess_does(seed: int) -> None:
    chess = pytest.importorskip("chess", reason="python-chess is not installed")
    becomes = {"Queen": "q", "Rook": "r", "Bishop": "b", "Knight": "n"}
    chooses, board = random.Random(seed), chess.Board()
    state = gdl.load("chess").start(seed=seed)
    while not state.is_over:
        moves: list[Move] = []
        mover = state.mover
        while state.mover == mover and not state.is_over:
            moves.append(chooses.choice(state.legal_moves))
            state = state.play(moves[-1])
        last = str(moves[-1]).partition("=")[2]
        uci = f"{moves[0].origin}{moves[0].target}{becomes[last] if last else ''}"
        assert customary_turn(moves) == board.san(chess.Move.from_uci(uci)), board.fen()
        board.push_uci(uci)


@pytest.mark.slow
def test_backgammon_counts_points_from_each_side() -> None:
    """The openings of 3-1 and 6-1 that all books have: 8/5 6/5 and 13/7 8/7, for both players the same."""
    game = gdl.load("backgammon")
    for roll, turn in (((3, 1), "8/5 6/5"), ((6, 1), "13/7 8/7")):
        state = game.start(seed=1).had_rolled(roll)
        assert state is not None
        moves = state.parse_turn(turn)
        assert customary_turn(moves) == turn
        after = state
        for move in moves[:-1]:
            after = after.play(move)
        other = after.play(moves[-1], roll=roll)
        assert other.mover != state.mover
        assert customary_turn(other.parse_turn(turn)) == turn


@pytest.mark.slow
def test_a_blot_that_is_hit_and_a_text_with_several_meanings() -> None:
    state = gdl.load("backgammon").start(seed=3)
    texts = set()
    while not state.is_over:
        texts |= set(written(state))
        state = state.play(state.random_move())
    assert {"1/off", "bar/20"} <= texts and any(text.endswith("*") for text in texts)


@pytest.mark.slow
def test_a_text_with_several_meanings_is_told_to_be_one() -> None:
    """With two dice that both bear a disc off it is not said by which."""
    state = gdl.load("backgammon").start(seed=3)
    while len(set(written(state))) == len(state.legal_moves):
        state = state.play(state.random_move())
    text = next(text for text in written(state) if written(state).count(text) > 1)
    with pytest.raises(AmbiguousMoveError):
        state.parse(text)


def test_what_is_written_for_moves_is_nothing_said_of_the_game() -> None:
    """`(sites ...)` of a notation names them; `(info {(sites ...)})` is what the English rules call them."""
    noted = game('(info {(sites "huts")}) (notation {(sites "a1 b1") (marks "~") (piece "Rook" "R")})')
    assert noted.metadata == {"sites": "huts"}
    text = as_text(noted, rules(noted))
    assert "16 huts" in text and "a1 b1" not in text
