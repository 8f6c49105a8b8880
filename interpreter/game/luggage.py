"""Games marshalled: their rules travel with them as text, and each process loads a game of some rules once.

What travels is the recipe of a game, with absolute paths, and beside it the whole rules as one text in which
all definitions and options are put in. Where a game arrives it is looked for among those that are known there
by its ticket, a digest of all that travels. If it is not known it is loaded from its file where that says the
same, since messages then show the author's own lines; else from the text that came along.
"""

from __future__ import annotations

import os
import pickle
import zlib
from collections.abc import Callable, Iterator
from hashlib import blake2b
from typing import Any, NamedTuple, Protocol, TypeVar, cast
from weakref import WeakValueDictionary

from gdl.source.diagnostics import LanguageError
from gdl.source.reading import MAX_BYTES
from gdl.support.values import evolve, frozen
from interpreter.errors.user_errors import UnreadableFileError, UserError
from interpreter.game.image import Image, Recipe
from interpreter.game.shipped import shipped_games, shipped_name

#: So many games stay known though nobody holds them: states that come one by one are let go of one by one.
KEPT = 16


class Luggage(NamedTuple):
    """What a game takes along: `packed` is all of it, and `ticket` stands for that."""

    ticket: str
    packed: bytes


class Travelling(Protocol):
    """What is asked of a game: a `Game` is one."""

    recipe: Recipe
    image: Image

    @property
    def name(self) -> str:
        """What it is called."""

    @property
    def identity(self) -> str:
        """The fingerprint of its prepared rules."""


T = TypeVar("T", bound=Travelling)

#: the games of this process by their tickets, and those that it keeps
_known: WeakValueDictionary[str, Any] = WeakValueDictionary()
_kept: dict[str, Any] = {}


@frozen
class _Inside:
    """What is packed: `shipped` is the game's name where it comes with the language."""

    name: str
    recipe: Recipe
    identity: str
    options: tuple[tuple[str, str], ...]
    texts: tuple[str, ...]
    shipped: str | None


def luggage_of(game: Travelling) -> Luggage:
    """What a game takes along. From now on this process knows it by its ticket."""
    recipe = game.recipe
    texts = game.image.texts
    inside = _Inside(
        game.name,
        _with_absolute_paths(recipe),
        game.identity,
        game.image.options,
        texts if all(len(text.encode(errors="replace")) <= MAX_BYTES for text in texts) else (),
        shipped_name(recipe.path) if recipe.text is None else None,
    )
    raw = pickle.dumps(inside, 5)
    result = Luggage(blake2b(raw, digest_size=16).hexdigest(), zlib.compress(raw, 9))
    _known[result.ticket] = game
    return result


def arrived(luggage: Luggage, make: Callable[[Recipe], T]) -> T:
    """The game of some luggage, made from a recipe. Time: a microsecond where this process knows it.

    Raises UnreadableFileError where its rules cannot be had, or are prepared in another way here.
    """
    ticket, packed = luggage
    game = _kept.get(ticket)
    if game is None:
        game = _known.get(ticket)
        if game is None:
            game = _loaded(pickle.loads(zlib.decompress(packed)), make)
            vars(game)["luggage"] = luggage  # what it is to take along again
            _known[ticket] = game
        _keep(ticket, game)
    return cast(T, game)


def _keep(ticket: str, game: Travelling) -> None:
    _kept[ticket] = game
    while len(_kept) > KEPT:
        _kept.pop(next(iter(_kept)), None)


def working_folder() -> str:
    """The folder that relative paths begin in now; nothing where it has been removed."""
    try:
        return os.getcwd()
    except OSError:
        return ""


def _with_absolute_paths(recipe: Recipe) -> Recipe:
    def whole(path: str) -> str:
        return os.path.normpath(os.path.join(recipe.folder or working_folder(), path))

    path = whole(recipe.path) if recipe.text is None else recipe.path
    return evolve(recipe, path=path, definitions=tuple(map(whole, recipe.definitions)), folder="")


def _loaded(inside: _Inside, make: Callable[[Recipe], T]) -> T:
    """The game, from the first of the places that has the same rules."""
    reasons = []
    for recipe in _places(inside):
        try:
            game = make(recipe)
        except (LanguageError, UserError) as error:
            reasons.append(str(error))
            continue
        if game.identity == inside.identity:
            game.image = evolve(game.image, options=inside.options)
            return game
    where = "a text" if inside.recipe.text is not None else inside.recipe.path
    if not inside.texts:
        raise UnreadableFileError(
            f"the rules of {inside.name} are missing: they are not in {where} any more, and did not travel "
            "with the pickle, being too long"
        )
    if reasons:
        raise UnreadableFileError(
            f"the rules of {inside.name}, which were pickled, cannot be read here: {reasons[-1]}"
        )
    raise UnreadableFileError(
        f"{inside.name} was pickled where its rules are prepared in another way: by another release, or with "
        "other plug-ins"
    )


def _places(inside: _Inside) -> Iterator[Recipe]:
    """What the game may be made from: the recipe as it was, the shipped game, what came along."""
    recipe = inside.recipe
    yield recipe
    path = shipped_games().get(inside.shipped or "")
    if path is not None and str(path) != recipe.path:
        yield evolve(recipe, path=str(path))
    if inside.texts:
        text, subgame = (*inside.texts, None)[:2]
        yield evolve(recipe, options=(), definitions=(), text=text, subgame=subgame)
