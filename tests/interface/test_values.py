"""States are values: they go through pickle, copies and processes unchanged, and nothing else becomes one."""

from __future__ import annotations

import copy
import pickle
import random
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from multiprocessing import get_context
from typing import Any

import pytest

from gdl import Game, load
from interpreter.engines.frozen import seal
from interpreter.engines.native.memory import HISTORY_ENTRY
from interpreter.engines.native.state import restored
from interpreter.errors.user_errors import IllegalMoveError
from interpreter.game.shipped import shipped_games
from interpreter.game.state import State
from tests.quick import few, one_in

ENGINES = ("python", "native")
#: So that histories have odd lengths and even ones.
STEPS = (3, 2)


@cache
def game(name: str, engine: str) -> Game:
    return load(name).on(engine)


def onward(state: State, seed: int, plies: int) -> State:
    """Some random moves further."""
    choose = random.Random(seed)
    for _ in range(plies):
        if state.is_over:
            break
        state = state.play(state.random_move(choose))
    return state


def everything(state: State) -> Any:
    """All that there is to say of a state, what it draws from and remembers included."""
    return (
        state.game.engine.freeze(state.raw),
        state.ply,
        [(m.kind, m.args, m.site) for m in state.legal_moves],
    )


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", few(sorted(shipped_games())))
def test_states_cross_pickles_and_copies(name: str, engine: str) -> None:
    state = game(name, engine).start(seed=1)
    for number, plies in enumerate(STEPS):
        again = pickle.loads(pickle.dumps(state))
        assert everything(again) == everything(state)
        assert again == state and hash(again) == hash(state)
        assert all(made == state for made in (copy.copy(state), copy.deepcopy(state)))
        assert copy.deepcopy(state.raw) == copy.copy(state.raw) == state.raw
        after = onward(again, number, plies)
        assert everything(after) == everything(onward(state, number, plies))
        state = after


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", ["chess", "troke"])
def test_states_of_engines_cross_pickles(name: str, engine: str) -> None:
    """With their engine, which is another then, and runs the same program."""
    state = onward(game(name, engine).start(seed=1), 1, 3)
    raw = pickle.loads(pickle.dumps(state.raw))
    assert raw == state.raw and hash(raw) == hash(state.raw)


def elsewhere(state: State) -> tuple[Any, State]:
    """What another process sees of a state, and what it plays."""
    return everything(state), onward(state, 5, 4)


@pytest.mark.parametrize("engine", one_in(2, ("native", "python")))
def test_states_cross_processes(engine: str) -> None:
    names = ("chess", "lasca", "backgammon", "troke-series")
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        for name in names:
            state = onward(game(name, engine).start(seed=3), 1, 7)
            told, after = pool.submit(elsewhere, state).result()
            assert told == everything(state)
            assert everything(after) == everything(onward(state, 5, 4))


def test_long_histories_cross() -> None:
    """Thousands of positions, none of which is forgotten."""
    state = game("katarenga", "python").start(seed=1)
    key, mover = state.raw.key(), state.raw.mover
    for turn in range(5000):
        state.raw.history = (key, mover, turn, state.raw.history)
    again = pickle.loads(pickle.dumps(state))
    assert everything(again)[0] == everything(state)[0]
    assert copy.deepcopy(state.raw) == state.raw


# --- what is no state -----------------------------------------------------------------------------------


@pytest.mark.parametrize("engine", ENGINES)
def test_what_is_foreign_is_refused(engine: str) -> None:
    here = game("chess", engine).engine
    for name in ("chess", "breakthrough"):
        for other in ENGINES:
            parts = game(name, other).engine.freeze(game(name, other).start(seed=1).raw)
            if (name, other) != ("chess", engine):
                with pytest.raises(ValueError, match=r"is not one of the|of another program"):
                    here.thaw(parts)
    for wrong in (None, (), (1, 2, 3, 4), ("native", "", "", ()), b"x", parts[3], [*parts]):
        with pytest.raises(ValueError, match=r"parts|not one of|another program"):
            here.thaw(wrong)


def damaged(parts: Any, choose: random.Random) -> Any:
    """The same with one thing changed, somewhere inside."""
    if isinstance(parts, tuple) and parts:
        at = choose.randrange(len(parts))
        return (*parts[:at], damaged(parts[at], choose), *parts[at + 1 :])
    if isinstance(parts, bytes) and parts:
        at = choose.randrange(len(parts))
        return bytes((*parts[:at], parts[at] ^ 1 << choose.randrange(8), *parts[at + 1 :]))
    if isinstance(parts, bool):
        return not parts
    if isinstance(parts, int | float):
        return choose.choice((parts + 1, -parts - 1, parts + (1 << 70), "x", None))
    return choose.choice((None, "", "y", 7, ()))


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", ["chess", "lasca", "backgammon", "oware", "cornered-match"])
def test_what_is_damaged_is_refused(name: str, engine: str) -> None:
    choose = random.Random(name)
    state = onward(game(name, engine).start(seed=2), 3, 9)
    here = state.game.engine
    parts = here.freeze(state.raw)
    for _ in range(300):
        wrong = damaged(parts, choose)
        if wrong != parts:
            with pytest.raises(ValueError):
                here.thaw(wrong)
    assert everything(State(state.game, here.thaw(parts), state.ply)) == everything(state)


@pytest.mark.parametrize("name", ["chess", "lasca", "backgammon", "oware"])
def test_values_that_no_state_has_are_refused(name: str) -> None:
    """Though the checksum is theirs: too great in any field, something between fields, a wrong turn."""
    state = onward(game(name, "native").start(seed=2), 3, 9)
    here: Any = state.game.engine
    record, rng, history, turn, plies = native_parts = state.raw.parts
    wrong = []
    for f, slot in here.memory.slots.items():
        if f.type.value == "Int" and slot.size < 8:
            low, high = here.memory.bounds[f] or (0, 0)
            for value in {low - 1, high + 1}:
                if slot.range[0] <= value <= slot.range[1]:
                    raw = value.to_bytes(slot.size, "little", signed=slot.signed)
                    wrong.append((record[: slot.first] + raw + record[slot.first + slot.size :], rng))
        if f.length is not None:
            wrong.append((record[: slot.offset] + b"\1" + record[slot.offset + 1 :], rng))
    wrong += [(record[:-1], rng), (record + b"\0", rng), (record, -1), (record, 1 << 64)]
    assert len(wrong) > 6
    for bytes_, generator in wrong:
        with pytest.raises(ValueError):
            restored(here, (bytes_, generator, history, turn, plies))
    for changed in (
        (record, rng, history + b"\0", turn, plies),
        (record, rng, history, len(history) + HISTORY_ENTRY, plies),
        (record, rng, history, turn, -1),
        (record, rng, history, -HISTORY_ENTRY, plies),
        (record, rng, "", turn, plies),
    ):
        with pytest.raises(ValueError):
            here.thaw(seal("native", here.program_key, changed))
    assert restored(here, native_parts) == state.raw


# --- numbers from outside -------------------------------------------------------------------------------


@pytest.mark.parametrize("engine", ENGINES)
def test_generators_read_back(engine: str) -> None:
    state = game("backgammon", engine).start(seed=1)
    here = state.game.engine
    for generator in (0, 5, 2**63 - 1, 2**63, 2**63 + 5, 2**64 - 1):
        assert here.rng(here.with_rng(state.raw, generator)) == generator
    for wrong in (-1, 2**64):
        with pytest.raises(ValueError, match="a generator"):
            here.with_rng(state.raw, wrong)


@pytest.mark.parametrize("engine", ENGINES)
def test_numbers_are_looked_at(engine: str) -> None:
    """What is no whole number is a TypeError, what is out of bounds a ValueError; each says which."""
    here = game("tic-tac-toe", engine)
    wrong: Any
    for wrong in ("1", 1.5, None):
        with pytest.raises(TypeError, match="the number of games is a whole number"):
            here.playouts(wrong)
        with pytest.raises(TypeError, match="the depth"):
            here.start(seed=1).perft(wrong)
    for wrong in ("1", 1.5):
        with pytest.raises(TypeError, match="a seed"):
            here.start(seed=wrong)
        with pytest.raises(TypeError, match="a seed"):
            here.playouts(1, seed=wrong)
    with pytest.raises(ValueError, match="the number of games is a number from 0"):
        here.playouts(-1)
    for threads in (0, -1, 1000):
        with pytest.raises(ValueError, match=f"threads is a number from 1 to 256, not {threads}"):
            here.playouts(1, threads=threads)
        with pytest.raises(ValueError, match="threads"):
            here.perft(1, threads=threads)
    for depth in (-1, 10**9):
        with pytest.raises(ValueError, match="the depth"):
            here.perft(depth)
    assert here.playouts(0).games == 0


def test_numbers_of_batches_are_looked_at() -> None:
    here = load("tic-tac-toe")
    wrong: Any
    for wrong in (0, -1, 1 << 60):
        with pytest.raises(ValueError, match="the number of games"):
            here.batch(wrong)
    batch = here.batch(2, seed=2**70 + 1)
    before = bytes(batch.states)
    for move in (-2, -(2**63), 9):
        with pytest.raises(IllegalMoveError, match=f"game 1 has no move {move}: "):
            batch.step_nth([-1, move])
    for wrong in ((0, "1"), (0, 1.0), (None, 1)):
        with pytest.raises(TypeError, match="whole number"):
            batch.step_nth(wrong)
    with pytest.raises(ValueError, match="no game has so many"):
        batch.step_nth([0, 1 << 63])
    for threads in (0, -3):
        with pytest.raises(ValueError, match="threads"):
            batch.step_nth([0, 0], threads=threads)
        with pytest.raises(ValueError, match="threads"):
            batch.step_random(threads=threads)
    wrong = "x"
    with pytest.raises(TypeError, match="whole number"):
        batch[wrong]
    assert bytes(batch.states) == before


# --- rows of batches ------------------------------------------------------------------------------------

IN_TURN = """(game "In turn"
    (players 2)
    (equipment {
        (board (square 3))
        (piece "Walker" Each (move Step Orthogonal
            (to if:(not (is Friend (who at:(to)))) (apply if:(is Enemy (who at:(to))) (remove (to))))
            (then (moveAgain))))
    })
    (rules
        (meta (no Repeat PositionalInTurn))
        (start {(place "Walker1" (sites Bottom)) (place "Walker2" (sites Top))})
        (play (or (forEach Piece) (move Pass)))
        (end (if (no Pieces Next) (result Mover Win)))
    )
)"""


def test_rows_know_where_their_turn_began(tmp_path: Any) -> None:
    """After a capture no earlier position comes again: what is left of the turn begins elsewhere."""
    file = tmp_path / "in-turn.lud"
    file.write_text(IN_TURN)
    native = load(file).on("native")
    batch = native.batch(16, seed=1)
    for _ in range(40):
        batch.step_random()
        for row in range(16):
            assert len(batch[row].legal_moves) == batch.counts[row]


@pytest.mark.parametrize("name", ["chess", "oware", "lasca", "nine-mens-morris", "surakarta"])
def test_rows_are_the_states_that_were_played(name: str) -> None:
    """A row taken out of a batch is what the same moves lead to one by one, history and turn included."""
    native = game(name, "native")
    engine: Any = native.engine
    batch = native.batch(3, seed=8)
    states = [engine.start(8, number) for number in range(3)]
    choose = random.Random(1)
    for _ in range(60):
        moves = [list(dict.fromkeys(engine.legal_moves(s))) if not s.over else [] for s in states]
        numbers = [choose.randrange(len(each)) if each else -1 for each in moves]
        batch.step_nth(numbers)
        for row, number in enumerate(numbers):
            if number >= 0:
                states[row] = engine.play(states[row], moves[row][number])
            assert batch[row].raw.parts == states[row].parts
