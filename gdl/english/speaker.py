"""Speaker: what a ludeme may ask of who says the rules of a game in English (dependency inversion).

Ludemes say themselves and are handed a speaker, who knows the game: what its sites, pieces, players and
tracks are called, and what is being referred to. So what says a whole game stands above the ludemes
(`gdl/rulebook/`), and this below them. A value may be whatever stands in a field of a ludeme.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from enum import Enum
from typing import Any

from gdl.english.phrases import Noun, Point
from gdl.equip.facts import Component, Container, Facts

#: What a ludeme says; None of what is to be paraphrased.
Said = str | Noun | Point | None


class Speaker(ABC):
    """Says ludemes of one game. Whoever is to move is "you"."""

    facts: Facts
    #: what a site is called, and what is referred to by name: `from`, `to`, `piece`
    cell: str
    terms: Mapping[str, str]
    #: what the numbers that players carry are called; empty: that is not said
    values: str
    #: moves are effects here
    effect: bool

    # --- What is said -----------------------------------------------------------------------------------

    @abstractmethod
    def say(self, value: Any) -> str:
        """Whatever stands in a field, as it is said by itself."""

    @abstractmethod
    def filled(self, ludeme: Any, no: bool = False) -> str | Noun:
        """What a ludeme says by the template of its class."""

    @abstractmethod
    def words_of(self, ludeme: Any) -> str | None:
        """The author's own words for a ludeme, if there are any."""

    @abstractmethod
    def word(self, value: Any) -> str:
        """A word of the language in English."""

    @abstractmethod
    def clause(self, condition: Any, no: bool = False) -> str:
        """A condition as a clause; denied if `no`."""

    @abstractmethod
    def condition(self, condition: Any) -> tuple[str, tuple[Point, ...]]:
        """A condition as a clause; a long one as what holds, and the list of its operands."""

    @abstractmethod
    def such(self, noun: str, condition: Any, *terms: str) -> str:
        """A noun with a condition on it, `terms` being the names under which the condition knows it."""

    @abstractmethod
    def moves(self, moves: Any) -> Point:
        """What may be done (or what happens), with what follows it."""

    @abstractmethod
    def effects(self, moves: Any) -> Point:
        """The same as an effect."""

    @abstractmethod
    def inline(self, moves: Any) -> str:
        """What may be done, in one line."""

    @abstractmethod
    def ending(self, rule: Any) -> Point:
        """An ending as a point."""

    @abstractmethod
    def as_effect(self, effect: bool = True) -> AbstractContextManager[None]:
        """Inside, moves are effects."""

    @abstractmethod
    def about(self, **terms: str) -> AbstractContextManager[None]:
        """Inside, these words stand for what is referred to."""

    # --- Sites ------------------------------------------------------------------------------------------

    @property
    @abstractmethod
    def cells(self) -> str:
        """What sites are called."""

    @property
    @abstractmethod
    def vertices(self) -> str:
        """What the vertices of the board are called."""

    @abstractmethod
    def site(self, value: Any) -> str:
        """A number that stands for a site, as that site."""

    @abstractmethod
    def on(self, value: Any) -> str:
        """Where pieces stand or lie: `on d1`, `in your hand`."""

    @abstractmethod
    def noun(self, region: Any) -> Noun:
        """Some sites."""

    @abstractmethod
    def region(self, where: Any) -> str:
        """What a region is made of, in words."""

    @abstractmethod
    def sites_of(self, where: Any) -> str:
        """A region of the equipment or of the start: its words, and its sites where they are fixed."""

    @abstractmethod
    def region_name(self, name: str) -> str:
        """The name of a region, without the number of its owner."""

    @abstractmethod
    def directions(self, words: Sequence[Enum]) -> str:
        """Several words of directions as one adverb."""

    @abstractmethod
    def track(self, who: object, name: str | None = None) -> str:
        """A track, by its name or owner."""

    @abstractmethod
    def track_sites(self, track: Any) -> list[str]:
        """The sites of a track by their names."""

    # --- Pieces and players -----------------------------------------------------------------------------

    @property
    @abstractmethod
    def scores(self) -> str:
        """What is counted by scores."""

    @abstractmethod
    def scored(self, number: int) -> str:
        """What so many in a score are called."""

    @property
    @abstractmethod
    def landing(self) -> str:
        """Where a move ended, said in what follows it."""

    @property
    @abstractmethod
    def just(self) -> str:
        """What the piece of the last move is called: `the piece just moved`, or placed."""

    @property
    @abstractmethod
    def states_explained(self) -> bool:
        """Whether the author's own words stand wherever the rules ask for a site's state."""

    @abstractmethod
    def variable(self, name: str | None) -> str:
        """A variable by its name."""

    @abstractmethod
    def seat(self, number: int) -> str:
        """The name of a player."""

    @abstractmethod
    def player(self, who: Any) -> str:
        """A player, as who does something."""

    @abstractmethod
    def whose(self, who: Any) -> str:
        """Whose something is."""

    @abstractmethod
    def has(self, who: Any) -> str:
        """A player with `has`."""

    @abstractmethod
    def does(self, who: Any, verb: str, more: str = "") -> str:
        """A player with a verb given as for you; `more` is the form for others, if not with `s`."""

    @abstractmethod
    def owned(self, who: Any, noun: str) -> str:
        """Some thing (in the plural) of a player or of several."""

    @abstractmethod
    def one_owned(self, who: Any, noun: str = "piece") -> str:
        """One thing of a player."""

    @abstractmethod
    def base(self, name: str) -> tuple[str, int | None]:
        """A piece's name as declared, and its owner if the name is that of one player's piece only."""

    @abstractmethod
    def kinds(self, owner: int | None = None) -> list[Component]:
        """The components, of one player if so."""

    @abstractmethod
    def piece(self, name: str, whose: str | None = None) -> str:
        """One piece of a name: `a Pawn`, `White's King`, `your King`."""

    @abstractmethod
    def pieces(self, value: Any) -> str:
        """Several pieces: of a role, or of a name."""

    @abstractmethod
    def which(self, piece: Any) -> str:
        """The piece, or the choice of pieces, that an argument names."""

    @abstractmethod
    def of_index(self, value: Any) -> str:
        """A piece by a number that stands for it."""

    @abstractmethod
    def hand_owner(self, who: Any) -> int | None:
        """Whose hand is meant, if that is always the same player's."""

    @abstractmethod
    def hand_name(self, container: Container) -> str:
        """What a hand is called."""
