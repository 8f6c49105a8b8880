"""A game being played by people and machines, without a terminal: nothing here prints, reads or waits.

A client (the terminal, a page, a script) asks whose turn it is, says what people do, and has machines play by
`advance`, or by `think` and `play` apart. Each method returns what has happened as events, which the session
also keeps, numbered, for clients that look later. What is to be told to whom is the client's affair.

A session is kept as the text of its record, and picked up by `interpreter.session.resuming.resume`. That is
also how it goes to another process to be thought about: what comes back is the text of a move.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from gdl.support.values import frozen
from interpreter.errors.user_errors import IllegalMoveError, SessionError
from interpreter.game.game import Game, given_game
from interpreter.game.move import Move
from interpreter.game.notation import PASS
from interpreter.game.outcome import Tally
from interpreter.game.state import State
from interpreter.players.limit import Limit
from interpreter.players.player import Choice, Line, Player, Thought
from interpreter.players.pondering import LONGEST, Pondering
from interpreter.players.waiting import in_time, legal_moves
from interpreter.records.model import (
    AGREEMENT,
    TIME,
    Record,
    Result,
    begins_turn,
    record_of,
    resigned,
    shared,
)
from interpreter.records.writing import record_text
from interpreter.session.events import (
    DrawAnswered,
    DrawOffered,
    Ended,
    Event,
    Moved,
    Overflowed,
    SeatTaken,
    TakenBack,
    back_to_choice,
    forward,
    how,
    turn_words,
)
from interpreter.session.seats import Seated, Seats, adviser

if TYPE_CHECKING:
    from interpreter.game.glimpse import Glimpse


@frozen
class Offer:
    """A draw that is offered: by whom, and who has not answered yet, in order."""

    player: int
    asked: tuple[int, ...]


class Session:
    """A game, who plays it, and everything played so far. Players are numbers from 1, as `State.mover` is."""

    def __init__(
        self,
        game: Game,
        players: Seated = "human",
        seed: int | None = None,
        line: Line | None = None,
        *,
        day: date | None = None,
        round: int | None = None,
    ) -> None:
        """Sit down at a game, or at a line of it that was played before from the same seed.

        `players` as in `human,mcts:2s`, or one by one, one's own among them as `gdl.match` takes them: the
        last one fills the seats that are left. `seed` decides what chance and machines do. Raises
        PlayerError, and CannotPlayError for a machine that cannot play this.
        """
        self.game = given_game(game)
        self.seed = secrets.randbits(32) if seed is None else seed
        self.seats = Seats(game, players, self.seed)
        #: when it was begun, and its number in a series
        self.day, self.round = day or date.today(), round
        #: how often the line has changed
        self.version = 0
        self._line = line or Line((game.start(self.seed),))
        self._ended: Ended | None = None
        self._offer: Offer | None = None
        self._adviser: Player | None = None
        self._overflowed = False
        self._log: list[Event] = []
        self._log += self._overflow()

    # --- How it stands --------------------------------------------------------------------------------

    @property
    def line(self) -> Line:
        """The game as it was played so far."""
        return self._line

    @property
    def state(self) -> State:
        """The present position."""
        return self._line.state

    @property
    def events(self) -> tuple[Event, ...]:
        """All that has happened since it began: a client that knows the first n wants `events[n:]`."""
        return tuple(self._log)

    @property
    def is_over(self) -> bool:
        """Whether the game is over, by its rules or otherwise."""
        return self._ended is not None or self.state.is_over

    @property
    def ended(self) -> Ended | None:
        """How the game ended; None while it goes on."""
        if self._ended is not None or not self.state.is_over:
            return self._ended
        outcome = self.state.outcome
        assert outcome is not None
        return Ended(Result(outcome.ranks), str(outcome), self.game.is_match)

    @property
    def awaited(self) -> int | None:
        """The player whose decision a person has to make; None where it is a machine's, or all is over."""
        return None if self.is_over or not self.seats.is_person(self.state.mover) else self.state.mover

    @property
    def glimpse(self) -> Glimpse | None:
        """Where the rules hide something: the position as the person sees it whose decision it is, or, at a
        machine's, the first person. None where nothing is hidden, no person plays, or all is over."""
        from interpreter.game.glimpse import hides

        people = [player for player in range(1, len(self.seats) + 1) if self.seats.is_person(player)]
        if self.is_over or not people or not hides(self.game):
            return None
        return self.state.seen_by(people[0] if self.awaited is None else self.awaited)

    @property
    def turn(self) -> tuple[Move, ...]:
        """The decisions of the present turn that were made already; empty where a turn begins."""
        states, moves = self._line.states, self._line.moves
        first = len(moves)
        while first and not begins_turn(states[first - 1], states[first]):
            first -= 1
        return moves[first:]

    def legal_moves(self, limit: Limit | None = None) -> tuple[Move, ...]:
        """The legal moves; none when all is over. Raises SlowRulesError for a machine without enough time."""
        if self.is_over:
            return ()
        return legal_moves(self.state, self._patience(limit))

    def forced_pass(self, limit: Limit | None = None) -> Move | None:
        """The pass that is the only legal move: nobody needs to be asked. Raises as `legal_moves` does."""
        legal = self.legal_moves(limit)
        return legal[0] if len(legal) == 1 and legal[0].decision == PASS else None

    def changes(self, since: int) -> tuple[Tally, ...]:
        """What the players have more or less of than after so many decisions."""
        known = set(self._line.states[since].tallies)
        return tuple(tally for tally in self.state.tallies if tally not in known)

    def turn_words(self, moved: Sequence[Moved]) -> str:
        """`events.turn_words` of the turn of one player, who has so much time. Raises SlowRulesError."""
        state = self._line.states[moved[0].index]
        patience = self.seats.patience(state.mover)
        what = "the text of a move of {} was not found"
        return in_time(state, patience, what, lambda: turn_words(moved))

    # --- Moves ----------------------------------------------------------------------------------------

    def play(
        self, move: Move | str | Choice, *, player: int | None = None, version: int | None = None
    ) -> tuple[Event, ...]:
        """Play a move, the move or whole turn that a text names, or what a machine has chosen.

        Either all of it is played or nothing. `player` is who wants to, `version` the session's version when
        it was chosen. Raises UnknownMoveError, IllegalMoveError, AmbiguousMoveError; SessionError if another
        player is to move, or the position has changed since; SlowRulesError where a machine has no time.
        """
        if version is not None and version != self.version:
            raise SessionError("the game has gone on since this was chosen")
        if player is not None and player != self.state.mover and not self.is_over:
            self.seats.machine(player)
            raise SessionError(f"it is {self.state.mover_name}'s turn")
        thought = None
        if isinstance(move, Choice):
            thought, move = move.thought, move.move
        if self._ended is not None:
            raise IllegalMoveError(f"`{move}` is not legal: the game is over")
        moves = self.state.parse_turn(move) if isinstance(move, str) else (move,)
        return self._make(moves, self._patience(), thought)

    def think(self, limit: Limit | None = None) -> Choice:
        """What the machine whose turn it is would play. It is not played yet: `play` does that.

        Raises SessionError where there is no such machine, and what the machine raises: PlayerOptionError for
        a limit that it does not know, SlowRulesError, KeyboardInterrupt at the second Ctrl-C.
        """
        self._must_go_on()
        machine = self.seats.machine(self.state.mover)
        if machine is None:
            raise SessionError(f"{self.state.mover_name} is a person: nobody else is to choose")
        return machine.choose(self._line, limit)

    def advance(self, limit: Limit | None = None) -> tuple[Event, ...]:
        """The next thing that needs no person: a machine's answer to a draw, a forced pass, one decision of a
        machine. No event where a person is asked, or all is over. Raises as `think` does.
        """
        if self.is_over:
            return ()
        if self._offer is not None:
            answering = next(
                (player for player in self._offer.asked if not self.seats.is_person(player)), None
            )
            return () if answering is None else self.answer_draw(answering)
        patience = self._patience(limit)
        forced = self.forced_pass(limit)
        if forced is not None:
            return self._make((forced,), patience)
        if self.awaited is not None:
            return ()
        choice = self.think(limit)
        return self._make((choice.move,), patience, choice.thought)

    def take_back(self, decisions: int = 1) -> tuple[Event, ...]:
        """Take back the last decision, or so many: the way back within a turn of many steps.

        What chance did comes again if the same is played again. Raises SessionError where there are fewer.
        """
        if not 1 <= decisions <= len(self._line.moves):
            raise SessionError(f"there are {len(self._line.moves)} decisions to take back, not {decisions}")
        line = self._line
        for _ in range(decisions):
            line = line.undo()
        return self._go_back(line, to_choice=True)

    def undo(self, player: int | None = None) -> tuple[Event, ...]:
        """Back to the last position in which a person, or this player, had something to choose.

        Where there is none, back to the start. An end that the rules do not know is taken back alone.
        """
        if player is not None:
            self.seats.machine(player)
        if self._ended is not None:
            self._ended = None
            return self._tell([TakenBack(0, len(self._line.moves), reopened=True)])

        def asked(mover: int) -> bool:
            return self.seats.is_person(mover) if player is None else mover == player

        return self._go_back(*back_to_choice(self._line, asked))

    @contextmanager
    def pondering(self, seconds: float = LONGEST) -> Iterator[None]:
        """Inside, the machine that is to move next thinks on in a thread, while a person decides.

        Only who goes by the clock does, and not before the first move of its own. Outside the machine has
        stopped; inside nothing may be played, or asked of machines.
        """
        state = self.state
        after = [*range(state.mover + 1, len(self.seats) + 1), *range(1, state.mover)]
        next_one = next((p for p in after if not self.seats.is_person(p)), None)
        if self.awaited is None or next_one is None:
            yield
            return
        self.legal_moves()  # known before two threads ask
        thinking = Pondering(self.seats.machine(next_one), self._line, seconds)
        try:
            yield
        finally:
            thinking.stop()

    def hint(self, limit: Limit | None = None) -> Choice:
        """What the strongest player that there is for the game would do.

        It remembers what it thought before. Raises SessionError when all is over, and as `think` does.
        """
        self._must_go_on()
        self._adviser = self._adviser or adviser(self.game, self.seed)
        return self._adviser.choose(self._line, limit)

    # --- Ends that the rules do not know --------------------------------------------------------------

    @property
    def offer(self) -> Offer | None:
        """The draw that is offered and not answered by all."""
        return self._offer

    def offer_draw(self, player: int | None = None) -> tuple[Event, ...]:
        """Offer a draw to all others, for the player to move or another. Raises SessionError."""
        self._must_go_on()
        if self._offer is not None:
            raise SessionError(f"{self.seats.name(self._offer.player)} has offered a draw already")
        by = self.state.mover if player is None else player
        offered = DrawOffered(by, self.seats.name(by))
        self._offer = Offer(by, self.seats.others(by))
        return self._tell([offered, *self._agreed()])

    def answer_draw(self, player: int, agrees: bool | None = None) -> tuple[Event, ...]:
        """Agree to a draw, or decline it; a machine says itself whether it `agrees`. The first who declines
        declines it for all. Raises SessionError where this player is not asked.
        """
        machine = self.seats.machine(player)
        if self._offer is None or player not in self._offer.asked:
            raise SessionError(f"nobody asks {self.seats.name(player)} whether to agree to a draw")
        if agrees is None:
            if machine is None:
                raise SessionError(f"{self.seats.name(player)} is a person: say whether to agree")
            agrees = machine.accepts_draw(self._line)
        waiting = tuple(each for each in self._offer.asked if each != player)
        self._offer = Offer(self._offer.player, waiting) if agrees else None
        return self._tell([DrawAnswered(player, self.seats.name(player), agrees), *self._agreed()])

    def resign(self, player: int | None = None) -> tuple[Event, ...]:
        """Give up, for the player to move or another: last of all. Raises SessionError."""
        self._must_go_on()
        by = self.state.mover if player is None else player
        self.seats.machine(by)
        return self.end(resigned(len(self.seats), by))

    def lose_on_time(self, player: int) -> tuple[Event, ...]:
        """A player's time is up: last of all. Who measures it is the client. Raises SessionError."""
        self._must_go_on()
        self.seats.machine(player)
        return self.end(resigned(len(self.seats), player, TIME))

    def end(self, result: Result) -> tuple[Event, ...]:
        """End the game in a way that its rules do not know. Raises SessionError if it is over."""
        self._must_go_on()
        self._offer = None
        self._ended = Ended(result, how(result, self.state), self.game.is_match)
        return self._tell([self._ended])

    def take_seat(self, player: int) -> tuple[Event, ...]:
        """Let a person play in place of a machine. Raises SessionError where there is no such player."""
        self.seats.take(player)
        return self._tell([SeatTaken(player, self.seats.name(player))])

    # --- Keeping --------------------------------------------------------------------------------------

    @property
    def record(self) -> Record:
        """The game as it was played so far."""
        result = self._ended.result if self._ended is not None else None
        names = [str(each) for each in self.seats.named]
        return record_of(self.game, self._line, self.seed, names, result, self.round, self.day)

    def text(self, folder: Path | None = None) -> str:
        """The record as text, for a file in a folder: `resume` picks it up again."""
        return record_text(self.record, folder)

    # --- Within ---------------------------------------------------------------------------------------

    def _make(
        self, moves: Sequence[Move], patience: float | None, thought: Thought | None = None
    ) -> tuple[Event, ...]:
        """Play some decisions, all or none."""
        self._line, events = forward(self._line, moves, patience, thought)
        self._offer = None
        self.version += 1
        events += self._overflow()
        if (ended := self.ended) is not None:
            events.append(ended)
        return self._tell(events)

    def _go_back(self, line: Line, to_choice: bool) -> tuple[Event, ...]:
        count = len(self._line.moves) - len(line.moves)
        self._line, self._ended, self._offer = line, None, None
        self.version += 1
        return self._tell([TakenBack(count, len(line.moves), to_choice), *self._overflow()])

    def _overflow(self) -> list[Event]:
        """That the game is no longer what its rules say: once, unless it is taken back meanwhile."""
        result, before = self.state.overflow, self._overflowed
        self._overflowed = result is not None
        return [] if result is None or before else [Overflowed(result)]

    def _agreed(self) -> list[Event]:
        """The end, if everybody has agreed to a draw."""
        if self._offer is None or self._offer.asked:
            return []
        result = shared(len(self.seats), AGREEMENT)
        self._offer, self._ended = None, Ended(result, how(result, self.state), self.game.is_match)
        return [self._ended]

    def _tell(self, events: Sequence[Event]) -> tuple[Event, ...]:
        self._log += events
        return tuple(events)

    def _must_go_on(self) -> None:
        if self.is_over:
            raise SessionError("the game is over")

    def _patience(self, limit: Limit | None = None) -> float | None:
        """The seconds that the rules may take for who is to move."""
        return self.seats.patience(self.state.mover, limit)
