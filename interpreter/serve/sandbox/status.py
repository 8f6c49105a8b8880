"""What this machine can protect strangers' rules by, found out by trying, and what is refused without it."""

from __future__ import annotations

import ipaddress
import os
import subprocess
import sys
from functools import cache

from gdl.support.values import frozen
from interpreter.errors.user_errors import BadRequestError, SandboxError
from interpreter.serve.messages.codec import decode, object_in
from interpreter.serve.sandbox.confine import Measure, unprotected
from interpreter.serve.sandbox.probe import ATTEMPTS, Findings

#: The longest that the probe may take: seconds.
PATIENCE = 20.0


@frozen
class Status:
    """The mechanisms of this machine, and what a confined process could do all the same (see `probe`)."""

    measures: tuple[Measure, ...]
    possible: tuple[str, ...]
    #: why nothing could be found out
    failed: str = ""

    @property
    def missing(self) -> tuple[str, ...]:
        """What is not protected: of `files`, `network`, `processes`, `resources`."""
        if self.failed:
            return tuple(dict.fromkeys(ATTEMPTS.values()))
        open_to = {ATTEMPTS[name] for name in self.possible if name in ATTEMPTS}
        return tuple(dict.fromkeys((*unprotected(self.measures), *sorted(open_to))))

    @property
    def words(self) -> str:
        """All of it in one line: `Landlock, ...; not: namespaces (Operation not permitted)`."""
        if self.failed:
            return f"no sandbox: {self.failed}"
        works = ", ".join(each.name for each in self.measures if each.works) or "nothing"
        fails = ", ".join(f"{each.name} ({each.why})" for each in self.measures if not each.works)
        return works + (f"; not: {fails}" if fails else "")


@cache
def status() -> Status:
    """What this machine has, found out once by a process that confines itself and tries to get out."""
    if not hasattr(os, "fork"):
        return Status((), (), "this system cannot fork processes")
    try:
        done = subprocess.run(
            (sys.executable, "-P", "-m", "interpreter.serve.sandbox.probe"),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment(),
            timeout=PATIENCE,
            check=True,
        )
        findings = decode(Findings, object_in(done.stdout))
        return Status(findings.measures, findings.possible)
    except (OSError, BadRequestError, subprocess.SubprocessError) as error:
        return Status((), (), f"the probe failed ({type(error).__name__})")


def environment() -> dict[str, str]:
    """What processes of the sandbox have for an environment: where modules are, and nothing of the user's."""
    here = [path for path in sys.path if path and os.path.isdir(path)]
    return {
        "PYTHONPATH": os.pathsep.join(here),
        "LUDWRIGHT_CACHE": "",  # nothing is kept on disk
        "MALLOC_ARENA_MAX": "2",
        "LC_ALL": "C.UTF-8",
        "TZ": "UTC",
    }


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach a server that is bound to an address."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def allow_workshop(host: str, known: Status | None = None) -> Status:
    """What strangers' rules would run under at an address. Raises SandboxError where that is too little.

    On the loopback it is the user's own machine and the user's own rules: limits and timers do.
    """
    if not hasattr(os, "fork"):
        raise SandboxError("a workshop takes a system that can fork processes, which this one cannot")
    here = status() if known is None else known
    if here.missing and not is_loopback(host):
        without = ", ".join(here.missing)
        raise SandboxError(
            f"a workshop for others (at {host}) is refused: on this machine nothing protects {without} from "
            f"strangers' rules ({here.words})"
        )
    return here
