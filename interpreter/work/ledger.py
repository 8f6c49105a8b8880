"""A write-ahead log of results, in JSON Lines: the plan first, then a line for each chunk, in their order.

A line is written whole and flushed before anybody is told of it. Who is killed leaves at most one line that
is not whole, the last one; whoever goes on drops it and does its chunk again.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any

from interpreter.errors.user_errors import StudyFileError
from interpreter.work.job import Outcome

FORMAT = "ludwright results"
VERSION = 1
#: A larger file is none of ours.
MOST_BYTES = 1 << 32
#: A longer first line is no plan.
_LONGEST_HEAD = 1 << 24
#: What plans are of, by the first word of their part; of a study unless it is one of these.
_KINDS = {"match": "match", "vary": "search among variants", "compare": "comparison"}


class Ledger:
    """Results in a file, to be added to. Close it, or use it in a `with`."""

    def __init__(self, path: str | Path, plan: Mapping[str, Any]) -> None:
        """Begin a file, or go on with one of the same plan.

        Raises StudyFileError for a file of something else, and where it cannot be read or written.
        """
        self.path = Path(path)
        self._head = _line({"format": FORMAT, "version": VERSION, "plan": plan})
        self.outcomes: list[Outcome] = []
        try:
            self._file = self._opened()
        except OSError as error:
            raise StudyFileError(f"{self.path} cannot be used: {error.strerror}") from error

    def _opened(self) -> IO[bytes]:
        if self.path.exists() and not self.path.is_file():
            raise StudyFileError(f"{self.path} is no regular file")
        file = self.path.open("r+b" if self.path.exists() else "x+b")
        try:
            _lock(file, self.path)
            whole = self._read(file)
            file.truncate(whole)
            file.seek(whole)
            if not whole:
                self._put(file, self._head)
        except BaseException:
            file.close()
            raise
        return file

    def _read(self, file: IO[bytes]) -> int:
        """Take in what is there; how many bytes of it count."""
        if os.fstat(file.fileno()).st_size > MOST_BYTES:
            raise StudyFileError(f"{self.path} is too large to be a file of results")
        head = file.readline(len(self._head) + 1)
        if not head or (self._head.startswith(head) and not head.endswith(b"\n")):
            return 0  # killed before the first line was whole
        if head != self._head:
            rest = b"" if head.endswith(b"\n") else file.readline(_LONGEST_HEAD)
            raise StudyFileError(_whose(self.path, head + rest))
        whole = len(head)
        for line in file:
            outcome = _outcome(line, len(self.outcomes))
            if outcome is None:
                if line.endswith(b"\n"):
                    raise StudyFileError(
                        f"line {len(self.outcomes) + 2} of {self.path} is no result of chunk "
                        f"{len(self.outcomes)}"
                    )
                break
            self.outcomes.append(outcome)
            whole += len(line)
        return whole

    def add(self, outcome: Outcome) -> None:
        """The next chunk's result, on disk when this returns. Raises StudyFileError."""
        try:
            self._put(self._file, _line({"chunk": len(self.outcomes), "result": outcome}))
        except OSError as error:
            raise StudyFileError(f"{self.path} cannot be written: {error.strerror}") from error
        self.outcomes.append(outcome)

    @staticmethod
    def _put(file: IO[bytes], line: bytes) -> None:
        file.write(line)
        file.flush()

    def close(self) -> None:
        """Let the file go."""
        self._file.close()

    def __enter__(self) -> Ledger:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _line(what: Mapping[str, Any]) -> bytes:
    return json.dumps(what, sort_keys=True, separators=(",", ":"), allow_nan=False).encode() + b"\n"


def _outcome(line: bytes, number: int) -> Outcome | None:
    """The result of the chunk of that number; None for anything else."""
    if not line.endswith(b"\n"):
        return None
    try:
        result = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if (
        not isinstance(result, dict)
        or result.get("chunk") != number
        or not isinstance(result.get("result"), dict)
    ):
        return None
    outcome: Outcome = result["result"]
    return outcome


def _whose(path: Path, head: bytes) -> str:
    try:
        result = json.loads(head)
    except (ValueError, RecursionError):
        result = None
    if isinstance(result, dict) and result.get("format") == FORMAT:
        plan = result.get("plan")
        part = str(plan.get("part")).partition(":")[0] if isinstance(plan, dict) else ""
        what = _KINDS.get(part, "study")
        return f"{path} has the results of another {what}, or of other rules: name another file"
    return f"{path} is no file of results: it is left as it is"


def _lock(file: IO[bytes], path: Path) -> None:
    """Two runs of one file would write between each other's lines."""
    try:
        import fcntl
    except ImportError:  # where there is none, the file itself cannot be opened twice for writing
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise StudyFileError(f"another run is writing to {path}") from None
