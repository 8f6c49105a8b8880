"""The interface to a game in Python, on shipped games."""

from __future__ import annotations

import pickle
import random
from pathlib import Path

import pytest

import gdl
from gdl import Game, load, loads
from gdl.source.diagnostics import LanguageError
from interpreter.errors.user_errors import (
    AmbiguousMoveError,
    EngineError,
    GameNotFoundError,
    IllegalMoveError,
    PositionError,
    UnknownMoveError,
)
from interpreter.game.position import Position
from interpreter.game.state import State


@pytest.fixture(scope="module")
def game() -> Game:
    return load("tic-tac-toe")


def played(game: Game, moves: str) -> State:
    state = game.start(seed=1)
    for text in moves.split():
        state = state.play(text)
    return state


def test_a_game_tells_about_itself(game: Game) -> None:
    assert isinstance(gdl.load("tic-tac-toe"), Game)
    assert game.name == "Tic-Tac-Toe"
    assert game.players == ("Cross", "Nought")
    assert "noughts are placed in turn" in game.metadata["rules"]
    assert len(game.topology.sites(game.topology.default)) == 9


def test_a_state_is_what_one_sees(game: Game) -> None:
    state = played(game, "b2 a1 c3")
    assert (state.mover, state.mover_name, state.ply) == (2, "Nought", 3)
    assert {site: piece.name for site, piece in state.sites.items()} == {
        "a1": "Nought", "b2": "Cross", "c3": "Cross",
    }  # fmt: skip
    assert sorted(map(str, state.legal_moves)) == ["a2", "a3", "b1", "b3", "c1", "c2"]
    assert not state.is_over and state.outcome is None and state.scores == ()
    assert str(state).splitlines() == ["3  .  .  C", "2  .  C  .", "1  N  .  .", "   a  b  c"]


def test_playing_changes_nothing(game: Game) -> None:
    before = game.start()
    move = before.parse("b2")
    after = before.play(move)
    assert not before.sites and before.ply == 0 and len(before.legal_moves) == 9
    assert after.sites["b2"].owner == 1
    assert before.copy() == before


def test_the_end_has_an_outcome(game: Game) -> None:
    won = played(game, "a1 a2 b1 b2 c1")
    assert won.is_over and won.legal_moves == ()
    assert won.outcome is not None
    assert (won.outcome.winner, won.outcome.ranks, str(won.outcome)) == (1, (1.0, 2.0), "Cross wins")
    drawn = played(game, "b2 a1 a2 c2 c1 a3 b1 b3 c3")
    assert drawn.outcome is not None
    assert drawn.outcome.draw and drawn.outcome.winner is None and str(drawn.outcome) == "a draw"


def test_wrong_moves_are_three_different_errors(game: Game) -> None:
    state = played(game, "b2")
    with pytest.raises(UnknownMoveError, match="`d4` is no move of this game"):
        state.parse("d4")
    with pytest.raises(UnknownMoveError):
        state.play("hello there")
    with pytest.raises(IllegalMoveError, match="b2 is occupied"):
        state.parse("B2")
    with pytest.raises(IllegalMoveError):
        state.play(game.start().parse("b2"))
    with pytest.raises(IllegalMoveError, match="the game is over"):
        played(game, "a1 a2 b1 b2 c1").parse("c3")


def test_what_belongs_to_nobody_or_everybody_is_nobodys_to_move() -> None:
    """Oware's seeds belong to all; with another's piece it is told whose that is."""
    with pytest.raises(IllegalMoveError, match=r"not legal here \(did"):
        load("oware").start(seed=1).parse("a1-b1")
    with pytest.raises(IllegalMoveError, match="the piece on e7 is Black's"):
        load("chess").start(seed=1).parse("e7-e5")


def test_moves_that_fit_several_are_ambiguous() -> None:
    state = load("english-draughts").start()
    text = str(state.legal_moves[0])
    assert state.parse(text.upper().replace("-", " ")) == state.legal_moves[0]
    choices = [str(move) for move in state.legal_moves if move.origin == state.legal_moves[0].origin]
    if len(choices) > 1:
        with pytest.raises((AmbiguousMoveError, IllegalMoveError, UnknownMoveError)):
            state.parse(state.legal_moves[0].origin or "")


def test_states_are_values(game: Game) -> None:
    one, other = played(game, "a1 b2 c3 c1"), played(game, "c3 b2 a1 c1")
    assert one == other and hash(one) == hash(other) and len({one, other}) == 1
    assert one != played(game, "a1 b2 c2 c1") and one != game.start()
    again = pickle.loads(pickle.dumps(one))
    assert again == one and again.ply == 4
    assert sorted(map(str, again.legal_moves)) == sorted(map(str, one.legal_moves))
    move = pickle.loads(pickle.dumps(one.parse("a2")))
    assert one.play(move) == one.play("a2")
    assert pickle.loads(pickle.dumps(game)) == game


def test_the_same_seed_plays_the_same_games(game: Game) -> None:
    assert game.playouts(50, seed=3) == game.playouts(50, seed=3)
    results = game.playouts(200, seed=3)
    assert results.games == 200 and sum(results.wins) + results.draws == 200
    assert results.wins[0] > results.wins[1] > 0
    generator = random.Random(5)
    state = game.start(1)
    assert state.random_move(generator) in state.legal_moves


def test_options_are_chosen() -> None:
    straight = load("troika", options={"Line": "Straight"})
    assert straight.options["Line"] == "Straight"
    assert straight != load("troika") and straight == load("troika", options={"Line": "Straight"})
    with pytest.raises(LanguageError, match="E0305"):
        load("troika", options={"Line": "Crooked"})
    with pytest.raises(GameNotFoundError):
        load("troikka")


def test_a_game_starts_from_any_position(game: Game) -> None:
    position = Position(pieces=(("Cross1", ("a1", "b1")), ("Nought", ("a2", "b2"))), mover=2, ply=4)
    state = game.starting_from(position).start()
    assert (state.mover, state.ply, len(state.legal_moves)) == (2, 4, 5)
    won = state.play("c2").outcome
    assert won is not None and won.winner == 2
    with pytest.raises(PositionError, match="there is no site `z9`"):
        game.starting_from(Position(pieces=(("Cross", ("z9",)),)))
    with pytest.raises(PositionError, match="there is no piece `Crozz`"):
        game.starting_from(Position(pieces=(("Crozz", ("a1",)),)))


@pytest.mark.parametrize("engine", ["python", "native"])
def test_rules_that_ask_for_themselves_may_come_to_an_end(engine: str) -> None:
    """White's pawns stand at the far side: they have no step for which anything would be asked.

    So Black, who may step where White may not, may; once it stands at its own far side neither has a step.
    """
    game = loads(
        '(game "Mirror" (players {(player N) (player S)}) (equipment {(board (square 3))'
        '(piece "Pawn" Each (move Step Forward (to if:(no Moves Next))))})'
        '(rules (start {(place "Pawn1" (sites Top)) (place "Pawn2" {4})}) (play (forEach Piece))'
        "(end (if (no Pieces Next) (result Mover Win)))))"
    ).on(engine)
    state = game.start(seed=1)
    assert [str(move) for move in state.legal_moves] == ["pass"]
    state = state.play("pass")
    assert [str(move) for move in state.legal_moves] == ["b2-b1"]
    state = state.play("b2-b1")
    assert [str(move) for move in state.legal_moves] == ["pass"]


@pytest.mark.parametrize("engine", ["python", "native"])
def test_rules_that_ask_for_themselves_are_refused(tmp_path: Path, engine: str) -> None:
    """Whether a pawn may step hangs on whether the other player's may, and that on the first again."""
    path = tmp_path / "mirror.lud"
    path.write_text(
        '(game "Mirror" (players {(player N) (player S)}) (equipment {(board (square 4))'
        '(piece "Pawn" Each (move Step Forward (to if:(no Moves Next))))})'
        '(rules (start {(place "Pawn1" (sites Bottom)) (place "Pawn2" (sites Top))}) (play (forEach Piece))'
        "(end (if (no Pieces Next) (result Mover Win)))))"
    )
    game = load(path).on(engine)
    with pytest.raises(EngineError, match="call themselves without end"):
        _ = game.start(seed=1).legal_moves
    with pytest.raises(EngineError, match="call themselves without end"):
        game.playouts(1)
