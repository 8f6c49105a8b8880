"""A position for a page: what one who looks at it may know, as what JSON can hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from interpreter.engines.contents import Piece
from interpreter.errors.user_errors import SessionError
from interpreter.game.move import Move
from interpreter.game.notation import MoveText
from interpreter.game.state import State
from interpreter.players.player import Line
from interpreter.records.model import marks_of_turn
from interpreter.serve.table.looks import Looks, words_of
from interpreter.session.events import Ended
from interpreter.session.session import Session

Json = dict[str, Any]
#: Pieces that are counted together: a name, an owner, a component.
Kind = tuple[str, int, int]


def position(session: Session, looks: Looks) -> Json:
    """What everybody may know of the present position. (No game that can be played hides anything.)"""
    ended = session.ended
    return {
        "ply": len(session.line.moves),
        "over": None if ended is None else _over(ended),
        **seen(session.line, looks),
        "turn": [str(move) for move in session.turn],
    }


def _over(ended: Ended) -> Json:
    """How the game ended: `end` is `rules`, `agreement`, `resignation` or `time`."""
    return {"words": ended.words, "ranks": list(ended.result.ranks), "end": ended.result.end}


def past(session: Session, looks: Looks, ply: int) -> Json:
    """What everybody may know of the position after so many decisions. Raises SessionError."""
    line = session.line
    if not 0 <= ply <= len(line.moves):
        raise SessionError(f"there are {len(line.moves)} moves to look back on")
    return {"ply": ply, "over": None, **seen(Line(line.states[: ply + 1], line.moves[:ply]), looks)}


def seen(line: Line, looks: Looks) -> Json:
    """The last position of a line as it is seen, with what the last turn did."""
    state, game = line.state, line.state.game
    tallies, marks = state.tallies, marks_of_turn(line)
    pieces: list[tuple[int, str, str]] = []
    stacks: dict[str, list[tuple[str, str]]] = {}
    for site, piece in enumerate(state.contents):
        if piece is not None:
            pieces.append((site, *looks.of(site, piece)))
            if piece.below:
                stacks[str(site)] = looks.levels(piece)
    return {
        "mover": state.mover,
        "moverName": state.mover_name,
        # whose pieces are whose: players of a match change seats
        "seating": list(state.seating),
        "called": list(state.called),
        "pieces": pieces,
        "stacks": stacks,
        "dice": [
            {"site": die.site, "shows": shows, "used": used}
            for die, shows, used in zip(game.dice, state.dice, state.dice_used, strict=True)
        ],
        "scores": [list(pair) for pair in zip(game.players, tallies[0].numbers, strict=False)]
        if tallies
        else [],
        "notes": [tally.text(game.players) for tally in tallies],
        "gone": _gone(line, looks),
        "marks": {
            "steps": [list(step) for step in marks.steps],
            "origins": sorted(marks.origins),
            "targets": sorted(marks.targets),
            "captured": sorted(marks.captured),
        },
    }


def used_looks(told: Json) -> set[str]:
    """The names of the looks that a position shows."""
    used = {look for _, look, _ in told["pieces"]}
    used |= {look for levels in told["stacks"].values() for _, look in levels}
    return used | {gone["look"] for gone in told["gone"]}


def _gone(line: Line, looks: Looks) -> list[Json]:
    """The pieces of players that stood somewhere at first and stand nowhere now: their looks, and how many.

    Not where more pieces came than went, as where pieces are placed or change into others.
    """
    first, now = (_census(state) for state in (line.states[0], line.state))
    if line.states[0].games_played != line.state.games_played or now - first:
        return []
    return [
        {"look": look, "words": words, "count": count, "owner": kind[1]}
        for kind, count in (first - now).items()
        for look, words in [looks.of(-1, Piece(*kind))]
    ]


def _census(state: State) -> Counter[Kind]:
    """How many there are of each piece that belongs to a player."""
    found: Counter[Kind] = Counter()
    most = len(state.game.players)
    for piece in state.contents:
        if piece is not None:
            for each in (*piece.below, piece) if piece.below else (piece,):
                if 1 <= each.owner <= most:
                    found[each.name, each.owner, each.component] += each.count
    return found


def choices(state: State, legal: Sequence[Move]) -> list[Json]:
    """The legal moves for who may choose one; each is named by its text and by its number `n`."""
    engine, contents, names = state.game.engine, state.contents, state.game.site_names
    picture = state.game.picture
    found: list[Json] = []
    pieces: dict[int, str] = {}
    for number, move in enumerate(legal):
        seen, written = engine.endpoints(state.raw, move.raw), move.written
        text, decision, takes = str(written), move.decision, written.mark == "x"
        origin = seen.origin if seen.origin >= 0 and seen.origin != seen.target else None
        target = seen.target if seen.target >= 0 else None
        leaving = None if origin is None else contents[origin]
        if origin is not None and origin not in pieces:
            pieces[origin] = "" if leaving is None else words_of(picture, origin, leaving)
        found.append(
            {
                "n": number,
                "text": text,
                "from": origin,
                "to": target,
                "kind": decision,
                "takes": takes,
                "words": text if target is None else
                         (f"take {names[target]}" if decision == "remove" else text) if origin is None else
                         _words(written, pieces[origin], names[origin], names[target]),
            }
        )  # fmt: skip
    return found


def _words(written: MoveText, piece: str, origin: str, target: str) -> str:
    """A move for those who hear it: `White Pawn, a2 to a4`, `takes` where it captures."""
    takes = ", takes" if written.mark == "x" else ""
    return f"{piece}, {origin} to {target}{takes}{f', {written.suffix}' if written.suffix else ''}"
