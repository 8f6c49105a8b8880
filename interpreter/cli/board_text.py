"""A board described in text: pictures with pieces and with numbers, and what the rules call its sites."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap

from interpreter.drawing.board import NO_MARKS, Line, draw, legend
from interpreter.drawing.plan import Plan
from interpreter.drawing.view import Layer, View
from interpreter.game.rules import Rules

#: As wide as lists of sites are.
_WIDTH = 100
_HEAD = "bold"


def described(game: Rules, view: View, colour: bool) -> Iterator[Line]:
    """Every line of it."""
    yield [(view.title, _HEAD), (f": {_counted(view.plan)}", "")]
    empty = (None,) * len(game.site_names)
    placed = view.contents if view.contents is not None and view.shows(Layer.PIECES) else empty
    if view.shows(Layer.PIECES) or view.shows(Layer.NAMES) or not view.shows(Layer.NUMBERS):
        yield from _picture(view, placed, colour, numbers=False)
        if view.contents is not None:
            yield from ([(note, "")] for note in view.notes)
    if view.shows(Layer.PIECES) or view.shows(Layer.COLOURS):
        yield from legend(view.plan, view.picture, colour)
    if view.shows(Layer.NUMBERS):
        yield from _picture(view, empty, colour, numbers=True)
        yield from _other_numbers(view.plan)
    names = game.site_names
    if view.shows(Layer.REGIONS):
        rows = [(_owned(view, region.name, region.owner), region.sites) for region in view.regions]
        yield from _listed("Regions", rows, names, "another in each position")
    if view.shows(Layer.TRACKS):
        ways = [
            (_owned(view, way.name, way.owner) + (", round" if way.round else ""), way.sites)
            for way in view.tracks
        ]
        yield from _listed("Tracks", ways, names, "no sites")


def _picture(view: View, contents: tuple[object, ...], colour: bool, numbers: bool) -> Iterator[Line]:
    yield []
    plan = view.plan
    yield from draw(plan, contents, view.picture, colour, NO_MARKS if numbers else view.marks, numbers).rows()  # type: ignore[arg-type]
    yield []


def _counted(plan: Plan) -> str:
    """How many sites there are, of what kind."""
    first = plan.spots[0] if plan.spots else None
    kind = "edge" if first and first.is_edge else "cell" if first and first.shape else "point"
    count = len(plan.spots)
    beside = sum(len(sites) for _, sites in plan.beside)
    text = f"{count} {kind}{'' if count == 1 else 's'}"
    return f"{text}, {beside} site{'' if beside == 1 else 's'} beside the board" if beside else text


def _other_numbers(plan: Plan) -> Iterator[Line]:
    """The numbers of sites that are in no picture."""
    for name, sites in plan.beside:
        yield [(f"{name}: {' '.join(map(str, sites))}", "")]
    for spot in plan.others:
        yield [(f"{spot.name}: {spot.site}", "")]


def _listed(
    head: str, rows: Sequence[tuple[str, tuple[int, ...]]], names: Sequence[str], without: str
) -> Iterator[Line]:
    if not rows:
        return
    yield [(f"{head}:", _HEAD)]
    left = max(len(name) for name, _ in rows) + 2
    for name, sites in rows:
        text = " ".join(names[site] for site in sites) or f"({without})"
        for index, part in enumerate(wrap(text, max(_WIDTH - left, 30))):
            yield [(f"  {name if not index else '':<{left}}{part}", "")]


def _owned(view: View, name: str, owner: int) -> str:
    who = view.picture.seat_name(owner)
    return f"{name} of {who}".strip() if who else name or "(no name)"
