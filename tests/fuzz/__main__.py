"""Fuzzing: `python -m tests.fuzz [--what KINDS] [--seed N] [--count N | --minutes N] [--jobs N]`.

Exit code 1 if anything failed. What failed is made small and written to tests/fuzz/found/, to become a test.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from attrs import frozen

from tests.fuzz.found import FOLDER, keep
from tests.fuzz.kind import NAMES, Wrong, input_of, kind_of
from tests.fuzz.minimise import Minimiser
from tests.fuzz.pool import run_many
from tests.fuzz.worker import Failed, Tally, Worker, preload

#: Runs as a whole, in processes of its own: `run(seed, seconds, count)` gives the failures.
INTERRUPTS = "interrupts"


@frozen
class Report:
    """What a kind came to."""

    name: str
    tally: Tally
    seconds: float
    #: the failures that have different names, each with where its smallest input was written
    kept: tuple[tuple[Wrong, Path], ...]
    #: of kinds that run as a whole
    told: tuple[str, ...] = ()

    @property
    def line(self) -> str:
        """A line of the table."""
        tally = self.tally
        rate = tally.inputs / self.seconds if self.seconds else 0.0
        each = 1000 * tally.spent / tally.inputs if tally.inputs else 0.0
        return (
            f"{self.name:<12}{tally.inputs:>9,}{tally.used:>9,}{tally.long:>7,}{rate:>10.1f}{each:>8.1f}"
            f"{tally.slowest:>9.2f}s{tally.largest >> 20:>8} MB{len(tally.failed) + len(self.told):>9,}"
            f"{len(self.kept) + len(self.told):>9}"
        )


HEAD = f"{'what':<12}{'inputs':>9}{'used':>9}{'long':>7}{'each s':>10}{'CPU ms':>8}{'slowest':>10}{'largest':>11}{'failed':>9}{'kinds':>9}"  # noqa: E501


def fuzz(
    name: str,
    seed: int,
    count: int | None,
    seconds: float | None,
    jobs: int,
    *,
    minimise: float = 60.0,
    folder: Path = FOLDER,
) -> Report:
    """Run inputs of a kind, and make small and keep the first failure of each name."""
    began = time.monotonic()
    last = began
    named: set[Wrong] = set()

    def tell(total: Tally) -> None:
        nonlocal last
        for failed in total.failed:
            if failed.wrong not in named:
                named.add(failed.wrong)
                _say(f"{name}: input {failed.index} of seed {seed}: {failed.wrong.what}")
        if time.monotonic() - last > 30:
            last = time.monotonic()
            _say(f"{name}: {total.inputs:,} inputs, {len(total.failed)} failed")

    tally = run_many(name, seed, count, seconds, jobs, tell)
    spent = time.monotonic() - began
    kept = tuple(_kept(name, seed, failed, minimise, folder) for failed in firsts(tally))
    return Report(name, tally, spent, kept)


def _say(text: str) -> None:
    print(f"  {text}", file=sys.stderr, flush=True)


def firsts(tally: Tally) -> list[Failed]:
    """Of failures of one name the first."""
    found: dict[Wrong, Failed] = {}
    for failed in tally.failed:
        found.setdefault(failed.wrong, failed)
    return list(found.values())


def _kept(name: str, seed: int, failed: Failed, seconds: float, folder: Path) -> tuple[Wrong, Path]:
    kind = kind_of(name)
    data = input_of(kind, seed, failed.index)
    worker = Worker(name)
    try:
        small = Minimiser(lambda each: worker.one(each).wrong == failed.wrong, seconds).minimise(
            data, kind.suffix
        )
    finally:
        worker.close()
    return failed.wrong, keep(kind.name, kind.suffix, small, folder)


def _interrupts(seed: int, count: int | None, seconds: float | None) -> Report:
    module = import_module(f"tests.fuzz.{INTERRUPTS}")
    began = time.monotonic()
    told = tuple(module.run(seed, seconds, count))
    return Report(INTERRUPTS, Tally(), time.monotonic() - began, (), told)


def kinds() -> tuple[str, ...]:
    """The names of all that can be fuzzed here."""
    return (*NAMES, INTERRUPTS) if find_spec(f"tests.fuzz.{INTERRUPTS}") else NAMES


def main(arguments: list[str] | None = None) -> int:
    """The command; exit code 1 where anything failed."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--what", default=",".join(kinds()), help="kinds, with commas between (%(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, help="so many inputs of each kind")
    parser.add_argument(
        "--minutes", type=float, help="so long for all kinds together (1, unless --count is given)"
    )
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--minimise", type=float, default=60.0, help="seconds for each failure (%(default)s)")
    parser.add_argument("--found", type=Path, default=FOLDER, help="where failures are written")
    given = parser.parse_args(arguments)
    what = given.what.split(",")
    unknown = [name for name in what if name not in kinds() and ":" not in name]
    if unknown:
        parser.error(f"there is no kind {unknown[0]}; there is {', '.join(kinds())}")
    minutes = 1.0 if given.minutes is None and given.count is None else given.minutes
    seconds = None if minutes is None else minutes * 60 / len(what)
    preload([f"tests.fuzz.{name}" for name in what if name in NAMES])
    reports = []
    with tempfile.TemporaryDirectory(prefix="fuzz-cache-") as cache:
        os.environ["LUDWRIGHT_CACHE"] = cache  # the user's own is left alone
        for name in what:
            if name == INTERRUPTS:
                reports.append(_interrupts(given.seed, given.count, seconds))
                continue
            reports.append(
                fuzz(
                    name,
                    given.seed,
                    given.count,
                    seconds,
                    given.jobs,
                    minimise=given.minimise,
                    folder=given.found,
                )
            )
    print(summary(reports), flush=True)
    return 1 if any(each.tally.failed or each.told for each in reports) else 0


def summary(reports: list[Report]) -> str:
    """The failures, each with its file, then a table."""
    lines = []
    for report in reports:
        for wrong, path in report.kept:
            times = sum(failed.wrong == wrong for failed in report.tally.failed)
            lines += [f"{report.name}: {wrong.what} ({times} times): {path}", *_indented(wrong.text), ""]
        lines += [f"{report.name}: {text}" for text in report.told]
    return "\n".join([*lines, HEAD, *(report.line for report in reports)])


def _indented(text: str) -> list[str]:
    return [f"    {line}" for line in text.splitlines()[-12:]]


if __name__ == "__main__":
    sys.exit(main())
