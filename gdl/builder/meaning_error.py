"""A mistake in meaning, found while a rule is lowered."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from gdl.source.diagnostics import Diagnostic, Label, LanguageError
from gdl.source.text import Span

#: The words that a ludeme begins with: its name, and that of its variant.
_HEAD = re.compile(r"\(\s*([^\s(){}\":]+(?:[ \t]+[A-Z][A-Za-z]*)?(?!\S*:))")


class MeaningError(LanguageError):
    """An author's mistake that shows only when the rules are put together; becomes a Diagnostic.

    Where nobody notes it, it is the one mistake of the file that is told. `subject` is the name, word or
    number in the span that it is about: shown is then just that; `suggested` are the names that it may have
    been meant as.
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
        suggested: Sequence[str] = (),
    ) -> None:
        self.diagnostic = Diagnostic(
            code,
            message,
            span,
            label,
            tuple(help),
            related=related,
            subject=subject,
            suggested=tuple(suggested),
        )
        super().__init__((self.diagnostic,))


@contextmanager
def noting(mistakes: list[Diagnostic]) -> Iterator[None]:
    """Mistakes of meaning made inside are noted, each once, and what follows goes on."""
    try:
        yield
    except MeaningError as error:
        if error.diagnostic not in mistakes:
            mistakes.append(error.diagnostic)


def unsupported(what: str, span: Span, *help: str) -> MeaningError:
    """Ludwright knows the ludeme, but not (yet) this form of it; `help` is what to write instead."""
    head = _HEAD.match(span.text)
    others = f", though other forms of `{' '.join(head[1].split())}` are" if head else ""
    return MeaningError("E0401", f"{what} is not supported{others}", span, "this form of it", *help)


def refused(name: str, span: Span, *help: str) -> MeaningError:
    """Ludwright knows the ludeme, and supports no form of it; `help` is what to write instead."""
    return MeaningError("E0401", f"no form of `{name}` is supported", span, "not supported", *help)
