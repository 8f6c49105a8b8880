"""Forms to text, on one line; reading it again gives the same forms. `gdl.format` lays texts out."""

from __future__ import annotations

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


def _number(value: int | float) -> str:
    if isinstance(value, int):
        return str(value)
    text = format(Decimal(repr(value)), "f")
    return text if "." in text else text + ".0"
