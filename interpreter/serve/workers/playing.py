"""Rules that are played to see what they do: coverage, and a study that grows as long as it is asked to."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Any

from attrs import asdict, define

from gdl.source.render import all_to_json
from gdl.support.printable import one_line
from interpreter.errors.user_errors import BadRequestError
from interpreter.serve.workers.opening import compiled, seed_of
from interpreter.serve.workers.places import Places, all_printable

if TYPE_CHECKING:
    from interpreter.coverage.lines import FileCoverage
    from interpreter.game.game import Game
    from interpreter.study.study import Growing

Json = dict[str, Any]
#: Seconds for which a game is played to see what its rules do; and at most.
PLAY, LONGEST_PLAY = 1.0, 60.0


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

    def coverage(self, request: Json) -> Json:
        """What `gdl check --play --coverage` tells of the text, and the counted places for an editor."""
        from interpreter.coverage.findings import check_by_playing

        seconds, seed = _seconds(request), request.get("seed", 1)
        if not isinstance(seed, int):
            raise BadRequestError("a seed is a number")
        game, source = compiled(request)
        places = Places(source)
        report = check_by_playing(game.recipe, seconds, seed)
        return {
            **all_to_json(report.findings),
            "marks": [{"n": n, **places.of(each.span)} for n, each in enumerate(report.findings)],
            "summary": report.summary.as_json(),
            "words": [list(pair) for pair in report.summary.lines()],
            "places": _marks(report.coverage[:1], places, report.observed.all.games),
        }

    def study(self, request: Json) -> Json:
        """What `gdl study` tells of the text, after some seconds of playing more.

        `command` is what plays the same games again.
        """
        from interpreter.coverage.lines import coverage_of
        from interpreter.study.measures.table import notes, rows
        from interpreter.study.study import Growing

        seconds, seed = _seconds(request), seed_of(request)
        of = (request.get("text"), request.get("name"), str(request.get("options")), seed)
        if self._study is None or self._study.of != of:
            self._study = None  # what it takes is free for the next
            game, source = compiled(request)
            self._study = _Study(of, Growing(game, seed), Places(source))
        growing, places = self._study.growing, self._study.places
        growing.grow(seconds)
        found = growing.result()
        seen = growing.observed
        return {
            "games": growing.games,
            "ruleGames": growing.rule_games,
            "done": growing.done,
            "rows": [all_printable(asdict(row)) for row in rows(found.measures)],
            "notes": [one_line(note) for note in notes(found.measures)],
            "places": [] if seen is None else _marks(coverage_of(seen)[:1], places, growing.rule_games),
            "command": None if growing.torn else _command(growing, growing.game, places.source.name),
        }


def _marks(files: tuple[FileCoverage, ...], places: Places, games: int) -> list[Json]:
    """The places of the text: how each fared, in so many plies, in so many of the games, and all in words."""
    return [
        {
            **places.of(mark.span),
            "state": mark.state,
            "plies": mark.plies,
            "games": mark.games,
            "of": games,
            "text": one_line(mark.text),
        }
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


def _seconds(request: Json) -> float:
    seconds = request.get("seconds", PLAY)
    if not isinstance(seconds, int | float) or not 0 < seconds <= LONGEST_PLAY:
        raise BadRequestError(f"games are played for {LONGEST_PLAY:g} seconds at most")
    return float(seconds)
