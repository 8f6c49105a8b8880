"""Work in rounds: what is done next depends on what has come of the rounds before, and on nothing else.

So the rounds that follow are the same wherever and by how many the work is done, and a run that was killed
goes on from its file in the middle of a round.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any, Protocol

from interpreter.work.job import Done, Job, Outcome
from interpreter.work.ledger import Ledger
from interpreter.work.runners import Place, results


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
            found = kept[number : number + job.chunks]
            for outcome in tuple(found):
                yield Done(number, outcome, kept=True)
                number += 1
            with closing(results(job, len(found), place)) as outcomes:
                if len(found) < job.chunks:
                    for outcome in outcomes:
                        if ledger is not None:
                            ledger.add(outcome)
                        found.append(outcome)
                        yield Done(number, outcome)
                        number += 1
            job = rounds.next(found)
