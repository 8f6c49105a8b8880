"""Differential testing: one game on every engine and before simplification, ply by ply.

The reference is the Python engine on the program as it was lowered, with no more done to it than an engine
needs: whatever a pass or an engine makes wrong shows as a difference from it. Fields, captured values and the
order of moves are the passes' own, so between these programs it is compared what people see; engines that run
the same prepared program agree in everything.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
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
from interpreter.engines.interface import Engine
from interpreter.engines.move_words import RawMove
from interpreter.engines.native import NativeEngine
from interpreter.engines.perft import perft
from interpreter.engines.python import PythonEngine
from interpreter.errors.user_errors import EngineError
from tests.fuzz import limits
from tests.fuzz.kind import Ran, Wrong

#: Games are played up to so many plies, and not on from positions of more moves.
PLIES, MOVES = 40, 300
GAMES = 3
#: Of games of up to so many moves at first, sequences of two are counted.
_FEW = 40
#: Sequences and random games are other machine code, whose making takes most of the time: one in so many.
_THOROUGH = 6
#: Boards of more sites take too long.
_SITES = 150
#: Processor time for what the slow engine does. A game that needs more is played by nobody.
_SLOW = 4.0

#: A move as people tell it from others: its kind's name, decision and label, and where it goes.
Told = tuple[Any, ...]


@frozen
class Seen:
    """What is to be seen in a position, whatever was done to the program; and the move that is played."""

    moves: Counter[Told]
    contents: tuple[Any, ...]
    fields: tuple[Any, ...]
    mover: int
    generator: int
    over: bool
    ranks: tuple[float, ...]
    overflow: Any
    played: Told | None


@frozen
class Position:
    """All that is to be equal in a position of one prepared program, and what is played from it."""

    moves: tuple[Any, ...]
    fields: tuple[Any, ...]
    mover: int
    generator: int
    ranks: tuple[float, ...] | None
    played: Any


class DifferError(Exception):
    """Two that should be equal are not; the text says in what."""


def run(data: bytes, folder: Path) -> Ran:
    """Compile a rule file, play it in every way, and tell the first difference."""
    path = folder / "fuzzed.lud"
    path.write_bytes(data)
    source = read_source(path)
    try:
        lowered = compile_game(source).program if isinstance(source, Source) else None
    except LanguageError:
        return Ran("refused")
    if lowered is None or lowered.sites > _SITES:
        return Ran("refused")
    thorough = crc32(data) % _THOROUGH == 0
    try:
        return _compared(lowered, thorough)
    except DifferError as error:
        return Ran("used", Wrong(str(error)))


def _compared(lowered: Program, thorough: bool) -> Ran:
    reference = PythonEngine(prepare(lowered, simplified=False), prepared=True)
    program = prepare(lowered)
    python = PythonEngine(program, prepared=True)
    try:
        with limits.within(_SLOW):
            seen = [watch(reference, seed, shared(reference, python)) for seed in range(GAMES)]
            few = thorough and sum(seen[0][0].moves.values()) <= _FEW
            counted = perft(reference, reference.start(0), 2) if few else ()
    except limits.TookTooLongError:
        return Ran("long")
    except EngineError:
        return Ran("long")  # the rules call themselves without end
    try:
        with limits.within(_SLOW):
            games = [follow(python, seed, game, reference) for seed, game in enumerate(seen)]
            if counted and perft(python, python.start(0), 2) != counted:
                raise DifferError("simplified it differs: perft")
            summed = python.playouts(GAMES, 1) if thorough and games[0][-1].ranks is not None else None
    except limits.TookTooLongError:
        return Ran("long")
    with limits.within(60):
        for name, checked in (("native", False), ("checked", True)):
            engine = NativeEngine(program, True, (), Cache(None), checked)
            for seed, game in enumerate(games):
                wrong = compare(engine, seed, game)
                if wrong:
                    raise DifferError(f"the {name} engine differs: {wrong}")
            if counted and engine.perft(engine.start(0), 2) != counted:
                raise DifferError(f"the {name} engine differs: perft")
            if summed is not None and engine.playouts(GAMES, 1) != summed:
                raise DifferError(f"the {name} engine differs: random games")
            if thorough:
                engine.warm_up()
    return Ran("used")


# --- Before simplification and after ---------------------------------------------------------------------


def shared(one: Engine, other: Engine) -> tuple[str, ...]:
    """The fields that two programs of one game have both, but for what tells overflow."""
    names = {field.name for field in other.program.fields}
    return tuple(
        field.name
        for field in one.program.fields
        if field.name in names and not field.name.startswith("overflow")
    )


def told(engine: Engine, state: Any, move: RawMove) -> Told:
    """A move by what does not hang on the passes."""
    kind = engine.program.kinds[move.kind]
    ends = engine.endpoints(state, move)
    return (kind.name, kind.decision, kind.label, move.site, ends.origin, ends.target, ends.levels)


def _seen(engine: Engine, state: Any, fields: tuple[str, ...], chosen: Random | Told | None) -> Seen:
    over = engine.over(state)
    moves = Counter[Told]() if over else Counter(told(engine, state, m) for m in engine.legal_moves(state))
    if isinstance(chosen, Random):
        goes_on = 0 < moves.total() <= MOVES
        chosen = chosen.choice(sorted(moves, key=repr)) if goes_on else None
    return Seen(
        moves,
        tuple(engine.contents(state)),
        tuple(engine.value(state, name) for name in fields),
        engine.mover(state),
        engine.rng(state),
        over,
        engine.ranks(state),
        engine.overflow(state),
        chosen,
    )


def _meant(engine: Engine, state: Any, wanted: Told) -> list[RawMove]:
    """The legal moves that are told so: several where they differ only in what they do."""
    return list(dict.fromkeys(m for m in engine.legal_moves(state) if told(engine, state, m) == wanted))


def watch(engine: Engine, seed: int, fields: tuple[str, ...]) -> list[Seen]:
    """A random game, position by position, as it is to be seen."""
    random, state, line = Random(seed), engine.start(seed), list[Seen]()
    while True:
        line.append(_seen(engine, state, fields, random))
        played = line[-1].played
        if played is None or len(line) > PLIES:
            return line
        state = engine.play(state, _meant(engine, state, played)[0])


def follow(engine: Engine, seed: int, game: list[Seen], reference: Engine) -> list[Position]:
    """The same game on the program that is simplified. Raises DifferError for the first difference."""
    fields = shared(reference, engine)
    state, line = engine.start(seed), list[Position]()
    theirs = _seen(engine, state, fields, game[0].played)
    for ours, following in pairwise((*game, None)):
        if ours != theirs:
            names = ("contents", "fields", "mover", "generator", "over", "ranks", "overflow", "moves")
            wrong = next(each for each in names if getattr(ours, each) != getattr(theirs, each))
            raise DifferError(f"simplified it differs: {wrong}")
        if following is None:
            line.append(_position(engine, state, None))
            return line
        meant = _meant(engine, state, ours.played)
        reached = [engine.play(state, move) for move in meant]
        looks = [_seen(engine, each, fields, following.played) for each in reached]
        taken = looks.index(following) if following in looks else 0
        line.append(_position(engine, state, meant[taken]))
        state, theirs = reached[taken], looks[taken]
    return line


# --- On several engines ---------------------------------------------------------------------------------


def _position(engine: Any, state: Any, played: Any) -> Position:
    over = engine.over(state)
    return Position(
        () if over else tuple(tuple(move) for move in engine.legal_moves(state)),
        tuple(engine.value(state, field.name) for field in engine.program.fields),
        engine.mover(state),
        engine.rng(state),
        engine.ranks(state) if over else None,
        played,
    )


def compare(engine: Any, seed: int, game: list[Position]) -> str:
    """What the first difference in a game is about; empty where there is none."""
    state = engine.start(seed)
    for number, ours in enumerate(game):
        theirs = _position(engine, state, ours.played)
        if ours != theirs:
            return next(
                each for each in ("fields", "mover", "generator", "ranks", "moves")
                if getattr(ours, each) != getattr(theirs, each)
            )  # fmt: skip
        if ours.played is not None and number + 1 < len(game):
            state = engine.play(state, ours.played)
    return ""
