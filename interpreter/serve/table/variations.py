"""Variations: any line of a game, as values for a page; what machines think of it, what a solver proves.

Nothing is kept of a game but the line that was asked for last, from which the next one usually goes on.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING

from gdl.support.values import evolve
from interpreter.errors.user_errors import (
    IllegalMoveError,
    SessionError,
    UnsolvedError,
)
from interpreter.game.game import Game
from interpreter.game.shipped import shipped_name
from interpreter.players.endgame import Endgames
from interpreter.players.limit import Limit
from interpreter.players.player import Candidate, Line, Player, Thought
from interpreter.records.model import begins_turn, first_of_turn, record_of
from interpreter.records.writing import record_text
from interpreter.search.solver import Solution, Solver
from interpreter.serve.messages import analysis as message
from interpreter.serve.table import setting_up
from interpreter.serve.table.drawings import Sprites, board_of, sides
from interpreter.serve.table.snapshot import choices, position
from interpreter.session.seats import adviser
from interpreter.session.session import Session

if TYPE_CHECKING:
    from interpreter.game.move import Move
    from interpreter.game.state import State

#: A line has so many decisions at most; so many candidates are told.
LONGEST, CANDIDATES = 2000, 12
#: So many moves of a line that is expected.
AHEAD = 40
#: Bytes for a solver's tables.
_MEMORY = 64 << 20


class Variations:
    """The lines of one game from one seed. Methods raise IllegalMoveError and SessionError."""

    def __init__(self, game: Game, seed: int, sprites: Sprites | None = None) -> None:
        self.game, self.seed = game, seed
        self.sprites = sprites or Sprites(game.picture)
        self._line = Line((game.start(seed),))
        self._texts: tuple[str, ...] = ()
        self._player: Player | None = None
        self._solver: Solver | None = None
        self._endgames: tuple[Endgames | None] | None = None

    def line(self, moves: Sequence[str]) -> Line:
        """The line of these decisions."""
        if len(moves) > LONGEST:
            raise SessionError(f"a line has at most {LONGEST} moves")
        known = 0
        while known < min(len(moves), len(self._texts)) and moves[known] == self._texts[known]:
            known += 1
        line = Line(self._line.states[: known + 1], self._line.moves[:known])
        for text in moves[known:]:
            line = _then(line, text)
        self._line, self._texts = line, tuple(moves)
        for state in line.states[:-3]:  # a long line would fill the memory with moves nobody looks at
            state.forget()
        return line

    def follow(self, moves: Sequence[str], more: Sequence[str]) -> message.MoveLine:
        """The decisions that each of `more`, a move or a whole turn, is behind `moves`."""
        line = self.line(moves)
        decisions: list[tuple[str, int, str | None]] = []
        for number, text in enumerate(more, 1):
            if line.state.is_over:
                raise SessionError(f"the game is over before move {number}, `{text}`")
            try:
                turn = line.state.parse_turn(text)
            except IllegalMoveError as error:
                if len(more) == 1:
                    raise
                raise SessionError(f"move {number} of these cannot be played: {error.message}") from None
            for move in turn:
                mover = line.state.mover
                line = line.then(move)
                index = len(line.moves) - 1
                short = move.customary_behind(line.moves[first_of_turn(line, index) : index])
                decisions.append((str(move), mover, None if short == str(move) else short))
                line.states[-2].forget()
            if len(line.moves) > LONGEST:
                raise SessionError(f"a line has at most {LONGEST} moves")
        return message.MoveLine(decisions)

    def position(self, moves: Sequence[str], board: str = "", turn: int = 0) -> message.Variation:
        """The position behind these decisions, its legal moves, and the board where its `id` is another.

        The board is turned by so many degrees. Raises BadRequestError for those that it is not turned by.
        """
        session = self._session(moves)
        state, shown = session.state, position(session, self.sprites)
        drawn = self.sprites.board(
            (turn, *self.game.engine.colours(state.raw).items()),
            lambda: board_of(self.game, state.plan, self.sprites, turn),
        )
        return message.Variation(
            shown,
            [] if session.is_over else choices(state, session.legal_moves()),
            {name: self.sprites.drawn[name] for name in shown.sprites},
            None if drawn.id == board else evolve(drawn, sides=sides(session.line.states[0])),
        )

    def describe(self, moves: Sequence[str], turn: int) -> message.Description:
        """The position behind these decisions as text, and all that is needed to change it."""
        return setting_up.description(self._session(moves), self.sprites, turn)

    def consider(self, moves: Sequence[str], limit: Limit) -> message.Thought:
        """What our strongest player for this game thinks of a position."""
        line = self.line(moves)
        if line.state.is_over:
            return self._ended(line.state)
        if self._player is None:
            self._player = adviser(self.game, self.seed)
            # the first playout of all compiles what it needs: that would be all of a short thought
            self._player.choose(line, evolve(limit, simulations=1, nodes=1))
        thought = self._player.choose(line, limit).thought
        return _thought(thought, line.state)

    def solve(self, moves: Sequence[str], seconds: float) -> message.Thought:
        """What a position is worth by proof, or why that was not found."""
        state = self.line(moves).state
        if state.is_over:
            return self._ended(state)
        if self._endgames is None:
            self._endgames = (Endgames.of(self.game),)
        known = None if self._endgames[0] is None else self._endgames[0].solution(state)
        if known is not None:
            return _proved(state, known)
        try:
            if self._solver is None:
                self._solver = Solver(self.game, _MEMORY)
            proof = self._solver.solve(state, seconds, patience=seconds / 2)
        except UnsolvedError as error:
            return message.Thought(mover=state.mover, unsolved=error.message)
        return _proved(state, proof)

    def record(self, moves: Sequence[str]) -> str:
        """The line as a record. Of a file only its name is told."""
        line = self.line(moves)
        made = record_of(self.game, line, self.seed)
        path = self.game.recipe.path
        return record_text(evolve(made, game=shipped_name(path) or PurePath(path).name))

    def _session(self, moves: Sequence[str]) -> Session:
        return Session(self.game, "human", self.seed, self.line(moves))

    def _ended(self, state: State) -> message.Thought:
        """What a finished game is worth to player 1: nothing is to be thought of."""
        assert state.outcome is not None
        ranks = state.outcome.ranks
        players = len(self.game.players)
        value = ranks[0] * 2 - 1 if players == 1 else 1 - 2 * (ranks[0] - 1) / (players - 1)
        return message.Thought(mover=1, verdict=message.Verdict(value, True, 0), expected=(), over=True)


def _then(line: Line, text: str) -> Line:
    if line.state.is_over:
        raise SessionError(f"the game is over before `{text}`")
    return line.then(line.state.parse(text))


def _proved(state: State, proof: Solution) -> message.Thought:
    return message.Thought(
        mover=state.mover,
        verdict=message.Verdict(proof.value, True, proof.plies),
        expected=[str(move) for move in proof.line[:AHEAD]],
        written=_written(state, proof.line),
    )


def _written(state: State, moves: Sequence[Move]) -> list[str] | None:
    """The beginning of a line as the players of the game write it; None where they write as its texts do."""
    if not state.game.customs.any:
        return None
    moves = moves[:AHEAD]
    written, first = list[str](), 0
    for index, move in enumerate(moves):
        written.append(state.customary(move, moves[first:index]))
        before, state = state, state.play(move)
        if begins_turn(before, state):
            first = index + 1
    return written


def candidate_of(candidate: Candidate, state: State) -> message.Candidate:
    """What is told of a move that was looked at."""
    return message.Candidate(
        str(candidate.move),
        candidate.value,
        candidate.visits,
        candidate.proved,
        candidate.plies,
        candidate.exact,
        candidate.at_most,
        [str(move) for move in candidate.line[:AHEAD]] or None,
        _written(state, candidate.line or (candidate.move,)),
    )


def _thought(thought: Thought, state: State) -> message.Thought:
    best = thought.candidates[0] if thought.candidates else None
    return message.Thought(
        mover=state.mover,
        work=thought.work,
        candidates=[candidate_of(each, state) for each in thought.candidates[:CANDIDATES]],
        of=len(thought.candidates),
        expected=[str(move) for move in thought.expected[:AHEAD]],
        written=_written(state, thought.expected),
        verdict=None if best is None else message.Verdict(best.value, best.proved, best.plies),
    )
