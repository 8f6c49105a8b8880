"""The truth about positions: who wins, how soon, and how; by proof."""

from __future__ import annotations

import time
from collections.abc import Callable, MutableSequence
from contextlib import suppress

from attrs import frozen

from interpreter.errors import UnsolvedError
from interpreter.game import Game
from interpreter.move import Move
from interpreter.search import proving
from interpreter.search.outcomes import LOSS, WIN
from interpreter.search.run import WORD, Search
from interpreter.state import State

#: Words for the moves of the line that is looked at.
_STACK_WORDS = 1 << 20
#: A table whose entries were given up so many times over, each, is too small.
_TOO_OFTEN = 16


#: So many positions are looked at for an answer before it is looked for in another way.
_QUICK = 1_000_000
_ANY = 1 << 62


class _TooLongError(Exception):
    """There was no answer within so many positions."""


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
    """Can a player get a result at least?"""

    player: int
    result: float


class Solver:
    """Solves positions of one game for one or two players without chance; its table is kept between them.

    Raises UnsolvedError for a game that it is not for.
    """

    def __init__(self, game: Game, memory: int) -> None:
        from interpreter.search.written import has_chance

        program = game.engine.program
        if program.players > 2:
            raise UnsolvedError(
                f"{program.name} is for {program.players} players: only games for two are solved"
            )
        if has_chance(program):
            raise UnsolvedError(f"{program.name} has chance: it cannot be solved by proof")
        size = proving.ENTRY * proving.BUCKET
        buckets = max(1, memory // (WORD * size))
        pools = {0: buckets * size, 1: _STACK_WORDS, 2: proving.SETTINGS_WORDS}
        estimate = game.compiled.estimate
        self._search = Search(game.engine, proving.FUNCTIONS, proving.ENTRIES, pools, estimate)
        self._settings, self._results = self._search.ints(2), self._search.floats(2)
        self._settings[proving.BUCKETS] = buckets
        self._entries = buckets * proving.BUCKET
        self._deadline: float | None = None

    @property
    def looked(self) -> int:
        """How many positions were looked at."""
        return self._settings[proving.LOOKED]

    def solve(
        self, state: State, seconds: float | None = None, line: bool = True, length: bool = True
    ) -> Solution:
        """The truth about a position that is not over; only who wins without `length`, which is sooner told.

        Raises UnsolvedError where it is not found within the time, or the table is too small for it.
        """
        self._deadline = None if seconds is None else time.monotonic() + seconds
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
        plies = self._soonest(state, question, too_few + 1)
        if plies is None:
            return Solution(value, None, ())
        return Solution(value, plies, self._winning(state, question, plies) if line else ())

    def _happens(self, state: State, wins: _Question, loses: _Question) -> tuple[_Question | None, int]:
        """Which of the two can be forced, if any, and a number of plies that is known to be too few.

        First both are asked for ever more plies in turn, as long as that is quickly answered: so a win that
        is at hand is found in a game without end. Then whether they can happen at all.
        """
        open_ones = list(dict.fromkeys((wins, loses)))
        before = 0
        for left in (1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128):
            for question in tuple(open_ones):
                try:
                    answer = self.ask(state, question, left, _QUICK)
                except _TooLongError:
                    return self._at_all(state, open_ones), before
                if answer == proving.YES:
                    return question, before
                if answer == proving.NEVER:
                    open_ones.remove(question)
            if not open_ones:
                return None, left
            before = left
        return self._at_all(state, open_ones), before

    def _at_all(self, state: State, questions: list[_Question]) -> _Question | None:
        """The first of the questions that can be forced in any number of plies."""
        return next((question for question in questions if self._forced(state, question)), None)

    def _forced(self, state: State, question: _Question) -> bool:
        """Can it be forced at all?"""
        answer = self.ask(state, question, 2 * proving.ENDLESS)
        if answer != proving.YES and self._settings[proving.CYCLED]:
            raise UnsolvedError(
                "not solved: positions come again, so that nobody can force a win is not proved by search"
            )
        return answer == proving.YES

    def _soonest(self, state: State, question: _Question, least: int) -> int | None:
        """The number of plies within which it can be forced, at least `least`; None: not found in time."""
        try:
            while self.ask(state, question, least) != proving.YES:
                least += 1
        except UnsolvedError:
            return None
        return least

    def _prepared(self, question: _Question, budget: int | None) -> MutableSequence[int]:
        """The settings for a question, and for at most so many positions more."""
        settings = self._settings
        settings[proving.PLAYER] = question.player
        settings[proving.QUESTION] = 2 * question.player + (question.result == WIN)
        settings[proving.ABANDONED] = 0
        settings[proving.CYCLED] = 0
        settings[proving.BUDGET] = _ANY if budget is None else self.looked + budget
        self._results[proving.RESULT] = question.result
        return settings

    def ask(self, state: State, question: _Question, left: int, budget: int | None = None) -> int:
        """YES, NEVER or NOT_YET: can it be forced within so many plies?

        Raises _TooLongError and UnsolvedError.
        """
        settings = self._prepared(question, budget)
        answer = self._search.call_until(state.raw, "attempt", left, 0, 0, wanted=self._wanted)
        if settings[proving.ABANDONED]:
            if budget is not None and self.looked > settings[proving.BUDGET]:
                raise _TooLongError
            raise self._unsolved()
        return int(answer)

    def _wanted(self) -> bool:
        late = self._deadline is not None and time.monotonic() > self._deadline
        return not late and not self._exhausted

    @property
    def _exhausted(self) -> bool:
        return self._settings[proving.LOST] > _TOO_OFTEN * self._entries

    def _unsolved(self) -> UnsolvedError:
        if self._exhausted:
            return UnsolvedError(
                f"not solved: the table of {self._entries:,} positions is too small; give it more memory"
            )
        return UnsolvedError(
            f"not solved in time, after {self.looked:,} positions; give it more time, or a smaller game"
        )

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
        """Is the result there, or forced within so many plies?"""
        if after.outcome is not None:
            return after.outcome.winner == question.player
        return left > 0 and self.ask(after, question, left) == proving.YES
