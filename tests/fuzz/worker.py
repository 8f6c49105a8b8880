"""The process in which inputs are run, which may crash or hang, and the end by which it is talked to."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import sys
import tempfile
import time
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from attrs import define, evolve, field, frozen

from tests.fuzz import limits, signature
from tests.fuzz.kind import Kind, Ran, Wrong, input_of, kind_of

#: A forked copy of a clean process: no threads, everything imported.
_CONTEXT = multiprocessing.get_context("forkserver")
#: Where the counters of a process stand, which outlive it.
_INDEX, _USED, _LONG = range(3)
#: A process whose memory has grown so much is replaced.
_WORN = 300 << 20


@frozen
class Failed:
    """An input that failed: its number, and how."""

    index: int
    wrong: Wrong


@define
class Tally:
    """What is told of many inputs."""

    inputs: int = 0
    used: int = 0
    long: int = 0
    #: processor time, of all and of the slowest
    spent: float = 0.0
    slowest: float = 0.0
    #: bytes of memory of the largest
    largest: int = 0
    failed: list[Failed] = field(factory=list)

    def add(self, other: Tally) -> None:
        self.inputs += other.inputs
        self.used += other.used
        self.long += other.long
        self.spent += other.spent
        self.slowest = max(self.slowest, other.slowest)
        self.largest = max(self.largest, other.largest)
        self.failed += other.failed


def _run(kind: Kind, data: bytes, folder: Path) -> tuple[Ran, bool]:
    """Run one input; also whether the process is fit for more."""
    try:
        with limits.within(kind.seconds):
            return kind.run(data, folder), True
    except limits.TookTooLongError as error:
        return Ran("refused", signature.of_hang(error)), False
    except MemoryError as error:
        return Ran("refused", signature.of_memory(error)), False
    except BaseException as error:
        return Ran("refused", signature.of_exception(error)), not isinstance(error, RecursionError)


def _serve(pipe: Connection, counters: Any, name: str, home: str, slack: float) -> None:
    """The process's life: ranges of inputs, or single ones, until it is told to stop or worn out."""
    folder = Path(home)
    log = (folder / "log").open("w", encoding="utf-8")
    os.dup2(log.fileno(), 2)
    os.dup2(os.open(os.devnull, os.O_RDWR), 1)
    os.dup2(os.open(os.devnull, os.O_RDWR), 0)
    limits.install(log)
    kind = kind_of(name)
    kind = evolve(kind, seconds=slack * kind.seconds)
    kind.prepare(folder)
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)
    limits.limit_memory(kind.memory)
    began = limits.rss()
    fit = True
    while fit:
        try:
            asked = pipe.recv()
        except EOFError:
            return
        if isinstance(asked, bytes):
            ran, fit = _run(kind, asked, folder)
            pipe.send((ran, fit))
            continue
        seed, start, stop = asked
        tally = Tally()
        for index in range(start, stop):
            counters[_INDEX] = index
            data = input_of(kind, seed, index)
            before, clock = limits.rss(), time.process_time()
            ran, fit = _run(kind, data, folder)
            tally.inputs += 1
            took = time.process_time() - clock
            tally.spent += took
            tally.slowest = max(tally.slowest, took)
            tally.largest = max(tally.largest, limits.peak() - before)
            counters[_USED] += ran.outcome == "used"
            counters[_LONG] += ran.outcome == "long"
            if ran.wrong is not None:
                tally.failed.append(Failed(index, ran.wrong))
            fit = fit and limits.rss() - began < _WORN
            if not fit:
                break
        pipe.send((tally, start + tally.inputs, fit))
    os._exit(0)  # nothing that was damaged is asked to tidy up


class Worker:
    """A process of a kind, started anew whenever it has ended.

    `slack` is how many times its seconds an input may take: for tests, as machines may be slow.
    """

    def __init__(self, name: str, slack: float = 1.0) -> None:
        self.name = name
        self.slack = slack
        self._home = tempfile.TemporaryDirectory(prefix="fuzz-")
        self._counters = _CONTEXT.RawArray("q", 3)
        self._task: tuple[int, int, int] | None = None
        self._start()

    def _start(self) -> None:
        self.pipe, theirs = _CONTEXT.Pipe()
        arguments = (theirs, self._counters, self.name, self._home.name, self.slack)
        self._process = _CONTEXT.Process(target=_serve, args=arguments, daemon=True)
        self._process.start()
        theirs.close()

    def _again(self) -> None:
        self.pipe.close()
        self._process.join()
        self._start()

    def begin(self, seed: int, start: int, stop: int) -> None:
        """Run a range of inputs; `pipe` is ready when there is something to tell."""
        self._task = (seed, start, stop)
        self._counters[:] = (start, 0, 0)
        self.pipe.send(self._task)

    def finish(self) -> tuple[Tally, tuple[int, int, int] | None]:
        """What was told, and what is left of the range."""
        assert self._task is not None
        seed, start, stop = self._task
        try:
            tally, following, fit = self.pipe.recv()
        except (EOFError, ConnectionError):
            following = self._counters[_INDEX] + 1
            tally = Tally(following - start, failed=[Failed(following - 1, self._death())])
            fit = False
        tally.used, tally.long = self._counters[_USED], self._counters[_LONG]
        if not fit:
            self._again()
        return tally, (seed, following, stop) if following < stop else None

    def one(self, data: bytes) -> Ran:
        """Run a single input."""
        self.pipe.send(data)
        try:
            ran, fit = self.pipe.recv()
        except (EOFError, ConnectionError):
            ran, fit = Ran("refused", self._death()), False
        if not fit:
            self._again()
        return ran

    def _death(self) -> Wrong:
        self._process.join()
        code = self._process.exitcode or 0
        how = f"ends with code {code}"
        if code < 0:
            number = signal.Signals(-code)
            how = limits.MEANING.get(number, number.name)
        log = Path(self._home.name, "log").read_text(encoding="utf-8", errors="replace")
        return signature.of_death(how, log)

    def close(self) -> None:
        """End the process."""
        self.pipe.close()
        self._process.terminate()
        self._process.join()
        self._home.cleanup()


def preload(modules: list[str]) -> None:
    """Have every process begin with these imported."""
    _CONTEXT.set_forkserver_preload(
        ["gdl.compile.compile", "interpreter.cli.main", "interpreter.cli.commands.check", *modules]
    )


if sys.platform != "linux":  # pragma: no cover
    raise ImportError("limits on memory and processes are told in Linux's words")
