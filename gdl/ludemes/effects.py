"""Effects on the state: whose turn it is, scores, remembered things, values of sites."""

from __future__ import annotations

from functools import partial

from gdl.builder.builder import Builder
from gdl.builder.context import Context
from gdl.builder.meaning_error import unsupported
from gdl.core import make as k
from gdl.core.ops import BOOL, INT, Adjust, Expr, Field, Include, Op, Put, SetAt, Store
from gdl.core.programs import PLAYER_VALUE, SCORE
from gdl.lower.memory import forget, forget_all, remember, var_field
from gdl.lower.offer import HERE, OfferedMoves, offer, pending_field, pending_flag, run_then
from gdl.lower.places import site_of
from gdl.lower.players import is_several, player, players_of
from gdl.lower.turns import next_field, out_field, set_next_if_player
from gdl.ludeme.arguments import PlayerArgument, Then
from gdl.ludeme.base import arg, named
from gdl.ludeme.categories import BoolExpr, FloatExpr, Handling, IntExpr, Ints, Moves, Region
from gdl.ludeme.kinds import Kind, Quantity
from gdl.ludeme.needs import Needs
from gdl.ludeme.registry import ludeme
from gdl.ludemes.arguments import Range
from gdl.ludemes.equipment import Piece
from gdl.words.words import RoleType, SiteType, WordEnum


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

    english = "move again"
    handling = Handling.STAYS
    then: Then | None = arg(None)

    def act(self, b: Builder) -> None:
        b.emit(Store(next_field(b), None, b.context(Context.MOVER), span=b.span))


@ludeme("set NextPlayer", "move Set NextPlayer")
class SetNextPlayer(Effect):
    """Say who moves next. A number that is no player's changes nothing.

    Example: `(set NextPlayer (player (who at:(last To))))`.
    """

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


def score_field(b: Builder) -> Field:
    """The players' scores."""
    return b.declare(SCORE, INT, b.facts.players + 1, called="the score of {player}")


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


class SetPlayerType(WordEnum):
    SCORE = "Score"
    VALUE = "Value"


def player_value_field(b: Builder) -> Field:
    """A number that each player carries; before it is set, `Off`."""
    return b.declare(PLAYER_VALUE, INT, b.facts.players + 2, -1, called="the value of {player}")


@ludeme("set")
class SetPlayer(Effect):
    """Set a player's score, or the value that belongs to it.

    Example: `(set Score Mover 0)`.
    """

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


def pending_value_field(b: Builder) -> Field:
    """The number that is pending."""
    return b.declare("pending_value", INT, called=None)


@ludeme("set Pending")
class SetPending(Effect):
    """Mark sites (or just the situation) as pending, until the next move is made.

    Example: `(set Pending (last To))`.
    """

    handling = Handling.STAYS
    what: IntExpr | Region | None = arg(None)
    then: Then | None = arg(None)

    def act(self, b: Builder) -> None:
        b.emit(Store(pending_flag(b), None, k.TRUE, span=b.span))
        if isinstance(self.what, Region):
            b.emit(Include(pending_field(b), None, self.what.lower(b), True, span=b.span))
        elif self.what is not None:
            number = b.assign("pending", self.what.lower(b))
            b.emit(Include(pending_field(b), None, k.one(number), True, span=b.span))
            b.emit(Store(pending_value_field(b), None, number, span=b.span))


class SetValueType(WordEnum):
    COUNTER = "Counter"
    POT = "Pot"


@ludeme("set")
class SetCounter(Effect):
    """Set the counter (which grows by one with every move) or the pot.

    Example: `(set Counter)`, which starts it again.
    """

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


def counter_field(b: Builder, by_rules: bool = True) -> Field:
    """The counter: -1 at first and where it was set, one more after every move, as in Ludii's recorded games.
    People are told of it where rules asked for it, or set it, before anything else did."""
    return b.declare("counter", INT, None, -1, called="the counter" if by_rules else None)


def pot_field(b: Builder) -> Field:
    """What is in the pot."""
    return b.declare("pot", called="what is in the pot")


@ludeme("set Var")
class SetVar(Effect):
    """Set a variable: `(set Var "Trump" 3)`."""

    handling = Handling.STAYS
    name: str | None = arg(None, declares=Kind.VARIABLE)
    value: IntExpr | None = arg(None)
    then: Then | None = arg(None)

    def act(self, b: Builder) -> None:
        value = k.int_(-1) if self.value is None else self.value.lower(b)
        b.emit(Store(var_field(b, self.name), None, value, span=b.span))


class SetSiteType(WordEnum):
    COUNT = "Count"
    STATE = "State"
    VALUE = "Value"


@ludeme("set")
class SetSite(Effect):
    """Set the count, the state or the value of a site: of what stands there.

    A piece takes them along, and one that arrives brings its own: what is set for an empty site is lost then.

    Example: `(set State at:(last To) 1)`.
    """

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
            what = k.select(k.eq(k.what(site), k.int_(0)), k.int_(1), k.what(site))
            b.emit(Put(site, what, count=self.value.lower(b), span=b.span))
            return
        b.emit(SetAt(self.of.value.lower(), site, self.value.lower(b), level, span=b.span))


@ludeme("remember Value")
class RememberValue(Effect):
    """Remember a number: `(remember Value "Moved" (last To))`; a `unique` one at most once."""

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


@ludeme("forget Value")
class ForgetValue(Effect):
    """Forget a remembered number; of one remembered several times, one time."""

    handling = Handling.STAYS
    name: str | None = arg(None, names=Kind.REMEMBERED)
    value: IntExpr = arg()
    then: Then | None = arg(None)

    def act(self, b: Builder) -> None:
        forget(b, self.name, self.value.lower(b))


class All(WordEnum):
    ALL = "All"


@ludeme("forget Value")
class ForgetAllValues(Effect):
    """Forget all remembered numbers: `(forget Value All)`."""

    handling = Handling.STAYS
    name: str | None = arg(None)
    all: All = arg()
    then: Then | None = arg(None)

    def act(self, b: Builder) -> None:
        forget_all(b, self.name)


@ludeme("note")
class Note(Effect):
    """Tell the players something; the game is not changed by it."""

    english = "tell {to:player?everybody} “{message}”"
    handling = Handling.STAYS
    of: PlayerArgument | RoleType | None = named("player", None)
    message: str | IntExpr | Ints | FloatExpr | BoolExpr | Region | Range = arg()
    to: PlayerArgument | RoleType | None = named("to", None)
    then: Then | None = arg(None)

    def act(self, b: Builder) -> None:
        """Nothing to do."""


#: So many things can be proposed and voted for in one game.
MAX_TEXTS = 16


class _Said(dict[str, int]):
    """Side table: the numbers of the texts that players say."""


def text_number(b: Builder, text: str) -> Expr:
    """A number for a text that players say."""
    texts = b.side_table(_Said)
    number = texts.setdefault(text, len(texts))
    if number >= MAX_TEXTS:
        raise unsupported(f"more than {MAX_TEXTS} things to say", b.span, "use some of the texts again")
    return k.int_(number)


def proposed_field(b: Builder) -> Field:
    """What is proposed, -1 for nothing."""
    return b.declare("proposed", INT, None, -1, called=None)


def decided_field(b: Builder, text: str) -> Field:
    """Whether something was decided on."""
    return b.declare(f"decided_{text}", BOOL, None, False, called=f'"{text}" is decided on')


def votes_field(b: Builder) -> Field:
    """How many players have voted on what is proposed."""
    return b.declare("votes", INT, None, 0, called="the number of votes")


def votes_for_field(b: Builder) -> Field:
    """How many have voted for each text, by its number."""
    return b.declare("votes_for", INT, MAX_TEXTS, called=None)


@ludeme("move Propose", "propose")
class Propose(Effect):
    """Propose something to the other players: `(move Propose "Draw")`."""

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


@ludeme("move Vote", "vote")
class Vote(Propose):
    """Vote on what is proposed: `(or (move Vote "End") (move Vote "No"))`.

    What more than half of the players vote for is decided, `(is Decided "End")`. Once it is, or all have
    voted, it is no longer proposed. A vote for something that was not proposed is one against what was.
    """

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


def triggered_field(b: Builder, event: str) -> Field:
    """To which players something has happened."""
    called = f'"{event}" has happened to {{player}}'
    return b.declare(f"triggered_{event}", BOOL, b.facts.players + 2, False, called=called)


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
