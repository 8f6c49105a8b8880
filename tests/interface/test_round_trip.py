"""Every legal move of every shipped game is written differently from the others, and reads back."""

from __future__ import annotations

import random

import pytest

from gdl import Game, Move, State, load
from interpreter.errors.user_errors import MoveError
from interpreter.game.notation import turn_text
from interpreter.game.shipped import shipped_games
from tests.quick import few

PLIES = 60


def walk(game: Game, seed: int) -> list[State]:
    """The states of a random game, or of its beginning."""
    generator = random.Random(seed)
    states = [game.start(seed)]
    while not states[-1].is_over and len(states) < PLIES:
        states.append(states[-1].play(states[-1].random_move(generator)))
    return states


@pytest.mark.parametrize("name", few(shipped_games()))
def test_every_legal_move_reads_back(name: str) -> None:
    game = load(name)
    for seed in (1, 2):
        for state in walk(game, seed)[:: 1 + seed]:
            texts = [str(move) for move in state.legal_moves]
            assert len(set(texts)) == len(texts)
            for move, text in zip(state.legal_moves, texts, strict=True):
                assert state.parse(text) == move
                assert state.parse(f"  {text.upper()} ") == move or text.upper() in texts


@pytest.mark.parametrize("name", few(shipped_games()))
def test_whole_turns_read_back(name: str) -> None:
    game = load(name)
    generator = random.Random(9)
    state = game.start(9)
    for _ in range(15):
        if state.is_over:
            break
        turn: list[Move] = []
        after = state
        whose = state.games_played, state.mover
        while not turn or ((after.games_played, after.mover) == whose and not after.is_over):
            turn.append(after.random_move(generator))
            after = after.play(turn[-1])
        text = turn_text([move.written for move in turn])
        try:
            again = state.play(text)
        except MoveError as error:
            pytest.fail(f"{text} of {[str(move) for move in turn]}: {error}\n{state}")
        passes = sum(move.decision == "pass" for move in turn) if len(turn) > 1 else 0
        assert again == after or passes
        state = after


@pytest.mark.parametrize("name", few(shipped_games()))
def test_the_board_can_be_drawn(name: str) -> None:
    state = walk(load(name), 4)[-1]
    text = str(state)
    rows = text.splitlines()
    assert max(map(len, rows)) <= 120
    occupied = [site for site, piece in state.sites.items() if piece]
    assert len(rows) >= 2 and bool(occupied) == any(
        symbol in text for symbol in state.game.picture.symbols[1:]
    )
