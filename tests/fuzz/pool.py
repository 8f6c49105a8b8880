"""Many inputs on several processes: ranges are given out, and what fails does not end the run."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from multiprocessing.connection import wait

from tests.fuzz.kind import kind_of
from tests.fuzz.worker import Tally, Worker

Range = tuple[int, int, int]


def _ranges(seed: int, count: int | None, chunk: int) -> Iterator[Range]:
    start = 0
    while count is None or start < count:
        stop = start + chunk if count is None else min(start + chunk, count)
        yield seed, start, stop
        start = stop


def run_many(
    name: str,
    seed: int,
    count: int | None,
    seconds: float | None,
    jobs: int,
    tell: Callable[[Tally], None] = lambda tally: None,
) -> Tally:
    """Run inputs 0, 1, 2, ... of a seed: so many, or until the time is over; `tell` hears how it goes."""
    kind = kind_of(name)
    deadline = None if seconds is None else time.monotonic() + seconds
    total, todo, left = Tally(), _ranges(seed, count, kind.chunk), list[Range]()
    workers = [Worker(name) for _ in range(jobs)]
    busy: dict[Worker, None] = {}

    def give(worker: Worker) -> None:
        over = deadline is not None and time.monotonic() > deadline
        following = None if over else left.pop() if left else next(todo, None)
        if following is not None:
            worker.begin(*following)
            busy[worker] = None

    try:
        for worker in workers:
            give(worker)
        while busy:
            ready = wait([worker.pipe for worker in busy], timeout=10)
            for worker in [each for each in busy if each.pipe in ready]:
                tally, rest = worker.finish()
                del busy[worker]
                total.add(tally)
                if rest is not None:
                    left.append(rest)
                give(worker)
            tell(total)
    finally:
        for worker in workers:
            worker.close()
    total.failed.sort(key=lambda failed: failed.index)
    return total
