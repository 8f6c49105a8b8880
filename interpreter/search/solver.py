"""The truth about positions: who wins, how soon, and how; by proof."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, MutableSequence
from contextlib import suppress
from typing import Any

from gdl.core.programs import HORIZON
from gdl.support.cpython import higher_recursion_limit
from gdl.support.values import frozen
from interpreter.errors.user_errors import EngineError, UnsolvedError
from interpreter.game.move import Move
from interpreter.game.rules import Rules
from interpreter.game.state import State
from interpreter.search import bounded_proof, dfpn
from interpreter.search import proof_common as common
from interpreter.search.outcomes import LOSS, WIN
from interpreter.search.run import WORD, Search
from interpreter.support.stopping import StoppedError

#: Words for the moves of the line that is looked at.
_STACK_WORDS = 1 << 20
#: A table whose entries were given up so many times over, each, is too small.
_TOO_OFTEN = 16


#: The most positions looked at for an answer within some plies, before it is looked for without a limit;
#: and so many where a position can come again, so that one might look for ever.
_QUICK, _LONG = 30_000, 1_000_000
#: More plies each time.
_PLIES = (1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128)
_ANY = 1 << 62


class _TooLongError(Exception):
    """There was no answer within so many positions."""


class _CircleError(Exception):
    """A position came again, where none may."""


@frozen
class Solution:
    """What comes of a position if all play as well as can be."""

    #: what the player to move gets: 1.0 a win, 0.0 a draw, -1.0 a loss
    value: float
    #: how many plies the game lasts if the winner hurries and the loser delays; None for a draw,
    #: or where that was not asked for or not found in time
    plies: int | None
    #: how it goes; of a draw as far as it was followed
    line: tuple[Move, ...]


@frozen
class _Question:
    """The question whether a player can get a result at least."""

    player: int
    result: float


def beyond_proof() -> UnsolvedError:
    """Nothing follows from a position that is not what the rules say."""
    return UnsolvedError(
        "not proved: in some positions something is more than the game can hold (`gdl explain W0543`)"
    )


class Solver:
    """Solves positions of one game for one or two players without chance; its table is kept between them.

    Raises UnsolvedError for a game that it is not for.
    """

    def __init__(self, game: Rules, memory: int) -> None:
        from interpreter.subset.frontend import has_chance

        program = game.engine.program
        if program.players > 2:
            raise UnsolvedError(
                f"{program.name} is for {program.players} players: only games for one or two are solved"
            )
        if has_chance(program):
            raise UnsolvedError(f"{program.name} has chance: it cannot be solved by proof")
        estimate = game.estimate
        size = common.ENTRY * common.BUCKET
        buckets = max(1, memory // 2 // (WORD * size))
        pools = {0: buckets * size, 1: _STACK_WORDS, 2: common.SETTINGS_WORDS, 3: buckets * size}
        functions: tuple[Callable[..., Any], ...] = tuple(
            dict.fromkeys(bounded_proof.FUNCTIONS + dfpn.FUNCTIONS)
        )
        self._search = Search(game.engine, functions, bounded_proof.ENTRIES + dfpn.ENTRIES, pools, estimate)
        self._settings, self._results = self._search.ints(2), self._search.floats(2)
        self._settings[common.BUCKETS] = buckets
        self._entries = 2 * buckets * common.BUCKET
        self._deadline: float | None = None
        #: so many positions are looked at in all, however long that takes; the next one ends it
        self.most = _ANY
        #: called again and again while it is thinking
        self.meanwhile: Callable[[], None] = lambda: None

    @property
    def looked(self) -> int:
        """How many positions were looked at."""
        return self._settings[common.LOOKED]

    def solve(
        self,
        state: State,
        seconds: float | None = None,
        line: bool = True,
        length: bool = True,
        patience: float | None = None,
    ) -> Solution:
        """The truth about a position that is not over, within so many seconds.

        Only who wins without `length`, which is sooner told; how soon is left open after `patience` seconds.
        Raises UnsolvedError where it is not found within the time, or the table is too small for it.
        """
        with higher_recursion_limit():  # the engine in Python calls itself as often as there are plies
            return self._solved(state, seconds, line, length, patience)

    def _solved(
        self, state: State, seconds: float | None, line: bool, length: bool, patience: float | None
    ) -> Solution:
        began = time.monotonic()
        self._deadline = None if seconds is None else began + seconds
        me, other = state.mover, 3 - state.mover
        alone = len(state.game.players) == 1
        wins = _Question(me, WIN)
        loses = _Question(me, WIN) if alone else _Question(other, WIN)
        question, too_few = self._happens(state, wins, loses)
        if question is None:
            if alone:
                return Solution(LOSS, None, ())
            return Solution(0.0, None, self._drawing(state) if line and length else ())
        value = WIN if question == wins else LOSS
        if not length:
            return Solution(value, None, ())
        if patience is not None:
            until = began + patience
            self._deadline = until if self._deadline is None else min(self._deadline, until)
        plies = self._soonest(state, question, too_few + 1)
        if plies is None:
            return Solution(value, None, ())
        return Solution(value, plies, self._winning(state, question, plies) if line else ())

    def _happens(self, state: State, wins: _Question, loses: _Question) -> tuple[_Question | None, int]:
        """Which of the two can be forced, if any, and a number of plies that is known to be too few.

        First both are asked for ever more plies in turn, as long as that is quickly answered. Then whether
        they can happen at all: by numbers, or, where a position can come again, for more plies once more, so
        that a win that is at hand is found in a game without end.
        """
        questions = list(dict.fromkeys((wins, loses)))
        open_ones = list(questions)
        forced, before = self._within(state, open_ones, _QUICK)
        try:
            while forced is None and open_ones:
                question = open_ones.pop(0)
                # where somebody always wins, it is the other if it is not the one
                last_of_two = not open_ones and len(questions) == 2
                if (last_of_two and not self._settings[common.SHARED]) or self._possible(state, question):
                    forced = question
        except _CircleError:
            open_ones.insert(0, question)
            forced, before = self._within(state, open_ones, _LONG)
            if forced is None:
                forced = next((question for question in open_ones if self._ever(state, question)), None)
        return forced, before

    def _within(self, state: State, open_ones: list[_Question], budget: int) -> tuple[_Question | None, int]:
        """Which question is answered by yes within some plies, and a number of plies that is too few.

        Those that are answered by never are left out from then on.
        """
        before = 0
        for left in _PLIES:
            for question in tuple(open_ones):
                try:
                    answer = self.ask(state, question, left, budget)
                except _TooLongError:
                    return None, before
                if answer == bounded_proof.YES:
                    return question, before
                if answer == bounded_proof.NEVER:
                    open_ones.remove(question)
            if not open_ones:
                break
            before = left
        return None, before

    def _possible(self, state: State, question: _Question) -> bool:
        """Whether it can be forced at all, by proof numbers. Raises _CircleError and UnsolvedError."""
        settings = self._prepared(state, question, None)
        endless = dfpn.INFINITE
        self._asked(state, "prove", endless, endless, 0, 0)
        if settings[common.CYCLED]:
            raise _CircleError
        if settings[common.ABANDONED]:
            raise self._unsolved()
        possible = settings[common.PROOF] == 0
        # either way somebody's lines end so late at most
        worst = settings[common.DISPROOF if possible else common.PROOF] - dfpn.INFINITE
        if possible or not settings[common.SHARED]:
            self._hold(state, worst)
        return possible

    def _forced(self, state: State, question: _Question) -> bool:
        """Whether it can be forced at all. Raises UnsolvedError."""
        try:
            return self._possible(state, question)
        except _CircleError:
            return self._ever(state, question)

    def _ever(self, state: State, question: _Question) -> bool:
        """Whether it can be forced at all, where positions can come again."""
        answer = self.ask(state, question, 2 * bounded_proof.ENDLESS)
        if answer != bounded_proof.YES and self._settings[common.CYCLED]:
            raise UnsolvedError(
                "not solved: positions come again, so that nobody can force a win is not proved by search"
            )
        return answer == bounded_proof.YES

    def _soonest(self, state: State, question: _Question, least: int) -> int | None:
        """The number of plies within which it can be forced, at least `least`; None: not found in time."""
        try:
            while self.ask(state, question, least) != bounded_proof.YES:
                least += 1
        except UnsolvedError:
            return None
        return least

    def _hold(self, state: State, plies: int) -> None:
        """Raise UnsolvedError where the game may end by its length before so many plies are played."""
        if not state.game.engine.sure_within(state.raw, plies):
            raise self._too_deep()

    def _prepared(self, state: State, question: _Question, budget: int | None) -> MutableSequence[int]:
        """The settings for a question, and for at most so many positions more."""
        settings = self._settings
        # Of a position that is HORIZON plies from the limit of the game's length or more, it is not told
        # apart how many. If the limit can be reached, so long a proof that nobody can win may hold only here.
        far = state.game.engine.plies_left(state.raw) - HORIZON
        settings[common.UNSURE] = HORIZON if 0 <= far < common.LONGEST else bounded_proof.FOREVER
        settings[common.PLAYER] = question.player
        settings[common.QUESTION] = 2 * question.player + (question.result == WIN)
        settings[common.ABANDONED] = 0
        settings[common.CYCLED] = 0
        settings[common.DOUBTED] = 0
        settings[common.BUDGET] = min(self.most, _ANY if budget is None else self.looked + budget)
        self._results[common.RESULT] = question.result
        return settings

    def ask(self, state: State, question: _Question, left: int, budget: int | None = None) -> int:
        """YES, NEVER or NOT_YET: can it be forced within so many plies?

        Raises _TooLongError and UnsolvedError.
        """
        settings = self._prepared(state, question, budget)
        if settings[common.UNSURE] < left < bounded_proof.ENDLESS:  # nor can be told that it is not so soon
            raise self._too_deep()
        answer = self._asked(state, "attempt", left, 0, 0)
        if settings[common.ABANDONED]:
            if settings[common.DOUBTED] or self.looked > self.most:
                raise self._unsolved()
            if budget is not None and self.looked > settings[common.BUDGET]:
                raise _TooLongError
            raise self._unsolved()
        if answer == bounded_proof.YES or (answer == bounded_proof.NEVER and not settings[common.SHARED]):
            self._hold(state, settings[common.WITHIN])
        return int(answer)

    def _asked(self, state: State, name: str, *args: int) -> Any:
        """Call a procedure of the search. Raises UnsolvedError where it was left in the middle, or went so
        deep that it had no more room."""
        try:
            return self._search.call_until(state.raw, name, *args, wanted=self._wanted)
        except StoppedError:
            raise self._unsolved() from None
        except EngineError as error:
            raise self._too_deep() from error

    def _wanted(self) -> bool:
        self.meanwhile()
        late = self._deadline is not None and time.monotonic() > self._deadline
        return not late and not self._exhausted

    @property
    def _exhausted(self) -> bool:
        return self._settings[common.LOST] > _TOO_OFTEN * self._entries

    def _unsolved(self) -> UnsolvedError:
        if self._settings[common.DOUBTED]:
            return beyond_proof()
        if self.looked > self.most:
            return UnsolvedError(f"not proved within {self.most:,} positions")
        if self._exhausted:
            return UnsolvedError(
                f"not solved: the table of {self._entries:,} positions is too small; give it more memory"
            )
        if self._deadline is None or time.monotonic() <= self._deadline:
            return self._too_deep()
        return UnsolvedError(
            f"not solved in time, after {self.looked:,} positions; give it more time, or a smaller game"
        )

    def _too_deep(self) -> UnsolvedError:
        return UnsolvedError("not solved: the game may go on for more plies than can be looked through")

    # --- lines ----------------------------------------------------------------------------------------

    def _winning(self, state: State, question: _Question, plies: int) -> tuple[Move, ...]:
        """A best line: who wins hurries, who loses delays."""

        def good(after: State, left: int) -> bool:
            if state.mover == question.player:
                return self._holds(after, question, left)
            return not self._holds(after, question, left - 1)

        line: list[Move] = []
        with suppress(UnsolvedError):  # who wins is known all the same
            while not state.is_over and plies > 0:
                plies -= 1
                move = self._first(state, lambda after, left=plies: good(after, left))  # type: ignore[misc]
                line.append(move)
                state = state.play(move)
        return tuple(line)

    def _drawing(self, state: State, most: int = 20) -> tuple[Move, ...]:
        """A line in which nobody can win any more by force, as far as that is quickly told."""
        line: list[Move] = []
        while not state.is_over and len(line) < most:
            questions = (_Question(1, WIN), _Question(2, WIN))

            def even(after: State, questions: tuple[_Question, ...] = questions) -> bool:
                if after.outcome is not None:
                    return after.outcome.draw
                return not any(self._forced(after, q) for q in questions)

            try:
                move = self._first(state, even)
            except UnsolvedError:  # that it is a draw is known all the same
                break
            line.append(move)
            state = state.play(move)
        return tuple(line)

    def _first(self, state: State, good: Callable[[State], bool]) -> Move:
        return next(move for move in state.legal_moves if good(state.play(move)))

    def _holds(self, after: State, question: _Question, left: int) -> bool:
        """Whether the result is there, or forced within so many plies."""
        if after.outcome is not None:
            return left >= 0 and after.outcome.winner == question.player
        return left > 0 and self.ask(after, question, left) == bounded_proof.YES


#: The number of random games, and of decisions for which each is followed.
_GAMES, _LONGEST = 8, 200


@frozen
class Size:
    """What games at random are like, on average."""

    #: how many decisions they take
    length: float
    #: among how many moves each decision is (the geometric mean)
    breadth: float

    @property
    def digits(self) -> float:
        """How many digits the number of positions has, about, that a proof must look at at least.

        One side's every move and the other's best make the square root of all games (Knuth and Moore, 1975).
        """
        return self.length * math.log10(self.breadth) / 2


def size(state: State, seed: int = 0) -> Size:
    """Play some games at random from a position that is not over."""
    generator = random.Random(seed)
    decisions, logarithms = 0, 0.0
    for _ in range(_GAMES):
        here = state
        for _ in range(_LONGEST):
            if here.is_over:
                break
            moves = here.legal_moves
            decisions += 1
            logarithms += math.log(len(moves))
            here = here.play(generator.choice(moves))
    return Size(decisions / _GAMES, math.exp(logarithms / decisions))
