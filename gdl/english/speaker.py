"""The speaker: says ludemes in English, in the context of one game (referring expressions and realisation).

Whoever is to move is "you". A decision is said as what you may do ("slide it any distance"), an effect as
what then happens, a condition as a clause, a region as its sites. What `(from)`, `(to)`, `(site)` and so on
refer to is bound around what uses them, as the builder's context is while lowering.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from enum import Enum
from functools import cached_property
from typing import Any

from gdl.boards.direction import Heading, RelationType, RelativeDirection
from gdl.boards.sitetype import SiteType
from gdl.english.direction_words import direction_word
from gdl.english.grammar import a, capital, listed, number_word, plural, possessive, tidy
from gdl.english.sayers import SAYERS, Noun, choose
from gdl.english.sites import Sites
from gdl.english.spoken import CLOSE, OPEN, Spoken, Told
from gdl.english.values import Point
from gdl.equip.facts import Component, Container, Facts
from gdl.ludeme.arguments import PieceArgument, PlayerArgument
from gdl.ludeme.base import Ludeme, fields_of, ludemes_in
from gdl.ludeme.categories import BoolExpr, IntExpr, Moves, Region
from gdl.ludeme.literals import BoolLiteral, IntLiteral
from gdl.support.printable import one_line
from gdl.words.words import AbsoluteDirection, CompassDirection, ResultType, RoleType

#: So many ludemes are said of one game; what is beyond is left out, and that is said.
MAX_SAID = 30_000
#: The longest clause that stays in a line; longer lists are written as lists.
LONG = 170
#: In place of a word not known yet: what a clause is about.
IT = "\ue000"

_TERMS = {
    "from": "the {cell} it leaves",
    "to": "the {cell} it goes to",
    "between": "the {cell} passed over",
    "site": "the {cell} in question",
    "level": "the level in question",
    "value": "the number in question",
    "player": "that player",
    "pips": "the number of the die",
    "track": "the track in question",
    "sites": "the {cells} in question",
    "edge": "the edge in question",
    "last to": "the {cell} of the last move",
    "last from": "the {cell} that the last move left",
}
#: What moves a piece, by the names of classes.
_MOVING = frozenset({"FromTo", "Step", "Slide", "Hop", "Leap"})
#: How what moves a piece begins.
_GOING = ("step", "slide", "hop", "leap", "move", "shoot", "do ", "with ", "if ")
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


class Speaker:
    """Says the ludemes of one game."""

    def __init__(
        self,
        facts: Facts,
        seats: Sequence[str],
        spoken: Spoken,
        game: Ludeme | None = None,
        items: tuple[Ludeme, ...] | None = None,
    ) -> None:
        self.facts = facts
        self.game = game
        #: what a game is played with, whose pieces have rules of their own
        self.items = items
        self.seats = tuple(seats)
        self.spoken = spoken
        self.two = facts.players == 2
        self.cell = {SiteType.CELL: "cell", SiteType.VERTEX: "point", SiteType.EDGE: "edge"}[facts.main]
        self.terms = {name: text.format(cell=self.cell, cells=self.cells) for name, text in _TERMS.items()}
        self.effect = False
        self.said = 0
        self.sites = Sites(facts)
        self.told = Told()
        #: the endings of a match are about people
        self.match = False

    def call_sites(self, cell: str) -> None:
        """From now on sites are called so."""
        self.cell = cell
        self.terms = {name: text.format(cell=self.cell, cells=self.cells) for name, text in _TERMS.items()}

    @property
    def cells(self) -> str:
        """What sites are called."""
        return plural(self.cell)

    @property
    def cut(self) -> bool:
        """Was there too much to say?"""
        return self.said > MAX_SAID

    @contextmanager
    def about(self, **terms: str) -> Iterator[None]:
        """Inside, these words stand for what is referred to."""
        before = self.terms
        self.terms = before | {name.replace("_", " "): text for name, text in terms.items()}
        try:
            yield
        finally:
            self.terms = before

    @contextmanager
    def trial(self) -> Iterator[None]:
        """Inside, something is said only to see how long it is."""
        before = dict(self.told.texts)
        try:
            yield
        finally:
            self.told.texts = before

    @contextmanager
    def as_effect(self, effect: bool = True) -> Iterator[None]:
        """Inside, moves are effects."""
        before, self.effect = self.effect, effect
        try:
            yield
        finally:
            self.effect = before

    # --- Any value --------------------------------------------------------------------------------------

    def say(self, value: Any) -> str:
        """Whatever stands in a field, as it is said by itself."""
        if isinstance(value, BoolExpr):
            return self.clause(value)
        if isinstance(value, Region):
            return self.noun(value).plural
        if isinstance(value, Moves):
            return self.inline(value)
        if isinstance(value, Ludeme):
            return self._text(value)
        if isinstance(value, tuple):
            return listed([self.say(each) for each in value])
        if isinstance(value, RoleType):
            return self.player(value)
        if isinstance(value, bool):
            return "true" if value else "false"
        if isinstance(value, int):
            return number_word(value)
        if isinstance(value, Enum):
            return self.word(value)
        return one_line(str(value))

    def _text(self, ludeme: Ludeme, *more: Any) -> str:
        """What a ludeme says; of a class that says nothing, a paraphrase."""
        self.said += 1
        if self.cut:
            return "…"
        own = self.spoken.words_of(ludeme, self)
        if own is not None:
            return choose(own, bool(more and more[0]))
        sayer = SAYERS.get(type(ludeme))
        said: Any = self.paraphrase(ludeme) if sayer is None else sayer(self, ludeme, *more)
        if isinstance(said, Noun):
            return said.plural
        return said.text if isinstance(said, Point) else str(said)

    def paraphrase(self, ludeme: Ludeme) -> str:
        """The name and arguments of a ludeme in plain words: for others' ludemes, that say nothing."""
        name = (
            " ".join(_CAMEL.sub(" ", word).lower() for word in ludeme.words) or type(ludeme).__name__.lower()
        )
        parts = []
        for field in fields_of(type(ludeme)):
            value = getattr(ludeme, field.name, None)
            if field.name in ("span", "then") or value is None or value is False or value == ():
                continue
            if value == field.default:
                continue
            said = field.name.replace("_", " ") if value is True else self.say(value)
            label = field.metadata.get("name")
            parts.append(
                f"{_CAMEL.sub(' ', str(label)).lower()} {said}" if label and value is not True else said
            )
        return f"“{name}”" + (f" of {listed(parts)}" if parts else "")

    def word(self, value: Any) -> str:
        """A word of the language in English."""
        if isinstance(value, RoleType):
            return self.player(value)
        if isinstance(
            value, AbsoluteDirection | RelativeDirection | RelationType | Heading | CompassDirection
        ):
            return direction_word(value.value)
        if isinstance(value, ResultType):
            return value.value.lower()
        text = value.value if isinstance(value, Enum) else str(value)
        return _CAMEL.sub(" ", str(text)).lower()

    # --- Numbers and sites ------------------------------------------------------------------------------

    def number(self, value: Any) -> str:
        """A number."""
        return self.say(value)

    def site(self, value: Any) -> str:
        """A number that stands for a site, as that site."""
        if isinstance(value, IntLiteral):
            if 0 <= value.value < self.facts.size:
                return one_line(self.facts.site_name(value.value))
            return {-1: "off the board", -2: "off the end of the track"}.get(value.value, self.say(value))
        if isinstance(value, Region):
            return self.noun(value).plural
        if isinstance(value, tuple):
            return listed([self.site(each) for each in value])
        return self.say(value)

    # --- Players ----------------------------------------------------------------------------------------

    def seat(self, number: int) -> str:
        """The name of a player."""
        if self.match:
            return f"Player {number}"
        if 1 <= number <= len(self.seats):
            return one_line(self.seats[number - 1])
        return "nobody" if number == 0 else "everybody" if number > self.facts.players else "no player"

    def player(self, who: Any) -> str:
        """A player, as who does something."""
        if isinstance(who, PlayerArgument):
            return self.player(who.index)
        if isinstance(who, IntLiteral):
            return self.seat(who.value)
        if isinstance(who, int):
            return self.seat(who)
        if isinstance(who, tuple):
            return listed([self.player(each) for each in who])
        if not isinstance(who, RoleType):
            return self.say(who)
        text = who.value
        if text[0] == "P" and text[1:].isdigit():
            return self.seat(int(text[1:]))
        if who is RoleType.PLAYER:
            return self.terms["player"]
        if text.startswith("Team") and text[4:].isdigit():
            return f"team {text[4:]}"
        opponent = "your opponent"
        names = {
            RoleType.MOVER: "you",
            RoleType.NEXT: opponent if self.two else "the next player",
            RoleType.PREV: opponent if self.two else "the player before",
            RoleType.NON_MOVER: opponent if self.two else "an opponent",
            RoleType.ENEMY: opponent if self.two else "an opponent",
            RoleType.ALL: "everybody",
            RoleType.EACH: "each player",
            RoleType.SHARED: "everybody",
            RoleType.NEUTRAL: "nobody",
            RoleType.FRIEND: "you",
            RoleType.ALLY: "an ally",
            RoleType.TEAM_MOVER: "your team",
        }
        return names[who]

    def whose(self, who: Any) -> str:
        """Whose something is."""
        name = self.player(who)
        return {"you": "your", "everybody": "everybody's"}.get(name) or possessive(name)

    def has(self, who: Any) -> str:
        """A player with `has`."""
        name = self.player(who)
        return f"{name} {'have' if name == 'you' else 'has'}"

    def does(self, who: Any, verb: str, more: str = "") -> str:
        """A player with a verb given as for you; `more` is the form for others, if not with `s`."""
        name = self.player(who)
        return f"{name} {verb}" if name == "you" else f"{name} {more or verb + 's'}"

    # --- Pieces -----------------------------------------------------------------------------------------

    def base(self, name: str) -> tuple[str, int | None]:
        """A piece's name as declared, and its owner if the name is that of one player's piece only."""
        found = self.facts.named(name)
        if len(found) == 1:
            return one_line(found[0].base), found[0].owner
        return one_line(found[0].base if found else name), None

    def kinds(self, owner: int | None = None) -> list[Component]:
        """The components, of one player if so."""
        return [c for c in self.facts.components[1:] if owner is None or c.owner == owner]

    def piece(self, name: str, whose: str | None = None) -> str:
        """One piece of a name: `a Pawn`, `White's King`, `your King`."""
        base, owner = self.base(name)
        if whose is not None:
            return f"{whose} {base}"
        if owner is not None and 0 < owner <= self.facts.players:
            alone = sum(c.base == base for c in self.facts.components[1:]) == 1
            return a(base) if alone else a(f"{base} of {self.seat(owner)}")
        return a(base)

    def pieces(self, value: Any) -> str:
        """Several pieces: of a role, or of a name."""
        if isinstance(value, tuple):
            return listed([self.pieces(each) for each in value])
        if isinstance(value, str):
            base, owner = self.base(value)
            several = sum(c.base == base for c in self.facts.components[1:]) > 1
            if owner is not None and several and 0 < owner <= self.facts.players:
                return f"{possessive(self.seat(owner))} {plural(base)}"
            return plural(base)
        return self.owned(value, "pieces")

    def owned(self, who: Any, noun: str) -> str:
        """Some thing (in the plural) of a player or of several."""
        if isinstance(who, PlayerArgument):
            who = who.index
        if who is None or who in (RoleType.ALL, RoleType.EACH):
            return noun
        if who is RoleType.SHARED:
            return f"shared {noun}"
        if who is RoleType.NEUTRAL or (isinstance(who, IntLiteral) and who.value == 0):
            return f"neutral {noun}"
        if who in (RoleType.ENEMY, RoleType.NON_MOVER):
            return f"enemy {noun}"
        if who in (RoleType.FRIEND, RoleType.ALLY):
            return f"friendly {noun}" if self.facts.teams else f"your {noun}"
        return f"{self.whose(who)} {noun}"

    def one_owned(self, who: Any, noun: str = "piece") -> str:
        """One thing of a player."""
        text = self.owned(who, noun)
        if text == f"your {noun}":
            return f"{a(noun)} of yours"
        owner = text.removesuffix(f" {noun}")
        if owner != text and owner.endswith("'s"):
            return f"{a(noun)} of {owner[:-2]}"
        return text if text.startswith(("your ", "the ")) else a(text)

    def which(self, piece: PieceArgument) -> str:
        """The piece, or the choice of pieces, that an argument names."""
        which = piece.which
        if isinstance(which, str):
            text = self.piece(which)
        elif isinstance(which, tuple):
            texts = [self.piece(each) if isinstance(each, str) else self.of_index(each) for each in which]
            text = listed(texts, "or")
        else:
            text = self.of_index(which)
        return text if piece.state is None else f"{text} with state {self.say(piece.state)}"

    def of_index(self, value: IntExpr) -> str:
        """A piece by a number that stands for it."""
        if isinstance(value, IntLiteral) and 0 <= value.value < len(self.facts.components):
            component = self.facts.components[value.value]
            return self.piece(component.name) if value.value else "no piece"
        return self.say(value)

    # --- Conditions -------------------------------------------------------------------------------------

    def clause(self, condition: BoolExpr, no: bool = False) -> str:
        """A condition as a clause; denied if `no`."""
        self.said += 1
        if self.cut:
            return "…"
        own = self.spoken.words_of(condition, self)
        if own is not None:
            if not no or "|" in own:
                return choose(own, no)
            return f"it is not so that {own}"
        sayer = SAYERS.get(type(condition))
        if sayer is None:
            text = self.paraphrase(condition)
            return f"{text} {'does not hold' if no else 'holds'}"
        return str(sayer(self, condition, no))

    def such(self, noun: str, condition: BoolExpr | None, *terms: str) -> str:
        """A noun with a condition on it, `terms` being the names under which the condition knows it."""
        if condition is None or (isinstance(condition, BoolLiteral) and condition.value):
            return noun
        many = noun == self.cells or noun.startswith(f"{self.cells} ")
        with self.about(**{name.replace(" ", "_"): IT for name in terms}):
            rest = self._without_empty(condition)
            if rest is not None and not many and noun in (f"a {self.cell}", f"the {self.cell}"):
                noun = f"{'an' if noun[0] == 'a' else 'the'} empty {self.cell}"
                text = listed([self.clause(part) for part in rest])
                return f"{noun}, if {text.replace(IT, f'that {self.cell}')}"
            text = self.clause(condition)
        return attach(noun, text, many)

    def _without_empty(self, condition: BoolExpr) -> list[BoolExpr] | None:
        """Of conditions that begin with a site's being empty the others; None for any other condition."""
        parts = getattr(condition, "several", None) or (
            getattr(condition, "first", None),
            getattr(condition, "second", None),
        )
        parts = [part for part in parts if part is not None]
        if type(condition).__name__ != "AllHold" or len(parts) < 2:
            return None
        if self.spoken.words_of(condition, self) is not None or self.clause(parts[0]) != f"{IT} is empty":
            return None
        rest = [part for part in parts[1:] if getattr(part, "value", None) is not True]
        return rest or None

    # --- Regions ----------------------------------------------------------------------------------------

    def noun(self, region: Any) -> Noun:
        """Some sites."""
        if isinstance(region, tuple):
            return Noun(
                listed([self.site(each) for each in region]), listed([self.site(r) for r in region], "or")
            )
        if isinstance(region, IntExpr):
            text = self.site(region)
            return Noun(text, text, f"<is|is not> {text}")
        self.said += 1
        if self.cut:
            return Noun("…", "…")
        own = self.spoken.words_of(region, self)
        if own is not None:
            many, _, one = own.partition(" / ")
            return Noun(many, one)
        sayer = SAYERS.get(type(region))
        said: Any = f"the {self.cells} of {self.paraphrase(region)}" if sayer is None else sayer(self, region)
        return said if isinstance(said, Noun) else Noun(str(said))

    def sites_of(self, where: Any) -> str:
        """A region of the equipment or of the start: its words, and its sites where they are fixed."""
        from gdl.english.equipment import region_text

        text = region_text(self, where)
        names = self.sites.listed(where)
        if names is None or names in text:
            return text
        return f"{text} ({names})" if text.startswith(("the ", "one ")) and len(text) < 32 else names

    def region_name(self, name: str) -> str:
        """The name of a region, without the number of its owner."""
        base = name
        if name[-2:-1] == "P" and name[-1:].isdigit() and len(name) > 2:
            base = name[:-2]
        return " ".join(_CAMEL.sub(" ", one_line(base)).split()).lower() if base.isascii() else one_line(base)

    def regions_of(self, who: RoleType) -> str | None:
        """The regions of a player by their names, if they all have names."""
        return None

    def hand_owner(self, who: Any) -> int | None:
        """Whose hand is meant, if that is always the same player's."""
        text = who.value if isinstance(who, RoleType) else ""
        return int(text[1:]) if text[:1] == "P" and text[1:].isdigit() else None

    def hand_name(self, container: Container) -> str:
        """What a hand is called."""
        name = one_line(container.name).rstrip("0123456789").lower()
        return name or "hand"

    def role(self, word: str) -> RoleType | None:
        """The role that a word is."""
        return next((role for role in RoleType if role.value == word), None)

    def track_sites(self, track: Any) -> list[str]:
        """The sites of a track by their names."""
        return ["the end" if site == -2 else self.site_name(site) for site in self.sites.track(track)]

    def site_name(self, site: int) -> str:
        """What a site is called."""
        return one_line(self.facts.site_name(site)) if 0 <= site < self.facts.size else "off the board"

    @cached_property
    def states_explained(self) -> bool:
        """Do the author's own words stand wherever the rules ask for a site's state?"""
        asked = [
            each
            for each in ludemes_in(() if self.game is None else (self.game,))
            if type(each).__name__ == "StateAt"
        ]
        items = (
            []
            if self.items is None
            else [each for each in ludemes_in(self.items) if type(each).__name__ == "StateAt"]
        )
        return all(self.spoken.is_behind_words(each) for each in (*asked, *items))

    @cached_property
    def just(self) -> str:
        """What the piece of the last move is called: `the piece just moved`, or placed."""
        rules = [*([self.game] if self.game is not None else []), *(self.items or ())]
        placed = any(type(each).__name__ in ("Add", "Claim") for each in ludemes_in(tuple(rules)))
        moved = any(type(each).__name__ in _MOVING for each in ludemes_in(tuple(rules)))
        return f"the piece just {'moved or placed' if placed and moved else 'placed' if placed else 'moved'}"

    # --- Moves ------------------------------------------------------------------------------------------

    def moves(self, moves: Moves) -> Point:
        """What may be done (or what happens), with what follows it."""
        self.said += 1
        if self.cut:
            return Point("…", span=moves.span)
        own = self.spoken.words_of(moves, self)
        if own is not None:
            return Point(own, self.spoken.under, moves.span)
        sayer = SAYERS.get(type(moves))
        said: Any = self.paraphrase(moves) if sayer is None else sayer(self, moves)
        point = said if isinstance(said, Point) else Point(str(said))
        point = Point(tidy(point.text), point.points, moves.span)
        then = getattr(moves, "then", None)
        if then is not None:
            point = self._with_then(point, then.effect)
        name = self.spoken.name_of(moves)
        return point if name is None else self._named(name, point)

    def _named(self, name: str, point: Point) -> Point:
        """A long rule that is told again: only by its name."""
        text = flat(point)
        name = " ".join(_CAMEL.sub(" ", one_line(name)).split()).lower().replace("”", "")
        if self.told.is_known(name, text):
            return Point(f"do as told under “{name}”", (), point.span)
        if len(text) < 1.5 * LONG or not self.told.note(name, text):
            return point
        return Point(f"{OPEN}{name}{CLOSE}{point.text}", point.points, point.span)

    def _with_then(self, point: Point, effect: Moves) -> Point:
        landing = (
            f"the {self.cell} moved to"
            if point.text.partition(CLOSE)[2].startswith(_GOING) or point.text.startswith(_GOING)
            else f"that {self.cell}"
        )
        done = point.text.replace(f" from {self.terms['last to']}", "")
        with self.as_effect(), self.about(last_to=landing, last_from=f"the {self.cell} it left", done=done):
            after = self.moves(effect)
        if not after.text:
            return point
        after = self._of_the_piece(after, landing)
        if not point.points and not after.points and len(point.text) + len(after.text) < 2 * LONG:
            return Point(f"{point.text}; then {after.text}", (), point.span)
        then = Point(f"Then {after.text}", after.points, after.span)
        if (point.points and point.text.partition(CLOSE)[2].startswith("do ")) or point.text.startswith(
            "do "
        ):
            first = Point(capital(point.text), point.points, point.span)
            return Point("do this, one after the other:", (first, then), point.span)
        return Point(point.text, (*point.points, then), point.span)

    def _of_the_piece(self, point: Point, landing: str) -> Point:
        """The same, the piece on the landing site being called that piece."""
        inner = tuple(self._of_the_piece(each, landing) for each in point.points)
        return Point(point.text.replace(f"the piece on {landing}", "that piece"), inner, point.span)

    @property
    def landing(self) -> str:
        """Where a move ended, said in what follows it."""
        return f"the {self.cell} moved to"

    def effects(self, moves: Moves) -> Point:
        """The same as an effect."""
        with self.as_effect():
            return self.moves(moves)

    def inline(self, moves: Moves) -> str:
        """What may be done, in one line."""
        return flat(self.moves(moves))


def attach(noun: str, text: str, many: bool = False) -> str:
    """A noun with a clause that speaks of it as `IT`: `a cell that is empty`, `a cell if ...`."""
    for verb, preposition in (("holds", "with"), ("does not hold", "without")):
        held = text.removeprefix(f"{IT} {verb} ")
        if held != text and not re.search(rf"{IT}| or | and |,", held):
            return f"{noun} {preposition} {held}"
    if many:
        if text == f"{IT} is empty":
            return f"empty {noun}"
        if text.startswith(f"{IT} "):
            return f"{noun} of which each {text[2:].replace(IT, 'it')}"
        return f"{noun} for which {text.replace(IT, 'it')}"
    if text.startswith(f"{IT} is empty") and text == f"{IT} is empty" and noun.startswith("a "):
        return f"an empty {noun[2:]}"
    if text.startswith(f"{IT} is the ") and IT not in text[1:]:
        return text.removeprefix(f"{IT} is ")
    if text.startswith(f"{IT} ") and " or " not in text.replace(" or more", "") and ", and " not in text:
        return f"{noun} that {text[2:].replace(IT, 'it')}"
    that = next((f"that {word}" for word in ("cell", "point", "edge", "hole") if word in noun.split()), "it")
    if text.startswith(IT):
        text = f"it{text[1:]}"
    return f"{noun}, if {text.replace(IT, that)}"


def flat(point: Point) -> str:
    """A point in one line."""
    if not point.points:
        return point.text
    inner = "; ".join(_lower(flat(each)) for each in point.points)
    return f"{point.text} {inner}" if point.text.endswith(":") else f"{point.text}; {inner}"


#: Words that have a capital only because they stand first; any other may be a name.
_COMMON = frozenset(
    (
        "a", "add", "an", "any", "at", "capture", "choose", "do", "for",
        "if", "it", "keep", "leap", "move", "no", "only", "otherwise", "pass",
        "place", "propose", "remove", "set", "shoot", "slide", "step", "swap", "take",
        "the", "then", "there", "this", "turn", "use", "what", "with", "you",
        "your",
    )
)  # fmt: skip


def _lower(text: str) -> str:
    """A point of a list, told in a line: it begins with no capital."""
    word = text.split(" ", 1)[0].lower().rstrip(",:;")
    return text[:1].lower() + text[1:] if word in _COMMON else text
