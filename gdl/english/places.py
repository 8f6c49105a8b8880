"""Regions in English: all of their sites, one of them, and what it is to be one of them."""

from __future__ import annotations

import re

from gdl.boards.sitetype import SiteType
from gdl.english.direction_words import direction_word
from gdl.english.grammar import listed, number_word, ordinal, plural
from gdl.english.numbers import track_of
from gdl.english.sayers import Noun, says, template
from gdl.english.site_names import runs
from gdl.english.speaker import IT, Speaker
from gdl.ludeme.arguments import PlayerArgument
from gdl.ludeme.categories import IntExpr, Region
from gdl.ludeme.literals import IntLiteral
from gdl.ludemes import regions as r
from gdl.ludemes import sites_fixed as fixed
from gdl.ludemes import sites_found as found
from gdl.ludemes import sites_other as other
from gdl.ludemes import tracks
from gdl.ludemes.is_site import IsEmpty, SiteCondition
from gdl.words.words import CompassDirection, RoleType, StaticRegion

_SITES = {
    "Board": ("the whole board", "any {cell} of the board", "<is|is not> on the board"),
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
            cells = "points"
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
    if hands and hands[0].size > 1:
        text = f"{s.whose(who)} {plural(name)}"
        return Noun(text, f"one of {text}", f"<is|is not> one of {text}")
    text = f"{s.whose(who)} {name}"
    return Noun(text, text, f"<is|is not> in {text}")


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
    ways = listed([path_words(way) for way in sorted(steps)], "or")
    return f"the {s.cells} reached from {origin} by {ways}", f"a {s.cell} reached from {origin} by {ways}"


def path_words(steps: str) -> str:
    """A walk in words: two steps ahead, a turn to the right, one step."""
    parts = []
    for part in re.findall(r"F+|L+|R+", steps):
        turn = {"L": "a turn to the left", "R": "a turn to the right"}.get(part[0])
        parts.append(turn or f"{number_word(len(part))} step{'s' if len(part) > 1 else ''}")
    return ", ".join(parts) or "no step"


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


# --- By what stands there ---------------------------------------------------------------------------------


@says(found.SitesOccupied)
def _occupied(s: Speaker, it: found.SitesOccupied) -> Noun:
    who = it.by
    named = it.components if it.components is not None else it.component
    if named is None:
        many, one = s.owned(who, "pieces"), s.one_owned(who)
    elif isinstance(named, IntExpr):
        one = s.of_index(named)
        many = one
    else:
        names = named if isinstance(named, tuple) else (named,)
        bases = list(dict.fromkeys(s.base(name)[0] for name in names))
        many = s.owned(who, listed([plural(base) for base in bases], "or"))
        one = listed([s.one_owned(who, base) for base in bases], "or")
    verb = f"<holds|does not hold> {one}"
    if many == "pieces":
        return Noun(f"the occupied {s.cells}", f"an occupied {s.cell}", "<is|is not> occupied")
    return Noun(f"the {s.cells} with {many}", f"a {s.cell} with {one}", verb)


_KINDS = {
    "Empty": ("empty {cells}", "an empty {cell}"),
    "Enemy": ("{cells} with enemy pieces", "a {cell} with an enemy piece"),
    "NotEmpty": ("occupied {cells}", "an occupied {cell}"),
    "NotEnemy": ("{cells} without enemy pieces", "a {cell} without an enemy piece"),
    "NotOwn": ("{cells} without your pieces", "a {cell} without a piece of yours"),
    "Own": ("{cells} with your pieces", "a {cell} with a piece of yours"),
}


@says(found.SitesAround)
def _around(s: Speaker, it: found.SitesAround) -> Noun:
    many, one = (
        text.format(cell=s.cell, cells=s.cells)
        for text in (_KINDS[it.kind.value] if it.kind else ("{cells}", "a {cell}"))
    )
    where = s.site(it.where) if isinstance(it.where, IntExpr) else s.noun(it.where).plural
    how = {"Orthogonal": "orthogonally next to", "Diagonal": "diagonally next to"}.get(
        it.direction.value, "next to"
    )
    if it.direction.value not in ("Adjacent", "All", "Orthogonal", "Diagonal"):
        how = f"next to (in the direction {direction_word(it.direction.value)})"
    if it.distance is not None:
        how = f"{s.say(it.distance)} steps from"
    place = f"{how} {where}" + (f", {'or that itself' if it.include_self else ''}" if it.include_self else "")
    noun = Noun(f"the {many} {place}", f"{one} {place}", f"<is|is not> {one + ' ' if it.kind else ''}{place}")
    if it.condition is None:
        return noun
    return Noun(s.such(noun.plural, it.condition, "to", "site"), s.such(noun.one, it.condition, "to", "site"))


@says(found.SitesDirection)
def _direction(s: Speaker, it: found.SitesDirection) -> Noun:
    where = s.site(it.origin) if isinstance(it.origin, IntExpr) else s.noun(it.origin).plural
    way = "in any direction" if it.direction is None else s.say(it.direction)
    far = "" if it.distance is None else f" at most {s.say(it.distance)} steps"
    text = f"{far} {way} from {where}".strip()
    if (
        isinstance(it.stop, IsEmpty)
        and it.stop.what is SiteCondition.OCCUPIED
        and not it.included
        and not far
    ):
        first = ", or on the first occupied one" if it.stop_included else ""
        text = f"reached {way} from {where} over empty {s.cells}{first}"
        return Noun(f"the {s.cells} {text}", f"a {s.cell} {text}", f"<is|is not> {text}")
    if it.stop is not None:
        with s.about(to=IT):
            stop = s.clause(it.stop)
        such = (
            f"the first that {stop[2:].replace(IT, 'it')}"
            if stop.startswith(f"{IT} ")
            else (f"the first for which {stop.replace(IT, 'it')}")
        )
        text += f", up to {such}" + (", that one included" if it.stop_included else ", that one excluded")
    if it.included:
        text += ", and that itself"
    return Noun(f"the {s.cells} {text}", f"a {s.cell} {text}", f"<is|is not> {text}")


@says(found.SitesLineOfSight)
def _sight(s: Speaker, it: found.SitesLineOfSight) -> Noun:
    at = s.terms["last to"] if it.at is None else s.site(it.at)
    way = "in any direction" if it.direction is None else s.say(it.direction)
    what, one = {
        "Empty": (f"the empty {s.cells} up to the first piece", f"an empty {s.cell} before the first piece"),
        "Farthest": (f"the farthest empty {s.cells} before the first piece", f"the farthest empty {s.cell}"),
        "Piece": (f"the {s.cells} of the first pieces", "the first piece"),
    }[it.kind.value]
    return Noun(f"{what} {way} from {at}", f"{one} {way} from {at}")


@says(found.SitesBetween)
def _between(s: Speaker, it: found.SitesBetween) -> Noun:
    text = f"between {s.site(it.origin)} and {s.site(it.target)}"
    noun = Noun(f"the {s.cells} {text}", f"a {s.cell} {text}", f"<is|is not> {text}")
    if it.condition is None:
        return noun
    return Noun(s.such(noun.plural, it.condition, "between"), s.such(noun.one, it.condition, "between"))


@says(found.SitesGroup)
def _group(s: Speaker, it: found.SitesGroup) -> Noun:
    of = s.site(it.at) if it.at is not None else s.noun(it.origin).plural if it.origin is not None else "it"
    how = "" if it.direction is None else f" (connected {s.say(it.direction)})"
    such = "" if it.condition is None else f" of {s.such(s.cells, it.condition, 'to', 'site')}"
    text = f"the group{such} of {of}{how}"
    return Noun(text, f"a {s.cell} of {text}", f"<belongs|does not belong> to {text}")


@says(found.SitesRandom)
def _random(s: Speaker, it: found.SitesRandom) -> Noun:
    number = "one" if it.number is None else s.say(it.number)
    sites = f"the empty {s.cells}" if it.region is None else s.noun(it.region).plural
    text = f"{number} of {sites}, drawn at random"
    return Noun(text, text)


@says(found.SitesOfMoves)
def _of_moves(s: Speaker, it: found.SitesOfMoves) -> Noun:
    verb = {"From": "start", "To": "end", "Between": "pass"}[it.what.value]
    text = f"where you could {verb} if you were to {s.inline(it.moves)}"
    return Noun(f"the {s.cells} {text}", f"a {s.cell} {text}")


template(found.SitesStart, "the {cells} on which {piece} started", "a {cell} on which {piece} started",
         "<was|was not> where {piece} started")  # fmt: skip
template(other.SitesHidden, "the {cells} hidden from {to:player}")
template(other.SitesPattern, "the {cells} of the pattern")
template(other.SitesLoop, "the {cells} of the loop")
template(other.SitesCrossing, "the edges that cross {at:site}")
template(other.SitesLargePiece, "the {cells} under the large piece on {at:site}")
template(other.SitesWinning, "the {cells} where a move would win")
template(other.RegionForEachTeam, "{region} of every team")
template(other.RegionForEachLevel, "the levels of the stack on {at:site}[ for which {condition}]")


@says(tracks.SitesTrack)
def _track(s: Speaker, it: tracks.SitesTrack) -> Noun:
    name = track_of(s, it.who, it.name)
    if it.origin is not None or it.target is not None:
        start = "the start" if it.origin is None else s.site(it.origin)
        end = "the end" if it.target is None else s.site(it.target)
        name = f"{name} from {start} to {end}"
    if it.who is None and it.name is None and len(s.facts.tracks) == 1:
        name = "the track"
    return Noun(f"the {s.cells} of {name}", f"a {s.cell} of {name}", f"<is|is not> on {name}")


# --- Put together -----------------------------------------------------------------------------------------


@says(r.RegionDifference)
def _difference(s: Speaker, it: r.RegionDifference) -> Noun:
    first = s.noun(it.first)
    second = s.noun(it.second)
    if second.plural == "no site":
        return first
    if second.member:
        that = (
            f", if it {second.holds(True)}"
            if "," in first.any or len(first.any) > 35
            else f" that {second.holds(True)}"
        )
        without = re.fullmatch(r"does not hold (.*)", second.holds(True))
        that = f" without {without[1]}" if without and that.startswith(" that") else that
        member = choose_both(first, second)
        return Noun(f"{first.plural} without {second.plural}", f"{first.any}{that}", member)
    return Noun(f"{first.plural} except {second.plural}", f"{first.any}, except {second.plural}")


def choose_both(first: Noun, second: Noun) -> str:
    """What it is to be in the first and not in the second."""
    if not first.member or "|" in f"{first.holds(False)}{second.holds(False)}":
        return ""
    return f"<{first.holds(False)} and {second.holds(True)}|{first.holds(True)} or {second.holds(False)}>"


def several(it: r.RegionUnion | r.RegionIntersection) -> list[Region]:
    """The regions that are put together."""
    return [each for each in (it.several or (it.first, it.second)) if each is not None]


@says(r.RegionUnion)
def _union(s: Speaker, it: r.RegionUnion) -> Noun:
    nouns = [s.noun(each) for each in several(it)]
    if len(nouns) == 1:
        return nouns[0]
    member = ""
    if all(noun.member for noun in nouns):
        yes = [noun.holds(False) for noun in nouns]
        no = [noun.holds(True) for noun in nouns]
        member = f"<{listed(yes, 'or')}|{listed(no, 'and')}>"
    return Noun(listed([noun.plural for noun in nouns]), listed([noun.any for noun in nouns], "or"), member)


@says(r.RegionIntersection)
def _intersection(s: Speaker, it: r.RegionIntersection) -> Noun:
    parts = several(it)
    nouns = [s.noun(each) for each in parts]
    if len(nouns) == 1:
        return nouns[0]
    first, rest = nouns[0], nouns[1:]
    member = ""
    if all(noun.member for noun in nouns):
        yes = [noun.holds(False) for noun in nouns]
        no = [noun.holds(True) for noun in nouns]
        member = f"<{listed(yes, 'and')}|{listed(no, 'or')}>"
    if first.member == "<is|is not> empty":
        # The emptiness of what is otherwise described.
        inner = listed([noun.plural for noun in rest])
        return Noun(f"the empty {s.cells} among {inner}", f"an empty {s.cell} among {inner}", member)
    if all(noun.member for noun in rest):
        such = listed([noun.holds(False) for noun in rest])
        return Noun(f"{first.plural}, as far as each {such}", f"{first.any} that {such}", member)
    common = listed([noun.plural for noun in nouns])
    return Noun(f"the {s.cells} common to {common}", f"a {s.cell} common to {common}", member)


@says(r.Expand)
def _expand(s: Speaker, it: r.Expand) -> Noun:
    if it.region is not None:
        origin = s.noun(it.region).plural
    else:
        origin = s.site(it.origin) if it.origin is not None else s.say(it.container)
    steps = "one step" if it.steps is None else _steps(s, it.steps)
    way = "" if it.direction is None else f" {direction_word(it.direction.value)}"
    text = f"{origin} and all {s.cells} within {steps}{way} of it"
    return Noun(text, f"one of {text}", f"<is|is not> on {origin} or within {steps}{way} of it")


def _steps(s: Speaker, steps: IntExpr) -> str:
    one = isinstance(steps, IntLiteral) and steps.value == 1
    return f"{s.say(steps)} step{'' if one else 's'}"


@says(r.SitesWhere)
def _where(s: Speaker, it: r.SitesWhere) -> Noun:
    noun = s.noun(it.region)
    with s.about(site=IT):
        text = s.clause(it.condition)
    if text.startswith(f"{IT} "):
        rest = text[2:].replace(IT, "it")
        return Noun(f"those of {noun.plural} of which each {rest}", f"{noun.any} that {rest}")
    rest = text.replace(IT, "it")
    return Noun(f"those of {noun.plural} for which {rest}", f"{noun.any} for which {rest}")


@says(r.SitesOfEach)
def _of_each(s: Speaker, it: r.SitesOfEach) -> Noun:
    of = s.noun(it.of)
    with s.about(site="it"):
        inner = s.noun(it.region)
    return Noun(f"{inner.plural}, for any of {of.plural}", f"{inner.any}, for any of {of.plural}")


@says(r.SitesOfNumbers)
def _of_numbers(s: Speaker, it: r.SitesOfNumbers) -> Noun:
    with s.about(value="the number"):
        inner = s.noun(it.region)
    return Noun(
        f"{inner.plural}, for each number of {s.say(it.values)}",
        f"{inner.any}, for any number of {s.say(it.values)}",
    )


@says(r.RegionIf)
def _region_if(s: Speaker, it: r.RegionIf) -> Noun:
    condition = s.clause(it.condition)
    first = s.noun(it.first)
    if it.second is None:
        return Noun(f"{first.plural}, if {condition}", f"{first.any}, if {condition}")
    second = s.noun(it.second)
    if first.one and condition == f"there is {first.one}":
        none = "(if there is none: {})"
        return Noun(f"{first.plural} {none.format(second.plural)}", f"{first.one} {none.format(second.any)}")
    texts = []
    for one, else_ in ((first.plural, second.plural), (first.any, second.any)):
        rest = f"(otherwise, if {else_[4:]}" if else_.startswith("(if ") else f"(otherwise) {else_}"
        texts.append(f"(if {condition}) {one}, {rest}")
    return Noun(*texts)


@says(r.LastBetween)
def _last_between(s: Speaker, it: r.LastBetween) -> Noun:
    text = f"the {s.cells} that the last move passed over"
    return Noun(text, f"one of {text}", "<was|was not> passed over by the last move")


def static_region(word: StaticRegion) -> str:
    """A word for regions that every board has."""
    return {"AllSites": "the whole board", "SidesNoCorners": "the sides without their corners",
            "Touching": "the neighbours"}.get(word.value, f"the {_spaced(word.value)}")  # fmt: skip


def _spaced(word: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", word).lower()


def who_of(value: PlayerArgument | RoleType) -> object:
    """The player of an argument."""
    return value.index if isinstance(value, PlayerArgument) else value
