"""Strongly typed crossover (Montana): parts of two games change places where both fit the same slot.

Which slot a part stands in the binder says: the kind that its ludeme's argument wants. So what comes from
another game stands where something of its kind stood, and most children are games. Games are expanded first:
their parts use no definitions. Pieces, regions and tracks are called as they are in the new game.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

from attrs import field, frozen

from gdl.bind.binder import Binder, Failed, Vocabulary
from gdl.bind.specs import ArraySpec, ClassSpec, Spec
from gdl.expand import load_forms
from gdl.ludeme.base import ARGUMENTS, Ludeme
from gdl.ludemes.game import Game
from gdl.parse.forms import Brace, Form, Named, Paren, String, Word, one_line
from gdl.source.text import Source
from tests.fuzz import engines, grow, seeds
from tests.fuzz.kind import Kind

#: Games on larger boards, or of longer texts, are no hosts: they are played too slowly. They give parts.
_LONGEST = 4000
_SITES = 150
#: The shares of small games among hosts, and of parts that are as small as a word.
_SMALL, _WORDS = 0.5, 0.3
#: How often the name of a piece or place is another one of the new game, though it is known there.
_RENAMED = 0.2
#: What gives names: pieces, places, and paths.
_NAMING = ("piece", "regions", "track", "die", "hand", "map")


@frozen
class Part:
    """A form of a game, the class that it is bound to, and the kind that is wanted where it stands."""

    form: Form = field(repr=False)
    cls: type[Ludeme]
    slot: Spec


@frozen(eq=False)
class Parts:
    """An expanded game: its parts, and the names that it gives."""

    game: Paren = field(repr=False)
    parts: tuple[Part, ...] = field(repr=False)
    names: dict[str, str] = field(repr=False)


def _slots(ludeme: Ludeme, known: Vocabulary) -> Iterator[tuple[Ludeme, Spec]]:
    """The ludemes that are arguments of a ludeme, each with what is wanted there."""
    if not type(ludeme).words:
        return  # a literal
    specs = {param.attribute: param.spec for param in known.signature(type(ludeme)).params()}
    for name in ARGUMENTS[type(ludeme)]:
        if name in specs:
            yield from _inside(getattr(ludeme, name), specs[name])


def _inside(value: object, spec: Spec) -> Iterator[tuple[Ludeme, Spec]]:
    if isinstance(value, Ludeme):
        yield value, spec
    elif isinstance(value, tuple):
        for each in spec.alternatives:
            if isinstance(each, ArraySpec):
                for item in value:
                    yield from _inside(item, each.item)
                return


def taken_apart(text: str, folder: Path | None = None) -> Parts | None:
    """The parts of a game; None for what is no game of its own, such as a match."""
    game = load_forms(Source("game.lud", text), folder=folder).game
    if game is None:
        return None
    known = grow.known()
    binder = Binder(known)
    bound = binder.bind(game, known.spec(Game))
    if isinstance(bound, Failed) or not isinstance(bound, Game):
        return None
    forms = binder.origins()
    parts, waiting = [], [bound]
    while waiting:
        for inner, spec in _slots(waiting.pop(), known):
            waiting.append(inner)
            form = forms.get(inner)
            if form is not None:
                parts.append(Part(form, type(inner), spec))
    return Parts(game, tuple(parts), dict(_named(game)))


def _named(form: Form) -> Iterator[tuple[str, str]]:
    """The names that are given in a form, and to what."""
    waiting = [form]
    while waiting:
        here = waiting.pop()
        if isinstance(here, Paren) and len(here.items) > 1 and isinstance(here.items[1], String):
            head = here.items[0]
            if isinstance(head, Word) and head.text in _NAMING:
                yield here.items[1].value, head.text
        waiting += _children(here)


def _children(form: Form) -> tuple[Form, ...]:
    if isinstance(form, Paren | Brace):
        return form.items
    return (form.value,) if isinstance(form, Named) else ()


@cache
def _all() -> tuple[tuple[Parts, ...], tuple[Parts, ...], tuple[Parts, ...]]:
    """The small games, the shipped ones that are not too large to be played, and all that give parts."""
    small = tuple(found for text in seeds.small_games() if (found := taken_apart(text)))
    shipped = []
    for path in sorted((seeds.ROOT / "games").glob("*/*.lud")):
        found = taken_apart(path.read_text(encoding="utf-8"), path.parent)
        if found is not None:
            shipped.append(found)
    hosts = tuple(each for each in shipped if len(one_line(each.game)) <= _LONGEST)
    return small, hosts, (*small, *shipped)


@cache
def _donors(slot: Spec) -> tuple[tuple[Parts, tuple[Part, ...]], ...]:
    """By game, the parts that fit a slot."""
    wanted = tuple(each.cls for each in slot.alternatives if isinstance(each, ClassSpec))
    found = ((game, tuple(part for part in game.parts if issubclass(part.cls, wanted))) for game in _all()[2])
    return tuple((game, parts) for game, parts in found if parts)


def _replaced(form: Form, old: Form, new: Form) -> Form:
    """The form with one inside it replaced, wherever that object stands."""
    if form is old:
        return new
    if isinstance(form, Paren | Brace):
        return type(form)(tuple(_replaced(item, old, new) for item in form.items))
    if isinstance(form, Named):
        return Named(form.name, _replaced(form.value, old, new))
    return form


def _at_home(form: Form, random: Random, giver: Parts, host: dict[str, str]) -> Form:
    """The form with the names of its own game replaced by some of the host's for the same kind of thing."""
    if isinstance(form, String):
        bare = form.value.rstrip("0123456789")
        for name in (form.value, bare):
            if name in giver.names and (name not in host or random.random() < _RENAMED):
                like = sorted(each for each, kind in host.items() if kind == giver.names[name])
                return String(random.choice(like) + form.value[len(name) :]) if like else form
        return form
    if isinstance(form, Paren | Brace):
        return type(form)(tuple(_at_home(item, random, giver, host) for item in form.items))
    if isinstance(form, Named):
        return Named(form.name, _at_home(form.value, random, giver, host))
    return form


def cross(random: Random, host: Parts) -> Form:
    """The host's game with one to three parts of others in place of its own."""
    game: Form = host.game
    parts = list(host.parts)
    for _ in range(random.choice((1, 1, 2, 3))):
        composed = [part for part in parts if isinstance(part.form, Paren)]
        old = random.choice(parts if random.random() < _WORDS or not composed else composed)
        giver, fitting = random.choice(_donors(old.slot))
        new = _at_home(random.choice(fitting).form, random, giver, host.names)
        game = _replaced(game, old.form, new)
        gone = _within(old.form)
        parts = [part for part in parts if not any(part.form is each for each in gone)]
        if not parts:
            break
    return game


def _within(form: Form) -> list[Form]:
    """A form and all inside it."""
    found, waiting = [], [form]
    while waiting:
        here = waiting.pop()
        found.append(here)
        waiting += _children(here)
    return found


def make(random: Random) -> bytes:
    """A child of two games or more, or of two parts of one."""
    small, shipped, _ = _all()
    host = random.choice(small if random.random() < _SMALL else shipped)
    return one_line(cross(random, host)).encode("utf-8", errors="replace")


KIND = Kind("crossovers", ".lud", make, engines.run, seconds=20.0, memory=3 << 30, chunk=10)
