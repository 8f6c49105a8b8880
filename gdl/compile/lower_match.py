"""From a match and its game to one core program: the game's, played again and again.

`after` a game's last move its points are counted and the match's own endings looked at. If none of them
holds, the final position stands until the next `turn`, which begins the next game: everything is set back to
how it was before the start but the match's own fields, the players change seats, and the game starts.

The rules of the game speak of seats: P1 is whoever sits in the first. Those of the match speak of people.
"""

from __future__ import annotations

from gdl.builder.builder import Builder
from gdl.builder.context import Context
from gdl.builder.meaning_error import MeaningError, noting, unsupported
from gdl.compile.equip import equip
from gdl.compile.lower_game import Lowering
from gdl.core import make as k
from gdl.core.ops import BOOL, FLOAT, SITES, Adjust, Do, Expr, Field, Store, Take
from gdl.core.programs import GAMES_LIMIT
from gdl.equip.facts import Facts
from gdl.lower.results import (
    BETWEEN,
    LASTING,
    MatchRules,
    between_field,
    draw,
    match_score_field,
    over_field,
    person_field,
    rank_field,
    trials_field,
)
from gdl.lower.turns import mover_field, moves_field
from gdl.ludemes.game import Game
from gdl.ludemes.match import Match, Seating, Subgame

#: How a game ended; a match has its own ending.
_RESULTS = ("rank", "winners", "losers", "out")

#: Fields with more entries than that are set back in a loop.
_FEW = 8


def lower_match(match: Match, game: Game, lenient: bool = False) -> MatchLowering:
    """Lower a match and its game, as `lower` does a game.

    Raises LanguageError where there is no such match, or where the game's equipment makes no game.
    """
    lowering = MatchLowering(match, game, equip(game, match, lenient))
    lowering.run()
    return lowering


def the_subgame(match: Match) -> Subgame:
    """The one game that a match plays. Raises MeaningError where there are several."""
    if not match.games.all():
        help = 'write (games (subgame "Troika"))'
        raise MeaningError("E0314", "this match has no game", match.games.span, "name one", help)
    first, *others = match.games.all()
    if others:
        raise unsupported("a match of several different games", match.games.span, "write a match of each")
    if first.next is not None:
        raise unsupported("choosing the next game of a match", first.next.span, "leave out `next:`")
    return first


class MatchLowering(Lowering):
    """Lowers a match of one game."""

    starting = "start_game"

    def __init__(self, match: Match, game: Game, facts: Facts) -> None:
        super().__init__(game, facts)
        self.match = match
        self.subgame = the_subgame(match)
        if match.players is not None and match.players.number != facts.players:
            raise MeaningError(
                "E0419",
                f"the match is for {match.players.number} players, but its game for {facts.players}",
                match.players.span,
                subject=match.players.number,
            )
        self.rotates = match.games.seats is Seating.ROTATE

    @property
    def name(self) -> str:
        return self.match.name

    def _start(self) -> None:
        super()._start()
        b = self.b
        with b.procedure("start", outer={}, name="start"):
            if self.rotates:
                for seat in self._seats():
                    b.emit(Store(person_field(b), k.int_(seat), k.int_(seat)))
            b.emit(Do(self.starting))

    def _seats(self) -> range:
        return range(1, self.facts.players + 1)

    def _person(self, seat: Expr) -> Expr:
        """Who sits there."""
        return k.elem(person_field(self.b), seat) if self.rotates else seat

    # --- after a game ---------------------------------------------------------------------------------

    def _ended(self) -> None:
        self.b.routine("game_over", self._between_games)

    def _between_games(self) -> None:
        b = self.b
        with b.at(self.subgame):
            self._points()
            b.emit(Adjust(trials_field(b), None, k.int_(1)))
            for name in (over_field(b).name, *_RESULTS):
                if name in b.fields:
                    _set_back(b, b.fields[name])
        with b.bind({Context.MOVER: self._person(k.field(mover_field(b)))}):
            b.routine("match_ends", self._match_ends)
        with b.if_(k.not_(k.field(over_field(b)))):
            b.emit(Store(between_field(b), None, k.TRUE))

    def _points(self) -> None:
        """Each player's points, all reckoned before any is given."""
        b = self.b
        given: list[tuple[int, Expr]] = []
        for seat in self._seats():
            with b.bind({Context.PLAYER: k.int_(seat)}), noting(self.mistakes):
                if self.subgame.points is not None:
                    value = self.subgame.points.lower(b)
                else:
                    result = self.subgame.result
                    won = k.eq(k.elem(rank_field(b), k.int_(seat)), k.float_(1.0))
                    value = k.select(won, k.int_(1) if result is None else result.lower(b), k.int_(0))
                given.append((seat, b.assign("points", value)))
        for seat, value in given:
            person = self._person(k.int_(seat))
            b.emit(Adjust(match_score_field(b), person, value, span=self.subgame.span))

    def _match_ends(self) -> None:
        b = self.b
        b.side_table(MatchRules).being_lowered = True
        for rule in self.match.end.all():
            with noting(self.mistakes):
                rule.lower(b)
        b.side_table(MatchRules).being_lowered = False
        with b.if_(k.ge(k.field(trials_field(b)), k.int_(GAMES_LIMIT))):
            draw(b)

    # --- the next game --------------------------------------------------------------------------------

    def _begin(self) -> None:
        b = self.b
        with b.if_(k.field(between_field(b))):
            b.routine("next_game", self._next_game)

    def _next_game(self) -> None:
        b = self.b
        b.emit(Take(k.OCCUPIED, all_levels=True))
        for field in list(b.fields.values()):
            if field.name not in (*LASTING, BETWEEN):
                _set_back(b, field)
        b.emit(Store(between_field(b), None, k.FALSE))
        if self.rotates:
            seats, person = self._seats(), person_field(b)
            first = b.assign("first", k.elem(person, k.int_(1)))
            for seat in seats[:-1]:
                b.emit(Store(person, k.int_(seat), k.elem(person, k.int_(seat + 1))))
            b.emit(Store(person, k.int_(seats[-1]), first))
        b.emit(Do(self.starting))

    def _forgetting(self) -> Expr:
        return k.eq(k.field(moves_field(self.b)), k.int_(0))


def _set_back(b: Builder, field: Field) -> None:
    """Give a field the value that it has before the start."""
    value = _initial(field)
    if field.length is None:
        b.emit(Store(field, None, value))
    elif field.length <= _FEW:
        for number in range(field.length):
            b.emit(Store(field, k.int_(number), value))
    else:
        with b.count_up(k.int_(0), k.int_(field.length - 1)) as index:
            b.emit(Store(field, index, value))


def _initial(field: Field) -> Expr:
    if field.type is BOOL:
        return k.bool_(bool(field.initial))
    if field.type is FLOAT:
        return k.float_(float(field.initial))
    if field.type is SITES:
        return k.sites_(int(field.initial))
    return k.int_(int(field.initial))
