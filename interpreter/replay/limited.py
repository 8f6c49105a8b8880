"""Replaying with a limit of time: each game in a process of its own, which is ended when it is late."""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess

from gdl.support.values import frozen
from interpreter.replay.report import Replayed
from interpreter.replay.trace import Case

Replaying = Callable[[Case], Replayed]


@frozen
class _Running:
    """A game that is being replayed, and when it has to be done."""

    process: BaseProcess
    answer: Connection
    deadline: float

    def end(self) -> None:
        """End its process, if that still runs."""
        self.process.kill()
        self.process.join()
        self.answer.close()


def replay_limited(cases: Sequence[Case], one: Replaying, jobs: int, timeout: float) -> list[Replayed]:
    """What replaying each case finds, in their order; of those that take longer than `timeout` seconds a
    failure at stage "slow"."""
    results: dict[int, Replayed] = {}
    running: dict[int, _Running] = {}
    waiting = list(range(len(cases)))[::-1]
    try:
        while waiting or running:
            while waiting and len(running) < jobs:
                number = waiting.pop()
                running[number] = _begin(cases[number], one, timeout)
            soonest = min(each.deadline for each in running.values())
            wait([each.answer for each in running.values()], max(0.0, soonest - time.monotonic()))
            for number, each in list(running.items()):
                late = time.monotonic() >= each.deadline
                if each.answer.poll():
                    results[number] = _answer(each, cases[number])
                elif late:
                    what = f"not done after {timeout:g} seconds"
                    results[number] = Replayed.failed(cases[number].name, "slow", what)
                else:
                    continue
                running.pop(number).end()
    finally:
        for each in running.values():
            each.end()
    return [results[number] for number in range(len(cases))]


def _begin(case: Case, one: Replaying, timeout: float) -> _Running:
    ours, theirs = multiprocessing.Pipe(duplex=False)
    process = multiprocessing.Process(target=_replay, args=(theirs, case, one), daemon=True)
    process.start()
    theirs.close()
    return _Running(process, ours, time.monotonic() + timeout)


def _replay(answer: Connection, case: Case, one: Replaying) -> None:
    """In its process: replay a game and tell what that found."""
    answer.send(one(case))


def _answer(running: _Running, case: Case) -> Replayed:
    """What the process told; a failure, if it has ended without a word."""
    try:
        told: Replayed = running.answer.recv()
    except EOFError:
        return Replayed.failed(
            case.name, "load", "its process ended without an answer: is there memory enough?"
        )
    return told
