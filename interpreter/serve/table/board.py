"""A board for a page: its picture without pieces, and what is to be known of each site."""

from __future__ import annotations

import math
import re
from hashlib import blake2s
from typing import Any

from attrs import evolve

from interpreter.drawing.plan import Plan, Spot
from interpreter.drawing.svg.ground import slots_of
from interpreter.drawing.svg.palette import site_colours
from interpreter.drawing.svg.scale import scale_of
from interpreter.drawing.svg.write import svg
from interpreter.drawing.view import USUAL, Layer, View
from interpreter.game.game import Game
from interpreter.game.picturing import view_of

Json = dict[str, Any]
#: The ways in which arrow keys lead.
_WAYS = {"right": (1.0, 0.0), "up": (0.0, 1.0), "left": (-1.0, 0.0), "down": (0.0, -1.0)}


def board_of(game: Game, plan: Plan) -> Json:
    """The board in the colours that its sites have now, with an `id` that stands for all of it."""
    bare = evolve(plan, beside=())
    shown = evolve(view_of(game, None, USUAL - {Layer.PIECES}), plan=bare, title=game.name)
    # a page's policy allows no styles inside of it
    picture = re.sub(r"<style>.*?</style>| style=\"[^\"]*\"", "", svg(shown))
    return {
        "id": blake2s(picture.encode(), digest_size=6).hexdigest(),
        "svg": picture,
        "title": game.name,
        "players": list(game.players),
        "sites": _sites(game, shown),
        "colours": [
            {"name": colour.name, "letter": colour.letter, "pattern": colour.id}
            for colour in site_colours(plan.colour_letters).values()
        ],
        "hands": [
            {"name": name, "player": _holder(game, name), "sites": list(sites)} for name, sites in plan.beside
        ],
    }


def _holder(game: Game, name: str) -> int | None:
    """Whose hand it is: the number at the end of its name, which hands of players have."""
    digits = name[len(name.rstrip("0123456789")) :]
    return int(digits) if digits and 1 <= int(digits) <= len(game.seats) else None


def _sites(game: Game, view: View) -> list[Json]:
    scale = scale_of(view.plan)
    spots = view.plan.every_spot
    slots = slots_of(view, view.plan.rulers() is None)
    near = _neighbours(list(spots))
    found: list[Json] = []
    for spot in spots:
        (x, y), room = scale.at(spot), scale.rooms[spot.site]
        held = room * (0.5 if spot.is_edge else 1)
        found.append(
            {
                "site": spot.site,
                "name": spot.name,
                "colour": spot.colour,
                "x": round(x, 2),
                "y": round(y, 2),
                "room": round(room, 2),
                "size": round(held * slots.piece, 2),
                "down": round(held * slots.piece_down, 2),
                "outline": [[round(cx, 2), round(cy, 2)] for cx, cy in scale.shape(spot)],
                "neighbours": near[spot.site],
            }
        )
    return found


def _neighbours(spots: list[Spot]) -> dict[int, dict[str, int]]:
    """Where each arrow key leads from each site: to the nearest site that lies within 60 degrees of it.

    What lies aside counts twice as far, so that keys go along rows and columns where there are any.
    """
    found: dict[int, dict[str, int]] = {}
    for spot in spots:
        best: dict[str, tuple[float, int]] = {}
        for other in spots:
            dx, dy = other.x - spot.x, other.y - spot.y
            for way, (wx, wy) in _WAYS.items():
                along, aside = dx * wx + dy * wy, abs(dx * wy - dy * wx)
                if along > 1e-6 and aside <= along * 1.7321:
                    far = math.hypot(along, 2 * aside)
                    if way not in best or far < best[way][0] - 1e-9:
                        best[way] = (far, other.site)
        found[spot.site] = {way: site for way, (_, site) in best.items()}
    return found
