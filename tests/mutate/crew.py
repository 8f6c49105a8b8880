"""A scratch copy of the project, and the processes that try faults in it: see `trial.py`."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Any

from attrs import define, field, frozen

from tests.mutate.claims import AREAS, Area
from tests.mutate.faults import Fault

ROOT = Path(__file__).parents[2]
#: A test may take so many times its usual processor time, and so many seconds more.
TIMES, MORE = 10.0, 8.0
#: What is no part of the project, or takes no part in its tests.
_LEFT_OUT = shutil.ignore_patterns(
    ".git", ".venv", "__pycache__", ".*_cache", ".hypothesis", "node_modules", "*.egg-info", "tmp", "build"
)


class BrokenError(Exception):
    """Tests that fail without any fault, or cannot be collected."""


@define
class Scratch:
    """A copy of the project, where faults are planted."""

    folder: Path = field(factory=lambda: Path(tempfile.mkdtemp(prefix="mutate-")))

    def __attrs_post_init__(self) -> None:
        shutil.copytree(ROOT, self.folder / "project", ignore=_LEFT_OUT, symlinks=True)

    @property
    def root(self) -> Path:
        """The project's folder in it."""
        return self.folder / "project"

    def put(self, file: str, text: str) -> None:
        """Write a file; what was compiled from it goes."""
        path = self.root / file
        path.write_text(text, encoding="utf-8")
        for compiled in path.parent.glob(f"__pycache__/{path.stem}.*.pyc"):
            compiled.unlink()

    def remove(self) -> None:
        """Leave nothing behind."""
        shutil.rmtree(self.folder, ignore_errors=True)


class Server:
    """A process that has collected the tests of some folders."""

    def __init__(self, scratch: Scratch, tests: tuple[str, ...]) -> None:
        told, to = os.pipe()
        frm, tell = os.pipe()
        inherited = {"PYTHONPATH": str(scratch.root), "PYTHONDONTWRITEBYTECODE": "1", "PYTHONHASHSEED": "0"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.mutate.trial", str(told), str(tell), *tests],
            cwd=scratch.root,
            env={**os.environ, **inherited},
            pass_fds=(told, tell),
            start_new_session=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(told)
        os.close(tell)
        self._to, self._from = os.fdopen(to, "w", encoding="utf-8"), os.fdopen(frm, encoding="utf-8")
        first = self._hear()
        self.tests: list[str] = first.get("ready", [])
        #: what could not be collected; without it and without tests, the process has died
        self.broken: list[str] = first.get("broken", [])

    def _hear(self) -> dict[str, Any]:
        line = self._from.readline()
        found: dict[str, Any] = json.loads(line) if line else {}
        return found

    def ask(self, **task: Any) -> dict[str, Any]:
        """All that is said of one task, together."""
        print(json.dumps(task), file=self._to, flush=True)
        found: dict[str, Any] = {}
        while "end" not in found:
            said = self._hear()
            if not said:
                return {**found, "end": "died"}
            found |= said
        return found

    def close(self) -> None:
        """End the process and all below it."""
        for end in (self._to, self._from):
            end.close()
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


@frozen
class Baseline:
    """What the tests of an area do without a fault: their seconds, and by file and line those that run it."""

    seconds: dict[str, float]
    lines: dict[str, dict[int, list[str]]] = field(repr=False)

    def limited(self, tests: Iterable[str]) -> list[tuple[str, float]]:
        """Tests, each with the processor time that it may take: some times what it took."""
        return [(test, TIMES * self.seconds[test] + MORE) for test in tests]

    def covering(self, fault: Fault, through: int) -> list[str]:
        """The tests that run the lines of a fault (`static`: any of the file's), the quickest first."""
        there = self.lines.get(fault.file, {})
        lines = there.keys() if fault.static else range(fault.line, through + 1)
        found = {test for line in lines for test in there.get(line, ())}
        return sorted(found, key=lambda test: (self.seconds[test], test))

    def beside(self, tests: Iterable[str]) -> list[str]:
        """The other tests of these tests' modules, the quickest first.

        What is compiled once for a module is run by them all, and counts as run by the first of them alone.
        """
        known = set(tests)
        modules = {_module(test) for test in known}
        others = [test for test in self.seconds if test not in known and _module(test) in modules]
        return sorted(others, key=lambda test: (self.seconds[test], test))


def _module(test: str) -> str:
    return test.partition("::")[0]


def fingerprint(module: str) -> str:
    """What the tests of a module hang on but for our code: the module, and what stands beside it."""
    path = ROOT / module
    beside = (each for each in path.parent.rglob("*") if each.is_file() and not each.name.startswith("test_"))
    made = blake2b(path.read_bytes(), digest_size=16)
    for each in sorted(beside):
        if "__pycache__" not in each.parts:
            made.update(each.name.encode() + b"\0" + each.read_bytes())
    return made.hexdigest()


def measured(area: Area, kept: Path, server: Server) -> Baseline:
    """What is kept of the tests of an area; those that are new or other ones now are measured.

    When our code changes the old measurements do: they only say which tests are run first. Raises BrokenError
    for tests that fail without any fault.
    """
    if server.broken or not server.tests:
        raise BrokenError(f"{area.name}: the tests cannot be collected: {' '.join(server.broken)}")
    by_module: dict[str, list[str]] = {}
    for test in server.tests:
        by_module.setdefault(_module(test), []).append(test)
    found = Baseline({}, {})
    for module, tests in by_module.items():
        path = kept / f"{module.replace('/', '-')}.json"
        known: dict[str, Any] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
        made_of = fingerprint(module)
        if known.get("made of") != made_of or known["tests"] != tests:
            known = {**_measure(tests, server), "made of": made_of, "tests": tests}
            path.write_text(json.dumps(known), encoding="utf-8")
        _add(found, known)
    return found


def _measure(tests: list[str], server: Server) -> dict[str, Any]:
    files = [file for area in AREAS for file in area.files(ROOT)]
    said = server.ask(do="measure", files=files, tests=tests)
    if "spent" not in said:
        what = said.get("failed") or said.get("error") or said["end"]
        raise BrokenError(f"a test fails without any fault: {what}")
    return said


def _add(found: Baseline, said: dict[str, Any]) -> None:
    names = said["tests"]
    found.seconds.update(zip(names, said["spent"], strict=True))
    for file, of_file in said["lines"].items():
        there = found.lines.setdefault(file, {})
        for line, numbers in of_file.items():
            there.setdefault(int(line), []).extend(names[number] for number in numbers)
