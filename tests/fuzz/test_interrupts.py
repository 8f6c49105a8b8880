"""Some of the interrupts that `python -m tests.fuzz.interrupts` tries at random."""

from __future__ import annotations

from tests.fuzz import interrupts


def test_interrupts_at_random_moments() -> None:
    assert interrupts.run(0, None, 15) == []
