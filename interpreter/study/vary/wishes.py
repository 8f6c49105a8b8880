"""Wishes: what a variant is to be, as ranges of measures (constraints) and as least or most (objectives).

wish    = fewest NAME | most NAME | fairest | shortest | longest
        | NAME range | range NAME | 20 <= NAME <= 60
range   = 48..52 % | between 48 and 52 % | 50 ± 2 % | at least 20 | at most 60 plies
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from math import inf, isfinite
from typing import Literal

from gdl.source.diagnostics import Diagnostic, LanguageError
from gdl.source.suggest import bare, nearest
from gdl.source.text import Source, Span
from gdl.support.values import frozen
from interpreter.study.measures import definitions as d
from interpreter.study.measures.measure import Definition, Measure

Aim = Literal["range", "least", "most"]
#: What lies beside a bound that is the only one counts by so much of it, at least so much of a unit.
_SLACK = 0.1
_SCALES = {"share": 0.02, "plies": 1.0, "moves": 0.5, "log10": 0.5}
#: These need every move of a game listed: they are taken from a sample, of random games only.
SAMPLED = ("branching", "branching.max", "agency", "coverage", "tree.games")
#: These compare players: there are none where one plays alone.
COMPARING = (d.SCORE, d.ADVANTAGE, d.DECISIVENESS)


@frozen
class Wish:
    """One wish about one measure."""

    text: str
    of: Definition
    aim: Aim
    low: float = -inf
    high: float = inf
    #: of which seat it is (from 0)
    seat: int | None = None
    #: which quantile; whose seat it is, where the player was named: it may be another seat in another variant
    about: str = ""
    #: nobody asked for it
    implied: bool = False

    @property
    def is_range(self) -> bool:
        """Is there a range, and not a direction alone?"""
        return self.aim == "range"

    @property
    def sampled(self) -> bool:
        """Is it about a measure of the sample?"""
        return self.of.key in SAMPLED

    @property
    def scale(self) -> float:
        """How far beside the range counts as one: half of its width, so that who asks for a narrow one gets
        what is near to it."""
        if isfinite(self.low) and isfinite(self.high) and self.high > self.low:
            return (self.high - self.low) / 2
        bound = self.low if isfinite(self.low) else self.high
        return max(_SCALES.get(self.of.unit, 1.0), _SLACK * abs(bound))

    def violation(self, value: float) -> float:
        """How far a value is outside the range, in scales; 0.0 for a wish without one."""
        if not self.is_range:
            return 0.0
        return max(0.0, self.low - value, value - self.high) / self.scale

    def off_centre(self, value: float) -> float:
        """How far a value is from the middle of a range with two bounds, in scales."""
        if not self.is_range or not isfinite(self.low) or not isfinite(self.high):
            return 0.0
        return abs(value - (self.low + self.high) / 2) / self.scale

    def loss(self, value: float) -> float:
        """What is to be as small as can be."""
        if self.is_range:
            return self.violation(value)
        return value if self.aim == "least" else -value

    def seat_in(self, players: Sequence[str]) -> int | None:
        """The seat that it is of where these play; None where it is of none, or nobody sits there."""
        if self.seat is None:
            return None
        if self.about:
            return players.index(self.about) if self.about in players else None
        return self.seat if self.seat < len(players) else None

    def measure_in(self, measures: Sequence[Measure], players: Sequence[str]) -> Measure | None:
        """The measure that it is about; None where there is none of it."""
        about = self.about
        if self.seat is not None:
            seat = self.seat_in(players)
            if seat is None:
                return None
            about = players[seat]
        for measure in measures:
            if measure.of.key == self.of.key and about in ("", measure.about):
                return measure
        return None

    def title(self, players: Sequence[str]) -> str:
        """What it is about, for tables; `players` are those of all variants, as `names_in_all` tells them."""
        about = self.about
        if self.seat is not None and not about:
            about = players[self.seat] if self.seat < len(players) else str(self.seat + 1)
        return f"{self.of.title} {about}".strip()

    @property
    def wanted(self) -> str:
        """What is wanted of it, for tables: `48..52 %`, `least`."""
        if not self.is_range:
            return self.aim
        factor, unit = (100, " %") if self.of.unit == "share" else (1, "")
        low, high = (f"{bound * factor:.10g}" for bound in (self.low, self.high))
        if not isfinite(self.low):
            return f"at most {high}{unit}"
        if not isfinite(self.high):
            return f"at least {low}{unit}"
        return f"{low}..{high}{unit}"


def names_in_all(rosters: Iterable[Sequence[str]]) -> tuple[str, ...]:
    """The players of several variants by seat: by name where all have the same there, else by number."""
    names: list[str] = []
    for players in rosters:
        for seat, name in enumerate(players):
            if seat == len(names):
                names.append(name)
            elif names[seat] != name:
                names[seat] = str(seat + 1)
    return tuple(names)


Verdict = Literal["holds", "seems to hold", "seems not to hold", "fails", ""]


def verdict(wish: Wish, measure: Measure | None) -> Verdict:
    """What a measure of fresh games says about a range: surely where its interval is on one side alone."""
    if not wish.is_range or measure is None:
        return ""
    if wish.low <= measure.low and measure.high <= wish.high:
        return "holds"
    if measure.high < wish.low or wish.high < measure.low:
        return "fails"
    return "seems to hold" if wish.low <= measure.value <= wish.high else "seems not to hold"


# --- Names of measures --------------------------------------------------------------------------------------

_EVERYDAY: dict[str, Definition] = {
    "draws": d.SHARED, "draw": d.SHARED, "ties": d.SHARED, "drawn games": d.SHARED, "draw rate": d.SHARED,
    "decisive games": d.DECISIVENESS, "decisive": d.DECISIVENESS,
    "advantage": d.ADVANTAGE, "unfairness": d.ADVANTAGE, "first move advantage": d.ADVANTAGE,
    "finished games": d.COMPLETION, "games that end": d.COMPLETION, "finished": d.COMPLETION,
    "plies": d.LENGTH, "ply": d.LENGTH, "game length": d.LENGTH, "duration": d.LENGTH, "turns": d.LENGTH,
    "mean length": d.LENGTH, "average length": d.LENGTH,
    "spread": d.SPREAD, "spread of length": d.SPREAD,
    "shortest game": d.SHORTEST, "longest game": d.LONGEST,
    "choices": d.BRANCHING, "branching factor": d.BRANCHING, "legal moves": d.BRANCHING,
    "choice": d.AGENCY, "covered board": d.COVERAGE, "board covered": d.COVERAGE,
    "tree size": d.TREE, "games there are": d.TREE,
}  # fmt: skip
#: Of one seat each, with what may stand behind the player's name: that it wins alone, or how much of the win
#: it gets.
_BY_SEAT: dict[str, tuple[Definition, tuple[str, ...]]] = {
    "won": (d.WON, ("wins", "won", "win", "wins alone", "won alone", "to win")),
    "seat.score": (d.SCORE, ("", "score", "scores", "share", "result")),
}
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
_QUANTILE = re.compile(r"(?:length[., ]*)?(?:quantile\s*\[?\s*)?(\d{1,2})\s*%\s*\]?(?:\s*quantile)?")
_KEYED = re.compile(r"([a-z.]+)\[(.+)\]")

#: A measure, the seat that it is of, and what else it is about.
Named = tuple[Definition, int | None, str]


@cache
def _general() -> dict[str, Definition]:
    """The names without a seat or quantile in them."""
    general = [each for each in d.OF_RANDOM_PLAY if each.key not in _BY_SEAT and each is not d.QUANTILE]
    return {name: each for each in general for name in (each.key, each.title)} | _EVERYDAY


@cache
def _names(players: tuple[str, ...]) -> dict[str, Named]:
    """The names of all measures of a game for these players, bare; of two that are alike the first."""
    names: dict[str, Named] = {bare(name): (of, None, "") for name, of in _general().items()}
    names |= dict.fromkeys(("medianlength", "length.median", "median"), (d.QUANTILE, None, "50%"))
    seats = [(player, seat, player) for seat, player in enumerate(players)]
    for seat in range(len(players)):
        numbered = [f"{word} {seat + 1}" for word in ("player", "seat", "p")]
        if seat < len(_ORDINALS):
            numbered += [f"{_ORDINALS[seat]} {word}" for word in ("player", "seat", "mover")]
        seats += [(name, seat, "") for name in numbered]
    for name, seat, about in seats:
        for key, (of, words) in _BY_SEAT.items():
            for spelt in (f"{key}[{name}]", *(f"{name}{end}{w}" for w in words for end in ("", "'s"))):
                names.setdefault(bare(spelt), (of, seat, about))
    return names


def named(text: str, players: Sequence[str]) -> Named | None:
    """The measure of a name; None for no name."""
    known = _names(tuple(players)).get(bare(text))
    if known is not None:
        return known
    if match := _QUANTILE.fullmatch(text.casefold().strip()):
        return d.QUANTILE, None, f"{int(match[1])}%"
    keyed = _KEYED.fullmatch(text.strip())
    of = keyed and next((each for each in d.OF_RANDOM_PLAY if each.key == keyed[1]), None)
    return (of, None, keyed[2]) if keyed and of and of.key not in _BY_SEAT else None


def _suggestions(players: Sequence[str]) -> tuple[str, ...]:
    """All that may be said, for whoever has misspelt it."""
    seats = [f"{ordinal} player" for ordinal, _ in zip(_ORDINALS, players, strict=False)]
    own = [f"{each}{more}" for each in (*seats, *players) for more in ("", " wins")]
    return (*_general(), *own, "median length")


# --- Reading ------------------------------------------------------------------------------------------------

#: What may stand around a name.
_BLANKS = " \t\n\r\f\v,:="
#: A longer text is no wish.
MAX_WISH = 200
_ALONE: dict[str, tuple[Definition, Aim]] = {
    "fairest": (d.ADVANTAGE, "least"), "shortest": (d.LENGTH, "least"), "longest": (d.LENGTH, "most"),
    "most decisive": (d.SHARED, "least"),
}  # fmt: skip
_EXTREME = re.compile(
    r"\s*(?:the\s+)?(?:(?P<least>fewest|least|lowest|smallest|fewer|minimal|minimum|min)"
    r"|(?P<most>most|highest|largest|greatest|maximal|maximum|max))\s+",
    re.IGNORECASE,
)
#: Numbers that belong to names: `player 1`, `P2`, `length.quantile[5%]`; not the 48 of `first player 48..52`.
_NUMBERED = re.compile(r"\[[^\]]*\]|(?<![a-z]\s)\b(?:player|seat)\s+\d+|\bp\d+\b", re.IGNORECASE)
_NUMBER = r"-?\d+(?:\.\d+)?"
_LOW, _HIGH, _PERCENT = rf"(?P<low>{_NUMBER})", rf"(?P<high>{_NUMBER})", r"\s*(?P<inner>%)?\s*"
_UNIT = r"\s*(?P<unit>%|percent\b|per\s+cent\b|plies\b|ply\b|moves?\b|sites?\b)?"
_UP_FROM = r"at\s+least|not?\s+less\s+than|no\s+fewer\s+than|over|above|more\s+than|>=?|≥"
_UP_TO = r"at\s+most|not?\s+more\s+than|under|below|less\s+than|fewer\s+than|up\s+to|<=?|≤"
_RANGES = {
    kind: re.compile(pattern + _UNIT, re.IGNORECASE)
    for kind, pattern in {
        "chain": rf"{_LOW}{_PERCENT}(?:<=?|≤)\s*(?P<name>[^<≤]*[^<≤\s])\s*(?:<=?|≤)\s*{_HIGH}",
        "range": rf"(?:between\s+)?{_LOW}{_PERCENT}(?:\.\.|to\b|and\b|–|-)\s*{_HIGH}",
        "around": rf"(?:about\s+|around\s+)?{_LOW}{_PERCENT}(?:±|\+-|\+/-)\s*{_HIGH}",
        "least": rf"(?:{_UP_FROM})\s*{_LOW}",
        "most": rf"(?:{_UP_TO})\s*{_HIGH}",
        "point": _LOW,
    }.items()
}


def read_wish(text: str, players: Sequence[str]) -> Wish:
    """A wish about a game with these players. Raises LanguageError with its place."""
    source = Source("wish", text[:MAX_WISH])
    if len(text) > MAX_WISH:
        raise _wrong("this is too long to be a wish", Span(source, 0, MAX_WISH))
    plain = " ".join(text.casefold().split())
    plain = plain.removeprefix("the ").removesuffix(" games").removesuffix(" game")
    if plain in _ALONE:
        return Wish(text, *_ALONE[plain])
    masked = _NUMBERED.sub(lambda match: "_" * len(match[0]), text)
    for kind, pattern in _RANGES.items():
        match = pattern.search(masked)
        if match is not None:
            return _ranged(source, kind, match, players)
    extreme = _EXTREME.match(text)
    place = _trimmed(source, extreme.end() if extreme else 0, len(text))
    of, seat, about = _measure(place, players)
    if extreme is None:
        raise _wrong(
            "how is it to be?", place,
            f"write `fewest {place.text}`, `most {place.text}`, or a range such as "
            f"`{place.text} {'10..20 %' if of.unit == 'share' else '10..20'}`",
        )  # fmt: skip
    return Wish(text.strip(), of, "least" if extreme["least"] else "most", seat=seat, about=about)


def _ranged(source: Source, kind: str, match: re.Match[str], players: Sequence[str]) -> Wish:
    text = source.text
    place = Span(source, match.start(), len(text[: match.end()].rstrip()))
    if kind == "point":
        raise _wrong(
            "one number alone is hardly ever met: a range is wanted", place,
            f"write `at most {place.text}`, `at least {place.text}`, or two bounds with `..` between",
        )  # fmt: skip
    groups = match.groupdict()
    unit = (groups["unit"] or groups.get("inner") or "").casefold()
    unit = "%" if unit.startswith("per") else {"ply": "plies", "move": "moves"}.get(unit, unit)
    name = _name(source, match)
    if name is not None:
        of, seat, about = _measure(name, players)
    elif unit == "plies":
        of, seat, about = d.LENGTH, None, ""
    elif unit == "moves":
        raise _wrong(
            "moves of what?", place,
            "write `plies` for how long a game is, `branching` for how many moves are legal",
        )  # fmt: skip
    else:
        raise _wrong(
            "what is to be in this range?", place, "write `first player`, `draws`, `plies`, ... beside it"
        )
    low, high = float(groups.get("low") or -inf), float(groups.get("high") or inf)
    if kind == "around":
        low, high = low - abs(high), low + abs(high)
    if low > high:
        raise _wrong("nothing is in this range", place, "the smaller number comes first")
    factor = _factor(of.unit, unit, low, high, place)
    return Wish(text.strip(), of, "range", low * factor, high * factor, seat, about)


def _name(source: Source, match: re.Match[str]) -> Span | None:
    """Where the measure of a range is named: before it, behind it, or between its bounds; None where it is
    not. Raises LanguageError where it is twice."""
    names = [_trimmed(source, 0, match.start()), _trimmed(source, match.end(), len(source.text))]
    if _EXTREME.fullmatch(f"{names[0].text} "):
        del names[0]
    if "name" in match.groupdict():
        names.insert(0, _trimmed(source, *match.span("name")))
    names = [name for name in names if name.text]
    if len(names) > 1:
        raise _wrong(
            "the name of one measure is wanted, before or behind the range", names[-1],
            "several wishes are several `--want`",
        )  # fmt: skip
    return names[0] if names else None


def _factor(measured: str, unit: str, low: float, high: float, place: Span) -> float:
    """What makes the number that is written one of the measure's unit. Raises LanguageError."""
    largest = max(abs(number) for number in (low, high) if isfinite(number))
    if measured != "share":
        if unit == "%":
            raise _wrong(f"this is measured in {measured}, not in percent", place)
    elif unit == "%":
        if largest > 100:
            raise _wrong("a share is at most 100 %", place)
        return 0.01
    elif unit:
        help = f"write `{place.text.split(' ')[0]} %`"
        raise _wrong(f"this is a share, not a number of {unit}", place, help)
    elif largest > 1:
        raise _wrong("is this a share in percent?", place, f"write `{place.text} %`")
    return 1.0


def _measure(place: Span, players: Sequence[str]) -> Named:
    """The measure that is named there. Raises LanguageError with what may be meant."""
    known = named(place.text, players)
    if known is not None:
        return known
    if not place.text.strip():
        raise _wrong(
            "what is wished for?", place, "write `first player 48..52 %`, `20..60 plies`, `fewest draws`"
        )
    near = nearest(place.text, _suggestions(players))
    help = [f"did you mean `{near[0]}`?"] if near else []
    if re.search(r"player|seat", place.text.casefold()):
        listed = ", ".join(f"{number} {name}" for number, name in enumerate(players, 1))
        help.append(f"the players are {listed}")
    elif not near:
        help.append(
            "there are: first player, draws, plies, advantage, branching, agency, coverage, ... "
            "(docs/varying.md)"
        )
    raise _wrong(f"there is no measure called `{place.text}`", place, *help)


def _trimmed(source: Source, start: int, end: int) -> Span:
    """A stretch without the blanks and small words around it."""
    text = source.text[start:end].rstrip(_BLANKS)
    inner = re.sub(rf"^(?:[{_BLANKS}]|(?:the|of|is|with) )+", "", text, flags=re.IGNORECASE)
    end = start + len(text) if text else end
    return Span(source, end - len(inner), end)


def _wrong(message: str, place: Span, *help: str) -> LanguageError:
    return LanguageError((Diagnostic("E0830", message, place, help=help),))


#: Where nobody has said how many games are to end, so many of them are.
_ENDING = 0.9


def read_wishes(texts: Sequence[str], players: Sequence[str]) -> tuple[Wish, ...]:
    """Some wishes, and that games end, if they say nothing of it. Raises LanguageError."""
    wishes: list[Wish] = []
    mistakes: list[Diagnostic] = []
    for text in texts:
        try:
            wishes.append(read_wish(text, players))
        except LanguageError as error:
            mistakes += error.diagnostics
    if mistakes:
        raise LanguageError(tuple(mistakes))
    if all(wish.of is not d.COMPLETION for wish in wishes):
        wishes.append(Wish("games end", d.COMPLETION, "range", low=_ENDING, implied=True))
    return tuple(dict.fromkeys(wishes))
