"""Effects on the state: whose turn it is, scores, remembered things, values of sites."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from gdl.builder.builder import Builder
from gdl.builder.context import Context
from gdl.core import make as k
from gdl.core.ops import Adjust, Expr, Include, Op, Put, SetAt, Store
from gdl.english.grammar import listed, number_word
from gdl.lower.memory import (
    counter_field,
    forget,
    forget_all,
    pending_value_field,
    player_value_field,
    pot_field,
    remember,
    score_field,
    var_field,
)
from gdl.lower.offer import HERE, OfferedMoves, offer, pend, pending_field, pending_flag, run_then
from gdl.lower.places import site_of
from gdl.lower.players import is_several, player, players_of
from gdl.lower.turns import next_field, set_next_if_player
from gdl.ludeme.arguments import PlayerArgument, Then
from gdl.ludeme.base import arg, named
from gdl.ludeme.categories import Handling, IntExpr, Ints, Moves, Region
from gdl.ludeme.kinds import Kept, Kind, Needs, Quantity
from gdl.ludeme.literals import IntLiteral, IntsLiteral
from gdl.ludeme.registry import ludeme
from gdl.ludemes.arithmetic import Minus, Plus
from gdl.ludemes.equipment import Piece
from gdl.ludemes.ints_context import Last
from gdl.ludemes.ints_state import Var
from gdl.words.words import RoleType, SiteType, WordEnum

if TYPE_CHECKING:
    from gdl.english.speaker import Speaker


class Effect(Moves):
    """An effect. Where moves are wanted, it is a move that does just this."""

    then: Then | None

    def act(self, b: Builder) -> None:
        """Emit what the effect does, without what follows it."""
        raise NotImplementedError

    def effect(self, b: Builder) -> None:
        with b.at(self):
            self.act(b)
            run_then(b, self.then)

    def lower(self, b: Builder) -> None:
        with b.at(self):
            done = OfferedMoves(
                sites=k.sites_(1), act=lambda: self.act(b), then=self.then, kind="propose", origin=HERE
            )
            offer(b, self, done)


@ludeme("moveAgain")
class MoveAgain(Effect):
    """The mover moves again.

    Example: `(then (if (is Line 3) (moveAgain)))`.
    """

    names_next = True
    english = "move again"
    handling = Handling.STAYS
    then: Then | None = arg(None)

    def act(self, b: Builder) -> None:
        actor = b.bound(Context.ACTOR)
        again = b.context(Context.MOVER) if actor is None else actor
        b.emit(Store(next_field(b), None, again, span=b.span))


@ludeme("set NextPlayer", "move Set NextPlayer")
class SetNextPlayer(Effect):
    """Say who moves next. A number that is no player's changes nothing.

    Example: `(set NextPlayer (player (who at:(last To))))`.
    """

    names_next = True
    handling = Handling.STAYS
    who: PlayerArgument | Ints = arg()
    then: Then | None = arg(None)

    def act(self, b: Builder) -> None:
        if isinstance(self.who, PlayerArgument):
            set_next_if_player(b, self.who.index.lower(b))
            return

        def store(value: Expr) -> None:
            set_next_if_player(b, value)

        self.who.lower_each(b, store)

    def lower(self, b: Builder) -> None:
        if isinstance(self.who, PlayerArgument):
            super().lower(b)
            return

        def each(value: Expr) -> None:
            def act() -> None:
                set_next_if_player(b, b.context(Context.VALUE))

            chosen = OfferedMoves(
                sites=k.sites_(1), act=act, captures={Context.VALUE: value}, then=self.then, kind="propose",
                origin=HERE,
            )  # fmt: skip
            offer(b, self, chosen)

        with b.at(self):
            self.who.lower_each(b, each)

    def says(self, s: Speaker, no: bool = False) -> str:
        if isinstance(self.who, IntsLiteral):
            who = listed([s.player(each) for each in self.who.items], "or")
        else:
            who = s.player(self.who)
        return f"the next turn is {'yours' if who == 'you' else f'that of {who}'}"


@ludeme("addScore")
class AddScore(Effect):
    """Add to a player's score.

    Example: `(addScore Mover 1)`.
    """

    handling = Handling.STAYS
    who: PlayerArgument | RoleType | tuple[RoleType, ...] | tuple[IntExpr, ...] = arg()
    amount: IntExpr | tuple[IntExpr, ...] = arg()
    then: Then | None = arg(None)

    def act(self, b: Builder) -> None:
        who = self.who if isinstance(self.who, tuple) else (self.who,)
        amounts = self.amount if isinstance(self.amount, tuple) else (self.amount,) * len(who)
        for role, amount in zip(who, amounts, strict=False):
            if isinstance(role, RoleType) and is_several(b, role):
                for number, condition in players_of(b, role, self.span):
                    with b.if_(condition):
                        b.emit(Adjust(score_field(b), k.int_(number), amount.lower(b), span=b.span))
            else:
                b.emit(Adjust(score_field(b), player(b, role, self.span), amount.lower(b), span=b.span))

    def writes(self) -> Sequence[tuple[Kept, str]]:
        return ((Kept.SCORE, ""),)

    def scores_for(self) -> RoleType | None:
        return self.who if isinstance(self.who, RoleType) else None

    def says(self, s: Speaker, no: bool = False) -> str:
        amount = self.amount[0] if isinstance(self.amount, tuple) and self.amount else self.amount
        who = self.who
        lost = isinstance(amount, Minus) and (
            amount.first is None or (isinstance(amount.first, IntLiteral) and amount.first.value == 0)
        )
        if lost and isinstance(amount, Minus):
            return f"{_subject(s, who, 'lose')} {_points(s, amount.second)}"
        if isinstance(amount, IntLiteral) and amount.value < 0:
            return f"{_subject(s, who, 'lose')} {number_word(-amount.value)} {s.scored(-amount.value)}"
        return f"{_subject(s, who, 'score' if s.scores == 'points' else 'get')} {_points(s, amount)}"


class SetPlayerType(WordEnum):
    SCORE = "Score"
    VALUE = "Value"


@ludeme("set")
class SetPlayer(Effect):
    """Set a player's score, or the value that belongs to it.

    Example: `(set Score Mover 0)`.
    """

    for_later = True
    handling = Handling.STAYS
    of: SetPlayerType = arg()
    who: PlayerArgument | RoleType = arg()
    amount: IntExpr = arg()
    then: Then | None = arg(None)

    def act(self, b: Builder) -> None:
        of = score_field(b) if self.of is SetPlayerType.SCORE else player_value_field(b)
        for number, condition in players_of(b, self.who, self.span):
            with b.if_(condition):
                b.emit(Store(of, k.int_(number), self.amount.lower(b), span=b.span))

    def writes(self) -> Sequence[tuple[Kept, str]]:
        return ((Kept.SCORE if self.of is SetPlayerType.SCORE else Kept.PLAYER_VALUE, ""),)

    def scores_for(self) -> RoleType | None:
        return self.who if isinstance(self.who, RoleType) else None

    def says(self, s: Speaker, no: bool = False) -> str:
        whose = s.whose(self.who)
        if self.of is SetPlayerType.VALUE:
            if s.values:
                return f"the number of {whose} {s.values} becomes {s.say(self.amount)}"
            return f"note for {s.player(self.who)} the number {s.say(self.amount)}"
        if s.scores != "points":
            return f"the number of {whose} {s.scores} becomes {s.say(self.amount)}"
        return f"{whose} score becomes {s.say(self.amount)}"


@ludeme("set Pending")
class SetPending(Effect):
    """Mark sites (or just the situation) as pending, until the next move is made.

    Example: `(set Pending (last To))`.
    """

    for_later = True
    handling = Handling.STAYS
    what: IntExpr | Region | None = arg(None)
    then: Then | None = arg(None)

    def needs(self) -> Needs:
        return Needs(pends_numbers=isinstance(self.what, Plus))

    def act(self, b: Builder) -> None:
        b.emit(Store(pending_flag(b), None, k.TRUE, span=b.span))
        if isinstance(self.what, Region):
            b.emit(Include(pending_field(b), None, self.what.lower(b), True, span=b.span))
        elif self.what is not None:
            number = b.assign("pending", self.what.lower(b))
            pend(b, number)
            b.emit(Store(pending_value_field(b), None, number, span=b.span))

    def writes(self) -> Sequence[tuple[Kept, str]]:
        return ((Kept.PENDING, ""),)

    def says(self, s: Speaker, no: bool = False) -> str:
        if self.what is None:
            return "keep this in mind for the next move"
        what = s.noun(self.what).plural if isinstance(self.what, Region) else s.site(self.what)
        return f"keep {what} in mind for the next move"


class SetValueType(WordEnum):
    COUNTER = "Counter"
    POT = "Pot"


@ludeme("set")
class SetCounter(Effect):
    """Set the counter (which grows by one with every move) or the pot.

    Example: `(set Counter)`, which starts it again.
    """

    for_later = True
    handling = Handling.STAYS
    of: SetValueType = arg()
    value: IntExpr | None = arg(None)
    then: Then | None = arg(None)

    def act(self, b: Builder) -> None:
        if self.of is SetValueType.COUNTER:
            value = k.int_(-1) if self.value is None else self.value.lower(b)
            b.emit(Store(counter_field(b), None, value, span=b.span))
        else:
            value = k.int_(0) if self.value is None else self.value.lower(b)
            b.emit(Store(pot_field(b), None, value, span=b.span))

    def writes(self) -> Sequence[tuple[Kept, str]]:
        return ((Kept.COUNTER if self.of is SetValueType.COUNTER else Kept.POT, ""),)

    def says(self, s: Speaker, no: bool = False) -> str:
        return f"set the {s.word(self.of)} to {'zero' if self.value is None else s.say(self.value)}"


@ludeme("set Var")
class SetVar(Effect):
    """Set a variable: `(set Var "Trump" 3)`."""

    for_later = True
    handling = Handling.STAYS
    name: str | None = arg(None, declares=Kind.VARIABLE)
    value: IntExpr | None = arg(None)
    then: Then | None = arg(None)

    def act(self, b: Builder) -> None:
        value = k.int_(-1) if self.value is None else self.value.lower(b)
        b.emit(Store(var_field(b, self.name), None, value, span=b.span))

    def writes(self) -> Sequence[tuple[Kept, str]]:
        return ((Kept.VARIABLE, self.name or ""),)

    @property
    def added(self) -> int | None:
        """The number as written that it adds to what the variable was; None where it sets something else."""
        value = self.value
        if not isinstance(value, Plus) or value.values is not None:
            return None
        one, rest = value.first, value.second
        if isinstance(rest, IntLiteral):
            one, rest = rest, one
        of_it = isinstance(one, IntLiteral) and isinstance(rest, Var) and rest.name == self.name
        return one.value if of_it and isinstance(one, IntLiteral) else None

    def says(self, s: Speaker, no: bool = False) -> str:
        name, value, added = s.variable(self.name), self.value, self.added
        if added is not None:
            return f"add {number_word(added)} to {name}"
        if value is None:
            return f"set {name}"
        return f"set {name} to {s.site(value) if isinstance(value, Last) else s.say(value)}"


class SetSiteType(WordEnum):
    COUNT = "Count"
    STATE = "State"
    VALUE = "Value"


@ludeme("set")
class SetSite(Effect):
    """Set the count, the state or the value of a site: of what stands there.

    A piece takes them along, and one that arrives brings its own: what is set for an empty site is lost then,
    but a piece that is added takes what its `apply` has set for the site.

    Example: `(set State at:(last To) 1)`.
    """

    for_later = True
    handling = Handling.STAYS
    of: SetSiteType = arg()
    type: SiteType | None = arg(None)
    at: IntExpr = named("at", takes=Quantity.SITE)
    level: IntExpr | None = named("level", None)
    value: IntExpr = arg()
    then: Then | None = arg(None)

    def act(self, b: Builder) -> None:
        site = site_of(b, self.at, self.type)
        level = None if self.level is None or not b.facts.stacks else self.level.lower(b)
        if self.of is SetSiteType.COUNT and not b.facts.stacks:
            # Where nothing lies, the first kind of piece is put there.
            what = k.select(k.eq(k.what(site), k.int_(0)), k.int_(b.facts.first_piece), k.what(site))
            b.emit(Put(site, what, count=self.value.lower(b), span=b.span))
            return
        b.emit(SetAt(self.of.value.lower(), site, self.value.lower(b), level, span=b.span))

    def says(self, s: Speaker, no: bool = False) -> str:
        what = {"Count": "the number of pieces on", "State": "the state of", "Value": "the value of"}[
            self.of.value
        ]
        value = s.say(self.value)
        return f"set {what} {s.site(self.at)} to {'your own number' if value == 'you' else value}"


@ludeme("remember Value")
class RememberValue(Effect):
    """Remember a number: `(remember Value "Moved" (last To))`; a `unique` one at most once."""

    for_later = True
    handling = Handling.STAYS
    name: str | None = arg(None, declares=Kind.REMEMBERED)
    value: IntExpr = arg()
    unique: bool = named("unique", False)
    then: Then | None = arg(None)

    def needs(self) -> Needs:
        names = frozenset({self.name})
        return Needs(remembered_once=names) if self.unique else Needs(remembered_again=names)

    def act(self, b: Builder) -> None:
        remember(b, self.name, self.value.lower(b), self.unique)

    def writes(self) -> Sequence[tuple[Kept, str]]:
        return ((Kept.REMEMBERED, self.name or ""),)

    def says(self, s: Speaker, no: bool = False) -> str:
        return f"remember {s.site(self.value)}" + (f" as “{s.say(self.name)}”" if self.name else "")


@ludeme("forget Value")
class ForgetValue(Effect):
    """Forget a remembered number; of one remembered several times, one time."""

    for_later = True
    handling = Handling.STAYS
    name: str | None = arg(None, names=Kind.REMEMBERED)
    value: IntExpr = arg()
    then: Then | None = arg(None)

    def act(self, b: Builder) -> None:
        forget(b, self.name, self.value.lower(b))

    def says(self, s: Speaker, no: bool = False) -> str:
        return f"forget {s.site(self.value)}" + (f" as “{s.say(self.name)}”" if self.name else "")


class All(WordEnum):
    ALL = "All"


@ludeme("forget Value")
class ForgetAllValues(Effect):
    """Forget all remembered numbers: `(forget Value All)`."""

    for_later = True
    handling = Handling.STAYS
    name: str | None = arg(None)
    all: All = arg()
    then: Then | None = arg(None)

    def act(self, b: Builder) -> None:
        forget_all(b, self.name)

    def says(self, s: Speaker, no: bool = False) -> str:
        return "forget all that was remembered" + (f" as “{s.say(self.name)}”" if self.name else "")


@ludeme("flip")
class Flip(Effect):
    """Turn a piece over: its state becomes the other of its two `flips`.

    Example: `(flip (site))`.
    """

    handling = Handling.STAYS
    type: SiteType | None = arg(None)
    where: IntExpr | None = arg(None)
    then: Then | None = arg(None)

    def act(self, b: Builder) -> None:
        site = b.context(Context.TO) if self.where is None else site_of(b, self.where, self.type)
        site = b.assign("flipped", site)
        state = b.assign("state", k.at(Op.STATE_AT, site))
        for component in b.facts.components[1:]:
            flips = component.ludeme.flips if isinstance(component.ludeme, Piece) else None
            if flips is None:
                continue
            one, other = flips.first, flips.second
            turned = k.select(
                k.eq(state, k.int_(one)),
                k.int_(other),
                k.select(k.eq(state, k.int_(other)), k.int_(one), state),
            )
            with b.if_(k.eq(k.what(site), k.int_(component.index))):
                b.emit(SetAt("state", site, turned, span=b.span))

    def says(self, s: Speaker, no: bool = False) -> str:
        where = f"on {s.terms['to']}" if self.where is None else s.on(self.where)
        return "turn it over" if where == f"on its {s.cell}" else f"turn over the piece {where}"


def _points(s: Speaker, amount: Any) -> str:
    if isinstance(amount, IntLiteral):
        return f"{number_word(amount.value)} {s.scored(amount.value)}"
    text = s.say(amount)
    if text.startswith("the number of "):
        return _for_each(s, text.removeprefix("the number of "))
    return f"as many {s.scores} as {text}"


def _for_each(s: Speaker, noun: str) -> str:
    word = "of " if noun.startswith(("your ", "the ")) or "'s " in noun else ""
    if not word:
        first, space, rest = noun.partition(" ")
        noun = (first[:-1] if first.endswith("s") else first) + space + rest
    return f"one {s.scored(1)} for each {word}{noun}"


def _subject(s: Speaker, who: Any, verb: str) -> str:
    name = s.player(who)
    plural = name.startswith("the players") or name == "you"
    return f"{name} {verb if plural else verb + 's'}"
