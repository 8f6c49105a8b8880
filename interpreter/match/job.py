"""A match as work in chunks: the games of a chunk depend on the match and their numbers alone."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from contextlib import closing
from datetime import date
from pathlib import Path
from typing import Any

from gdl.source.diagnostics import Diagnostic
from gdl.source.text import Source, Span
from gdl.support.values import evolve, frozen
from gdl.version import __version__
from interpreter.match.judge import Judge
from interpreter.match.play import Match, Played, play_game
from interpreter.records.model import Record
from interpreter.records.reading import read_records
from interpreter.records.writing import record_text
from interpreter.support.interrupt import counting_ctrl_c
from interpreter.work.job import Outcome
from interpreter.work.perform import perform
from interpreter.work.runners import Place

#: A match is cut into so many chunks if it has enough games, and a chunk has so many games at most.
CHUNKS, MOST = 64, 64


@frozen
class Games:
    """The games of a match, to be played in chunks."""

    match: Match

    @property
    def title(self) -> str:
        """What it does, for whoever waits."""
        return self.match.game.name

    @property
    def size(self) -> int:
        """How many games make a chunk: with a goal, those of an opening, as it may be reached any time."""
        if self.match.goal is not None:
            return self.match.schedule.round
        return min(MOST, max(1, self.match.games // CHUNKS))

    @property
    def chunks(self) -> int:
        """How many chunks there are."""
        return -(-self.match.games // self.size)

    def plan(self) -> Mapping[str, Any]:
        """All that decides the results, where no player goes by the clock."""
        match = self.match
        limit = match.limit
        return {
            "part": "match",
            "ludwright": __version__,
            "game": match.game.name,
            "rules": match.game.fingerprint,
            "options": match.game.options,
            "players": [str(each) for each in match.entrants],
            "limit": None if limit is None else str(limit),
            "games": match.games,
            "chunks": self.chunks,
            "seed": match.seed,
            "longest": match.longest,
            "recorded": match.recorded,
            "openings": match.openings,
            **({"clock": "processor"} if match.by_processor else {}),
        }

    def do(self, number: int) -> Outcome:
        """Play the games of a chunk. Raises what players raise; KeyboardInterrupt ends it in the middle."""
        first = number * self.size
        with counting_ctrl_c() as presses:
            played = [
                play_game(self.match, game, lambda: presses.count > 0)
                for game in range(first, min(first + self.size, self.match.games))
            ]
        beyond = next((each.overflow for each in played if each.overflow is not None), None)
        return {"games": [_row(each) for each in played], "overflow": beyond and _kept(beyond)}


def games_in(outcome: Outcome) -> Iterator[Played]:
    """The games of a chunk, in the order of their numbers; overflows are told by the first one of them."""
    beyond = outcome["overflow"] and _told(*outcome["overflow"])
    for row in outcome["games"]:
        yield _played(beyond, *row)


# --- As JSON ----------------------------------------------------------------------------------------------


def _row(played: Played) -> list[Any]:
    # the day it was played on is no result: a match gives the same on another day
    record = None if played.record is None else record_text(evolve(played.record, date=""))
    return [
        played.number,
        played.entrants,
        played.ranks,
        played.finished,
        played.plies,
        played.decisions,
        played.seconds,
        record,
        played.overflow is not None,
        played.opening,
        played.identity,
    ]


def _played(
    beyond: Diagnostic | None,
    number: int,
    entrants: list[int],
    ranks: list[float],
    finished: bool,
    plies: int,
    decisions: list[int],
    seconds: list[float],
    record: str | None,
    overflowed: bool,
    opening: int,
    identity: str,
) -> Played:
    return Played(
        number,
        tuple(entrants),
        tuple(ranks),
        finished,
        plies,
        tuple(decisions),
        tuple(seconds),
        None if record is None else _record(record),
        beyond if overflowed else None,
        opening,
        identity,
    )


def _record(text: str) -> Record | None:
    (entry,) = read_records(Source("a record", text))
    return None if entry.record is None else evolve(entry.record, date=date.today().isoformat())


def _kept(beyond: Diagnostic) -> list[Any]:
    source = beyond.span.source
    return [
        beyond.code,
        beyond.message,
        beyond.label,
        source.name,
        source.text,
        beyond.span.start,
        beyond.span.end,
    ]


def _told(code: str, message: str, label: str, name: str, text: str, start: int, end: int) -> Diagnostic:
    return Diagnostic(code, message, Span(Source(name, text), start, end), label, severity="warning")


# --- playing all games of a match, in this process, in several or on a cluster --------------------------


def play_match(match: Match, place: Place | None = None, file: str | Path | None = None) -> Generator[Played]:
    """Play the games; each in the order of its number, a chunk of them at a time, until its goal is reached.

    `file` takes the results as they come, and gives back those of a match that was ended in the middle.
    KeyboardInterrupt ends it at once; games of a chunk that is not done then are not counted. Raises what a
    player raises, and what `perform` raises.
    """
    judge = None if match.goal is None else Judge(match.schedule, match.goal)
    with closing(perform(Games(match), place, file)) as every:
        for done in every:
            for played in games_in(done.outcome):
                yield played
                if judge is not None and judge.add(played):
                    return
