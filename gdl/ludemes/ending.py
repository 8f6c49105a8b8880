"""How games end: conditions and results."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import TYPE_CHECKING

from gdl.builder.builder import Builder
from gdl.builder.context import Context
from gdl.builder.goals import Goal, Promise, fixed, from_state
from gdl.builder.meaning_error import unsupported
from gdl.core import make as k
from gdl.core.ops import Expr, Return, Store
from gdl.english.grammar import capital, listed
from gdl.english.phrases import Point
from gdl.lower.closeness import AVOIDABLE, all_of, lead
from gdl.lower.memory import score_field
from gdl.lower.players import EVERYBODY, player, players_of
from gdl.lower.results import by_score, draw, finish, finish_together, lose_together, over_field
from gdl.ludeme.base import Ludeme, arg, named
from gdl.ludeme.categories import BoolExpr, EndRule, FloatExpr, IntExpr, Result
from gdl.ludeme.kinds import Kept
from gdl.ludeme.registry import ludeme
from gdl.words.words import ResultType, RoleType, WordEnum

if TYPE_CHECKING:
    from gdl.english.speaker import Speaker

DRAWS = (ResultType.DRAW, ResultType.TIE, ResultType.ABANDON, ResultType.CRASH)


@ludeme("result")
class PlayerResult(Result):
    """A player or a team wins or loses, or the game is drawn: `(result Mover Win)`, `(result TeamMover Win)`.

    Among more than two players whoever wins or loses alone is out, and the others play on for the remaining
    ranks until one is left. A team wins or loses together, and that ends the game.
    """

    role: RoleType = arg()
    result: ResultType = arg()

    def lower(self, b: Builder) -> None:
        with b.at(self):
            if self.result in DRAWS:
                draw(b)
                return
            wins = self.result is ResultType.WIN
            if self.role.value.startswith("Team"):
                finish_together(b, players_of(b, self.role, self.span), wins)
            elif self.role in EVERYBODY:
                draw(b)  # who wins or loses with everybody shares the rank with everybody
            else:
                finish(b, b.assign("player", player(b, self.role, self.span)), wins)

    def loses(self) -> RoleType | None:
        return self.role if self.result is ResultType.LOSS else None

    def goals(self, b: Builder, near: Expr | None) -> list[Goal]:
        if near is None or self.result in DRAWS:
            return []
        meant = [p for p, included in players_of(b, self.role, self.span) if fixed(b, included)]
        if self.result is ResultType.WIN:
            return [Goal(p, Promise.WIN, near) for p in meant]
        mover = fixed(b, b.context(Context.MOVER))
        return [
            Goal(p, Promise.LOSS, k.mul(near, k.float_(AVOIDABLE)) if p == mover else near) for p in meant
        ]

    def says(self, s: Speaker, no: bool = False) -> str:
        if self.result in (ResultType.DRAW, ResultType.TIE):
            return "the game is drawn"
        if self.result in (ResultType.ABANDON, ResultType.CRASH):
            return "the game is broken off"
        verb = "win" if self.result is ResultType.WIN else "lose"
        if self.role in (RoleType.ALL, RoleType.EACH):
            return f"all players {verb}"
        return s.does(self.role, verb)


@ludeme("score")
class ScoreOf(Ludeme):
    """What a player's score counts as at the end."""

    role: RoleType = arg()
    value: IntExpr = arg()

    def says(self, s: Speaker, no: bool = False) -> str:
        return f"{s.player(self.role)} {_gets(s, self.role)} {s.say(self.value)}"


@ludeme("byScore")
class ByScore(Result):
    """Most points win (with `misere` fewest); equal points share the rank.

    Example: `(byScore {(score P1 (count Pieces P1)) (score P2 (count Pieces P2))})`.
    """

    scores: tuple[ScoreOf, ...] | None = arg(None)
    misere: bool = named("misere", False)

    def lower(self, b: Builder) -> None:
        with b.at(self):
            for given in self.scores or ():
                for number, condition in players_of(b, given.role, given.span):
                    with b.if_(condition), b.bind({Context.PLAYER: k.int_(number)}):
                        b.emit(Store(score_field(b), k.int_(number), given.value.lower(b), span=b.span))
            players = range(1, b.facts.players + 1)
            by_score(b, [k.elem(score_field(b), k.int_(p)) for p in players], self.misere)

    def goals(self, b: Builder, near: Expr | None) -> list[Goal]:
        scores: dict[int, Expr | None] = {
            p: k.elem(score_field(b), k.int_(p)) for p in range(1, b.facts.players + 1)
        }
        for given in self.scores or ():
            for number, condition in players_of(b, given.role, given.span):
                if fixed(b, condition):
                    with b.bind({Context.PLAYER: k.int_(number)}):
                        scores[number] = from_state(b, given.value.lower(b))
        there = {p: score for p, score in scores.items() if score is not None}
        if len(there) < len(scores):
            return []
        always = {p: fixed(b, score) for p, score in there.items()}
        sure = [score for score in always.values() if score is not None]
        if len(sure) == len(there):
            # The condition alone decides who wins.
            best = min(sure) if self.misere else max(sure)
            winners = [p for p, score in always.items() if score == best]
            return [] if near is None else [Goal(p, Promise.WIN, near) for p in winners]
        kept = {p: b.assign("points", score) for p, score in there.items()}
        goals = []
        for p, mine in kept.items():
            others = [score for q, score in kept.items() if q != p]
            if others:
                best_other = reduce(k.min_ if self.misere else k.max_, others)
                ahead = k.sub(best_other, mine) if self.misere else k.sub(mine, best_other)
                goals.append(Goal(p, Promise.POINTS, lead(ahead)))
        return goals

    def reads(self) -> Sequence[tuple[Kept, str]]:
        return ((Kept.SCORE, ""),)

    def writes(self) -> Sequence[tuple[Kept, str]]:
        return self.reads() if self.scores else ()

    def says(self, s: Speaker, no: bool = False) -> str:
        order = f"{_order(s, self)}, and {_equal(s)} share the rank"
        return order if self.scores is None else f"{order}; {listed([s.say(each) for each in self.scores])}"


@ludeme("payoff")
class Payoff(Ludeme):
    """What a player gets at the end."""

    english = "{role:player} gets {value}"
    role: RoleType = arg()
    value: FloatExpr = arg()


@ludeme("payoffs")
class Payoffs(Result):
    """The players get payoffs; who gets most is ranked first."""

    instead = "keep scores, `(addScore Mover 1)`, and end by them: `(byScore)`"

    payoffs: tuple[Payoff, ...] = arg()

    def says(self, s: Speaker, no: bool = False) -> str:
        return f"{listed([s.say(each) for each in self.payoffs])}, and who gets most wins"


@ludeme("if")
class EndIf(EndRule):
    """The game ends so if the condition holds.

    Example: `(if (is Line 3) (result Mover Win))`.
    """

    condition: BoolExpr = arg()
    rules: EndRule | tuple[EndRule, ...] | None = arg(None)
    result: Result | None = arg(None)

    def lower(self, b: Builder) -> None:
        with b.at(self):
            condition = self.condition.lower(b)
            if condition == k.FALSE:
                self._never(b)
                return
            self._if_so(b, condition)

    def _never(self, b: Builder) -> None:
        place = self.condition.span
        if b.has_warned(place):
            return  # what makes it so was told
        b.warn("W0401", "this never holds, so this ending never comes", place, "always false")

    def _if_so(self, b: Builder, condition: Expr) -> None:
        with b.if_(condition):
            rules = self.rules if isinstance(self.rules, tuple) else (self.rules,) if self.rules else ()
            for rule in rules:
                rule.lower(b)
            if self.result is not None:
                self.result.lower(b)
            if b.facts.players > 2:
                with b.if_(k.field(over_field(b))):
                    b.emit(Return(span=b.span))
            elif self.result is not None:
                b.emit(Return(span=b.span))

    def goals(self, b: Builder) -> list[Goal]:
        near = self.condition.closeness(b)
        if near == k.float_(0.0):
            return []
        rules = self.rules if isinstance(self.rules, tuple) else (self.rules,) if self.rules else ()
        inner = [goal for rule in rules for goal in rule.goals(b)]
        aims = [
            goal if goal.promise is Promise.POINTS else Goal(goal.player, goal.promise, both)
            for goal in inner
            if (both := all_of([near, goal.value])) is not None
        ]
        return aims if self.result is None else [*aims, *self.result.goals(b, near)]

    def says(self, s: Speaker, no: bool = False) -> Point:
        text, parts = s.condition(self.condition)
        results = [] if self.result is None else [s.say(self.result)]
        rules = self.rules if isinstance(self.rules, tuple) else () if self.rules is None else (self.rules,)
        inner = tuple(s.ending(rule) for rule in rules)
        if isinstance(self.result, ByScore) and self.result.scores:
            results = [
                _order(s, self.result)
                if self.result.misere
                else f"{_order(s, self.result)} ({_equal(s)} share the rank)"
            ]
            inner += tuple(Point(capital(s.say(each)), (), each.span) for each in self.result.scores)
        if parts:
            then = f"then {listed(results)}" if results else "then"
            return Point(f"if {text}:", (*parts, Point(f"{capital(then)}", inner, self.span)), self.span)
        if not results and not inner:
            return Point(f"if {text}, the game is over", (), self.span)
        colon = ":" if inner else ""
        return Point(f"if {text}{', ' + listed(results) if results else ''}{colon}", inner, self.span)


class OverTracks(WordEnum):
    """The tracks, one by one."""

    TRACK = "Track"


@ludeme("forEach")
class EndForEach(EndRule):
    """An ending for each player for whom the condition holds, with `Player` standing for it.

    Example: `(forEach Player if:(no Pieces Player) (result Player Loss))`.
    """

    over: RoleType | OverTracks | None = arg(None)
    condition: BoolExpr = named("if")
    result: Result = arg()

    def lower(self, b: Builder) -> None:
        if isinstance(self.over, OverTracks):
            raise unsupported(
                "an ending for each track",
                self.span,
                "write an ending for each: `(if ... (result Mover Win))`",
            )
        with b.at(self):
            everyone = self.over in (None, RoleType.PLAYER, RoleType.ALL, RoleType.EACH)
            role = RoleType.ALL if everyone else self.over
            if b.facts.players > 2 and self.result.loses() is RoleType.PLAYER:
                self._lose(b, players_of(b, role, self.span))
                return
            for number, included in players_of(b, role, self.span):
                with b.bind({Context.PLAYER: k.int_(number)}):
                    with b.if_(k.and_(included, self.condition.lower(b))):
                        self.result.lower(b)
            with b.if_(k.field(over_field(b))):
                b.emit(Return(span=b.span))

    def _lose(self, b: Builder, players: list[tuple[int, Expr]]) -> None:
        """Players who lose at the same moment share their ranks."""
        losing = []
        for number, included in players:
            with b.bind({Context.PLAYER: k.int_(number)}):
                losing.append((number, b.assign("loses", k.and_(included, self.condition.lower(b)))))
        lose_together(b, losing)
        with b.if_(k.field(over_field(b))):
            b.emit(Return(span=b.span))

    def goals(self, b: Builder) -> list[Goal]:
        everyone = self.over in (None, RoleType.PLAYER, RoleType.ALL, RoleType.EACH)
        role = RoleType.ALL if everyone or isinstance(self.over, OverTracks) else self.over
        aims: list[Goal] = []
        for number, included in players_of(b, role, self.span):
            if fixed(b, included):
                with b.bind({Context.PLAYER: k.int_(number)}):
                    aims += self.result.goals(b, self.condition.closeness(b))
        return aims

    def says(self, s: Speaker, no: bool = False) -> Point:
        with s.about(player="that player"):
            who = (
                "any player"
                if self.over in (None, RoleType.PLAYER, RoleType.ALL, RoleType.EACH)
                else s.say(self.over)
            )
            return Point(f"for {who}: if {s.clause(self.condition)}, {s.say(self.result)}", (), self.span)


def _order(s: Speaker, it: ByScore) -> str:
    return f"the fewest {s.scores} win" if it.misere else f"the most {s.scores} win"


def _equal(s: Speaker) -> str:
    return "equal points" if s.scores == "points" else f"equal numbers of {s.scores}"


def _gets(s: Speaker, role: RoleType) -> str:
    return "count" if s.player(role) == "you" else "counts"
