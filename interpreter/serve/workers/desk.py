"""The workshop's game: a text is opened, played, asked about, and replaced by an edited one."""

from __future__ import annotations

from collections.abc import Sequence

from gdl.english.phrases import Point
from gdl.source.text import Source, Span, Use
from gdl.support.printable import one_line
from interpreter.errors.user_errors import BadRequestError, SessionError
from interpreter.serve.messages.codec import Json, encode
from interpreter.serve.messages.room import Command, Moved, TakenBack
from interpreter.serve.table.about import options
from interpreter.serve.table.table import Table
from interpreter.serve.workers.behind import behind
from interpreter.serve.workers.opening import compiled, seed_of
from interpreter.serve.workers.places import Places, all_printable
from interpreter.serve.workers.replaying import Difference, replay, why_not

#: A request may play so many moves again.
_MOVES = 10_000


class Desk:
    """One game of one text. What is asked of it raises SessionError as long as no text was opened."""

    def __init__(self) -> None:
        self._table: Table | None = None
        self._places: Places | None = None

    # --- The game -----------------------------------------------------------------------------------------

    def open(self, request: Json) -> Json:
        """Begin a game by a text, its options and a seed, and play `moves`.

        Raises LanguageError and MoveError.
        """
        game, source = compiled(request)
        table = Table(game, seed_of(request))
        for move in _moves(request):
            _again(table, move)
        self._take(table, source)
        return self._told()

    def replay(self, request: Json) -> Json:
        """The same game by an edited text: the first ply that differs, and how.

        The board is that of the last move that can be played. Raises LanguageError for a text with mistakes;
        then the game stays as it was.
        """
        game, source = compiled(request)
        old = self._held()
        seed = old.session.seed
        found = replay(old.session.line, game, seed)
        table = Table(game, seed)
        for move in found.line.moves:
            _again(table, str(move))
        stopped = found.stopped
        self._take(table, source)
        told = {
            "plies": len(found.line.moves),
            "of": len(old.session.line.moves),
            "first": _difference_json(found.first),
            "stopped": _difference_json(stopped),
        }
        if stopped is not None:
            told["why"] = all_printable(why_not(found.line.state, stopped.move))
        return {**told, **self._told()}

    def play(self, request: Json) -> Json:
        """A move or whole turn of whoever is to move: by its text, or by its number."""
        table, move = self._held(), request.get("move")
        if not isinstance(move, str | int) or isinstance(move, bool):
            raise BadRequestError("a move is asked for")
        table.command(Command(Moved.does, move), table.session.state.mover)
        return self._told(board=False)

    def back(self, request: Json) -> Json:
        """Take back the last decision, or so many."""
        count = request.get("count", 1)
        if not isinstance(count, int):
            raise BadRequestError("a count is asked for")
        table = self._held()
        table.replay([TakenBack(table.session.state.mover, count)])
        return self._told(board=False)

    def board(self, request: Json) -> Json:
        """The board without pieces."""
        board: Json = encode(self._held().board())
        return board

    def snapshot(self, request: Json) -> Json:
        """The position, its legal moves, and the looks of the pieces on it."""
        return self._told(board=False)

    # --- About its rules ------------------------------------------------------------------------------------

    def why(self, request: Json) -> Json:
        """Why a move is legal or not, with the places of the text (`at`) that say so."""
        from interpreter.why.answers import to_json
        from interpreter.why.explain import why

        move = request.get("move")
        if not isinstance(move, str):
            raise BadRequestError("a move is asked for")
        found = why(self._held().session.state, move)
        told: Json = all_printable(to_json(found))
        for reason, shown in zip(
            (*found.reasons, *found.conditions), (*told["reasons"], *told["conditions"]), strict=True
        ):
            shown["at"] = self._author_place(reason.span, reason.via)
        return told

    def behind(self, request: Json) -> Json:
        """The rules behind the legal moves, and the sites of the regions: see `behind.behind`.

        With `ply` those of an earlier position, and the number of the move that was `played` there.
        """
        line = self._held().session.line
        ply = request.get("ply", len(line.moves))
        if not isinstance(ply, int) or not 0 <= ply <= len(line.moves):
            raise BadRequestError(f"there are {len(line.moves)} moves to look back on")
        state = line.states[ply]
        told = behind(state, self._place)
        if ply == len(line.moves):
            return told
        return {**told, "played": list(state.legal_moves).index(line.moves[ply])}

    def rules(self, request: Json) -> Json:
        """The rules in English, each sentence with the place of the ludeme that it speaks of."""
        from interpreter.rulebook.formats import rules

        book = rules(self._held().game)
        return {
            "title": one_line(book.title),
            "sections": [
                {
                    "title": one_line(section.title),
                    "points": [self._point(part) for part in section.parts if isinstance(part, Point)],
                }
                for section in book.sections
            ],
        }

    def _point(self, point: Point) -> Json:
        return {
            "text": one_line(point.text),
            **self._place(point.span),
            "points": [self._point(each) for each in point.points],
        }

    # --- Within ---------------------------------------------------------------------------------------------

    def _held(self) -> Table:
        if self._table is None:
            raise SessionError("no text is open")
        return self._table

    def _take(self, table: Table, source: Source) -> None:
        self._table, self._places = table, Places(source)

    def _place(self, span: Span) -> Json:
        return {} if self._places is None else self._places.of(span)

    def _author_place(self, span: Span, via: Sequence[Use]) -> Json:
        """A place, and where it is in another file, the line of this one that brought it here."""
        place = self._place(span)
        uses = () if "from" in place else (self._place(use.use) for use in via)
        return {**place, **next((use for use in uses if "from" in use), {})}

    def _told(self, board: bool = True) -> Json:
        table = self._held()
        shown = table.snapshot()
        told: Json = {
            "snapshot": encode(shown),
            "moves": encode(table.moves()),
            "looks": dict(table.sprites.drawn),
            "made": [str(move) for move in table.session.line.moves],
            "options": table.game.options,
        }
        return (
            {**told, "board": encode(table.board()), "choices": encode(options(table.game))}
            if board
            else told
        )


def _again(table: Table, move: str) -> None:
    """A decision that was made before: what follows from it was made, too."""
    table.replay([Moved(table.session.state.mover, move)])


def _moves(request: Json) -> list[str]:
    moves = request.get("moves", [])
    if not isinstance(moves, list) or len(moves) > _MOVES or not all(isinstance(each, str) for each in moves):
        raise BadRequestError(f"moves are texts, {_MOVES} at most")
    return moves


def _difference_json(found: Difference | None) -> Json | None:
    if found is None:
        return None
    return {"ply": found.ply, "how": found.how, "words": one_line(found.words), "move": found.move}
