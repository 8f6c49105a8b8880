"""Recorded games played again: do their moves still fit, and do they lead where the record says?"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from gdl.source.diagnostics import Diagnostic, LanguageError
from gdl.source.text import NOWHERE, Span
from gdl.support.values import define, evolve, field, frozen
from interpreter.errors.user_errors import (
    GameNotFoundError,
    MoveError,
    PositionError,
    ScenarioError,
    UserError,
)
from interpreter.game.game import Game, load
from interpreter.game.outcome import Outcome
from interpreter.players.player import Line
from interpreter.records.model import RULES, Record, begins_turn
from interpreter.records.reading import read_file

_SUGGESTED = 4
#: The most games kept in memory; the oldest are evicted first.
_MOST_GAMES = 64


@frozen
class Replayed:
    """A recorded game as far as it could be played."""

    record: Record
    #: None where the game cannot be had; then there is a mistake
    game: Game | None
    line: Line | None
    mistakes: tuple[Diagnostic, ...] = ()
    #: does the file of the game say something else than when this was played?
    changed: bool = field(default=False)

    def _repr_html_(self) -> str:
        """What notebooks show: the game as an animation, after what is wrong with the record."""
        from interpreter.drawing.notebooks import items

        wrong = items(each.message for each in self.mistakes) if self.mistakes else ""
        return wrong + (self.line._repr_html_() if self.line is not None else "")

    @property
    def fits(self) -> bool:
        """Whether all could be played, to the recorded result."""
        return not any(mistake.severity == "error" for mistake in self.mistakes)


def records(path: str | Path, engine: str = "auto") -> tuple[Replayed, ...]:
    """The games of a file of records, played through: of each its `record`, `line` and `mistakes`.

    Raises UnreadableFileError and RecordError, and LanguageError with all that is wrong in games that cannot
    be read.
    """
    entries = tuple(read_file(path))
    mistakes = tuple(each for entry in entries if not entry.usable for each in entry.mistakes)
    if mistakes:
        raise LanguageError(mistakes)
    replayer = Replayer(engine)
    return tuple(replayer.replay(entry.record) for entry in entries if entry.record is not None)


@define
class Replayer:
    """Plays records; a game that several of them are of is loaded once."""

    engine: str = "auto"
    checked: bool = False
    _games: dict[tuple[str, tuple[tuple[str, str], ...], str], Game] = field(factory=dict)

    def replay(self, record: Record) -> Replayed:
        """Play a record's moves."""
        try:
            game = self._game_of(record)
        except (UserError, LanguageError) as error:
            return Replayed(record, None, None, tuple(_about_game(record, error)))
        changed = bool(record.rules) and record.rules != game.fingerprint
        line, mistakes = _play(record, game)
        mistakes += () if mistakes else tuple(_about_end(record, game, line))
        if changed:
            mistakes = _since_changed(record, game, mistakes)
        if line.state.overflow is not None:
            mistakes += (line.state.overflow,)
        return Replayed(record, game, line, mistakes, changed)

    def _game_of(self, record: Record) -> Game:
        """The game that a record names, with its options and its beginning.

        Raises as `interpreter.game.load` does, and ScenarioError and PositionError.
        """
        key = (_located(record), record.options, record.position)
        if key not in self._games:
            while len(self._games) >= _MOST_GAMES:
                del self._games[next(iter(self._games))]
            game = load(key[0], dict(key[1]))
            if record.position:
                from interpreter.game.position import position_in  # it takes YAML

                game = game.starting_from(position_in(record.position, "the position"))
            self._games[key] = game.on(self.engine, self.checked)
        return self._games[key]


def _since_changed(record: Record, game: Game, mistakes: tuple[Diagnostic, ...]) -> tuple[Diagnostic, ...]:
    """That the rules are not those of the record: why it does not fit, or a warning that it still does."""
    since = f"the rules of {game.name} have changed since this game was recorded"
    if mistakes:
        return tuple(evolve(mistake, notes=(*mistake.notes, since)) for mistake in mistakes)
    place, now = record.places.tag("rules"), f"now {game.fingerprint}"
    still = ("all moves can still be played",)
    return (Diagnostic("W0526", since, place, now, notes=still, severity="warning"),)


def _located(record: Record) -> str:
    """A path is seen from the folder of the record's file."""
    if record.game.endswith(".lud") or "/" in record.game:
        beside = Path(record.places.whole.source.name).parent / record.game
        if os.path.lexists(beside) or not os.path.lexists(record.game):
            return str(beside)
    return record.game


def _about_game(record: Record, error: UserError | LanguageError) -> Iterator[Diagnostic]:
    """Why the game cannot be had, told of the tags that ask for it."""
    begins = isinstance(error, ScenarioError | PositionError)
    place = record.places.tag("position" if begins else "game")
    if isinstance(error, UserError):
        help = _did_you_mean(error)
        if isinstance(error, GameNotFoundError):
            help = (*help, "a path is seen from the folder of the record")
        yield Diagnostic(error.code, error.message, place, help=help)
        return
    for each in error.diagnostics:
        if each.severity == "error" and each.span is NOWHERE:  # about what is chosen
            yield evolve(each, span=_option_place(record, each.message))
    if any(
        diagnostic.severity == "error" and diagnostic.span is not NOWHERE for diagnostic in error.diagnostics
    ):
        check = (f"`gdl check {record.game}` shows them",)
        yield Diagnostic("E0523", f"the file of {record.game} has mistakes", place, help=check)


def _option_place(record: Record, message: str) -> Span:
    """The tag of the option that a message is about."""
    for index, (name, choice) in enumerate(record.options):
        if f'called "{name}"' in message or f'"{name}" called "{choice}"' in message:
            return record.places.tag("option", index)
    return record.places.tag("option")


def _did_you_mean(error: UserError) -> tuple[str, ...]:
    names = [f"`{name}`" for name in error.suggestions[:_SUGGESTED]]
    return (f"did you mean {' or '.join(names)}?",) if names else ()


def _play(record: Record, game: Game) -> tuple[Line, tuple[Diagnostic, ...]]:
    """The game as far as it can be played, and what is wrong with the next move."""
    line = Line((game.start(record.seed),))
    places = record.places
    if record.players and len(record.players) != len(game.players):
        count = f"{game.name} is played by {len(game.players)}, not by {len(record.players)}"
        return line, (Diagnostic("E0523", count, places.tag("player")),)
    states, moves = list(line.states), list(line.moves)
    turn = 0
    for index, text in enumerate(record.moves):
        state = states[-1]
        place = places.moves[index] if index < len(places.moves) else NOWHERE
        if index == 0 or begins_turn(states[-2], state):
            turn += 1
        if index in places.numbers and places.numbers[index][0] != turn and not state.is_over:
            said, span = places.numbers[index]
            wrong = Diagnostic("E0524", f"this is turn {turn}, not {said}", span)
            return Line(tuple(states), tuple(moves)), (wrong,)
        try:
            move = state.parse(text)
        except MoveError as error:
            message = f"move {index + 1} cannot be played: {error.message}"
            if state.is_over:
                message = f"move {index + 1} comes after the end of the game: {state.outcome}"
            wrong = Diagnostic(error.code, message, place, help=_did_you_mean(error))
            return Line(tuple(states), tuple(moves)), (wrong,)
        moves.append(move)
        states.append(state.play(move))
    return Line(tuple(states), tuple(moves)), ()


def _about_end(record: Record, game: Game, line: Line) -> Iterator[Diagnostic]:
    """A result that the moves do not lead to."""
    result, state, place = record.result, line.state, record.places.tag("result")
    if result is None:
        if state.outcome is not None and "result" in record.places.tags:
            yield _misfit(place, state.outcome)
        return
    if len(result.ranks) != len(game.players):
        count = f"the result ranks {len(result.ranks)} players; {game.name} has {len(game.players)}"
        yield Diagnostic("E0525", count, place)
    elif state.outcome is not None and state.outcome.ranks != result.ranks:
        yield _misfit(place, state.outcome)
    elif state.outcome is None and result.end == RULES:
        message = "the result does not fit: the rules have not ended the game"
        help = 'say how else it ended, such as [end "resignation"], or that it was left: [result "*"]'
        yield Diagnostic("E0525", message, place, help=(help,))


def _misfit(place: Span, outcome: Outcome) -> Diagnostic:
    ranks = " ".join(f"{rank:g}" for rank in outcome.ranks)
    message = f"the result does not fit: the moves lead to this: {outcome}"
    return Diagnostic("E0525", message, place, help=(f'[result "{ranks}"] would fit',))
