"""Continuations: what the rules around add to the moves being lowered, which follows or comes before them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from gdl.builder.builder import Builder, Surroundings
from gdl.builder.context import Context
from gdl.lower.structural_key import structural_key
from gdl.ludeme.arguments import Then
from gdl.ludeme.categories import Moves
from gdl.support.values import evolve, frozen


class Preceding(Protocol):
    """Effects that come before moves, see `preceding_effects.py`."""

    @property
    def effect(self) -> Moves:
        """What is done."""

    @property
    def kept(self) -> tuple[tuple[Context, Context], ...]:
        """The names that the effects use, each with the one under which its meaning is kept."""

    def play(self, b: Builder) -> None:
        """Carry the effects out, at the beginning of a move."""


@frozen
class Around(Surroundings):
    """The enclosing rules' part in the moves that are being lowered."""

    #: what follows the moves, innermost last
    thens: tuple[Then, ...] = ()
    #: what the moves use up: done before anything that follows them
    uses: tuple[Then, ...] = ()
    #: what comes before the moves, outermost first
    preceding: tuple[Preceding, ...] = ()
    #: whether it is only asked where the moves start
    origins_only: bool = False
    #: whether it is a condition that says which moves are legal
    judging: bool = False

    def key(self, b: Builder) -> object:
        preceding = tuple((structural_key(b, each.effect), each.kept) for each in self.preceding)
        thens = tuple(structural_key(b, then) for then in (*self.uses, *self.thens))
        result = (thens, preceding, self.origins_only, self.judging)
        return result if any(result) else ()


def around(b: Builder) -> Around:
    """What the rules around add here."""
    result = b.surroundings
    return result if isinstance(result, Around) else Around()


@contextmanager
def surrounded_by(b: Builder, more: Around) -> Iterator[None]:
    """Moves are lowered inside with these surroundings."""
    kept, b.surroundings = b.surroundings, more
    try:
        yield
    finally:
        b.surroundings = kept


@contextmanager
def followed_by(b: Builder, then: Then | None) -> Iterator[None]:
    """Moves offered inside are followed by this, too."""
    here = around(b)
    with surrounded_by(b, here if then is None else evolve(here, thens=(*here.thens, then))):
        yield


@contextmanager
def using(b: Builder, effect: Then) -> Iterator[None]:
    """Moves offered inside use something up, which is done before whatever follows them."""
    here = around(b)
    with surrounded_by(b, evolve(here, uses=(*here.uses, effect))):
        yield


@contextmanager
def preceded_by(b: Builder, effects: Preceding) -> Iterator[None]:
    """Moves offered inside come after these effects."""
    here = around(b)
    with surrounded_by(b, evolve(here, preceding=(*here.preceding, effects))):
        yield


@contextmanager
def unfollowed(b: Builder) -> Iterator[None]:
    """Moves looked at inside are no part of the rules around: what follows those does not follow these."""
    with surrounded_by(b, Around()):
        yield


@contextmanager
def origins_only(b: Builder) -> Iterator[None]:
    """Of the moves offered inside it is only asked where they start: that is where they seem to go."""
    with surrounded_by(b, Around(origins_only=True)):
        yield


@contextmanager
def judging(b: Builder) -> Iterator[None]:
    """Inside, a condition is lowered that says which moves are legal."""
    with surrounded_by(b, evolve(around(b), judging=True)):
        yield
