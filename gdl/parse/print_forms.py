"""Forms to text, laid out for reading; reading it again gives the same forms."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal

from gdl.parse.forms import Angle, Brace, Form, Named, Number, Paren, Starred, String, Word

_BRACKETS = {Paren: ("(", ")"), Brace: ("{", "}"), Angle: ("<", ">")}


def one_line(form: Form) -> str:
    """A form as text on one line."""
    if isinstance(form, Word):
        return form.text
    if isinstance(form, Number):
        return _number(form.value)
    if isinstance(form, String):
        return '"' + form.value.replace('"', '\\"') + '"'
    if isinstance(form, Named):
        return f"{form.name}:{one_line(form.value)}"
    if isinstance(form, Starred):
        return one_line(form.item) + "*" * form.stars
    if isinstance(form, Paren | Brace | Angle):
        opening, closing = _BRACKETS[type(form)]
        return opening + " ".join(one_line(item) for item in form.items) + closing
    return "?"  # a hole: what was not understood


def laid_out(forms: Iterable[Form], width: int = 100) -> str:
    """Forms as text, broken into lines where they do not fit, four blanks for each level."""
    return "\n".join(line for form in forms for line in _lines(form, width, 0))


def _lines(form: Form, width: int, indent: int) -> list[str]:
    blank = " " * indent
    text = one_line(form)
    if len(text) + indent <= width:
        return [blank + text]
    prefix, suffix = "", ""
    while isinstance(form, Named | Starred):
        if isinstance(form, Named):
            prefix += form.name + ":"
            form = form.value
        else:
            suffix += "*" * form.stars
            form = form.item
    if not isinstance(form, Paren | Brace | Angle) or not form.items:
        return [blank + text]
    opening, closing = _BRACKETS[type(form)]
    # What leads the brackets (`move Slide`, `piece "Disc" P1`) stays on their line.
    head = 0
    if isinstance(form, Paren):
        while head < len(form.items) and isinstance(form.items[head], Word | String | Number):
            head += 1
    first = " ".join(one_line(item) for item in form.items[:head])
    lines = [f"{blank}{prefix}{opening}{first}"]
    for item in form.items[head:]:
        lines.extend(_lines(item, width, indent + 4))
    return [*lines, f"{blank}{closing}{suffix}"]


def _number(value: int | float) -> str:
    if isinstance(value, int):
        return str(value)
    text = format(Decimal(repr(value)), "f")
    return text if "." in text else text + ".0"
