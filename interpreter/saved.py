"""Saved games: the game, its options, the seed of chance, and the moves as texts, in YAML."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import yaml
from attrs import frozen

from interpreter.errors import SavedGameError, UnreadableFileError, UserError
from interpreter.game import Game, load
from interpreter.move import Move
from interpreter.shipped import shipped_name
from interpreter.state import State


@frozen
class SavedGame:
    """A game as it was played so far: the first state, and each move with the state it led to."""

    start: State
    seed: int
    moves: tuple[Move, ...]
    states: tuple[State, ...]


def write_game(path: str | Path, game: Game, seed: int, moves: Sequence[Move]) -> None:
    """Save a game. Raises UnreadableFileError where the file cannot be written."""
    content = {
        "game": shipped_name(game.recipe.path) or game.recipe.path,
        "options": dict(game.recipe.options),
        "seed": seed,
        "moves": [str(move) for move in moves],
    }
    text = "# A game of Ludwright's; `load` in `gdl play` goes on from here.\n"
    text += yaml.safe_dump(content, sort_keys=False, allow_unicode=True)
    try:
        Path(path).write_text(text, encoding="utf-8")
    except OSError as error:
        raise UnreadableFileError(f"cannot write {path}: {error.strerror}") from None


def read_game(path: str | Path) -> SavedGame:
    """Read a saved game and play it through.

    Raises UnreadableFileError, SavedGameError, and what loading the game itself may raise.
    """
    try:
        content = yaml.safe_load(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise UnreadableFileError(f"cannot read {path}: {error.strerror}") from None
    except (UnicodeDecodeError, yaml.YAMLError):
        raise SavedGameError(f"{path} is no saved game") from None
    if not isinstance(content, dict):
        raise SavedGameError(f"{path} is no saved game")
    name, options, seed, texts = (content.get(key) for key in ("game", "options", "seed", "moves"))
    if not (isinstance(name, str) and isinstance(seed, int) and isinstance(texts, list)):
        raise SavedGameError(f"{path} is no saved game: it must name a game, a seed and moves")
    game = load(name, options=options if isinstance(options, dict) else {})
    start = game.start(seed)
    moves: list[Move] = []
    states: list[State] = []
    state = start
    for number, text in enumerate(texts, 1):
        try:
            move = state.parse(str(text))
        except UserError as error:
            raise SavedGameError(f"{path}: move {number} cannot be played: {error.message}") from None
        state = state.play(move)
        moves.append(move)
        states.append(state)
    return SavedGame(start, seed, tuple(moves), tuple(states))
