"""Some of the interrupts that `python -m tests.fuzz.interrupts` tries at random."""

from __future__ import annotations

import subprocess
import sys


def test_interrupts_at_random_moments() -> None:
    # In a process of its own: an interrupt may strike whatever runs there, pytest's own hooks too.
    tried = subprocess.run(
        [sys.executable, "-m", "tests.fuzz.interrupts", "--count", "15"],
        capture_output=True,
        text=True,
        timeout=540,  # a trial that hangs ends before, and tells where
    )
    assert tried.returncode == 0, tried.stdout + tried.stderr
    assert "15 interrupts" in tried.stdout
