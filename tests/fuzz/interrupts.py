"""Interrupts at random moments: nothing crashes, nothing runs on, and what comes next is right.

`python -m tests.fuzz.interrupts --seeds 1000` interrupts what the library does in this process, and every
TENTH time a command of its own. A trial is: something that takes a while, one to three Ctrl-C at random
moments in it, then the same undisturbed, which is to give what it gave before any interrupt.
"""

from __future__ import annotations

import _thread
import argparse
import faulthandler
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import FrameType
from typing import Any

from attrs import define, frozen

from gdl import Game, load
from interpreter.game.bench import measure
from interpreter.game.move import Move
from interpreter.match.job import play_match
from interpreter.match.play import Match
from interpreter.players.alphabeta import AlphaBetaPlayer, AlphaBetaSettings
from interpreter.players.mcts import MctsPlayer, MctsSettings
from interpreter.players.naming import read_players
from interpreter.players.player import Line
from interpreter.search.solver import Solver
from interpreter.search.tree import TreeSettings

#: So many trials in this process come for one command.
TENTH = 10
#: Seconds within which whatever was interrupted has to end, on a machine that has much else to do.
PATIENCE = 5.0
#: Seconds for one trial, compilation included: after that it hangs; all threads tell where they are.
HANGING = 240.0
#: Seconds after which a command is interrupted at the latest.
LATEST = 1.5

# how far these go depends on the state, so nothing refuses them before they run
_NUMBERS = "forEach Value min:0 max:(+ 1000000000 (count Moves))"
_GAME = """(game "Endless" (players 2) (equipment {(board (square 3)) (piece "Man" Each)})
    (rules (play %s) (end (if (is Full) (result Mover Win)))))"""
#: Games whose plies never end: when moves are listed, without and with offers, and when one is played.
ENDLESS = {
    "listing": "(%s (%s (if (is In (value) (sites Occupied by:Mover)) (move Add (to (sites Empty))))))"
    % ((_NUMBERS,) * 2),
    "offering": "(%s (%s (move Add (to (sites Empty)))))" % ((_NUMBERS,) * 2),
    "playing": "(move Add (to (sites Empty)) (then (%s (%s (set Score Mover (value))))))" % ((_NUMBERS,) * 2),
}


def endless_text(name: str) -> str:
    """The file of a game whose plies never end."""
    return _GAME % ENDLESS[name]


@frozen
class Trial:
    """Something that takes a while. Its result is the same each time; None where it never ends."""

    name: str
    work: Callable[[], Any]
    endless: bool = False
    #: what it gives when it is interrupted, if that is no KeyboardInterrupt, is no less right
    answers: Callable[[Any], bool] | None = None


@cache
def _native(name: str) -> Game:
    return load(name).on("native")


@cache
def _endless(name: str, engine: str) -> Game:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, f"{name}.lud")
        path.write_text(endless_text(name))
        return load(path).on(engine)


def _solve(name: str) -> Any:
    solution = Solver(_native(name), 1 << 22).solve(_native(name).start(0))
    return solution.value, solution.plies


def _steps(name: str, size: int, steps: int, threads: int) -> Any:
    batch = _native(name).batch(size, seed=1)
    for _ in range(steps):
        batch.step_random(threads)
    return bytes(batch.states), list(batch.counts)


def _mcts(name: str) -> Any:
    player = MctsPlayer(MctsSettings(None, 6_000, TreeSettings(1 << 24, seed=1)))
    return player.choose(Line((_native(name).start(1),))).move


def _alphabeta(name: str) -> Any:
    player = AlphaBetaPlayer(AlphaBetaSettings(None, 5, 1 << 22))
    return player.choose(Line((_native(name).start(1),))).move


def _long_solve() -> Any:
    return Solver(_native("connect-four"), 1 << 24).solve(_native("connect-four").start(0), 600.0)


def _long_thought() -> Any:
    player = AlphaBetaPlayer(AlphaBetaSettings(600.0, None, 1 << 24))
    return player.choose(Line((_native("chess").start(1),))).move


def _match() -> Any:
    match = Match(_native("tic-tac-toe"), read_players("mcts:200,random"), 6, 7)
    return [each.ranks for each in play_match(match)]


def _bench(name: str) -> Any:
    return measure(_native(name), "native", 0.1, time.perf_counter()).engine


def _listed(name: str, engine: str) -> Any:
    return len(_endless(name, engine).start(0).legal_moves)


def _played(engine: str) -> Any:
    state = _endless("playing", engine).start(0)
    return state.play(state.legal_moves[0])


def _is_move(found: Any) -> bool:
    return isinstance(found, Move)


TRIALS: tuple[Trial, ...] = (
    Trial("solve tic-tac-toe", lambda: _solve("tic-tac-toe")),
    Trial("playouts", lambda: _native("breakthrough").playouts(6_000, seed=3)),
    Trial("playouts on threads", lambda: _native("breakthrough").playouts(12_000, seed=3, threads=2)),
    Trial("long playouts", lambda: _native("chess").playouts(150, seed=3)),
    Trial("perft", lambda: _native("breakthrough").perft(4)),
    Trial("perft on threads", lambda: _native("breakthrough").perft(5, threads=2)),
    Trial("perft in Python", lambda: load("tic-tac-toe").perft(4)),
    Trial("batch", lambda: _steps("breakthrough", 3_000, 30, 1)),
    Trial("batch on threads", lambda: _steps("chess", 500, 40, 2)),
    Trial("mcts", lambda: _mcts("hex"), answers=_is_move),
    Trial("alphabeta", lambda: _alphabeta("breakthrough"), answers=_is_move),
    Trial("match", _match),
    Trial("bench", lambda: _bench("hex")),
    Trial("a long solve", _long_solve, endless=True),
    Trial("a long thought", _long_thought, endless=True, answers=_is_move),
    Trial("listing without end", lambda: _listed("listing", "native"), endless=True),
    Trial("listing without end in Python", lambda: _listed("listing", "python"), endless=True),
    Trial("playing without end", lambda: _played("native"), endless=True),
    Trial("playing without end in Python", lambda: _played("python"), endless=True),
    Trial("playouts without end", lambda: _endless("playing", "native").playouts(5), endless=True),
    Trial("perft without end", lambda: _endless("playing", "native").perft(3), endless=True),
)


# --- In this process --------------------------------------------------------------------------------------


@define
class _Presses:
    """Ctrl-C by a clock: so often, first after some seconds, then soon again."""

    left: int
    first: float
    again: float
    pressed: float = 0.0

    def heed(self, number: int, frame: FrameType | None) -> None:
        self.left -= 1
        self.pressed = self.pressed or time.perf_counter()
        if self.left <= 0:
            signal.setitimer(signal.ITIMER_REAL, 0)
        signal.raise_signal(signal.SIGINT)  # whoever counts presses hears of it

    def press_again(self, lost: sys.UnraisableHookArgs) -> None:
        """Python drops what a finalizer or a weak reference's callback raises: that press was none."""
        if lost.exc_type is not KeyboardInterrupt:
            sys.__unraisablehook__(lost)
            return
        self.left, self.pressed = max(1, self.left), 0.0
        signal.setitimer(signal.ITIMER_REAL, self.again, self.again)


def _interrupted(work: Callable[[], Any], presses: _Presses) -> tuple[Any, bool, float]:
    """What it gave, whether it ended by itself, and how long it went on after it was interrupted."""
    found, ended = None, False
    before, hook = signal.signal(signal.SIGALRM, presses.heed), sys.unraisablehook
    sys.unraisablehook = presses.press_again
    try:
        try:
            signal.setitimer(signal.ITIMER_REAL, presses.first, presses.again)
            found, ended = work(), True
        except KeyboardInterrupt:
            pass
        late = time.perf_counter() - presses.pressed if presses.pressed else 0.0
    finally:
        while True:  # the last presses may come here
            try:
                signal.setitimer(signal.ITIMER_REAL, 0)
                signal.signal(signal.SIGALRM, before)
                sys.unraisablehook = hook
                break
            except KeyboardInterrupt:
                continue
    return found, ended, late


@cache
def _known(trial: Trial) -> tuple[Any, float]:
    """The result, found undisturbed before anything was interrupted, and how long it takes."""
    trial.work()  # compiled
    began = time.perf_counter()
    return trial.work(), time.perf_counter() - began


def _at_work() -> int:
    """How many threads work for somebody: `threading` may take them for ended."""
    compiling = sum(thread.name == "compiling" for thread in threading.enumerate())
    return _thread._count() - compiling


def threads_left(before: int) -> int:
    """How many more threads than before are still at work after a while."""
    end = time.perf_counter() + PATIENCE
    while True:
        left = _at_work() - before
        if left <= 0 or time.perf_counter() > end:
            return max(0, left)
        time.sleep(0.001)


def trial_here(trial: Trial, chance: random.Random) -> list[str]:
    """One trial in this process: what went wrong."""
    before = _at_work()
    if trial.endless:
        known, duration = None, 0.2
    else:
        known, duration = _known(trial)
    first, again = chance.uniform(1e-4, 1.1 * duration), chance.uniform(1e-4, 5e-3)
    presses = _Presses(chance.choice((1, 1, 2, 3)), first, again)
    told = f"{trial.name} ({presses.left} times, {presses.first:.4f} s, {presses.again:.4f} s)"
    wrong = []
    try:
        found, ended, late = _interrupted(trial.work, presses)
    except KeyboardInterrupt:
        found, ended, late = None, False, 0.0
    if late > PATIENCE:
        wrong.append(f"{told}: went on for {late:.2f} s")
    fine = trial.answers or (lambda given: given == known)
    if ended and not fine(found):
        wrong.append(f"{told}: gave {found!r} instead of {known!r}")
    if left := threads_left(before):
        wrong.append(f"{told}: left {left} threads at work")
    if not trial.endless:
        after = trial.work()
        if after != known:
            wrong.append(f"{told}: then gave {after!r} instead of {known!r}")
    return wrong


# --- Commands ---------------------------------------------------------------------------------------------

COMMANDS: tuple[str, ...] = (
    "solve troika --time 60s",
    "solve connect-four --who",
    "play troika --players mcts:1s,mcts:1s",
    "play chess --players alphabeta:60s,random",
    "play breakthrough --players alphabeta:200ms,mcts:200ms",
    "match tic-tac-toe -p mcts:50ms,random -n 1000",
    "match tic-tac-toe -p random -n 1000000 -j 2",
    "bench chess --seconds 60",
    "bench hex --engine python --seconds 60",
    "perft chess 9 --threads 2",
    "perft breakthrough 9 --engine python",
    "play {listing} --players random",
    "play {playing} --players random --engine python",
    "bench {playing}",
    "perft {listing} 5",
)
#: Tells when the command begins: before, Python itself is at work.
_BEGIN = """
import os, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
from interpreter.cli.main import main
os.write(int(sys.argv.pop(1)), b"!")
main()
"""


def trial_command(command: str, chance: random.Random) -> list[str]:
    """One trial of a command: what went wrong."""
    delays = [chance.uniform(0.0, LATEST)]
    if chance.random() < 1 / 3:
        delays.append(chance.uniform(0.0, 0.2))
    told = f"gdl {command} (after {', '.join(f'{d:.3f}' for d in delays)} s)"
    with tempfile.TemporaryDirectory() as folder:
        for name in ENDLESS:
            Path(folder, f"{name}.lud").write_text(endless_text(name))
        words = command.format(**{name: str(Path(folder, f"{name}.lud")) for name in ENDLESS}).split()
        ready, begun = os.pipe()
        child = subprocess.Popen(
            [sys.executable, "-c", _BEGIN, str(begun), *words],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            pass_fds=(begun,),
            start_new_session=True,
        )
        os.close(begun)
        try:
            os.read(ready, 1)
            for delay in delays:
                time.sleep(delay)
                if child.poll() is None:
                    os.killpg(child.pid, signal.SIGINT)  # to all of them, as a terminal does
            pressed = time.perf_counter()
            try:
                _, complaints = child.communicate(timeout=30)
            except subprocess.TimeoutExpired:
                return [f"{told}: went on for 30 s"]
            took = time.perf_counter() - pressed
        finally:
            os.close(ready)
            child.kill()
            child.communicate()
    wrong = []
    if child.returncode not in (0, 1, 130):
        wrong.append(f"{told}: exit code {child.returncode}; {complaints[-300:]!r}")
    if "Traceback" in complaints or "internal error" in complaints or "Exception ignored" in complaints:
        wrong.append(f"{told}: {complaints[-1500:]}")
    if took > 2 * PATIENCE:
        wrong.append(f"{told}: went on for {took:.1f} s")
    return wrong


# --- All of them ------------------------------------------------------------------------------------------


def run(
    seed: int,
    seconds: float | None,
    count: int | None,
    tell: Callable[[int, list[str]], None] | None = None,
) -> list[str]:
    """Trials from a seed on, until either limit: what went wrong. `tell` hears of each."""
    if sys.platform == "win32":
        return []  # there are no such signals
    signal.signal(signal.SIGINT, signal.default_int_handler)  # in the background it may be ignored
    began, done = time.monotonic(), 0
    wrong: list[str] = []
    while (count is None or done < count) and (seconds is None or time.monotonic() - began < seconds):
        chance = random.Random(seed + done)
        done += 1
        faulthandler.dump_traceback_later(HANGING, exit=True)
        if done % TENTH == 0:
            found = trial_command(chance.choice(COMMANDS), chance)
        else:
            found = trial_here(chance.choice(TRIALS), chance)
        wrong += [f"seed {seed + done - 1}: {each}" for each in found]
        if tell is not None:
            tell(done, wrong)
    faulthandler.cancel_dump_traceback_later()
    return wrong


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.interrupts", description=__doc__)
    parser.add_argument("--seeds", type=int, default=0, help="the first seed")
    parser.add_argument("--count", type=int, default=100, help="how many trials")
    parser.add_argument("--seconds", type=float, help="how long at most")
    given = parser.parse_args()
    began = time.monotonic()
    done = known = 0

    def tell(number: int, wrong: list[str]) -> None:
        nonlocal done, known
        done = number
        for each in wrong[known:]:
            print(each, flush=True)
        known = len(wrong)
        if number % 50 == 0:
            print(f"{number} interrupts, {len(wrong)} wrong", flush=True)

    wrong = run(given.seeds, given.seconds, given.count, tell)
    print(f"{done} interrupts in {time.monotonic() - began:.0f} s, {len(wrong)} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
