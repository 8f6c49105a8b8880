"""`0..5` and `"A1".."A5"`: a range stands for its members."""

from __future__ import annotations

import re
from collections.abc import Sequence

from gdl.parse.forms import Form, Number, String, Word
from gdl.source.budget import spend

_COORDINATE = re.compile(r"([A-Za-z]+)(\d+)")

#: The longest range that is written out; no board has this many sites.
MAX_RANGE = 10_000

#: A member of a range takes as long to read as that many entries of the budget.
MEMBER = 150


def write_out_ranges(forms: Sequence[Form], limit: int) -> list[Form]:
    """The same forms with each range in place of which its members stand.

    A range's ends may have come out of definitions, so `..` may stand in a word of its own between
    them or at the end of a word; ends that make no range are left as they are. Writing stops once
    there are more than `limit` forms. Raises TooLarge where there are very many ranges.
    """
    pieces = _split(forms)
    done: list[Form] = []
    at = 0
    while at < len(pieces) and len(done) <= limit:
        members = None
        if at + 2 < len(pieces) and _is_dots(pieces[at + 1]):
            members = _members(pieces[at], pieces[at + 2])
        if members is None:
            done.append(pieces[at])
            at += 1
        else:
            spend(len(members) * MEMBER, "the numbers and names of ranges", pieces[at].span)
            done.extend(members)
            at += 3
    return done


def _is_dots(form: Form) -> bool:
    return isinstance(form, Word) and form.text == ".."


def _split(forms: Sequence[Form]) -> list[Form]:
    """The forms with `1..5`, `1..` and `..5` taken apart into numbers and a bare `..`."""
    pieces: list[Form] = []
    for form in forms:
        if not isinstance(form, Word) or ".." not in form.text or form.text == "..":
            pieces.append(form)
            continue
        for part in re.split(r"(\.\.)", form.text):
            if re.fullmatch(r"-?\d{1,9}", part):
                pieces.append(Number(int(part), span=form.span, via=form.via))
            elif part:
                pieces.append(Word(part, span=form.span, via=form.via))
    return pieces


def _members(first: Form, last: Form) -> list[Form] | None:
    if isinstance(first, Number) and isinstance(last, Number):
        a, b = first.value, last.value
        if isinstance(a, float) or isinstance(b, float) or abs(a - b) > MAX_RANGE:
            return None
        step = 1 if a <= b else -1
        return [Number(n, span=first.span, via=first.via) for n in range(a, b + step, step)]
    if isinstance(first, String) and isinstance(last, String):
        names = _coordinates(first.value, last.value)
        return None if names is None else [String(n, span=first.span, via=first.via) for n in names]
    return None


def _coordinates(first: str, last: str) -> list[str] | None:
    """The coordinates from one to another along a column, a row, or over a whole block."""
    a, b = _COORDINATE.fullmatch(first), _COORDINATE.fullmatch(last)
    if a is None or b is None:
        return None
    columns = _steps(_column(a[1]), _column(b[1]))
    rows = _steps(int(a[2]), int(b[2]))
    if len(columns) * len(rows) > MAX_RANGE:
        return None
    return [f"{_letters(column)}{row}" for column in columns for row in rows]


def _steps(a: int, b: int) -> range:
    return range(a, b + 1) if a <= b else range(a, b - 1, -1)


def _column(letters: str) -> int:
    number = 0
    for letter in letters.upper()[:4]:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number


def _letters(column: int) -> str:
    letters = ""
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters
