"""The speaker: says ludemes in English, in the context of one game (referring expressions and realisation).

Whoever is to move is "you". A decision is said as what you may do ("slide it any distance"), an effect as
what then happens, a condition as a clause, a region as its sites. What `(from)`, `(to)`, `(site)` and so on
refer to is bound around what uses them, as the builder's context is while lowering.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from enum import Enum
from functools import cached_property
from typing import Any

from gdl.boards.direction import Heading, RelationType, RelativeDirection
from gdl.english.grammar import LONG, MOST_NAMES, capital, choose, listed, number_word, runs, tidy
from gdl.english.phrases import IT, Noun, Point, attach, flat
from gdl.english.words import CAMEL, direction_word, static_region, words_together
from gdl.equip.facts import Facts
from gdl.ludeme.base import Ludeme, fields_of, ludemes_in
from gdl.ludeme.categories import BoolExpr, Handling, IntExpr, Moves, Region
from gdl.ludeme.literals import BoolLiteral, IntLiteral
from gdl.rulebook.referring import Referring
from gdl.rulebook.spoken import CLOSE, OPEN, NamedRules, Spoken
from gdl.rulebook.templates import filled
from gdl.support.printable import one_line
from gdl.words.words import AbsoluteDirection, CompassDirection, ResultType, RoleType, StaticRegion

#: So many ludemes are said of one game; what is beyond is left out, and that is said.
MAX_SAID = 30_000

#: How what moves a piece begins.
_GOING = ("step", "slide", "hop", "leap", "move", "shoot", "do ", "with ", "if ")


class GameSpeaker(Referring):
    """Says the ludemes of one game."""

    def __init__(
        self,
        facts: Facts,
        seats: Sequence[str],
        spoken: Spoken,
        game: Ludeme | None = None,
        items: tuple[Ludeme, ...] | None = None,
    ) -> None:
        super().__init__(facts, seats)
        self.game = game
        #: what a game is played with, whose pieces have rules of their own
        self.items = items
        self.spoken = spoken
        self.effect = False
        self.said = 0
        self.named_rules = NamedRules()

    @property
    def cut(self) -> bool:
        """Was there too much to say?"""
        return self.said > MAX_SAID

    @contextmanager
    def trial(self) -> Iterator[None]:
        """Inside, something is said only to see how long it is."""
        before = dict(self.named_rules.texts)
        try:
            yield
        finally:
            self.named_rules.texts = before

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

    def words_of(self, ludeme: Ludeme) -> str | None:
        """The author's own words for a ludeme, if there are any."""
        return self.spoken.words_of(ludeme, self)

    def filled(self, ludeme: Ludeme, no: bool = False) -> str | Noun:
        """What a ludeme says by the template of its class."""
        return filled(self, ludeme, no)

    def _text(self, ludeme: Ludeme) -> str:
        """What a ludeme says; of a class that says nothing, a paraphrase."""
        self.said += 1
        if self.cut:
            return "…"
        own = self.words_of(ludeme)
        if own is not None:
            return choose(own, False)
        said = ludeme.says(self)
        if said is None:
            return self.paraphrase(ludeme)
        if isinstance(said, Noun):
            return said.plural
        return said.text if isinstance(said, Point) else str(said)

    def paraphrase(self, ludeme: Ludeme) -> str:
        """The name and arguments of a ludeme in plain words: for others' ludemes, that say nothing."""
        name = (
            " ".join(CAMEL.sub(" ", word).lower() for word in ludeme.words) or type(ludeme).__name__.lower()
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
                f"{CAMEL.sub(' ', str(label)).lower()} {said}" if label and value is not True else said
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
        return CAMEL.sub(" ", str(text)).lower()

    def directions(self, words: Sequence[Enum]) -> str:
        """Several words of directions as one adverb."""
        return words_together(tuple(each.value for each in words))

    # --- Numbers and sites ------------------------------------------------------------------------------

    def number(self, value: Any) -> str:
        """A number."""
        return self.say(value)

    def site(self, value: Any) -> str:
        """A number that stands for a site, as that site."""
        if isinstance(value, IntLiteral):
            if (held := self.place_of_hand(value.value)) is not None:
                return held
            if 0 <= value.value < self.facts.size:
                return one_line(self.facts.site_name(value.value))
            return {-1: "off the board", -2: "off the end of the track"}.get(value.value, self.say(value))
        if isinstance(value, Region):
            return self.noun(value).plural
        if isinstance(value, tuple):
            return listed([self.site(each) for each in value])
        return self.say(value)

    def on(self, value: Any) -> str:
        """Where pieces stand or lie: `on d1`, `in your hand`."""
        noun = self.noun(value)
        return noun.where or f"{noun.preposition} {noun.plural}"

    # --- Conditions -------------------------------------------------------------------------------------

    def clause(self, condition: BoolExpr, no: bool = False) -> str:
        """A condition as a clause; denied if `no`."""
        self.said += 1
        if self.cut:
            return "…"
        own = self.words_of(condition)
        if own is not None:
            if not no or "|" in own:
                return choose(own, no)
            return f"it is not so that {own}"
        said = condition.says(self, no)
        if said is None:
            text = self.paraphrase(condition)
            return f"{text} {'does not hold' if no else 'holds'}"
        return str(said)

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
        parts = condition.operands()
        if condition.connective() != "and" or len(parts) < 2:
            return None
        if self.words_of(condition) is not None or self.clause(parts[0]) != f"{IT} is empty":
            return None
        rest = [part for part in parts[1:] if getattr(part, "value", None) is not True]
        return rest or None

    def condition(self, condition: BoolExpr) -> tuple[str, tuple[Point, ...]]:
        """A condition as a clause; a long one as what holds, and the list of its operands."""
        with self.trial():
            text = self.clause(condition)
        if len(text) <= LONG:
            return text, ()
        if not condition.operands():
            return self.clause(condition), ()
        if self.words_of(condition) is not None:
            return text, ()
        holds = "all of these hold" if condition.connective() == "and" else "any of these holds"
        return holds, tuple(Point(capital(self.clause(p)), (), p.span) for p in condition.operands())

    # --- Regions ----------------------------------------------------------------------------------------

    def noun(self, region: Any) -> Noun:
        """Some sites."""
        if isinstance(region, tuple):
            return Noun(
                listed([self.site(each) for each in region]), listed([self.site(r) for r in region], "or")
            )
        if isinstance(region, IntExpr):
            text = self.site(region)
            return Noun(text, text, f"<is|is not> {text}", inside=self._in_hand(region))
        self.said += 1
        if self.cut:
            return Noun("…", "…")
        own = self.words_of(region)
        if own is not None:
            many, _, one = own.partition(" / ")
            return Noun(many, one, inside=region.in_hand)
        said = region.says(self)
        if said is None:
            said = f"the {self.cells} of {self.paraphrase(region)}"
        return said if isinstance(said, Noun) else Noun(str(said))

    def _in_hand(self, value: IntExpr) -> bool:
        """Is a site always one of a hand?"""
        if not isinstance(value, IntLiteral):
            return value.in_hand
        return self.place_of_hand(value.value) is not None

    def sites_of(self, where: Any) -> str:
        """A region of the equipment or of the start: its words, and its sites where they are fixed."""
        text = self.region(where)
        if isinstance(where, Region) and self.noun(where).inside:
            return text  # a hand has no coordinates
        names = self.sites.listed(where)
        if names is None or names in text:
            return text
        return f"{text} ({names})" if text.startswith(("the ", "one ")) and len(text) < 32 else names

    def region(self, where: Any) -> str:
        """What a region is made of, in words."""
        if isinstance(where, tuple):
            if where and all(isinstance(each, IntExpr) for each in where):
                names = [self.site(each) for each in where]
                more = len(names) - MOST_NAMES
                return runs(names) if more <= 0 else f"{runs(names[:MOST_NAMES])} and {more} more"
            return listed([self.region(each) for each in where])
        if isinstance(where, StaticRegion):
            return static_region(where)
        return self.noun(where).plural if isinstance(where, Region) else self.say(where)

    @cached_property
    def _rules(self) -> tuple[Ludeme, ...]:
        """Every ludeme of the rules, and of what is played with."""
        return tuple(ludemes_in((() if self.game is None else (self.game,), self.items or ())))

    @cached_property
    def states_explained(self) -> bool:
        """Do the author's own words stand wherever the rules ask for a site's state?"""
        return all(
            self.spoken.is_behind_words(each)
            for each in self._rules
            if isinstance(each, IntExpr) and each.reads_state
        )

    @cached_property
    def just(self) -> str:
        """What the piece of the last move is called: `the piece just moved`, or placed."""
        done = {each.handling for each in self._rules if isinstance(each, Moves)}
        placed, moved = Handling.PLACES in done, Handling.MOVES in done
        return f"the piece just {'moved or placed' if placed and moved else 'placed' if placed else 'moved'}"

    # --- Moves ------------------------------------------------------------------------------------------

    def moves(self, moves: Moves) -> Point:
        """What may be done (or what happens), with what follows it."""
        self.said += 1
        if self.cut:
            return Point("…", span=moves.span)
        own = self.words_of(moves)
        if own is not None:
            return Point(own, self.spoken.under, moves.span)
        said = moves.says(self)
        if said is None:
            said = self.paraphrase(moves)
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
        name = " ".join(CAMEL.sub(" ", one_line(name)).split()).lower().replace("”", "")
        if self.named_rules.is_known(name, text):
            return Point(f"do as told under “{name}”", (), point.span)
        if len(text) < 1.5 * LONG or not self.named_rules.note(name, text):
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

    def ending(self, rule: Ludeme) -> Point:
        """An ending as a point."""
        point = self.rule(rule)
        return Point(capital(point.text), point.points, rule.span)

    def rule(self, rule: Ludeme) -> Point:
        """A rule as a point: in its author's words, in its own, or paraphrased."""
        own = self.words_of(rule)
        if own is not None:
            return Point(own, (), rule.span)
        said = rule.says(self)
        if said is None:
            said = self.paraphrase(rule)
        return (
            Point(said.text, said.points, rule.span)
            if isinstance(said, Point)
            else Point(str(said), (), rule.span)
        )

    def effects(self, moves: Moves) -> Point:
        """The same as an effect."""
        with self.as_effect():
            return self.moves(moves)

    def inline(self, moves: Moves) -> str:
        """What may be done, in one line."""
        return flat(self.moves(moves))
