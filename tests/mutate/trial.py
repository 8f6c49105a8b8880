"""The process that tries faults: with the tests of an area collected, it forks a copy of itself for each.

In the copy the functions of the faulty file get other code, so nothing is imported or collected again. What
runs while modules are imported cannot be changed so: for such a fault a process is started anew, after the
fault is in the file. Either way the file itself is changed, in a scratch copy of the project, for whoever
reads it.

Talks JSON on two pipes, a line each: what to do comes in, what became of it goes out.
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import resource
import select
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

#: Seconds after which a trial is ended that waits for something.
WAITING = 900.0
#: Bytes of memory of a trial.
MEMORY = 8 << 30


def functions_of(code: CodeType) -> Iterator[CodeType]:
    """The code objects inside one, in the order in which they stand."""
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from functions_of(constant)


def replacements(text: str, faulty: str, path: str) -> dict[CodeType, CodeType] | None:
    """Which code has to become which; None where the change is in what runs while the module is imported."""
    old, new = compile(text, path, "exec"), compile(faulty, path, "exec")
    before, after = list(functions_of(old)), list(functions_of(new))
    if [c.co_qualname for c in before] != [c.co_qualname for c in after]:
        return None
    if _own(old) != _own(new):
        return None
    found = {a: b for a, b in zip(before, after, strict=True) if a != b}
    # a class body is code that runs at once, as what is inside a function does not
    for a, b in found.items():
        if not a.co_flags & 0x0002 and _own(a) != _own(b):  # CO_NEWLOCALS: functions alone have it
            return None
    return found


def _own(code: CodeType) -> tuple[object, ...]:
    constants = tuple(c.co_qualname if isinstance(c, CodeType) else (type(c), c) for c in code.co_consts)
    return code.co_code, code.co_names, constants


def exchange(functions: list[FunctionType], pairs: dict[CodeType, CodeType]) -> bool:
    """Give functions their other code; False where none has it yet, or one has other captured variables.

    Code that no function has yet lies in the code around it.
    """
    having = [(each, pairs[each.__code__]) for each in functions if each.__code__ in pairs]
    try:
        for function, code in having:
            function.__code__ = code
    except ValueError:
        return False
    return bool(having)


class Trials:
    """A plug-in of pytest: in place of the loop of tests it does as it is told."""

    def __init__(self, told: int, tell: int) -> None:
        self.told, self.tell = os.fdopen(told, encoding="utf-8"), os.fdopen(tell, "w", encoding="utf-8")
        self.failed: str | None = None
        #: those of the project
        self.functions: list[FunctionType] = []
        self.broken: list[str] = []

    def say(self, **what: Any) -> None:
        print(json.dumps(what), file=self.tell, flush=True)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.broken.append(report.nodeid)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed = report.nodeid

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Wait for tasks until there are no more."""
        items = {item.nodeid: item for item in session.items}
        if self.broken:
            self.say(broken=self.broken)
            os._exit(0)
        gc.collect()
        here = os.getcwd()
        everything = (each for each in gc.get_objects() if type(each) is FunctionType)
        self.functions = [each for each in everything if each.__code__.co_filename.startswith(here)]
        gc.freeze()
        self.say(ready=list(items))
        for line in self.told:
            self._forked(partial(self._do, items, json.loads(line)))
        os._exit(0)

    def _do(self, items: dict[str, pytest.Item], task: dict[str, Any]) -> None:
        if task["do"] == "measure":
            self._measure(items, task["files"], task["tests"])
        else:
            self._try(items, task)

    def _forked(self, work: Callable[[], None]) -> None:
        """Do it in a copy of this process, and say what became of it if the copy could not."""
        home = tempfile.mkdtemp(prefix="mutate-")
        child = os.fork()
        if not child:
            os.setpgid(0, 0)
            os.environ["PYTEST_DEBUG_TEMPROOT"] = os.environ["TMPDIR"] = tempfile.tempdir = home
            try:
                work()
            except BaseException as error:
                self.say(error=f"{type(error).__name__}: {error}")
            finally:
                os._exit(3)
        with contextlib.suppress(OSError):
            os.setpgid(child, child)
        status = _waited(child, WAITING)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)  # what its tests have started
        if status is None:
            self.say(end="waited")
        elif os.WIFSIGNALED(status):
            self.say(end=signal.Signals(os.WTERMSIG(status)).name)
        elif os.WEXITSTATUS(status):
            self.say(end=f"code {os.WEXITSTATUS(status)}")
        else:
            self.say(end="")
        shutil.rmtree(home, ignore_errors=True)

    # --- in the copy ----------------------------------------------------------------------------------

    def _try(self, items: dict[str, pytest.Item], task: dict[str, Any]) -> None:
        """Run tests with a fault until one fails."""
        if task["text"] is not None:
            pairs = replacements(task["text"], task["faulty"], task["path"])
            if not pairs or not exchange(self.functions, pairs):
                self.say(cannot=True)
                os._exit(0)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        tests = [items[name] for name, _ in task["tests"]]
        limits = dict(task["tests"])
        for item, following in zip(tests, [*tests[1:], None], strict=False):
            self.say(test=item.nodeid)
            signal.setitimer(signal.ITIMER_PROF, limits[item.nodeid])
            self._run(item, following)
            if self.failed is not None:
                self.say(failed=self.failed)
                os._exit(0)
        self.say(failed=None)
        os._exit(0)

    def _run(self, item: pytest.Item, following: pytest.Item | None) -> None:
        for report in runtestprotocol(item, log=False, nextitem=following):
            self.pytest_runtest_logreport(report)

    def _measure(self, items: dict[str, pytest.Item], files: list[str], tests: list[str]) -> None:
        """Which test runs which lines, and how long it takes; the files are those of an area."""
        import inspect

        import coverage

        lines: dict[str, dict[int, list[int]]] = {file: {} for file in files}
        measuring = coverage.Coverage(data_file=None, include=[str(Path(f).resolve()) for f in files])
        read: dict[str, set[int]] = {}
        getsource = inspect.getsource

        def noted(thing: Any) -> str:
            """A function whose text is read counts as run: searches are translated from it."""
            text = getsource(thing)
            code = getattr(thing, "__code__", None)
            if code is not None:
                first = code.co_firstlineno
                read.setdefault(code.co_filename, set()).update(range(first, first + text.count("\n") + 1))
            return text

        inspect.getsource = noted  # type: ignore[assignment]
        order = [items[name] for name in tests]
        spent = []
        measuring.start()
        for number, (item, following) in enumerate(zip(order, [*order[1:], None], strict=True)):
            measuring.switch_context(str(number))
            began = time.process_time()
            self._run(item, following)
            spent.append(round(time.process_time() - began, 3))
            if self.failed is not None:
                self.say(failed=self.failed)
                os._exit(0)
            for name, there in read.items():
                for file in files:
                    if name.endswith("/" + file):
                        for line in there:
                            lines[file].setdefault(line, []).append(number)
            read.clear()
        measuring.stop()
        data = measuring.get_data()
        for file in files:
            for line, contexts in data.contexts_by_lineno(str(Path(file).resolve())).items():
                known = lines[file].setdefault(line, [])
                known.extend(int(each) for each in contexts if each and int(each) not in known)
        self.say(spent=spent, lines=lines)
        os._exit(0)


def _waited(child: int, seconds: float) -> int | None:
    """The status of a process that has ended; None where it had to be ended."""
    end = os.pidfd_open(child)
    try:
        ready, _, _ = select.select([end], [], [], seconds)
    finally:
        os.close(end)
    if not ready:
        os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    return status if ready else None


def main() -> None:
    """`trial.py TOLD TELL FOLDER...`: two file descriptors, and where the tests are."""
    told, tell = int(sys.argv[1]), int(sys.argv[2])
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1):
        os.dup2(nothing, stream)
    sys.path.insert(0, os.getcwd())
    options = ["-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--hypothesis-seed=0"]
    pytest.main([*options, *sys.argv[3:]], plugins=[Trials(told, tell)])


if __name__ == "__main__":
    main()
