"""The game itself: players, rules, phases, play and end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gdl.builder.meaning_error import refused
from gdl.ludeme.arguments import PlayerArgument
from gdl.ludeme.base import Ludeme, arg, named
from gdl.ludeme.categories import BoolExpr, EndRule, Item, MetaRule, Moves, StartRule
from gdl.ludeme.kinds import Kind
from gdl.ludeme.registry import ludeme
from gdl.words.words import CompassDirection, RoleType, WordEnum

if TYPE_CHECKING:
    from gdl.english.speaker import Speaker


class ModeType(WordEnum):
    """How the players take their turns."""

    ALTERNATING = "Alternating"
    SIMULATION = "Simulation"
    SIMULTANEOUS = "Simultaneous"


@ludeme("mode")
class Mode(Ludeme):
    """How the players take their turns: `(mode Alternating)`, one after the other."""

    english = "{type:word}"
    type: ModeType = arg()

    def check(self) -> None:
        """Raises MeaningError if turns are not taken so here."""
        if self.type is not ModeType.ALTERNATING:
            instead = "leave it out: the players move one after the other"
            raise refused(f"mode {self.type.value}", self.span, instead)


@ludeme("player")
class PlayerFacing(Ludeme):
    """A player, by the way its pieces face: `(player N)`."""

    english = "facing {facing:word}"
    facing: CompassDirection = arg()


@ludeme("players")
class Players(Ludeme):
    """How many players there are, or each with the way its pieces face.

    Example: `(players 2)`, `(players {(player N) (player S)})`.
    """

    english = "{number}"
    count: int | None = arg(None)
    each: tuple[PlayerFacing, ...] | None = arg(None)
    one_of = (("count", "each"),)

    @property
    def number(self) -> int:
        """How many players there are."""
        return len(self.each) if self.each is not None else self.count if self.count is not None else 1


@ludeme("equipment")
class Equipment(Ludeme):
    """What the game is played with."""

    english = "{items}"
    items: tuple[Item, ...] = arg()


@ludeme("meta")
class Meta(Ludeme):
    """Rules about the rules."""

    english = "{rules}"
    rules: MetaRule | tuple[MetaRule, ...] = arg()


@ludeme("start")
class Start(Ludeme):
    """How the starting position is set up."""

    english = "{rules}"
    rules: StartRule | tuple[StartRule, ...] = arg()


@ludeme("play")
class Play(Ludeme):
    """The moves of a turn."""

    english = "{moves:moves}"
    moves: Moves = arg()


@ludeme("end")
class End(Ludeme):
    """When the game ends, and how; the rules are looked at in order after every move."""

    english = "{rules}"
    rules: EndRule | tuple[EndRule, ...] = arg()

    def all(self) -> tuple[EndRule, ...]:
        """The endings, in the order in which they are looked at."""
        return self.rules if isinstance(self.rules, tuple) else (self.rules,)


@ludeme("nextPhase")
class NextPhase(Ludeme):
    """When a player goes on to another phase (default: the next one); without a role, all players do.

    Example: `(nextPhase Mover (= 0 (count Pieces Mover in:(sites Hand Mover))) "Movement")`.
    """

    who: RoleType | PlayerArgument | None = arg(None)
    condition: BoolExpr | None = arg(None)
    name: str | None = arg(None, names=Kind.PHASE)

    def says(self, s: Speaker, no: bool = False) -> str:
        who = (
            "all players go"
            if self.who is None or self.who in (RoleType.ALL, RoleType.EACH)
            else s.does(self.who, "go", "goes")
        )
        when = "" if self.condition is None else f"if {s.clause(self.condition)}, "
        to = "the next phase" if self.name is None else f"the phase “{s.say(self.name)}”"
        after = "after that" if self.condition is None else "from then on"
        return f"{when}{who} on to {to}" + ("" if self.condition is not None else f" {after}")


@ludeme("phase")
class Phase(Ludeme):
    """A phase of the game with rules of its own."""

    english = "the phase “{name}”"
    name: str = arg(declares=Kind.PHASE)
    role: RoleType | None = arg(None)
    mode: Mode | None = arg(None)
    play: Play = arg()
    end: End | None = arg(None)
    next: NextPhase | tuple[NextPhase, ...] = arg(())

    def transitions(self) -> tuple[NextPhase, ...]:
        """When a player goes on to another phase, in the order in which that is looked at."""
        return self.next if isinstance(self.next, tuple) else (self.next,)


@ludeme("rules")
class Rules(Ludeme):
    """The rules: how it starts, how it is played, how it ends."""

    english = "[{start}][ {play}][ {end}]"
    meta: Meta | None = arg(None)
    start: Start | None = arg(None)
    play: Play | None = arg(None)
    phases: tuple[Phase, ...] | None = named("phases", None)
    end: End | None = arg(None)


@ludeme("game")
class Game(Ludeme):
    """A whole game."""

    english = "{name}"
    name: str = arg()
    players: Players = arg()
    mode: Mode | None = arg(None)
    equipment: Equipment = arg()
    rules: Rules = arg()
