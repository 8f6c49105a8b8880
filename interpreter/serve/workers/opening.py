"""The game of a request: its text, the options that are chosen, the seed."""

from __future__ import annotations

from collections.abc import Mapping

from gdl.source.diagnostics import Diagnostic, LanguageError
from gdl.source.text import Source
from interpreter.game.game import Game, loads
from interpreter.serve.workers.language import source_of


def compiled(text: str, name: str, chosen: Mapping[str, object]) -> tuple[Game, Source]:
    """The game of a text and options; those that the text does not have (any more) are left out.

    Raises LanguageError.
    """
    source = source_of(text, name)
    if isinstance(source, Diagnostic):
        raise LanguageError((source,))
    options = {str(option): str(choice) for option, choice in chosen.items()}
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
