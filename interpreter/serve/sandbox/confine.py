"""Confinement: a process gives up, for good, what it does not need: files, network, processes, privileges."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Sequence
from pathlib import Path

from gdl.support.values import frozen
from interpreter.serve.sandbox import kernel, landlock, seccomp
from interpreter.serve.sandbox.limits import Limits

#: What is protected, each by one mechanism or more.
FILES, NETWORK, PROCESSES, RESOURCES = "files", "network", "processes", "resources"


@frozen
class Measure:
    """One mechanism, what it protects, and whether it was put in place; `why` it was not."""

    name: str
    protects: tuple[str, ...]
    works: bool
    why: str = ""


def close_all_but(kept: Sequence[int]) -> None:
    """Close every file descriptor that is not among these."""
    first = 0
    for each in (*sorted(kept), max(os.sysconf("SC_OPEN_MAX"), 4096)):
        if first < each:  # an empty range would be taken for all
            os.closerange(first, each)
        first = each + 1


def confine(limits: Limits, readable: Sequence[Path] = ()) -> tuple[Measure, ...]:
    """Confine this process, which may have one thread only, and below `readable` may go on reading files.

    Whatever the system has is put in place; the answer says what that was. Everything that is to be
    imported has to be imported before. Descriptors that are open stay so, see `close_all_but`.
    """
    kernel_has = kernel.IS_LINUX
    if kernel_has:
        kernel.libc()  # not to be looked for any more later
    done: list[Measure] = []

    def take(name: str, protects: tuple[str, ...], step: Callable[[], object]) -> bool:
        try:
            if not kernel_has:
                raise OSError("only Linux has it")
            step()
        except (OSError, AttributeError) as error:
            said = getattr(error, "strerror", None) or str(error)
            done.append(Measure(name, protects, False, str(said)))
            return False
        done.append(Measure(name, protects, True))
        return True

    own_user = take("namespaces", (NETWORK,), _namespaces)
    take("capabilities", (), kernel.drop_capabilities)
    limits.apply(own_user)
    done.append(Measure("limits", (RESOURCES,), True))
    # Namespaces and capabilities undo what these two do: they come behind.
    take("death with the parent", (), lambda: kernel.prctl(kernel.PR_SET_PDEATHSIG, signal.SIGKILL))
    take("no look from outside", (), lambda: kernel.prctl(kernel.PR_SET_DUMPABLE, 0))
    take("no new privileges", (), lambda: kernel.prctl(kernel.PR_SET_NO_NEW_PRIVS, 1))
    take("Landlock", (FILES,), lambda: landlock.restrict(readable))
    take("system calls", (NETWORK, PROCESSES), seccomp.filter_calls)
    return tuple(done)


def _namespaces() -> None:
    kernel.unshare(kernel.CLONE_NEWUSER | kernel.CLONE_NEWNET | kernel.CLONE_NEWIPC)


def unprotected(measures: Sequence[Measure]) -> tuple[str, ...]:
    """What no mechanism that was put in place protects."""
    covered = {what for each in measures if each.works for what in each.protects}
    needed = [FILES, NETWORK, PROCESSES, RESOURCES]
    # what runs a file could run anything: all of these rest on that there are no new privileges
    if not all(each.works for each in measures if each.name == "no new privileges"):
        covered.clear()
    return tuple(each for each in needed if each not in covered)
