"""Going on with a recorded game."""

from __future__ import annotations

from attrs import evolve

from gdl.source.diagnostics import LanguageError
from interpreter.game.shipped import locate
from interpreter.records.reading import find_entry, split_number
from interpreter.records.replaying import Replayed, Replayer


def resume(name: str, replayer: Replayer, game: str | None = None) -> Replayed:
    """The game of `FILE` or `FILE#2`, played through; `game` is played in place of the one that it names.

    What is wrong with it is among its mistakes. Raises UnreadableFileError and RecordError, LanguageError
    where there is nothing that could be played, and GameNotFoundError.
    """
    path, number = split_number(name)
    entry = find_entry(path, number)
    record = entry.record
    if record is None or not entry.usable:
        raise LanguageError(entry.mistakes)
    if game is not None:
        record = evolve(record, game=str(locate(game).resolve()))
    replayed = replayer.replay(record)
    return evolve(replayed, mistakes=(*entry.mistakes, *replayed.mistakes))
