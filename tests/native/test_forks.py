"""A process that is forked while a thread compiles can compile, too."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable

import llvmlite.binding as llvm
import pytest

from interpreter.engines.native import compile as compiling

ANSWER = b"\x2a"
MODULE = 'define i64 @"ludwright_answer"() { ret i64 42 }'


pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="forks")


def compiles_when_forked() -> bool:
    """Whether a forked process can compile, in whatever thread.

    One thread is not enough: it may be known by the number of the one that held a lock, and be let in.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        done = threading.Semaphore(0)
        go = threading.Barrier(2)

        def compile_one() -> None:
            go.wait()
            compiling.build(MODULE)
            done.release()

        for _ in range(2):
            threading.Thread(target=compile_one, daemon=True).start()
        if all(done.acquire(timeout=20) for _ in range(2)):
            os.write(writing, ANSWER)
        os._exit(0)
    os.close(writing)
    answer = os.read(reading, 1)
    os.close(reading)
    os.waitpid(child, 0)
    return answer == ANSWER


def in_a_thread(work: Callable[[], None], begun: threading.Event) -> threading.Thread:
    thread = threading.Thread(target=work)
    thread.start()
    assert begun.wait(20)
    return thread


def test_a_fork_while_another_thread_compiles() -> None:
    compiling.host()
    begun = threading.Event()

    def compile_again_and_again() -> None:
        for _ in range(20):
            with compiling._LOCK:
                begun.set()
                compiling.build(MODULE)

    thread = in_a_thread(compile_again_and_again, begun)
    assert compiles_when_forked()
    thread.join()


def test_a_fork_while_another_thread_lets_go_of_what_it_compiled() -> None:
    """LLVM's objects are let go outside of our lock: llvmlite's own must not be inherited either."""
    compiling.host()
    module = llvm.parse_assembly("")
    begun = threading.Event()
    slow = threading.local()

    def linger() -> None:
        if getattr(slow, "here", False):
            begun.set()
            time.sleep(0.2)

    def nothing() -> None:
        pass

    def let_go() -> None:
        slow.here = True
        module.close()

    llvm.ffi.register_lock_callback(linger, nothing)
    try:
        thread = in_a_thread(let_go, begun)
        assert compiles_when_forked()
        thread.join()
    finally:
        llvm.ffi.unregister_lock_callback(linger, nothing)
