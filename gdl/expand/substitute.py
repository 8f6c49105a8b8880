"""Substitution: a copy of forms with arguments in place of `#n` and option parts in place of `<...>`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gdl.expand.definitions import PARAMETER, placeholder_key
from gdl.expand.options import Item
from gdl.parse.forms import Angle, Brace, Form, Hole, Named, Number, Paren, Starred, String, Word
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
