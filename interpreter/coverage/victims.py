"""Who is hurt: effects of which nobody profits who makes them.

From effect profiling (gdl/passes/count_effects.py): what is taken, or gives way, is always the mover's own;
points always go to others; pieces come into hands of others; who has fewer pieces left wins.
"""

from __future__ import annotations

import re

from gdl.ludeme.base import Ludeme, ludemes_in
from gdl.ludeme.categories import BoolExpr, Handling, IntExpr, Moves, Result
from gdl.ludeme.literals import IntLiteral
from gdl.ludemes.arguments import From, To
from gdl.ludemes.booleans import NoPieces
from gdl.ludemes.counts import CountPieces
from gdl.ludemes.effects import SetPlayer
from gdl.ludemes.ending import ByScore, EndForEach, EndIf, PlayerResult
from gdl.ludemes.ints_board import HandSite
from gdl.ludemes.ints_context import ToSite
from gdl.ludemes.logic import MovesIf
from gdl.ludemes.placing import Add, Remove
from gdl.ludemes.sites_named import SitesNamed
from gdl.passes.count_effects import Whose
from gdl.passes.profile import What
from gdl.source.diagnostics import Label
from gdl.words.words import ResultType, RoleType
from interpreter.coverage.finishes import endings_of
from interpreter.coverage.play import NEVER, Count
from interpreter.coverage.teller import FEW, Teller, alike, at_most

#: Whose pieces a rule is about, of those who play against each other.
_OF_OTHERS = re.compile(r"\b(Mover|Friend|Own|Next|Enemy)\b")
#: A player by number: where the players play differently, that one may score by what others do.
_FIXED = re.compile(r"\bP\d+\b")
#: So often, and in so many games, before it is said whose it always is: what is otherwise one time in four
#: would be missed by 30 games one time in 5,600, and those of one game are seldom all alike.
SEEN, GAMES = 100, 10
#: In so many games a site has to be a wrong one: what is taken there is mostly known to be there.
MISSED = 6
#: Own pieces that are ended have to be one in so many of those of others that are.
TOO_SELDOM = 20
#: So many times as often the winner has fewer pieces as enough.
MANY_FEWER = 20


class Victims:
    """Looks at what effects did to whom."""

    def __init__(self, teller: Teller) -> None:
        self.teller = teller
        self.places = teller.places
        self.players = teller.facts.players

    def find(self) -> None:
        """Everything; of games for one, whose something is says nothing."""
        if self.players < 2:
            return
        same = alike(self.teller.facts)  # else what takes its own may be a rule of one player's own
        fewest_points_win = any(
            isinstance(each, ByScore) and each.misere for each in ludemes_in(self.teller.game)
        )
        for each in ludemes_in(self.teller.game):
            if isinstance(each, Moves):
                if same:
                    self._taken(each)
                    self._misses(each)
                    self._covered(each)
                if same:
                    self._displaced(each)
                self._handed(each)
                self._given_away(each)
                if not fewest_points_win and (same or not _FIXED.search(each.span.text)):
                    self._scored(each)
            elif isinstance(each, Result):
                self._loser_wins(each)
        if same:
            self._chosen()

    def _count(self, what: What, each: Ludeme, number: int = 0) -> Count:
        return self.places.part(each, number, what) or NEVER

    def _count_of(self, what: What, each: Ludeme) -> Count:
        return self.places.of(what, each) or NEVER

    def _always(self, what: What, each: Ludeme, whose: Whose) -> int:
        """In how many plies it was, if it always was somebody's and that was often enough; else 0."""
        seen = self._count(what, each, whose)
        if any(self._count(what, each, other).reached for other in Whose if other is not whose):
            return 0
        return seen.plies if seen.plies >= SEEN and seen.games >= GAMES else 0

    def _taken(self, each: Moves) -> None:
        effect = self._count_of(What.EFFECT, each)
        if each.handling is not Handling.STAYS or not effect.reached:
            return  # what moves a piece takes it from where it stood; whom a decision takes is decided
        if isinstance(each, Remove) and isinstance(each.where, SitesNamed | IntLiteral | HandSite):
            return  # it says which region or site is cleared
        if isinstance(each, Remove) and isinstance(each.where, ToSite):
            self._whosever(
                each, *(self._count(What.LOST, each, whose) for whose in (Whose.OWN, Whose.OTHERS))
            )
        count = self._always(What.LOST, each, Whose.OWN)
        if count and not self._has_twin(each):
            self.teller.tell(
                "W0714",
                f"this only ever takes pieces of the player who moves: {count:,} times, and never "
                f"another's ({at_most(count)})",
                each.span,
                "takes the mover's own pieces",
                "see whose pieces its conditions ask for: `Enemy` and `Next` are others', `Friend` and "
                "`Mover` one's own",
            )

    def _chosen(self) -> None:
        """Decisions to take a piece, of which all take the mover's own, where who has few of them loses and
        nothing else takes any: a reward that is a fine."""
        moves = [each for each in ludemes_in(self.teller.game) if isinstance(each, Moves)]
        gone = (What.LOST, What.COVERED, What.REPLACED)
        if any(self._count(what, each, Whose.OTHERS).reached for each in moves for what in gone):
            return
        few = next((ending for ending in endings_of(self.teller.observed) if self._few_lose(ending)), None)
        taking = [
            each for each in moves if isinstance(each, Remove) and self._always(What.LOST, each, Whose.OWN)
        ]
        for each in taking if few is not None else ():
            count = self._count(What.LOST, each, Whose.OWN).plies
            if self._count_of(What.EFFECT, each).reached or few is None:
                continue
            self.teller.tell(
                "W0714",
                f"who takes a piece has to take one of the mover's own: {count:,} times, and nothing ever "
                f"takes another's ({at_most(count)})",
                each.span,
                "takes the mover's own pieces",
                "see whose pieces its region has: `Enemy` and `Next` are others', `Friend` and `Mover` one's "
                "own",
                (Label(few.condition.span, "who has few of them loses"),),
                around=few.span,
            )
            return

    def _few_lose(self, ending: EndIf | EndForEach) -> bool:
        """Does the mover win because the next player has few pieces?"""
        result = ending.result
        if not isinstance(result, PlayerResult) or result.result is not ResultType.WIN:
            return False
        return result.role is RoleType.MOVER and any(
            isinstance(each, CountPieces | NoPieces) and each.role is RoleType.NEXT
            for each in ludemes_in(ending.condition)
        )

    def _misses(self, each: Moves) -> None:
        """What stands on one site is taken, and it never was another's: the site is a wrong one."""
        if not isinstance(each, Remove) or not isinstance(each.where, IntExpr) or each.level is not None:
            return
        own, others, none = (
            self._count(What.LOST, each, Whose.OWN),
            self._count(What.LOST, each, Whose.OTHERS),
            self._count(What.FOUND_NONE, each),
        )
        if others.reached or not own.reached or not none.reached or own.games + none.games < MISSED:
            return
        self.teller.tell(
            "W0714",
            f"this never takes another player's piece, where it was tried neither: {none.plies:,} times "
            f"nothing stood there, {own.plies:,} times a piece of the player who moves",
            each.span,
            "never another's piece",
            "see which site it names: `(last To)` is where the move ended, and `ahead` goes by the way that "
            "the mover faces",
        )

    def _has_twin(self, each: Moves) -> bool:
        """Does the same rule stand there for another's pieces? Then it is meant for both."""
        text = _OF_OTHERS.sub("Mover", each.span.text)
        return any(
            _OF_OTHERS.sub("Mover", other.span.text) == text
            and self._count(What.LOST, other, Whose.OTHERS).reached
            for other in ludemes_in(self.teller.game)
            if isinstance(other, Moves) and other.span.text != each.span.text
        )

    def _covered(self, each: Moves) -> None:
        if each.exchanges or each.handling not in (Handling.MOVES, Handling.PLACES):
            return
        own, others, nobodys = (
            self._count(What.COVERED, each, whose) + self._count(What.REPLACED, each, whose)
            for whose in (Whose.OWN, Whose.OTHERS, Whose.NEUTRAL)
        )
        if own.plies < SEEN or own.games < GAMES:
            return
        if not others.reached and not nobodys.reached:
            self.teller.tell(
                "W0714",
                f"pieces only ever come onto pieces of the same player here, which are gone then: "
                f"{own.plies:,} times, and never onto another's ({at_most(own.plies)})",
                each.span,
                "ends the mover's own pieces",
                "see which sites it goes to: `(sites Empty)`, or those of an `Enemy`",
            )
        elif not self._count_of(What.EFFECT, each).reached and not self._changes_first(each):
            self._whosever(each, own, others)

    def _changes_first(self, each: Moves) -> bool:
        """Is there an effect before a piece comes to its site? It may make what stands there the mover's."""
        to = getattr(each, "to", None)
        return isinstance(to, To) and to.apply is not None

    def _whosever(self, each: Moves, own: Count, others: Count) -> None:
        """Whoever comes to a site where a piece stands ends it, whosever it is."""
        if self._count_of(What.SUPPOSED, each).reached or not self._is_choosy(each):
            return
        enough = own.plies >= SEEN and own.games >= GAMES
        if enough and others.reached and others.plies < TOO_SELDOM * own.plies:
            self.teller.tell(
                "W0727",
                f"pieces come onto pieces of the same player here, too, which are gone then: {own.plies:,} "
                f"times, and {others.plies:,} times onto another's",
                each.span,
                "ends pieces whosever they are",
                "see which sites it goes to: `(sites Empty)`, those of an `Enemy`, or not of a `Friend`",
            )

    def _scored(self, each: Moves) -> None:
        scores = (other for other in ludemes_in(self.teller.game) if isinstance(other, SetPlayer))
        if isinstance(each, SetPlayer) and any(
            self._count(What.SCORED, other, Whose.OWN).reached for other in scores
        ):
            return  # what each has is counted anew
        if count := self._always(What.SCORED, each, Whose.OTHERS):
            self.teller.tell(
                "W0715",
                f"the points always go to another player than the one who moves: {count:,} times of "
                f"{count:,} ({at_most(count)} for the mover)",
                each.span,
                "never scores for the mover",
                "see who is named here: `Mover` has just moved, `Next` comes after",
            )

    def _is_choosy(self, each: Moves) -> bool:
        """Is it, or does it belong to, a move that does not go just anywhere? Where nothing is asked of the
        sites that moves end on, whatever stands there may be meant to go."""
        moves = [move for move in ludemes_in(self.teller.game) if isinstance(move, Moves)]
        around = [move for move in moves if any(inner is each for inner in ludemes_in(move))]
        ends = [(move, getattr(move, "to", None)) for move in around]
        choosy = [move for move, to in ends if isinstance(to, To) and (to.condition or to.where) is not None]
        asked = (
            inner for move in choosy for inner in ludemes_in(move)
            if isinstance(inner, MovesIf) and any(inner is other for other in around)
        )  # fmt: skip
        return bool(choosy) and not any(asked)  # else it is said of which pieces

    def _handed(self, each: Moves) -> None:
        own, stranded = self._count(What.TO_HAND, each, Whose.OWN), self._count(What.STRANDED, each)
        if count := self._always(What.TO_HAND, each, Whose.OTHERS):
            alien = stranded.plies == count
            if not alien and self._are_entered():
                return  # what was taken goes back to its owner, who may enter it again
            self._tell_handed(
                each,
                f"pieces always come into the hand of another player than the one who moves: {count:,} times"
                + (", and there they are nobody's to play" if alien else f" of {count:,} ({at_most(count)})"),
                "never into the mover's hand",
            )
        elif own.plies >= SEEN and stranded.plies == own.plies and self._are_entered():
            self._tell_handed(
                each,
                f"other players' pieces come into the hand of who moves: {own.plies:,} times, and there they "
                "are nobody's to play",
                "never into their owner's hand",
            )

    def _tell_handed(self, each: Moves, message: str, label: str) -> None:
        help_ = "see whose hand is named here: `(handSite Mover)` is that of who moves"
        self.teller.tell("W0716", message, each.span, label, help_)

    def _displaced(self, each: Moves) -> None:
        """Of pieces that stand on each other another player's is moved, all times or nearly all."""
        origin = getattr(each, "origin", None)
        if not isinstance(origin, From) or origin.level is None:
            return  # what it names no level of is a column, or who is taken along
        own, others = (self._count(What.DISPLACED, each, whose) for whose in (Whose.OWN, Whose.OTHERS))
        if others.plies < SEEN or others.games < GAMES or others.plies < MANY_FEWER * own.plies:
            return
        self.teller.tell(
            "W0733",
            f"this moves pieces of another player than the one who moves: {others.plies:,} times, and the "
            f"mover's own {own.plies:,} times",
            each.span,
            "moves another's piece",
            "see which level it names: 0 is at the bottom, and what came last is on top",
        )

    def _given_away(self, each: Moves) -> None:
        given = self._count(What.HANDED_OVER, each)
        kept = self._count(What.CLAIMED, each)
        if kept.reached or given.plies < SEEN or given.games < GAMES:
            return
        if isinstance(each, Add) and not self._count_of(What.EFFECT, each).reached:
            return  # it is the move itself: whose pieces one adds is a rule of the game
        self.teller.tell(
            "W0723",
            f"pieces of the player who moves always become another's by this: {given.plies:,} times "
            f"({at_most(given.plies)} else)",
            each.span,
            "gives the mover's own pieces away",
            "see whose the new piece is: `Mover` has just moved, `Next` comes after",
        )

    def _are_entered(self) -> bool:
        """Are pieces ever played from a hand?"""
        moves = (each for each in ludemes_in(self.teller.game) if isinstance(each, Moves))
        return any(self._count_of(What.FROM_HAND, each).reached for each in moves)

    def _loser_wins(self, each: Result) -> None:
        """The mover has taken so many pieces of another's that this one wins."""
        fewer, enough = (self._count(what, each) for what in (What.WON_WITH_FEWER, What.WON_WITH_ENOUGH))
        ended = self._count_of(What.RESULT, each).ended
        if fewer.games < FEW or not self._are_taken():
            return
        by_others = not enough.reached and not ended.mover_won
        by_count = not ended.other_won and fewer.games > MANY_FEWER * enough.games and self._few_win(each)
        if not by_others and not by_count:
            return
        self.teller.tell(
            "W0719",
            f"who has lost the most pieces wins: in {fewer.games:,} of {fewer.games + enough.games:,} games "
            f"that ended so the winner had fewer than the other ({at_most(fewer.games)} else)"
            + (", and it was another who had just moved" if by_others else ""),
            each.span,
            "for the player with fewer pieces",
            "see whom the result names, and whom the condition asks about",
        )

    def _few_win(self, result: Result) -> bool:
        """Is it a condition for the result that the mover has few pieces?"""
        endings = (each for each in endings_of(self.teller.observed) if each.result is result)
        return any(
            isinstance(part, BoolExpr)
            and part.compares
            and any(isinstance(n, CountPieces) and n.role is RoleType.MOVER for n in ludemes_in(part))
            for ending in endings
            for part in ludemes_in(ending.condition)
        )

    def _are_taken(self) -> bool:
        """Have all players the same pieces, and do they lose them by others' moves alone?"""
        if not alike(self.teller.facts):
            return False
        moves = [each for each in ludemes_in(self.teller.game) if isinstance(each, Moves)]
        by_others = sum(
            self._count(what, each, Whose.OTHERS).plies
            for each in moves
            for what in (What.LOST, What.COVERED, What.REPLACED)
        )
        given_up = any(
            self._count(What.LOST, each, whose).reached
            for each in moves
            for whose in (Whose.OWN, Whose.MOVED)
            if each.handling is Handling.STAYS
        )
        return by_others >= SEEN and not given_up
