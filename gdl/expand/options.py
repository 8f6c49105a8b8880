"""`(option ...)` and `(rulesets ...)`: what an author lets players choose."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import frozen

from gdl.diagnostics import Diagnostic, Label
from gdl.expand.definitions import placeholder_key
from gdl.forms import Angle, Brace, Form, Named, Paren, Starred, String, Word
from gdl.source import Span


@frozen
class Item:
    """One value of an option: `parts` are the forms that stand for each of the option's arguments."""

    name: str
    parts: tuple[tuple[Form, ...], ...]
    description: str
    stars: int
    span: Span


@frozen
class Option:
    """A choice; `<tag:argument>` stands for the chosen item's part, and `<tag>` for its first."""

    name: str
    tag: str
    arguments: tuple[str, ...]
    items: tuple[Item, ...]
    span: Span

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
    for form in forms:
        if not (isinstance(form, Paren) and head_of(form) == "option"):
            continue
        option = _option(form, mistakes)
        if option is None:
            continue
        for other in options:
            if other.name == option.name or other.tag == option.tag:
                what = f'"{option.name}"' if other.name == option.name else f"<{option.tag}>"
                mistakes.append(_twice(what, other, option))
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
    good = tuple(item for item in items if item is not None)
    if not good:
        if not items:
            mistakes.append(_malformed(f'the option "{name.value}" has no items', form.span))
        return None
    return Option(name.value, tag[0], parts, good, form.span)


def _item(form: Form, wanted: int, mistakes: list[Diagnostic]) -> Item | None:
    form, stars = unstar(form)
    if not isinstance(form, Paren) or head_of(form) != "item" or len(form.items) < 2:
        mistakes.append(_malformed("an item of an option is wanted here", form.span))
        return None
    name = form.items[1]
    if not isinstance(name, String):
        mistakes.append(_malformed("an item starts with its name in quotes", name.span))
        return None
    parts = tuple(item.items for item in form.items[2:] if isinstance(item, Angle))
    if len(parts) != wanted:
        count = f"{wanted} part" + ("" if wanted == 1 else "s")
        mistakes.append(
            _malformed(f'the item "{name.value}" has {len(parts)} parts in <>, its option {count}', form.span)
        )
        parts = (*parts, *((),) * wanted)[:wanted]
    text = " ".join(item.value for item in form.items[2:] if isinstance(item, String))
    return Item(name.value, parts, text, stars, form.span)


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
