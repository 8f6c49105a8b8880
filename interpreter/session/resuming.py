"""Going on with a recorded game: its moves are played again, and a session begins where they end."""

from __future__ import annotations

from datetime import date

from gdl.source.diagnostics import LanguageError
from gdl.source.text import Source
from gdl.support.values import evolve
from interpreter.errors.user_errors import RecordError
from interpreter.game.shipped import locate
from interpreter.records.model import RULES
from interpreter.records.reading import Entry, find_entry, read_records, split_number
from interpreter.records.replaying import Replayed, Replayer
from interpreter.session.seats import Seated
from interpreter.session.session import Session

#: Who plays where a record does not say: whoever moves.
_ANYBODY = "human"


def resume(text: str, players: Seated | None = None, replayer: Replayer | None = None) -> Session:
    """A session from what `Session.text` gave, or from the last game of any text of records.

    `players` play in place of those that it names. A replayer that is given keeps the games that it has
    loaded for the next; it also says which engine runs them. An end that the rules do not know stands; `undo`
    takes it back. Raises RecordError for a text without a game, LanguageError with all that is wrong with it,
    and PlayerError where its players are nobody that can be named.
    """
    entries = read_records(Source("record", text))
    if not entries:
        raise RecordError("the text holds no game")
    replayed = replay_entry(entries[-1], replayer or Replayer())
    record, game, line = replayed.record, replayed.game, replayed.line
    if not replayed.fits or game is None or line is None:
        raise LanguageError(replayed.mistakes)
    session = Session(
        game,
        ",".join(record.players) or _ANYBODY if players is None else players,
        record.seed,
        line,
        day=date.fromisoformat(record.date) if record.date else None,
        round=record.round,
    )
    if record.result is not None and record.result.end != RULES and not session.is_over:
        session.end(record.result)
    return session


def replay_entry(entry: Entry, replayer: Replayer, game: str | None = None) -> Replayed:
    """The game of an entry, played through; `game`, a name or path, is played in place of the one it names.

    What is wrong with it is among its mistakes. Raises LanguageError where there is nothing that could be
    played, and GameNotFoundError.
    """
    record = entry.record
    if record is None or not entry.usable:
        raise LanguageError(entry.mistakes)
    if game is not None:
        record = evolve(record, game=str(locate(game).resolve()))
    replayed = replayer.replay(record)
    return evolve(replayed, mistakes=(*entry.mistakes, *replayed.mistakes))


def replay_file(name: str, replayer: Replayer, game: str | None = None) -> Replayed:
    """The game of `FILE` or `FILE#2`, played through as `replay_entry` does.

    Raises UnreadableFileError and RecordError, LanguageError and GameNotFoundError.
    """
    path, number = split_number(name)
    return replay_entry(find_entry(path, number), replayer, game)
