"""Going on with a game in a file of records."""

from __future__ import annotations

from interpreter.records.reading import find_entry, split_number
from interpreter.records.replaying import Replayed, Replayer
from interpreter.session.resuming import replay_entry


def resume(name: str, replayer: Replayer, game: str | None = None) -> Replayed:
    """The game of `FILE` or `FILE#2`, played through; `game` is played in place of the one that it names.

    What is wrong with it is among its mistakes. Raises UnreadableFileError and RecordError, LanguageError
    where there is nothing that could be played, and GameNotFoundError.
    """
    path, number = split_number(name)
    return replay_entry(find_entry(path, number), replayer, game)
