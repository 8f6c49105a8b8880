"""What a worker does for tables and analyses: each job is a message, and so is its answer.

A table is made from its game and its actions when it is first needed: a worker can be killed at any time.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from gdl.source.diagnostics import LanguageError
from gdl.support.values import define, field
from interpreter.errors.user_errors import ChangedRulesError, SessionError, UserError
from interpreter.game.game import Game, load, loads
from interpreter.game.position import position_from
from interpreter.players.limit import Limit
from interpreter.players.naming import read_player
from interpreter.players.pondering import Pondering
from interpreter.serve.messages import worker as message
from interpreter.serve.messages.analysis import MoveLine, RecordText
from interpreter.serve.messages.codec import Json
from interpreter.serve.messages.game import EndReason, Picture
from interpreter.serve.messages.room import Action, Nothing, Setup, Update
from interpreter.serve.messages.worker import Job, Request
from interpreter.serve.table.about import about, picture, reaches_of, rules_of
from interpreter.serve.table.drawings import Sprites
from interpreter.serve.table.lesson import lesson_of
from interpreter.serve.table.table import Sent, Table
from interpreter.serve.table.variations import Variations, candidate_of

if TYPE_CHECKING:
    from interpreter.players.player import Choice, Player

#: So many games are kept loaded.
_GAMES = 100
#: So many tables, of which the oldest is made again when it is needed; so many players with their trees; so
#: many analyses, each with its last line and the tree of its player.
_TABLES, _PLAYERS, _ANALYSES = 2000, 4, 8


class UnknownActionsError(Exception):
    """The worker does not know what was done before the actions that it was told."""


@define
class Held:
    """A table, and what was told of it."""

    table: Table
    setup: Setup
    sent: Sent = field(factory=Sent)


class Jobs:
    """The tables and analyses of one worker."""

    def __init__(self, ponders: bool = False) -> None:
        """`ponders`: whether machines think on between requests, about what they have moved last in."""
        self._ponders = ponders
        self._pondering: Pondering | None = None
        self._games: dict[str, tuple[Game, Sprites]] = {}
        self._tables: dict[str, Held] = {}
        self._analyses: dict[str, tuple[Setup, Variations]] = {}
        #: those who think, by room, player and name, the last one last
        self._players: dict[tuple[str, int, str], Player] = {}
        #: each has a request, and the same job by its class
        self._handlers: dict[type[Job[Any]], Callable[[Request, Any], object]] = {
            message.OpenTable: self._open,
            message.LookAtTable: self._look,
            message.DoCommand: self._command,
            message.CloseTable: self._close,
            message.ShowPast: lambda request, job: self._held(request).table.past(job.ply),
            message.TurnBoard: lambda request, job: self._held(request).table.board(job.turn),
            message.Explain: self._explain,
            message.ExplainEnd: self._explain_end,
            message.TellAbout: lambda request, _: about(self._game(request.setup)[0]),
            message.TellLesson: lambda request, _: lesson_of(self._game(request.setup)[0]),
            message.TellReach: lambda request, _: reaches_of(self._game(request.setup)[0]),
            message.DrawPicture: lambda request, _: Picture(picture(self._game(request.setup)[0])),
            message.TellRules: lambda request, _: rules_of(self._game(request.setup)[0]),
            message.ChooseMove: self._choose,
            message.AnswerDraw: self._answer_draw,
            message.GiveHint: self._hint,
            message.CopyLine: self._copy,
            message.FollowMoves: lambda request, job: self._analysis(request).follow(job.moves, job.more),
            message.ShowVariation: lambda request, job: self._analysis(request).position(
                job.moves, job.board, job.turn
            ),
            message.DescribePosition: lambda request, job: self._analysis(request).describe(
                job.moves, job.turn
            ),
            message.Consider: lambda request, job: self._analysis(request).consider(
                job.moves, Limit(seconds=job.seconds)
            ),
            message.Solve: lambda request, job: self._analysis(request).solve(job.moves, job.seconds),
            message.WriteRecord: lambda request, job: RecordText(self._analysis(request).record(job.moves)),
        }

    def __call__(self, request: Request) -> object:
        """Do one job; returns what its class says. Raises what the table raises."""
        if self._pondering is not None:
            self._pondering.stop()
            self._pondering = None
        return self._handlers[type(request.job)](request, request.job)

    # --- Tables ---------------------------------------------------------------------------------------

    def _open(self, request: Request, job: message.OpenTable) -> Update:
        self._tables.pop(request.room, None)
        held = self._held(request)
        for by in job.machines:
            read_player(by).make(held.table.game, 0)
        return held.sent.update(held.table, [], job)

    def _look(self, request: Request, job: message.LookAtTable) -> Update:
        held = self._held(request)
        return held.sent.update(held.table, [], job)

    def _command(self, request: Request, job: message.DoCommand) -> Update:
        held = self._held(request)
        actions = held.table.command(job.command, job.player, job.own, job.allies)
        return held.sent.update(held.table, actions, job)

    def _close(self, request: Request, job: message.CloseTable) -> Nothing:
        self._tables.pop(request.room, None)
        return Nothing()

    def _held(self, request: Request) -> Held:
        """The table of a request after all its actions. Raises UnknownActionsError where it needs more."""
        first, actions, room, setup = request.first, request.actions, request.room, request.setup
        held = self._tables.get(room)
        if held is None or held.setup != setup or not self._fits(held.table.actions, first, actions):
            if first:
                raise UnknownActionsError
            game, sprites = self._again(setup, actions)
            while len(self._tables) >= _TABLES:
                del self._tables[next(iter(self._tables))]
            held = self._tables[room] = Held(Table(game, setup.seed, sprites), setup)
        try:
            held.table.replay(actions[held.table.version - first :])
        except BaseException as error:
            del self._tables[room]
            if isinstance(error, UserError) and held.table.by_other_rules(actions):
                raise _changed(setup, error.message) from None
            raise
        return held

    def _again(self, setup: Setup, actions: Sequence[Action]) -> tuple[Game, Sprites]:
        """The game of these actions. Raises ChangedRulesError where its file has mistakes now."""
        try:
            return self._game(setup)
        except LanguageError as error:
            if actions and setup.text is None:
                raise _changed(setup, error.diagnostics[0].message) from None
            raise

    @staticmethod
    def _fits(known: Sequence[Action], first: int, actions: Sequence[Action]) -> bool:
        """Whether the known actions are the beginning of those that are told, which begin with number
        `first`."""
        return len(known) >= first and list(known[first:]) == list(actions[: len(known) - first])

    def _game(self, setup: Setup) -> tuple[Game, Sprites]:
        key = json.dumps([setup.game, setup.text, dict(setup.options), setup.position], sort_keys=True)
        loaded = self._games.pop(key, None)
        if loaded is None:
            options, text = dict(setup.options), setup.text
            game = load(setup.game, options) if text is None else loads(text, options, name=setup.game)
            if setup.position is not None:
                game = game.starting_from(position_from(setup.position, "the position"))
            while len(self._games) >= _GAMES:
                del self._games[next(iter(self._games))]
            loaded = game, Sprites(game.picture)
        self._games[key] = loaded  # the last one last: positions that are set up come and go
        return loaded

    # --- Thinking -------------------------------------------------------------------------------------

    def _player(self, request: Request, held: Held, player: int, by: str) -> Player:
        key = request.room, player, by
        made = self._players.pop(key, None)
        if made is None:
            made = read_player(by).make(held.table.game, held.setup.seed + player - 1)
            assert made is not None, "a person does not think here"
            while len(self._players) >= _PLAYERS:
                del self._players[next(iter(self._players))]
        self._players[key] = made
        return made

    def _choose(self, request: Request, job: message.ChooseMove) -> message.Decision:
        held = self._held(request)
        player = self._player(request, held, job.player, job.by)
        line = held.table.session.line
        choice = player.choose(line)
        if self._ponders:
            after = line.then(choice.move)
            if after.state.mover != job.player:
                self._pondering = Pondering(player, after)
        return _decision(choice)

    def _answer_draw(self, request: Request, job: message.AnswerDraw) -> message.DrawAnswer:
        held = self._held(request)
        player = self._player(request, held, job.player, job.by)
        return message.DrawAnswer(player.accepts_draw(held.table.session.line))

    def _hint(self, request: Request, job: message.GiveHint) -> message.Hint:
        session = self._held(request).table.session
        choice = session.hint(Limit(seconds=job.seconds))
        best = [candidate_of(each, session.state) for each in choice.thought.candidates if each.line]
        return message.Hint(_decision(choice), best)

    def _explain(self, request: Request, job: message.Explain) -> Json:
        from interpreter.why.answers import to_json
        from interpreter.why.explain import why

        answer: Json = _bare(to_json(why(self._held(request).table.session.state, job.move, plain=True)))
        return answer

    def _explain_end(self, request: Request, job: message.ExplainEnd) -> EndReason:
        from gdl.source.text import NOWHERE
        from interpreter.why.ending import ending

        line = self._held(request).table.session.line
        reason = ending(line.states[-2], line.moves[-1]) if line.moves and line.state.is_over else None
        if reason is None:
            return EndReason("", ())
        if reason.span is NOWHERE:
            return EndReason(reason.words, reason.sites)
        return EndReason(reason.words, reason.sites, PurePath(reason.span.source.name).name, reason.span.line)

    # --- Analyses -------------------------------------------------------------------------------------

    def _analysis(self, request: Request) -> Variations:
        """The analysis of a request: the line of each is made, whatever was known before."""
        held = self._analyses.pop(request.room, None)
        if held is None or held[0] != request.setup:
            game, sprites = self._game(request.setup)
            while len(self._analyses) >= _ANALYSES:
                del self._analyses[next(iter(self._analyses))]
            held = request.setup, Variations(game, request.setup.seed, sprites)
        self._analyses[request.room] = held
        return held[1]

    def _copy(self, request: Request, job: message.CopyLine) -> MoveLine:
        table = self._held(request).table
        session = table.session
        if session.game.has_chance and not session.is_over:
            raise SessionError("where dice or shuffles decide, a game can be analysed when it is over")
        written: list[str | None] = []  # (to write a move anew takes what was legal before it)
        for event in table.events:
            if event.kind == "moved":
                written.append(event.text)
            elif event.left is not None:
                del written[event.left :]
        line = session.line
        made = zip(line.states, line.moves, written, strict=False)
        texts = ((str(move), state.mover, short) for state, move, short in made)
        return MoveLine([(text, mover, None if short == text else short) for text, mover, short in texts])


def _changed(setup: Setup, message: str) -> ChangedRulesError:
    name = PurePath(setup.game).name
    return ChangedRulesError(f"{name} has changed since this game was begun, which cannot go on: {message}")


def _bare(document: Any) -> Any:
    """The same, files by their names alone: in which folder of the server they lie is nobody's business."""
    if isinstance(document, dict):
        return {
            key: PurePath(each).name if key == "file" and isinstance(each, str) else _bare(each)
            for key, each in document.items()
        }
    return [_bare(each) for each in document] if isinstance(document, list | tuple) else document


def _decision(choice: Choice) -> message.Decision:
    thought = choice.thought
    move, work = str(choice.move), thought.work
    if not thought.candidates:
        return message.Decision(move, work)
    return message.Decision(move, work, thought.candidates[0].value, thought.candidates[0].proved)
