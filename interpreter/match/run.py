"""Playing all games of a match, in this process or in several."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Generator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing import get_context, parent_process
from multiprocessing.synchronize import Event

from interpreter.errors.user_errors import MatchError
from interpreter.match.play import Match, Played, play_game
from interpreter.support.interrupt import counting_ctrl_c, ctrl_c_held_back

#: So many games are handed to each process ahead.
_AHEAD = 3


def play_match(match: Match, jobs: int = 1) -> Generator[Played]:
    """Play the games, in whatever order they end.

    KeyboardInterrupt ends it at once; games that are not over then are not counted. Raises what a player
    raises, and MatchError where a process is lost.
    """
    jobs = min(jobs, match.games)
    return _here(match) if jobs <= 1 else _in_processes(match, jobs)


def _here(match: Match) -> Generator[Played]:
    with counting_ctrl_c() as presses:
        for number in range(match.games):
            yield play_game(match, number, lambda: presses.count > 0)


# --- Several processes ------------------------------------------------------------------------------------


def _in_processes(match: Match, jobs: int) -> Generator[Played]:
    context = get_context("spawn")
    stop = context.Event()
    pool = ProcessPoolExecutor(jobs, context, _begin, (match, stop))
    waiting: set[Future[Played]] = set()
    numbers = iter(range(match.games))
    try:
        while True:
            more = islice(numbers, jobs * _AHEAD - len(waiting))
            with ctrl_c_held_back():  # this may start a process, and only one is to answer it
                waiting |= {pool.submit(_play, number) for number in more}
            if not waiting:
                return
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            yield from sorted((future.result() for future in done), key=lambda played: played.number)
    except BrokenProcessPool:
        raise MatchError("a process that was playing has ended: is there enough memory?") from None
    finally:
        with ctrl_c_held_back():  # pressed again, the processes would outlive what they are still to be given
            if waiting:
                stop.set()
            pool.shutdown(cancel_futures=True)


_match: Match | None = None


def _begin(match: Match, stop: Event) -> None:
    """Make a process ready: it plays until the match is stopped or whoever started it is gone."""
    global _match
    _match = match
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a terminal sends it to all; where masks are unknown
    threading.Thread(target=_leave_when_told, args=(stop,), daemon=True).start()


def _leave_when_told(stop: Event) -> None:
    starter = parent_process()
    while not stop.wait(0.5):
        if starter is None or not starter.is_alive():
            break
    os._exit(1)


def _play(number: int) -> Played:
    assert _match is not None
    return play_game(_match, number)
