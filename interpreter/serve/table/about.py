"""A game before it is played, for a page: its players, its options, its picture, its rules in English."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from gdl.support.printable import one_line
from interpreter.drawing.svg.parts import still
from interpreter.drawing.view import Marks
from interpreter.game.game import Game
from interpreter.players.kinds import KINDS
from interpreter.serve.messages import game as message
from interpreter.serve.messages.game import Place

if TYPE_CHECKING:
    from gdl.english.phrases import Point as EnglishPoint
    from gdl.source.text import Span

#: How long the machines think that a page offers, and what it calls that.
_STRENGTHS = (("0.3s", "quick"), ("1s", "middling"), ("5s", "slow"))
#: The levels of play that it offers, and what it calls them.
_LEVELS = (("easy", "easy"), ("medium", "medium"), ("hard", "hard"), ("best", "best of four levels"))


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
        if kind == "computer":
            able += [message.Machine(f"{kind}:{level}", f"Computer, {words}") for level, words in _LEVELS]
        able += [
            message.Machine(f"{kind}:{time}", f"Computer, {words} ({kind})") for time, words in _STRENGTHS
        ]
    return able


def picture(game: Game, moves: Sequence[str] = ()) -> str:
    """The position after some moves, the first one after none, as a small SVG."""
    state = game.start(seed=1)
    for move in moves:
        state = state.play(move)
    return still(state.plan, game.picture, state.contents)


def reaches_of(game: Game) -> message.Reaches:
    """Where pieces go, each as a small picture; nothing where the rules cannot be looked into."""
    from interpreter.errors.user_errors import UserError
    from interpreter.why.reach import reaches

    plan = game.start(seed=1).plan
    try:
        reached = reaches(game)
    except UserError:
        reached = []
    return message.Reaches(
        bool(plan.colours),
        [
            message.Reach(
                one_line(each.title),
                each.words,
                still(plan, game.picture, each.contents, Marks(legal=frozenset(each.targets))),
            )
            for each in reached
        ],
    )


def rules_of(game: Game, place: Callable[[Span], Place] | None = None) -> message.Rules:
    """The rules in English; for an author with a title, and each point with the `place` of what it speaks
    of."""
    from gdl.english.phrases import Point
    from interpreter.rulebook import rules

    def translated(point: EnglishPoint) -> message.Point:
        where = Place() if place is None else place(point.span)
        return message.Point(one_line(point.text), where, [translated(each) for each in point.points])

    book = rules(game)
    sections = [
        message.Section(
            one_line(section.title), [translated(part) for part in section.parts if isinstance(part, Point)]
        )
        for section in book.sections
    ]
    return message.Rules(title=one_line(book.title) if place is not None else None, sections=sections)
