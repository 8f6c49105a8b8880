"""A position for a page: what one who looks at it may know, as what JSON can hold."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from interpreter.engines.pieces import Piece
from interpreter.game.move import Move
from interpreter.game.state import State
from interpreter.records.turns import marks_of_turn
from interpreter.serve.table.looks import Looks
from interpreter.session.session import Session

Json = dict[str, Any]


def position(session: Session, looks: Looks) -> Json:
    """What everybody may know of the present position. (No game that can be played hides anything.)"""
    state, ended = session.state, session.ended
    tallies = state.tallies
    players = session.game.players
    return {
        "ply": len(session.line.moves),
        "mover": state.mover,
        "moverName": state.mover_name,
        "over": None if ended is None else {"words": ended.words, "ranks": list(ended.result.ranks)},
        **_standing(state, looks),
        "dice": [
            {"site": die.site, "shows": die.pips[piece.state]}
            for die in session.game.dice
            if (piece := state.contents[die.site]) is not None
        ],
        "scores": [list(pair) for pair in zip(players, tallies[0].numbers, strict=False)] if tallies else [],
        "notes": [tally.text(players) for tally in tallies],
        "marks": _marks(session),
        "turn": [str(move) for move in session.turn],
    }


def _standing(state: State, looks: Looks) -> Json:
    """What stands where: the look of a whole stack, and its levels apart."""
    pieces: list[tuple[int, str, str]] = []
    stacks: dict[str, list[tuple[str, str]]] = {}
    for site, piece in enumerate(state.contents):
        if piece is not None:
            pieces.append((site, *looks.of(site, piece)))
            if piece.below:
                stacks[str(site)] = looks.levels(piece)
    return {"pieces": pieces, "stacks": stacks}


def _marks(session: Session) -> Json:
    marks = marks_of_turn(session.line)
    return {
        "steps": [list(step) for step in marks.steps],
        "origins": sorted(marks.origins),
        "targets": sorted(marks.targets),
        "captured": sorted(marks.captured),
    }


def choices(state: State, legal: Sequence[Move]) -> list[Json]:
    """The legal moves for who may choose one; each is named by its text and by its number `n`."""
    engine, contents, names = state.game.engine, state.contents, state.game.site_names
    picture = state.game.picture
    found: list[Json] = []
    for number, move in enumerate(legal):
        seen = engine.endpoints(state.raw, move.raw)
        origin = seen.origin if seen.origin >= 0 and seen.origin != seen.target else None
        target = seen.target if seen.target >= 0 else None
        leaving = None if origin is None else contents[origin]
        found.append(
            {
                "n": number,
                "text": str(move),
                "from": origin,
                "to": target,
                "kind": move.decision,
                "words": _words(move, leaving, "" if leaving is None or origin is None else
                                picture.words(origin, leaving), names, origin, target),
            }
        )  # fmt: skip
    return found


def _words(
    move: Move,
    leaving: Piece | None,
    piece: str,
    names: Sequence[str],
    origin: int | None,
    target: int | None,
) -> str:
    """A move for those who hear it: `White Pawn, a2 to a4`, `takes` where it captures."""
    if target is None:
        return str(move)
    if origin is None:
        return f"take {names[target]}" if move.decision == "remove" else f"{move}"
    takes = ", takes" if move.is_capture else ""
    more = move.written.suffix
    return f"{piece}, {names[origin]} to {names[target]}{takes}{f', {more}' if more else ''}"
