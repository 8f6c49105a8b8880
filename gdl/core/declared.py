"""What a program declares: fields, tables, rays, names; and which ludeme each thing comes from."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from gdl.core import make as k
from gdl.core.ops import INT, Expr, Field, Rays, Table, Type
from gdl.diagnostics import Diagnostic
from gdl.source import NOWHERE, Span

if TYPE_CHECKING:
    from gdl.facts import Facts
    from gdl.ludeme import Ludeme


class Declared:
    """What the procedures of one game share."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.fields: dict[str, Field] = {}
        self.tables: dict[tuple[object, ...], Table] = {}
        self.ray_tables: dict[tuple[tuple[int, ...], ...], Rays] = {}
        self.spans: list[Span] = [NOWHERE]
        #: what is odd about the rules, but keeps nobody from playing
        self.warnings: list[Diagnostic] = list(facts.warnings)
        self._names: dict[str, int] = {}

    def fresh(self, stem: str) -> str:
        """A name for a procedure, field or table that no other has."""
        number = self._names.get(stem, 0)
        self._names[stem] = number + 1
        return stem if number == 0 else f"{stem}_{number + 1}"

    @contextmanager
    def at(self, ludeme: Ludeme | None) -> Iterator[None]:
        """Statements made inside belong to this ludeme's place in the file."""
        self.spans.append(ludeme.span if ludeme is not None and ludeme.span is not NOWHERE else self.span)
        try:
            yield
        finally:
            self.spans.pop()

    @property
    def span(self) -> Span:
        return self.spans[-1]

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
        if warning not in self.warnings:
            self.warnings.append(warning)

    def declare(
        self,
        name: str,
        type_: Type = INT,
        length: int | None = None,
        initial: int | float | bool = 0,
        position: bool = False,
    ) -> Field:
        """The state field of this name; declared at its first mention.

        Only the pieces and the mover make the position that repetition rules compare.
        """
        known = self.fields.get(name)
        if known is None:
            known = self.fields[name] = Field(name, type_, length, initial, position)
        return known

    def register(self, name: str, initial: int = -1, position: bool = False) -> Expr:
        """A scalar Int field, for reading."""
        return k.field(self.declare(name, INT, None, initial, position))

    def table(self, values: tuple[int, ...], type_: Type = INT, outside: int = -1, stem: str = "t") -> Table:
        """A constant table; equal ones are shared."""
        key = (type_, outside, values)
        known = self.tables.get(key)
        if known is None:
            known = self.tables[key] = Table(self.fresh(stem), type_, values, outside)
        return known

    def rays(self, paths: tuple[tuple[int, ...], ...], stem: str = "rays") -> Rays:
        """A table of rays; equal ones are shared."""
        known = self.ray_tables.get(paths)
        if known is None:
            known = self.ray_tables[paths] = Rays(self.fresh(stem), paths)
        return known
