"""The language reference, made from the ludeme classes: `python -m gdl.reference > docs/reference.md`."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping
from enum import Enum

import gdl.ludemes  # noqa: F401  (registers them)
from gdl.bind.binder import Vocabulary, vocabulary
from gdl.bind.describe import camel, class_name, describe, is_registered, plural, signature_text
from gdl.bind.specs import ArraySpec, ClassSpec, EnumSpec, Param, ScalarSpec, Spec
from gdl.format import formatted
from gdl.ludeme import categories
from gdl.ludeme.base import Ludeme
from gdl.ludeme.registry import REGISTRY, Entry, Registry
from gdl.reference.shown import Form, selector
from gdl.reference.trying import Mark, try_ludeme
from gdl.source.text import Source

_INTRODUCTION = """\
# Language reference

Generated from the ludemes themselves by `python -m gdl.reference`; do not edit.

A signature shows how a ludeme is written. `<kind>` stands for something of that kind, `name:<kind>` is
written with its name, `[...]` may be left out, `{...}` is an array, and of `a | b` one is given. Arguments
without a name stand in this order; those with a name may stand anywhere.

Each ludeme, each of the words that select what it does, and each argument that may be left out was tried
when this page was made: a small game was written around it and compiled. What stands as its example is what
compiled. **Refused** is what no game may have (E0401), with what to write instead. Names in examples, such as
`"Disc1"` or `"Track"`, are those of the small games.

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
  `End` is where pieces leave. `loop:True` leads from the last site to the first. More
  under [`track`](#equipment-track).
"""
#: What is said of a form of which trying tells nothing; a test fails where it stands.
UNTOLD = "**not tried**"
#: Longer examples have a block of their own.
_LONG = 100
_PARTS = ("Parts of other ludemes", "What stands in particular places only.")


Marks = Mapping[Form, Mark | None]


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
        names = ", ".join(f"[`{name}`](#{place(first[name])})" for name in sorted(first, key=str.lower))
        lines.append(f"- [{title}](#{_anchor(title)}): {names}")
    lines += ["- [Words](#words)", ""]
    for title, text, entries in sections:
        lines += [f"## {title}", "", text, ""]
        for entry in entries:
            lines += entry_text(entry, known, registry)
    return "\n".join([*lines, *_words(known)]).rstrip() + "\n"


def _name(entry: Entry) -> str:
    return " ".join(entry.words)


def _anchor(title: str) -> str:
    kept = "".join(char for char in title.lower() if char.isalnum() or char in " -_")
    return kept.replace(" ", "-")


def place(cls: type[Ludeme]) -> str:
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


def entry_text(entry: Entry, known: Vocabulary, registry: Registry) -> Iterator[str]:
    """What the page says of a ludeme, in lines."""
    result = known.signature(entry.cls)
    yield from (
        f'<a id="{place(entry.cls)}"></a>',
        "",
        f"### `{_name(entry)}`",
        "",
        "```",
        signature_text(result, entry.words),
        "```",
        "",
    )
    doc = vars(entry.cls).get("__doc__")
    if doc:
        yield from (inspect.cleandoc(doc), "")
    marks = try_ludeme(entry, known)
    refused = all(mark is not None and mark.refused for mark in marks.values())
    yield from _plain_mark(marks, entry)
    others = [each for each in registry.entries() if each.cls is entry.cls and each.words != entry.words]
    if others:
        yield from (f"Also written {', '.join(f'`{_name(each)}`' for each in others)}.", "")
    params = list(result.params())
    if not params:
        return
    yield from _words_tried(entry, marks)
    selecting = selector(result)
    tried = not refused and any(param.optional for param in params)
    yield from (
        f"| argument | what | default |{' example |' * tried}",
        f"| --- | --- | --- |{' --- |' * tried}",
    )
    for param in params:
        form = Form(entry.cls, argument=param.attribute)
        mark = _mark(marks[form], entry) if form in marks else ""
        example = f" {mark} |" if tried else ""
        what = _linked(param.spec)
        if param is selecting and isinstance(param.spec, EnumSpec):
            what = f"[one of these words]({_words_place(param.spec)})"
        yield f"| `{_label(param)}` | {what} | {_default(param)} |{example}"
    yield ""
    by_attribute = {param.attribute: _label(param) for param in params}
    for groups, text in ((entry.cls.one_of, "Exactly one"), (entry.cls.at_most_one, "At most one")):
        for group in groups:
            yield from (f"{text} of {', '.join(f'`{by_attribute[name]}`' for name in group)} is given.", "")


def _plain_mark(marks: Marks, entry: Entry) -> Iterator[str]:
    """What is to be said of the ludeme as a whole."""
    plain = marks[Form(entry.cls)]
    if plain is None:
        yield from (UNTOLD, "")
    elif all(mark is not None and mark.refused for mark in marks.values()):
        yield from (f"**Refused** (E0401), all of it. {_instead(entry, plain)}", "")
    elif "Example" not in _said(entry) or plain.example not in _said(entry):
        yield from _example(plain)


def _example(mark: Mark) -> Iterator[str]:
    if len(mark.example) <= _LONG:
        yield from (f"Example: {code(mark.example)}.", "")
    else:
        yield from ("Example:", "", "```", *_folded(mark.example), "```", "")


def _folded(example: str) -> list[str]:
    """A long example as `gdl format` has it."""
    return formatted(Source("example.lud", example)).rstrip().split("\n")


def _said(entry: Entry) -> str:
    return " ".join((vars(entry.cls).get("__doc__") or "").split())


def _instead(entry: Entry, mark: Mark) -> str:
    if entry.cls.instead:
        return f"Instead: {entry.cls.instead}."
    return f"Instead: {'; '.join(mark.instead)}." if mark.instead else ""


def _mark(mark: Mark | None, entry: Entry) -> str:
    """What came of a form, in a table."""
    if mark is None:
        return UNTOLD
    if mark.refused:
        return f"**refused** (E0401). {_instead(entry, mark)}".strip().replace("|", "\\|")
    return code(mark.example).replace("|", "\\|")


def _words_tried(entry: Entry, marks: Marks) -> Iterator[str]:
    """The words that select what the ludeme does, each with its example."""
    words = {form.word: mark for form, mark in marks.items() if form.word}
    if not words or all(mark is not None and mark.refused for mark in marks.values()):
        return
    yield from ("| word | example |", "| --- | --- |")
    for word, mark in words.items():
        yield f"| `{word}` | {_mark(mark, entry)} |"
    yield ""


def code(text: str) -> str:
    """A text as code within a line."""
    return f"`{text}`"


def _label(param: Param) -> str:
    return f"{param.name}:" if param.name else param.attribute


def _linked(spec: Spec) -> str:
    """What is wanted, with links to the words that may stand there."""
    if isinstance(spec, EnumSpec):
        return f"[{describe(spec)}]({_words_place(spec)})"
    if isinstance(spec, ArraySpec):
        return f"array of: {_linked(spec.item)}"
    if isinstance(spec, ClassSpec) and is_registered(spec.cls):
        return f"[{describe(spec)}](#{place(spec.cls)})"
    if isinstance(spec, ClassSpec | ScalarSpec):
        return describe(spec)
    return " or ".join(_linked(part) for part in spec.alternatives)


def _words_place(spec: EnumSpec) -> str:
    """A link to the words of an enumeration."""
    return f"#{_anchor(camel(spec.enum.__name__))}"


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
    result: dict[str, EnumSpec] = {}
    for cls in known.registry.classes():
        for param in known.signature(cls).params():
            for spec in _enums(param.spec, known):
                result.setdefault(camel(spec.enum.__name__), spec)
    yield from ("## Words", "")
    for name in sorted(result):
        spec = result[name]
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
