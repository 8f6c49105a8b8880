"""Genomes: the rules of a game as one text, with its definitions as they are written and nothing else.

Files of definitions are taken in, options are as they were chosen, what the game does not come to is left
out. A comment stays above its definition as long as that, and all that it uses, says what it said: words for
the rules in English are not to outlive the rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from gdl.expand.definitions import placeholder_key, walk
from gdl.expand.load import parsed
from gdl.expand.options import head_of
from gdl.expand.substitute import Parts
from gdl.parse.forms import Angle, Brace, Form, Named, Paren, Starred, String, Word
from gdl.parse.forms import one_line as written_out
from gdl.source.text import Source, Span
from gdl.support.values import frozen
from interpreter.errors.user_errors import InventError
from interpreter.game.game import Game

#: What is in place of an argument that is left out.
_ABSENT = Word("~")
#: Parts of options are in each other no deeper than that.
_DEEPEST = 40

#: A place in a text, and what takes it.
Edit = tuple[int, int, str]


@lru_cache(maxsize=4)
def source_of(text: str) -> Source:
    """A genome's text as a source: the same one for its genes, its changes and its trial, so that it is
    parsed once."""
    return Source("invented", text)


@frozen
class Defined:
    """A definition as it is written, with the comment above it."""

    name: str
    text: str
    comment: tuple[str, ...] = ()
    #: what its text names in quotes, definitions among it
    names: frozenset[str] = frozenset()

    @property
    def whole(self) -> str:
        """It, under its comment."""
        return "\n".join((*self.comment, self.text))


def genome_of(game: Game) -> str:
    """The genome of a game as its options are chosen. Raises InventError for what is no single game."""
    expanded = game.compiled.expanded
    if game.is_match or expanded.trial is None:
        raise InventError(f"{game.name} is a match of several games: breed from the game that it plays")
    forms, _ = parsed(expanded.sources[0])
    whole = next(form for form in forms if head_of(form) == "game")
    parts = expanded.trial.parts
    definitions = {
        name: Defined(
            name,
            written_out(Paren((Word("define"), String(name), *_put_in(each.body, parts)))),
            _comment_above(each.span),
            _named_in(_put_in(each.body, parts)),
        )
        for name, each in expanded.definitions.items()
    }
    (plain,) = _put_in((whole,), parts)
    return worked_out(tidied(put_together(written_out(plain), definitions, _named_in((plain,)))))


#: Sums of two numbers, as options leave them.
_SUM = re.compile(r"\(\+ (\d+) (\d+)\)")


def worked_out(text: str) -> str:
    """A genome whose sums of numbers are numbers: `(+ 16 100)` is 116 (constant folding)."""
    while (after := _SUM.sub(lambda sum_: str(int(sum_[1]) + int(sum_[2])), text)) != text:
        text = after
    return text


def _put_in(forms: Sequence[Form], parts: Parts, depth: int = 0) -> tuple[Form, ...]:
    """Forms with the parts of options, as they are chosen, in place of `<...>`."""
    done: list[Form] = []
    for form in forms:
        if isinstance(form, Angle):
            key = placeholder_key(form)
            if key is not None and key in parts and depth < _DEEPEST:
                done += _put_in(parts[key][1], parts, depth + 1)
        elif isinstance(form, Starred):
            done += _put_in((form.item,), parts, depth)
        elif isinstance(form, Named):
            values = _put_in((form.value,), parts, depth)
            done += [*(Named(form.name, value) for value in values[:1]), *values[1:]]
        elif isinstance(form, Brace):
            done.append(Brace(_put_in(form.items, parts, depth)))
        elif isinstance(form, Paren):
            if form.items and isinstance(form.items[0], String):  # an argument that is absent keeps its place
                given = [_put_in((item,), parts, depth) or (_ABSENT,) for item in form.items[1:]]
                done.append(Paren((form.items[0], *(each for some in given for each in some))))
            else:
                done.append(Paren(_put_in(form.items, parts, depth)))
        else:
            done.append(form)
    return tuple(done)


def _comment_above(span: Span) -> tuple[str, ...]:
    """The lines of the comment that ends right above a place."""
    lines: list[str] = []
    line = span.line - 1
    while line >= 1 and (text := span.source.line_text(line).strip()).startswith("//"):
        lines.append(text)
        line -= 1
    return tuple(reversed(lines))


def _named_in(forms: Iterable[Form]) -> frozenset[str]:
    return frozenset(form.value for form in walk(tuple(forms)) if isinstance(form, String))


def put_together(game: str, definitions: Mapping[str, Defined], names: Iterable[str]) -> str:
    """A game with the definitions that it comes to, those that others use behind these."""
    reached: dict[str, None] = {}
    waiting = [name for name in definitions if name in set(names)]
    while waiting:
        name = waiting.pop(0)
        if name not in reached:
            reached[name] = None
            waiting += [each for each in definitions if each in definitions[name].names]
    # in the order in which they stand, so that a change of one is no change of all others' places
    used = [each for name, each in definitions.items() if name in reached]
    return "\n".join((*(each.whole for each in used), game)) + "\n"


@frozen
class Apart:
    """A genome taken apart."""

    game: Paren
    definitions: Mapping[str, Defined]
    #: where each definition stands, its comment not counted
    places: Mapping[str, tuple[int, int]]
    #: all forms of the text
    every: tuple[Form, ...]


def taken_apart(source: Source) -> Apart:
    """The game and the definitions of a genome. Raises InventError for a text that is none."""
    forms, mistakes = parsed(source)
    games = [form for form in forms if isinstance(form, Paren) and head_of(form) == "game"]
    if mistakes or len(games) != 1:
        raise InventError("this is no genome: a game with its definitions is wanted")
    definitions: dict[str, Defined] = {}
    places: dict[str, tuple[int, int]] = {}
    for form in forms:
        if head_of(form) == "define" and isinstance(form, Paren) and isinstance(form.items[1], String):
            name = form.items[1].value
            definitions[name] = Defined(
                name, form.span.text, _comment_above(form.span), _named_in(form.items[2:])
            )
            places[name] = (form.span.start, form.span.end)
    return Apart(games[0], definitions, places, forms)


@lru_cache(maxsize=64)
def _apart(text: str) -> Apart:
    return taken_apart(source_of(text))


def edited(
    text: str, edits: Sequence[Edit], more: Mapping[str, Defined] | None = None, comments: bool = False
) -> str:
    """A genome with edits, which do not overlap, made, and `more` definitions put in; comments of what says
    something else now are gone (unless they are to stay: nothing is said otherwise), and so are definitions
    that nothing uses any more."""
    before = _apart(text)
    touched = {
        name
        for name, (start, end) in before.places.items()
        if not comments and any(start <= first and last <= end for first, last, _ in edits)
    }
    for first, last, new in sorted(edits, reverse=True):
        text = text[:first] + new + text[last:]
    after = taken_apart(source_of(text))
    definitions = dict(after.definitions) | {
        n: d for n, d in (more or {}).items() if n not in after.definitions
    }
    for name in _users(touched, definitions):
        each = definitions[name]
        definitions[name] = Defined(name, each.text, (), each.names)
    game = after.game
    return put_together(game.span.text, definitions, _named_in((game,)))


def tidied(text: str) -> str:
    """A genome without definitions of nothing and without arguments that none of its definitions uses."""
    while True:
        apart = taken_apart(source_of(text))
        takes = {
            each.items[1].value: _parameters(each.items[2:]) if len(each.items) > 2 else -1
            for each in apart.every
            if isinstance(each, Paren) and head_of(each) == "define" and isinstance(each.items[1], String)
        }
        edits = [edit for form in apart.every for edit in _surplus(form, takes, head_of(form) == "define")]
        if not edits:
            return text
        text = edited(text, edits[:1], comments=True)


def _parameters(forms: Sequence[Form]) -> int:
    numbers = [
        each.text[1:] for each in walk(tuple(forms)) if isinstance(each, Word) and each.text[:1] == "#"
    ]
    return max((int(each) for each in numbers if each.isdigit()), default=0)


def _surplus(form: Form, takes: Mapping[str, int], is_definition: bool) -> Iterator[Edit]:
    """The edits that leave out what stands for nothing, and arguments that are not used."""
    items = (
        form.items if isinstance(form, Paren | Brace) else (form.value,) if isinstance(form, Named) else ()
    )
    for at, item in enumerate(items):
        if is_definition and at == 1:
            continue
        inside = item.items if isinstance(item, Paren) and item.items else ()
        called = item if isinstance(item, String) and not (at == 0 and isinstance(form, Paren)) else None
        used = inside[0] if inside and isinstance(inside[0], String) else called
        count = takes.get(used.value) if isinstance(used, String) else None
        if count == -1:
            yield item.span.start, item.span.end, ""
        elif count is not None and len(inside) - 1 > count:
            yield inside[count].span.end, inside[-1].span.end, ""
        yield from _surplus(item, takes, False)


def _users(touched: Iterable[str], definitions: Mapping[str, Defined]) -> Iterator[str]:
    """Definitions and all that use them, directly or through others."""
    found = {name for name in touched if name in definitions}
    while True:
        more = {n for n, d in definitions.items() if n not in found and d.names & found}
        if not more:
            return iter(found)
        found |= more
