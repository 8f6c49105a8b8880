"""A game at the terminal: turn by turn, with undo, saving, resigning and offers of a draw."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from interpreter.cli.terminal import Terminal
from interpreter.drawing.board import legend
from interpreter.errors import UserError
from interpreter.game import Game
from interpreter.move import Move
from interpreter.notation import PASS, turn_text
from interpreter.players import Player
from interpreter.state import State

_HELP = """\
Type a move as it is listed by `moves`: d4 places, a2-a4 moves, a2xb5 captures, a2xc4xe6 is a whole turn;
case, blanks and the mark between two places do not matter.
  moves, m      list the legal moves (m e4: those from or to e4)
  board, b      draw the board again
  undo, u       take back your last move, and what was played after it
  draw          offer a draw
  resign        give up
  save FILE     keep the game in a file
  load FILE     go on with a game from a file
  help, h, ?    this text
  quit, q       leave"""


class Session:
    """One sitting: a game, who plays it, and everything played so far."""

    def __init__(self, game: Game, players: Sequence[Player | None], seed: int, terminal: Terminal) -> None:
        self.game = game
        self.players = list(players)
        self.seed = seed
        self.terminal = terminal
        self.states = [game.start(seed)]
        self.moves: list[Move] = []
        self.result: str | None = None
        self.left = False
        self._commands: dict[str, Callable[[str], None]] = {
            "moves": self._list, "m": self._list, "board": self._board, "b": self._board, "undo": self._undo,
            "u": self._undo, "draw": self._draw, "resign": self._resign, "save": self._save,
            "load": self._load, "help": self._help, "h": self._help, "?": self._help, "quit": self._quit,
            "q": self._quit, "exit": self._quit,
        }  # fmt: skip

    @property
    def state(self) -> State:
        """The present position."""
        return self.states[-1]

    def run(self) -> None:
        """Play until the game is over or the human leaves."""
        program = self.game.program
        self.terminal.say(self.game.name, "bold")
        self.terminal.say(legend(self.game.picture, program.names.components, program.owners))
        if None in self.players:
            self.terminal.say("Type a move, `moves` for the legal ones, or `help`.")
            self.terminal.board(self.state)
        while not (self.left or self.result or self.state.is_over):
            player = self.players[self.state.mover - 1]
            legal = self.state.legal_moves
            if len(legal) == 1 and legal[0].decision == PASS:
                self.terminal.say(f"{self.state.mover_name} has no move and passes.")
                self._play(legal[0])
            elif player is None:
                self._ask()
            else:
                self._computer(player)
        if not self.left:
            self._end()

    # --- Turns ----------------------------------------------------------------------------------------

    def _play(self, move: Move) -> None:
        self.moves.append(move)
        self.states.append(self.state.play(move))

    def _computer(self, player: Player) -> None:
        """Let a player make all the decisions of its turn, and tell them in one line."""
        before, first = self.state, len(self.moves)
        while not self.state.is_over and self._same_turn(before):
            self._play(player.choose(self.state))
        turn = turn_text([move.written for move in self.moves[first:]])
        self.terminal.say(f"{before.mover_name}: {turn}{self._changes(before)}")
        self._game_over(before)
        upcoming = self.players[self.state.mover - 1]
        if upcoming is None and not self.state.is_over:
            self.terminal.board(self.state)

    def _ask(self) -> None:
        going_on = bool(self.moves) and len(self.states) > 1 and self._same_turn(self.states[-2])
        line = self.terminal.ask(self.state.mover_name + (", and" if going_on else ""))
        if line is None:
            self.left = True
            return
        word, _, rest = line.partition(" ")
        legal = {str(move).casefold() for move in self.state.legal_moves}
        # where the rules know how to resign, that is a move, and not leaving the table
        run = None if line.casefold() in legal else self._commands.get(word.casefold())
        try:
            if run is not None:
                run(rest.strip())
            elif line:
                before = self.state
                for move in self.state.parse_turn(line):
                    self._play(move)
                if changes := self._changes(before):
                    self.terminal.say(changes.strip())
                self._game_over(before)
                if self.players[self.state.mover - 1] is None and not self.state.is_over:
                    self.terminal.board(self.state)
        except UserError as error:
            self.terminal.complain(error)

    def _end(self) -> None:
        self.terminal.board(self.state)
        outcome = self.state.outcome
        what = "match" if self.game.is_match else "game"
        self.terminal.say(f"The {what} is over: {self.result or outcome}.", "bold")
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
            self.terminal.board(self.states[-2].before_the_next(self.moves[-1]))
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

    # --- Commands -------------------------------------------------------------------------------------

    def _list(self, site: str) -> None:
        moves = self.state.legal_moves
        if site:
            named = site.casefold()
            moves = tuple(
                m for m in moves if named in ((m.origin or "").casefold(), (m.target or "").casefold())
            )
        self.terminal.say(f"{len(moves)} legal move{'' if len(moves) == 1 else 's'}:")
        self.terminal.columns([str(move) for move in moves])

    def _board(self, _: str) -> None:
        self.terminal.board(self.state)

    def _undo(self, _: str) -> None:
        """Back to the last position in which a human had something to decide."""
        while self.moves:
            self.moves.pop()
            self.states.pop()
            if self.players[self.state.mover - 1] is None and len(self.state.legal_moves) > 1:
                self.terminal.board(self.state)
                return
        self.terminal.say("This is the start of the game.")

    def _draw(self, _: str) -> None:
        offering = self.state.mover
        for number, (name, player) in enumerate(zip(self.game.players, self.players, strict=True), 1):
            if number == offering:
                continue
            if player is None:
                answer = self.terminal.ask(f"{name}, do you agree to a draw? (yes or no)")
                agreed = answer is not None and answer.casefold() in ("y", "yes")
            else:
                agreed = player.accepts_draw(self.state)
            if not agreed:
                self.terminal.say(f"{name} declines the draw.")
                return
        self.result = "a draw by agreement"

    def _resign(self, _: str) -> None:
        mover = self.state.mover
        others = [name for number, name in enumerate(self.game.players, 1) if number != mover]
        wins = f", {others[0]} wins" if len(others) == 1 else ""
        self.result = f"{self.state.mover_name} resigns{wins}"

    def _save(self, path: str) -> None:
        from interpreter.saved import write_game

        if not path:
            self.terminal.say("Name a file: save FILE", "red")
            return
        write_game(path, self.game, self.seed, self.moves)
        self.terminal.say(f"Saved as {path}.")

    def _load(self, path: str) -> None:
        from gdl.diagnostics import LanguageError
        from interpreter.saved import read_game

        if not path:
            self.terminal.say("Name a file: load FILE", "red")
            return
        try:
            saved = read_game(path)
        except LanguageError as error:
            self.terminal.say(f"The game of {path} has mistakes: {error}", "red")
            return
        if len(saved.start.game.players) != len(self.players):
            self.terminal.say(f"{path} is a game for {len(saved.start.game.players)} players.", "red")
            return
        self.game, self.seed = saved.start.game, saved.seed
        self.states, self.moves = [saved.start, *saved.states], list(saved.moves)
        self.terminal.say(f"{self.game.name}, after {len(self.moves)} moves.")
        self.terminal.board(self.state)

    def _help(self, _: str) -> None:
        self.terminal.say(_HELP)

    def _quit(self, _: str) -> None:
        self.left = True
