"""Positions for a page: what one who looks at it may know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from interpreter.engines.contents import Piece
from interpreter.errors.user_errors import SessionError
from interpreter.game.move import Move
from interpreter.game.notation import MoveText
from interpreter.game.state import State
from interpreter.players.player import Line
from interpreter.records.model import marks_of_turn
from interpreter.serve.messages.game import Captives, Die, Ending, LegalMove, Marks, PastPosition, Position
from interpreter.serve.table.drawings import Sprites, words_of
from interpreter.session.session import Session

#: Pieces that are counted together: a name, an owner, a component.
Kind = tuple[str, int, int]


def position(session: Session, sprites: Sprites) -> Position:
    """What everybody may know of the present position. (No game that can be played hides anything.)"""
    ended = session.ended
    over = None if ended is None else Ending(ended.words, ended.result.ranks, ended.result.end)
    return position_of(session.line, sprites, over, [str(move) for move in session.turn])


def past(session: Session, sprites: Sprites, ply: int) -> PastPosition:
    """What everybody may know of the position after so many decisions. Raises SessionError."""
    line = session.line
    if not 0 <= ply <= len(line.moves):
        raise SessionError(f"there are {len(line.moves)} moves to look back on")
    shown = position_of(Line(line.states[: ply + 1], line.moves[:ply]), sprites)
    return PastPosition(shown, {name: sprites.drawn[name] for name in shown.sprites})


def position_of(
    line: Line, sprites: Sprites, over: Ending | None = None, turn: Sequence[str] | None = None
) -> Position:
    """The last position of a line as it is seen, with what the last turn did."""
    state, game = line.state, line.state.game
    tallies, marks = state.tallies, marks_of_turn(line)
    pieces: list[tuple[int, str, str]] = []
    stacks: dict[str, list[tuple[str, str]]] = {}
    for site, piece in enumerate(state.contents):
        if piece is not None:
            pieces.append((site, *sprites.of(site, piece)))
            if piece.below:
                stacks[str(site)] = sprites.levels(piece)
    return Position(
        ply=len(line.moves),
        over=over,
        mover=state.mover,
        mover_name=state.mover_name,
        seating=state.seating,
        called=state.called,
        pieces=pieces,
        stacks=stacks,
        dice=[
            Die(die.site, shows, used)
            for die, shows, used in zip(game.dice, state.dice, state.dice_used, strict=True)
        ],
        scores=list(zip(game.players, tallies[0].numbers, strict=False)) if tallies else [],
        notes=[tally.text(game.players) for tally in tallies],
        gone=_captives(line, sprites),
        marks=Marks(marks.steps, sorted(marks.origins), sorted(marks.targets), sorted(marks.captured)),
        turn=turn,
    )


def _captives(line: Line, sprites: Sprites) -> list[Captives]:
    """The pieces of players that stood somewhere at first and stand nowhere now.

    Not where more pieces came than went, as where pieces are placed or change into others.
    """
    first, now = (_census(state) for state in (line.states[0], line.state))
    if line.states[0].games_played != line.state.games_played or now - first:
        return []
    return [Captives(*sprites.of(-1, Piece(*kind)), count, kind[1]) for kind, count in (first - now).items()]


def _census(state: State) -> Counter[Kind]:
    """How many there are of each piece that belongs to a player."""
    census: Counter[Kind] = Counter()
    most = len(state.game.players)
    for piece in state.contents:
        if piece is not None:
            for each in (*piece.below, piece) if piece.below else (piece,):
                if 1 <= each.owner <= most:
                    census[each.name, each.owner, each.component] += each.count
    return census


def choices(state: State, legal: Sequence[Move]) -> list[LegalMove]:
    """The legal moves for who may choose one."""
    engine, contents, names = state.game.engine, state.contents, state.game.site_names
    picture = state.game.picture
    offered: list[LegalMove] = []
    pieces: dict[int, str] = {}
    for number, move in enumerate(legal):
        ends, written = engine.endpoints(state.raw, move.raw), move.written
        text = words = str(written)
        origin = ends.origin if ends.origin >= 0 and ends.origin != ends.target else None
        target = ends.target if ends.target >= 0 else None
        leaving = None if origin is None else contents[origin]
        if origin is not None and origin not in pieces:
            pieces[origin] = "" if leaving is None else words_of(picture, origin, leaving)
        if target is not None and origin is not None:
            words = _words(written, pieces[origin], names[origin], names[target])
        elif target is not None and move.decision == "remove":
            words = f"take {names[target]}"
        short = state.customary(move, signs=False)
        takes, other = written.mark == "x", None if short == text else short
        offered.append(LegalMove(number, text, origin, target, move.decision, takes, words, other))
    return offered


def _words(written: MoveText, piece: str, origin: str, target: str) -> str:
    """A move for those who hear it: `White Pawn, a2 to a4`, `takes` where it captures."""
    takes = ", takes" if written.mark == "x" else ""
    return f"{piece}, {origin} to {target}{takes}{f', {written.suffix}' if written.suffix else ''}"
