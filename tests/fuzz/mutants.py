"""Differential testing: mutants that compile, played by both engines and the checked build, ply by ply."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any
from zlib import crc32

from attrs import frozen

from gdl.compile.compile import compile_game
from gdl.core.ops import Program
from gdl.passes.pipeline import prepare
from gdl.source.diagnostics import LanguageError
from gdl.source.reading import read_source
from gdl.source.text import Source
from interpreter.engines.cache import Cache
from interpreter.engines.native import NativeEngine
from interpreter.engines.perft import perft
from interpreter.engines.python import PythonEngine
from interpreter.errors.user_errors import EngineError
from tests.fuzz import limits, seeds
from tests.fuzz.kind import Kind, Ran, Wrong
from tests.fuzz.mutate_gently import mutate_gently

#: Games are played up to so many plies, and not on from positions of more moves.
PLIES, MOVES = 40, 300
GAMES = 3
#: Of games of up to so many moves at first, sequences of two are counted.
_FEW = 40
#: Sequences and random games are other machine code, whose making takes most of the time: one in so many.
_THOROUGH = 3
#: Boards of more sites take too long.
_SITES = 150
#: Processor time for what the slow engine does. A game that needs more is played by nobody.
_SLOW = 2.5
_SHIPPED = (
    "tic-tac-toe",
    "last-step",
    "officers",
    "cornered",
    "reversi",
    "oware",
    "connect-four",
    "breakthrough",
)


def _native(program: Program, checked: bool) -> NativeEngine:
    """The native engine of a program that is prepared already; nothing is cached."""
    return NativeEngine(program, True, (), Cache(None), checked)


@frozen
class Position:
    """All that is to be equal in a position, and what is played from it."""

    moves: tuple[Any, ...]
    fields: tuple[Any, ...]
    mover: int
    generator: int
    ranks: tuple[float, ...] | None
    played: Any


def make(random: Random) -> bytes:
    if random.random() < 0.8:
        text = random.choice(seeds.small_games())
    else:
        text = seeds.shipped()[f"{random.choice(_SHIPPED)}.lud"]
    return mutate_gently(random, text).encode("utf-8", errors="replace")


def run(data: bytes, folder: Path) -> Ran:
    path = folder / "fuzzed.lud"
    path.write_bytes(data)
    source = read_source(path)
    try:
        lowered = compile_game(source).program if isinstance(source, Source) else None
    except LanguageError:
        return Ran("refused")
    if lowered is None or lowered.sites > _SITES:
        return Ran("refused")
    program = prepare(lowered)
    thorough = crc32(data) % _THOROUGH == 0
    try:
        with limits.within(_SLOW):
            reference = PythonEngine(program, prepared=True)
            games = [play(reference, seed) for seed in range(GAMES)]
            counted = (
                perft(reference, reference.start(0), 2) if thorough and len(games[0][0].moves) <= _FEW else ()
            )
            summed = reference.playouts(GAMES, 1) if thorough and games[0][-1].ranks is not None else None
    except limits.TookTooLongError:
        return Ran("long")
    except EngineError:
        return Ran("long")  # the rules call themselves without end
    with limits.within(60):
        for name, engine in (("native", _native(program, False)), ("checked", _native(program, True))):
            for seed, game in enumerate(games):
                wrong = compare(engine, seed, game)
                if wrong:
                    return Ran("used", Wrong(f"the {name} engine differs: {wrong}", f"game {seed}"))
            if counted and engine.perft(engine.start(0), 2) != counted:
                return Ran("used", Wrong(f"the {name} engine differs: perft"))
            if summed is not None and engine.playouts(GAMES, 1) != summed:
                return Ran("used", Wrong(f"the {name} engine differs: random games"))
            if thorough:
                engine.warm_up()
    return Ran("used")


def _position(engine: Any, state: Any, played: Random | Any) -> Position:
    over = engine.over(state)
    moves = () if over else tuple(tuple(move) for move in engine.legal_moves(state))
    goes_on = 0 < len(moves) <= MOVES
    move = (played.choice(moves) if isinstance(played, Random) else played) if goes_on else None
    return Position(
        moves,
        tuple(engine.value(state, field.name) for field in engine.program.fields),
        engine.mover(state),
        engine.rng(state),
        engine.ranks(state) if over else None,
        move,
    )


def play(engine: Any, seed: int) -> list[Position]:
    """A random game, position by position."""
    random, state, line = Random(seed), engine.start(seed), list[Position]()
    while True:
        line.append(_position(engine, state, random))
        if line[-1].played is None or len(line) > PLIES:
            return line
        state = engine.play(state, line[-1].played)


def compare(engine: Any, seed: int, game: list[Position]) -> str:
    """What the first difference in a game is about; empty where there is none."""
    state = engine.start(seed)
    for number, ours in enumerate(game):
        theirs = _position(engine, state, ours.played)
        if ours != theirs:
            return next(
                each for each in ("fields", "mover", "generator", "ranks", "moves", "played")
                if getattr(ours, each) != getattr(theirs, each)
            )  # fmt: skip
        if number + 1 < len(game):
            state = engine.play(state, ours.played)
    return ""


KIND = Kind("mutants", ".lud", make, run, seconds=20.0, memory=3 << 30, chunk=10)
