"""Some of the places that `python -m tests.fuzz.everywhere` interrupts at."""

from __future__ import annotations

import subprocess
import sys

import pytest


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")
@pytest.mark.skipif(sys.version_info >= (3, 13), reason="knows where CPython 3.11 and 3.12 look for signals")
@pytest.mark.parametrize("trial", ["playing without end", "playouts without end"])
def test_interrupts_wherever_one_can_arrive(trial: str) -> None:
    # In a process of its own: it traces every instruction.
    tried = subprocess.run(
        [sys.executable, "-m", "tests.fuzz.everywhere", trial, "--every", "5"],
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert tried.returncode == 0, tried.stdout + tried.stderr
    assert "0 wrong" in tried.stdout
