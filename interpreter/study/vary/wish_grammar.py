"""Reading wishes: a small language over the names of measures.

wish    = fewest NAME | most NAME | fairest | shortest | longest
        | NAME range | range NAME
range   = 48..52 % | between 48 and 52 % | 50 ± 2 % | at least 20 | at most 60 plies
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import inf

from gdl.source.diagnostics import Diagnostic, LanguageError
from gdl.source.suggest import nearest
from gdl.source.text import Source, Span
from interpreter.study.measures import definitions as d
from interpreter.study.measures.measure import Definition
from interpreter.study.vary.wish_names import named, suggestions
from interpreter.study.vary.wishes import Wish

#: A longer text is no wish.
MAX_WISH = 200
_LEAST = "fewest|least|lowest|smallest|fewer|minimal|minimum|min"
_MOST = "most|highest|largest|greatest|maximal|maximum|max"
_ALONE = {
    "fairest": (d.ADVANTAGE, "least"), "shortest": (d.LENGTH, "least"), "longest": (d.LENGTH, "most"),
    "most decisive": (d.SHARED, "least"),
}  # fmt: skip
_N = r"-?\d+(?:\.\d+)?"
_UNIT = r"(?P<unit>%|percent\b|per\s+cent\b|plies\b|ply\b|moves?\b|sites?\b)?"
_LOW, _HIGH = rf"(?P<low>{_N})", rf"(?P<high>{_N})"
_PERCENT = r"\s*(?P<inner>%)?\s*"
_UP_FROM = r"at\s+least|not?\s+less\s+than|no\s+fewer\s+than|over|above|more\s+than|>=?|≥"
_UP_TO = r"at\s+most|not?\s+more\s+than|under|below|less\s+than|fewer\s+than|up\s+to|<=?|≤"
_RANGES = (
    ("range", rf"(?:between\s+)?{_LOW}{_PERCENT}(?:\.\.|to\b|and\b|–|-)\s*{_HIGH}\s*{_UNIT}"),
    ("around", rf"(?:about\s+|around\s+)?{_LOW}{_PERCENT}(?:±|\+-|\+/-)\s*{_HIGH}\s*{_UNIT}"),
    ("least", rf"(?:{_UP_FROM})\s*{_LOW}\s*{_UNIT}"),
    ("most", rf"(?:{_UP_TO})\s*{_HIGH}\s*{_UNIT}"),
    ("point", rf"{_LOW}\s*{_UNIT}"),
)
_COMPILED = [(kind, re.compile(pattern, re.IGNORECASE)) for kind, pattern in _RANGES]
_EXTREME = re.compile(rf"\s*(?:the\s+)?(?:(?P<least>{_LEAST})|(?P<most>{_MOST}))\s+", re.IGNORECASE)
#: Numbers that belong to names: `player 1`, `P2`, `length.quantile[5%]`; not the 48 of `first player 48..52`.
_NUMBERED = re.compile(r"\[[^\]]*\]|(?<![a-z]\s)\b(?:player|seat)\s+\d+|\bp\d+\b", re.IGNORECASE)
_UNIT_NAMES = {"plies": "plies", "ply": "plies", "move": "moves", "moves": "moves", "percent": "%"}


def read_wish(text: str, players: Sequence[str]) -> Wish:
    """A wish about a game with these players. Raises LanguageError with its place."""
    source = Source("wish", text[:MAX_WISH])
    if len(text) > MAX_WISH:
        raise _wrong("this is too long to be a wish", Span(source, 0, MAX_WISH))
    plain = (
        " ".join(text.casefold().split()).removeprefix("the ").removesuffix(" games").removesuffix(" game")
    )
    if plain in _ALONE:
        of, aim = _ALONE[plain]
        return Wish(text, of, "least" if aim == "least" else "most")
    # a name may have numbers in it: `player 1`, `length.quantile[5%]`
    masked = _NUMBERED.sub(lambda match: "_" * len(match[0]), text)
    for kind, pattern in _COMPILED:
        match = pattern.search(masked)
        if match is not None:
            return _ranged(source, kind, match, players)
    extreme = _EXTREME.match(text)
    if extreme is None:
        whole = _trimmed(source, 0, len(text))
        found = named(whole.text, players)
        if found is not None:
            raise _wrong(
                "how is it to be?", whole,
                f"write `fewest {whole.text}`, `most {whole.text}`, or a range such as "
                f"`{whole.text} {'10..20 %' if found[0].unit == 'share' else '10..20'}`",
            )  # fmt: skip
        raise _unknown(whole, players)
    place = _trimmed(source, extreme.end(), len(text))
    of, seat, about = _measure(place, players)
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
    unit = (groups.get("unit") or groups.get("inner") or "").casefold()
    unit = "%" if unit.startswith("per") else _UNIT_NAMES.get(unit, unit)
    before, behind = _trimmed(source, 0, match.start()), _trimmed(source, match.end(), len(text))
    if _EXTREME.fullmatch(f"{before.text} "):
        before = Span(source, before.end, before.end)
    if before.text and behind.text:
        raise _wrong(
            "the name of one measure is wanted, before or behind the range", behind,
            "several wishes are several `--want`",
        )  # fmt: skip
    name = before if before.text else behind
    if not name.text:
        if unit == "moves":
            raise _wrong(
                "moves of what?", place,
                "write `plies` for how long a game is, `branching` for how many moves are legal",
            )  # fmt: skip
        if unit != "plies":
            raise _wrong(
                "what is to be in this range?", place, "write `first player`, `draws`, `plies`, ... beside it"
            )
        of, seat, about = d.LENGTH, None, ""
    else:
        of, seat, about = _measure(name, players)
    low, high = _bounds(kind, groups)
    if low > high:
        raise _wrong("nothing is in this range", place, "the smaller number comes first")
    factor = _factor(of.unit, unit, low, high, place)
    return Wish(text.strip(), of, "range", low * factor, high * factor, seat, about)


def _bounds(kind: str, groups: dict[str, str | None]) -> tuple[float, float]:
    first, second = groups.get("low"), groups.get("high")
    if kind == "around":
        middle, half = float(first or 0), abs(float(second or 0))
        return middle - half, middle + half
    return float(first) if first else -inf, float(second) if second else inf


def _factor(measured: str, unit: str, low: float, high: float, place: Span) -> float:
    """What makes the number that is written one of the measure's unit. Raises LanguageError."""
    if measured == "share":
        numbers = [abs(number) for number in (low, high) if abs(number) != inf]
        if unit == "%":
            if max(numbers) > 100:
                raise _wrong("a share is at most 100 %", place)
            return 0.01
        if unit:
            raise _wrong(
                f"this is a share, not a number of {unit}", place, f"write `{place.text.split(' ')[0]} %`"
            )
        if max(numbers) > 1:
            raise _wrong("is this a share in percent?", place, f"write `{place.text} %`")
        return 1.0
    if unit == "%":
        raise _wrong(f"this is measured in {measured}, not in percent", place)
    return 1.0


def _measure(place: Span, players: Sequence[str]) -> tuple[Definition, int | None, str]:
    found = named(place.text, players)
    if found is None:
        raise _unknown(place, players)
    return found


def _unknown(place: Span, players: Sequence[str]) -> LanguageError:
    seat = re.search(r"player|seat", place.text.casefold())
    if not place.text.strip():
        return _wrong(
            "what is wished for?", place, "write `first player 48..52 %`, `20..60 plies`, `fewest draws`"
        )
    near = nearest(place.text, suggestions(players))
    help = [f"did you mean `{near[0]}`?"] if near else []
    if seat:
        listed = ", ".join(f"{number} {name}" for number, name in enumerate(players, 1))
        help.append(f"the players are {listed}")
    elif not near:
        help.append(
            "there are: first player, draws, plies, advantage, branching, agency, coverage, ... "
            "(docs/varying.md)"
        )
    return _wrong(f"there is no measure called `{place.text}`", place, *help)


def _trimmed(source: Source, start: int, end: int) -> Span:
    """A stretch without the blanks and small words around it."""
    text = source.text
    while True:
        while start < end and (text[start].isspace() or text[start] in ",:="):
            start += 1
        while start < end and (text[end - 1].isspace() or text[end - 1] in ",:="):
            end -= 1
        rest = text[start:end].casefold()
        word = next((each for each in ("the ", "of ", "is ", "with ") if rest.startswith(each)), "")
        if not word:
            return Span(source, start, end)
        start += len(word)


def _wrong(message: str, place: Span, *help: str) -> LanguageError:
    return LanguageError((Diagnostic("E0830", message, place, help=help),))


#: Where nobody has said how many games are to end, so many of them are.
_ENDING = 0.9


def read_wishes(texts: Sequence[str], players: Sequence[str]) -> tuple[Wish, ...]:
    """Some wishes, and that games end, if they say nothing of it. Raises LanguageError."""
    found: list[Wish] = []
    mistakes: list[Diagnostic] = []
    for text in texts:
        try:
            found.append(read_wish(text, players))
        except LanguageError as error:
            mistakes += error.diagnostics
    if mistakes:
        raise LanguageError(tuple(mistakes))
    if all(wish.of is not d.COMPLETION for wish in found):
        found.append(Wish("games end", d.COMPLETION, "range", low=_ENDING, implied=True))
    return tuple(dict.fromkeys(found))
