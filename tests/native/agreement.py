"""Differential testing of the engines: random games in Python and natively, from the same seeds.

Both must lead a game to the same last state: every field, the generator, how many moves were made, and every
position that is still remembered, in order, with who was to move and whether it is of the present turn. The
native function that plays many games at once must tell the same of each as the one that plays a single game.
Shipped games promise more: each ends by its rules, and nobody is stuck, so that a pass that no rule offers is
made only in games whose sources say that a player who cannot move passes.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple

from gdl.compile.compile import compile_game
from gdl.core.ops import Program, Remember
from gdl.core.walk import statements
from gdl.expand import load_forms
from gdl.passes.pipeline import prepare
from interpreter.engines.cache import Cache
from interpreter.engines.native import NativeEngine
from interpreter.engines.native.memory import HISTORY_ENTRY
from interpreter.engines.native.state import State as NativeState
from interpreter.engines.python import PythonEngine
from interpreter.engines.python.state import State as PythonState
from interpreter.game.shipped import locate
from interpreter.replay import find_traces

AGREEING = Path(__file__).parents[1] / "replay" / "agreeing.txt"

#: Games in which a player who cannot move passes, by their rules.
PASSING = {"backgammon", "battle-stations", "congress", "lines-of-action", "reversi", "troke", "troke-series"}

#: Values of open items, beside those that the items name.
OPEN = {"Board": ("random:42", "1b 2a@90 / 3a 4b@180"), "Tile": ("3b@90", "random:7")}

#: Longer than any shipped game; and where games of others, which need not end, are cut off.
ENDLESS, CUT = 100_000, 1000

Choice = tuple[tuple[str, str], ...]

#: A remembered position: its fields but the mover, the mover, whether it is of the present turn.
Remembered = tuple[tuple[Any, ...], int, bool]


class Variant(NamedTuple):
    """A game, by its shipped name or its file, with some options chosen; whether it promises to end."""

    game: str
    options: Choice = ()
    ends: bool = True

    def __str__(self) -> str:
        return " ".join((self.game, *(f"{name}={value}" for name, value in self.options)))


class Compared(NamedTuple):
    """What came of some games of one variant."""

    games: int
    moves: int
    python_seconds: float
    native_seconds: float
    mistakes: tuple[str, ...]

    def __add__(self, other: Compared) -> Compared:  # type: ignore[override]
        return Compared(*(mine + its for mine, its in zip(self, other, strict=True)))


NOTHING = Compared(0, 0, 0.0, 0.0, ())


# --- which games ----------------------------------------------------------------------------------------


def choices(game: str) -> Iterator[Choice]:
    """The game as it comes, and with each choice of each option by itself."""
    yield ()
    for option in load_forms(locate(game)).options:
        names = [item.name for item in option.items if item is not option.default]
        if option.open is not None:
            values = option.open.values
            # Not the highest number: a hundred rounds of a match take as long as a hundred games.
            numbers = () if values is None else (values.low, min(values.high, 10 * values.low))
            names += OPEN.get(option.name, ()) if values is None else map(str, numbers)
        for name in dict.fromkeys(names):
            yield ((option.name, name),)


def recorded(folder: Path, every: int) -> Iterator[Variant]:
    """The descriptions beside recorded games that agree with them, or every n-th."""
    names = AGREEING.read_text(encoding="utf-8").splitlines()
    wanted = {name for name in names[::every] if name}
    for case in find_traces((folder,), ("expanded", "raw")):
        if case.name in wanted and case.lud is not None:
            yield Variant(str(case.lud), ends=False)


def remembers(program: Program) -> bool:
    """Do the rules look at earlier positions?"""
    return any(isinstance(s, Remember) for p in program.procs for s in statements(p.body))


def hardest_first(variants: list[Variant]) -> list[Variant]:
    """Those whose rules look at earlier positions first, then those of large states."""

    def order(variant: Variant) -> tuple[bool, int]:
        _, native = engines(variant)
        return not remembers(native.program), -native.memory.size

    return sorted(variants, key=order)


# --- comparing ------------------------------------------------------------------------------------------


@lru_cache(2)
def engines(variant: Variant) -> tuple[PythonEngine, NativeEngine]:
    """Both engines of a variant, the passes done once."""
    program = prepare(compile_game(locate(variant.game), dict(variant.options)).program)
    return PythonEngine(program, True), NativeEngine(program, True, (), Cache(None))


def python_history(engine: PythonEngine, state: PythonState) -> list[Remembered]:
    """What the Python engine remembers, the earliest first."""
    fields = [f for f in engine.program.fields if f.position and f.name != "mover"]
    found: list[Remembered] = []
    entry = state.history
    now = 0 if entry is None else entry[2]
    while entry is not None:
        key, mover, turn, entry = entry
        assert isinstance(key, tuple)
        values = (v if f.length is None else v[: f.length] for f, v in zip(fields, key, strict=True))
        found.append((tuple(values), mover, turn == now))
    return found[::-1]


def native_history(engine: NativeEngine, state: NativeState) -> list[Remembered]:
    """What the native engine remembers, the earliest first; what it keeps nothing of never changes."""
    memory = engine.memory
    fields = [f for f in engine.program.fields if f.position and f.name != "mover"]
    count, size = memory.remembered(len(state.history)), memory.position_size
    record, found = bytearray(memory.fresh), []
    for number in range(count):
        start = count * HISTORY_ENTRY + number * size
        kept = state.history[start : start + size]
        if size > 8:
            at = 8 * memory.kept_words[0]
            record[at : at + size - 8] = kept[:-8]
        mover = int.from_bytes(kept[-8:], "little")
        values = tuple(memory.read(record, f) for f in fields)
        found.append((values, mover, number * HISTORY_ENTRY >= state.turn))
    return found


def differences(
    python: PythonEngine, native: NativeEngine, ours: PythonState, theirs: NativeState
) -> Iterator[str]:
    """What is not the same of two states."""
    for f in python.program.fields:
        mine, its = python.value(ours, f.name), native.value(theirs, f.name)
        if mine != its:
            yield f"{f.name} is {mine} in Python, {its} natively"
    if ours.rng != theirs.rng:
        yield f"the generator is {ours.rng} in Python, {theirs.rng} natively"
    if ours.plies != theirs.plies:
        yield f"{ours.plies} moves in Python, {theirs.plies} natively"
    if python_history(python, ours) != native_history(native, theirs):
        yield "other positions are remembered"


def by_hand(engine: PythonEngine, seed: int, number: int, most: int) -> tuple[int, PythonState]:
    """One random game, move by move: how many were passes that no rule offers, and its last state."""
    state = engine.start(seed, number)
    passes = 0
    while not state.over and state.plies < most:
        move = engine.random_move(state)
        passes += move.kind == engine.pass_kind
        state = engine.play(state, move)
    return passes, state


def play(variant: Variant, seed: int, first: int, games: int) -> Compared:
    """Some games of a seed on both engines."""
    python, native = engines(variant)
    most = ENDLESS if variant.ends else CUT
    begun = process_time()
    at_once = native.play_games(games, seed, first, most)
    done, stuck = NOTHING._replace(native_seconds=process_time() - begun), 0
    for number, fast in enumerate(at_once, first):
        begun = process_time()
        passes, ours = by_hand(python, seed, number, most)
        between = process_time()
        _, theirs = native.playout(None, seed, number, most)
        spent = between - begun, process_time() - between
        told = [*differences(python, native, ours, theirs)]
        if (fast.plies, fast.ranks, fast.over) != (ours.plies, python.ranks(ours), bool(ours.over)):
            told.append(f"among many it has {fast.plies} moves and ranks {fast.ranks}")
        if variant.ends and not ours.over:
            told.append("it does not end")
        stuck += passes
        done += Compared(1, ours.plies, *spent, tuple(f"game {number} of seed {seed}: {t}" for t in told))
    if variant.ends and stuck and variant.game not in PASSING:
        done += NOTHING._replace(mistakes=(f"somebody was stuck {stuck} times",))
    return done


def tried(variant: Variant, seed: int, first: int, games: int) -> Compared:
    """As `play`; where that fails, with the failure."""
    try:
        return play(variant, seed, first, games)
    except Exception as error:  # whatever it is: told, and the others go on
        text = f"{type(error).__name__}: {' '.join(str(error).split())}"
        return NOTHING._replace(mistakes=(text[:300],))
