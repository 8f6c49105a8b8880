"""Endgame tables (tablebases) as players use them: kept in the cache by the rules, asked at the root, and
laid into the table of alpha-beta, so that its leaves know them.

`gdl solve GAME --table` makes them (see interpreter/search/retrograde.py).
"""

from __future__ import annotations

import json
import zlib
from collections.abc import MutableSequence
from contextlib import suppress

import numpy as np
from attrs import asdict

from gdl.support.values import evolve, frozen
from interpreter.engines.cache import Cache, default_folder
from interpreter.errors.user_errors import UnsolvedError
from interpreter.game.move import Move
from interpreter.game.rules import Rules
from interpreter.game.state import State
from interpreter.players.player import LINES, Candidate, Choice, Line, Thought
from interpreter.search import tallies
from interpreter.search.retrograde import DRAWN, LOST, SAME, WON, EndgameTable, Expander, Step
from interpreter.search.solver import Solution

#: Changes where tables are written otherwise, or fingerprints are others.
_FORMAT = "ludwright endgames 1"
#: How far alpha-beta takes what is in it to have been looked ahead, and what part of its own may be filled.
_DEPTH, _PART = 200, 0.5


def keep_table(game: Rules, table: EndgameTable) -> None:
    """Keep a table in the cache."""
    data = asdict(table, filter=lambda attribute, _: attribute.name not in ("keys", "worths"))
    head = json.dumps(data | {"of": len(table)})
    worths = zlib.compress(table.worths.astype("<i2").tobytes())
    Cache(default_folder()).put(
        _key(game), head.encode() + b"\n" + table.keys.astype("<i8").tobytes() + worths
    )


def kept_table(game: Rules) -> EndgameTable | None:
    """The table of a game's rules, if one was made."""
    kept = Cache(default_folder()).get(_key(game))
    if kept is None:
        return None
    with suppress(ValueError, KeyError, TypeError, zlib.error):
        head, _, rest = kept.partition(b"\n")
        data = json.loads(head)
        count = int(data.pop("of"))
        keys = np.frombuffer(rest[: 8 * count], "<i8")
        worths = np.frombuffer(zlib.decompress(rest[8 * count :]), "<i2")
        if len(keys) == len(worths) == count:
            return EndgameTable(keys, worths, **data)
    return None


def _key(game: Rules) -> str:
    return Cache(None).key(_FORMAT, game.fingerprint)


@frozen(eq=False)
class Endgames:
    """What a table knows of positions of one game."""

    game: Rules
    table: EndgameTable
    _expander: Expander

    @classmethod
    def of(cls, game: Rules) -> Endgames | None:
        """What was kept of a game; None where nothing was, or it is not for that."""
        table = kept_table(game)
        if table is None:
            return None
        try:
            return cls(game, table, Expander(game))
        except UnsolvedError:
            return None

    def worth(self, state: State) -> tuple[float, int | None] | None:
        """What a position that is not over is worth to who is to move, and in how many plies it ends (None of
        a draw); None where the table does not know it."""
        plies = self.table.worth(self._expander.key(state.raw))
        if plies is None or not self.game.engine.sure_within(state.raw, abs(plies)):
            return None
        return self._value(plies), abs(plies) or None

    def _value(self, plies: int) -> float:
        if plies == 0:
            return -1.0 if self.table.alone else 0.0
        return 1.0 if plies > 0 else -1.0

    def choose(self, line: Line) -> Choice | None:
        """The best move of a position of the table, with what all are worth; None of one that it lacks."""
        state = line.state
        if self.worth(state) is None:
            return None
        candidates = self._ranked(state)
        candidates[:LINES] = [evolve(each, line=self._line(state, each.move)) for each in candidates[:LINES]]
        best = candidates[0]
        work = f"a table of {len(self.table):,} positions"
        return Choice(best.move, Thought(tuple(candidates), best.line, work))

    def _ranked(self, state: State) -> list[Candidate]:
        """The moves of a position of the table, the best first: who wins hurries, who loses delays."""
        moves = {move.raw: move for move in state.legal_moves}
        best: dict[Move, int] = {}
        for step in self._expander.steps(state.raw):
            move = moves[self._expander.move(step.number)]  # type: ignore[index]
            best.setdefault(move, self._after(step))
        ranked = sorted(best.items(), key=lambda each: -_rank(each[1]))
        return [
            Candidate(move, self._value(plies), None, True, abs(plies) or None, bool(plies))
            for move, plies in ranked
        ]

    def _after(self, step: Step) -> int:
        """The plies of a move until its maker has won, as a number below 0 until a loss, 0 for a draw."""
        if step.what in (WON, LOST, DRAWN):
            return {WON: 1, LOST: -1, DRAWN: 0}[step.what]
        plies = self.table.worth(step.key)
        assert plies is not None, "a table is closed"
        if plies == 0:
            return 0
        won = (plies > 0) == (step.what == SAME)
        return (abs(plies) + 1) * (1 if won else -1)

    def _line(self, state: State, move: Move, most: int = 40) -> tuple[Move, ...]:
        """How the game goes on with a move, if all play as well as can be."""
        line = [move]
        state = state.play(move)
        while not state.is_over and len(line) < most:
            move = self._ranked(state)[0].move
            line.append(move)
            state = state.play(move)
        return tuple(line)

    def solution(self, state: State, line: bool = True) -> Solution | None:
        """What a position that is not over comes to, as a solver tells it; None of one that it lacks."""
        worth = self.worth(state)
        if worth is None:
            return None
        return Solution(*worth, self._line(state, self._ranked(state)[0].move) if line else ())

    def lay_into(self, pool: MutableSequence[int]) -> None:
        """Lay what is known into the table of alpha-beta, as looked at to the end.

        Where rules look at earlier positions it knows positions by something else: nothing is.
        """
        from interpreter.subset.frontend import remembers

        if remembers(self.game.engine.program):
            return
        buckets = len(pool) // (tallies.ENTRY * tallies.BUCKET)
        keys = self.table.keys[: int(len(pool) / tallies.ENTRY * _PART)]
        worths = self.table.worths[: len(keys)].astype(np.int64)
        where = keys % buckets
        order = np.argsort(where, kind="stable")
        where, keys, worths = where[order], keys[order], worths[order]
        place = np.arange(len(keys)) - np.searchsorted(where, where)
        fits = place < tallies.BUCKET - 1
        at = ((where * tallies.BUCKET + place) * tallies.ENTRY)[fits]
        keys, worths = keys[fits], worths[fits]
        kept = np.sign(worths) * (tallies.WON - np.abs(worths))
        words = np.asarray(memoryview(pool).cast("B").cast("q"))  # type: ignore[arg-type]
        words[at + tallies.KEY] = keys
        words[at + tallies.WORTH] = kept
        words[at + tallies.TOLD] = (_DEPTH * tallies.KINDS + tallies.EXACT) * tallies.MOVES


def _rank(plies: int) -> float:
    """What orders moves: wins, the soonest first, then draws, then losses, the latest first."""
    return 0.0 if plies == 0 else 1.0 / plies
