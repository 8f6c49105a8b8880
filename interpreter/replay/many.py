"""Replaying many recorded games in several processes."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

from interpreter.replay.report import Failure, Report
from interpreter.replay.runner import replay_game
from interpreter.replay.trace import Case


def replay_all(
    cases: Sequence[Case], engine: str = "python", definitions: Sequence[Path] = (), jobs: int = 1
) -> Report:
    """Replay all cases; the report keeps their order."""
    one = partial(replay_game, engine=engine, definitions=tuple(definitions))
    if jobs == 1:
        results: list[Failure | None] = [one(case) for case in cases]
    else:
        with ProcessPoolExecutor(jobs) as pool:
            results = list(pool.map(one, cases, chunksize=4))
    agreed = tuple(case.name for case, failure in zip(cases, results, strict=True) if failure is None)
    return Report(agreed, tuple(failure for failure in results if failure is not None))
