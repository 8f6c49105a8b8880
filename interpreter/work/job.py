"""What is to be done, cut into chunks by number: each is a pure function of the job and its number.

So it does not matter where a chunk is done, in which order, or how often: whoever has lost one does it again.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from gdl.support.values import frozen

#: What a chunk comes to: numbers, texts, lists and mappings of these, as JSON has them.
Outcome = Mapping[str, Any]


class Job(Protocol):
    """Some work. It is pickled: that of a game takes its rules along."""

    @property
    def chunks(self) -> int:
        """How many chunks there are."""

    def plan(self) -> Mapping[str, Any]:
        """All that decides the results, as JSON has it: two jobs of one plan give the same."""

    def do(self, number: int) -> Outcome:
        """Do the chunk of a number. It may be kept back what takes long to make ready, for the next one."""


@frozen
class Done:
    """A chunk that is done."""

    number: int
    outcome: Outcome
    #: it was done by an earlier run, and read from its file
    kept: bool = False
