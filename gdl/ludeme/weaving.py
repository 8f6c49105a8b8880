"""Weaving: an observer is put around the methods by which the ludemes of one game are lowered (advice).

    with woven([(game, form)], observer):
        program, facts, warnings = lower(game)

The observer is asked once for each place of a ludeme in the tree (its *join point*), and may give advice:
what is called in place of each lowering method of that ludeme, with the method to go on with. Advice is put
on the ludeme as an object, and taken off at the end: its class, other games, and the tree when it is lowered
again know nothing of it. Whatever is to be heard of lowering (what lints note, probes, profile counters) is
an observer; neither ludemes nor the builder have hooks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Protocol

from gdl.builder.builder import Builder
from gdl.ludeme.base import ARGUMENTS, Ludeme
from gdl.parse.forms import Form
from gdl.support.values import field, frozen

#: The methods of ludemes that lower them, whatever their kind.
LOWERING = ("lower", "effect", "rows", "act")

#: Is given the builder, the name of the method, and the method; gives what that would give.
Advice = Callable[[Builder, str, Callable[[], Any]], Any]


@frozen(eq=False)
class Join:
    """A join point: a ludeme in its place. A literal may have several, any other ludeme has one."""

    ludeme: Ludeme
    #: the one that it is an argument of, or in an array that is; and the name of that argument
    holder: Join | None = None
    argument: str = ""
    #: of the whole tree, what it was bound from
    text: Form | None = field(default=None, repr=False)


class Observer(Protocol):
    """Hears how the ludemes of a game are lowered, and may change what they become."""

    def advise(self, join: Join) -> Advice | None:
        """The advice for a ludeme, those around it first; None where it is left as it is."""


@contextmanager
def woven(trees: Sequence[tuple[Ludeme, Form | None]], observer: Observer | None) -> Iterator[None]:
    """Inside, the observer is around all lowering of these trees, each given with what it was bound from."""
    advised: list[tuple[Ludeme, dict[str, Any]]] = []
    try:
        if observer is not None:
            for tree, text in trees:
                for join in _joins(tree, text):
                    advice = observer.advise(join)
                    if advice is not None:
                        advised.append((join.ludeme, _put(join.ludeme, advice)))
        yield
    finally:
        for ludeme, before in reversed(advised):
            own = vars(ludeme)
            for name, method in before.items():
                if method is None:
                    own.pop(name, None)
                else:
                    own[name] = method


def _joins(tree: Ludeme, text: Form | None) -> Iterator[Join]:
    """Every place of a ludeme in a bound tree, outer ones first, arguments in order."""
    waiting = [Join(tree, None, "", text)]
    while waiting:
        here = waiting.pop()
        yield here
        parts: list[Join] = []
        for name in ARGUMENTS[type(here.ludeme)]:
            part = getattr(here.ludeme, name)
            if isinstance(part, Ludeme | tuple):
                parts += (Join(each, here, name, text) for each in ludemes_of(part))
        waiting += reversed(parts)


def ludemes_of(argument: object) -> Iterator[Ludeme]:
    """Those that an argument is, or is an array of."""
    if isinstance(argument, tuple):
        for each in argument:
            yield from ludemes_of(each)
    elif isinstance(argument, Ludeme):
        yield argument


def _put(ludeme: Ludeme, advice: Advice) -> dict[str, Any]:
    """Put advice on one object, before the methods of its class; gives the advice that was there, by name."""
    own, before = vars(ludeme), dict[str, Any]()  # a ludeme is frozen, and this is no change of what it says
    for name in _LOWERING_OF[type(ludeme)]:
        before[name] = own.get(name)
        own[name] = _advised(advice, name, getattr(ludeme, name))
    return before


class _Lowering(dict[type, tuple[str, ...]]):
    """Those of the methods that a class has, looked up when first asked for; what else is called so is an
    argument."""

    def __missing__(self, cls: type) -> tuple[str, ...]:
        names = self[cls] = tuple(name for name in LOWERING if hasattr(cls, name))
        return names


_LOWERING_OF = _Lowering()


def _advised(advice: Advice, name: str, method: Callable[..., Any]) -> Callable[..., Any]:
    def advised(b: Builder, *more: Any) -> Any:
        return advice(b, name, lambda: method(b, *more))

    return advised
