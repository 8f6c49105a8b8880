"""The game of a request: its text, the options that are chosen, the seed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gdl.source.diagnostics import Diagnostic, LanguageError
from gdl.source.text import Source
from interpreter.errors.user_errors import BadRequestError
from interpreter.game.game import Game, loads
from interpreter.serve.workers.language import source_of

Json = dict[str, Any]
#: A request may choose so many options.
_OPTIONS = 100


def compiled(request: Json) -> tuple[Game, Source]:
    """The game of a request's text and options; those that the text does not have (any more) are left out.

    Raises LanguageError.
    """
    source, wanted = source_of(request), request.get("options", {})
    if isinstance(source, Diagnostic):
        raise LanguageError((source,))
    if not isinstance(wanted, Mapping) or len(wanted) > _OPTIONS:
        raise BadRequestError("options are chosen by their names")
    options = {str(name): str(choice) for name, choice in wanted.items()}
    try:
        return loads(source.text, options, name=source.name), source
    except LanguageError:
        if not options:
            raise
    game = loads(source.text, name=source.name)
    there = {
        name: choice
        for name, choice in options.items()
        for option in game.available_options
        if option.name == name
        and (any(item.name == choice for item in option.items) or (option.open and option.open.holds(choice)))
    }
    return (loads(source.text, there, name=source.name) if there else game), source


def seed_of(request: Json) -> int:
    """The seed of a request. Raises BadRequestError."""
    seed = request.get("seed", 0)
    if not isinstance(seed, int) or not 0 <= seed < 1 << 62:
        raise BadRequestError("a seed is a number of 62 bits")
    return seed
