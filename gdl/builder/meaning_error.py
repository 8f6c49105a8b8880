"""A mistake in meaning, found while a rule is lowered."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from gdl.source.diagnostics import Diagnostic, Label
from gdl.source.text import Span


class MeaningError(Exception):
    """An author's mistake that shows only when the rules are put together; becomes a Diagnostic.

    `subject` is the name, word or number in the span that it is about: shown is then just that.
    """

    def __init__(
        self,
        code: str,
        message: str,
        span: Span,
        label: str = "",
        *help: str,
        subject: str | int | None = None,
        related: tuple[Label, ...] = (),
    ) -> None:
        self.diagnostic = Diagnostic(
            code, message, span, label, tuple(help), related=related, subject=subject
        )
        super().__init__(f"{span}: {message}")


@contextmanager
def noting(mistakes: list[Diagnostic]) -> Iterator[None]:
    """Mistakes of meaning made inside are noted, each once, and what follows goes on."""
    try:
        yield
    except MeaningError as error:
        if error.diagnostic not in mistakes:
            mistakes.append(error.diagnostic)


def unsupported(what: str, span: Span, *help: str) -> MeaningError:
    """Ludwright knows the words but not (yet) this way of using them."""
    return MeaningError("E0401", f"{what} is not supported", span, "this use", *help)
