"""Wishes: what a variant is to be, by comparisons of measures (constraints), least and most (objectives).

Each is about one measure, with an interval of its own. There is no `or`: what is wished for is told, drawn
and refuted measure by measure.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from math import inf, isfinite
from typing import Literal

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedInput

from gdl.source.diagnostics import Diagnostic, LanguageError
from gdl.source.suggest import nearest
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


# --- Reading ------------------------------------------------------------------------------------------------

#: A longer text is no wish.
MAX_WISH = 200
_NEXT = r"(?=\s*-?\d)"
_UNIT = r"%|percent\b|per\s+cent\b|plies\b|ply\b|moves?\b|sites?\b"
#: Comparisons of a measure with numbers, joined by `and`; all else are other spellings of these. What is a
#: word of a name depends on what stands around it: so the lexer is a contextual one.
_GRAMMAR = rf"""
start: wish (_AND wish)*
wish: name | name? _range last? | chain

_range: up | down | around | point
up: _GE number | number _TO number | _BETWEEN number (_TO | _AND) number
down: _LE number
around: _ABOUT? number _PLUS_MINUS number
point: _ABOUT? number
?chain: number _LE name (_LE number)? -> up        // 20 <= plies <= 60
      | number _GE name (_GE number)? -> down

number: NUMBER UNIT?
name: (WORD | MEASURE) (WORD | MEASURE | INNER)*
?last: (WORD | MEASURE) (WORD | MEASURE | INNER | NUMBER)* -> name

%ignore /[\s,:=]+/
_ABOUT.4: /(?:about|around){_NEXT}/i
_AND.3: /and\b|&/i
_BETWEEN.3: /between{_NEXT}/i
_TO.3: /\.\.|to\b{_NEXT}|-|–/i
_PLUS_MINUS.4: /±|\+-|\+\/-/
_GE.3: />=?|≥|(?:at\s+least|not?\s+less\s+than|no\s+fewer\s+than|over|above|more\s+than){_NEXT}/i
_LE.3: /<=?|≤|(?:at\s+most|not?\s+more\s+than|under|below|less\s+than|fewer\s+than|up\s+to){_NEXT}/i
UNIT.3: /{_UNIT}/i
// names with numbers: `length.quantile[95%]`, `95 % quantile`, `player 2` (but: `third player 2..9 %`)
MEASURE.4: /[a-z.]+\[[^\]]*\]/i | /\d{{1,2}}\s*%\s*quantile\b/i | /quantile\s*\d{{1,2}}\s*%/i
         | /(?<!(?:st|nd|rd|th)\s)(?:player|seat)\s+\d+/i
// a number that belongs to the words around it: of a player who is called Team 1
INNER.3: /\d+(?![\d.])(?!\s*(?:\.\.|±|\+|-|–|to\b|and\b|{_UNIT}|$))/i
NUMBER.2: /-?\d+(?:\.\d+)?/
WORD.1: /(?![-+]?\d)[^\s,:=<>≤≥±%]+/
"""

#: What the numbers of an expression come to, smaller and larger, by its rule.
_BOUNDS: dict[str, Callable[..., tuple[float, float]]] = {
    "up": lambda low, high=inf: (low, high),
    "down": lambda high, low=-inf: (low, high),
    "around": lambda middle, off: (middle - abs(off), middle + abs(off)),
}
_ALONE: dict[str, tuple[Definition, Aim]] = {
    "fairest": (d.ADVANTAGE, "least"), "shortest": (d.LENGTH, "least"), "longest": (d.LENGTH, "most"),
    "most decisive": (d.SHARED, "least"),
}  # fmt: skip
_EXTREME = re.compile(
    r"(?:the\s+)?(?:(?P<least>fewest|least|lowest|smallest|fewer|minimal|minimum|min)"
    r"|(?P<most>most|highest|largest|greatest|maximal|maximum|max))\s+",
    re.IGNORECASE,
)
#: Small words around a name.
_SMALL = re.compile(r"(?:(?:the|of|is|with)\s+)*(.*?)(?:\s+is)?", re.IGNORECASE)


@cache
def _parser() -> Lark:
    return Lark(_GRAMMAR, parser="lalr", propagate_positions=True)


def read_wish(text: str, players: Sequence[str]) -> tuple[Wish, ...]:
    """What a text wishes of a game with these players: a wish for each part between its `and`s.

    Raises LanguageError with its place.
    """
    source = Source("wish", text[:MAX_WISH])
    if len(text) > MAX_WISH:
        raise _wrong("this is too long to be a wish", Span(source, 0, MAX_WISH))
    if not text.strip():
        raise _wrong(
            "what is wished for?", Span(source, len(text), len(text)),
            "write `first player 48..52 %`, `20..60 plies`, `fewest draws`",
        )  # fmt: skip
    wishes: list[Wish] = []
    for tree in _parsed(source):
        wishes.append(_wish(tree, source, players, wishes[-1] if wishes else None))
    return tuple(wishes)


def _parsed(source: Source) -> list[Tree[Token]]:
    """The tree of each `wish` in a text. Raises LanguageError."""
    try:
        return _children(_parser().parse(source.text))
    except UnexpectedInput as error:
        start = error.pos_in_stream or 0
        token = getattr(error, "token", None)
        if token is not None and token.type == "$END":
            start = len(source.text)
        place = Span(source, start, start if start == len(source.text) else start + 1)
        wanted: Iterable[str] = getattr(error, "expected", None) or getattr(error, "allowed", None) or ()
        message = "a number is wanted here" if "NUMBER" in wanted else "this cannot be read"
        raise _wrong(message, place, "write `first player 48..52 %`, `20 <= plies <= 60`") from None


def _children(tree: Tree[Token]) -> list[Tree[Token]]:
    return [each for each in tree.children if isinstance(each, Tree)]


def _tokens(tree: Tree[Token], kind: str) -> list[str]:
    tokens = tree.scan_values(lambda leaf: isinstance(leaf, Token) and leaf.type == kind)
    return [str(token) for token in tokens]


def _wish(tree: Tree[Token], source: Source, players: Sequence[str], before: Wish | None) -> Wish:
    """One wish; without a measure of its own it is about that of the one before. Raises LanguageError."""
    parts = _children(tree)
    expression = next((part for part in parts if part.data != "name"), None)
    names = [each for part in parts for each in (part, *_children(part)) if each.data == "name"]
    if len(names) > 1:
        raise _wrong(
            "the name of one measure is wanted, before or behind the range", _place(source, names[-1]),
            "join several wishes by `and`",
        )  # fmt: skip
    text = _place(source, tree).text
    if expression is None:
        return _extreme(text, _place(source, names[0]), players)
    place = _place(source, expression)
    unit = _unit(expression)
    numbers = [float(each) for each in _tokens(expression, "NUMBER")]
    if expression.data == "point":
        raise _wrong(
            "one number alone is hardly ever met: a range is wanted", place,
            f"write `at most {place.text}`, `at least {place.text}`, or two bounds with `..` between",
        )  # fmt: skip
    if names:
        of, seat, about = _measure(_place(source, names[0]), players)
    elif unit == "plies":
        of, seat, about = d.LENGTH, None, ""
    elif unit == "moves":
        raise _wrong(
            "moves of what?", place,
            "write `plies` for how long a game is, `branching` for how many moves are legal",
        )  # fmt: skip
    elif before is not None:
        of, seat, about = before.of, before.seat, before.about
    else:
        raise _wrong(
            "what is to be in this range?", place, "write `first player`, `draws`, `plies`, ... beside it"
        )
    low, high = _BOUNDS[expression.data](*numbers)
    if low > high:
        raise _wrong("nothing is in this range", place, "the smaller number comes first")
    factor = _factor(of.unit, unit, low, high, place)
    return Wish(text, of, "range", low * factor, high * factor, seat, about)


def _extreme(text: str, place: Span, players: Sequence[str]) -> Wish:
    """A wish without numbers: `fairest`, `most NAME`. Raises LanguageError."""
    plain = " ".join(text.casefold().split())
    plain = plain.removeprefix("the ").removesuffix(" games").removesuffix(" game")
    if plain in _ALONE:
        return Wish(text, *_ALONE[plain])
    extreme = _EXTREME.match(text)
    if extreme is not None:
        place = Span(place.source, place.start + extreme.end(), place.end)
    of, seat, about = _measure(place, players)
    if extreme is None:
        raise _wrong(
            "how is it to be?", place,
            f"write `fewest {place.text}`, `most {place.text}`, or a range such as "
            f"`{place.text} {'10..20 %' if of.unit == 'share' else '10..20'}`",
        )  # fmt: skip
    return Wish(text, of, "least" if extreme["least"] else "most", seat=seat, about=about)


def _unit(expression: Tree[Token]) -> str:
    """The unit of the numbers, that of the last one that has any: `%`, `plies`, `moves`; or none."""
    units = [each.casefold() for each in _tokens(expression, "UNIT")]
    unit = units[-1] if units else ""
    return "%" if unit.startswith("per") else {"ply": "plies", "move": "moves"}.get(unit, unit)


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


def _measure(place: Span, players: Sequence[str]) -> d.Named:
    """The measure that is named there. Raises LanguageError with what may be meant."""
    known = d.named(place.text, players)
    if known is None and (inner := _SMALL.fullmatch(place.text)):
        place = Span(place.source, place.start + inner.start(1), place.start + inner.end(1))
        known = d.named(place.text, players)
    if known is not None:
        return known
    near = nearest(place.text, d.measure_names(players))
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


def _place(source: Source, tree: Tree[Token]) -> Span:
    return Span(source, tree.meta.start_pos, tree.meta.end_pos)


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
            wishes += read_wish(text, players)
        except LanguageError as error:
            mistakes += error.diagnostics
    if mistakes:
        raise LanguageError(tuple(mistakes))
    if all(wish.of is not d.COMPLETION for wish in wishes):
        wishes.append(Wish("games end", d.COMPLETION, "range", low=_ENDING, implied=True))
    return tuple(dict.fromkeys(wishes))
