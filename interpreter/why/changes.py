"""State difference: what a move changes, told from the fields of the state before and after.

No effect is known here: whatever a ludeme does, it does to pieces, to colours of sites, or to another field,
and a field says by its declaration what people call what it holds.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gdl.core.arithmetic import members
from gdl.core.ops import BOOL, SITES, Field
from gdl.core.programs import COLOUR, PHASE, PLAYER_VALUE, REMEMBERED, SCORE
from gdl.support.values import fields
from interpreter.engines.contents import Contents, Piece
from interpreter.engines.python.state import State
from interpreter.why.words import Words, listed

#: What a piece has beside its name and its owner, and how much of it a plain one has.
_NUMBERS = {field.name: field.default for field in fields(Piece) if isinstance(field.default, int)}
#: How often there is a piece is told with its name.
_COUNTED = "count"


def changed_pieces(words: Words, before: Contents, after: Contents) -> Iterator[str]:
    """What is elsewhere, new, gone or another on the board, a sentence for each site."""
    for site, (old, new) in enumerate(zip(before, after, strict=True)):
        if old == new:
            continue
        name = words.site(site)
        if new is None:
            yield f"{name} becomes empty (there was {_stack(words, old)})"
        elif old is None:
            yield f"on {name} comes {_stack(words, new)}{_marked(new)}"
        elif _bare(old) == _bare(new):
            for number in _NUMBERS:
                was, now = getattr(old, number), getattr(new, number)
                if was != now:
                    yield f"the {number} of {words.that(new)} on {name} is now {now} (it was {was})"
        else:
            yield f"on {name} is now {_stack(words, new)}{_marked(new)} (there was {_stack(words, old)})"


def _bare(piece: Piece) -> tuple[object, ...]:
    """What a piece is, without the numbers that it has: these are told one by one."""
    return (piece.component, piece.owner, piece.count, piece.below)


def _stack(words: Words, piece: Piece | None) -> str:
    """A piece with what lies under it."""
    if piece is None or not piece.below:
        return words.piece(piece)
    return f"{words.piece(piece)} on {listed([words.piece(each) for each in reversed(piece.below)])}"


def _marked(piece: Piece) -> str:
    """What is not plain about a piece that comes."""
    parts = [
        f"{number} {getattr(piece, number)}"
        for number, plain in _NUMBERS.items()
        if number != _COUNTED and getattr(piece, number) != plain
    ]
    return f" with {listed(parts)}" if parts else ""


class Changes:
    """Tells the fields in which two states of one game differ, apart from what stands where."""

    def __init__(self, words: Words, before: State, after: State) -> None:
        self.words = words
        self.observer = words.observer
        self.before, self.after = before, after
        #: what was not kept by the engine that played is not known of the position before
        self.known = {field.name for field in words.game.engine.program.fields}

    def sentences(self) -> Iterator[str]:
        """A sentence for each change, those of phases left out."""
        yield from self._colours()
        for field in self.observer.program.fields:
            if field.called is not None:
                yield from self._of(field)

    def phases(self) -> Iterator[str]:
        """Who goes on to another phase."""
        phases = self.observer.probed.game.rules.phases or ()
        if len(phases) < 2:
            return
        for player, (old, new) in enumerate(zip(*self._values(PHASE), strict=True)):
            if player and old != new:
                yield (
                    f'{self.words.player(player)} goes on from the phase "{phases[old].name}" '
                    f'to "{phases[new].name}"'
                )

    def _values(self, name: str) -> tuple[Any, Any]:
        return self.observer.value(self.before, name), self.observer.value(self.after, name)

    def _colours(self) -> Iterator[str]:
        """Which sites have another colour."""
        old: dict[int, str] = {}
        new: dict[int, str] = {}
        for field in self.observer.program.fields:
            if field.name.startswith(COLOUR):
                for result, mask in zip((old, new), self._values(field.name), strict=True):
                    result.update(dict.fromkeys(members(mask), field.name.removeprefix(COLOUR)))
        for site in sorted(old.keys() | new.keys()):
            was, now = old.get(site), new.get(site)
            if was != now:
                yield f"{self.words.site(site)} is now {now or 'of no colour'} (it was {was or 'of none'})"

    def _of(self, field: Field) -> Iterator[str]:
        old, new = self._values(field.name)
        pairs = (
            [(None, old, new)] if field.length is None else list(zip(range(len(old)), old, new, strict=True))
        )
        counted = self._counted(field)
        for index, was, now in pairs:
            if counted:
                was, now = max(0, was), max(0, now)  # Off: none yet
            if was != now:
                yield self._sentence(field, self._called(field, index), was, now)

    def _sentence(self, field: Field, called: str, old: Any, new: Any) -> str:
        if field.type is BOOL:
            return called if new else f"it is no longer so that {called}"
        was = f" (it was {self._value(field, old)})" if field.name in self.known else ""
        return f"{called} is now {self._value(field, new)}{was}"

    def _counted(self, field: Field) -> str | None:
        """What the file says that a number of players counts: chips, castles."""
        return self.words.game.counting.get({SCORE: "scores", PLAYER_VALUE: "values"}.get(field.name, ""))

    def _called(self, field: Field, index: int | None = None) -> str:
        """What people call what a field holds, or its element."""
        counted = self._counted(field)
        text = f"the number of {counted} of {{player}}" if counted else field.called
        text = text or field.name.replace("_", " ")
        if index is None:
            return text
        if "{" not in text:
            text += " of {number}"
        people = self.words.game.players
        named = {
            "{player}": self.words.player(index),
            "{person}": people[index - 1] if 0 < index <= len(people) else "nobody",
            "{die}": str(index + 1),
            "{number}": str(index),
        }
        for mark, said in named.items():
            text = text.replace(mark, said)
        return text

    def _value(self, field: Field, value: Any) -> str:
        if field.type is not SITES:
            return f"{value:g}" if isinstance(value, float) else str(value)
        result = list(members(value))
        if field.name.startswith(REMEMBERED):
            return listed(map(str, result)) if result else "nothing"
        return listed(map(self.words.site, result)) if result else "nothing"
