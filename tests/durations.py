"""What tests cost: `python -m tests.durations` measures all of them and says which run with the slow ones.

Processor's time, that of the processes they start included, so that a busy machine measures nearly the
same. The tests that took more than `--over` seconds are listed in tests/long.txt; `tests/conftest.py` marks
these slow, and of a function's many cases every fourth slow and the others long. So the quick tests are most
of all tests, and take a fourth of the time.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

#: Where a run leaves what it has measured, for each process a file.
FOLDER = "LUDWRIGHT_DURATIONS"
LONG = Path(__file__).with_name("long.txt")


def _spent() -> float:
    """Processor's time of this process and all below it, such as servers and browsers: seconds."""
    try:
        return _of_tree(os.getpid()) / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError):  # a system that does not tell: those that were waited for
        each = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
        return sum(usage.ru_utime + usage.ru_stime for usage in each)


def _of_tree(pid: int) -> int:
    """Ticks that a process, those that it has waited for, and those that run below it have taken."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        below = [
            int(child)
            for path in Path(f"/proc/{pid}/task").glob("*/children")
            for child in path.read_text(encoding="ascii").split()
        ]
    except OSError:
        if pid == os.getpid():
            raise
        return 0  # it has ended meanwhile
    return sum(map(int, fields[11:15])) + sum(map(_of_tree, below))


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Note what a test takes, its fixtures included."""
    began = _spent()
    yield
    with open(Path(os.environ[FOLDER], str(os.getpid())), "a", encoding="utf-8") as file:
        # of what ends without being waited for, the time is lost
        file.write(f"{max(0.0, _spent() - began):.3f} {item.nodeid}\n")


def long_tests() -> frozenset[str]:
    """The tests that took long when they were last measured."""
    return frozenset(LONG.read_text(encoding="utf-8").splitlines()) if LONG.exists() else frozenset()


#: Of so many listed cases of one function, and more, one is slow in each so many.
MANY = 4


def marks(names: Iterable[str]) -> dict[str, str]:
    """The mark of each test that is listed, `slow` or `long`: it depends on what is listed alone."""
    functions: dict[str, list[str]] = {}
    for name in sorted(names):
        functions.setdefault(name.partition("[")[0], []).append(name)
    return {
        name: "slow" if number % MANY == 0 or len(cases) < MANY else "long"
        for cases in functions.values()
        for number, name in enumerate(cases)
    }


def measured(folder: Path) -> dict[str, float]:
    """What was noted in a folder: seconds by test."""
    found: dict[str, float] = {}
    for path in folder.iterdir():
        for line in path.read_text(encoding="utf-8").splitlines():
            seconds, _, name = line.partition(" ")
            found[name] = float(seconds)
    return found


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m tests.durations", description=__doc__)
    parser.add_argument("--over", type=float, default=0.2, help="seconds (0.2)")
    parser.add_argument("--processes", default="auto")
    given, options = parser.parse_known_args()
    with tempfile.TemporaryDirectory() as folder:
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-n",
            given.processes,
            "-p",
            "tests.durations",
            "-m",
            "",
        ]
        ended = subprocess.run([*command, *options], env={**os.environ, FOLDER: folder}, check=False)
        found = measured(Path(folder))
    known = long_tests() - found.keys()  # not measured now
    long = {name for name, seconds in found.items() if seconds > given.over}
    LONG.write_text("".join(f"{name}\n" for name in sorted(known | long)), encoding="utf-8")
    print(f"{len(found):,} tests took {sum(found.values()):,.0f} s, of which the {len(long):,} long ones")
    print(f"{sum(found[name] for name in long):,.0f} s; they are listed in {LONG.name}")
    return ended.returncode


if __name__ == "__main__":
    sys.exit(main())
