"""Playing all games of a match, in this process, in several or on a cluster."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from pathlib import Path

from interpreter.match.job import Games, games_in
from interpreter.match.play import Match, Played
from interpreter.work.perform import perform
from interpreter.work.runners import Place


def play_match(match: Match, place: Place | None = None, file: str | Path | None = None) -> Generator[Played]:
    """Play the games; each in the order of its number, a chunk of them at a time.

    `file` takes the results as they come, and gives back those of a match that was ended in the middle.
    KeyboardInterrupt ends it at once; games of a chunk that is not done then are not counted. Raises what a
    player raises, and what `perform` raises.
    """
    with closing(perform(Games(match), place, file)) as every:
        for done in every:
            yield from games_in(done.outcome)
