"""Estimates of hand-made positions, on the engine in Python."""

from __future__ import annotations

from functools import cache

from gdl import Game, load
from gdl.core.programs import ESTIMATE
from gdl.passes.linker import link
from interpreter.engines.cache import Cache, default_folder
from interpreter.engines.kept import prepared
from interpreter.engines.python import PythonEngine
from interpreter.game.position import Position

Options = tuple[tuple[str, str], ...]


@cache
def game_of(name: str, options: Options = ()) -> Game:
    """A shipped game."""
    return load(name, dict(options))


def engine_of(game: Game) -> PythonEngine:
    """An engine that can estimate."""
    program = prepared(game.program, Cache(default_folder()))
    return PythonEngine(link(program, game.compiled.estimate), prepared=True)


def standing(
    name: str,
    pieces: dict[str, str] | None = None,
    player: int = 1,
    options: Options = (),
    fields: dict[str, tuple[int, ...]] | None = None,
) -> float:
    """How a player stands where these pieces are, or at the start."""
    game = game_of(name, options)
    if pieces is not None:
        placed = tuple((piece, tuple(sites.split())) for piece, sites in pieces.items())
        game = game.starting_from(Position(pieces=placed, fields=tuple((fields or {}).items())))
    engine = engine_of(game)
    found: float = engine.call(engine.start(1), ESTIMATE, player)
    return found
