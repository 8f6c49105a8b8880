"""What a game's file says about the game, as plain texts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gdl.parse.forms import Brace, Form, Paren, String, Word


def read_metadata(forms: Sequence[Form]) -> dict[str, str]:
    """Every `(name "text" ...)` inside `(metadata (info { ... }))`, by name; repeated ones are joined."""
    result: dict[str, list[str]] = {}
    for name, text in _entries(forms):
        result.setdefault(name, []).append(" ".join(text.split()))
    return {name: "\n".join(texts) for name, texts in result.items()}


def _entries(forms: Sequence[Form]) -> Iterator[tuple[str, str]]:
    for form in forms:
        if isinstance(form, Brace):
            yield from _entries(form.items)
        elif isinstance(form, Paren) and form.items and isinstance(form.items[0], Word):
            texts = [item.value for item in form.items[1:] if isinstance(item, String)]
            if texts:
                yield form.items[0].text, " ".join(texts)
            else:
                yield from _entries(form.items[1:])
