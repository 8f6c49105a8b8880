"""Templates: what ludemes say by those of their classes.

    english = "{first} <is|is not> less than {second}"

In a template `{field}` says what stands in a field, `{field:how}` says it as a site, a player, and so on
(see `_HOW`), `{field:how?words}` has words for where it was left out; a part in `[...]` goes where a field in
it was left out; `<yes|no>` is chosen by whether a condition is said or denied; `{cell}` is what sites are
called here. A region may give three: all its sites, one of them, and what it is to be one.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

from gdl.english.grammar import choose
from gdl.english.phrases import Noun, Point
from gdl.ludeme.base import Ludeme

if TYPE_CHECKING:
    from gdl.english.speaker import Speaker


_PART = re.compile(r"\[([^\[\]]*)\]|\{([^{}]*)\}|([^\[\]{}]+)")
_FIELD = re.compile(r"\{([^{}]*)\}")


@cache
def _parts(text: str) -> tuple[tuple[str, str], ...]:
    """A template in parts: ("optional" | "field" | "text", what)."""
    parts = []
    for optional, name, plain in _PART.findall(text):
        kind, what = ("optional", optional) if optional else ("field", name) if name else ("text", plain)
        parts.append((kind, what))
    return tuple(parts)


def filled(s: Speaker, ludeme: Ludeme, no: bool = False) -> str | Noun:
    """What a ludeme says by the template of its class, or its three."""
    if isinstance(ludeme.english, str):
        return fill(s, ludeme.english, ludeme, no)
    plural, one, member = ludeme.english
    return Noun(fill(s, plural, ludeme), fill(s, one, ludeme), fill(s, member, ludeme, denied=False))


def fill(s: Speaker, text: str, ludeme: Ludeme, no: bool = False, denied: bool = True) -> str:
    """A template with a ludeme's fields put in."""
    done = []
    for kind, what in _parts(choose(text, no) if denied else text):
        if kind == "text":
            done.append(what)
        elif kind == "field":
            done.append(_field(s, what, ludeme) or "")
        else:
            fields = [_field(s, each, ludeme) for each in _FIELD.findall(what)]
            if all(fields):
                given = iter(fields)
                done.append(_FIELD.sub(lambda _, given=given: next(given) or "", what))  # type: ignore[misc]
    return "".join(done)


def _field(s: Speaker, text: str, ludeme: Ludeme) -> str | None:
    """What stands for `{text}`, None where it was left out and nothing stands for that."""
    if text in ("cell", "cells"):
        return s.cell if text == "cell" else s.cells
    name, _, rest = text.partition(":")
    how, _, otherwise = rest.partition("?")
    value = getattr(ludeme, name)
    if value is None or value is False or value == ():
        return otherwise.replace("@cell", s.cell) or None
    said = _HOW[how](s, value)
    return said.text if isinstance(said, Point) else said


#: How a field is said, by the word after its name.
_HOW: dict[str, Callable[[Any, Any], str | Point]] = {
    "": lambda s, value: s.say(value),
    "site": lambda s, value: s.site(value),
    "on": lambda s, value: s.on(value),
    "player": lambda s, value: s.player(value),
    "whose": lambda s, value: s.whose(value),
    "one": lambda s, value: s.noun(value).any,
    "moves": lambda s, value: s.inline(value),
    "word": lambda s, value: s.word(value),
    "pieces": lambda s, value: s.pieces(value),
    "clause": lambda s, value: s.clause(value),
}
