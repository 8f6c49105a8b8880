"""What replaying found: per game agreement, or the first difference."""

from __future__ import annotations

from collections import Counter

from attrs import frozen


@frozen
class Failure:
    """The first difference of a game.

    `stage`: load (the description does not load), start (the starting position), legal (the legal moves or
    the mover), effect (the position after a move), end (whether the game is over, and the ranking).
    `needs`: what the language lacks, where that is why.
    """

    lud: str
    stage: str
    detail: str
    needs: tuple[str, ...] = ()

    def as_json(self) -> dict[str, object]:
        """Its fields, to be written as JSON."""
        return {"lud": self.lud, "stage": self.stage, "detail": self.detail, "needs": list(self.needs)}


@frozen
class Report:
    """The result of replaying many games."""

    agreed: tuple[str, ...]
    failures: tuple[Failure, ...]

    @property
    def games(self) -> int:
        """How many games were replayed."""
        return len(self.agreed) + len(self.failures)

    def as_json(self) -> dict[str, object]:
        """The counts and both lists, to be written as JSON."""
        return {
            "games": self.games,
            "agree": len(self.agreed),
            "agreed": list(self.agreed),
            "failures": [failure.as_json() for failure in self.failures],
        }

    def stages(self) -> Counter[str]:
        """How many games fail at each stage."""
        return Counter(failure.stage for failure in self.failures)

    def needs(self) -> Counter[str]:
        """For each thing that the language lacks, how many games wait for it."""
        return Counter(need for failure in self.failures for need in set(failure.needs))
