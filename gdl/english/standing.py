"""Regions in English that depend on what stands where: occupied, around, in line, between, in a group."""

from __future__ import annotations

from gdl.english.direction_words import direction_word
from gdl.english.grammar import listed, plural
from gdl.english.phrases import IT
from gdl.english.sayers import Noun, says
from gdl.english.speaker import Speaker
from gdl.ludeme.categories import IntExpr
from gdl.ludemes import sites_found as found
from gdl.ludemes import tracks
from gdl.ludemes.is_site import IsEmpty, SiteCondition


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


@says(tracks.SitesTrack)
def _track(s: Speaker, it: tracks.SitesTrack) -> Noun:
    name = s.track(it.who, it.name)
    if it.origin is not None or it.target is not None:
        start = "the start" if it.origin is None else s.site(it.origin)
        end = "the end" if it.target is None else s.site(it.target)
        name = f"{name} from {start} to {end}"
    if it.who is None and it.name is None and len(s.facts.tracks) == 1:
        name = "the track"
    return Noun(f"the {s.cells} of {name}", f"a {s.cell} of {name}", f"<is|is not> on {name}")
