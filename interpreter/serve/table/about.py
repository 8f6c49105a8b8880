"""A game before it is played, for a page: its players, its options, its picture, its rules in English."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gdl.support.printable import one_line
from interpreter.drawing.svg.parts import still
from interpreter.game.game import Game
from interpreter.players.kinds import KINDS
from interpreter.serve.messages import game as message

if TYPE_CHECKING:
    from gdl.english.phrases import Point as EnglishPoint

#: How long the machines think that a page offers, and what it calls that.
_STRENGTHS = (("0.3s", "quick"), ("1s", "middling"), ("5s", "slow"))


def about(game: Game) -> message.About:
    """What is to be chosen before a game begins."""
    said = game.metadata
    return message.About(
        game.name,
        game.players,
        said.get("description", ""),
        said.get("rules", ""),
        options(game),
        _machines(game),
    )


def options(game: Game) -> list[message.Option]:
    """What can be chosen."""
    return [
        message.Option(
            option.name,
            option.default.name,
            [message.Choice(item.name, item.description) for item in option.items],
            None if option.open is None else option.open.description,
        )
        for option in game.available_options
    ]


def _machines(game: Game) -> list[message.Machine]:
    """The players of ours that can play a game."""
    from interpreter.errors.user_errors import PlayerError
    from interpreter.players.naming import read_player

    able: list[message.Machine] = []
    for kind in KINDS:
        try:
            if read_player(kind).make(game, 0) is None:
                continue
        except PlayerError:
            continue
        if kind == "random":
            able.append(message.Machine(kind, "Computer, any move (random)"))
            continue
        able += [
            message.Machine(f"{kind}:{time}", f"Computer, {words} ({kind})") for time, words in _STRENGTHS
        ]
    return able


def picture(game: Game) -> str:
    """The first position as a small SVG."""
    state = game.start(seed=1)
    return still(state.plan, game.picture, state.contents)


def rules_of(game: Game) -> message.Rules:
    """The rules in English. The board is seen anyway."""
    from gdl.english.phrases import Point
    from interpreter.rulebook import rules

    return message.Rules(
        [
            message.Section(
                one_line(section.title), [_point(part) for part in section.parts if isinstance(part, Point)]
            )
            for section in rules(game).sections
        ]
    )


def _point(point: EnglishPoint) -> message.Point:
    return message.Point(one_line(point.text), [_point(each) for each in point.points])
