"""Mutation testing: `python -m tests.mutate [--seed N] [--count N] [--areas NAMES] [--jobs N] [--survivors]`.

Plants faults in copies of our own code, one at a time, runs the quick tests that claim the file, and tells
which faults nobody noticed. What is found is kept: the same command goes on where it was stopped.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Empty, Queue
from random import Random
from threading import Event, Lock

from attrs import frozen

from tests.mutate import results
from tests.mutate.claims import AREAS, Area
from tests.mutate.crew import ROOT, Baseline, BrokenError, Scratch, Server, measured
from tests.mutate.faults import Fault, faults_of
from tests.mutate.results import Outcome, Result

#: What is kept between runs.
KEPT = ROOT / "tmp" / "mutate"
_MEASURING = Lock()
#: With `--quick`, so many seconds of tests for a fault.
HASTY = 8.0


def candidates(area: Area) -> list[Fault]:
    """All faults of an area, in the order of its text."""
    return [
        fault
        for file in area.files(ROOT)
        for fault in faults_of(file, (ROOT / file).read_text(encoding="utf-8"), area.emits)
    ]


def chosen(areas: list[Area], seed: int, count: int, reasons: dict[str, str]) -> dict[str, list[Fault]]:
    """A stratified sample: of each area as many as its share of the faults, and a twentieth of all at least.

    What is known to change nothing is not drawn.
    """
    every = {area.name: candidates(area) for area in areas}
    whole = sum(map(len, every.values()))
    least = count // 20
    spread = count - least * len(areas)
    found = {}
    for name, faults in every.items():
        number = least + round(spread * len(faults) / whole)
        drawn = Random(f"{seed}/{name}").sample(faults, len(faults))
        found[name] = [fault for fault in drawn if not results.known(fault, reasons)][:number]
        found[name].sort(key=lambda fault: (fault.file, fault.start))
    return found


@frozen
class Crew:
    """Tries the faults of one area, with a process or more."""

    area: Area
    jobs: int
    seconds: float
    #: for how many seconds of tests a fault is looked at; 0: all that claim the file
    hasty: float
    path: Path
    stop: Event

    def run(self, faults: list[Fault]) -> None:
        """Try them all, or as many as there is time for."""
        waiting: Queue[Fault] = Queue()
        for fault in faults:
            waiting.put(fault)
        with ThreadPoolExecutor(self.jobs) as pool:
            for each in [pool.submit(self._work, waiting) for _ in range(min(self.jobs, len(faults)))]:
                each.result()

    def _work(self, waiting: Queue[Fault]) -> None:
        scratch = Scratch()
        server = None
        try:
            server = Server(scratch, self.area.tests)
            with _MEASURING:  # once, by whoever comes first
                baseline = measured(self.area, KEPT, server)
            while not self.stop.is_set() and time.monotonic() < self.seconds:
                fault = waiting.get_nowait()
                began = time.monotonic()
                outcome, by = self._tried(fault, scratch, server, baseline)
                text = (ROOT / fault.file).read_text(encoding="utf-8")
                before, after = fault.line_after(text)
                took = round(time.monotonic() - began, 2)
                result = Result(
                    self.area.name, fault.key, fault.kind, fault.line, outcome, by, before, after, took
                )
                results.add(self.path, result)
                if outcome in results.UNNOTICED:
                    say(told(result))
        except Empty:
            pass
        finally:
            if server is not None:
                server.close()
            scratch.remove()

    def _tried(
        self, fault: Fault, scratch: Scratch, server: Server, baseline: Baseline
    ) -> tuple[Outcome, str]:
        text = (ROOT / fault.file).read_text(encoding="utf-8")
        faulty = fault.applied(text)
        through = fault.line + text[fault.start : fault.end].count("\n")
        first = baseline.covering(fault, through)
        # of a file of constants no test is seen to run a line: they were read when it was imported
        if not (first or fault.static) and (self.hasty or not baseline.lines.get(fault.file)):
            return "never run", ""
        near = [*first, *baseline.beside(first)]
        rest = sorted(baseline.seconds.keys() - set(near), key=baseline.seconds.__getitem__)
        if self.hasty:
            near, rest = _within(near or rest, baseline, self.hasty), []
        scratch.put(fault.file, faulty)
        try:
            said = server.ask(
                do="try",
                text=text,
                faulty=faulty,
                path=str(scratch.root / fault.file),
                tests=baseline.limited(near),
            )
            outcome = _outcome(said)
            if outcome is not None:
                return outcome
            if self.hasty and "cannot" not in said:
                return ("survived" if first or fault.static else "never run"), ""
            again = Server(scratch, self.area.tests)
            try:
                if not again.tests:
                    return "import", " ".join(again.broken)
                tests = baseline.limited([*near, *rest])
                outcome = _outcome(again.ask(do="try", text=None, tests=tests))
            finally:
                again.close()
            return outcome or (("survived" if first or fault.static else "never run"), "")
        finally:
            scratch.put(fault.file, text)


def _within(tests: list[str], baseline: Baseline, seconds: float) -> list[str]:
    """As many of the first tests as take no longer."""
    left, found = seconds, []
    for test in tests:
        left -= baseline.seconds[test]
        if left < 0 and found:
            break
        found.append(test)
    return found


def _outcome(said: dict[str, object]) -> tuple[Outcome, str] | None:
    """What a trial came to, if a fault was noticed."""
    if said.get("failed"):
        return "noticed", str(said["failed"])
    if said["end"] and "cannot" not in said:
        hanging = said["end"] in ("SIGPROF", "waited")
        return (
            "hang" if hanging else "crash"
        ), f"{said.get('test', '')} ({said['end']}) {said.get('error', '')}"
    return None


def told(result: Result) -> str:
    """A fault that nobody noticed, by its place and its changed line."""
    return (
        f"{result.file}:{result.line}: {result.outcome} ({result.kind})\n"
        f"    - {result.before}\n    + {result.after}\n    {result.key}"
    )


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def main(arguments: list[str] | None = None) -> int:
    """The command; exit code 1 where a fault went unnoticed that is not known to change nothing."""
    names = ",".join(area.name for area in AREAS)
    parser = argparse.ArgumentParser(prog="python -m tests.mutate", description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=400, help="how many faults (%(default)s)")
    parser.add_argument("--areas", default=names, help="with commas between (%(default)s)")
    parser.add_argument("--only", default="", help="faults whose key has this in it, all of them")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--minutes", type=float, default=1e9, help="go on with the rest another time")
    parser.add_argument(
        "--quick",
        type=float,
        nargs="?",
        default=0.0,
        const=HASTY,
        metavar="SECONDS",
        help="only tests that run the faulty line, and those beside them, for so long (%(const)s)",
    )
    parser.add_argument("--again", action="store_true", help="try those anew that nobody noticed")
    parser.add_argument("--survivors", action="store_true", help="list them, and run nothing")
    parser.add_argument("--results", type=Path, help="the file of results (tmp/mutate/seed-N.jsonl)")
    given = parser.parse_args(arguments)
    areas = [area for area in AREAS if area.name in given.areas.split(",")]
    if len(areas) != len(given.areas.split(",")):
        parser.error(f"the areas are {names}")
    KEPT.mkdir(parents=True, exist_ok=True)
    path = given.results or KEPT / f"seed-{given.seed}.jsonl"
    reasons = results.equivalent()
    if given.only:
        planted = {a.name: [f for f in candidates(a) if given.only in f.key] for a in areas}
    else:
        planted = chosen(areas, given.seed, given.count, reasons)
    until = time.monotonic() + 60 * given.minutes
    stop = Event()
    try:
        for area in areas:
            found = results.read(path)
            left = [
                fault
                for fault in planted[area.name]
                if fault.key not in found or (given.again and found[fault.key].outcome in results.UNNOTICED)
            ]
            if left and not given.survivors and time.monotonic() < until:
                say(f"{area.name}: {len(left)} of {len(planted[area.name])} faults to try")
                Crew(area, given.jobs, until, given.quick, path, stop).run(left)
    except BrokenError as error:
        say(str(error))
        return 2
    except KeyboardInterrupt:
        stop.set()
        say("stopped; the same command goes on")
    found = results.read(path)
    of_all = [found[fault.key] for faults in planted.values() for fault in faults if fault.key in found]
    lost = [each for each in of_all if each.outcome in results.UNNOTICED and each.key not in reasons]
    for each in lost:
        print(told(each))
    print(results.table(of_all, reasons))
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())
