"""What a worker can be asked about variations: it makes the line of a request, whatever it knew before."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from interpreter.errors.user_errors import SessionError
from interpreter.players.limit import Limit
from interpreter.serve.table.variations import Variations

if TYPE_CHECKING:
    from interpreter.game.game import Game
    from interpreter.serve.table.looks import Looks
    from interpreter.serve.table.table import Table

Json = dict[str, Any]
#: So many analyses are held, each with its last line and the tree of its player.
_HELD = 8


class Analysing:
    """The analyses of one worker. `game_of` loads the game of a setup, `table_of` the table of a request."""

    def __init__(
        self, game_of: Callable[[Json], tuple[Game, Looks]], table_of: Callable[[Json], Table]
    ) -> None:
        self._game_of, self._table_of = game_of, table_of
        self._held: dict[str, tuple[Json, Variations]] = {}
        self.does: dict[str, Callable[[Json], Json]] = {
            "copied": self._copied,
            "follow": lambda request: {"moves": self._of(request).follow(request["moves"], request["more"])},
            "vary": lambda request: self._of(request).look(
                request["moves"], request.get("board", ""), request.get("turn", 0)
            ),
            "describe": lambda request: self._of(request).describe(request["moves"], request.get("turn", 0)),
            "consider": lambda request: self._of(request).consider(
                request["moves"], Limit(seconds=request["seconds"])
            ),
            "solve": lambda request: self._of(request).solve(request["moves"], request["seconds"]),
            "text": lambda request: {"text": self._of(request).record(request["moves"])},
        }

    def _of(self, request: Json) -> Variations:
        name, setup = request["room"], request["setup"]
        found = self._held.pop(name, None)
        if found is None or found[0] != setup:
            game, looks = self._game_of(setup)
            while len(self._held) >= _HELD:
                del self._held[next(iter(self._held))]
            found = setup, Variations(game, setup["seed"], looks)
        self._held[name] = found
        return found[1]

    def _copied(self, request: Json) -> Json:
        """The decisions of a table. Where chance decides, what comes must not be known before it does."""
        session = self._table_of(request).session
        if session.game.has_chance and not session.is_over:
            raise SessionError("where dice or shuffles decide, a game can be analysed when it is over")
        line = session.line
        return {
            "moves": [[str(move), state.mover] for state, move in zip(line.states, line.moves, strict=False)]
        }
