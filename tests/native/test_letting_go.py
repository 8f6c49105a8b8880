"""What LLVM has in memory for a game that is no more is disposed of, and never by the main thread."""

from __future__ import annotations

import gc
import threading
from pathlib import Path

import llvmlite.binding as llvm
import pytest

from gdl import load
from interpreter.engines.native import compile as compiling


def play_and_forget(folder: Path, number: int) -> None:
    path = Path(folder, f"{number}.lud")
    path.write_text(
        '(game "One" (players 2) (equipment {(board (square 3)) (piece "Man" Each)})'
        " (rules (play (move Add (to (sites Empty))))"
        f" (end (if (= (count Moves) {number}) (result Mover Win)))))\n"
    )
    assert load(path).on("native").playouts(3, seed=1)


def test_the_main_thread_never_takes_the_lock_of_llvm(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Ctrl-C arrives in the main thread: between the lines that take the lock and those that release it, the
    # lock would be held for ever, and whatever is compiled next would wait for it.
    main = threading.main_thread()
    lock, taken = llvm.ffi.lib._lock, []
    enter = type(lock).__enter__

    def note(self: object) -> None:
        taken.append(threading.current_thread())
        enter(self)

    monkeypatch.setattr(type(lock), "__enter__", note)
    kept = []
    for number in range(3, 7):
        play_and_forget(tmp_path, number)
        gc.collect()
        kept.append(len(compiling._loaded))
    assert taken
    assert main not in taken
    assert kept[-1] <= kept[0] + 1  # one is let go when the next is made
