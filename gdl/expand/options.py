"""`(option ...)` and `(rulesets ...)`: what an author lets players choose."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from gdl.expand.definitions import placeholder_key
from gdl.parse.forms import Angle, Brace, Form, Named, Number, Paren, Starred, String, Word
from gdl.source.diagnostics import Diagnostic, Label
from gdl.source.text import Source, Span
from gdl.support.values import evolve, frozen

_RANGE = re.compile(r"(-?\d{1,9})\.\.(-?\d{1,9})")

#: In the parts of an open item, the value that is chosen.
VALUE = "#1"


@frozen
class Range:
    """The whole numbers from one to another."""

    low: int
    high: int

    def __str__(self) -> str:
        return f"{self.low}..{self.high}"


@frozen
class Item:
    """One value of an option: `parts` are the forms that stand for each of the option's arguments.

    An open item stands for many: `values` says for which whole numbers, or, without a range, for any text.
    """

    name: str
    parts: tuple[tuple[Form, ...], ...]
    description: str
    stars: int
    span: Span
    is_open: bool = False
    values: Range | None = None

    def holds(self, text: str) -> bool:
        """Whether an open item stands for this value."""
        if self.values is None:
            return True
        return bool(re.fullmatch(r"-?\d{1,9}", text)) and self.values.low <= int(text) <= self.values.high

    def filled(self, text: str, option: str) -> Item:
        """The one value of an open item; mistakes in it are shown in a text of its own."""
        source = Source(f'option "{option}"', text)
        span = Span(source, 0, len(text))
        value = Number(int(text), span=span) if self.values is not None else String(text, span=span)
        parts = tuple(tuple(_fill(form, value) for form in part) for part in self.parts)
        return evolve(self, name=text, parts=parts, is_open=False, values=None)


@frozen
class Option:
    """A choice; `<tag:argument>` stands for the chosen item's part, and `<tag>` for its first."""

    name: str
    tag: str
    arguments: tuple[str, ...]
    items: tuple[Item, ...]
    span: Span
    open: Item | None = None

    @property
    def default(self) -> Item:
        """The item with the most stars; the first of equals."""
        return max(self.items, key=lambda item: item.stars)


@frozen
class Ruleset:
    """A named set of choices, each an (option, item) as written: `Board Size/8x8`."""

    name: str
    choices: tuple[str, ...]
    stars: int
    span: Span

    @property
    def title(self) -> str:
        """The name without the customary `Ruleset/` before it."""
        return self.name.removeprefix("Ruleset/")


def options_of(forms: Sequence[Form]) -> tuple[tuple[Option, ...], tuple[Diagnostic, ...]]:
    """The options of a file, and what is wrong with them."""
    options: list[Option] = []
    mistakes: list[Diagnostic] = []
    names: dict[str, Option] = {}
    tags: dict[str, Option] = {}
    for form in forms:
        if not (isinstance(form, Paren) and head_of(form) == "option"):
            continue
        option = _option(form, mistakes)
        if option is None:
            continue
        # Told is the first that has the same name, and the first of the same tag where that is another.
        same_name = names.setdefault(option.name, option)
        same_tag = tags.setdefault(option.tag, option)
        if same_name is not option:
            mistakes.append(_twice(f'"{option.name}"', same_name, option))
        if same_tag is not option and same_tag is not same_name:
            mistakes.append(_twice(f"<{option.tag}>", same_tag, option))
        options.append(option)
    return tuple(options), tuple(mistakes)


def rulesets_of(forms: Sequence[Form]) -> tuple[tuple[Ruleset, ...], tuple[Diagnostic, ...]]:
    """The rulesets of a file, and what is wrong with them."""
    rulesets: list[Ruleset] = []
    mistakes: list[Diagnostic] = []
    for form, stars in _ruleset_forms(forms):
        strings = [item for item in form.items[1:] if isinstance(item, String)]
        lists = [item for item in form.items[1:] if isinstance(item, Brace)]
        if not strings:
            mistakes.append(_malformed("a ruleset starts with its name in quotes", form.span))
            continue
        choices = tuple(c.value for brace in lists for c in brace.items if isinstance(c, String))
        rulesets.append(Ruleset(strings[0].value, choices, stars, form.span))
    return tuple(rulesets), tuple(mistakes)


def head_of(form: Form) -> str:
    """The word at the head of brackets; empty for anything else."""
    if isinstance(form, Paren) and form.items and isinstance(form.items[0], Word):
        return form.items[0].text
    return ""


def unstar(form: Form) -> tuple[Form, int]:
    """A form without its stars, and how many it had."""
    return (form.item, form.stars) if isinstance(form, Starred) else (form, 0)


def _ruleset_forms(forms: Sequence[Form]) -> Iterator[tuple[Paren, int]]:
    for form in forms:
        form, stars = unstar(form)
        if not isinstance(form, Paren):
            continue
        if head_of(form) == "ruleset":
            yield form, stars
        elif head_of(form) == "rulesets":
            for item in form.items[1:]:
                yield from _ruleset_forms(item.items if isinstance(item, Brace) else (item,))


def _option(form: Paren, mistakes: list[Diagnostic]) -> Option | None:
    name = next((item for item in form.items[1:] if isinstance(item, String)), None)
    tags = [item for item in form.items[1:] if isinstance(item, Angle)]
    arguments = next((i.value for i in form.items if isinstance(i, Named) and i.name == "args"), None)
    lists = [item for item in form.items[1:] if isinstance(item, Brace)]
    tag = placeholder_key(tags[0]) if tags else None
    if name is None or tag is None or tag[1] is not None or not lists or not isinstance(arguments, Brace):
        mistakes.append(_malformed("an option has a name, a tag, arguments and items", form.span))
        return None
    keys = [placeholder_key(a) if isinstance(a, Angle) else None for a in arguments.items]
    parts = tuple(key[0] for key in keys if key is not None and key[1] is None)
    if len(parts) != len(keys) or len(set(parts)) != len(parts):
        mistakes.append(_malformed("an option's arguments are different names in <>", arguments.span))
        return None
    items = [_item(each, len(parts), mistakes) for each in lists[-1].items]
    good = [item for item in items if item is not None]
    opened = [item for item in good if item.is_open]
    good = [item for item in good if not item.is_open]
    mistakes += [_malformed("an option has one open item at most", item.span) for item in opened[1:]]
    if not good:
        if not items or opened:
            what = "no item but an open one" if opened else "no items"
            mistakes.append(_malformed(f'the option "{name.value}" has {what}', form.span))
        return None
    return Option(name.value, tag[0], parts, tuple(good), form.span, opened[0] if opened else None)


def _fill(form: Form, value: Form) -> Form:
    """The form with the value in place of `#1`."""
    if isinstance(form, Word):
        return value if form.text == VALUE else form
    if isinstance(form, Paren | Brace | Angle):
        return evolve(form, items=tuple(_fill(item, value) for item in form.items))
    if isinstance(form, Named):
        return evolve(form, value=_fill(form.value, value))
    return form


def _item(form: Form, wanted: int, mistakes: list[Diagnostic]) -> Item | None:
    form, stars = unstar(form)
    if not isinstance(form, Paren) or head_of(form) != "item" or len(form.items) < 2:
        mistakes.append(_malformed("an item of an option is wanted here", form.span))
        return None
    name = form.items[1]
    among = _RANGE.fullmatch(name.text) if isinstance(name, Word) else None
    is_open = among is not None or (isinstance(name, Word) and name.text == "Any")
    if not isinstance(name, String) and not is_open:
        mistakes.append(
            _malformed(
                "an item starts with its name in quotes, or with Any or a range if it is open", name.span
            )
        )
        return None
    if is_open and stars:
        mistakes.append(_malformed("an open item is no default", name.span))
    shown = name.value if isinstance(name, String) else ""
    parts = tuple(item.items for item in form.items[2:] if isinstance(item, Angle))
    if len(parts) != wanted:
        count = f"{wanted} part" + ("" if wanted == 1 else "s")
        mistakes.append(
            _malformed(
                f"the item {name.span.text} has {len(parts)} parts in <>, its option {count}", form.span
            )
        )
        parts = (*parts, *((),) * wanted)[:wanted]
    text = " ".join(" ".join(item.value.split()) for item in form.items[2:] if isinstance(item, String))
    values = Range(int(among[1]), int(among[2])) if among is not None else None
    return Item(shown, parts, text, stars, form.span, is_open, values)


def _twice(what: str, first: Option, second: Option) -> Diagnostic:
    return Diagnostic(
        "W0304",
        f"two options are called {what}",
        second.span,
        related=(Label(first.span, "the other one"),),
        help=("where both have a part of the same name, the first one counts",),
        severity="warning",
    )


def _malformed(message: str, span: Span) -> Diagnostic:
    return Diagnostic(
        "E0307",
        message,
        span,
        help=('write (option "Line" <Line> args:{<length>} {(item "Three" <3> "Lines of three")* ...})',)
        if "ruleset" not in message
        else ('write (ruleset "Ruleset/Name" {"Line/Three"})',),
    )
