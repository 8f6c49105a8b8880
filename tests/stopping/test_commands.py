"""Commands that are interrupted, or wait for rules that take long: what they say, and how they end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.fuzz.interrupts import endless_text
from tests.quick import one_in

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="sends Unix signals")

ROOT = Path(__file__).parents[2]
#: Nothing is kept, so that machine code is still being made while the command ends.
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT), "LUDWRIGHT_CACHE": ""}
MAIN = [sys.executable, "-m", "interpreter.cli.main"]
#: Seconds: against a hang, on a machine that has much else to do.
LONG = 40.0


def heed_ctrl_c() -> None:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@contextmanager
def running(*words: str) -> Iterator[subprocess.Popen[str]]:
    child = subprocess.Popen(
        [*MAIN, *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env=ENVIRONMENT, preexec_fn=heed_ctrl_c,
    )  # fmt: skip
    try:
        yield child
    finally:
        child.kill()
        child.communicate()


def at_a_terminal(*words: str) -> Any:
    return pytest.importorskip("pexpect").spawn(
        MAIN[0], [*MAIN[1:], *words], env={**ENVIRONMENT, "TERM": "dumb"}, encoding="utf-8", timeout=LONG,
        dimensions=(40, 200), preexec_fn=heed_ctrl_c, echo=False,
    )  # fmt: skip


@pytest.mark.parametrize("delay", one_in(3, [0.02, 0.0, 0.1]))
def test_ctrl_c_while_a_command_ends(delay: float) -> None:
    """The game is over, and perhaps machine code is still being made for it: nothing is said any more."""
    with running("play", "troika", "--players", "mcts:300ms,mcts:300ms") as child:
        assert child.stdout is not None
        while "The game is over" not in (line := child.stdout.readline()):
            assert line, child.communicate()
        time.sleep(delay)
        child.send_signal(signal.SIGINT)
        _, complaints = child.communicate(timeout=LONG)
    assert child.returncode in (0, 130)
    assert complaints.strip() in ("", "stopped")


def test_ctrl_c_while_two_players_think() -> None:
    with running("play", "breakthrough", "--players", "mcts:60s,mcts:60s") as child:
        assert child.stdout is not None and child.stdout.readline() == "Breakthrough\n"
        time.sleep(2)
        child.send_signal(signal.SIGINT)
        _, complaints = child.communicate(timeout=LONG)
    assert (child.returncode, complaints.strip()) == (130, "stopped")


def test_ctrl_c_has_a_search_answer_and_end() -> None:
    """It moves, again and again, and nothing of what was stopped is at work beside what follows.

    While the search is still being made, on a slow machine, one press leaves the game.
    """
    pexpect = pytest.importorskip("pexpect")
    child, told = at_a_terminal("play", "chess", "--players", "human,alphabeta:600s"), ""
    for move, delay in (("a2-a3", 8.0), ("b2-b3", 0.5), ("c2-c3", 0.5), ("quit", 0.0)):
        child.expect(["White> ", pexpect.EOF])
        told += child.before
        if child.after is pexpect.EOF:
            break
        child.sendline(move)
        if delay:
            time.sleep(delay)
            child.sendcontrol("c")
    else:
        child.expect(pexpect.EOF)
        assert told.count("\nBlack: ") == 3
    child.close()
    assert child.signalstatus is None and child.exitstatus in (0, 130)
    assert "Traceback" not in told and "error" not in told


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("listing", "offering", "playing"):
        (tmp_path / f"{name}.lud").write_text(endless_text(name))
    return tmp_path


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("bench offering.lud", "the rules offer more moves at once than there is memory for"),
        ("play offering.lud --players mcts:60s,random", "the rules offer more moves at once"),
        ("play listing.lud --players mcts:100ms,random", "the moves of White were not found in 0.1 s"),
        ("play listing.lud --players alphabeta:100ms,random", "the moves of White were not found in 0.1 s"),
    ],
)
def test_a_ply_without_end_ends_by_itself(words: str, said: str, folder: Path) -> None:
    """There is a limit, of time or of memory, and it holds; it is said that the rules are at fault."""
    command, file, *rest = words.split()
    with running(command, str(folder / file), *rest) as child:
        _, complaints = child.communicate(timeout=LONG)
    assert child.returncode == 1
    assert complaints.startswith("error[E0542]: ") and said in complaints


@pytest.mark.parametrize(
    "words",
    one_in(
        3,
        [
            "perft listing.lud 2 --engine python",
            "play listing.lud --players random --engine python",
            "play listing.lud --players human --engine native",
        ],
    ),
)
def test_a_word_to_who_waits_for_slow_rules(words: str, folder: Path) -> None:
    """After a few seconds, once; and Ctrl-C leaves, as it says."""
    pexpect = pytest.importorskip("pexpect")
    command, file, *rest = words.split()
    child = at_a_terminal(command, str(folder / file), *rest)
    hint = "; --engine native is faster" if "python" in words else ""
    note = "note: the rules of this game take long to work out; still at it (Ctrl-C leaves)"
    child.expect_exact(note + hint)
    child.sendcontrol("c")
    child.expect(pexpect.EOF)
    assert "note" not in child.before
    child.close()
    assert child.exitstatus == 130
