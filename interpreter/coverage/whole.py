"""What is wrong with a game as a whole: nobody can move, somebody never wins, it never ends."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gdl.lower.players import fixed_player
from gdl.ludeme.base import Ludeme, ludemes_in
from gdl.ludeme.categories import BoolExpr, Moves, is_all
from gdl.ludemes.each_piece import ForEachPiece
from gdl.ludemes.effects import MoveAgain
from gdl.ludemes.ending import DRAWS, EndForEach, EndIf, PlayerResult
from gdl.ludemes.logic import MovesIf
from gdl.ludemes.placing import Remove
from gdl.passes.profile import What
from gdl.source.diagnostics import Label
from gdl.source.text import Span
from gdl.words.words import ResultType
from interpreter.coverage.play import LONGEST_GAME
from interpreter.coverage.teller import FEW, MANY, OCCASIONS, Teller, alike, at_most, between, guards
from interpreter.statistics.intervals import clopper_pearson

#: So many decisive games, before it is said that somebody never wins; of those that search, so many.
DECISIVE, DECISIVE_SEARCHED = 200, 10
#: Games that were given up for their length, before it is said that none ends; of those that search, so many.
GIVEN_UP, GIVEN_UP_SEARCHED = 10, 3
#: A share of the turns that would be each player's: less is next to none.
HARDLY = 0.1
#: A share of the plies after which the same player goes on, by the same rule: turns of four plies on average.
GOES_ON = 0.75
#: So large a share of turns that are passed for want of a move shows that it is moves that lack.
LACKING = 0.5
#: So many games that are won, of all that end, are hardly any.
HARDLY_WON = 0.03

#: What asks whether somebody can move; directions that go by the way a player faces.
_NO_MOVES = re.compile(r"\(no\s+Moves\b")
_RELATIVE = re.compile(r"\b(Forwards?|Backwards?|Left|Right|F[LR]+|B[LR]+)\b")


class Whole:
    """Looks at who moved, who won, and how games ended."""

    def __init__(self, teller: Teller) -> None:
        self.teller = teller
        self.observed = teller.observed
        self.places = teller.places
        self.game = teller.game
        self.facts = teller.facts
        self.all = teller.all

    def _name(self, player: int) -> str:
        return self.teller.names[player - 1]

    def _who(self, player: int) -> str:
        """The player's name, and the number that the rules have for it."""
        name = self._name(player)
        return name if name == f"player {player}" else f"{name} (player {player})"

    # --- turns ----------------------------------------------------------------------------------------

    def turns(self) -> None:
        """Does everybody get to move?"""
        self._over_at_once()
        self._left_without_a_move()

    def _over_at_once(self) -> None:
        """Somebody never has a turn, because the game is over before."""
        games = self.all
        late = [p for p, idle in enumerate(games.idle, 1) if idle == games.games]
        few = games.games < FEW and games.plies < OCCASIONS
        if few or games.passed_first == games.games:
            return
        if not late:
            self._hardly_a_turn()
            return
        culprit = self._usual_ending()
        always = isinstance(culprit, EndIf) and self.places.always_held(culprit.condition, 1)
        if always and isinstance(culprit, EndIf) and _NO_MOVES.match(culprit.condition.span.text):
            self.teller.tell(
                "W0701",
                f"{self._who(late[0])} never has a legal move, and every game ends with that",
                *self._why_stuck(late[0]),
            )
            return
        again = self._again() if games.longest > 1 else None
        if again is not None:
            until = "until the game ends" if games.finished else f"for ever, {games.plies:,} plies so far"
            self.teller.tell(
                "W0713",
                f"{self._who(late[0])} never has a turn: {self._name(1)} goes on {until}",
                again.span,
                "this gives another turn each time",
                "let it ask for something that is not always so",
            )
            return
        if not games.finished:
            return
        place = self.game.rules.span if culprit is None else culprit.span
        label = "this ends every game" if culprit is not None else "in these rules"
        if always and isinstance(culprit, EndIf):
            place, label = culprit.condition.span, "this holds from the first move on"
        self.teller.tell(
            "W0704",
            f"the game is over before {self._who(late[0])} has had a turn, "
            f"after {_plies(games.longest)} at most",
            place,
            label,
            "let the ending ask for something that is not so at first",
        )

    def _hardly_a_turn(self) -> None:
        """Has somebody next to no turns, because the others go on and on?"""
        turns = self.all.turns
        total, again = sum(turns), self._again()
        count = None if again is None else self.places.of(What.EFFECT, again)
        if again is None or count is None or total < OCCASIONS:
            return
        least = min(range(len(turns)), key=lambda p: turns[p])
        share = clopper_pearson(turns[least], total)
        if not alike(self.facts) or share.high > HARDLY / len(turns) or count.plies * 2 < total:
            self._long_turns(again, count.plies, total)
            return
        self.teller.tell(
            "W0713",
            f"{self._who(least + 1)} has next to no turns: {turns[least]:,} of {total:,} "
            f"({between(share)}), as the others go on and on",
            again.span,
            f"this gave another turn {count.plies:,} times",
            "let it ask for something that is not nearly always so",
        )

    def _long_turns(self, again: Ludeme, given: int, plies: int) -> None:
        """Do turns go on and on, though everybody gets one sometime?"""
        share = clopper_pearson(given, plies)
        if share.low < GOES_ON or self._is_conditional(again):
            return
        self.teller.tell(
            "W0713",
            f"turns hardly end: after {share.value:.1%} of the plies ({between(share)}) the same player "
            f"goes on, so a turn is {plies / max(1, plies - given):.1f} plies on average",
            again.span,
            f"this gave another turn {given:,} times",
            "let it come about only where a condition holds",
        )

    def _is_conditional(self, effect: Ludeme) -> bool:
        """Does it come only where a condition holds? Then turns are as long as it says: that is meant."""
        rules = (each for each in ludemes_in(self.game) if isinstance(each, MovesIf))
        return any(effect.span == inner.span for rule in rules for inner in ludemes_in(rule))

    def _again(self) -> Ludeme | None:
        """What most often gave the mover another turn."""
        result = [each for each in ludemes_in(self.game) if isinstance(each, MoveAgain)]
        counts = [(self.places.of(What.EFFECT, each), each) for each in result]
        often = [(count.plies, -number, each) for number, (count, each) in enumerate(counts) if count]
        best = max(often, key=lambda each: each[:2], default=None)
        return best[2] if best is not None and best[0] else None

    def _usual_ending(self) -> EndIf | EndForEach | None:
        """The ending that came most often."""
        counted = [(self._ended(each), number, each) for number, each in enumerate(self._endings())]
        best = max(counted, key=lambda each: (each[0], -each[1]), default=None)
        return None if best is None or not best[0] else best[2]

    def _endings(self) -> Iterator[EndIf | EndForEach]:
        for each in ludemes_in(self.game.rules):
            if isinstance(each, EndIf | EndForEach):
                yield each

    def _ended(self, ending: EndIf | EndForEach) -> int:
        """In how many plies it came."""
        count = None if ending.result is None else self.places.of(What.RESULT, ending.result)
        return 0 if count is None else count.plies

    def _left_without_a_move(self) -> None:
        games = self.all
        if games.passed_first == games.games and games.games >= FEW:
            self.teller.tell(
                "W0700",
                f"nobody can move at the start: {self._who(1)} has no move in the first position",
                *self._why_stuck(1),
            )
        for player, (turns, passes) in enumerate(zip(games.turns, games.passes, strict=True), 1):
            reported = player == 1 and any(each.code == "W0700" for each in self.teller.diagnostics)
            if turns >= FEW and passes == turns and not reported:
                self.teller.tell(
                    "W0701",
                    f"{self._who(player)} never has a legal move: "
                    f"every one of {turns:,} turns was a forced pass",
                    *self._why_stuck(player),
                )

    def _why_stuck(self, player: int) -> tuple[Span, str, str]:
        """Where it lies that a player cannot move, what is there, and what to do."""
        own = [c for c in self.facts.components[1:] if c.owner in (player, self.facts.players + 1)]
        there = [c for c in own if self.places.numbered(What.THERE, c.index).plies]
        moving = [c for c in there if c.moves is not None]
        still = [c for c in there if c.moves is None]
        if moving:
            rule = moving[0].moves
            assert isinstance(rule, Moves)
            culprit = self.places.culprit(rule)
            if culprit is not None:
                return (
                    culprit.span,
                    "this never holds",
                    f"see what {self._name(player)}'s pieces have around them",
                )
            help = "see whether its directions and conditions fit where the pieces stand"
            if self.game.players.each is None and _RELATIVE.search(rule.span.text):
                help = "turn the players against each other: (players {(player N) (player S)})"
            return rule.span, f"this never gives {self._name(player)} a move", help
        rules = ludemes_in(self.game.rules)
        piece_moves = any(isinstance(each, ForEachPiece) and each.moves is None for each in rules)
        if still and piece_moves and still[0].ludeme is not None:
            return still[0].ludeme.span, "this piece has no rule to move by", "give it one: (move Step ...)"
        place = self._play(player)
        by_pieces = any(isinstance(each, ForEachPiece) for each in ludemes_in(self.game.rules))
        if own and not there and by_pieces:
            setup = next((rule for each in own if (rule := self.teller.placed(each.name))), None)
            if setup is not None:
                return (
                    setup.span,
                    "this puts nothing there",
                    "see whether another piece is there already",
                )
            return (
                self._start() or place,
                f"no piece of {self._who(player)} is on the board",
                f'place some at the start: (start (place "{own[0].name}" (sites Bottom)))',
            )
        if (dead := self._never_holds(place)) is not None:
            return (
                dead.span,
                f"this never holds, so {self._name(player)} has no move",
                "see what it asks for",
            )
        return place, f"this gives {self._name(player)} nothing to do", "see what its conditions ask for"

    def _never_holds(self, play: Span) -> Ludeme | None:
        """A condition of these rules of play that was asked and never held, of the game's own file first."""
        main = self.teller.observed.compiled.expanded.sources[0]
        asked = (
            self.places.culprit_of(inner)
            for each in ludemes_in(self.game.rules) if each.span == play
            for inner in ludemes_in(each)
            if isinstance(inner, BoolExpr) and self.places.never_held(inner, FEW) and not guards(inner)
        )  # fmt: skip
        result = [each for each in asked if each is not None]
        return min(result, key=lambda each: each.span.source is not main, default=None)

    def _play(self, player: int) -> Span:
        rules = self.game.rules
        if rules.play is not None:
            return rules.play.span
        phases = rules.phases or ()
        own = [each for each in phases if each.role is not None and fixed_player(each.role) == player]
        return next((each.play.span for each in (*own, *phases)), rules.span)

    def _start(self) -> Span | None:
        start = self.game.rules.start
        return None if start is None else start.span

    def wins(self) -> None:
        """Does the game end, and does everybody win? Where rules are dead, these are the cause."""
        if self.teller.diagnostics:
            return
        games, searched = self.all, self.observed.searching
        if self.facts.players < 2:
            return
        won = sum(games.wins)
        place = self.game.rules.end.span if self.game.rules.end is not None else self.game.rules.span
        # who goes on and on is drawn in the end, by no ending of the rules
        if games.finished == 0 or not (won or any(map(self._ended, self._endings()))):
            if games.unfinished >= GIVEN_UP and searched.unfinished >= GIVEN_UP_SEARCHED:
                message = (
                    f"no game came to an end: {games.unfinished:,} lasted more than {LONGEST_GAME:,} plies"
                )
                once = self._only_at_first()
                if once is not None:
                    self.teller.tell(
                        "W0708",
                        message,
                        once.span,
                        "this holds once a game at most, so that what follows hardly ever happens",
                        "see whether it is to hold from some move on, or until one",
                        (Label(place, "nothing in here came"),),
                    )
                    return
                self.teller.tell(
                    "W0708",
                    message,
                    place,
                    "nothing in here came",
                    "add an ending that must come, such as one for a player who has no pieces or no moves",
                )
            return
        if self._hardly_ends(place):
            return
        if won == 0 and games.finished >= MANY:
            culprit = self._usual_ending()
            label = "games end so" if culprit is not None else "none of these is ever won"
            if (never := self._win_that_never_comes(culprit)) is not None:
                place, label = never.span, "this never holds, so nobody wins by it"
            elif culprit is not None:
                place = culprit.span
            self.teller.tell(
                "W0707",
                f"nobody ever wins: all {games.finished:,} games that ended were draws",
                place,
                label,
                "see whether the endings that are to be won can come before this one, and whether points are "
                "ever set",
            )
            return
        if self._hardly_won(place):
            return
        if won < DECISIVE or sum(searched.wins) < DECISIVE_SEARCHED or not alike(self.facts):
            return
        for player, wins in enumerate(games.wins, 1):
            if wins == 0:
                culprit = self._usual_ending()
                self.teller.tell(
                    "W0706",
                    f"{self._who(player)} never wins: {won:,} games were won, all by others ({at_most(won)})",
                    place if culprit is None else culprit.span,
                    "nearly all games are won so" if culprit is not None else "none of these lets it win",
                    f"see whom the results name, and whether {self._name(player)} has a goal",
                )

    def _hardly_won(self, place: Span) -> bool:
        """Are next to all games draws by one ending, of those that look ahead, too?"""
        ways = (self.observed.random, self.observed.searching)
        if min(way.finished for way in ways) < DECISIVE_SEARCHED:
            return False
        shares = [clopper_pearson(sum(way.wins), max(way.finished, sum(way.wins))) for way in ways]
        usual = self._usual_ending()
        if max(share.high for share in shares) > HARDLY_WON or usual is None or usual.result is None:
            return False
        if not isinstance(usual.result, PlayerResult) or usual.result.result not in DRAWS:
            return False
        ended = self.places.of(What.RESULT, usual.result)
        mean = 0.0 if ended is None else ended.ended.mean
        won, finished = sum(self.all.wins), self.all.finished
        self.teller.tell(
            "W0707",
            f"hardly anybody ever wins: {won:,} of {finished:,} games that ended were won, and of those that "
            f"look ahead {sum(ways[1].wins):,} of {ways[1].finished:,} ({between(shares[1])})",
            usual.span if usual.span.source is place.source else place,
            f"nearly all games are drawn so, after {mean:.0f} plies on average",
            "see whether this draw comes too soon for the endings that are to be won",
        )
        return True

    def _win_that_never_comes(self, usual: EndIf | EndForEach | None) -> Ludeme | None:
        """What keeps an ending that somebody would win from coming, of those before the usual one."""
        for each in self._endings():
            if each is usual:
                return None
            draw = isinstance(each.result, PlayerResult) and each.result.result is ResultType.DRAW
            culprit = None if draw else self.places.culprit_of(each.condition)
            # of several conditions each may be rare, and yet they are meant to hold together
            if culprit is not None and (is_all(culprit) or not guards(culprit)):
                return culprit
        return None

    def _hardly_ends(self, place: Span) -> bool:
        """Do next to no games come to an end, of those that look ahead neither?"""
        ways = (self.observed.random, self.observed.searching)
        shares = [clopper_pearson(way.finished, way.finished + way.unfinished) for way in ways]
        if min(way.unfinished for way in ways) < GIVEN_UP or max(share.high for share in shares) > HARDLY:
            return False
        games = self.all
        stuck = self._leaves_no_move()
        label = "these hardly ever come"
        if stuck is not None:
            place, label = stuck.span, "where this holds there is hardly ever a move"
        self.teller.tell(
            "W0708",
            f"hardly any game comes to an end: {games.finished:,} of {games.finished + games.unfinished:,}, "
            f"the others were given up after {games.longest:,} plies",
            place,
            label,
            "see whether what these ask for can come about together, and whether everybody can move"
            if stuck is None
            else "see whether it asks about the player, and the place, that you mean",
        )
        return True

    def _only_at_first(self) -> BoolExpr | None:
        """Where games do not end: a condition on the number of moves or turns that holds once a game at most,
        for an effect that takes pieces or gives points."""
        for rule in ludemes_in(self.game):
            if not isinstance(rule, MovesIf) or rule.else_moves is not None or not guards(rule.condition):
                continue
            holds, fails = (self.places.of(what, rule.condition) for what in (What.HOLDS, What.FAILS))
            if holds is None or fails is None or holds.plies > holds.games or fails.plies < OCCASIONS:
                continue
            effects = [each for each in ludemes_in(rule.then_moves) if isinstance(each, Moves)]
            if any(isinstance(each, Remove) or each.scores_for() is not None for each in effects):
                return rule.condition
        return None

    def _leaves_no_move(self) -> Ludeme | None:
        """Where most turns are passed for want of a move: the condition that leads to moves which are hardly
        ever there."""
        if sum(self.all.passes) < LACKING * sum(self.all.turns):
            return None
        for rule in ludemes_in(self.game):
            if not isinstance(rule, MovesIf) or rule.else_moves is None:
                continue
            held = self.places.of(What.HOLDS, rule.condition)
            offered = [self.places.of(What.OFFERED, each) for each in ludemes_in(rule.then_moves)]
            there = [each.plies for each in offered if each is not None]
            if held is not None and there and held.plies >= OCCASIONS and max(there) < HARDLY * held.plies:
                return rule.condition
        return None


def _plies(count: int) -> str:
    return "1 ply" if count == 1 else f"{count:,} plies"
