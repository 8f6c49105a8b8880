"""What can be typed during a game besides moves."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from gdl.source.diagnostics import LanguageError
from interpreter.cli.resume import resume
from interpreter.cli.thoughts import lines_of, value_text
from interpreter.errors.errors import PlayerError
from interpreter.players.kinds import KINDS, STRONG
from interpreter.players.naming import read_player
from interpreter.records.model import AGREEMENT, resigned, shared
from interpreter.records.replaying import Replayer
from interpreter.records.writing import append_record

if TYPE_CHECKING:
    from interpreter.cli.sitting import Session
    from interpreter.game.game import Game
    from interpreter.players.player import Player

_HELP = """\
Type a move as it is listed by `moves`: d4 places, a2-a4 moves, a2xb5 captures, a2xc4xe6 is a whole turn;
case, blanks and the mark between two places do not matter.
  moves, m      list the legal moves (m e4: those from or to e4)
  board, b      draw the board again
  hint          what a strong player would do
  think         tell what the computer thinks, from now on (or no more)
  undo, u       take back your last move, and what was played after it
  draw          offer a draw
  resign        give up
  save FILE     add the game to the end of a file
  load FILE     go on with the last game of a file (FILE#2: with its second)
  help, h, ?    this text
  quit, q       leave
While the computer thinks, Ctrl-C makes it play the best that it has found so far."""


class Commands:
    """The commands of one session."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._terminal = session.terminal
        self._adviser: tuple[Game, Player] | None = None
        self._known: dict[str, Callable[[str], None]] = {
            "moves": self._list, "m": self._list, "board": self._board, "b": self._board, "undo": self._undo,
            "u": self._undo, "hint": self._hint, "think": self._think, "draw": self._draw,
            "resign": self._resign, "save": self._save, "load": self._load, "help": self._help,
            "h": self._help, "?": self._help, "quit": self._quit, "q": self._quit, "exit": self._quit,
        }  # fmt: skip

    def find(self, text: str) -> Callable[[], None] | None:
        """What runs the command that was typed; None where it is none."""
        word, _, rest = text.partition(" ")
        run = self._known.get(word.casefold())
        return None if run is None else partial(run, rest.strip())

    def _list(self, site: str) -> None:
        moves = self._session.state.legal_moves
        if site:
            named = site.casefold()
            moves = tuple(
                m for m in moves if named in ((m.origin or "").casefold(), (m.target or "").casefold())
            )
        self._terminal.say(f"{len(moves)} legal move{'' if len(moves) == 1 else 's'}:")
        self._terminal.columns([str(move) for move in moves])

    def _board(self, _: str) -> None:
        self._terminal.board(self._session.state)

    def _undo(self, _: str) -> None:
        """Back to the last position in which a human had something to decide."""
        session = self._session
        while session.line.moves:
            session.line = session.line.back()
            if session.players[session.state.mover - 1] is None and len(session.state.legal_moves) > 1:
                self._terminal.board(session.state)
                return
        self._terminal.say("This is the start of the game.")

    def _think(self, word: str) -> None:
        session = self._session
        session.thinking = {"on": True, "off": False}.get(word.casefold(), not session.thinking)
        told = "is told" if session.thinking else "is not told any more"
        self._terminal.say(f"What the computer thinks {told}.")

    def _hint(self, _: str) -> None:
        session = self._session
        adviser = self._ask_adviser()
        if adviser is None:
            self._terminal.say("No player that could give a hint plays this game.")
            return
        choice = adviser.choose(session.line)
        found = (each for each in choice.thought.candidates if each.move == choice.move)
        value = next((f"  ({value_text(each)})" for each in found), "")
        self._terminal.say(f"Perhaps {choice.move}{value}")
        if session.thinking:
            self._terminal.lines(lines_of(choice.thought))

    def _ask_adviser(self) -> Player | None:
        """The strongest player that knows this game; it remembers what it thought before."""
        game = self._session.game
        if self._adviser is not None and self._adviser[0] == game:
            return self._adviser[1]
        for text in STRONG:
            if text.partition(":")[0] not in KINDS:
                continue
            try:
                player = read_player(text).make(game, self._session.seed)
            except PlayerError:
                continue
            if player is not None:
                self._adviser = (game, player)
                return player
        return None

    def _draw(self, _: str) -> None:
        session = self._session
        offering = session.state.mover
        for number, (name, player) in enumerate(zip(session.game.players, session.players, strict=True), 1):
            if number == offering:
                continue
            if player is None:
                answer = self._terminal.ask(f"{name}, do you agree to a draw? (yes or no)")
                agreed = answer is not None and answer.casefold() in ("y", "yes")
            else:
                agreed = player.accepts_draw(session.line)
            if not agreed:
                self._terminal.say(f"{name} declines the draw.")
                return
        session.end(shared(len(session.players), AGREEMENT), "a draw by agreement")

    def _resign(self, _: str) -> None:
        session = self._session
        mover = session.state.mover
        others = [name for number, name in enumerate(session.game.players, 1) if number != mover]
        wins = f", {others[0]} wins" if len(others) == 1 else ""
        session.end(resigned(len(session.players), mover), f"{session.state.mover_name} resigns{wins}")

    def _save(self, path: str) -> None:
        if not path:
            self._terminal.say("Name a file: save FILE", "red")
            return
        append_record(path, self._session.record)
        self._terminal.say(f"Added to {path}.")

    def _load(self, path: str) -> None:
        if not path:
            self._terminal.say("Name a file: load FILE, or load FILE#2 for the second game in it", "red")
            return
        recipe = self._session.game.recipe
        resumed = resume(path, Replayer(recipe.engine, recipe.checked))
        line = resumed.line
        if not resumed.fits or resumed.game is None or line is None:
            raise LanguageError(resumed.mistakes)
        self._terminal.diagnose(resumed.mistakes)
        if len(resumed.game.players) != len(self._session.players):
            self._terminal.say(f"{path} is a game for {len(resumed.game.players)} players.", "red")
            return
        self._session.begin(resumed.game, line, resumed.record.seed)
        self._terminal.say(
            f"{resumed.game.name}, after {len(line.moves)} move{'' if len(line.moves) == 1 else 's'}."
        )
        self._terminal.board(line.state)

    def _help(self, _: str) -> None:
        self._terminal.say(_HELP)

    def _quit(self, _: str) -> None:
        self._session.left = True
