"""Officers, the octal game 0.6: take one from a heap of more than one, and perhaps split what is left.

In a row of stacks, moving one onto its neighbour takes it out of the row: the stacks on either side of it are
rows of their own from then on. So a row is a heap, and its value is found by Sprague and Grundy's rule.
"""

from __future__ import annotations

from functools import cache


@cache
def value(row: int) -> int:
    """The Grundy value of a row of so many stacks; the player to move wins unless it is 0."""
    reached = {value(left) ^ value(row - 1 - left) for left in range(row)} if row > 1 else set()
    least = 0
    while least in reached:
        least += 1
    return least
