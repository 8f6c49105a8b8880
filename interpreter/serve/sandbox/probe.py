"""The probe: a process that confines itself and then tries to get out. What is told of a sandbox was seen."""

from __future__ import annotations

import ctypes
import mmap
import os
import socket
import sys
import tempfile
from collections.abc import Callable

from gdl.support.values import frozen
from interpreter.serve.messages.codec import to_line
from interpreter.serve.sandbox import kernel
from interpreter.serve.sandbox.confine import (
    FILES,
    NETWORK,
    PROCESSES,
    RESOURCES,
    Measure,
    confine,
)
from interpreter.serve.sandbox.limits import Limits

#: What each attempt would show to be unprotected.
ATTEMPTS: dict[str, str] = {
    "read a file": FILES,
    "list a folder": FILES,
    "write a file": FILES,
    "speak UDP": NETWORK,
    "speak TCP": NETWORK,
    "start a process": PROCESSES,
    "run a program": PROCESSES,
    "signal its parent": PROCESSES,
    "take more memory": RESOURCES,
}


@frozen
class Findings:
    """What a probe has found: what was put in place, and what could be done all the same."""

    measures: tuple[Measure, ...]
    possible: tuple[str, ...]


def attempts(folder: str) -> tuple[str, ...]:
    """What this process can do of `ATTEMPTS`; `folder` is one where anybody may write."""
    limit = 2 * Limits().memory
    acts: dict[str, Callable[[], object]] = {
        "read a file": lambda: open("/etc/passwd", "rb").close(),
        "list a folder": lambda: os.listdir("/"),
        "write a file": lambda: _write(os.path.join(folder, f"ludwright-probe-{os.getpid()}")),
        "speak UDP": _send_datagram,
        "speak TCP": _listen,
        "start a process": _fork,
        "run a program": _execute,
        "signal its parent": lambda: os.kill(os.getppid(), 0),
        "take more memory": lambda: mmap.mmap(-1, limit).close(),
    }
    return tuple(name for name in ATTEMPTS if _works(acts[name]))


def _works(act: Callable[[], object]) -> bool:
    try:
        act()
    except (OSError, MemoryError):
        return False
    return True


def _write(path: str) -> None:
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    os.unlink(path)


def _send_datagram() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as made:
        made.connect(("127.0.0.1", 9))
        made.send(b"x")


def _listen() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as made:
        made.bind(("127.0.0.1", 0))
        made.listen(1)


def _fork() -> None:
    pid = os.fork()
    if not pid:
        os._exit(0)
    os.waitpid(pid, 0)


def _execute() -> None:
    """Whether the call gets as far as to look for the program: this process itself is not to be replaced."""
    failed = kernel.libc().execve(ctypes.c_char_p(b"/nowhere/at/all"), None, None)
    number = ctypes.get_errno()
    if failed < 0 and number != 2:
        raise OSError(number, os.strerror(number))


def main() -> None:
    """Confine this process as those that run rules are, try to get out, and write what was found."""
    folder = tempfile.gettempdir()  # found by writing
    measures = confine(Limits())
    sys.stdout.buffer.write(to_line(Findings(measures, attempts(folder))))
    sys.stdout.flush()
    os._exit(0)


if __name__ == "__main__":
    main()
