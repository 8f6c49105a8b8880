"""Directions: words, relative and absolute, and the ways to combine them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gdl.builder.builder import Builder
from gdl.builder.rows import Rows
from gdl.lower.directions import (
    absolute_rows,
    either_rows,
    merged_rows,
    moved_rows,
    relative_rows,
    step_rows,
    without_rows,
)
from gdl.ludeme.base import arg, named
from gdl.ludeme.categories import BoolExpr, Direction, IntExpr
from gdl.ludeme.registry import literal, ludeme
from gdl.words.words import AbsoluteDirection, RelationType, RelativeDirection, SiteType

if TYPE_CHECKING:
    from gdl.english.speaker import Speaker

_AS_MOVED = (RelativeDirection.SAME_DIRECTION, RelativeDirection.OPPOSITE_DIRECTION)


def _rows_of_word(
    b: Builder,
    word: AbsoluteDirection | RelativeDirection,
    type_: SiteType | None,
    relation: RelationType = RelationType.ADJACENT,
    by_site: bool = False,
) -> Rows:
    if isinstance(word, AbsoluteDirection):
        return absolute_rows(b, word, type_)
    if word in _AS_MOVED:
        return moved_rows(b, type_, reverse=word is RelativeDirection.OPPOSITE_DIRECTION)
    return relative_rows(b, word, type_, relation, by_site)


@literal
class DirectionWord(Direction):
    """A direction named by one word: `N`, `Diagonal`, `Forward`.

    Absolute words mean the same for everybody; relative ones go by the facing of the piece that moves, or
    else of its owner.
    """

    word: AbsoluteDirection | RelativeDirection = arg()

    def rows(self, b: Builder, type_: SiteType | None) -> Rows:
        return _rows_of_word(b, self.word, type_)

    def says(self, s: Speaker, no: bool = False) -> str:
        return s.word(self.word)


@ludeme("directions")
class AbsoluteDirections(Direction):
    """Several absolute directions: `(directions {N E})`."""

    words_given: AbsoluteDirection | tuple[AbsoluteDirection, ...] = arg()

    def rows(self, b: Builder, type_: SiteType | None) -> Rows:
        given = self.words_given if isinstance(self.words_given, tuple) else (self.words_given,)
        return merged_rows(b, [_rows_of_word(b, word, type_) for word in given])

    def says(self, s: Speaker, no: bool = False) -> str:
        return s.directions(self.words_given if isinstance(self.words_given, tuple) else (self.words_given,))


@ludeme("directions")
class RelativeDirections(Direction):
    """Several relative directions, among those of a relation: `(directions {FR FL})`.

    With `bySite:True` only the directions that the relation has at the very site count.
    """

    words_given: RelativeDirection | tuple[RelativeDirection, ...] = arg(RelativeDirection.FORWARD)
    of: RelationType = named("of", RelationType.ADJACENT)
    by_site: bool = named("bySite", False)

    def rows(self, b: Builder, type_: SiteType | None) -> Rows:
        given = self.words_given if isinstance(self.words_given, tuple) else (self.words_given,)
        return merged_rows(b, [_rows_of_word(b, word, type_, self.of, self.by_site) for word in given])

    def says(self, s: Speaker, no: bool = False) -> str:
        given = self.words_given if isinstance(self.words_given, tuple) else (self.words_given,)
        among = self.of in (RelationType.ORTHOGONAL, RelationType.DIAGONAL)
        return s.directions(given) + (f" (of the {self.of.value.lower()} directions)" if among else "")


@ludeme("directions")
class DirectionsBetween(Direction):
    """The direction that leads from one site to another.

    Example: `(directions Cell from:(last From) to:(last To))`.
    """

    english = "in the direction from {origin:site} to {target:site}"
    type: SiteType = arg()
    origin: IntExpr = named("from")
    target: IntExpr = named("to")

    def rows(self, b: Builder, type_: SiteType | None) -> Rows:
        return step_rows(b, self.origin.lower(b), self.target.lower(b), type_ or self.type)


@ludeme("union")
class DirectionUnion(Direction):
    """The directions of both."""

    english = "{first} or {second}"
    first: Direction = arg()
    second: Direction = arg()

    def rows(self, b: Builder, type_: SiteType | None) -> Rows:
        return merged_rows(b, [self.first.rows(b, type_), self.second.rows(b, type_)])


@ludeme("difference")
class DirectionDifference(Direction):
    """The directions of the first without those of the second."""

    english = "{first}, but not {second}"
    first: Direction = arg()
    second: Direction = arg()

    def rows(self, b: Builder, type_: SiteType | None) -> Rows:
        return without_rows(self.first.rows(b, type_), self.second.rows(b, type_))


@ludeme("if")
class DirectionIf(Direction):
    """One or the other directions, by a condition."""

    english = "{first} if {condition}, otherwise {second}"
    branches = ("first", "second")
    condition: BoolExpr = arg()
    first: Direction = arg()
    second: Direction = arg()

    def rows(self, b: Builder, type_: SiteType | None) -> Rows:
        return either_rows(self.condition.lower(b), self.first.rows(b, type_), self.second.rows(b, type_))
