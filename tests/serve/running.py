"""A server as users start it, in a process of its own, on a port that the system chooses."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from attrs import frozen


@frozen
class Server:
    """A running server."""

    address: str
    process: subprocess.Popen[str]


@contextmanager
def serving(database: Path | str, *arguments: str) -> Iterator[Server]:
    """Start it, and end it when it is no longer needed."""
    command = (
        sys.executable,
        "-m",
        "interpreter.cli.main",
        "serve",
        "--port",
        "0",
        "--database",
        str(database),
    )
    process = subprocess.Popen([*command, *arguments], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert "http://" in line, line
        yield Server(line.split(" at ")[1].strip().rstrip("/"), process)
    finally:
        process.terminate()
        process.wait(20)


def children_of(pid: int) -> list[int]:
    """The processes that a process has started."""
    found = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii")
    return [int(each) for each in found.split()]
