"""A mistake in meaning, found while a rule is lowered."""

from __future__ import annotations

from gdl.diagnostics import Diagnostic
from gdl.source import Span


class MeaningError(Exception):
    """An author's mistake that shows only when the rules are put together; becomes a Diagnostic."""

    def __init__(self, code: str, message: str, span: Span, label: str = "", *help: str) -> None:
        self.diagnostic = Diagnostic(code, message, span, label, tuple(help))
        super().__init__(f"{span}: {message}")


def unsupported(what: str, span: Span, *help: str) -> MeaningError:
    """Ludwright knows the words but not (yet) this way of using them."""
    return MeaningError("E0401", f"{what} is not supported", span, "this use", *help)
