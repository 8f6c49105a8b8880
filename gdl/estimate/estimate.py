"""A general evaluation of states, lowered from what the rules say about the end of the game.

`estimate(player)` tells from -1.0 to 1.0 how a player stands (0.0: even), by the state alone. Each ending
says how near it is to what it promises (`goals`, from the `closeness` of its condition), once for each player
as if that player had just moved. To that come material where pieces can be taken, and the ways to where the
rules of play want pieces. Mobility is left to searches: they know the moves. In a match the players are
people, and how the present game stands counts too.

The estimate is linked to the prepared program of its game: see gdl/passes/linker.py.
"""

from __future__ import annotations

from functools import cached_property, reduce

from gdl.analyses.mod_ref import Effects
from gdl.builder.builder import Builder
from gdl.builder.context import Context
from gdl.builder.goals import Goal, Promise, callees
from gdl.core import make as k
from gdl.core.ops import FLOAT, INT, Expr, Include, Param, Program, Stmt, Take, TakeLevel
from gdl.core.programs import ESTIMATE, TO_CLEAR
from gdl.core.walk import block_exprs, statements
from gdl.equip.facts import Facts
from gdl.estimate.aims import Aim, aims, first_material, material, rows_wanted, way_home, worths
from gdl.lower.closeness import any_of, on_the_way
from gdl.lower.results import MatchRules, person_field
from gdl.ludeme.base import ludemes_in
from gdl.ludeme.categories import EndRule, Moves, StartRule
from gdl.ludemes.booleans import NoPieces
from gdl.ludemes.game import Game
from gdl.ludemes.match import Match, Seating
from gdl.passes.linker import LinkUnit

#: By so much an advantage has to lead to count half of a win.
HALF_WON = 0.25
#: How much the present game of a match counts beside the match.
GAME = 0.25
#: How much pieces count beside how near wins are, and the ways and rows that the rules of play want.
MATERIAL, WAY = 0.5, 0.15


def lower_estimate(game: Game, facts: Facts, program: Program, match: Match | None = None) -> LinkUnit:
    """The estimate of a game, or of a match of it; `program` is what that was lowered to."""
    if match is None:
        return _Estimating(game, facts, program).unit()
    return _MatchEstimating(match, game, facts, program).unit()


class _Estimating:
    """Lowers the estimate of one game."""

    def __init__(self, game: Game, facts: Facts, program: Program) -> None:
        self.game = game
        self.facts = facts
        self.program = program
        self.b = Builder(facts)

    def unit(self) -> LinkUnit:
        b = self.b
        with b.procedure(ESTIMATE, FLOAT, outer={}, extra=(Param("player_", INT),), name=ESTIMATE):
            standings = self._standings()
            last = self.facts.players
            result = standings[last]
            for player in range(1, last):
                result = k.select(k.eq(k.var("player_", INT), k.int_(player)), standings[player], result)
            b.returns(result)
        used = (ESTIMATE, *callees(b, *block_exprs(b.procs[ESTIMATE].body)))
        return LinkUnit(tuple(b.procs[name] for name in used), (ESTIMATE,), f"{ESTIMATE}_")

    def _standings(self) -> dict[int, Expr]:
        """How each player stands."""
        return _among(self._worths(self._endings(), True))

    def _endings(self) -> list[EndRule]:
        rules = self.game.rules
        ends = (*(phase.end for phase in rules.phases or ()), rules.end)
        return [rule for end in ends if end is not None for rule in end.all()]

    def _worths(self, endings: list[EndRule], of_play: bool) -> dict[int, Expr]:
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
        means = [self._material(), self._on_the_way(), self._rows()] if of_play else []
        worths = {}
        for player in players:
            near = _worth(player, goals)
            parts = [*([near] if near else []), *(each[player] for each in means if player in each)]
            worths[player] = b.assign("worth", k.joined(k.add, parts) if parts else k.float_(0.0))
        return worths

    # --- what play tells ------------------------------------------------------------------------------

    @cached_property
    def _plays(self) -> list[Moves]:
        rules = self.game.rules
        return [play.moves for play in (*(phase.play for phase in rules.phases or ()), rules.play) if play]

    @cached_property
    def _starts(self) -> tuple[StartRule, ...]:
        start = self.game.rules.start
        return () if start is None else start.rules if isinstance(start.rules, tuple) else (start.rules,)

    def _on_the_way(self) -> dict[int, Expr]:
        """For each player how near pieces are to where the rules of play want them."""
        b = self.b
        result: dict[int, Expr] = {}
        for player, wanted in aims(b, self._plays, self._starts).items():
            home = way_home(b, player)
            parts = [home] if home is not None else [self._way(aim) for aim in wanted]
            if parts:
                result[player] = k.mul(k.joined(k.add, parts), k.float_(WAY / len(parts)))
        return result

    def _way(self, aim: Aim) -> Expr:
        pieces = k.union(*(k.of_kind(k.int_(kind)) for kind in sorted(aim.kinds)))
        return on_the_way(self.b, pieces, aim.sites)

    def _rows(self) -> dict[int, Expr]:
        """For each player how near rows are that the rules of play ask about."""
        b = self.b
        result: dict[int, Expr] = {}
        for player in range(1, self.facts.players + 1):
            with b.bind({Context.MOVER: k.int_(player)}):
                row = rows_wanted(b, self._plays)
            if row is not None:
                result[player] = k.mul(row, k.float_(WAY))
        return result

    def _material(self) -> dict[int, Expr]:
        """For each player what is left of the own pieces, where pieces can be taken: as a part of those that
        there were, or of everybody's where they were not all there at first."""
        b = self.b
        if not self._takes or self._gives_away:
            return {}
        worth = worths(b, self._plays)
        players = range(1, self.facts.players + 1)
        now = {p: b.assign("material", material(b, p, worth)) for p in players}
        first = {p: first_material(b, self._starts, p, worth) for p in players}
        everybody = k.add(reduce(k.add, now.values()), k.float_(1.0))
        whole = {p: k.float_(first[p]) if all(first.values()) else everybody for p in players}
        return {p: k.mul(k.div(now[p], whole[p]), k.float_(MATERIAL)) for p in players}

    @property
    def _takes(self) -> bool:
        """Can pieces be lost?"""
        effects = Effects(self.program)
        reached = frozenset[str]().union(*(effects.reached(kind.play) for kind in self.program.kinds))
        return any(_takes(stmt) for name in reached for stmt in statements(effects.procs[name].body))

    @property
    def _gives_away(self) -> bool:
        """Does somebody win who has no pieces left?"""
        b = self.b
        for rule in self._endings():
            with b.bind({Context.MOVER: k.int_(1), Context.NEXT: k.int_(2)}):
                rid = {p for each in ludemes_in(rule) if isinstance(each, NoPieces) for p in each.players(b)}
                goals = rule.goals(b)
            if any(goal.promise is Promise.WIN and goal.player in rid for goal in goals):
                return True
        return False


class _MatchEstimating(_Estimating):
    """Lowers the estimate of a match."""

    def __init__(self, match: Match, game: Game, facts: Facts, program: Program) -> None:
        super().__init__(game, facts, program)
        self.match = match

    def _standings(self) -> dict[int, Expr]:
        b = self.b
        seats = super()._standings()
        b.side_table(MatchRules).being_lowered = True
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


def _worth(player: int, goals: list[Goal]) -> Expr | None:
    """How near the endings are that are good for a player, and how far those that are not."""
    mine: dict[Promise, list[Expr]] = {promise: [] for promise in Promise}
    for goal in goals:
        if goal.player == player and goal.value not in mine[goal.promise]:
            mine[goal.promise].append(goal.value)
    won, lost = any_of(mine[Promise.WIN]), any_of(mine[Promise.LOSS])
    parts = [*([] if won is None else [won]), *mine[Promise.POINTS]]
    worth = k.joined(k.add, parts) if parts else None
    if lost is None:
        return worth
    return k.neg(lost) if worth is None else k.sub(worth, lost)
