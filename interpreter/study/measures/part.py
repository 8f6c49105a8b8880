"""Parts of a study: each plays for itself, in chunks, and makes its measures of what came of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Any, Protocol

from attrs import frozen

from interpreter.study.measures.measure import Measure
from interpreter.work.job import Job, Outcome


class Part(Job, Protocol):
    """A job that ends in measures."""

    @property
    def title(self) -> str:
        """What it does, for whoever waits."""

    def measures(self, outcomes: Sequence[Outcome]) -> tuple[Measure, ...]:
        """The measures by the outcomes of all its chunks, in their order."""


@frozen
class Together:
    """Some parts as one job: their chunks one after the other."""

    parts: tuple[Part, ...]

    @property
    def chunks(self) -> int:
        """How many chunks there are."""
        return sum(part.chunks for part in self.parts)

    def plan(self) -> Mapping[str, Any]:
        """All that decides the results."""
        return {"parts": [part.plan() for part in self.parts]}

    def do(self, number: int) -> Outcome:
        """Do a chunk of the part that it belongs to."""
        part, inside = self.place(number)
        return part.do(inside)

    def place(self, number: int) -> tuple[Part, int]:
        """The part that a chunk belongs to, and its number there."""
        for part in self.parts:
            if number < part.chunks:
                return part, number
            number -= part.chunks
        raise IndexError(f"there is no chunk {number}")

    def shared_out(self, outcomes: Sequence[Outcome]) -> list[Sequence[Outcome]]:
        """The outcomes of all chunks, by part."""
        ends = list(accumulate(part.chunks for part in self.parts))
        return [outcomes[end - part.chunks : end] for part, end in zip(self.parts, ends, strict=True)]
