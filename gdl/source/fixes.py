"""Repairs of mistakes as edits of the text, as compilers call them: fix-its."""

from __future__ import annotations

from gdl.source.text import Span
from gdl.support.values import frozen


@frozen
class Edit:
    """One replacement: `text` is to stand where `span` is. An insertion has an empty span."""

    span: Span
    text: str


@frozen
class Fix:
    """A repair of one mistake: its edits do not overlap, and are made together or not at all.

    `title` says what it does ("write `Empty`"). It is `safe` where only one thing can have been meant: then
    `gdl check --fix` makes it without being asked. An editor offers all.
    """

    title: str
    edits: tuple[Edit, ...]
    safe: bool = False
