"""Rules about the rules: repetition, swapping sides, passing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gdl.ludeme.base import arg
from gdl.ludeme.categories import MetaRule
from gdl.ludeme.registry import ludeme
from gdl.words.words import WordEnum

if TYPE_CHECKING:
    from gdl.english.speaker import Speaker


class RepetitionType(WordEnum):
    """What counts as the same position, and where it is looked for.

    `Positional`: the same pieces, and whatever else stands on sites, whoever is to move. `Situational`: the
    same, and the same player to move. `PositionalInTurn` and `SituationalInTurn` look among the positions of
    the present turn alone: the one it began with, and those between its moves.
    """

    POSITIONAL = "Positional"
    POSITIONAL_IN_TURN = "PositionalInTurn"
    SITUATIONAL = "Situational"
    SITUATIONAL_IN_TURN = "SituationalInTurn"

    @property
    def english(self) -> str:
        """Which positions these are."""
        which = "a position of the same turn" if self.is_in_turn else "an earlier position"
        return (
            f"{which} with the same player to move" if self.is_situational else f"{which}, whoever is to move"
        )

    @property
    def is_situational(self) -> bool:
        """Whether it counts who is to move."""
        return self in (RepetitionType.SITUATIONAL, RepetitionType.SITUATIONAL_IN_TURN)

    @property
    def is_in_turn(self) -> bool:
        """Whether only the present turn counts."""
        return self in (RepetitionType.POSITIONAL_IN_TURN, RepetitionType.SITUATIONAL_IN_TURN)


@ludeme("no Repeat")
class NoRepeat(MetaRule):
    """No move may bring back an earlier position; passing always may.

    By default (`Positional`) that is the same pieces, whoever is to move then (positional superko);
    `(no Repeat Situational)` forbids the same pieces with the same player to move; with `InTurn` only what
    the turn has seen is forbidden, so that a turn of many steps does not come back. See
    [the language](language.md#positions-that-come-again).
    """

    type: RepetitionType = arg(RepetitionType.POSITIONAL)

    def says(self, s: Speaker, no: bool = False) -> str:
        return f"no move may bring back {self.type.english}"


@ludeme("swap")
class Swap(MetaRule):
    """The second player may swap sides instead of making the first move."""

    english = "instead of the first move, the second player may swap sides"


class PassEndType(WordEnum):
    """What happens when everybody passes."""

    DRAW = "Draw"
    NO_END = "NoEnd"


@ludeme("passEnd")
class PassEnd(MetaRule):
    """What happens when everybody passes: `(passEnd NoEnd)`."""

    type: PassEndType = arg()

    def says(self, s: Speaker, no: bool = False) -> str:
        if self.type is PassEndType.NO_END:
            return "the game goes on when all players pass"
        return "when all players pass in a row, the game is drawn"


@ludeme("automove")
class AutoMove(MetaRule):
    """Moves that fill a site that only one move can reach are made at once."""

    english = "a move that is the only one that can reach its {cell} is made at once"


@ludeme("no Suicide")
class NoSuicide(MetaRule):
    """No move may leave the mover's own new group without a liberty."""

    english = "you may not leave your own new group without an empty {cell} beside it"


class GravityType(WordEnum):
    """How pieces fall."""

    PYRAMIDAL_DROP = "PyramidalDrop"


@ludeme("gravity")
class Gravity(MetaRule):
    """Pieces fall."""

    english = "pieces fall down"
    type: GravityType = arg(GravityType.PYRAMIDAL_DROP)


class PinType(WordEnum):
    """What is pinned."""

    SUPPORT_MULTIPLE = "SupportMultiple"


@ludeme("pin")
class Pin(MetaRule):
    """A piece that supports several others cannot move."""

    english = "a piece that supports several others cannot move"
    type: PinType = arg()
