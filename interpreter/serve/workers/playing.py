"""Rules that are played to see what they do: coverage, and a study that grows as long as it is asked to."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from attrs import astuple

from gdl.source.render import all_to_json
from gdl.support.printable import one_line
from gdl.support.values import define
from interpreter.errors.user_errors import SessionError
from interpreter.serve.messages import workshop as message
from interpreter.serve.workers.language import compiled
from interpreter.serve.workers.places import Places, all_printable

if TYPE_CHECKING:
    from gdl.source.text import Source
    from interpreter.coverage.lines import FileCoverage
    from interpreter.game.game import Game
    from interpreter.study.study import Growing


@define
class _Study:
    """A study that goes on, and of what it is."""

    of: tuple[object, ...]
    growing: Growing
    places: Places


class Playing:
    """Plays the text of each request. A study goes on where the same is asked again."""

    def __init__(self) -> None:
        self._study: _Study | None = None

    def coverage(self, job: message.PlayCoverage) -> message.Coverage:
        """What `gdl check --play --coverage` tells of the text, and the counted places for an editor."""
        from interpreter.coverage.findings import check_by_playing

        game, source = _compiled(job)
        places = Places(source)
        report = check_by_playing(game.recipe, job.seconds, job.seed)
        return message.Coverage(
            all_to_json(report.findings),
            [message.NumberedPlace(n, places.of(each.span)) for n, each in enumerate(report.findings)],
            report.summary.as_json(),
            report.summary.lines(),
            _fared(report.coverage[:1], places, report.observed.all.games),
        )

    def study(self, job: message.PlayStudy) -> message.Study:
        """What `gdl study` tells of the text, after some seconds of playing more."""
        from interpreter.coverage.lines import coverage_of
        from interpreter.study.measures.table import notes, rows
        from interpreter.study.study import Growing

        of = (job.text, job.name, str(job.options), job.seed)
        if self._study is None or self._study.of != of:
            self._study = None  # what it takes is free for the next
            game, source = _compiled(job)
            self._study = _Study(of, Growing(game, job.seed), Places(source))
        growing, places = self._study.growing, self._study.places
        growing.grow(job.seconds)
        report, seen = growing.result(), growing.observed
        return message.Study(
            games=growing.games,
            rule_games=growing.rule_games,
            done=growing.done,
            rows=[message.StudyRow(*all_printable(list(astuple(row)))) for row in rows(report.measures)],
            notes=[one_line(note) for note in notes(report.measures)],
            places=[] if seen is None else _fared(coverage_of(seen)[:1], places, growing.rule_games),
            command=None if growing.torn else _command(growing, growing.game, places.source.name),
        )


def _compiled(job: message.PlayingJob[object]) -> tuple[Game, Source]:
    if job.text is None:
        raise SessionError("no text is open")
    return compiled(job.text, job.name, job.options or {})


def _fared(files: tuple[FileCoverage, ...], places: Places, games: int) -> list[message.Fared]:
    """How each place of the text fared."""
    return [
        message.Fared(places.of(mark.span), mark.state, mark.plies, mark.games, games, one_line(mark.text))
        for file in files
        for mark in file.marks
    ]


def _command(growing: Growing, game: Game, name: str) -> str:
    """What to type to have the same games played."""
    chosen = {option.name: option.default.name for option in game.available_options}
    options = [f"{key}={choice}" for key, choice in game.options.items() if chosen.get(key) != choice]
    words = ["gdl", "study", name, "--games", str(growing.games), "--rule-games", str(growing.rule_games)]
    words += ["--seed", str(growing.seed), *(word for each in options for word in ("-o", each))]
    return one_line(shlex.join(words))
