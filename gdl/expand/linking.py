"""Static linking: a file with the definitions of a library that it uses, and no others, put into it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from gdl.expand.check import named_in
from gdl.expand.definitions import Definition
from gdl.expand.library import Library
from gdl.expand.options import head_of
from gdl.parse.forms import Form, Paren, String
from gdl.parse.parser import parse
from gdl.source.text import Source
from gdl.support.values import frozen


@frozen
class Linked:
    """A text that needs no library."""

    text: str
    #: the definitions that were put in, those first that others use
    taken: tuple[str, ...]
    #: what the file has of its own that was left out, by its first word, such as `ai`
    left_out: tuple[str, ...] = ()


def linked(source: Source, folders: Sequence[str | Path], without: Sequence[str] = ()) -> Linked:
    """The file with what it uses of the definitions in these folders, before its first form; forms that begin
    with a word of `without` are left out, in metadata too.

    Whatever stands in quotes may name a definition, so one may be put in that is not needed.
    """
    forms, _ = parse(source)
    text, left_out = _without(source.text, forms, frozenset(without))
    library = Library.of(folders)
    own = {name for form in forms if (name := _defined(form)) is not None}
    taken: dict[str, Definition] = {}
    for name in sorted(named_in(form for form in forms if head_of(form) not in without)):
        _take(name, own, library, taken)
    parts = [each.span.text for each in taken.values()]
    return Linked("\n\n".join([*parts, text.lstrip("\n")]), tuple(taken), left_out)


def _defined(form: Form) -> str | None:
    """The name that a form defines."""
    if not isinstance(form, Paren) or head_of(form) != "define" or len(form.items) < 2:
        return None
    name = form.items[1]
    return name.value if isinstance(name, String) else None


def _take(name: str, own: set[str], library: Library, taken: dict[str, Definition]) -> None:
    """Put in a definition after those that it uses itself (depth-first, in postorder)."""
    waiting: list[tuple[Definition, Iterator[str]]] = []
    entered = set(taken)

    def enter(name: str) -> None:
        if name in own or name in entered or name not in library:
            return
        entered.add(name)
        found = next((each for each in library.read(name).definitions if each.name == name), None)
        if found is not None:
            waiting.append((found, iter(sorted(named_in(found.body)))))

    enter(name)
    while waiting:
        definition, uses = waiting[-1]
        inner = next(uses, None)
        if inner is not None:
            enter(inner)
        else:
            taken[definition.name] = definition
            waiting.pop()


def _without(text: str, forms: Sequence[Form], words: frozenset[str]) -> tuple[str, tuple[str, ...]]:
    """A text without the forms, at its top and in its metadata, that begin with one of some words."""
    inner = [
        item
        for form in forms
        if isinstance(form, Paren) and head_of(form) == "metadata"
        for item in form.items
    ]
    gone = [form for form in (*forms, *inner) if head_of(form) in words]
    for form in sorted(gone, key=lambda each: each.span.start, reverse=True):
        text = text[: form.span.start].rstrip() + text[form.span.end :]
    return text, tuple(dict.fromkeys(str(head_of(form)) for form in gone))
