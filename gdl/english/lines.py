"""Lines, groups and shapes in English: conditions on how pieces lie together."""

from __future__ import annotations

from gdl.english.grammar import listed, number_word, plural
from gdl.english.referring import static_region
from gdl.english.sayers import says
from gdl.english.shapes import arrangement, lattice
from gdl.english.speaker import Speaker
from gdl.ludeme.literals import IntLiteral
from gdl.ludemes import ints_state as state
from gdl.ludemes import is_aligned, is_line, is_shape
from gdl.words.words import AbsoluteDirection, RoleType, StaticRegion

_ALONG = {
    "Orthogonal": "orthogonal ", "Diagonal": "diagonal ", "OffDiagonal": "off-diagonal ", "Adjacent": "",
    "All": "",
}  # fmt: skip


def _line_of(direction: AbsoluteDirection) -> str:
    return _ALONG.get(direction.value, "")


@says(is_line.IsLine)
def _line(s: Speaker, it: is_line.IsLine, no: bool) -> str:
    along = _line_of(it.direction)
    line = f"{'an' if along[:1] == 'o' else 'a'} {along}line"
    if isinstance(it.length, IntLiteral):
        exactly = "exactly " if it.exact else ""
        or_more = "" if it.exact else " or more"
        number = f"{exactly}{number_word(it.length.value)}{or_more}"
    else:
        number = s.say(it.length)
    if it.what is not None:
        pieces = (
            f"of {s.of_index(it.what)}"
            if isinstance(it.what, IntLiteral)
            else f"pieces like {s.say(it.what)}"
        )
    elif it.whats is not None:
        pieces = f"of {listed([s.of_index(each) for each in it.whats], 'or')}"
    else:
        pieces = s.owned(it.who, "pieces") if it.who is not None else "pieces of one player"
    if it.who is None and it.what is None and it.whats is None:
        pieces = "pieces of the same player"
    through = ""
    if it.through is not None:
        through = f" through {s.site(it.through)}"
    elif it.through_any is not None:
        through = f" through one of {s.noun(it.through_any).plural}"
    else:
        through = f" through {s.just}"
    if not it.contiguous:
        through += ", with or without gaps"
    if it.condition is not None:
        through += f", {s.such('each', it.condition, 'to')}"
    if not it.use_opposites:
        through = through.replace(" through ", " that begins with ", 1)
    if it.top:
        through += " (on top of their stacks)"
    return f"there is {'no ' + line.split(' ', 1)[1] if no else line} of {number} {pieces}{through}"


@says(is_aligned.IsAligned)
def _aligned(s: Speaker, it: is_aligned.IsAligned, no: bool) -> str:
    whose = "pieces of the same player" if it.who is None else s.owned(it.who, "pieces")
    where = s.just if it.through is None else f"the one {s.on(it.through)}"
    if isinstance(it.direction, is_aligned.AnyAngle):
        line = "one straight line at any angle"
    elif it.direction.value in ("All", "Adjacent"):
        line = "one row, column or diagonal"
    else:
        line = f"one {_line_of(it.direction)}line"
    gaps = (
        ", with equal gaps between them"
        if it.gaps is is_aligned.Gaps.EQUAL
        else ", at any distance from each other"
    )
    stand = "do not stand" if no else "stand"
    return f"{number_word(it.length)} {whose}, among them {where}, {stand} on {line}{gaps}"


@says(is_line.IsConnected)
def _connected(s: Speaker, it: is_line.IsConnected, no: bool) -> str:
    of = f"the group of {s.just}" if it.at is None else f"the group of {s.site(it.at)}"
    if isinstance(it.regions, tuple):
        regions = listed([s.noun(each).plural for each in it.regions])
    elif isinstance(it.regions, RoleType):
        regions = f"all {s.whose(it.regions)} regions"
    elif isinstance(it.regions, StaticRegion):
        regions = static_region(it.regions)
    else:
        regions = s.say(it.regions)
    if it.number is not None:
        regions = f"at least {s.say(it.number)} of {regions}"
    how = "" if it.direction is None else f" (connected {s.say(it.direction)})"
    if it.what is is_line.ConnectType.BLOCKED:
        return f"{of}{how} can {'still' if no else 'no longer'} be connected with {regions}"
    return f"{of}{how} {'does not connect' if no else 'connects'} {regions}"


@says(is_line.IsThreatened)
def _threatened(s: Speaker, it: is_line.IsThreatened, no: bool) -> str:
    is_not = "is not" if no else "is"
    if it.what is is_line.ThreatType.WITHIN:
        piece = "the piece" if it.component is None else s.of_index(it.component)
        where = (
            s.noun(it.within).plural
            if it.within is not None
            else s.site(it.at)
            if it.at is not None
            else "it"
        )
        return f"{piece} {is_not} in {where}"
    piece = "a piece" if it.component is None else s.of_index(it.component)
    at = "" if it.at is None else f" {s.on(it.at)}"
    place = "" if it.within is None else f" in {s.noun(it.within).plural}"
    return f"{piece}{at}{place} {is_not} under attack"


@says(is_shape.IsPattern)
def _pattern(s: Speaker, it: is_shape.IsPattern, no: bool) -> str:
    origin = s.just if it.origin is None else f"the piece {s.on(it.origin)}"
    number, shape = arrangement("".join(step.value for step in it.walk), lattice(s.facts))
    if number == 1:
        return f"{origin} is {'not ' if no else ''}there"
    many = "several" if number is None else number_word(number)
    return f"{origin} is {'not ' if no else ''}one of {many} {_alike(s, it)} {shape}"


def _alike(s: Speaker, it: is_shape.IsPattern) -> str:
    """What the pieces of a pattern are."""
    if it.whats is not None:
        return f"pieces, each of them {listed([s.of_index(each) for each in it.whats], 'or')}"
    if it.what is None:
        return "like pieces"
    if isinstance(it.what, state.Id) and it.what.name is not None:
        owned = s.owned(it.what.role, plural(s.base(it.what.name)[0]))
        return owned if it.what.role is None or not owned.startswith("your ") else f"of {owned}"
    return f"pieces like {s.of_index(it.what)}"
