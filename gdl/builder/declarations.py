"""What a program declares: fields, tables, rays, names; and which ludeme each thing comes from."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterator
from contextlib import contextmanager

from gdl.builder.meaning_error import MeaningError
from gdl.core import make as k
from gdl.core.ops import INT, SITES, Expr, Field, Rays, Table, Type
from gdl.equip.facts import Facts
from gdl.source.budget import SITES_IN_ENTRY, spend, working_on
from gdl.source.diagnostics import Diagnostic
from gdl.source.text import NOWHERE, Placed, Source, Span
from gdl.support.identity import Same
from gdl.support.values import evolve


class Declarations:
    """What the procedures of one game share."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.fields: dict[str, Field] = {}
        self.tables: dict[tuple[object, ...], Table] = {}
        self.ray_tables: dict[tuple[tuple[int, ...], ...], Rays] = {}
        self.spans: list[Span] = [NOWHERE]
        #: what is odd about the rules, but keeps nobody from playing
        self.warnings: dict[Diagnostic, None] = {}
        self._warned: dict[Source, list[int]] = {}  # where they begin, in order
        #: what is being lowered, how often within itself
        self._lowering: dict[Same[object], int] = {}
        self._names: dict[str, int] = {}
        for warning in facts.warnings:
            self._keep_warning(warning)

    def fresh(self, stem: str) -> str:
        """A name for a procedure, field or table that no other has."""
        number = self._names.get(stem, 0)
        self._names[stem] = number + 1
        return stem if number == 0 else f"{stem}_{number + 1}"

    @contextmanager
    def at(self, ludeme: Placed | None) -> Iterator[None]:
        """Statements made inside belong to this ludeme's place in the file."""
        self.spans.append(ludeme.span if ludeme is not None and ludeme.span is not NOWHERE else self.span)
        try:
            with working_on(self.span):
                yield
        finally:
            self.spans.pop()

    @property
    def span(self) -> Span:
        """The place in the file of what is being lowered."""
        return self.spans[-1]

    @contextmanager
    def lowering(self, item: object, nested: int = 1) -> Iterator[bool]:
        """Inside, something with a name is being lowered: tells whether it may be, or is being so already
        for the `nested`th time, because it refers to itself."""
        here = self._lowering.get(Same(item), 0)
        self._lowering[Same(item)] = here + 1
        try:
            yield here < nested
        finally:
            self._lowering[Same(item)] = here

    def warn(
        self,
        code: str,
        message: str,
        span: Span,
        label: str = "",
        *help: str,
        subject: str | int | None = None,
    ) -> None:
        """Note something odd, once; `subject` is what it is about, as in a `Diagnostic`."""
        warning = Diagnostic(code, message, span, label, tuple(help), severity="warning", subject=subject)
        self._keep_warning(warning)

    def refuse_name(self, mistake: MeaningError) -> None:
        """A name stands for nothing: a mistake; in a file that was written for Ludii, where such a name means
        nothing at all, something odd."""
        if not self.facts.lenient:
            raise mistake
        told = mistake.diagnostic
        help = (*told.help, "the file says that it was written for Ludii, where this means nothing at all")
        self._keep_warning(evolve(told, code="W0403", severity="warning", help=help))

    def _keep_warning(self, warning: Diagnostic) -> None:
        if warning not in self.warnings:
            self.warnings[warning] = None
            insort(self._warned.setdefault(warning.span.source, []), warning.span.start)

    def has_warned(self, place: Span) -> bool:
        """Whether something odd was noted within that place."""
        starts = self._warned.get(place.source, [])
        at = bisect_left(starts, place.start)
        return at < len(starts) and starts[at] < place.end

    def declare(
        self,
        name: str,
        type_: Type = INT,
        length: int | None = None,
        initial: int | float | bool = 0,
        position: bool = False,
        called: str | None = "",
    ) -> Field:
        """The state field of this name; declared at its first mention.

        Only the pieces and the mover make the position that repetition rules compare. What people call what
        it holds is `called`; None for what they are not told of.
        """
        known = self.fields.get(name)
        if known is None:
            known = self.fields[name] = Field(name, type_, length, initial, position, called)
        return known

    def register(self, name: str, initial: int = -1, position: bool = False) -> Expr:
        """A scalar Int field that every move writes, for reading."""
        return k.field(self.declare(name, INT, None, initial, position, called=None))

    def table(self, values: tuple[int, ...], type_: Type = INT, outside: int = -1, stem: str = "t") -> Table:
        """A constant table; equal ones are shared."""
        self.spend_table(len(values), type_)
        return self.constant_table(values, type_, outside, stem)

    def constant_table(
        self, values: tuple[int, ...], type_: Type = INT, outside: int = -1, stem: str = "t"
    ) -> Table:
        """The same of values that are charged already."""
        key = (type_, outside, values)
        known = self.tables.get(key)
        if known is None:
            known = self.tables[key] = Table(self.fresh(stem), type_, values, outside)
        return known

    def spend_table(self, rows: int, type_: Type) -> None:
        """Charge the rows of a table, best before they are made."""
        each = 1 + self.facts.size // SITES_IN_ENTRY if type_ is SITES else 1
        spend(rows * each, "a table for this rule", self.span)

    def rays(self, paths: tuple[tuple[int, ...], ...], stem: str = "rays") -> Rays:
        """A table of rays; equal ones are shared."""
        known = self.ray_tables.get(paths)
        if known is None:
            spend(len(paths), "a table of rays", self.span)
            known = self.ray_tables[paths] = Rays(self.fresh(stem), paths)
        return known
