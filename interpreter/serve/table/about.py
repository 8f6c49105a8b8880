"""A game before it is played, for a page: its players, its options, its picture, its rules in English."""

from __future__ import annotations

from typing import Any

from interpreter.drawing.svg.parts import still
from interpreter.game.game import Game
from interpreter.players.kinds import KINDS

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
        "options": [
            {
                "name": option.name,
                "chosen": option.default.name,
                "choices": [{"name": item.name, "words": item.description} for item in option.items],
            }
            for option in game.available_options
        ],
        "machines": _machines(game),
    }


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
            found.append({"by": kind, "words": "Computer: any move"})
            continue
        found += [
            {"by": f"{kind}:{time}", "words": f"Computer: {kind}, {words}"} for time, words in _STRENGTHS
        ]
    return found


def picture(game: Game) -> str:
    """The first position as a small SVG."""
    state = game.start(seed=1)
    return still(state.plan, game.picture, state.contents)


def rules_text(game: Game) -> str:
    """The rules in English, as Markdown."""
    from interpreter.rulebook import rendered, rules

    return rendered(game, rules(game), "markdown", 100)
