"""A game before it is played, for a page: its players, its options, its picture, its rules in English."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gdl.support.printable import one_line
from interpreter.drawing.svg.parts import still
from interpreter.game.game import Game
from interpreter.players.kinds import KINDS

if TYPE_CHECKING:
    from gdl.english.phrases import Point

Json = dict[str, Any]
#: How long the machines think that a page offers, and what it calls that.
_STRENGTHS = (("0.3s", "quick"), ("1s", "middling"), ("5s", "slow"))


def about(game: Game) -> Json:
    """What is to be chosen before a game begins."""
    said = game.metadata
    return {
        "title": game.name,
        "players": list(game.players),
        "about": said.get("description", ""),
        "rules": said.get("rules", ""),
        "options": options(game),
        "machines": _machines(game),
    }


def options(game: Game) -> list[Json]:
    """What can be chosen: `chosen` unless somebody does; `open` says what else may be written."""
    return [
        {
            "name": option.name,
            "chosen": option.default.name,
            "choices": [{"name": item.name, "words": item.description} for item in option.items],
            "open": None if option.open is None else option.open.description,
        }
        for option in game.available_options
    ]


def _machines(game: Game) -> list[Json]:
    """The players of ours that can play a game: each with the text that names it."""
    from interpreter.errors.user_errors import PlayerError
    from interpreter.players.naming import read_player

    found: list[Json] = []
    for kind in KINDS:
        try:
            if read_player(kind).make(game, 0) is None:
                continue
        except PlayerError:
            continue
        if kind == "random":
            found.append({"by": kind, "words": "Computer, any move (random)"})
            continue
        found += [
            {"by": f"{kind}:{time}", "words": f"Computer, {words} ({kind})"} for time, words in _STRENGTHS
        ]
    return found


def picture(game: Game) -> str:
    """The first position as a small SVG."""
    state = game.start(seed=1)
    return still(state.plan, game.picture, state.contents)


def rules_told(game: Game) -> Json:
    """The rules in English: sections of points, each with those under it. The board is seen anyway."""
    from gdl.english.phrases import Point
    from interpreter.rulebook import rules

    return {
        "sections": [
            {
                "title": one_line(section.title),
                "points": [_told(part) for part in section.parts if isinstance(part, Point)],
            }
            for section in rules(game).sections
        ]
    }


def _told(point: Point) -> Json:
    return {"text": one_line(point.text), "points": [_told(each) for each in point.points]}
