"""Doing a job: what its file has already, then the rest wherever it is to be done; each is written down."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any, Protocol

from interpreter.work.job import Done, Job, Outcome
from interpreter.work.ledger import Ledger
from interpreter.work.runners import Place, results


def perform(job: Job, place: Place | None = None, file: str | Path | None = None) -> Generator[Done]:
    """Each chunk in the order of its number. Whoever has enough closes the generator.

    `file` takes the results, and gives back those of a run that was ended in the middle. What it holds in the
    end depends on the job alone, not on the place. Raises what `results` and `Ledger` raise.
    """
    place = place or Place()
    if file is None:
        with closing(results(job, 0, place)) as outcomes:
            yield from (Done(number, outcome) for number, outcome in enumerate(outcomes))
        return
    with Ledger(file, job.plan()) as ledger:
        yield from (Done(number, outcome, kept=True) for number, outcome in enumerate(tuple(ledger.outcomes)))
        first = len(ledger.outcomes)
        if first >= job.chunks:
            return
        with closing(results(job, first, place)) as result:
            for number, outcome in enumerate(result, first):
                ledger.add(outcome)
                yield Done(number, outcome)


# --- work in rounds -------------------------------------------------------------------------------------


class Rounds(Protocol):
    """Some rounds of work."""

    def plan(self) -> Mapping[str, Any]:
        """All that decides the results, as JSON has it."""

    def next(self, found: Sequence[Outcome]) -> Job | None:
        """The round after those of which the outcomes are given now, of all their chunks in order; None: no
        more. It is asked once after each round, the first time with nothing."""


def perform_rounds(
    rounds: Rounds, place: Place | None = None, file: str | Path | None = None
) -> Generator[Done]:
    """Each chunk of each round, numbered through. Raises what `results` and `Ledger` raise."""
    place = place or Place()
    with ExitStack() as stack:
        ledger = None if file is None else stack.enter_context(Ledger(file, rounds.plan()))
        kept = [] if ledger is None else list(ledger.outcomes)
        number = 0
        job = rounds.next(())
        while job is not None:
            result = kept[number : number + job.chunks]
            for outcome in tuple(result):
                yield Done(number, outcome, kept=True)
                number += 1
            with closing(results(job, len(result), place)) as outcomes:
                if len(result) < job.chunks:
                    for outcome in outcomes:
                        if ledger is not None:
                            ledger.add(outcome)
                        result.append(outcome)
                        yield Done(number, outcome)
                        number += 1
            job = rounds.next(result)
