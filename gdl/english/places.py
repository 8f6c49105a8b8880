"""Regions in English that the board has: all of their sites, one of them, and what being one of them is."""

from __future__ import annotations

import re

from gdl.boards.graph import SiteType
from gdl.english.direction_words import direction_word
from gdl.english.grammar import listed, ordinal, plural
from gdl.english.sayers import Noun, says
from gdl.english.shapes import turtle
from gdl.english.site_names import runs
from gdl.english.speaker import Speaker
from gdl.ludeme.arguments import PlayerArgument
from gdl.ludeme.literals import IntLiteral
from gdl.ludemes import sites_fixed as fixed
from gdl.words.words import CompassDirection, RoleType, StaticRegion

#: All sites of the board, told as one place.
WHOLE = "the whole board"
_SITES = {
    "Board": (WHOLE, "any {cell} of the board", "<is|is not> on the board"),
    "Bottom": ("the bottom row", "a {cell} of the bottom row", "<is|is not> on the bottom row"),
    "Top": ("the top row", "a {cell} of the top row", "<is|is not> on the top row"),
    "Left": ("the left column", "a {cell} of the left column", "<is|is not> on the left column"),
    "Right": ("the right column", "a {cell} of the right column", "<is|is not> on the right column"),
    "Centre": ("the centre", "a {cell} of the centre", "<is|is not> in the centre"),
    "Corners": ("the corners", "a corner", "<is|is not> a corner"),
    "ConcaveCorners": ("the concave corners", "a concave corner", "<is|is not> a concave corner"),
    "ConvexCorners": ("the convex corners", "a convex corner", "<is|is not> a convex corner"),
    "Inner": ("the inner {cells}", "an inner {cell}", "<is|is not> an inner {cell}"),
    "Outer": ("the outer {cells}", "an outer {cell}", "<is|is not> an outer {cell}"),
    "Perimeter": ("the edge of the board", "a {cell} on the edge of the board",
                  "<is|is not> on the edge of the board"),
    "Major": ("the major {cells}", "a major {cell}", "<is|is not> a major {cell}"),
    "Minor": ("the minor {cells}", "a minor {cell}", "<is|is not> a minor {cell}"),
    "LastFrom": ("the {cell} that the last move left", "the {cell} that the last move left",
                 "<is|is not> the {cell} that the last move left"),
    "LastTo": ("the {cell} of the last move",) * 2 + ("<is|is not> the {cell} of the last move",),
    "Pending": ("the {cells} marked", "a {cell} marked", "<is|is not> marked"),
    "LineOfPlay": ("the line of play", "a {cell} of the line of play", "<is|is not> in the line of play"),
    "Playable": ("the playable {cells}", "a playable {cell}", "<is|is not> playable"),
    "ToClear": ("the {cells} of captured pieces", "a {cell} of a captured piece",
                "<was|was not> captured already in this turn"),
    "Hint": ("the {cells} of the hint", "a {cell} of the hint", "<is|is not> of the hint"),
}  # fmt: skip


@says(fixed.Sites)
def _sites(s: Speaker, it: fixed.Sites) -> Noun:
    texts = _SITES.get(it.what.value)
    if texts is None:
        word = s.word(it.what)
        return Noun(f"the {word} {s.cells}", f"a {s.cell} of the {word} {s.cells}")
    return Noun(*(text.format(cell=s.cell, cells=s.cells) for text in texts))


@says(fixed.SitesOfEdges)
def _edges(s: Speaker, it: fixed.SitesOfEdges) -> Noun:
    word = {"Slash": "rising", "Slosh": "falling"}.get(it.what.value, s.word(it.what))
    return Noun(f"the {word} edges", f"a {word} edge", f"<is|is not> a {word} edge")


@says(fixed.SitesByCoordinates)
def _coordinates(s: Speaker, it: fixed.SitesByCoordinates) -> Noun:
    return listed_sites([s.say(name).lower() for name in it.names])


@says(fixed.SitesByNumber)
def _numbers(s: Speaker, it: fixed.SitesByNumber) -> Noun:
    if not isinstance(it.numbers, tuple):
        text = s.say(it.numbers)
        return Noun(text, f"one of {text}", f"<is|is not> one of {text}")
    return listed_sites([s.site(each) for each in it.numbers])


def listed_sites(names: list[str]) -> Noun:
    """Some sites by their names; runs of a row or column from one end to the other."""
    if not names:
        return Noun("no site", "no site", "<is|is not> among no sites")
    if len(names) == 1:
        return Noun(names[0], names[0], f"<is|is not> {names[0]}")
    return Noun(runs(names), f"one of {runs(names, 'and')}", f"<is|is not> one of {runs(names)}")


@says(fixed.SitesIndexed)
def _indexed(s: Speaker, it: fixed.SitesIndexed) -> Noun:
    what = it.what.value
    if what == "Empty":
        cells = s.cells if it.type is None else plural(it.type.value.lower())
        if it.type is SiteType.VERTEX:
            cells = s.vertices
        if it.index is not None and not (isinstance(it.index, IntLiteral) and it.index.value == 0):
            return Noun(f"the empty places of {s.say(it.index)}", f"an empty place of {s.say(it.index)}")
        one = cells.removesuffix("s")
        return Noun(f"the empty {cells}", f"an empty {one}", "<is|is not> empty")
    if what in ("Row", "Column", "Layer", "Phase") and isinstance(it.index, IntLiteral):
        number = it.index.value
        if what == "Row" and it.type is None:
            text = f"the {ordinal(number + 1)} row"
        elif what == "Phase":
            text = f"the {s.cells} of the {ordinal(number + 1)} colour of a chequered board"
            return Noun(text, f"one of {text}", f"<is|is not> one of {text}")
        else:
            text = f"the {ordinal(number + 1)} {what.lower()}"
        return Noun(text, f"a {s.cell} of {text}", f"<is|is not> on {text}")
    if it.index is None:
        return Noun(f"the {plural(what.lower())}")
    said = s.say(it.index)
    if what in ("Row", "Column", "Layer") and said.startswith(f"the {what.lower()} of "):
        return Noun(said, f"a {s.cell} of {said}", f"<is|is not> on {said}")
    if what == "State":
        return Noun(
            f"the {s.cells} in state {said}", f"a {s.cell} in state {said}", f"<is|is not> in state {said}"
        )
    return Noun(
        f"{what.lower()} {said}",
        f"a {s.cell} of {what.lower()} {said}",
        f"<is|is not> on {what.lower()} {said}",
    )


@says(fixed.SitesSide)
def _side(s: Speaker, it: fixed.SitesSide) -> Noun:
    if isinstance(it.which, CompassDirection):
        text = f"the {direction_word(it.which.value).removeprefix('to the ')} side"
    else:
        text = f"{s.whose(it.which or RoleType.MOVER)} side"
    return Noun(text, f"a {s.cell} of {text}", f"<is|is not> on {text}")


@says(fixed.SitesHand)
def _hand(s: Speaker, it: fixed.SitesHand) -> Noun:
    who = it.who or RoleType.MOVER
    number = s.hand_owner(who)
    hands = [c for c in s.facts.containers if c.dice is None and number in (None, c.owner)]
    name = s.hand_name(hands[0]) if hands else "hand"
    if hands and hands[0].size > 1 and name == "hand":  # several places are one hand
        text = f"{s.whose(who)} {name}"
        return Noun(text, f"a place of {text}", f"<is|is not> in {text}", inside=True)
    if hands and hands[0].size > 1:
        text = f"{s.whose(who)} {plural(name)}"
        return Noun(text, f"one of {text}", f"<is|is not> one of {text}", inside=True)
    text = f"{s.whose(who)} {name}"
    return Noun(text, text, f"<is|is not> in {text}", inside=True)


@says(fixed.SitesNamed)
def _named(s: Speaker, it: fixed.SitesNamed) -> Noun:
    if it.name is None and it.who is None:
        return Noun(s.terms["sites"])
    if it.name is None:
        text = f"{s.whose(it.who)} own {s.cells}"
    else:
        name = s.region_name(it.name)
        if it.name in s.facts.coloured:
            word = name.lower()
            article = "an" if word[:1] in "aeiou" else "a"
            return Noun(f"the {word} {s.cells}", f"{article} {word} {s.cell}", f"<is|is not> {word}")
        owned = any(getattr(each, "role", None) is not None for each in s.facts.regions.get(it.name, ()))
        text = f"{s.whose(it.who)} {name}" if it.who is not None else f"the {name}"
        if it.who is None and owned and s.terms.get("owner"):
            text = f"{s.terms['owner']} {name}"
    return Noun(text, f"a {s.cell} of {text}", f"<is|is not> in {text}")


@says(fixed.SitesWalk)
def _walk(s: Speaker, it: fixed.SitesWalk) -> Noun:
    text, one = walked(s, it.walk, s.terms["from"] if it.site is None else s.site(it.site))
    return Noun(text, one, f"<is|is not> {one}")


def walked(s: Speaker, walk: tuple[tuple[object, ...], ...], origin: str) -> tuple[str, str]:
    """Where walks end: a knight's move is called so."""
    steps = {"".join(str(getattr(step, "value", step)) for step in way) for way in walk}
    if steps <= {"FFRF", "FFLF", "FRFF", "FLFF"} and steps:
        return f"the {s.cells} a knight's move from {origin}", f"a {s.cell} a knight's move from {origin}"
    ways = listed([turtle(way) for way in sorted(steps)], "or")
    return f"the {s.cells} reached from {origin} by {ways}", f"a {s.cell} reached from {origin} by {ways}"


@says(fixed.SitesIncident)
def _incident(s: Speaker, it: fixed.SitesIncident) -> Noun:
    names = {"Cell": "cell", "Vertex": "point", "Edge": "edge"}
    one = names[it.result.value]
    owner = "" if it.owner is None else f"{s.whose(it.owner)} "
    at = s.site(it.at)
    many = f"{owner or 'the '}{plural(one)} that touch {at}"
    return Noun(many, f"one of {many}", f"<touches|does not touch> {at}")


@says(fixed.SitesDistance)
def _distance(s: Speaker, it: fixed.SitesDistance) -> Noun:
    text = f"{s.say(it.range)} steps from {s.site(it.origin)}"
    if it.step is not None:
        text += f", each as to {s.inline(it.step)}"
    return Noun(f"the {s.cells} {text}", f"a {s.cell} {text}", f"<is|is not> {text}")


def static_region(word: StaticRegion) -> str:
    """A word for regions that every board has."""
    return {"AllSites": "the whole board", "SidesNoCorners": "the sides without their corners",
            "Touching": "the neighbours"}.get(word.value, f"the {_spaced(word.value)}")  # fmt: skip


def _spaced(word: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", word).lower()


def who_of(value: PlayerArgument | RoleType) -> object:
    """The player of an argument."""
    return value.index if isinstance(value, PlayerArgument) else value
