"""Instrumentation: a copy of a bound game whose ludemes note what they were lowered to.

A ludeme's meaning in its place shows only while it is lowered: who moves, what `(to)` is, which piece's rule
this is. So the rules are lowered once more, from a copy of the tree in which every ludeme is of a subclass
that does what its class does and keeps the expression. Nothing in the ludemes or the builder knows of it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar, cast

from attrs import define, field, frozen

from gdl.builder.builder import Builder
from gdl.builder.context import Context
from gdl.core.ops import Expr
from gdl.equip.facts import Component
from gdl.ludeme.base import ARGUMENTS, Ludeme
from gdl.support.identity import IdentityMap

T = TypeVar("T")

#: The methods of ludemes that lower them, whatever their kind.
_LOWERING = ("lower", "effect", "rows", "act")


@frozen
class Lowered:
    """What a ludeme was lowered to in one place: an expression, or the rays of a direction."""

    value: object
    #: the procedure being built there
    proc: str
    #: the piece whose rule was being lowered
    piece: Component | None
    #: who moves there, what `(from)` and `(to)` are
    context: dict[Context, Expr]


@define
class Notes:
    """Side table: by ludeme (of the tree that was copied) what it was lowered to."""

    of: IdentityMap[Ludeme, list[Lowered]] = field(factory=IdentityMap)

    def note(self, b: Builder, ludeme: Ludeme, value: object) -> None:
        """Keep what a ludeme has become."""
        if b.frames:
            env = {name: found for name in _CONTEXT if (found := b.peek(name)) is not None}
            self.of.setdefault(ludeme, list).append(Lowered(value, b.frame.name, b.piece, env))


_CONTEXT = (Context.MOVER, Context.FROM, Context.TO, Context.BETWEEN, Context.SITE)


def _noting(original: Callable[..., Any]) -> Callable[..., Any]:
    def method(self: Any, b: Builder, *more: Any) -> Any:
        value = original(self, b, *more)
        b.side_table(Notes).note(b, self._instrumented, value)
        return value

    return method


@cache
def _instrumented_class(cls: type[Ludeme]) -> type[Ludeme]:
    """A subclass that notes; one for each class, as rules are told to be the same by their classes."""
    methods = {name: _noting(getattr(cls, name)) for name in _LOWERING if hasattr(cls, name)}
    made: type[Ludeme] = type(cls.__name__, (cls,), methods)
    return made


class Instrumented:
    """Makes copies of ludemes, each once."""

    def __init__(self) -> None:
        self._copies: IdentityMap[Ludeme, Ludeme] = IdentityMap()

    def copy(self, value: T) -> T:
        """A ludeme, or a tuple of them, whose parts all note what they are lowered to."""
        made: Any = value
        if isinstance(value, tuple):
            made = tuple(map(self.copy, value))
        elif isinstance(value, Ludeme):
            made = self._copies.get(value)
            if made is None:
                cls: Any = _instrumented_class(cast(Any, type(value)))
                made = self._copies[value] = object.__new__(cls)
                parts = {name: self.copy(getattr(value, name)) for name in ARGUMENTS[type(value)]}
                for name, part in {**parts, "span": value.span, "_instrumented": value}.items():
                    object.__setattr__(made, name, part)  # they are frozen, and made only now
        result: T = made
        return result
