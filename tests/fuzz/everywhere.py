"""Fault injection: a KeyboardInterrupt wherever one can arrive, once each, and what comes of it.

`python -m tests.fuzz.everywhere [TRIAL ...]` does systematically what `tests.fuzz.interrupts` tries at random
moments: it strikes at each instruction of the main thread before which CPython calls the handlers of signals
(after a call, at the beginning of a function, at the end of a loop's body). Random moments hardly ever hit
the one instruction after which a lock is held for ever.
"""

from __future__ import annotations

import argparse
import dis
import faulthandler
import signal
import sys
import time
from collections.abc import Callable, Iterator
from functools import cache
from types import CodeType, FrameType
from typing import Any

from attrs import define, field

from tests.fuzz.interrupts import PATIENCE, TRIALS, Trial, threads_left

#: Seconds for one place: after that it hangs; all threads tell where they are, and it ends.
HANGING = 60.0
#: Seconds after which what never ends is interrupted, where the place has not come by.
LATEST = 1.0
#: The handlers of signals are called after these (`eval_breaker` in CPython's ceval.c), in 3.11 and 3.12.
_LOOK = {"CALL", "CALL_FUNCTION_EX", "RESUME"}
_BACK = "JUMP_BACKWARD"

#: A code object and the offset of an instruction.
Place = tuple[CodeType, int]


@cache
def places_of(code: CodeType) -> frozenset[int]:
    """The offsets of the instructions before which handlers of signals may be called."""
    found, before = set(), ""
    for instruction in dis.get_instructions(code):
        if before in _LOOK:
            found.add(instruction.offset)
        before = instruction.opname
        if before == _BACK:
            found.add(instruction.argval)
    return frozenset(found)


@define
class _Tracer:
    """Notes the places that come by, or raises KeyboardInterrupt at one of them."""

    target: Place | None = None
    #: in the order in which they came by
    seen: dict[Place, None] = field(factory=dict)
    struck: bool = False

    def on_call(self, frame: FrameType, event: str, arg: Any) -> Callable[..., Any] | None:
        """As `sys.settrace` wants it: each instruction of ours is looked at, none of the tests'."""
        if "/tests/" in frame.f_code.co_filename:
            return None
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        return self._on_instruction

    def _on_instruction(self, frame: FrameType, event: str, arg: Any) -> Callable[..., Any]:
        if event == "opcode" and frame.f_lasti in places_of(frame.f_code):
            place = (frame.f_code, frame.f_lasti)
            if self.target is None:
                self.seen[place] = None
            elif place == self.target and not self.struck:
                self.struck = True
                sys.settrace(None)
                caller: FrameType | None = frame
                while caller is not None:
                    caller.f_trace = None
                    caller = caller.f_back
                raise KeyboardInterrupt
        return self._on_instruction


@define
class _Run:
    """One run of a trial: what it gave, whether it ended by itself, whether Python dropped the interrupt."""

    found: Any = None
    ended: bool = False
    dropped: bool = False
    seconds: float = 0.0


def _run(trial: Trial, tracer: _Tracer | None = None) -> _Run:
    run = _Run()

    def drop(lost: sys.UnraisableHookArgs) -> None:
        if lost.exc_type is KeyboardInterrupt:  # in a finalizer: it was none, so another comes
            run.dropped = True
            signal.setitimer(signal.ITIMER_REAL, 0.01)
        else:
            sys.__unraisablehook__(lost)

    sys.unraisablehook = drop
    began = time.perf_counter()
    try:
        if trial.endless:
            signal.setitimer(signal.ITIMER_REAL, LATEST)
        if tracer is not None:
            sys.settrace(tracer.on_call)
        run.found, run.ended = trial.work(), True
    except KeyboardInterrupt:
        pass
    finally:
        sys.settrace(None)
        signal.setitimer(signal.ITIMER_REAL, 0)
        sys.unraisablehook = sys.__unraisablehook__
    run.seconds = time.perf_counter() - began
    return run


def _press(number: int, frame: FrameType | None) -> None:
    signal.raise_signal(signal.SIGINT)


def told(place: Place) -> str:
    """A place for those who look for it."""
    code, offset = place
    return f"{code.co_filename}: {code.co_qualname}, offset {offset}"


def strike(trial: Trial, every: int = 1, first: int = 0) -> Iterator[tuple[Place, list[str]]]:
    """Interrupt a trial at every so manieth place: each, and what went wrong."""
    _run(trial)  # compiled
    known = _run(trial).found
    noted = _Tracer()
    _run(trial, noted)
    threads = threads_left(0)
    for place in list(noted.seen)[first::every]:
        faulthandler.dump_traceback_later(HANGING, exit=True)
        tracer = _Tracer(place)
        run = _run(trial, tracer)
        fine = trial.answers or (lambda given: given == known)
        wrong = []
        if run.ended and not fine(run.found):
            wrong.append(f"gave {run.found!r} instead of {known!r}")
        if tracer.struck and not run.dropped and trial.endless and run.seconds > LATEST + PATIENCE:
            wrong.append(f"went on for {run.seconds:.1f} s")
        if left := threads_left(threads):
            wrong.append(f"left {left} threads at work")
        if not trial.endless and (after := _run(trial).found) != known:
            wrong.append(f"then gave {after!r} instead of {known!r}")
        yield place, wrong
    faulthandler.cancel_dump_traceback_later()


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.everywhere", description=__doc__)
    parser.add_argument("trials", nargs="*", metavar="TRIAL", help="; ".join(each.name for each in TRIALS))
    parser.add_argument("--every", type=int, default=1, help="only every so manieth place")
    given = parser.parse_args()
    unknown = set(given.trials) - {each.name for each in TRIALS}
    if unknown:
        parser.error(f"there is no trial {', '.join(sorted(unknown))}")
    signal.signal(signal.SIGALRM, _press)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    failures = 0
    for trial in TRIALS:
        if given.trials and trial.name not in given.trials:
            continue
        places = 0
        for place, wrong in strike(trial, given.every):
            places += 1
            failures += bool(wrong)
            for each in wrong:
                print(f"{trial.name}, {told(place)}: {each}", flush=True)
        print(f"{trial.name}: {places} places", flush=True)
    print(f"{failures} wrong")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
