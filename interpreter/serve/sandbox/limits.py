"""Resource limits of a process (rlimits): processor time, memory, files, processes."""

from __future__ import annotations

import contextlib
import os
import sys

from gdl.support.values import frozen

if sys.platform != "win32":
    import resource


@frozen
class Limits:
    """What a process may take in all. None of these can be raised again from inside."""

    #: seconds of processor time, over the whole life of the process
    cpu: int = 600
    #: bytes of address space, besides what it has when it is confined
    memory: int = 1 << 30
    #: open files, those that it was given included
    files: int = 32
    #: threads; counted only where the process has a user namespace of its own
    threads: int = 32
    #: how far it stands behind others where processor time is scarce (niceness)
    nice: int = 15

    def apply(self, own_user: bool) -> None:
        """Put them on this process, as far as the system lets one; `own_user`: it has a user namespace."""
        bound("RLIMIT_CPU", self.cpu, self.cpu + 1)
        with contextlib.suppress(OSError):
            os.nice(self.nice)
        _stand_back()
        memory = _address_space() + self.memory
        bound("RLIMIT_AS", memory, memory)
        bound("RLIMIT_NOFILE", self.files, self.files)
        bound("RLIMIT_FSIZE", 0, 0)  # nothing is written into any file
        bound("RLIMIT_CORE", 0, 0)
        bound("RLIMIT_MEMLOCK", 0, 0)
        bound("RLIMIT_MSGQUEUE", 0, 0)
        if own_user:  # elsewhere all processes of the user count, and no thread could be started
            bound("RLIMIT_NPROC", self.threads, self.threads)


def _stand_back() -> None:
    """Run by the idle policy of the scheduler (SCHED_IDLE), on half of the cores at most.

    Whoever wakes up need not wait for its time to be over, and a core that runs nothing else counts as free
    when another process looks for one. So what never ends, until it is killed, leaves the other half of the
    cores (of two: one) to those who play, and takes of its own half what they leave.
    """
    with contextlib.suppress(AttributeError, OSError):  # only Linux has these
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    with contextlib.suppress(AttributeError, OSError):
        cores = sorted(os.sched_getaffinity(0))
        if len(cores) > 1:
            os.sched_setaffinity(0, cores[(len(cores) + 1) // 2 :])


def _address_space() -> int:
    """What this process has mapped, in bytes; where that is not told, more than it will have."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[0]) * resource.getpagesize()
    except OSError:
        return 2 << 30


def bound(name: str, soft: int, hard: int) -> None:
    """Lower a limit of this process; one that is lower already stays so."""
    which = getattr(resource, name, None)
    if which is None:  # not every system has all
        return
    old_soft, old_hard = resource.getrlimit(which)
    hard = hard if old_hard == resource.RLIM_INFINITY else min(hard, old_hard)
    soft = min(soft, hard) if old_soft == resource.RLIM_INFINITY else min(soft, hard, old_soft)
    with contextlib.suppress(ValueError, OSError):  # some systems have limits that cannot be set
        resource.setrlimit(which, (soft, hard))
