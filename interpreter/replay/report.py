"""What replaying recorded games has found: of each game, and of all together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from gdl.support.values import field, frozen


@frozen
class Failure:
    """The first difference of a game.

    `stage`: load (the description does not load), start (the starting position), legal (the legal moves or
    the mover), effect (the position after a move), end (whether the game is over, and the ranking), slow (it
    was not done in time).
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
class Replayed:
    """What replaying a game found: the first difference, if there is one, and the forms of ludemes that its
    rules have, as the reference lists them; none of what does not load."""

    lud: str
    failure: Failure | None = None
    forms: tuple[str, ...] = ()

    @classmethod
    def failed(cls, lud: str, stage: str, detail: str, needs: tuple[str, ...] = ()) -> Replayed:
        """Of a game that differs, or does not load."""
        return cls(lud, Failure(lud, stage, detail, needs))


@frozen
class Report:
    """The result of replaying many games."""

    agreed: tuple[str, ...]
    failures: tuple[Failure, ...]
    #: by form of a ludeme the games that have it
    forms: Mapping[str, Sequence[str]] = field(factory=dict)

    @classmethod
    def of(cls, games: Iterable[Replayed]) -> Report:
        """Of what was found of each game."""
        every, forms = list(games), dict[str, list[str]]()
        for game in every:
            for form in game.forms:
                forms.setdefault(form, []).append(game.lud)
        failures = tuple(game.failure for game in every if game.failure is not None)
        agreed = tuple(game.lud for game in every if game.failure is None)
        return cls(agreed, failures, dict(sorted(forms.items())))

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
            "forms": self.forms,
        }

    def stages(self) -> Counter[str]:
        """How many games fail at each stage."""
        return Counter(failure.stage for failure in self.failures)

    def needs(self) -> Counter[str]:
        """For each thing that the language lacks, how many games wait for it."""
        return Counter(need for failure in self.failures for need in set(failure.needs))
