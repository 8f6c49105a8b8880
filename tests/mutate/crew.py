"""A scratch copy of the project, and the processes that try faults in it: see `trial.py`."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from hashlib import blake2b
from pathlib import Path
from typing import Any

from attrs import define, field, frozen

from tests.mutate.claims import Area
from tests.mutate.faults import Fault

ROOT = Path(__file__).parents[2]
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
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.process.wait()


@frozen
class Baseline:
    """What the tests of an area do without a fault: their seconds, and by file and line those that run it."""

    seconds: dict[str, float]
    lines: dict[str, dict[int, list[str]]] = field(repr=False)

    def covering(self, fault: Fault, through: int) -> list[str]:
        """The tests that run the lines of a fault, the quickest first."""
        there = self.lines.get(fault.file, {})
        found = {test for line in range(fault.line, through + 1) for test in there.get(line, ())}
        return sorted(found, key=lambda test: (self.seconds[test], test))


def fingerprint(area: Area) -> str:
    """What a baseline hangs on: all our code, and the tests that claim the area."""
    made = blake2b(digest_size=16)
    tests = [ROOT / each for each in (*area.tests, "tests/*.py")]
    folders = [*(ROOT / name for name in ("gdl", "interpreter", "games")), *tests]
    for folder in folders:
        paths = [folder] if folder.is_file() else ROOT.glob(f"{folder.relative_to(ROOT)}/**/*")
        if "*" in folder.name:
            paths = ROOT.glob(str(folder.relative_to(ROOT)))
        for path in sorted(paths):
            if path.is_file() and "__pycache__" not in path.parts:
                made.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes())
    return made.hexdigest()


def measured(area: Area, kept: Path, server: Server) -> Baseline:
    """The baseline of an area: as it was kept, or measured now. Raises BrokenError."""
    path = kept / f"baseline-{area.name}-{fingerprint(area)}.json"
    if server.broken or not server.tests:
        raise BrokenError(f"{area.name}: the tests cannot be collected: {' '.join(server.broken)}")
    if not path.exists():
        said = server.ask(do="measure", files=area.files(ROOT), tests=server.tests)
        if "spent" not in said:
            what = said.get("failed") or said["end"]
            raise BrokenError(f"{area.name}: the tests fail without any fault: {what}")
        for old in kept.glob(f"baseline-{area.name}-*.json"):
            old.unlink()
        said["tests"] = server.tests
        path.write_text(json.dumps(said), encoding="utf-8")
    said = json.loads(path.read_text(encoding="utf-8"))
    names = said["tests"]
    lines = {
        file: {int(line): [names[n] for n in numbers] for line, numbers in of_file.items()}
        for file, of_file in said["lines"].items()
    }
    return Baseline(dict(zip(names, said["spent"], strict=True)), lines)
