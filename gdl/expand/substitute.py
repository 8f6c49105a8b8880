"""Substitution: a copy of forms with arguments in place of `#n`, option parts in place of `<...>`, and the
members of ranges in place of these."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from gdl.expand.definitions import PARAMETER, placeholder_key
from gdl.expand.options import Item
from gdl.parse.forms import Angle, Brace, Form, Hole, Named, Number, Paren, Starred, String, Word
from gdl.source.budget import spend
from gdl.source.text import Use
from gdl.support.values import define, field

#: What stands for `<tag:part>`: the item it comes from, and its forms.
Parts = Mapping[tuple[str, str | None], tuple[Item, tuple[Form, ...]]]
Arguments = Sequence[tuple[Form, ...]]
Via = tuple[Use, ...]

#: A word in place of an argument that is left out.
ABSENT = "~"


#: No word that is put together of arguments may be longer.
MAX_WORD = 1000


class TooMuch(Exception):
    """Raised when expansion makes more forms than any game has."""


@define
class Substitution:
    """Copies forms with everything put in, and counts what it makes."""

    parts: Parts
    limit: int
    made: int = field(default=0)
    cycles: list[Angle] = field(factory=list)  # placeholders whose own part holds them again

    def substitute(self, forms: Sequence[Form], arguments: Arguments, via: Via) -> list[Form]:
        """These forms with everything put in, each marked with how it came about."""
        self.made += len(forms)
        if self.made > self.limit:
            raise TooMuch
        done: list[Form] = []
        for form in forms:
            if isinstance(form, Word):
                if "#" in form.text:
                    done.extend(_in_word(form, arguments, via))
                else:
                    done.append(Word(form.text, span=form.span, via=via))
            elif isinstance(form, Paren):
                if form.items and isinstance(form.items[0], String):
                    items = tuple(self._use(form, arguments, via))
                else:
                    items = tuple(self.substitute(form.items, arguments, via))
                done.append(Paren(items, span=form.span, via=via))
            elif isinstance(form, Number):
                done.append(Number(form.value, span=form.span, via=via))
            elif isinstance(form, Brace):
                items = tuple(self.substitute(form.items, arguments, via))
                done.append(Brace(items, span=form.span, via=via))
            elif isinstance(form, Named):
                # With no value the name goes too; of several values the name takes the first.
                values = self.substitute((form.value,), arguments, via)
                done.extend(Named(form.name, value, span=form.span, via=via) for value in values[:1])
                done.extend(values[1:])
            elif isinstance(form, String):
                done.append(String(form.value, span=form.span, via=via))
            elif isinstance(form, Angle):
                done.extend(self._part(form, arguments, via))
            elif isinstance(form, Starred):
                done.extend(self.substitute((form.item,), arguments, via))
            else:
                done.append(form)
        return done

    def _use(self, form: Paren, arguments: Arguments, via: Via) -> list[Form]:
        """The use of a definition, where an argument that is absent still keeps its place."""
        items = self.substitute(form.items[:1], arguments, via)
        for item in form.items[1:]:
            items.extend(self.substitute((item,), arguments, via) or (Word(ABSENT, span=item.span, via=via),))
        return items

    def _part(self, form: Angle, arguments: Arguments, via: Via) -> list[Form]:
        """The chosen item's part. Inside a definition it may use the definition's parameters."""
        key = placeholder_key(form)
        if key is None or key not in self.parts:
            return [Hole(span=form.span, via=via)]
        item, forms = self.parts[key]
        name = form.span.text
        if any(use.name == name for use in via):
            self.cycles.append(form)
            return [Hole(span=form.span, via=via)]
        return self.substitute(forms, arguments, (Use(name, item.span, form.span), *via))


def _in_word(form: Word, arguments: Arguments, via: Via) -> Sequence[Form]:
    """What stands for a word with parameters in it: whole arguments, or a word put together of them."""
    whole = PARAMETER.fullmatch(form.text)
    if whole:
        number = int(whole[1])
        if not via:
            return (Hole(span=form.span),)  # outside of definitions; `check_uses` tells it
        return _given(arguments, number)
    if any(
        isinstance(part, Hole) for n in PARAMETER.findall(form.text) for part in _given(arguments, int(n))
    ):
        return (Hole(span=form.span, via=via),)
    text = PARAMETER.sub(lambda match: _as_text(arguments, int(match[1])), form.text)
    if len(text) > MAX_WORD:
        raise TooMuch
    return (Word(text, span=form.span, via=via),)


def _given(arguments: Arguments, number: int) -> tuple[Form, ...]:
    return arguments[number - 1] if 0 < number <= len(arguments) else ()


def _as_text(arguments: Arguments, number: int) -> str:
    return "".join(
        form.text if isinstance(form, Word) else str(form.value)
        for form in _given(arguments, number)
        if isinstance(form, Word | Number | String)
    )


# --- ranges: `0..5` and `"A1".."A5"` stand for their members ---------------------------------------------

_COORDINATE = r"([A-Za-z]+)(\d+)"

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
    a, b = re.fullmatch(_COORDINATE, first), re.fullmatch(_COORDINATE, last)
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
