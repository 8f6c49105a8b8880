"""What a match is to tell before it ends: shares to within a width, or a decision between two hypotheses.

The width: games are played until all shares are known to within so much (Y. S. Chow, H. Robbins, *On the
asymptotic theory of fixed-width sequential confidence intervals for the mean*, 1965). Stopping by the width,
not by who leads, leaves the intervals what they are where the width is small. The test: see
`interpreter.statistics.sprt`.
"""

from __future__ import annotations

import re

from gdl.support.values import frozen
from interpreter.errors.user_errors import MatchError
from interpreter.statistics.sprt import RISK, Hypotheses


@frozen
class Width:
    """The match ends when every share is known to within so much on either side."""

    half: float

    def __str__(self) -> str:
        return f"{self.half * 100:g} points"


Goal = Width | Hypotheses


def read_width(text: str) -> Width:
    """`3points`, or `3`. Raises MatchError."""
    matched = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*(?:points?|%)?\s*", text)
    half = float(matched[1]) / 100 if matched else 0.0
    if not 0.001 <= half <= 0.25:
        raise MatchError(f"`{text}` is no width: a number of points from 0.1 to 25 is", ["3points"])
    return Width(half)


def read_hypotheses(text: str) -> Hypotheses:
    """`0,10`, `0,10,0.05,0.05`, or `elo0=0 elo1=10 alpha=0.05 beta=0.05`. Raises MatchError."""
    values = {"alpha": RISK, "beta": RISK}
    names = ("elo0", "elo1", "alpha", "beta")
    try:
        for place, word in enumerate(re.split(r"[\s,]+", text.strip())):
            name, equals, value = word.partition("=")
            values[name if equals else names[place]] = float(value if equals else name)
        result = Hypotheses(**values)
    except (ValueError, TypeError, IndexError):
        raise MatchError(f"`{text}` names no two differences in Elo", ["0,10", "elo0=0,elo1=10"]) from None
    if not (-1000 <= result.elo0 < result.elo1 <= 1000):
        raise MatchError(
            "the first difference in Elo is less than the second, both from -1000 to 1000", ["0,10"]
        )
    if not (0 < result.alpha < 0.5 and 0 < result.beta < 0.5):
        raise MatchError("alpha and beta are risks between 0 and 0.5", ["0,10,0.05,0.05"])
    return result
