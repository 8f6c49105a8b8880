"""Work in progress, as a bar on standard error, at a terminal only."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from interpreter.cli.output import console, is_terminal, say

if TYPE_CHECKING:
    from interpreter.engines.interface import Engine

#: Is told what is being done, how much of it is done, and of how much (None: nobody knows yet).
Show = Callable[[str, int, int | None], None]


@contextmanager
def progress(doing: str, of: int | None = None, done: int = 0, unit: str = "") -> Iterator[Show]:
    """A bar, with the time left where it is known from the start `of` how much, else the time so far."""
    if not is_terminal(error=True):
        yield lambda doing, done, of: None
        return
    from rich import progress as rich

    columns = (
        rich.TextColumn("{task.description}", markup=False),
        rich.BarColumn(),
        rich.MofNCompleteColumn(),
        *((rich.TextColumn(unit),) if unit else ()),
        rich.TimeElapsedColumn() if of is None else rich.TimeRemainingColumn(),
    )
    bars = rich.Progress(
        *columns,
        console=console(error=True),
        transient=True,
        # else it puts itself in place of the streams, which this console writes to: round and round
        redirect_stdout=False,
        redirect_stderr=False,
    )
    with bars as bar:
        task = bar.add_task(doing, total=of, completed=done)

        def show(doing: str, done: int, of: int | None) -> None:
            bar.update(task, description=doing, completed=done, total=of)

        yield show


def tell_stopped(what: str, done: int | None, of: int | None, results: str | None, seed: int) -> None:
    """Say on standard error that something was stopped, how far it was, and how it can go on."""
    far = "" if done is None or of is None else f" after {done:,} of {of:,} parts"
    if results is not None:
        how = f"the same command goes on from {results}"
    else:
        how = f"nothing was kept: with `--seed {seed} --results FILE` it would go on where it was"
    say(f"the {what} was stopped{far}; {how}", error=True)


@contextmanager
def chunks_done(chunks: int, doing: Callable[[int], str], done: int = 0) -> Iterator[Callable[[int], None]]:
    """A bar that is told the number of each chunk done; `doing` says what a chunk is.

    So many are `done` already.
    """
    with progress(doing(min(done, chunks - 1)), chunks, done) as show:
        yield lambda number: show(doing(min(number + 1, chunks - 1)), number + 1, chunks)


# --- a word to whoever waits at a terminal for rules that take long -------------------------------------

#: Seconds until then.
PATIENCE = 3.0
WORD = "note: the rules of this game take long to work out; still at it (Ctrl-C leaves)"


@contextmanager
def patiently(engine: Engine, expected: float = 0.0) -> Iterator[None]:
    """Inside, the rules are at work: if that takes longer than expected, whoever waits is told once."""
    if not is_terminal(error=True):
        yield
        return
    hint = f"; --engine {engine.faster} is faster" if engine.faster else ""
    timer = threading.Timer(expected + PATIENCE, say, (WORD + hint,), {"error": True})
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
