"""Diagnostics: an author's mistakes as values, with their repairs as edits of the text (fix-its, with their
applicability). Our own mistakes are exceptions, never these."""

from __future__ import annotations

from enum import Enum

from gdl.source.text import NOWHERE, Span, Use
from gdl.support.printable import one_line
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


#: The longest that a text of a message may be: names in it may be as long as a file.
MAX_TEXT = 400


def _clipped(text: str) -> str:
    """A text that is no longer than a message may be."""
    return text if len(text) <= MAX_TEXT else text[:MAX_TEXT] + "…"


@frozen
class Label:
    """A further place that helps to understand a mistake, with a short text."""

    span: Span
    text: str


@frozen
class Diagnostic:
    """One mistake: a stable code (`E0203`), what is wrong, where, and what to do about it.

    `label` is written under the caret (what was expected), `help` are suggestions, `notes` are facts,
    `via` are the definitions that the place came out of. `subject` is the name, word or number in the span
    that the message is about, where only the ludeme around it is known (see `pointing`). `suggested` are the
    names that `help` puts forward, for whoever decides by them what need not be said besides. `fixes` are the
    repairs that can be made to the text.
    """

    code: str
    message: str
    span: Span
    label: str = ""
    help: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    related: tuple[Label, ...] = ()
    via: tuple[Use, ...] = ()
    severity: str = "error"  # or "warning"
    subject: str | int | None = None
    suggested: tuple[str, ...] = ()
    fixes: tuple[Fix, ...] = ()

    def __attrs_post_init__(self) -> None:
        put = object.__setattr__
        put(self, "message", _clipped(self.message))
        put(self, "label", _clipped(self.label))
        put(self, "help", tuple(map(_clipped, self.help)))


#: So many lines of help stand under the message of an exception that nobody catches.
_MOST_HELP = 10


class LanguageError(Exception):
    """Raised where a whole file cannot be used; carries every diagnostic found, in the file's order."""

    def __init__(self, diagnostics: tuple[Diagnostic, ...]) -> None:
        self.diagnostics = diagnostics
        reported = (f"{d.span}: {d.severity}[{d.code}]: {d.message}" for d in diagnostics)
        super().__init__("\n".join(map(one_line, reported)))
        for help in [line for d in diagnostics for line in d.help][:_MOST_HELP]:
            self.add_note(f"  help: {one_line(help)}")  # which tracebacks show under the message

    def __reduce__(self) -> tuple[type[LanguageError], tuple[tuple[Diagnostic, ...]]]:
        return LanguageError, (self.diagnostics,)


# --- our own mistakes -----------------------------------------------------------------------------------


class InternalError(Exception):
    """A ludeme's `lower`, or a pass, made a wrong program. Shows the author's place, to find the ludeme."""

    def __init__(self, message: str, span: Span = NOWHERE) -> None:
        self.message = message
        self.span = span
        place = "" if span is NOWHERE else f" (made by the rule at {span}: {_excerpt(span)})"
        super().__init__(message + place)


def _excerpt(span: Span) -> str:
    text = " ".join(span.text.split())
    return text if len(text) <= 60 else text[:57] + "..."
