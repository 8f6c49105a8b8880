"""From text to moves: exact where possible, lenient where not ambiguous, and clear about what is wrong.

Case and blanks do not matter, nor does the mark between two sites (`a2xb5`, `a2-b5`, `a2b5`); a suffix may be
left out where only one move remains. A whole turn may be given as one word (`a2xc4xe6`, `c3-d3/e5`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol, Self

from gdl.source.suggest import nearest
from interpreter.errors.user_errors import AmbiguousMoveError, IllegalMoveError, MoveError, UnknownMoveError
from interpreter.game.notation import MoveText, turn_text, word

if TYPE_CHECKING:
    from interpreter.engines.contents import Piece
    from interpreter.game.move import Move
    from interpreter.game.rules import Rules

_SUGGESTED = 4
_LONGEST = 60
#: A text of more characters is no turn: each of its decisions is looked for after those before.
_LONGEST_TURN = 500
_DASHES = str.maketrans({"–": "-", "—": "-", "−": "-", "×": "x", ":": "x"})


class Readable(Protocol):
    """What reading a move asks of the position that it is read in: a `State` is one."""

    @property
    def game(self) -> Rules:
        """The game that is played."""

    @property
    def mover(self) -> int:
        """The number of the player to move, from 1."""

    @property
    def seat(self) -> int:
        """The seat of the player to move."""

    @property
    def games_played(self) -> int:
        """In a match, how many of its games are over; else 0."""

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""

    @property
    def sites(self) -> Mapping[str, Piece]:
        """What is where, by the site's name."""

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """Every legal move, each once."""

    def play(self, move: Move, /) -> Self:
        """The position after a move."""


def fold(text: str) -> str:
    """The text with what does not matter taken out: blanks, case, the kind of dash."""
    return "".join(text.split()).translate(_DASHES).casefold()


def read_move(state: Readable, text: str) -> Move:
    """The one legal move that the text names.

    Raises UnknownMoveError, IllegalMoveError or AmbiguousMoveError.
    """
    result = _matching(state, text)
    if len(result) == 1:
        return result[0]
    raise _wrong(state, text, result)


def read_turn(state: Readable, text: str) -> tuple[Move, ...]:
    """The decisions of the present mover that the text names: one, or several of one turn.

    Raises as `read_move` does.
    """
    result = _matching(state, text)
    if len(result) == 1:
        return (result[0],)
    if not result and len(fold(text)) <= _LONGEST_TURN:
        turns = _turns(state, fold(text), None)
        first = next(turns, None)
        if first is not None:
            second = next(turns, None)
            if second is None:
                return first
            names = [_joined(first), _joined(second)]
            raise AmbiguousMoveError(f"`{text}` can be read in several ways", names)
    raise _wrong(state, text, result)


def _matching(state: Readable, text: str) -> list[Move]:
    """The legal moves that the text fits best: exactly if any does, else leniently."""
    moves = state.legal_moves
    plain = text.strip()
    exact = [move for move in moves if str(move) == plain]
    if exact:
        return exact
    folded = fold(text)
    alike = [move for move in moves if fold(str(move)) == folded]
    return alike or [move for move in moves if folded in _spellings(move.written)]


def _spellings(move: MoveText) -> set[str]:
    """Every folded text that may stand for the move."""
    heads = {
        f"{move.origin}{mark}" for mark in ((move.mark, "-", "x", "") if move.origin else (move.mark, ""))
    }
    if move.hand:
        heads |= {f"{move.hand}-", move.hand}
    if move.piece:
        heads |= {f"{move.piece} {head}" for head in heads}
    suffixes = {move.suffix, move.numbered, ""}
    return {fold(f"{head}{move.target}{suffix}") for head in heads for suffix in suffixes}


def _continuations(before: MoveText | None, move: MoveText) -> set[str]:
    if before is None:
        return _spellings(move)
    if move.origin and move.origin == before.target:
        return {fold(f"{mark}{move.target}{s}") for mark in ("x", "-", "/", "") for s in {move.suffix, ""}}
    return {f"{mark}{spelling}" for mark in ("/", ",", "") for spelling in _spellings(move)}


def _turns(state: Readable, rest: str, before: MoveText | None) -> Iterator[tuple[Move, ...]]:
    """Every way to read the folded rest of a text as decisions of the state's mover, longest first."""
    starts: dict[Move, int] = {}
    for move in state.legal_moves:
        for spelling in _continuations(before, move.written):
            if spelling and rest.startswith(spelling):
                starts[move] = max(starts.get(move, 0), len(spelling))
    for move, length in sorted(starts.items(), key=lambda item: -item[1]):
        if length == len(rest):
            yield (move,)
            continue
        after = state.play(move)
        if after.mover == state.mover and after.games_played == state.games_played and not after.is_over:
            for more in _turns(after, rest[length:], move.written):
                yield (move, *more)


def _joined(moves: Sequence[Move]) -> str:
    return turn_text([move.written for move in moves])


# --- What is wrong ----------------------------------------------------------------------------------------


def _wrong(state: Readable, text: str, matches: Sequence[Move]) -> MoveError:
    shown = text.strip()
    shown = shown if len(shown) <= _LONGEST else f"{shown[:_LONGEST]}..."
    if matches:
        names = [str(move) for move in matches]
        more = f" and {len(names) - _SUGGESTED} more" if len(names) > _SUGGESTED else ""
        return AmbiguousMoveError(
            f"`{shown}` fits {len(names)} legal moves: {', '.join(names[:_SUGGESTED])}{more}",
            names[:_SUGGESTED],
        )
    customs = state.game.customs
    # where players call sites otherwise, they are told moves as they write them
    moves = {move: move.customary if customs.sites else str(move) for move in state.legal_moves}
    names = list(moves.values())
    sites = sites_named(state, text)
    if sites is None:
        near = nearest(shown, names, _SUGGESTED)
        return UnknownMoveError(f"`{shown}` is no move of this game", near or names[:_SUGGESTED])
    if state.is_over:
        return IllegalMoveError(f"`{shown}` is not legal: the game is over")
    reason = _reason(state, sites)
    alike = [name for m, name in moves.items() if sites and sites[0] in (m.origin, m.target)]
    alike += [name for m, name in moves.items() if sites and sites[-1] == m.target and name not in alike]
    return IllegalMoveError(
        f"`{shown}` is not legal here{reason}", (alike or nearest(shown, names) or names)[:_SUGGESTED]
    )


def sites_named(state: Readable, text: str) -> list[str] | None:
    """The sites that a text names, if it is written as moves are; else None. Words as `pass` name none."""
    folded = fold(text)
    if folded in {fold(word(kind.decision, kind.label)) for kind in state.game.program.kinds}:
        return []
    pieces = sorted({fold(name) for name in state.game.piece_names if name}, key=len, reverse=True)
    folded = next((folded[len(name) :] for name in pieces if folded.startswith(name)), folded)
    by_fold = {fold(name): name for name in state.game.site_names}
    by_fold |= {fold(state.game.customs.site(state.seat, name)): name for name in state.game.site_names}
    longest_first = sorted(by_fold, key=len, reverse=True)
    # of 99 no 9 is meant
    any_site = "|".join(
        rf"{re.escape(name)}(?!\d)" if name.isdigit() else re.escape(name) for name in longest_first
    )
    body = re.split(r"[=#^*~]", folded, maxsplit=1)[0]
    if not re.fullmatch(rf"x?(?:{any_site})(?:[-x/,]*(?:{any_site}))*", body):
        return None
    return [by_fold[name] for name in re.findall(any_site, body)]


def _reason(state: Readable, sites: Sequence[str]) -> str:
    """A plain fact that explains most mistakes, if there is one."""
    if not sites:
        return ""
    first, called = state.sites.get(sites[0]), state.game.customs.site(state.seat, sites[0])
    if len(sites) == 1:
        return f": {called} is occupied" if first is not None else ""
    if first is None:
        return f": {called} is empty"
    seats = state.game.seats
    if first.owner != state.seat and 1 <= first.owner <= len(seats):  # neither nobody's nor everybody's
        return f": the piece on {called} is {seats[first.owner - 1]}'s"
    return ""
