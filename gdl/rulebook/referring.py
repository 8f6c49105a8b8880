"""Referring expressions: what players, their pieces, sites and regions are called, as the context stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from gdl.boards.graph import SiteType
from gdl.english.grammar import a, listed, ordinal, plural, possessive, singular
from gdl.english.speaker import Speaker
from gdl.english.words import CAMEL
from gdl.equip.facts import Component, Container, Facts
from gdl.ludeme.arguments import PieceArgument, PlayerArgument
from gdl.ludeme.categories import IntExpr
from gdl.ludeme.literals import IntLiteral
from gdl.rulebook.sites import Sites
from gdl.support.printable import one_line
from gdl.words.words import RoleType

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
#: Who is meant by these is the one who plays, where one plays alone.
_ALONE = (RoleType.P1, RoleType.NEXT, RoleType.PREV, RoleType.ALL, RoleType.EACH)
#: A name that a file gives to things is cut at this length.
MAX_NAME = 40


class Referring(Speaker):
    """Refers to the things of one game. Whoever is to move is "you"."""

    def __init__(self, facts: Facts, seats: Sequence[str]) -> None:
        self.facts = facts
        self.seats = tuple(seats)
        self.two = facts.players == 2
        self.sites = Sites(facts)
        #: the endings of a match are about people
        self.match = False
        #: what sites are called, and what `(from)`, `(to)`, `(site)` and so on stand for
        self.cell = ""
        #: what the players' scores count, and the numbers that they carry (empty: that is not said)
        self._scores, self.values = "points", ""
        self.terms: dict[str, str] = {}
        self.call_sites({SiteType.CELL: "cell", SiteType.VERTEX: "point", SiteType.EDGE: "edge"}[facts.main])

    def call_sites(self, cell: str) -> None:
        """From now on sites are called so."""
        self.cell = cell
        self.terms = {name: text.format(cell=self.cell, cells=self.cells) for name, text in _TERMS.items()}

    def call_as(self, said: Mapping[str, str]) -> None:
        """From now on sites and the numbers of players are called as the file says: `(scores "chips")`."""
        names = {key: " ".join(one_line(text).split())[:MAX_NAME] for key, text in said.items()}
        if names.get("sites"):
            self.call_sites(singular(names["sites"]))
        self._scores = names.get("scores") or self._scores
        self.values = names.get("values") or self.values

    @property
    def scores(self) -> str:
        """What is counted by scores; a match counts points, whatever its games count."""
        return "points" if self.match else self._scores

    def scored(self, number: int) -> str:
        """What so many in a score are called."""
        return singular(self.scores) if number == 1 else self.scores

    @property
    def vertices(self) -> str:
        """What the vertices of the board are called."""
        return self.cells if self.facts.main is SiteType.VERTEX else "points"

    @property
    def cells(self) -> str:
        """What sites are called."""
        return plural(self.cell)

    @contextmanager
    def about(self, **terms: str) -> Iterator[None]:
        """Inside, these words stand for what is referred to."""
        before = self.terms
        self.terms = before | {name.replace("_", " "): text for name, text in terms.items()}
        try:
            yield
        finally:
            self.terms = before

    # --- Names that a file gives -------------------------------------------------------------------------

    def variable(self, name: str | None) -> str:
        """A variable by its name."""
        return f"the number “{self.say(name)}”" if name else "the number kept"

    def track(self, who: object, name: str | None = None) -> str:
        """A track, by its name or owner."""
        if isinstance(who, str):
            return f"the track “{self.say(who)}”"
        whose = "your track" if who is None or who is RoleType.MOVER else f"{self.whose(who)} track"
        return f"the track “{self.say(name)}”" if name and who is None else whose

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
        if self.facts.players == 1 and who in _ALONE:
            return "you"
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
        named = self.facts.named(name)
        if len(named) == 1:
            return one_line(named[0].base), named[0].owner
        return one_line(named[0].base if named else name), None

    def kinds(self, owner: int | None = None) -> list[Component]:
        """The components, of one player if so."""
        return [c for c in self.facts.components[1:] if owner is None or c.owner == owner]

    def piece(self, name: str, whose: str | None = None) -> str:
        """One piece of a name: `a Pawn`, `White's King`, `your King`."""
        base, owner = self.base(name)
        if whose is not None:
            return f"the neutral {base}" if whose == self.whose(RoleType.NEUTRAL) else f"{whose} {base}"
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

    # --- Regions, hands, sites ---------------------------------------------------------------------------

    def region_name(self, name: str) -> str:
        """The name of a region, without the number of its owner."""
        base = name
        if name[-2:-1] == "P" and name[-1:].isdigit() and len(name) > 2:
            base = name[:-2]
        return " ".join(CAMEL.sub(" ", one_line(base)).split()).lower() if base.isascii() else one_line(base)

    def hand_owner(self, who: Any) -> int | None:
        """Whose hand is meant, if that is always the same player's."""
        text = who.value if isinstance(who, RoleType) else ""
        return int(text[1:]) if text[:1] == "P" and text[1:].isdigit() else None

    def hand_name(self, container: Container) -> str:
        """What a hand is called."""
        name = one_line(container.name).rstrip("0123456789").lower()
        return name or "hand"

    def place_of_hand(self, site: int) -> str | None:
        """What a site of a hand is called: `White's hand`, or a place in it; None for any other site."""
        for container in self.facts.containers:
            if container.dice is None and site in container.sites:
                name = self.hand_name(container)
                shared = not 0 < container.owner <= self.facts.players
                hand = f"the {name}" if shared else f"{possessive(self.seat(container.owner))} {name}"
                at = site - container.first
                return hand if container.size == 1 else f"the {ordinal(at + 1)} place of {hand}"
        return None

    def role(self, word: str) -> RoleType | None:
        """The role that a word is."""
        return next((role for role in RoleType if role.value == word), None)

    def track_sites(self, track: Any) -> list[str]:
        """The sites of a track by their names."""
        return ["the end" if site == -2 else self.site_name(site) for site in self.sites.track(track)]

    def site_name(self, site: int) -> str:
        """What a site is called."""
        return one_line(self.facts.site_name(site)) if 0 <= site < self.facts.size else "off the board"
