"""Moves as the players of a game write them: Nf3, O-O, 8/5, by what the game's file says (`customs.py`).

This is for people. What records keep, and programs say, is the text by which moves are told apart
(`notation.py`); what is written here is read back where that can be nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Protocol

from interpreter.errors.user_errors import AmbiguousMoveError
from interpreter.game.notation import ADD, PASS, REMOVE, MoveFacts, MoveText, captures, joined, turn_text
from interpreter.game.reading import Readable

if TYPE_CHECKING:
    from interpreter.engines.contents import Contents
    from interpreter.game.customs import Customs
    from interpreter.game.move import Move
    from interpreter.game.outcome import Outcome


class Played(Readable, Protocol):
    """What writing its moves asks of a position: a `State` is one."""

    @property
    def raw(self) -> object:
        """The engine's own state."""

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""

    @property
    def contents(self) -> Contents:
        """What is on each site, by the site's number."""

    def facts(self, move: Move, /) -> MoveFacts:
        """What is to be known of a legal move to write it."""


#: A site's name as a column and a row.
_PLACE = re.compile(r"([A-Za-z]+)(\d+)$")
#: What says that a move gives check, or is a good or bad one, is not needed to read it.
_SIGNS = "+#!?"
#: A text of more letters is no turn; so many readings are told of one that has several.
_LONGEST, _TOLD = 200, 4


def customary(state: Played, move: Move, before: Sequence[Move] = (), signs: bool = True) -> str:
    """A legal move as it is written by who plays the game, with the signs for what it attacks.

    `before` are the decisions of the same turn before it: then it is what is written behind these.
    """
    if not state.game.customs.any:
        return joined(before[-1].written if before else None, move.written)
    return _step(state, move, before) + (_signs(state, move) if signs else "")


def customary_turn(moves: Sequence[Move]) -> str:
    """The decisions of a turn in one word: `e8=Q+`. A pass that only ends it is left out."""
    shown = [move for move in moves if move.decision != PASS] or list(moves[:1])
    return "".join(move.customary_behind(shown[:place]) for place, move in enumerate(shown))


def _step(state: Played, move: Move, before: Sequence[Move]) -> str:
    """A decision without signs, behind others of its turn."""
    if not before:
        return _alone(state, move)
    customs, last, written = state.game.customs, before[-1].written, move.written
    if not written.origin and written.target == last.target and written.suffix.startswith("="):
        return _suffix(customs, written)  # what a piece becomes, chosen by itself
    if written.origin and written.origin == last.target and not customs.joint:
        mark = customs.take if written.mark == "x" else customs.step
        return f"{mark}{_site(state, written.target)}{_suffix(customs, written)}"
    return f"{customs.joint or '/'}{_alone(state, move)}"


def _alone(state: Played, move: Move) -> str:
    customs, written = state.game.customs, move.written
    if written.hand:
        if not customs.hand:
            return f"{_letter(state, move)}{_site(state, written.target)}{written.suffix}"
        return f"{customs.hand}{customs.step}{_site(state, written.target)}{_taken(state, move)}"
    if move.decision == REMOVE:
        if customs.off and _own(state, written.target):
            return f"{_site(state, written.target)}{customs.step}{customs.off}"
        return f"{customs.take}{_site(state, written.target)}"
    if not written.target or move.decision in (PASS, ADD):
        return str(written) if not written.target else f"{_site(state, written.target)}{written.suffix}"
    if not written.origin:
        return f"{_site(state, written.target)}{_suffix(customs, written)}"
    special = _special(state, move)
    if special:
        return special
    takes = written.mark == "x"
    target = f"{_site(state, written.target)}{_suffix(customs, written)}{customs.taken if takes else ''}"
    mark = customs.take if takes else customs.step
    if not customs.letters:
        piece = f"{written.piece} " if written.names_piece else ""
        return f"{piece}{_site(state, written.origin)}{mark}{target}"
    letter = _letter(state, move)
    return f"{letter}{_origin(state, move, bare=not letter)}{mark if takes else ''}{target}"


def _site(state: Played, name: str) -> str:
    return state.game.customs.site(state.seat, name)


def _suffix(customs: Customs, written: MoveText) -> str:
    """What a piece becomes, by its letter where it has one."""
    name = written.suffix[1:]
    return f"={customs.letters[name]}" if customs.letters.get(name) else written.suffix


def _moved(state: Played, move: Move) -> str:
    """The name of the piece that moves."""
    if move.written.piece:
        return move.written.piece
    ends = state.game.engine.endpoints(state.raw, move.raw)
    piece = state.contents[ends.origin] if ends.origin >= 0 else None
    return "" if piece is None else piece.name


def _letter(state: Played, move: Move) -> str:
    """What stands for the piece that moves: nothing for a pawn, the whole name where none is agreed on."""
    letters = state.game.customs.letters
    name = _moved(state, move)
    return letters.get(name, f"{name} ") if letters else ""


def _special(state: Played, move: Move) -> str:
    written = move.written
    way = f"{written.origin}-{written.target}"
    for special in state.game.customs.specials:
        if way in special.ways and special.piece == _moved(state, move):
            return special.text
    return ""


def _origin(state: Played, move: Move, bare: bool) -> str:
    """As much of where a piece comes from as tells it apart from others like it that may go there too.

    Of a piece that has no letter the column is named where it takes something.
    """
    written, name = move.written, _moved(state, move)
    rivals = [
        other.written.origin
        for other in state.legal_moves
        if other.written.target == written.target and other.written.origin not in ("", written.origin)
        if _moved(state, other) == name and not _special(state, other)
    ]
    place = _PLACE.match(written.origin)
    if place is None:
        return written.origin if rivals or (bare and written.mark == "x") else ""
    column, row = place.groups()
    if not rivals:
        return column if bare and written.mark == "x" else ""
    others = [match.groups() for each in rivals if (match := _PLACE.match(each))]
    if all(column != other for other, _ in others):
        return column
    if not bare and all(row != other for _, other in others):
        return row
    return written.origin


def _own(state: Played, name: str) -> bool:
    piece = state.sites.get(name)
    return piece is not None and piece.owner == state.seat


def _taken(state: Played, move: Move) -> str:
    customs = state.game.customs
    return customs.taken if customs.taken and captures(state.facts(move)) else ""


def _signs(state: Played, move: Move) -> str:
    """What a move gives, as soon as its turn is over: check, or mate where it wins by that."""
    customs, royal = state.game.customs, state.game.royal
    if royal is None or not customs.check:
        return ""
    after = state.play(move)
    if after.games_played != state.games_played or (not after.is_over and after.mover == state.mover):
        return ""
    others = [seat for seat in range(1, len(state.game.seats) + 1) if seat != state.seat]
    if not any(royal.attacked(state.game.engine, after.raw, seat) for seat in others):
        return ""
    outcome = after.outcome
    won = outcome is not None and outcome.ranks[state.mover - 1] == 1 and len(set(outcome.ranks)) > 1
    return customs.mate or customs.check if won else customs.check


# --- Reading --------------------------------------------------------------------------------------------


def read_customary(state: Played, text: str) -> list[tuple[Move, ...]]:
    """The turns, whole or in part, that a text names as it is written by who plays the game; mostly one, or
    none. Where none does letter by letter, upper and lower case do not matter."""
    wanted = "".join(text.split()).rstrip(_SIGNS)
    if not wanted or len(wanted) > _LONGEST or not state.game.customs.any:
        return []
    wanted = re.sub(r"^0-0(-0)?$", lambda match: "O-O-O" if match[1] else "O-O", wanted)
    return list(_readings(state, wanted, ())) or list(_readings(state, wanted, (), folded=True))


def the_only(text: str, turns: Sequence[tuple[Move, ...]]) -> tuple[Move, ...]:
    """The turn that was found for a text. Raises AmbiguousMoveError where it is not the only one."""
    if len(turns) == 1:
        return turns[0]
    names = list(dict.fromkeys(turn_text([move.written for move in turn]) for turn in turns))[:_TOLD]
    raise AmbiguousMoveError(f"`{text.strip()}` can be read in several ways", names)


def _readings(
    state: Played, rest: str, before: tuple[Move, ...], folded: bool = False
) -> Iterator[tuple[Move, ...]]:
    for move in state.legal_moves:
        written = "".join(_step(state, move, before).split())
        head = rest[: len(written)]
        if head != written and not (folded and head.casefold() == written.casefold()):
            continue
        if len(head) == len(rest):
            yield (move,)
            continue
        if not head:
            continue
        after = state.play(move)
        if after.mover == state.mover and after.games_played == state.games_played and not after.is_over:
            for more in _readings(after, rest[len(head) :], (*before, move), folded):
                yield (move, *more)
