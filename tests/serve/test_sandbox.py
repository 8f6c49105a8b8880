"""The sandbox: what a confined process cannot do, and that what misbehaves is ended without a trace."""

from __future__ import annotations

import asyncio
import os
import platform
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from interpreter.errors.user_errors import BusyError, CrashedError, LateError, SandboxError

if not hasattr(os, "fork"):
    pytest.skip("this system cannot fork", allow_module_level=True)

from interpreter.serve.messages.worker import Answer, ShopRequest
from interpreter.serve.sandbox import patience
from interpreter.serve.sandbox.confine import (
    FILES,
    NETWORK,
    PROCESSES,
    RESOURCES,
    Measure,
    unprotected,
)
from interpreter.serve.sandbox.limits import Limits
from interpreter.serve.sandbox.probe import ATTEMPTS
from interpreter.serve.sandbox.status import Status, allow_workshop, environment, is_loopback, status
from interpreter.serve.sandbox.supervisor import Nursery

#: Seconds: against a hang, on a machine that has much else to do.
LONG = 30.0
MODULE = "tests.serve.escaping"


def confined() -> None:
    """Skip a test where this machine cannot confine a process, and say why."""
    if status().missing:
        pytest.skip(f"nothing protects {', '.join(status().missing)} here: {status().words}")


def with_nursery(work: Callable[[Nursery], Coroutine[Any, Any, Any]], strict: bool = True) -> Any:
    async def run() -> Any:
        nursery = Nursery(MODULE, strict)
        try:
            return await work(nursery)
        finally:
            await nursery.stop()

    return asyncio.run(run())


def to(do: str) -> ShopRequest:
    """A request to do something."""
    return ShopRequest(0, {"do": do})


def wrong(answer: Answer) -> str:
    """The code of what is wrong."""
    assert answer.error is not None
    return answer.error.code


def asked(does: str) -> Answer:
    """What a confined process answers."""

    async def ask(nursery: Nursery) -> Answer:
        return await (await nursery.child()).ask(to(does), LONG)

    answer: Answer = with_nursery(ask)
    return answer


# --- What cannot be done ----------------------------------------------------------------------------------


@pytest.mark.parametrize("what", ATTEMPTS)
def test_from_inside_it_fails(what: str) -> None:
    """Opening and listing files, writing, sockets, starting processes and programs, signals, memory."""
    confined()
    assert what not in status().possible


def test_a_worker_is_confined_as_the_probe_is() -> None:
    confined()
    assert asked("attempts") == Answer(1, ok=[])


def test_nothing_is_inherited() -> None:
    confined()
    os.environ["LUDWRIGHT_SECRET"] = "for nobody"
    opened = os.open(os.devnull, os.O_RDONLY)
    os.set_inheritable(opened, True)
    try:
        assert asked("descriptors").ok == []
        assert set(asked("environment").ok) <= {*environment(), "LC_CTYPE"}
    finally:
        del os.environ["LUDWRIGHT_SECRET"]
        os.close(opened)


def test_what_is_allowed_can_be_read_and_nothing_imported() -> None:
    confined()
    text = (Path(__file__).parent / "hostile" / "endless-while.lud").read_text()
    assert asked("allowed").ok == len(text)
    assert wrong(asked("import")) in ("PermissionError", "ModuleNotFoundError")


@pytest.mark.skipif(platform.machine() != "x86_64", reason="machine code of x86-64")
def test_compiled_rules_can_run() -> None:
    confined()
    assert asked("execute memory").ok == 42


#: Each mechanism by itself, what it has to stop, and what puts it in place.
ALONE = {
    "Landlock": (
        {"read a file", "list a folder", "write a file", "speak TCP", "run a program"},
        "kernel.prctl(kernel.PR_SET_NO_NEW_PRIVS, 1); landlock.restrict([])",
    ),
    "namespaces": (
        {"speak UDP"},
        "kernel.unshare(kernel.CLONE_NEWUSER | kernel.CLONE_NEWNET | kernel.CLONE_NEWIPC)",
    ),
    "system calls": (
        {"write a file", "speak UDP", "speak TCP", "start a process", "run a program", "signal its parent"},
        "kernel.prctl(kernel.PR_SET_NO_NEW_PRIVS, 1); seccomp.filter_calls()",
    ),
    "limits": ({"take more memory"}, "limits.Limits().apply(False)"),
}


@pytest.mark.parametrize("name", ALONE)
def test_each_mechanism_stops_what_it_says(name: str) -> None:
    works = {each.name: each for each in status().measures}
    if name not in works or not works[name].works:
        pytest.skip(f"no {name} here: {status().words}")
    stopped, step = ALONE[name]
    if name == "Landlock":  # older versions know no TCP; running what is not there is refused by none
        stopped = {"read a file", "list a folder", "write a file"}
    if name == "system calls":  # what is opened for writing is Landlock's business
        stopped = stopped - {"write a file"}
    code = (
        "from interpreter.serve.sandbox import kernel, landlock, limits, seccomp\n"
        "from interpreter.serve.sandbox.probe import attempts\n"
        f"{step}\nprint(','.join(attempts('/tmp')))"
    )
    done = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, check=True)
    possible = {*done.stdout.strip().split(",")}
    assert not stopped & possible
    assert possible & {*ATTEMPTS}, "alone it does not stop everything: else this shows nothing"


# --- What misbehaves --------------------------------------------------------------------------------------


def test_what_is_late_is_killed_and_the_next_goes_on() -> None:
    async def work(nursery: Nursery) -> None:
        spinning, other = await nursery.child(), await nursery.child()
        assert (await spinning.ask(to("threads"), LONG)).ok == 9
        began = time.monotonic()
        with pytest.raises(LateError, match=r"longer than 0\.2 seconds"):
            await spinning.ask(to("spin"), 0.2)
        assert time.monotonic() - began < patience.WAIT
        assert (await other.ask(to("well"), LONG)).ok == "well"
        assert nursery.children == 1  # the other
        with pytest.raises(CrashedError):
            await spinning.ask(to("well"), LONG)
        assert (await (await nursery.child()).ask(to("well"), LONG)).ok == "well"

    with_nursery(work)


def test_who_is_kept_waiting_for_a_processor_is_not_late() -> None:
    """A process that stands still has had no time of one: its limit is processor time."""

    async def work(nursery: Nursery) -> None:
        child = await nursery.child()
        assert (await child.ask(to("well"), LONG)).ok == "well"
        pid = nursery._pids[1]
        os.kill(pid, signal.SIGSTOP)
        asking = asyncio.ensure_future(child.ask(to("well"), 0.1))
        await asyncio.sleep(1.0)  # ten times as long
        assert not asking.done()
        os.kill(pid, signal.SIGCONT)
        assert (await asking).ok == "well"

    with_nursery(work)


def test_a_machine_that_has_too_much_else_to_do_is_told_apart_from_rules_that_are_late(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(patience, "WAIT", 0.0)

    async def work(nursery: Nursery) -> None:
        child = await nursery.child()
        assert (await child.ask(to("well"), LONG)).ok == "well"
        os.kill(nursery._pids[1], signal.SIGSTOP)
        with pytest.raises(BusyError) as raised:
            await child.ask(to("well"), 0.02)
        assert raised.value.code == "E0794" and nursery.children == 0

    with_nursery(work)


@pytest.mark.parametrize("does", ["leave", "long"])
def test_what_ends_or_answers_without_end_is_told(does: str) -> None:
    async def work(nursery: Nursery) -> int:
        with pytest.raises(CrashedError):
            await (await nursery.child()).ask(to(does), LONG)
        assert (await (await nursery.child()).ask(to("well"), LONG)).ok == "well"
        return nursery.children

    assert with_nursery(work) == 1


def test_memory_has_an_end() -> None:
    async def work(nursery: Nursery) -> Any:
        child = await nursery.child(Limits(memory=200 << 20))
        return await child.ask(to("eat"), LONG)

    assert wrong(with_nursery(work)) == "MemoryError"


@pytest.mark.slow
def test_processor_time_has_an_end_though_nobody_looks() -> None:
    async def work(nursery: Nursery) -> None:
        with pytest.raises(CrashedError):
            await (await nursery.child(Limits(cpu=1))).ask(to("spin"), LONG)

    with_nursery(work)


def test_a_request_that_nobody_waits_for_any_more_ends_its_process() -> None:
    async def work(nursery: Nursery) -> int:
        child = await nursery.child()
        asking = asyncio.ensure_future(child.ask(to("spin"), LONG))
        await asyncio.sleep(0.1)
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        return nursery.children

    assert with_nursery(work) == 0


def test_a_fork_server_that_is_lost_is_started_again() -> None:
    async def work(nursery: Nursery) -> None:
        child = await nursery.child()
        await child.ask(to("well"), LONG)
        assert nursery.pid is not None
        os.kill(nursery.pid, signal.SIGKILL)
        with pytest.raises(CrashedError):
            await child.ask(to("spin"), LONG)
        while nursery.children:
            await asyncio.sleep(0.01)
        assert (await (await nursery.child()).ask(to("well"), LONG)).ok == "well"

    with_nursery(work)


@pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="only Linux ends processes with their parent"
)
def test_nothing_outlives_the_server(tmp_path: Path) -> None:
    """The server is killed while a process works: neither that nor the fork server is left."""
    code = (
        "import asyncio\n"
        "from interpreter.serve.sandbox.supervisor import Nursery\n"
        "from interpreter.serve.messages.worker import ShopRequest\n"
        "async def main():\n"
        f"    nursery = Nursery({MODULE!r}, False)\n"
        "    child = await nursery.child()\n"
        "    await child.ask(ShopRequest(0, {'do': 'well'}), 30)\n"
        "    print(nursery.pid, flush=True)\n"
        "    await child.ask(ShopRequest(0, {'do': 'spin'}), 60)\n"
        "asyncio.run(main())\n"
    )
    server = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    nursery = int(server.stdout.readline())
    children = Path(f"/proc/{nursery}/task/{nursery}/children").read_text().split()
    assert children
    server.kill()
    server.wait()
    server.stdout.close()
    end = time.monotonic() + LONG
    while time.monotonic() < end and any(_runs(pid) for pid in (nursery, *map(int, children))):
        time.sleep(0.02)
    assert not [pid for pid in (nursery, *map(int, children)) if _runs(pid)]


def _runs(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


# --- What is refused --------------------------------------------------------------------------------------


ALL = tuple(
    Measure(name, protects, True)
    for name, protects in (
        ("namespaces", (NETWORK,)),
        ("limits", (RESOURCES,)),
        ("no new privileges", ()),
        ("Landlock", (FILES,)),
        ("system calls", (NETWORK, PROCESSES)),
    )
)


def without(*names: str) -> Status:
    """A machine that lacks these."""
    return Status(
        tuple(each if each.name not in names else Measure(each.name, each.protects, False, "not there")
              for each in ALL), ()
    )  # fmt: skip


def test_a_public_workshop_needs_everything_protected() -> None:
    assert allow_workshop("0.0.0.0", without()).missing == ()
    assert allow_workshop("0.0.0.0", without("namespaces")).missing == ()  # system calls protect it, too
    for lacking, what in (("Landlock", FILES), ("system calls", PROCESSES), ("limits", RESOURCES)):
        with pytest.raises(SandboxError, match=what) as raised:
            allow_workshop("192.168.1.2", without(lacking))
        assert raised.value.code == "E0790"
        assert allow_workshop("127.0.0.1", without(lacking)).missing == (what,)
    assert unprotected(without("no new privileges").measures) == (FILES, NETWORK, PROCESSES, RESOURCES)


def test_what_was_seen_to_work_counts_more_than_what_was_put_in_place() -> None:
    found = Status(ALL, ("read a file",))
    assert found.missing == (FILES,)
    with pytest.raises(SandboxError):
        allow_workshop("example.org", found)


def test_a_machine_of_which_nothing_is_known_has_nothing() -> None:
    with pytest.raises(SandboxError, match="the probe failed"):
        allow_workshop("::", Status((), (), "the probe failed"))


@pytest.mark.parametrize("host", ["127.0.0.1", "127.8.9.1", "localhost", "::1", "[::1]"])
def test_loopback(host: str) -> None:
    assert is_loopback(host)


@pytest.mark.parametrize(
    "host", ["0.0.0.0", "::", "10.0.0.1", "localhost.example.org", "127.0.0.1.example.org", ""]
)
def test_not_loopback(host: str) -> None:
    assert not is_loopback(host)
