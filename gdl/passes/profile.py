"""Profile counters, as compilers put them in for coverage: which ludemes did what, how often.

A game that is lowered with a `Profile` counts while it is played: of each condition whether it held, of each
effect, result and setup that it came about. The counters are words of pools beside the state (`Tally`), so
nothing about the game changes: neither its states nor its random numbers. Without one nothing is counted, and
a program is what it always was.

What a ludeme is known by is its place: a definition that is used in several places is counted as one.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from functools import wraps
from typing import Any, Protocol

from attrs import define, field, frozen

from gdl.core import make as k
from gdl.core.evaluate import NotConstant, evaluate
from gdl.core.intrinsics import Pool, Tally
from gdl.core.ops import BOOL, INT, Expr, If, Op, Param, Proc, Return, Stmt
from gdl.source.text import NOWHERE, Span

#: Counters of what is looked at while moves are generated too; those of what only happens as a game goes on.
SEEN, ACTS = Pool("seen", INT, 1), Pool("acts", INT, 2)
_NOTING = "note_condition"
#: The procedure that begins another game (see instrument.py).
BEGIN = "begin_anew"


class What(Enum):
    """What a counter counts."""

    HOLDS = "a condition held"
    FAILS = "a condition did not hold"
    OFFERED = "a decision had a move, as far as it can tell by itself"
    PART = "a part of a priority had a move when its turn came"
    LEGAL = "a kind of move was legal"
    PLAYED = "a kind of move was played"
    EFFECT = "an effect came about"
    RESULT = "an ending's result came about"
    SETUP = "a starting rule was carried out"
    MOVED = "a piece was moved"
    THERE = "a piece was there"
    PHASE = "a player was in a phase"


#: What is counted while moves are generated.
_WHILE_LOOKING = (What.HOLDS, What.FAILS, What.OFFERED, What.PART, What.LEGAL)


@frozen
class Counter:
    """One counter: of what, at which place; of kinds, pieces, phases also which, and whose."""

    what: What
    span: Span = NOWHERE
    number: int = 0
    player: int = 0


class Emitter(Protocol):
    """What puts counters in asks of the builder."""

    facts: Any
    procs: dict[str, Proc]
    profile: Profile | None

    def emit(self, stmt: Stmt) -> None:
        """Add a statement to the current block."""


@define
class Profile:
    """The counters of one program: each with its word in the pool of its sort."""

    seen: dict[Counter, int] = field(factory=dict)
    acts: dict[Counter, int] = field(factory=dict)

    def word(self, counter: Counter) -> int:
        """The word of a counter in its pool; the next one that is free, for a new one."""
        words = self.seen if counter.what in _WHILE_LOOKING else self.acts
        return words.setdefault(counter, len(words))

    def tally(self, counter: Counter) -> Tally:
        """The statement that counts."""
        pool = SEEN if counter.what in _WHILE_LOOKING else ACTS
        return Tally(pool, k.int_(self.word(counter)), span=counter.span)

    # --- what the builder tells ------------------------------------------------------------------------

    def condition(self, b: Emitter, span: Span, made: Expr) -> Expr:
        """The condition, noting whether it holds; one that needs no state is left alone."""
        if made.op is Op.CALL and made.data == _NOTING:
            return made  # by the class that it inherits from
        try:
            evaluate(made, {}, b.facts.size)
        except NotConstant:
            pass
        else:
            return made
        if _NOTING not in b.procs:
            b.procs[_NOTING] = _noting()
        words = (k.int_(self.word(Counter(what, span))) for what in (What.HOLDS, What.FAILS))
        return k.call(_NOTING, BOOL, *words, made)

    def reached(self, b: Emitter, what: What, span: Span) -> None:
        """Count that control comes here."""
        b.emit(self.tally(Counter(what, span)))


def _noting() -> Proc:
    """The procedure that counts a condition and gives it back."""
    holds, fails, made = (Param(name, type_) for name, type_ in
                          (("holds", INT), ("fails", INT), ("made", BOOL)))  # fmt: skip
    condition = k.var("made", BOOL)
    counts = [(Tally(SEEN, k.var(each.name, INT)),) for each in (holds, fails)]
    return Proc(_NOTING, (holds, fails, made), (If(condition, *counts), Return(condition)), BOOL)


# --- around the methods of ludemes ------------------------------------------------------------------------


def counting_condition(lower: Callable[[Any, Any], Expr]) -> Any:
    """A condition's `lower`, that tells the profile of what it made."""

    @wraps(lower)
    def observed(self: Any, b: Emitter) -> Expr:
        made = lower(self, b)
        return made if b.profile is None else b.profile.condition(b, self.span, made)

    return observed


def counting(what: What, method: Callable[[Any, Any], None]) -> Any:
    """A method that emits statements, with a counter before them."""

    @wraps(method)
    def observed(self: Any, b: Emitter) -> None:
        if b.profile is not None and self.span is not NOWHERE:
            b.profile.reached(b, what, self.span)
        method(self, b)

    return observed
