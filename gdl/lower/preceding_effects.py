"""Preceding effects, which come before other moves: `(do A next:B)` where A changes the state.

The moves of B are those of the state that A leads to, so they are offered in a sandbox in which A has been
carried out; and whoever plays one of them carries out A first. Where the moves are judged in the sandbox (by
what they lead to), A has been done already: a flag, which only the sandbox sees, says so.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from gdl.builder.builder import Builder
from gdl.builder.context import Context
from gdl.builder.meaning_error import unsupported
from gdl.core import make as k
from gdl.core.ops import BOOL, Field, Store
from gdl.lower.offer import clear_pending
from gdl.lower.structural_key import structural_key
from gdl.lower.surroundings import preceded_by
from gdl.ludeme.categories import Moves
from gdl.support.values import frozen

#: Where what a name meant to the effects is kept while the moves are lowered.
_SHELVES = (Context.HELD1, Context.HELD2, Context.HELD3, Context.HELD4)

#: These mean the same to the moves.
_SAME = (Context.MOVER, Context.NEXT, Context.PREV)


@frozen
class PrecedingEffects:
    """Effects, and where the meanings of the names they use are kept."""

    effect: Moves
    kept: tuple[tuple[Context, Context], ...]
    done: Field

    def play(self, b: Builder) -> None:
        """Carry out the effects at the beginning of a move, unless that has been done."""
        b.if_else(
            k.field(self.done),
            lambda: b.emit(Store(self.done, None, k.FALSE, span=b.span)),
            lambda: self._effect(b),
        )

    def _effect(self, b: Builder) -> None:
        with b.bind({name: b.context(shelf) for name, shelf in self.kept}):
            _run(b, self.effect)


def _run(b: Builder, effect: Moves) -> str:
    """Carry out the effects by a procedure; its name."""
    return b.routine("before", lambda: _clear_pending_and_run(b, effect)).name


def _clear_pending_and_run(b: Builder, effect: Moves) -> None:
    """What was pending is so no longer: it was until the next move, which begins with these effects."""
    with b.at(effect), b.simultaneous():
        clear_pending(b)
        effect.effect(b)


@contextmanager
def after_effects(b: Builder, effect: Moves) -> Iterator[None]:
    """Moves offered inside are offered, and played, after these effects."""
    with b.at(effect), b.sandbox():
        used = b.looked[_run(b, effect)]
        names = [name for name in used if name not in _SAME and b.bound(name) is not None]
        free = [shelf for shelf in _SHELVES if b.bound(shelf) is None]
        if len(names) > len(free) or Context.REGION in names:
            raise unsupported(
                "doing something that depends on so much before other moves",
                effect.span,
                "remember what it depends on in a variable: `(set Var ...)`",
            )
        kept = tuple(zip(names, free, strict=False))
        done = b.declare(f"done_{structural_key(b, effect)}", BOOL, None, False, called=None)
        b.emit(Store(done, None, k.TRUE, span=b.span))
        held = {shelf: b.context(name) for name, shelf in kept}
        with preceded_by(b, PrecedingEffects(effect, kept, done)), b.bind(held):
            yield
