"""Numbers, truths and arrays as they are written: ludemes that the binder makes of plain words."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar

from gdl.builder.builder import Builder
from gdl.core.ops import Expr
from gdl.ludeme.base import Ludeme
from gdl.ludeme.categories import BoolExpr, Dim, FloatExpr, IntExpr, Ints
from gdl.support.values import frozen

if TYPE_CHECKING:
    from gdl.english.speaker import Speaker


@frozen(eq=False, slots=False)
class IntLiteral(IntExpr):
    """A whole number as written; also `Off` (-1), `End` (-2), `Undefined` (-1) and `Infinity`."""

    named_values: ClassVar[dict[str, int]] = {
        "Off": -1,
        "End": -2,
        "Undefined": -1,
        "Infinity": 1_000_000_000,
    }
    value: int

    def lower(self, b: Builder) -> Expr:
        return b.int(self.value)

    def written(self) -> int:
        return self.value

    def says(self, s: Speaker, no: bool = False) -> str:
        if self.value >= 1_000_000_000:
            return "any number"
        return s.say(self.value) if self.value >= 0 else f"minus {s.say(-self.value)}"


@frozen(eq=False, slots=False)
class BoolLiteral(BoolExpr):
    """`True` or `False`."""

    value: bool

    def lower(self, b: Builder) -> Expr:
        return b.bool(self.value)

    def says(self, s: Speaker, no: bool = False) -> str:
        return "always" if bool(self.value) != no else "never"


@frozen(eq=False, slots=False)
class FloatLiteral(FloatExpr):
    """A number as written."""

    value: float

    def lower(self, b: Builder) -> Expr:
        return b.float(self.value)

    def fixed(self) -> float:
        return self.value

    def says(self, s: Speaker, no: bool = False) -> str:
        return f"{self.value:g}"


@frozen(eq=False, slots=False)
class DimLiteral(Dim):
    """A size as written."""

    value: int

    def number(self) -> int:
        return self.value


@frozen(eq=False, slots=False)
class IntsLiteral(Ints):
    """Numbers as written: `{1 2 (mover)}`."""

    items: tuple[IntExpr, ...]

    def lower_each(self, b: Builder, body: Callable[[Expr], None]) -> None:
        for item in self.items:
            body(item.lower(b))

    def says(self, s: Speaker, no: bool = False) -> str:
        return s.say(self.items) or "no numbers"


BUILT_IN_LITERALS: tuple[type[Ludeme], ...] = (IntLiteral, DimLiteral, BoolLiteral, FloatLiteral, IntsLiteral)
