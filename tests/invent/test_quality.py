"""Quality: what a few games say counts only as far as it is sure."""

from __future__ import annotations

from interpreter.invent.quality import thinking_quality


def thought(seat: float, equals: int) -> dict[str, float]:
    """Games in which all is as it is wished for, but the first seat's score."""
    shares = {"pays": 1.0, "seat": seat, "drawn": 0.0, "trivial": 0.0}
    other = {"length": 20.0, "ladder": 16.0, "equals": float(equals)}
    return {f"thought.{key}": value for key, value in (shares | other).items()}


def test_a_share_of_few_games_misses_a_wish_only_as_far_as_its_interval_does() -> None:
    """Nine of twelve won by the first seat: Wilson's 80 % interval begins at 0.567, below the wished 0.6. Of
    ninety of 120 it begins at 0.696, by 0.96 scales of 0.1 above."""
    assert thinking_quality("random", 0, thought(0.75, 12)) == 1.0
    assert abs(thinking_quality("random", 0, thought(0.75, 120)) - 1 / (1 + 0.96)) < 0.01
