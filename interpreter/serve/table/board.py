"""A board for a page: its ground, and what is to be known of each site."""

from __future__ import annotations

from hashlib import blake2s
from typing import Any

from interpreter.drawing.plan import Plan
from interpreter.drawing.svg.palette import player_colours
from interpreter.drawing.svg.parts import Stand, ground_of
from interpreter.drawing.turning import sides_of, turned, turns_of
from interpreter.errors.user_errors import BadRequestError
from interpreter.game.game import Game
from interpreter.game.state import State

Json = dict[str, Any]


def board_of(game: Game, plan: Plan, turn: int = 0) -> Json:
    """The board in the colours that its sites have now, with an `id` that stands for all of it.

    `turn`: clockwise by so many degrees. Raises BadRequestError where that is none of this board's `turns`.
    """
    turns = turns_of(plan, len(game.players))
    if turn not in turns:
        raise BadRequestError(f"this board is turned by {', '.join(map(str, turns))} degrees")
    ground = ground_of(turned(plan, turn), game.picture)
    return {
        "turn": turn,
        "turns": turns,
        "id": blake2s(ground.svg.encode(), digest_size=6).hexdigest(),
        "svg": ground.svg,
        "title": game.name,
        "players": list(game.players),
        "seats": list(game.seats),
        # by seat, of its pieces, that of seat 1 second: the first is of what is nobody's
        "inks": player_colours(game.picture.players),
        "sites": [_site(stand) for stand in ground.stands],
        "colours": [
            {"name": colour.name, "letter": colour.letter, "pattern": colour.id} for colour in ground.colours
        ],
        "hands": [
            {
                "name": name,
                "player": _holder(game, name),
                "dice": not game.picture.dice.keys().isdisjoint(sites),
                "sites": [{"site": site, "name": game.site_names[site]} for site in sites],
            }
            for name, sites in plan.beside
        ],
    }


def sides(first: State) -> Json:
    """By how much each player turns the board to sit below, which the first position tells."""
    return {"sides": sides_of(first.plan, first.contents, len(first.game.players))}


def _site(stand: Stand) -> Json:
    return {
        "site": stand.site,
        "name": stand.name,
        "colour": stand.colour,
        "x": stand.x,
        "y": stand.y,
        "room": stand.room,
        "size": stand.size,
        "down": stand.down,
        "outline": stand.outline,
        "way": stand.way,
        "neighbours": stand.neighbours,
    }


def _holder(game: Game, name: str) -> int | None:
    """Whose hand it is: the number at the end of its name, which hands of players have."""
    digits = name[len(name.rstrip("0123456789")) :]
    return int(digits) if digits and 1 <= int(digits) <= len(game.seats) else None
