"""The process that checks texts for the language server, so that a check can be stopped at any time.

Jobs and answers are pickles, each after its length in eight bytes. Only the server that made the process
talks to it.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import pickle
import struct
import sys
from pathlib import Path
from typing import BinaryIO

from gdl.source.diagnostics import Diagnostic
from gdl.support.values import frozen
from interpreter.errors.memory import want_of_memory

LENGTH = struct.Struct(">Q")


@frozen
class Job:
    """A text to be checked: its name, where its includes stand, and the texts that count instead of files."""

    number: int
    name: str
    text: str
    folder: str | None
    unsaved: dict[str, str]


@frozen
class Answer:
    """What is to be said; `failed` is told where the check itself went wrong."""

    number: int
    diagnostics: tuple[Diagnostic, ...]
    failed: str = ""


def packed(value: Job | Answer) -> bytes:
    """A job or an answer with its length before it."""
    data = pickle.dumps(value)
    return LENGTH.pack(len(data)) + data


def answer(job: Job) -> Answer:
    """Check one text."""
    from gdl.assist.checking import check
    from gdl.source.text import Source
    from gdl.support.files import instead_of_files

    texts = {path: text.encode("utf-8", "surrogatepass") for path, text in job.unsaved.items()}
    try:
        with instead_of_files(texts):
            folder = None if job.folder is None else Path(job.folder)
            return Answer(job.number, check(Source(job.name, job.text), folder))
    except Exception as error:  # ours: said so, and the next check is tried as ever
        lacking = want_of_memory(error)
        if lacking is not None:
            return Answer(job.number, (), f"{lacking.code}: {lacking.message}")
        what = " ".join(str(error).split())[:200]
        return Answer(job.number, (), f"{type(error).__name__}: {what}")


def serve(jobs: BinaryIO, answers: BinaryIO) -> None:
    """Answer jobs until there are no more."""
    import gdl.compile.compile  # noqa: F401  (before the first job comes)

    while True:
        length = jobs.read(LENGTH.size)
        if len(length) < LENGTH.size:
            return
        job = pickle.loads(jobs.read(LENGTH.unpack(length)[0]))
        answers.write(packed(answer(job)))
        answers.flush()


if __name__ == "__main__":
    # Whatever prints something must not disturb the answers.
    own = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    # the module that the server imports, so that both mean the same classes
    from interpreter.lsp import worker

    with contextlib.suppress(AttributeError, OSError):
        os.nice(5)  # whoever types comes first
    worker.serve(sys.stdin.buffer, own)

# --- collecting garbage while the author pauses, so that no request waits for it ------------------------

#: A pause: so many seconds in which nothing is asked.
PAUSE = 0.5
#: How many answers make a collection worth while, and after how many there is one without a pause.
ENOUGH, MOST = 200, 5000


class Pauses:
    """Waits for pauses between requests."""

    def __init__(self) -> None:
        self._answers = 0
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """From now on garbage is collected in pauses alone."""
        gc.disable()

    def answered(self) -> None:
        """A request was answered."""
        self._answers += 1
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._answers >= MOST:
            self._collect()
        elif self._answers >= ENOUGH:
            self._timer = asyncio.get_running_loop().call_later(PAUSE, self._collect)

    def _collect(self) -> None:
        self._answers, self._timer = 0, None
        gc.collect()
