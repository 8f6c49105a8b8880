"""The IR builder: what a ludeme's `lower` talks to.

Two rules keep lowering simple. Expressions are pure: lowering a condition, number or region emits no
statement; where it needs some, it makes a procedure (`function`). And the context of a rule (from, to, site,
mover, ...) is bound by name (`Context`) around whatever uses it; a procedure made in between takes as
parameters just those of the bound names that its body uses.

Each of the classes that it is made of has one more idea than the one before: what is declared
(`declarations.py`), names and what they mean (`context.py`), statements (`writing.py`), and here procedures.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from gdl.builder.context import Context, Frame, sort_of
from gdl.builder.side_tables import SideTables
from gdl.builder.writing import Writer
from gdl.core import make as k
from gdl.core.ops import Do, Expr, Generate, Kind, Param, Proc, Type
from gdl.equip.facts import Component, Facts
from gdl.support.values import frozen


@frozen
class Call:
    """A procedure and the arguments to call it with from where it was made."""

    name: str
    args: tuple[Expr, ...]


@frozen
class Shareable:
    """A procedure that may be used again where all names that it looked up mean the same kind of thing."""

    name: str
    captured: tuple[Context, ...]
    #: the names that it looked up outside, and what kind of thing each was
    looked: dict[Context, object]


class Surroundings:
    """What the rules around add to moves being lowered. Here: nothing; see gdl/lower/surroundings.py."""

    def key(self, b: Builder) -> object:
        """Equal for what adds the same; empty where nothing is added."""
        return ()


class Builder(Writer, SideTables):
    """Builds the procedures of one game."""

    def __init__(self, facts: Facts) -> None:
        Writer.__init__(self, facts)
        SideTables.__init__(self)
        self.procs: dict[str, Proc] = {}
        self.kinds: list[Kind] = []
        #: by procedure the names that it looked up outside, and what kind of thing each was
        self.looked: dict[str, dict[Context, object]] = {}
        #: by what they do, procedures that may be used again
        self._shareable: dict[object, list[Shareable]] = {}
        #: the piece whose rules are being lowered, where it is known
        self.piece: Component | None = None
        #: what the rules around add to the moves being lowered
        self.surroundings = Surroundings()

    @contextmanager
    def procedure(
        self,
        stem: str,
        result: Type | None = None,
        generator: bool = False,
        outer: dict[Context, Expr] | None = None,
        extra: tuple[Param, ...] = (),
        name: str | None = None,
    ) -> Iterator[list[Context]]:
        """Build a procedure; afterwards the list holds the names it took as parameters, in order.

        `outer` says what may be captured (default: all that is bound here); `extra` parameters come last.
        """
        name = name or self.fresh(stem)
        visible = (self.visible() if self.frames else {}) if outer is None else outer
        frame = Frame(name, visible, changes=result is None and not generator)
        captured: list[Context] = []
        self.frames.append(frame)
        try:
            yield captured
        finally:
            self.frames.pop()
        captured.extend(frame.params)
        self.looked[name] = frame.looked
        params = (*frame.params.values(), *extra)
        self.procs[name] = Proc(name, params, tuple(frame.blocks[0]), result, generator, span=self.span)

    def _procedure_for(
        self,
        key: object | None,
        stem: str,
        result: Type | None,
        generator: bool,
        make: Callable[[], Expr | None] | Callable[[], None],
    ) -> Call:
        """A call of a procedure: one made before under the key that can be used here, or a new one."""
        full_key = None if key is None else (key, result, generator, self.rules_key())
        known = None if full_key is None else self._recall(full_key, self.visible())
        if known is None:
            name = self.fresh(stem)
            # Known before its body is made, so that a rule may refer to itself; it then captures nothing
            # that is not captured by then.
            with self.procedure(stem, result, generator, name=name) as captured:
                value = make()
                if value is not None:
                    self.returns(value)
            known = Shareable(name, tuple(captured), self.looked[name])
            if full_key is not None:
                self._shareable.setdefault(full_key, []).append(known)
        return Call(known.name, tuple(self.context(name) for name in known.captured))

    def function(self, stem: str, result: Type, make: Callable[[], Expr | None], key: object = None) -> Expr:
        """A call of a new procedure whose statements `make` makes (it may return the value).

        With a `key`, a procedure made before with the same key in the same kind of context is used again.
        """
        made = self._procedure_for(key, stem, result, False, make)
        return k.call(made.name, result, *made.args)

    def routine(self, stem: str, make: Callable[[], None], key: object = None) -> Call:
        """Call a new procedure for what it does."""
        made = self._procedure_for(key, stem, None, False, make)
        self.emit(Do(made.name, made.args, span=self.span))
        return made

    def generator(self, stem: str, make: Callable[[], None], key: object = None) -> Call:
        """A new generator whose offers `make` makes."""
        return self._procedure_for(key, stem, None, True, make)

    def generate(self, call: Call) -> None:
        """Offer what a generator offers."""
        self.emit(Generate(call.name, call.args, span=self.span))

    def rules_key(self) -> object:
        """What a procedure made here depends on besides the names it looks up."""
        return (self.piece, self.surroundings.key(self))

    def _recall(self, key: object, env: dict[Context, Expr]) -> Shareable | None:
        """A procedure made before under the key for which all the names that it looked up meant the same kind
        of thing as here."""
        for known in self._shareable.get(key, ()):
            if all(sort_of(env.get(name)) == sort for name, sort in known.looked.items()):
                for name in known.looked:
                    self._note(name)
                return known
        return None
