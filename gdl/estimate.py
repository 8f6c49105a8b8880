"""A general evaluation of states, lowered from what the rules say about the end of the game.

`estimate(player)` tells from -1.0 to 1.0 how a player stands (0.0: even), by the state alone. Each ending
says how near it is to what it promises (`goals`, from the `closeness` of its condition), once for each player
as if that player had just moved. To that comes material where pieces can be taken. Mobility is left to
searches: they know the moves. In a match the players are people, and how the present game stands counts too.

The estimate joins the prepared program of its game as a guest: see gdl/core/guests.py.
"""

from __future__ import annotations

from functools import reduce

from gdl.core import make as k
from gdl.core.builder import Builder, Context
from gdl.core.effects_of import Effects
from gdl.core.guests import Guests
from gdl.core.ops import FLOAT, INT, Expr, Include, Param, Program, Stmt, Take, TakeLevel
from gdl.core.walk import block_exprs, statements
from gdl.facts import Facts
from gdl.lowering.clearing import TO_CLEAR
from gdl.lowering.closeness import Goal, Promise, any_of, called
from gdl.lowering.matches import IN_MATCH, person_field
from gdl.ludeme import EndRule
from gdl.ludemes.game import Game
from gdl.ludemes.match import Match, Seating

#: What the procedure is called in programs that have it.
ESTIMATE = "estimate"
#: By so much an advantage has to lead to count half of a win.
HALF_WON = 0.25
#: How much the present game of a match counts beside the match.
GAME = 0.25


def lower_estimate(game: Game, facts: Facts, program: Program, match: Match | None = None) -> Guests:
    """The estimate of a game, or of a match of it; `program` is what that was lowered to."""
    if match is None:
        return _Estimating(game, facts, program).guests()
    return _MatchEstimating(match, game, facts, program).guests()


class _Estimating:
    """Lowers the estimate of one game."""

    def __init__(self, game: Game, facts: Facts, program: Program) -> None:
        self.game = game
        self.facts = facts
        self.program = program
        self.b = Builder(facts)

    def guests(self) -> Guests:
        b = self.b
        with b.procedure(ESTIMATE, FLOAT, outer={}, extra=(Param("player_", INT),), name=ESTIMATE):
            standings = self._standings()
            last = self.facts.players
            found = standings[last]
            for player in range(1, last):
                found = k.select(k.eq(k.var("player_", INT), k.int_(player)), standings[player], found)
            b.returns(found)
        used = (ESTIMATE, *called(b, *block_exprs(b.procs[ESTIMATE].body)))
        return Guests(tuple(b.procs[name] for name in used), (ESTIMATE,), f"{ESTIMATE}_")

    def _standings(self) -> dict[int, Expr]:
        """How each player stands."""
        return _among(self._worths(self._endings(), self._takes))

    def _endings(self) -> list[EndRule]:
        rules = self.game.rules
        ends = (*(phase.end for phase in rules.phases or ()), rules.end)
        return [rule for end in ends if end is not None for rule in end.all()]

    def _worths(self, endings: list[EndRule], material: bool) -> dict[int, Expr]:
        """For each player a number that says how near the own goals are, and how far those of others."""
        b = self.b
        players = range(1, self.facts.players + 1)
        goals: list[Goal] = []
        for player in players:
            after = player % self.facts.players + 1
            before = (player - 2) % self.facts.players + 1
            bound = {Context.MOVER: player, Context.NEXT: after, Context.PREV: before}
            with b.bind({name: k.int_(number) for name, number in bound.items()}):
                made = [goal for rule in endings for goal in rule.goals(b)]
                goals += (g for g in made if g.promise is not Promise.POINTS or g.player == player)
        worths = {player: _worth(player, goals) for player in players}
        if material:
            worths = {player: k.add(worth, self._material(player)) for player, worth in worths.items()}
        return {player: b.assign("worth", worth) for player, worth in worths.items()}

    # --- material -------------------------------------------------------------------------------------

    @property
    def _takes(self) -> bool:
        """Can pieces be lost?"""
        effects = Effects(self.program)
        reached = frozenset[str]().union(*(effects.reached(kind.play) for kind in self.program.kinds))
        return any(_takes(stmt) for name in reached for stmt in statements(effects.procs[name].body))

    def _material(self, player: int) -> Expr:
        """A player's share of all players' pieces."""
        own = k.to_float(k.size(k.owned(k.int_(player))))
        everybody = (k.size(k.owned(k.int_(p))) for p in range(1, self.facts.players + 1))
        return k.div(own, k.to_float(k.add(k.int_(1), reduce(k.add, everybody))))


class _MatchEstimating(_Estimating):
    """Lowers the estimate of a match."""

    def __init__(self, match: Match, game: Game, facts: Facts, program: Program) -> None:
        super().__init__(game, facts, program)
        self.match = match

    def _standings(self) -> dict[int, Expr]:
        b = self.b
        seats = super()._standings()
        b.memo[IN_MATCH] = True
        people = self._worths(list(self.match.end.all()), False)
        worths = {}
        for person, worth in people.items():
            here = seats[person]
            if self.match.games.seats is Seating.ROTATE:
                here = k.float_(0.0)
                for seat, standing in seats.items():
                    sits = k.eq(k.elem(person_field(b), k.int_(seat)), k.int_(person))
                    here = k.select(sits, standing, here)
            worths[person] = b.assign("worth", k.add(worth, k.mul(here, k.float_(GAME))))
        return _among(worths)


def _takes(stmt: Stmt) -> bool:
    """Do pieces leave the board, now or when the turn ends?"""
    later = isinstance(stmt, Include) and stmt.present and stmt.field.name == TO_CLEAR
    return later or isinstance(stmt, Take | TakeLevel)


def _among(worths: dict[int, Expr]) -> dict[int, Expr]:
    """How each stands among the others, by what each one's goals and means are worth."""
    standings = {}
    for player, worth in worths.items():
        others = [other for number, other in worths.items() if number != player]
        ahead = k.sub(worth, reduce(k.max_, others)) if others else worth
        standings[player] = k.div(ahead, k.add(k.abs_(ahead), k.float_(HALF_WON)))
    return standings


def _worth(player: int, goals: list[Goal]) -> Expr:
    mine: dict[Promise, list[Expr]] = {promise: [] for promise in Promise}
    for goal in goals:
        if goal.player == player and goal.value not in mine[goal.promise]:
            mine[goal.promise].append(goal.value)
    won, lost = any_of(mine[Promise.WIN]), any_of(mine[Promise.LOSS])
    parts = [*([] if won is None else [won]), *mine[Promise.POINTS]]
    worth = reduce(k.add, parts) if parts else k.float_(0.0)
    return worth if lost is None else k.sub(worth, lost)
