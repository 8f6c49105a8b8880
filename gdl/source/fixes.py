"""Repairs of mistakes as edits of the text, as compilers call them: fix-its, each with its applicability."""

from __future__ import annotations

from enum import Enum

from gdl.source.text import Span
from gdl.support.values import frozen


class Applicability(Enum):
    """How sure a repair is, in the words of rustc (`rustc_errors::Applicability`); its value is what is
    written in JSON and SARIF.

    A text that is wrong has one *slip* at least: a letter, a mark or a word too many, missing, or another. A
    repair is sure where no other single slip could have led to the text from rules that are right: then it
    cannot give the game another meaning than it was to have.
    """

    #: only this can have been meant: `gdl check --fix` makes it without being asked
    MACHINE_APPLICABLE = "MachineApplicable"
    #: this may have been meant, and something else too: `--unsafe-fixes` makes it where it is the only one
    MAYBE_INCORRECT = "MaybeIncorrect"
    #: what is put in holds an example to be written over: only an author can make it
    HAS_PLACEHOLDERS = "HasPlaceholders"


SURE = Applicability.MACHINE_APPLICABLE
UNSURE = Applicability.MAYBE_INCORRECT
EXAMPLE = Applicability.HAS_PLACEHOLDERS


def sure_if(certain: bool) -> Applicability:
    """How sure a repair is that is sure under a condition, and else one of several things."""
    return SURE if certain else UNSURE


@frozen
class Edit:
    """One replacement: `text` is to stand where `span` is. An insertion has an empty span."""

    span: Span
    text: str


@frozen
class Fix:
    """A repair of one mistake: its edits do not overlap, and are made together or not at all.

    `title` says what it does ("write `Empty`"). An editor offers all, the sure ones as those to prefer.
    """

    title: str
    edits: tuple[Edit, ...]
    applicability: Applicability

    @property
    def sure(self) -> bool:
        """Whether it may be made without asking."""
        return self.applicability is SURE
