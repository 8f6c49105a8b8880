"""A process that is forked while a thread compiles can compile, too."""

from __future__ import annotations

import os
import threading

import pytest

from interpreter.engines.native import compile as compiling

ANSWER = b"\x2a"
MODULE = 'define i64 @"ludwright_answer"() { ret i64 42 }'


@pytest.mark.skipif(not hasattr(os, "fork"), reason="forks")
def test_a_fork_while_another_thread_compiles() -> None:
    compiling.host()
    begun = threading.Event()

    def compile_again_and_again() -> None:
        for _ in range(20):
            with compiling._LOCK:
                begun.set()
                compiling.build(MODULE)

    thread = threading.Thread(target=compile_again_and_again)
    thread.start()
    begun.wait()
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        if compiling._LOCK.acquire(timeout=20):
            compiling.build(MODULE)
            os.write(writing, ANSWER)
        os._exit(0)
    os.close(writing)
    assert os.read(reading, 1) == ANSWER
    os.close(reading)
    os.waitpid(child, 0)
    thread.join()
