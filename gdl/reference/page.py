"""The language reference, made from the ludeme classes: `python -m gdl.reference > docs/reference.md`."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from enum import Enum

import gdl.ludemes  # noqa: F401  (registers them)
from gdl.bind.describe import camel, class_name, describe, is_registered, plural, signature_text
from gdl.bind.specs import ArraySpec, ClassSpec, EnumSpec, Param, ScalarSpec, Spec, Vocabulary, vocabulary
from gdl.ludeme import categories
from gdl.ludeme.base import Ludeme
from gdl.ludeme.registry import REGISTRY, Entry, Registry
from gdl.reference.trying import try_ludeme

_INTRODUCTION = """\
# Language reference

Generated from the ludemes themselves by `python -m gdl.reference`; do not edit.

A signature shows how a ludeme is written. `<kind>` stands for something of that kind, `name:<kind>` is
written with its name, `[...]` may be left out, `{...}` is an array, and of `a | b` one is given. Arguments
without a name stand in this order; those with a name may stand anywhere.

Forms of each were tried in small games when this page was made. *Compiles* shows one that does, *not
supported* those that are refused (E0401), with what to write instead; a word or argument that is not named
there is supported, or needs surroundings that were not tried.

Three things that are easily taken for others:

- **Directions on vertices.** Neighbours are what the board's lines join. `(board (square 5) use:Vertex)`
  has rows and columns as lines but no diagonals, so `(is Line 3)` looks along rows and columns only, and a
  step `Adjacent` goes four ways; with cells, cells that touch at a corner are neighbours too. `(square 5
  diagonals:Alternating)` and the other words for `diagonals:` draw more lines.
- **States of sites.** `(set State at:<site> 1)` is about what stands on the site, or about the empty site.
  It goes with a piece that moves away, and is lost when a piece arrives: the piece brings its own, 0 unless
  it has one. So state that belongs to the place itself is better kept as a remembered number, a variable or
  a colour (`set Colour`).
- **The text of a track.** `"0,E,N2,W"` begins with the number of a site. A direction runs on from the site
  before to the edge of the board, and with a number so many steps; a further number is a site again, and
  `End` is where pieces leave. `loop:True` leads from the last site to the first, `directed:True` forbids
  going back.
"""
_PARTS = ("Parts of other ludemes", "What stands in particular places only.")


def signature(cls: type[Ludeme], registry: Registry = REGISTRY) -> str:
    """`(move Slide [<from>] [<direction>] [stack:<boolean>])`."""
    return signature_text(vocabulary(registry).signature(cls))


def reference(registry: Registry = REGISTRY) -> str:
    """The whole reference in Markdown."""
    known = vocabulary(registry)
    sections = _sections(registry)
    lines = [_INTRODUCTION, "## Contents", ""]
    for title, _, entries in sections:
        first = {_name(entry): entry.cls for entry in reversed(entries)}
        names = ", ".join(f"[`{name}`](#{_place(first[name])})" for name in sorted(first, key=str.lower))
        lines.append(f"- [{title}](#{_anchor(title)}): {names}")
    lines += ["- [Words](#words)", ""]
    for title, text, entries in sections:
        lines += [f"## {title}", "", text, ""]
        for entry in entries:
            lines += _ludeme(entry, known, registry)
    return "\n".join([*lines, *_words(known)]).rstrip() + "\n"


def _name(entry: Entry) -> str:
    return " ".join(entry.words)


def _anchor(title: str) -> str:
    kept = "".join(char for char in title.lower() if char.isalnum() or char in " -_")
    return kept.replace(" ", "-")


def _place(cls: type[Ludeme]) -> str:
    """The anchor of a ludeme: not of its name, which it may share with others."""
    return f"{cls.__module__.rpartition('.')[2]}-{cls.__name__}".lower()


def _sections(registry: Registry) -> list[tuple[str, str, list[Entry]]]:
    """Title, text and ludemes of each kind, in the order in which the kinds are declared."""
    kinds = [
        each
        for each in vars(categories).values()
        if inspect.isclass(each) and issubclass(each, Ludeme) and "category" in vars(each)
    ]
    first = {entry.cls: entry for entry in reversed(registry.entries())}
    entries = sorted(first.values(), key=lambda entry: (entry.words[0].lower(), entry.words))
    sections: list[tuple[str, str, list[Entry]]] = []
    for kind in kinds:
        members = [entry for entry in entries if issubclass(entry.cls, kind)]
        if members:
            title = plural(str(vars(kind)["category"])).capitalize()
            text = f"`<{class_name(kind)}>`: {inspect.cleandoc(kind.__doc__ or '')}"
            sections.append((title, text, members))
    parts = [entry for entry in entries if not issubclass(entry.cls, tuple(kinds))]
    return [(*_PARTS, parts), *sections] if parts else sections


def _ludeme(entry: Entry, known: Vocabulary, registry: Registry) -> Iterator[str]:
    found = known.signature(entry.cls)
    yield from (
        f'<a id="{_place(entry.cls)}"></a>',
        "",
        f"### `{_name(entry)}`",
        "",
        "```",
        signature_text(found, entry.words),
        "```",
        "",
    )
    doc = vars(entry.cls).get("__doc__")
    if doc:
        yield from (inspect.cleandoc(doc), "")
    yield from _tried(entry, known)
    others = [each for each in registry.entries() if each.cls is entry.cls and each.words != entry.words]
    if others:
        yield from (f"Also written {', '.join(f'`{_name(each)}`' for each in others)}.", "")
    params = list(found.params())
    if not params:
        return
    yield from ("| argument | what | default |", "| --- | --- | --- |")
    for param in params:
        yield f"| `{_label(param)}` | {_linked(param.spec)} | {_default(param)} |"
    yield ""
    by_attribute = {param.attribute: _label(param) for param in params}
    for groups, text in ((entry.cls.one_of, "Exactly one"), (entry.cls.at_most_one, "At most one")):
        for group in groups:
            yield from (f"{text} of {', '.join(f'`{by_attribute[name]}`' for name in group)} is given.", "")


def _tried(entry: Entry, known: Vocabulary) -> Iterator[str]:
    """What is supported of it, and what is not."""
    came = try_ludeme(entry, known)
    doc = vars(entry.cls).get("__doc__") or ""
    if came.never:
        instead = f" Instead: {entry.cls.instead}." if entry.cls.instead else ""
        yield from (f"**Not supported**, no form of it.{instead}", "")
    elif came.refused:
        yield from (f"Not supported: {', '.join(f'`{form}`' for form in came.refused)}.", "")
    if came.works is not None and came.works not in doc:
        yield from (f"Compiles: `{came.works}`.", "")


def _label(param: Param) -> str:
    return f"{param.name}:" if param.name else param.attribute


def _linked(spec: Spec) -> str:
    """What is wanted, with links to the words that may stand there."""
    if isinstance(spec, EnumSpec):
        return f"[{describe(spec)}](#{_anchor(camel(spec.enum.__name__))})"
    if isinstance(spec, ArraySpec):
        return f"array of: {_linked(spec.item)}"
    if isinstance(spec, ClassSpec) and is_registered(spec.cls):
        return f"[{describe(spec)}](#{_place(spec.cls)})"
    if isinstance(spec, ClassSpec | ScalarSpec):
        return describe(spec)
    return " or ".join(_linked(part) for part in spec.alternatives)


def _default(param: Param) -> str:
    if not param.optional:
        return "*required*"
    default = param.default
    if isinstance(default, Enum):
        return f"`{default.value}`"
    if isinstance(default, bool | int | float | str):
        return f"`{default}`"
    return "*optional*"


def _words(known: Vocabulary) -> Iterator[str]:
    """Every enumeration that an argument can be, with its words."""
    found: dict[str, EnumSpec] = {}
    for cls in known.registry.classes():
        for param in known.signature(cls).params():
            for spec in _enums(param.spec, known):
                found.setdefault(camel(spec.enum.__name__), spec)
    yield from ("## Words", "")
    for name in sorted(found):
        spec = found[name]
        doc = vars(spec.enum).get("__doc__")
        words = ", ".join(f"`{word}`" for word in spec.members)
        yield from (f"### `{name}`", "")
        if doc:
            yield from (inspect.cleandoc(doc), "")
        yield from (words, "")


def _enums(spec: Spec, known: Vocabulary) -> Iterator[EnumSpec]:
    for part in spec.alternatives:
        if isinstance(part, EnumSpec):
            yield part
        elif isinstance(part, ArraySpec):
            yield from _enums(part.item, known)
        elif isinstance(part, ClassSpec) and part.cls is not Ludeme:
            for each in known.literals(part.cls):
                yield from _enums(each.spec, known)
