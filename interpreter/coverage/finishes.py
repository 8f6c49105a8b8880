"""Which ending ends the games, when and for whom; and whether who wins was settled before they began."""

from __future__ import annotations

from collections.abc import Iterator

from gdl.lower.players import fixed_player
from gdl.ludeme.base import Ludeme, ludemes_in
from gdl.ludeme.categories import BoolExpr, IntExpr
from gdl.ludeme.kinds import Kept
from gdl.ludemes.booleans import NoMoves
from gdl.ludemes.ending import ByScore, EndForEach, EndIf, PlayerResult
from gdl.ludemes.match import Match
from gdl.passes.profile import What
from gdl.source.diagnostics import Label
from gdl.support.values import frozen
from gdl.words.words import ResultType
from interpreter.coverage.driver import FEW_TURNS
from interpreter.coverage.play import NOT_ENDED, Count, Ended, Observed, Places
from interpreter.coverage.teller import FEW, LEVEL, MANY, SEARCHED, Teller, alike, at_most, between, guards
from interpreter.statistics.intervals import Interval, clopper_pearson

#: The level at which a bound has to be passed before anything is said: one-sided, half of the rest.
SURE = 0.99
#: So many games by an ending before it is said who wins by it.
SEVERAL = 1000
#: ... and before it is said that who wins has hardly ever made the last move; of the games that end so, how
#: many at the most may be won by the winner's own move, where the result names a player and where not.
ONE_WAY, SELDOM, NEVER_OF_ALL = 20, 0.45, 0.02
#: So many games, of all that end, in which points are not counted, are too many.
UNCOUNTED = 0.02
#: Parts of an ending's condition that are looked at.
MOST_PARTS = 16
#: Games that end at once, of all.
NEARLY_ALL = 0.9
#: Games that one player wins, of all that anybody does; of those in which the players look ahead.
ONE_SIDED, ONE_SIDED_SEARCHED = 0.95, 0.8


@frozen
class Finish:
    """An ending and the games that ended with it."""

    ending: EndIf | EndForEach
    ended: Ended
    #: all games that ended
    of: int

    @property
    def share(self) -> Interval:
        """Of all games that ended, how many did so."""
        return clopper_pearson(min(self.ended.games, self.of), self.of, LEVEL)

    @property
    def words(self) -> str:
        """How often, and when."""
        return f"{self.share.value:.1%} of the games ({between(self.share)}) end by this, after {self.plies}"

    @property
    def plies(self) -> str:
        """When it comes, in words."""
        mean = self.ended.mean
        return f"{mean:.0f} plies on average, {self.ended.first:,} at the least"


def finishes(observed: Observed, places: Places) -> list[Finish]:
    """The endings by which games ended, the most frequent first."""
    result = []
    for each in endings_of(observed):
        count = None if each.result is None else places.of(What.RESULT, each.result)
        ended = NOT_ENDED if count is None else count.ended
        if ended.games:
            result.append(Finish(each, ended, observed.all.finished))
    result.sort(key=lambda each: -each.ended.games)
    return result


def endings_of(observed: Observed) -> Iterator[EndIf | EndForEach]:
    """All endings: those of the phases, of the game, and of the match that it is played in."""
    wholes: list[Ludeme] = [observed.compiled.played.rules]
    if isinstance(observed.compiled.game, Match):
        wholes.append(observed.compiled.game.end)
    for whole in wholes:
        for each in ludemes_in(whole):
            if isinstance(each, EndIf | EndForEach):
                yield each


def instead(finishes: list[Finish]) -> tuple[Label, ...]:
    """What ends the games in place of an ending that does not."""
    return tuple(Label(each.ending.span, each.words) for each in finishes[:1])


def _names_winner(result: PlayerResult) -> bool:
    """Whether it is a win of a player who is named by number."""
    return result.result is ResultType.WIN and fixed_player(result.role) is not None


class Finishes:
    """Looks at how games ended, and for whom."""

    def __init__(self, teller: Teller) -> None:
        self.teller = teller
        self.observed = teller.observed
        self.finishes = finishes(teller.observed, teller.places)

    def at_once(self) -> None:
        """Are nearly all games over before they have begun, by one ending?"""
        finished = self.observed.all.finished
        if not self.finishes or finished < MANY or len(list(endings_of(self.observed))) < 2:
            return
        usual = self.finishes[0]
        share = clopper_pearson(min(usual.ended.at_once, finished), finished, SURE)
        if share.low < NEARLY_ALL:
            return
        others = [each for each in endings_of(self.observed) if each is not usual.ending]
        place = usual.ending.condition if isinstance(usual.ending, EndIf) else usual.ending
        self.teller.tell(
            "W0720",
            f"the games are over almost at once by this ending: {share.value:.1%} of {finished:,} games "
            f"({between(share)}) before anybody had more than {FEW_TURNS} turns",
            place.span,
            f"this comes after {usual.plies}",
            "see whether it asks for something that is so from the start, such as a goal where the player's "
            "own pieces begin",
            tuple(Label(each.span, "so this hardly ever comes") for each in others[:1]),
        )

    def too_late(self) -> None:
        """Endings by which the mover wins, and that another has brought about with the move before."""
        for each in self.finishes if self.teller.facts.players > 1 else ():
            result = each.ending.result
            count = None if result is None else self.teller.places.of(What.RESULT, result)
            if result is None or count is None or count.ended.mover_won < count.ended.games:
                continue
            for so, late in self._parts(result):
                if late.games < FEW or late.plies < NEARLY_ALL * so.plies:
                    continue
                condition = each.ending.condition if isinstance(each.ending, EndIf) else each.ending
                self.teller.tell(
                    "W0726",
                    "the mover wins by what the player before has done: in "
                    f"{late.games:,} of {so.games:,} games that ended so this held before the last move",
                    condition.span,
                    "so already before the move",
                    "see whom it asks about: `Mover` has just moved, `Next` has not moved yet",
                    around=each.ending.span,
                )

    def of_one_player(self) -> None:
        """Endings that the same player always wins by, of two, though their results name none of them."""
        won = self.observed.all.wins
        pieces = self.teller.facts.components[1:]
        same = alike(self.teller.facts) or all(each.moves is None for each in pieces)
        if len(won) != 2 or not same or min(won) < MANY:
            return
        for each in self.finishes:
            result, ended = each.ending.result, each.ended
            named = isinstance(result, PlayerResult) and fixed_player(result.role) is None
            if not named or ended.games < SEVERAL or ended.mover_won + ended.other_won < ended.games:
                continue
            if 0 < ended.first_won < ended.games:
                continue
            name = self.teller.names[0 if ended.first_won else 1]
            self.teller.tell(
                "W0730",
                f"{name} alone ever wins by this ending: {ended.games:,} of {ended.games:,} games "
                f"({at_most(ended.games)} else), after {each.plies}",
                each.ending.span,
                f"always for {name}",
                "see whether a draw, or another player, is meant: the number of moves before it may settle "
                "who comes to it",
            )

    def by_nothing(self) -> None:
        """Games in which all pass, one after another, while an ending that counts the points waits for want
        of moves: they are draws, whatever the points."""
        finished = self.observed.all.finished
        counting = [
            each for each in endings_of(self.observed) if isinstance(each.result, ByScore)
            and any(isinstance(part, NoMoves) for part in ludemes_in(each.condition))
        ]  # fmt: skip
        left = finished - sum(each.ended.games for each in self.finishes)
        if not counting or finished < MANY or isinstance(self.observed.compiled.game, Match):
            return
        share = clopper_pearson(max(0, left), finished, SURE)
        if share.low < UNCOUNTED:
            return
        condition = counting[-1].condition
        self.teller.tell(
            "W0732",
            f"nobody's points are counted in {share.value:.1%} of the games ({between(share)}): nobody can "
            "move any more, and this ending does not come",
            condition.span,
            "does not hold when all have passed",
            "let it hold where nobody can move: when all players have passed, the game is a draw",
            around=counting[-1].span,
        )

    def by_the_loser(self) -> None:
        """Endings that only ever come about by a move of somebody who does not win by them, though their
        results do not say that it is so (as `(result Mover Loss)` does)."""
        same = alike(self.teller.facts)
        for each in self.finishes if self.teller.facts.players > 1 else ():
            result, ended = each.ending.result, each.ended
            # where the players' endings mirror each other, there may be a race to lose
            named = not same and isinstance(result, PlayerResult) and _names_winner(result)
            if not named and not isinstance(result, ByScore):
                continue
            if ended.games < ONE_WAY or ended.mover_won + ended.other_won < ended.games:
                continue
            share = clopper_pearson(ended.mover_won, ended.games, SURE)
            condition = each.ending.condition
            if share.high > (SELDOM if named else NEVER_OF_ALL) or guards(condition):
                continue  # what comes about by the number of moves, or for want of them, is nobody's doing
            if any(
                (isinstance(part, IntExpr) and part.kept is Kept.COUNTER)
                or (isinstance(part, BoolExpr) and part.asks_for_turn())
                for part in ludemes_in(condition)
            ):
                continue
            self.teller.tell(
                "W0731",
                f"whoever brings this ending about {'seldom' if ended.mover_won else 'never'} wins by it: "
                f"{ended.other_won:,} games of {ended.games:,} were another's, after {each.plies}",
                each.ending.span if result is None else result.span,
                "for who has not moved",
                "see whom the result names: of what is won by a move, who has made it is the winner",
                (Label(condition.span, "this comes about by a move of the loser's"),),
            )

    def _parts(self, result: Ludeme) -> Iterator[tuple[Count, Count]]:
        """Of the parts of its condition, how often each held when it came about, and before the move."""
        for number in range(MOST_PARTS):
            results = [self.teller.places.part(result, number, what) for what in (What.SO, What.LATE)]
            if results[0] is not None and results[1] is not None:
                yield results[0], results[1]

    def of_one_game(self) -> None:
        """Is every match over after its first game?"""
        compiled = self.observed.compiled
        if not isinstance(compiled.game, Match):
            return
        inner = {each for each in ludemes_in(compiled.played.rules) if isinstance(each, EndIf | EndForEach)}
        results = {
            each.result: each in inner for each in endings_of(self.observed) if each.result is not None
        }
        ended = {True: 0, False: 0}
        for result, in_a_game in results.items():
            count = self.teller.places.of(What.RESULT, result)
            ended[in_a_game] += 0 if count is None else count.plies
        usual = next((each for each in self.finishes if each.ending not in inner), None)
        if usual is None or ended[False] < MANY or ended[True] > ended[False]:
            return
        if self._is_chosen(usual.ending.condition.span.text):
            return  # whoever chooses how many points a match has may choose one
        self.teller.tell(
            "W0720",
            f"every match is over after its first game: {ended[False]:,} matches of {ended[True]:,} games",
            usual.ending.condition.span,
            "this holds after the first game",
            "see whether it asks for what is so only after several games",
        )

    def always_won(self) -> None:
        """Is there nothing that who plays alone has to find: is every game won, whatever is played?"""
        random, searching = self.observed.random, self.observed.searching
        if self.teller.facts.players != 1 or random.finished < MANY or searching.finished < SEARCHED:
            return
        if random.wins[0] < random.finished or searching.wins[0] < searching.finished or not self.finishes:
            return
        usual = self.finishes[0].ending
        never = [
            each for each in endings_of(self.observed)
            if isinstance(each.result, PlayerResult) and each.result.result is not ResultType.WIN
        ]  # fmt: skip
        if not never or self._is_chosen(usual.condition.span.text):
            return  # who may choose how much is to be reached may choose next to nothing
        finished = random.finished + searching.finished
        self.teller.tell(
            "W0734",
            f"whatever is played, the game is won: {finished:,} of {finished:,} games, those at random too "
            f"({at_most(finished)} else)",
            usual.condition.span,
            "this holds in the end of every game",
            "see whether what it asks for, such as points, grows faster than you mean",
            (Label(never[0].span, "so this never comes"),),
        )

    def without_points(self) -> None:
        """Do the games of a match, though they are won, give nobody a point?"""
        compiled = self.observed.compiled
        if not isinstance(compiled.game, Match):
            return
        (subgame,) = compiled.game.games.all()
        given = self.teller.places.of(What.CHANGED, subgame)
        inner = [each for each in ludemes_in(compiled.played.rules) if isinstance(each, EndIf | EndForEach)]
        results = (each.result for each in inner)
        won = [
            self.teller.places.of(What.RESULT, result)
            for result in results
            if isinstance(result, PlayerResult) and result.result is ResultType.WIN
        ]
        games = sum(count.plies for count in won if count is not None)
        if given is None or given.reached or games < MANY:
            return
        place = next((each for each in (subgame.result, subgame.points) if each is not None), subgame)
        self.teller.tell(
            "W0735",
            f"no game gives anybody a point in the match: {games:,} games were won, and each time this was 0 "
            f"for who gets it ({at_most(games)} else)",
            place.span,
            "always 0",
            "see whose score is given: in this place `Player` is the one who gets the points",
            around=compiled.game.span,
        )

    def _is_chosen(self, text: str) -> bool:
        """Is there an option in it of which something else was chosen than what it is by itself?"""
        expanded = self.observed.compiled.expanded
        return any(
            f"<{option.tag}" in text and str(expanded.chosen[option.name]) != option.default.name
            for option in expanded.options
        )

    def one_sided(self) -> None:
        """Does the same player win nearly always, at random and where the players look ahead?"""
        random, searching = self.observed.random.wins, self.observed.searching.wins
        if len(random) < 2 or not alike(self.teller.facts):
            return
        best = max(range(len(random)), key=lambda p: random[p])
        blind, seeing = (clopper_pearson(wins[best], sum(wins), SURE) for wins in (random, searching))
        if sum(random) < MANY or blind.low < ONE_SIDED or seeing.low < ONE_SIDED_SEARCHED:
            return
        name = self.teller.names[best]
        usual = self.finishes[0] if self.finishes else None
        self.teller.tell(
            "W0721",
            f"{name} wins nearly always: {random[best]:,} of {sum(random):,} random games that somebody won "
            f"({between(blind)}), {searching[best]:,} of {sum(searching):,} that look ahead "
            f"({between(seeing)})",
            self.teller.game.rules.span if usual is None else usual.ending.span,
            "in these rules" if usual is None else usual.words,
            "see whether both can still win when play begins, and whether who begins may go on first",
        )
