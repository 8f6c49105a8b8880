"""An opening book that makes itself: what was found of positions by long thought or by proof is kept in the
cache, by the rules and the position, and taken again by who would think no longer.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from gdl.support.values import frozen
from interpreter.engines.cache import Cache, default_folder
from interpreter.errors.user_errors import UserError
from interpreter.game.move import Move
from interpreter.game.rules import Rules
from interpreter.game.state import State
from interpreter.players.player import Candidate, Choice, Thought

#: What takes less than so many seconds is found again.
LONG = 3.0
#: So many positions of a game are kept; those that took least go first.
MOST = 2000
#: ... each with so many of its best moves.
_CANDIDATES = 12
_VERSION = "remembered 2"
#: A proof took no less than anybody would.
FOREVER = 1e9


@frozen
class _Known:
    """A move of a position, and what it was found to be worth."""

    move: str
    value: float
    visits: int | None = None
    proved: bool = False
    plies: int | None = None
    exact: bool = False
    at_most: bool = False
    line: tuple[str, ...] = ()


def keep_thought(state: State, choice: Choice, seconds: float) -> None:
    """Keep what was thought of a position in so many seconds, if that was long; a proof took for ever."""
    candidates = choice.thought.candidates
    if not candidates or candidates[0].move != choice.move:
        return
    if seconds >= LONG:
        kept = [_of(each) for each in candidates[:_CANDIDATES]]
        _keep(state, kept, FOREVER if candidates[0].proved else seconds, choice.thought.work)


def keep_proof(state: State, value: float, plies: int | None, line: Sequence[Move], seconds: float) -> None:
    """Keep what a solver has proved of a position, if that took long."""
    if line and seconds >= LONG / 10:
        texts = tuple(map(str, line))
        _keep(
            state,
            [_Known(texts[0], value, None, True, plies, plies is not None, line=texts)],
            FOREVER,
            "a proof",
        )


def recalled(state: State, seconds: float) -> Choice | None:
    """What was found of a position by who thought no shorter than that; None where nothing was."""
    kept = _read(state.game).get(state.text)
    if kept is None or kept["seconds"] < seconds:
        return None
    with suppress(UserError, ValueError, KeyError, TypeError):
        candidates = tuple(_candidate(state, _Known(**each)) for each in kept["moves"])
        best = candidates[0]
        return Choice(best.move, Thought(candidates, best.line, f"remembered: {kept['work']}"))
    return None


def forget(game: Rules) -> None:
    """Forget it all: there is a better player now."""
    Cache(default_folder()).drop(_key(game))


def _of(candidate: Candidate) -> _Known:
    return _Known(
        str(candidate.move),
        candidate.value,
        candidate.visits,
        candidate.proved,
        candidate.plies,
        candidate.exact,
        candidate.at_most,
        tuple(map(str, candidate.line)),
    )


def _candidate(state: State, known: _Known) -> Candidate:
    """The same for the position. Raises IllegalMoveError and its like for moves that are none."""
    move, line = state.parse(known.move), list[Move]()
    for text in known.line:
        line.append(state.parse(text))
        state = state.play(line[-1])
    values = (known.value, known.visits, known.proved, known.plies, known.exact, known.at_most)
    return Candidate(move, *values, tuple(line))


def _keep(state: State, moves: Sequence[_Known], seconds: float, work: str) -> None:
    from attrs import asdict

    game, text = state.game, state.text
    all_kept = _read(game)
    if text in all_kept and all_kept[text]["seconds"] > seconds:
        return
    all_kept[text] = {"seconds": seconds, "work": work, "moves": [asdict(each) for each in moves]}
    if len(all_kept) > MOST:
        del all_kept[min(all_kept, key=lambda each: all_kept[each]["seconds"])]
    Cache(default_folder()).put(_key(game), json.dumps(all_kept).encode())


def _read(game: Rules) -> dict[str, dict[str, Any]]:
    kept = Cache(default_folder()).get(_key(game))
    data = None if kept is None else json.loads(kept)
    return data if isinstance(data, dict) else {}


def _key(game: Rules) -> str:
    return Cache(None).key(_VERSION, game.fingerprint)
