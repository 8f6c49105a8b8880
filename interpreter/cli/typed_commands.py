"""What can be typed during a game besides moves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from gdl.source.diagnostics import LanguageError
from gdl.support.values import define
from interpreter.cli.terminal import Terminal, files_begun
from interpreter.game.move import Move
from interpreter.players.player import LINES, Candidate, Choice, Thought
from interpreter.records.model import marks_of_turn
from interpreter.records.replaying import Replayer
from interpreter.records.writing import append_record
from interpreter.session.events import DrawAnswered, TakenBack
from interpreter.session.resuming import replay_file
from interpreter.session.session import Session

_HELP = """\
Type a move as it is listed by `moves`: d4 places, a2-a4 moves, a2xb5 captures, a2xc4xe6 is a whole turn;
case, blanks and the mark between two places do not matter.
  moves, m      list the legal moves (m e4: those from or to e4)
  board, b      draw the board again: ( ) or ! marks where the last turn left and went, > < or x what it took
  why a2-a4     which rule allows a move, or which condition refuses it
  hint          what a strong player would do
  think         tell what the computer thinks, from now on (or no more)
  undo, u       take back your last move, and what was played after it
  draw          offer a draw
  resign        give up
  save FILE     add the game to the end of a file
  load FILE     go on with the last game of a file (FILE#2: with its second)
  help, h, ?    this text
  quit, q       leave
The Tab key completes moves and commands; the arrow keys bring back what was typed before.
While the computer thinks, Ctrl-C makes it play the best that it has found so far."""


class TypedCommands:
    """The commands of a game at the terminal."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._terminal = desk.terminal
        self._known: dict[str, Callable[[str], None]] = {
            "moves": self._list, "m": self._list, "board": self._board, "b": self._board, "undo": self._undo,
            "u": self._undo, "hint": self._hint, "think": self._think, "draw": self._draw,
            "resign": self._resign, "save": self._save, "load": self._load, "help": self._help,
            "h": self._help, "?": self._help, "why": self._why, "quit": self._quit, "q": self._quit,
            "exit": self._quit,
        }  # fmt: skip

    def find(self, text: str) -> Callable[[], None] | None:
        """What runs the command that was typed; None where it is none."""
        word, _, rest = text.partition(" ")
        run = self._known.get(word.casefold())
        return None if run is None else partial(run, rest.strip())

    def completions(self, begun: str) -> list[str]:
        """What a line that was begun could become: a move, a command, or a command with what it takes."""
        word, blank, rest = begun.partition(" ")
        command = word.casefold()
        if blank and command in self._known:
            return [f"{word} {more}" for more in self._arguments(command, rest.lstrip())]
        moves = [str(move) for move in self._desk.session.state.legal_moves]
        wanted = begun.casefold()
        words = (each for each in self._known if len(each) > 2)
        return [each for each in (*moves, *words) if each.casefold().startswith(wanted)]

    def _arguments(self, command: str, begun: str) -> list[str]:
        """What can stand behind a command: sites behind `moves`, files behind `save` and `load`."""
        run = self._known[command]
        if run == self._list:
            sites = dict.fromkeys(
                site for m in self._desk.session.state.legal_moves for site in (m.origin, m.target) if site
            )
            return [site for site in sites if site.casefold().startswith(begun.casefold())]
        if run in (self._save, self._load):
            return files_begun(begun)
        return []

    def _list(self, site: str) -> None:
        moves = self._desk.session.state.legal_moves
        if site:
            named = site.casefold()
            moves = tuple(
                m for m in moves if named in ((m.origin or "").casefold(), (m.target or "").casefold())
            )
        self._terminal.say(f"{len(moves)} legal move{'' if len(moves) == 1 else 's'}:")
        self._terminal.columns([str(move) for move in moves])

    def _board(self, _: str) -> None:
        self._show()

    def _show(self) -> None:
        self._desk.show()

    def _undo(self, _: str) -> None:
        for event in self._desk.session.undo():
            if isinstance(event, TakenBack):
                if event.to_choice:
                    self._show()
                else:
                    self._terminal.say(event.words)

    def _think(self, word: str) -> None:
        desk = self._desk
        desk.thinking = {"on": True, "off": False}.get(word.casefold(), not desk.thinking)
        state = "is told" if desk.thinking else "is not told any more"
        self._terminal.say(f"What the computer thinks {state}.")

    def _hint(self, _: str) -> None:
        try:
            choice = self._desk.session.hint()
        except KeyboardInterrupt:  # while it was found out which search is the better one
            self._terminal.say("No hint, then.")
            return
        chosen, others = hints_of(choice)
        self._terminal.say(chosen)
        self._terminal.lines(lines_of(choice.thought) if self._desk.thinking else others)

    def _why(self, move: str) -> None:
        from interpreter.why.explain import why  # takes time to import
        from interpreter.why.render import text_of

        if not move:
            self._terminal.say("Name a move: why a2-a4", "red")
            return
        self._terminal.say(text_of(why(self._desk.session.state, move)))

    def _draw(self, _: str) -> None:
        """Offer a draw to the others in their order, until one declines."""
        session = self._desk.session
        session.offer_draw()
        while session.offer is not None:
            player = session.offer.asked[0]
            agrees = self._agrees(player) if session.seats.is_person(player) else None
            for event in session.answer_draw(player, agrees):
                if isinstance(event, DrawAnswered) and not event.agrees:
                    self._terminal.say(event.words)

    def _agrees(self, player: int) -> bool:
        name = self._desk.session.game.players[player - 1]
        answer = self._terminal.ask(f"{name}, do you agree to a draw? (yes or no)")
        return answer is not None and answer.casefold() in ("y", "yes")

    def _resign(self, _: str) -> None:
        self._desk.session.resign()

    def _save(self, path: str) -> None:
        if not path:
            self._terminal.say("Name a file: save FILE", "red")
            return
        append_record(path, self._desk.session.record)
        self._terminal.say(f"Added to {path}.")

    def _load(self, path: str) -> None:
        if not path:
            self._terminal.say("Name a file: load FILE, or load FILE#2 for the second game in it", "red")
            return
        session = self._desk.session
        recipe = session.game.recipe
        resumed = replay_file(path, Replayer(recipe.engine, recipe.checked))
        line = resumed.line
        if not resumed.fits or resumed.game is None or line is None:
            raise LanguageError(resumed.mistakes)
        self._terminal.diagnose(resumed.mistakes)
        if len(resumed.game.players) != len(session.seats.named):
            self._terminal.say(f"{path} is a game for {len(resumed.game.players)} players.", "red")
            return
        self._desk.session = Session(resumed.game, session.seats.named, resumed.record.seed, line)
        self._terminal.say(
            f"{resumed.game.name}, after {len(line.moves)} move{'' if len(line.moves) == 1 else 's'}."
        )
        self._show()

    def _help(self, _: str) -> None:
        self._terminal.say(_HELP)

    def _quit(self, _: str) -> None:
        self._desk.left = True


# --- what a game at the terminal and the commands typed there share -------------------------------------


@define
class Desk:
    """A session and the terminal that is its client."""

    #: another one when a game is loaded
    session: Session
    terminal: Terminal
    #: is it told what the computer thinks?
    thinking: bool = False
    #: does it think on while somebody types?
    pondering: bool = False
    #: has whoever sits here left?
    left: bool = False

    def show(self) -> None:
        """Draw the position, with what the last turn did: what whoever sits here may see of it."""
        session = self.session
        if session.glimpse is None:
            self.terminal.board(session.state, marks_of_turn(session.line))
        else:
            self.terminal.board(session.glimpse)


# --- what a player thinks, as lines of text -------------------------------------------------------------


def hints_of(choice: Choice) -> tuple[str, list[str]]:
    """The move to play with its value, and some of the best moves with what is expected to follow each."""
    best = [each for each in choice.thought.candidates if each.line][:LINES]
    chosen = next((each for each in choice.thought.candidates if each.move == choice.move), None)
    value = "" if chosen is None else f"  ({value_text(chosen)})"
    rows = [(value_text(each), _line_text(each.line)) for each in best]
    width = max((len(value) for value, _ in rows), default=0)
    return f"Perhaps {choice.move}{value}", [f"  {value:>{width}}  {line}" for value, line in rows]


def _line_text(moves: Sequence[Move]) -> str:
    return " ".join(map(str, moves[:AHEAD])) + (" ..." if len(moves) > AHEAD else "")


#: The most candidate moves shown.
SHOWN = 5
#: The most moves shown of the expected line.
AHEAD = 8


def lines_of(thought: Thought) -> list[str]:
    """The work done, the best candidates with visits and values, and how the game is expected to go on."""
    lines = [f"  looked at {thought.work}" if thought.work else "  did not look ahead"]
    shown = thought.candidates[:SHOWN]
    rows = [(str(each.move), value_text(each), _visits(each)) for each in shown]
    widths = [max((len(row[column]) for row in rows), default=0) for column in range(3)]
    for move, value, visits in rows:
        lines.append(f"    {move:<{widths[0]}}  {value:>{widths[1]}}  {visits:>{widths[2]}}".rstrip())
    if len(thought.candidates) > SHOWN:
        lines.append(f"    and {len(thought.candidates) - SHOWN} more")
    if thought.expected:
        lines.append(f"  expects {_line_text(thought.expected)}")
    return lines


def value_text(candidate: Candidate) -> str:
    """`54.3 %` where it was tried so often, `+0.09` where it was judged, `proved: wins in 5 plies`.

    `at most +0.09` where another move was found that is as good at least, `wins within 5 plies` where it is
    not known that there is nothing sooner.
    """
    if candidate.proved:
        return f"proved: {_truth(candidate)}"
    if candidate.visits == 0:
        return "not tried"
    if candidate.visits is not None:
        return f"{(candidate.value + 1) * 50:.1f} %"
    return f"{'at most ' if candidate.at_most else ''}{candidate.value:+.2f}"


def _truth(candidate: Candidate) -> str:
    known = {1.0: "wins", -1.0: "loses", 0.0: "draws"}
    what = known.get(candidate.value) or f"is worth {(candidate.value + 1) * 50:.0f} %"
    if candidate.plies is None:
        return what
    within = "in" if candidate.exact else "within"
    return f"{what} {within} {candidate.plies} {'ply' if candidate.plies == 1 else 'plies'}"


def _visits(candidate: Candidate) -> str:
    if candidate.visits is None:
        return ""
    return f"{candidate.visits:,} {'visit' if candidate.visits == 1 else 'visits'}"
