"""Notes: what each ludeme of a game was lowered to, kept beside the program.

A ludeme's meaning in its place shows only while it is lowered: who moves, what `(to)` is, which piece's rule
this is. So lints look at a game that was compiled with these notes taken (an observer of its lowering, see
gdl/ludeme/weaving.py): the program is the one that it always is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from gdl.builder.builder import Builder
from gdl.builder.context import Context
from gdl.compile.compile import Bound, Compiled
from gdl.core.ops import Expr
from gdl.equip.facts import Component
from gdl.ludeme.base import Ludeme
from gdl.ludeme.weaving import Advice, Join, Observer
from gdl.support.identity import IdentityMap
from gdl.support.values import define, field, frozen


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


_Note = tuple[object, str, Component | None, dict[Context, Expr]]


@define
class Notes:
    """By ludeme what it was lowered to; and what it was lowered with."""

    #: as tuples of what `Lowered` has: there are very many, most of which nobody asks for
    _of: IdentityMap[Ludeme, list[_Note]] = field(factory=IdentityMap)
    _builder: Builder | None = None

    @property
    def builder(self) -> Builder:
        """The builder of the program: more can be lowered with it."""
        assert self._builder is not None, "a game without rules is none"
        return self._builder

    def of(self, ludeme: Ludeme) -> list[Lowered]:
        """What a ludeme was lowered to, wherever it was."""
        return [Lowered(*note) for note in self._of.get(ludeme, ())]

    def advise(self, join: Join) -> Advice | None:
        """Note what every ludeme becomes; one in several places is heard in all of them at once."""
        if join.ludeme in self._of:
            return None
        noted = self._of[join.ludeme] = list[_Note]()

        def noting(b: Builder, method: str, go: Callable[[], Any]) -> Any:
            value = go()
            self._builder = b
            if b.frames:
                frame = b.frames[-1]
                own, outer = frame.env, frame.outer  # as `peek` looks names up; this is done for every ludeme
                env = {}
                for name in _CONTEXT:
                    here = own.get(name) or outer.get(name)
                    if here is not None:
                        env[name] = here
                noted.append((value, frame.name, b.piece, env))
            return value

        return noting


_CONTEXT = (Context.MOVER, Context.FROM, Context.TO, Context.BETWEEN, Context.SITE)


#: Compiles a game with some options, and an observer around its lowering. Raises LanguageError.
Compiling = Callable[[Mapping[str, str], Observer], Compiled]
#: Binds a game with some options. Raises LanguageError.
Binding = Callable[[Mapping[str, str]], Bound]


@frozen
class Noted:
    """A game that was compiled with notes, and may be so again with other options."""

    compiled: Compiled
    notes: Notes
    compiling: Compiling

    @classmethod
    def by(cls, compiling: Compiling, options: Mapping[str, str]) -> Noted:
        """Compile a game with notes. Raises LanguageError."""
        notes = Notes()
        return cls(compiling(options, notes), notes, compiling)

    def again(self, options: Mapping[str, str]) -> Noted:
        """The same game with other options. Raises LanguageError."""
        return Noted.by(self.compiling, options)
