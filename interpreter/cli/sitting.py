"""A game at the terminal, turn by turn: a client of a session, which prints what happens and reads moves.

What can be typed besides moves stands in `commands`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext

from gdl.source.diagnostics import LanguageError
from interpreter.cli.progress import patiently
from interpreter.cli.typed_commands import Desk, TypedCommands, lines_of
from interpreter.drawing.board import legend
from interpreter.errors.user_errors import SlowRulesError, UserError
from interpreter.session.events import Event, GameOver, Moved, Overflowed
from interpreter.session.session import Session
from interpreter.support.interrupt import counting_ctrl_c


class Sitting:
    """A game at the terminal."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._terminal = desk.terminal
        self._commands = TypedCommands(desk)
        self._terminal.complete_with(self._commands.completions)
        #: whose events were told, and how many of them
        self._told: tuple[Session, int] = (desk.session, 0)

    @property
    def _session(self) -> Session:
        return self._desk.session

    def run(self) -> None:
        """Play until the game is over or the human leaves."""
        game = self._session.game
        self._terminal.say(game.name, "bold")
        for line in legend(game.plan, game.picture, self._terminal.has_colours):
            self._terminal.drawn(line)
        if self._session.seats.has_people:
            self._terminal.say(self._seats())
            self._terminal.say("Type a move, `moves` for the legal ones, or `help`.")
            self._show()
        while not (self._desk.left or self._session.is_over):
            self._tell_overflow()
            with self._patiently():
                forced = self._session.forced_pass()
            if forced is not None:
                events = self._session.play(forced)
                self._terminal.say(events[0].words)
                self._tell_games(events)
            elif self._session.awaited is not None:
                self._ask()
            else:
                try:
                    self._computer()
                except SlowRulesError:  # nobody can go on
                    raise
                except UserError as error:  # no memory left, perhaps: the game is not to be lost by that
                    self._retire(error)
        if not self._desk.left:
            self._end()

    # --- Turns ----------------------------------------------------------------------------------------

    def _seats(self) -> str:
        """Who plays, where somebody types moves."""
        session = self._session
        seats = enumerate(zip(session.state.called, session.seats.named, strict=True), 1)
        return ", ".join(
            f"{name}: {'you' if session.seats.is_person(player) else named}"
            for player, (name, named) in seats
        )

    def _patiently(self) -> AbstractContextManager[None]:
        return patiently(self._session.game.engine)

    def _computer(self) -> None:
        """Let a player make all the decisions of its turn, and tell them in one line."""
        session = self._session
        first = len(session.line.moves)
        events: list[Event] = []
        while not events or (session.turn and not session.is_over):
            with counting_ctrl_c() as presses:
                choice = session.think()
            if presses.count > (1 if session.seats.has_people else 0):
                raise KeyboardInterrupt  # not a wish to hear the move, but to leave
            with self._patiently():
                events += session.play(choice)
        moved = [event for event in events if isinstance(event, Moved)]
        with self._patiently():
            turn = session.turn_words(moved)
        if session.glimpse is not None:  # how a move is written may tell what moved
            turn = f"{moved[0].name} has moved."
        self._terminal.say(f"{turn}{self._changes(first)}")
        if self._desk.thinking:
            for each in moved:
                if each.thought is not None:
                    self._terminal.lines(lines_of(each.thought))
        self._tell_games(events)
        self._board_for_a_person()

    def _retire(self, error: UserError) -> None:
        """A player cannot go on: its moves are asked for from now on."""
        self._terminal.complain(error)
        state = self._session.state
        self._terminal.say(f"Type the moves of {state.mover_name} from here on, or `save FILE`.")
        self._session.take_seat(state.mover)
        self._show()

    def _ask(self) -> None:
        session = self._session
        with session.pondering() if self._desk.pondering else nullcontext():
            text = self._terminal.ask(session.state.mover_name + (", and" if session.turn else ""))
        if text is None:
            self._desk.left = True
            return
        # where the rules know how to resign, that is a move, and not leaving the table
        legal = {str(move).casefold() for move in session.state.legal_moves}
        run = None if text.casefold() in legal else self._commands.find(text)
        try:
            if run is not None:
                run()
            elif text:
                first = len(session.line.moves)
                with self._patiently():
                    events = session.play(text)
                if changes := self._changes(first):
                    self._terminal.say(changes.strip())
                self._tell_games(events)
                self._board_for_a_person()
        except UserError as error:
            self._terminal.complain(error)
        except LanguageError as error:
            self._terminal.diagnose(error.diagnostics)

    # --- What is told ---------------------------------------------------------------------------------

    def _board_for_a_person(self) -> None:
        """Draw the position that somebody has to decide in."""
        if self._session.awaited is not None:
            self._show()

    def _show(self) -> None:
        """Draw the position, with what the last turn did."""
        self._desk.show()

    def _tell_overflow(self) -> None:
        """Say what has become more than the game can hold, unless it was taken back meanwhile."""
        session, known = self._told
        known = known if session is self._session else 0
        events = self._session.events
        self._told = (self._session, len(events))
        if self._session.state.overflow is not None:
            self._terminal.diagnose(e.diagnostic for e in events[known:] if isinstance(e, Overflowed))

    def _tell_games(self, events: Iterable[Event]) -> None:
        """If a game of a match is over: how it ended, and how the match stands."""
        for event in events:
            if isinstance(event, GameOver):
                if not self._session.state.is_over:
                    self._terminal.board(event.position)
                self._terminal.say(event.words, "bold")

    def _end(self) -> None:
        session = self._session
        self._show()
        if session.ended is not None:
            self._terminal.say(session.ended.words, "bold")
        self._tell_overflow()
        for tally in session.state.tallies:
            text = tally.text(session.game.players)
            self._terminal.say(text[:1].upper() + text[1:])

    def _changes(self, since: int) -> str:
        """What has changed in the tallies, in brackets."""
        players: Sequence[str] = self._session.game.players
        return "".join(f"  ({tally.text(players)})" for tally in self._session.changes(since))
