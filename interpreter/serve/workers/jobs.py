"""What a worker can be asked: each job is a request and an answer, both of what JSON can hold.

A table is made from its game and its deeds when it is first needed: a worker can be killed at any time.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from attrs import define, field

from gdl.source.diagnostics import LanguageError
from interpreter.errors.user_errors import ChangedRulesError, UserError
from interpreter.game.game import Game, load, loads
from interpreter.game.position import position_from
from interpreter.players.naming import read_player
from interpreter.serve.table.about import about, picture, rules_told
from interpreter.serve.table.deeds import Deed
from interpreter.serve.table.looks import Looks
from interpreter.serve.table.snapshot import used_looks
from interpreter.serve.table.table import Table
from interpreter.serve.workers.analysing import Analysing

if TYPE_CHECKING:
    from interpreter.players.player import Choice, Player

Json = dict[str, Any]
#: So many games are kept loaded.
_GAMES = 100
#: So many tables, of which the oldest is made again when it is needed; so many players with their trees.
_TABLES, _PLAYERS = 2000, 4


class UnknownDeedsError(Exception):
    """The worker does not know what was done before the deeds that it was told."""


@define
class Held:
    """A table, and what was told of it."""

    table: Table
    setup: Json
    looks: set[str] = field(factory=set)
    board: str = ""


class Jobs:
    """The tables of one worker.

    A request names its `room` and `setup` (game, options, seed), and the last `deeds` there, of which `first`
    were done before: a worker that knows no more of the room asks for all of them.
    """

    def __init__(self) -> None:
        self._games: dict[str, tuple[Game, Looks]] = {}
        self._tables: dict[str, Held] = {}
        #: those who think, by room, player and name, the last one last
        self._players: dict[tuple[str, int, str], Player] = {}
        self._does: dict[str, Callable[[Json], Json]] = {
            "open": self._open,
            "look": lambda request: self._told(self._held(request), request, []),
            "wish": self._wish,
            "think": self._think,
            "draw": self._draw,
            "hint": self._hint,
            "why": self._why,
            "record": self._record,
            "close": self._close,
            "past": self._past,
            "board": lambda request: self._held(request).table.board(request["turn"]),
            "about": lambda request: about(self._game(request["setup"])[0]),
            "picture": lambda request: {"svg": picture(self._game(request["setup"])[0])},
            "rules": lambda request: rules_told(self._game(request["setup"])[0]),
            **Analysing(self._game, lambda request: self._held(request).table).does,
        }

    def __call__(self, request: Json) -> Json:
        """Do one job. Raises what the table raises, and KeyError for a job that there is not."""
        return self._does[request["do"]](request)

    # --- Tables ---------------------------------------------------------------------------------------

    def _open(self, request: Json) -> Json:
        """A table with all that was done at it, told from the start."""
        self._tables.pop(request["room"], None)
        held = self._held(request)
        for by in request.get("machines", ()):
            read_player(by).make(held.table.game, 0)
        return self._told(held, request, [])

    def _wish(self, request: Json) -> Json:
        held = self._held(request)
        return self._told(held, request, held.table.wish(request["wish"]))

    def _close(self, request: Json) -> Json:
        self._tables.pop(request["room"], None)
        return {}

    def _record(self, request: Json) -> Json:
        return {"text": self._held(request).table.text(request.get("players", ()))}

    def _told(self, held: Held, request: Json, deeds: Sequence[Deed]) -> Json:
        """How it stands, with what was not told before."""
        table = held.table
        snapshot, board = table.snapshot(), table.board()
        asks = not snapshot["over"] and snapshot["mover"] in request.get("people", ())
        new = {name: drawn for name, drawn in self._shown(table, snapshot).items() if name not in held.looks}
        held.looks |= new.keys()
        told: Json = {
            "deeds": list(deeds),
            "snapshot": snapshot,
            # by player: what nobody else may know; a game that hid something would tell it here
            "own": {str(snapshot["mover"]): {"moves": table.moves()}} if asks else {},
            "looks": new,
            "events": table.events(request.get("events", 0)),
        }
        if board["id"] != held.board:
            held.board, told["board"] = board["id"], board
        return told

    def _past(self, request: Json) -> Json:
        """An earlier position, with all looks that it shows."""
        table = self._held(request).table
        found = table.past(request["ply"])
        return {**found, "looks": self._shown(table, found)}

    @staticmethod
    def _shown(table: Table, snapshot: Json) -> dict[str, str]:
        return {name: table.looks.drawn[name] for name in used_looks(snapshot)}

    def _held(self, request: Json) -> Held:
        """The table of a request after all its deeds. Raises UnknownDeedsError where more have to be told."""
        first, deeds, room, setup = request["first"], request["deeds"], request["room"], request["setup"]
        held = self._tables.get(room)
        if held is None or held.setup != setup or not self._fits(held.table.deeds, first, deeds):
            if first:
                raise UnknownDeedsError
            game, looks = self._again(setup, deeds)
            while len(self._tables) >= _TABLES:
                del self._tables[next(iter(self._tables))]
            held = self._tables[room] = Held(Table(game, setup["seed"], looks), setup)
        try:
            held.table.replay(deeds[held.table.version - first :])
        except BaseException as error:
            del self._tables[room]
            if isinstance(error, UserError) and held.table.by_other_rules(deeds):
                raise _changed(setup, error.message) from None
            raise
        return held

    def _again(self, setup: Json, deeds: Sequence[Deed]) -> tuple[Game, Looks]:
        """The game of these deeds. Raises ChangedRulesError where its file has mistakes now."""
        try:
            return self._game(setup)
        except LanguageError as error:
            if deeds and "text" not in setup:
                raise _changed(setup, error.diagnostics[0].message) from None
            raise

    @staticmethod
    def _fits(known: Sequence[Deed], first: int, deeds: Sequence[Deed]) -> bool:
        """Are the known deeds the beginning of those that are told, which begin with the deed `first`?"""
        return len(known) >= first and list(known[first:]) == list(deeds[: len(known) - first])

    def _game(self, setup: Json) -> tuple[Game, Looks]:
        position = setup.get("position")
        told = [setup["game"], setup.get("text"), setup.get("options", {}), position]
        key = json.dumps(told, sort_keys=True)
        found = self._games.pop(key, None)
        if found is None:
            options, text = setup.get("options", {}), setup.get("text")
            game = load(setup["game"], options) if text is None else loads(text, options, name=setup["game"])
            if position is not None:
                game = game.starting_from(position_from(position, "the position"))
            while len(self._games) >= _GAMES:
                del self._games[next(iter(self._games))]
            found = game, Looks(game.picture)
        self._games[key] = found  # the last one last: positions that are set up come and go
        return found

    # --- Thinking -------------------------------------------------------------------------------------

    def _player(self, held: Held, request: Json) -> Player:
        key = request["room"], request["player"], request["by"]
        found = self._players.pop(key, None)
        if found is None:
            seed = held.setup["seed"] + request["player"] - 1
            found = read_player(request["by"]).make(held.table.game, seed)
            assert found is not None, "a person does not think here"
            while len(self._players) >= _PLAYERS:
                del self._players[next(iter(self._players))]
        self._players[key] = found
        return found

    def _think(self, request: Json) -> Json:
        """What a machine would play."""
        held = self._held(request)
        return _chosen(self._player(held, request).choose(held.table.session.line))

    def _draw(self, request: Json) -> Json:
        """Does a machine agree to a draw?"""
        held = self._held(request)
        return {"agrees": self._player(held, request).accepts_draw(held.table.session.line)}

    def _hint(self, request: Json) -> Json:
        """What a strong player would do in a second or so."""
        from interpreter.players.limit import Limit

        choice = self._held(request).table.session.hint(Limit(seconds=request.get("seconds", 1.0)))
        return {} if choice is None else _chosen(choice)

    def _why(self, request: Json) -> Json:
        """Why a move is legal or not."""
        from interpreter.why.answers import to_json
        from interpreter.why.explain import why

        found: Json = _bare(to_json(why(self._held(request).table.session.state, request["move"])))
        return found


def _changed(setup: Json, message: str) -> ChangedRulesError:
    name = PurePath(setup["game"]).name
    return ChangedRulesError(f"{name} has changed since this game was begun, which cannot go on: {message}")


def _bare(told: Any) -> Any:
    """The same, files by their names alone: in which folder of the server they lie is nobody's business."""
    if isinstance(told, dict):
        return {
            key: PurePath(each).name if key == "file" and isinstance(each, str) else _bare(each)
            for key, each in told.items()
        }
    return [_bare(each) for each in told] if isinstance(told, list | tuple) else told


def _chosen(choice: Choice) -> Json:
    thought = choice.thought
    best: Mapping[str, Any] = {}
    if thought.candidates:
        best = {"value": thought.candidates[0].value, "proved": thought.candidates[0].proved}
    return {"move": str(choice.move), "work": thought.work, **best}
