"""Delta sets: a set as a base and how it differs at the sites that a move is about, in three-valued logic."""

from __future__ import annotations

from collections.abc import Callable

from gdl.core.ops import Expr
from gdl.support.values import frozen

#: Yes, no, or not known.
Truth = bool | None


class NotExpressible(Exception):
    """There is no formula over the state before: the move has to be played."""


@frozen
class DeltaSet:
    """A set that is `base` but for some sites: whether each is in it `now`, and whether it is in the base.

    Where neither is known it is the same.
    """

    base: Expr
    now: tuple[Truth, ...]
    was: tuple[Truth, ...]

    def changed(self, index: int, now: Truth) -> DeltaSet:
        """The same with one of the sites put in or taken out."""
        if now is None:
            raise NotExpressible
        return DeltaSet(self.base, (*self.now[:index], now, *self.now[index + 1 :]), self.was)

    @property
    def plain(self) -> Expr:
        """The base, if nothing is different."""
        if self.now != self.was:
            raise NotExpressible
        return self.base

    @property
    def growth(self) -> int:
        """How many more members it has than its base."""
        if any((n is None) != (w is None) for n, w in zip(self.now, self.was, strict=True)):
            raise NotExpressible
        return sum(bool(n) - bool(w) for n, w in zip(self.now, self.was, strict=True))


def combined(
    a: DeltaSet, b: DeltaSet, make: Callable[[Expr, Expr], Expr], each: Callable[[Truth, Truth], Truth]
) -> DeltaSet:
    """Two sets put together; `each` tells for one site."""
    now = tuple(map(each, a.now, b.now))
    was = tuple(map(each, a.was, b.was))
    for number, (n, w) in enumerate(zip(now, was, strict=True)):
        sides = [(s.now[number], s.was[number]) for s in (a, b)]
        if n is None and w is None and any(x != y for x, y in sides):
            raise NotExpressible  # it may be one thing now and another in the base
    return DeltaSet(make(a.base, b.base), now, was)


def either(a: Truth, b: Truth) -> Truth:
    """Kleene's or: None where neither side decides."""
    return True if a or b else None if a is None or b is None else False


def both(a: Truth, b: Truth) -> Truth:
    """Kleene's and: None where neither side decides."""
    return False if a is False or b is False else None if a is None or b is None else True


def and_not(a: Truth, b: Truth) -> Truth:
    """Kleene's and, of the first and not the second."""
    return both(a, None if b is None else not b)
