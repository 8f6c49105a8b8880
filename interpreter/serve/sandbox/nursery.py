"""A fork server: one process imports everything once, and forks a confined process for whoever asks.

Forking takes milliseconds where starting takes seconds, and what was imported is shared (copy-on-write). The
fork server itself never reads anything that strangers wrote. It is told what to do in lines of JSON on a
socket, and ends, with all its children, when that is closed:

    {"do": "start", "number": 1, "limits": {...}, "strict": true}    and with it the child's descriptor
    {"do": "kill", "number": 1}

It reports that it is ready once, and of each child that it has started, and that it has ended, when it is
reaped (`interpreter.serve.sandbox.orders`).
"""

from __future__ import annotations

import contextlib
import gc
import os
import select
import signal
import socket
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import BinaryIO

from interpreter.serve.messages.codec import decode, object_in, to_line
from interpreter.serve.sandbox.confine import close_all_but, confine, unprotected
from interpreter.serve.sandbox.kernel import IS_LINUX, PR_SET_PDEATHSIG, prctl
from interpreter.serve.sandbox.limits import Limits
from interpreter.serve.sandbox.orders import Ended, KillChild, Order, Ready, Report, StartChild, Started

#: What a child does: answers what it reads.
Serve = Callable[[BinaryIO, BinaryIO], None]

#: How a child ends that cannot be confined as it must be.
NOT_CONFINED = 70
#: How far the whole session stands behind others: niceness. (A tenth of a core is its own even where others
#: take all of it; by 5 it was a quarter, and who plays noticed.)
SESSION_NICENESS = 10
_MAX_LINE = 65536


def tend(control: socket.socket, serve: Serve, readable: Sequence[Path]) -> None:
    """Fork children until `control` is closed; each runs `serve`, and may read below `readable`."""
    if IS_LINUX:
        prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    # Where each session has a share of the processor of its own, being nice counts within that alone.
    with contextlib.suppress(OSError), open("/proc/self/autogroup", "w", encoding="ascii") as share:
        share.write(str(SESSION_NICENESS))
    gc.collect()
    gc.freeze()  # what stands now is shared: it is not to be written to by collecting it
    _Nursery(control, serve, readable).run()


class _Nursery:
    def __init__(self, control: socket.socket, serve: Serve, readable: Sequence[Path]) -> None:
        self._control = control
        self._serve = serve
        self._readable = readable
        self._children: dict[int, int] = {}  # process ids by number
        self._unread = b""
        self._descriptors: list[int] = []
        self._bell, self._ringer = os.pipe()

    def run(self) -> None:
        os.set_blocking(self._bell, False)
        os.set_blocking(self._ringer, False)
        signal.signal(signal.SIGCHLD, lambda number, frame: None)
        signal.set_wakeup_fd(self._ringer, warn_on_full_buffer=False)
        self._report(Ready())
        while self._turn():
            pass
        for pid in self._children.values():
            _kill_group(pid)

    def _turn(self) -> bool:
        """Wait for something and do it; whether there may be more."""
        control = self._control.fileno()
        heard, _, _ = select.select([control, self._bell], [], [])
        if self._bell in heard:
            with contextlib.suppress(BlockingIOError):
                os.read(self._bell, 4096)
            self._reap()
        if control not in heard:
            return True
        data, descriptors, _, _ = socket.recv_fds(self._control, _MAX_LINE, 8)
        self._descriptors += descriptors
        *lines, self._unread = (self._unread + data).split(b"\n")
        for line in lines:
            self._obey(decode(Order, object_in(line)))
        return bool(data)

    def _obey(self, order: Order) -> None:
        match order:
            case StartChild(number=number, limits=limits, strict=strict):
                self._start(number, limits, strict)
            case KillChild(number=number):
                if (pid := self._children.get(number)) is not None:
                    _kill_group(pid)

    def _start(self, number: int, limits: Limits, strict: bool) -> None:
        end = self._descriptors.pop(0)
        try:
            pid = os.fork()
        except OSError:
            os.close(end)
            self._report(Ended(number, 1))
            return
        if not pid:
            self._live(end, limits, strict)
        os.close(end)
        with contextlib.suppress(OSError):  # whoever comes first
            os.setpgid(pid, pid)
        self._children[number] = pid
        self._report(Started(number, pid))

    def _live(self, end: int, limits: Limits, strict: bool) -> None:
        """What the child does, which never returns."""
        status = 1
        try:
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            signal.signal(signal.SIGINT, signal.SIG_IGN)
            os.setpgid(0, 0)
            nothing = os.open(os.devnull, os.O_RDWR)
            os.dup2(end, 0)
            os.dup2(end, 1)
            os.dup2(nothing, 2)
            close_all_but((0, 1, 2))
            os.umask(0o077)
            orphan = os.getppid() == 1
            os.chdir("/")
            # whatever prints disturbs no answer
            sys.stdout = sys.stderr = os.fdopen(2, "w", closefd=False)
            requests, answers = os.fdopen(0, "rb", closefd=False), os.fdopen(1, "wb", closefd=False)
            missing = unprotected(confine(limits, self._readable))
            if orphan or (strict and missing):
                os._exit(NOT_CONFINED)
            self._serve(requests, answers)
            status = 0
        finally:
            os._exit(status)

    def _reap(self) -> None:
        for number, pid in list(self._children.items()):
            with contextlib.suppress(ChildProcessError):
                ended, status = os.waitpid(pid, os.WNOHANG)
                if ended:
                    del self._children[number]
                    self._report(Ended(number, os.waitstatus_to_exitcode(status)))

    def _report(self, report: Report) -> None:
        with contextlib.suppress(OSError):
            self._control.sendall(to_line(report))


def _kill_group(pid: int) -> None:
    """End a child that has not been reaped, and whatever it has started."""
    for kill in (os.killpg, os.kill):  # the group may not be there yet
        with contextlib.suppress(OSError):
            kill(pid, signal.SIGKILL)
