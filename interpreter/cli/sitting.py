"""A game at the terminal, turn by turn. What can be typed besides moves stands in `commands`."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager

from gdl.source.diagnostics import LanguageError
from interpreter.cli.patience import patiently
from interpreter.cli.terminal import Terminal
from interpreter.cli.thoughts import lines_of
from interpreter.drawing.board import legend
from interpreter.errors.errors import SlowRulesError, UserError
from interpreter.game.game import Game
from interpreter.game.move import Move
from interpreter.game.notation import PASS, turn_text
from interpreter.game.state import State
from interpreter.players.naming import Named, make_players
from interpreter.players.player import Line, Player
from interpreter.players.waiting import in_time, legal_moves, played
from interpreter.records.model import Record, Result, record_of
from interpreter.support.interrupt import counting_ctrl_c


class Session:
    """One sitting: a game, who plays it, and everything played so far."""

    def __init__(
        self, game: Game, named: Sequence[Named], seed: int, terminal: Terminal, line: Line | None = None
    ) -> None:
        from interpreter.cli.commands import Commands

        self.terminal = terminal
        self.commands = Commands(self)
        self.named = tuple(named)
        #: is it told what the computer thinks?
        self.thinking = False
        #: was it told that something in the game is more than it can hold?
        self.beyond = False
        #: an end that the rules do not know, in words too
        self.ended: tuple[Result, str] | None = None
        self.left = False
        self.begin(game, line or Line((game.start(seed),)), seed)

    def begin(self, game: Game, line: Line, seed: int) -> None:
        """Sit down at a game as it was played so far. Raises CannotPlayError."""
        self.players: list[Player | None] = make_players(self.named, game, seed)
        self.game, self.line, self.seed = game, line, seed

    @property
    def state(self) -> State:
        """The present position."""
        return self.line.state

    @property
    def record(self) -> Record:
        """The game as it was played so far."""
        result = self.ended[0] if self.ended else None
        return record_of(self.game, self.line, self.seed, [str(each) for each in self.named], result)

    def end(self, result: Result, words: str) -> None:
        """End the game in a way that the rules do not know."""
        self.ended = (result, words)

    def run(self) -> None:
        """Play until the game is over or the human leaves."""
        program = self.game.program
        self.terminal.say(self.game.name, "bold")
        self.terminal.say(legend(self.game.picture, program.names.components, program.owners))
        if None in self.players:
            self.terminal.say(self._seats())
            self.terminal.say("Type a move, `moves` for the legal ones, or `help`.")
            self.terminal.board(self.state)
        while not (self.left or self.ended or self.state.is_over):
            self._tell_overflow()
            player = self.players[self.state.mover - 1]
            with self._patiently():
                legal = legal_moves(self.state, getattr(player, "patience", None))
            if len(legal) == 1 and legal[0].decision == PASS:
                self.terminal.say(f"{self.state.mover_name} has no move and passes.")
                self._play(legal[0])
            elif player is None:
                self._ask()
            else:
                try:
                    self._computer(player)
                except SlowRulesError:  # nobody can go on
                    raise
                except UserError as error:  # no memory left, perhaps: the game is not to be lost by that
                    self._retire(error)
        if not self.left:
            self._end()

    # --- Turns ----------------------------------------------------------------------------------------

    def _seats(self) -> str:
        """Who plays, where somebody types moves."""
        told = [
            f"{name}: {'you' if player is None else named}"
            for name, player, named in zip(self.game.players, self.players, self.named, strict=True)
        ]
        return ", ".join(told)

    def _patiently(self) -> AbstractContextManager[None]:
        return patiently(self.game.engine)

    def _play(self, move: Move) -> None:
        self.line = self.line.then(move)

    def _computer(self, player: Player) -> None:
        """Let a player make all the decisions of its turn, and tell them in one line."""
        before, first = self.state, len(self.line.moves)
        patience = getattr(player, "patience", None)
        thoughts = []
        while not self.state.is_over and self._same_turn(before):
            with counting_ctrl_c() as presses:
                choice = player.choose(self.line)
            if presses.count > (1 if None in self.players else 0):
                raise KeyboardInterrupt  # not a wish to hear the move, but to leave
            thoughts.append(choice.thought)
            with self._patiently():
                self.line = played(self.line, choice.move, patience)
        made = self.line.moves[first:]
        what = f"the text of a move of {before.mover_name} was not found"
        with self._patiently():
            turn = turn_text(in_time(before, patience, what, lambda: [move.written for move in made]))
        self.terminal.say(f"{before.mover_name}: {turn}{self._changes(before)}")
        if self.thinking:
            for thought in thoughts:
                self.terminal.lines(lines_of(thought))
        self._game_over(before)
        upcoming = self.players[self.state.mover - 1]
        if upcoming is None and not self.state.is_over:
            self.terminal.board(self.state)

    def _retire(self, error: UserError) -> None:
        """A player cannot go on: its moves are asked for from now on."""
        self.terminal.complain(error)
        self.terminal.say(f"Type the moves of {self.state.mover_name} from here on, or `save FILE`.")
        self.players[self.state.mover - 1] = None
        self.terminal.board(self.state)

    def _ask(self) -> None:
        going_on = len(self.line.states) > 1 and self._same_turn(self.line.states[-2])
        text = self.terminal.ask(self.state.mover_name + (", and" if going_on else ""))
        if text is None:
            self.left = True
            return
        # where the rules know how to resign, that is a move, and not leaving the table
        legal = {str(move).casefold() for move in self.state.legal_moves}
        run = None if text.casefold() in legal else self.commands.find(text)
        try:
            if run is not None:
                run()
            elif text:
                before = self.state
                with self._patiently():
                    for move in self.state.parse_turn(text):
                        self._play(move)
                if changes := self._changes(before):
                    self.terminal.say(changes.strip())
                self._game_over(before)
                if self.players[self.state.mover - 1] is None and not self.state.is_over:
                    self.terminal.board(self.state)
        except UserError as error:
            self.terminal.complain(error)
        except LanguageError as error:
            self.terminal.diagnose(error.diagnostics)

    def _tell_overflow(self) -> None:
        """Say once that the game is no longer what its rules say."""
        found = self.state.overflow
        if found is not None and not self.beyond:
            self.terminal.diagnose((found,))
        self.beyond = found is not None  # moves can be taken back

    def _end(self) -> None:
        self.terminal.board(self.state)
        outcome = self.state.outcome
        what = "match" if self.game.is_match else "game"
        self.terminal.say(f"The {what} is over: {self.ended[1] if self.ended else outcome}.", "bold")
        self._tell_overflow()
        for tally in self.state.tallies:
            text = tally.text(self.game.players)
            self.terminal.say(text[:1].upper() + text[1:])

    def _same_turn(self, before: State) -> bool:
        """Is the player of that state still to move, in the same game of a match?"""
        now = self.state
        return (now.games_played, now.mover) == (before.games_played, before.mover)

    def _game_over(self, before: State) -> None:
        """If a game of a match is over: how it ended, and how the match stands."""
        if self.state.games_played == before.games_played:
            return
        if not self.state.is_over:
            self.terminal.board(self.line.states[-2].before_the_next(self.line.moves[-1]))
        if not self.state.scores:  # a match whose rules count no points
            self.terminal.say(f"Game {self.state.games_played} is over.", "bold")
            return
        points = zip(self.game.players, self.state.scores, before.scores, strict=True)
        given = [f"{name} gets {now - then}" for name, now, then in points if now != then]
        standing = " to ".join(str(score) for score in self.state.scores)
        self.terminal.say(
            f"Game {self.state.games_played} is over: {', '.join(given) or 'no points'}. "
            f"The match stands {standing}.",
            "bold",
        )

    def _changes(self, before: State) -> str:
        """What has changed in the tallies, in brackets."""
        known = set(before.tallies)
        changed = [tally for tally in self.state.tallies if tally not in known]
        return "".join(f"  ({tally.text(self.game.players)})" for tally in changed)
