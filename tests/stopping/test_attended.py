"""The runner: what is told when, and that nothing runs on."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time

import pytest

from interpreter.support import stopping
from interpreter.support.stopping import (
    StoppedError,
    attended,
    heed,
    present,
    side_by_side,
    unattended,
    within,
)

#: Seconds: against a hang.
LONG = 60.0


def until_stopped() -> None:
    """Work without end."""
    end = time.monotonic() + LONG
    while time.monotonic() < end:
        heed()
        time.sleep(0.001)
    pytest.fail("nobody stopped it")


def test_what_it_gives_and_raises() -> None:
    assert attended(lambda: 7) == 7
    with pytest.raises(ZeroDivisionError):
        attended(lambda: 1 / 0)
    assert within(LONG, lambda: 7) == 7


def test_no_more_is_wanted() -> None:
    with pytest.raises(StoppedError):
        within(0.01, until_stopped)
    with pytest.raises(StoppedError):
        attended(until_stopped, wanted=lambda: False)


def test_a_stop_that_comes_before_the_work_is_not_lost() -> None:
    """Nobody ever wants it: however soon it is told, the work hears of it."""
    for _ in range(200):
        with pytest.raises(StoppedError):
            attended(until_stopped, wanted=lambda: False)


def test_a_stop_is_not_left_for_the_next() -> None:
    with pytest.raises(StoppedError):
        within(0.001, until_stopped)
    assert not attended(lambda: present().raised)
    assert not present().raised


@pytest.mark.skipif(sys.platform == "win32", reason="sends a Unix signal")
@pytest.mark.parametrize("presses", [1, 3])
def test_ctrl_c_is_raised_when_the_work_has_ended(presses: int) -> None:
    """However often it is pressed; the work takes a while to leave off."""
    ended = []

    def work() -> None:
        try:
            until_stopped()
        except StoppedError:
            for _ in range(presses - 1):
                os.kill(os.getpid(), signal.SIGINT)
                time.sleep(0.05)
            ended.append(True)
            raise

    def press() -> None:
        time.sleep(0.05)
        os.kill(os.getpid(), signal.SIGINT)

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        threading.Thread(target=press).start()
        with pytest.raises(KeyboardInterrupt):
            attended(work)
        assert ended
    finally:
        signal.signal(signal.SIGINT, before)


def test_ctrl_c_in_the_middle_of_starting_a_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """It strikes while the `Event` of `Thread.start` holds no lock, which the event then wants to release."""

    def interrupted(self: threading.Event, timeout: float | None = None) -> None:
        with self._cond:
            self._cond.release()
            raise KeyboardInterrupt

    monkeypatch.setattr("interpreter.support.stopping._pool", stopping._Pool())  # no thread waits there
    with monkeypatch.context() as patched:
        patched.setattr(threading.Event, "wait", interrupted)
        with pytest.raises(KeyboardInterrupt):
            attended(lambda: 7)
    assert attended(lambda: 7) == 7


def test_an_outer_stop_reaches_what_is_inside() -> None:
    def outer() -> None:
        within(LONG, until_stopped)

    began = time.monotonic()
    with pytest.raises(StoppedError):
        within(0.05, outer)
    assert time.monotonic() - began < LONG / 2


def test_one_that_fails_stops_those_beside_it() -> None:
    def fails() -> None:
        raise ValueError("this one")

    with pytest.raises(ValueError, match="this one"):
        side_by_side([until_stopped, fails], 2)
    assert side_by_side([lambda: 1, lambda: 2, lambda: 3], 2) == [1, 2, 3]


def test_where_nothing_can_arrive_it_is_done_at_once() -> None:
    """In a server's thread, and in work that is attended to already."""
    assert unattended()
    seen: list[tuple[bool, bool]] = []

    def note() -> None:
        here = threading.get_ident()
        seen.append((unattended(), attended(threading.get_ident) == here))

    thread = threading.Thread(target=note)
    thread.start()
    thread.join()
    attended(note)
    assert seen == [(False, True), (False, True)]
