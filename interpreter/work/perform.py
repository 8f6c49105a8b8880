"""Doing a job: what its file has already, then the rest wherever it is to be done; each is written down."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from pathlib import Path

from interpreter.work.job import Done, Job
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
        with closing(results(job, first, place)) as found:
            for number, outcome in enumerate(found, first):
                ledger.add(outcome)
                yield Done(number, outcome)
