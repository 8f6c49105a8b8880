"""Effects that say something: proposals, votes, notes and events."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from gdl.builder.builder import Builder
from gdl.core import make as k
from gdl.core.ops import Adjust, Expr, Store
from gdl.english.grammar import listed
from gdl.lower.memory import (
    MAX_TEXTS,
    decided_field,
    proposed_field,
    text_number,
    triggered_field,
    votes_field,
    votes_for_field,
)
from gdl.lower.offer import HERE, OfferedMoves, offer
from gdl.lower.players import is_several, player, players_of
from gdl.lower.turns import out_field
from gdl.ludeme.arguments import PlayerArgument, Then
from gdl.ludeme.base import arg, named
from gdl.ludeme.categories import BoolExpr, FloatExpr, Handling, IntExpr, Ints, Region
from gdl.ludeme.kinds import Kept, Kind
from gdl.ludeme.registry import ludeme
from gdl.ludemes.arguments import Range
from gdl.ludemes.effects import Effect
from gdl.words.words import RoleType

if TYPE_CHECKING:
    from gdl.english.speaker import Speaker


@ludeme("note")
class Note(Effect):
    """Tell the players something; the game is not changed by it."""

    for_later = True
    english = "tell {to:player?everybody} “{message}”"
    handling = Handling.STAYS
    of: PlayerArgument | RoleType | None = named("player", None)
    message: str | IntExpr | Ints | FloatExpr | BoolExpr | Region | Range = arg()
    to: PlayerArgument | RoleType | None = named("to", None)
    then: Then | None = arg(None)

    def act(self, b: Builder) -> None:
        """Nothing to do."""


@ludeme("move Propose", "propose")
class Propose(Effect):
    """Propose something to the other players: `(move Propose "Draw")`."""

    said: ClassVar[Kept] = Kept.PROPOSAL
    handling = Handling.STAYS
    what: str | tuple[str, ...] = arg(declares=Kind.PROPOSAL)
    then: Then | None = arg(None)

    def _texts(self) -> tuple[str, ...]:
        return self.what if isinstance(self.what, tuple) else (self.what,)

    def act(self, b: Builder) -> None:
        for text in self._texts():
            self.say(b, text)

    def say(self, b: Builder, text: str) -> None:
        """Emit what it does to say one of the texts."""
        b.emit(Store(proposed_field(b), None, text_number(b, text), span=b.span))
        b.emit(Store(votes_field(b), None, k.int_(0), span=b.span))
        with b.count_up(k.int_(0), k.int_(MAX_TEXTS - 1)) as number:
            b.emit(Store(votes_for_field(b), number, k.int_(0), span=b.span))

    def lower(self, b: Builder) -> None:
        with b.at(self):
            for text in self._texts():
                said = OfferedMoves(
                    sites=k.sites_(1), act=partial(self.say, b, text), then=self.then, kind="propose",
                    label=text, variant=text, origin=HERE,
                )  # fmt: skip
                offer(b, self, said)

    def writes(self) -> Sequence[tuple[Kept, str]]:
        return [(self.said, text) for text in self._texts()]

    def says(self, s: Speaker, no: bool = False) -> str:
        return f"propose {_quoted(s, self.what)}"


@ludeme("move Vote", "vote")
class Vote(Propose):
    """Vote on what is proposed: `(or (move Vote "End") (move Vote "No"))`.

    What more than half of the players vote for is decided, `(is Decided "End")`. Once it is, or all have
    voted, it is no longer proposed. A vote for something that was not proposed is one against what was.
    """

    said = Kept.VOTE
    what: str | tuple[str, ...] = arg(names=Kind.PROPOSAL)
    then: Then | None = arg(None)

    def say(self, b: Builder, text: str) -> None:
        b.routine("vote", lambda: self._count(b, text), key=("vote", text))

    @staticmethod
    def _count(b: Builder, text: str) -> None:
        votes, number = votes_field(b), text_number(b, text)
        players = b.facts.players
        out = out_field(b) if players > 2 else None
        numbers = range(1, players + 1)
        gone = [k.to_int(k.elem(out, k.int_(p))) for p in numbers] if out is not None else []
        voters: Expr = k.int_(players)
        for each in gone:
            voters = k.sub(voters, each)
        voters = b.assign("voters", voters)
        b.emit(Adjust(votes, None, k.int_(1), span=b.span))
        b.emit(Adjust(votes_for_field(b), number, k.int_(1), span=b.span))
        votes_for = k.elem(votes_for_field(b), number)
        agreed = b.assign("agreed", k.gt(k.mul(votes_for, k.int_(2)), voters))
        with b.if_(agreed):
            b.emit(Store(decided_field(b, text), None, k.TRUE, span=b.span))
        with b.if_(k.or_(agreed, k.ge(k.field(votes), voters))):
            b.emit(Store(proposed_field(b), None, k.int_(-1), span=b.span))

    def says(self, s: Speaker, no: bool = False) -> str:
        return f"vote for {_quoted(s, self.what)}"


@ludeme("trigger")
class Trigger(Effect):
    """Note that something has happened to a player: `(trigger "FlagCaptured" Next)`."""

    handling = Handling.STAYS
    event: str = arg(declares=Kind.EVENT)
    who: IntExpr | RoleType = arg()
    then: Then | None = arg(None)

    def act(self, b: Builder) -> None:
        field = triggered_field(b, self.event)
        if isinstance(self.who, RoleType) and is_several(b, self.who):
            for number, condition in players_of(b, self.who, self.span):
                with b.if_(condition):
                    b.emit(Store(field, k.int_(number), k.TRUE, span=b.span))
        else:
            b.emit(Store(field, player(b, self.who, self.span), k.TRUE, span=b.span))

    def writes(self) -> Sequence[tuple[Kept, str]]:
        return ((Kept.EVENT, self.event),)

    def says(self, s: Speaker, no: bool = False) -> str:
        return f"note that “{s.say(self.event)}” has happened to {s.player(self.who)}"


def _quoted(s: Speaker, what: str | tuple[str, ...]) -> str:
    texts = what if isinstance(what, tuple) else (what,)
    return listed([f"“{s.say(text)}”" for text in texts], "or")
