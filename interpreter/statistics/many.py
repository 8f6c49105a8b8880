"""Several questions to the same games: corrected p-values, and entropy of shares."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log


def holm(p_values: Sequence[float]) -> list[float]:
    """Holm's step-down correction (1979): each p-value as it counts among all; a family-wise error of alpha
    is kept by refuting those that come to at most alpha."""
    order = sorted(range(len(p_values)), key=lambda index: p_values[index])
    found = [1.0] * len(p_values)
    largest = 0.0
    for place, index in enumerate(order):
        largest = max(largest, min(1.0, (len(p_values) - place) * p_values[index]))
        found[index] = largest
    return found


def entropy(shares: Sequence[float]) -> float:
    """Shannon's entropy in nats, of shares that need not sum to 1."""
    total = sum(shares)
    if total <= 0:
        return 0.0
    return -sum(s / total * log(s / total) for s in shares if s > 0)


def effective_number(shares: Sequence[float]) -> float:
    """The exponential of the entropy: how many equal shares would be as varied (Hill's number of order 1)."""
    return exp(entropy(shares))
