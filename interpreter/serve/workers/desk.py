"""The workshop's game: a text is opened, played, asked about, and replaced by an edited one."""

from __future__ import annotations

from collections.abc import Sequence

from gdl.source.text import Source, Span, Use
from gdl.support.values import evolve
from interpreter.errors.user_errors import BadRequestError, SessionError
from interpreter.serve.messages import workshop as message
from interpreter.serve.messages.codec import Json, encode
from interpreter.serve.messages.game import Board, Place, Rules
from interpreter.serve.messages.room import Command, Moved, TakenBack
from interpreter.serve.table.about import options, rules_of
from interpreter.serve.table.table import Table
from interpreter.serve.workers.behind import behind
from interpreter.serve.workers.language import compiled
from interpreter.serve.workers.places import Places, all_printable
from interpreter.serve.workers.replaying import replay, why_not


class Desk:
    """One game of one text. What is asked of it raises SessionError as long as no text was opened."""

    def __init__(self) -> None:
        self._table: Table | None = None
        self._places: Places | None = None

    # --- The game -----------------------------------------------------------------------------------------

    def open(self, job: message.OpenText) -> message.GameState:
        """Begin a game by a text, its options and a seed, and play `moves`.

        Raises LanguageError and MoveError.
        """
        game, source = compiled(job.text, job.name, job.options)
        table = Table(game, job.seed)
        for move in job.moves:
            _again(table, move)
        self._take(table, source)
        return self._state()

    def replay(self, job: message.ReplayText) -> message.Replayed:
        """The same game by an edited text: the first ply that differs, and how.

        The board is that of the last move that can be played. Raises LanguageError for a text with mistakes;
        then the game stays as it was.
        """
        game, source = compiled(job.text, job.name, job.options)
        old = self._held()
        seed = old.session.seed
        again = replay(old.session.line, game, seed)
        table, line, stopped = Table(game, seed), again.line, again.stopped
        for move in line.moves:
            _again(table, str(move))
        self._take(table, source)
        return message.Replayed(
            plies=len(line.moves),
            of=len(old.session.line.moves),
            first=again.first,
            stopped=stopped,
            why=None if stopped is None else all_printable(why_not(line.state, stopped.move)),
            state=self._state(),
        )

    def play(self, job: message.PlayMove) -> message.GameState:
        """A move or whole turn of whoever is to move."""
        table = self._held()
        table.command(Command(Moved.does, job.move), table.session.state.mover)
        return self._state(board=False)

    def back(self, job: message.TakeBack) -> message.GameState:
        """Take back the last decision, or so many."""
        table = self._held()
        table.replay([TakenBack(table.session.state.mover, job.count)])
        return self._state(board=False)

    def board(self, job: message.ShowBoard) -> Board:
        """The board without pieces."""
        return self._held().board()

    def snapshot(self, job: message.ShowGame) -> message.GameState:
        """The position, its legal moves, and the looks of the pieces on it."""
        return self._state(board=False)

    # --- About its rules ------------------------------------------------------------------------------------

    def why(self, job: message.ExplainMove) -> Json:
        """Why a move is legal or not, with the places of the text (`at`) that say so."""
        from interpreter.why.answers import to_json
        from interpreter.why.explain import why

        answer = why(self._held().session.state, job.move)
        document: Json = all_printable(to_json(answer))
        for reason, shown in zip(
            (*answer.reasons, *answer.conditions),
            (*document["reasons"], *document["conditions"]),
            strict=True,
        ):
            shown["at"] = encode(self._author_place(reason.span, reason.via))
        return document

    def behind(self, job: message.ShowProvenance) -> message.Provenance:
        """The rules behind the legal moves, and the sites of the regions: see `behind.behind`."""
        line = self._held().session.line
        ply = len(line.moves) if job.ply is None else job.ply
        if not 0 <= ply <= len(line.moves):
            raise BadRequestError(f"there are {len(line.moves)} moves to look back on")
        state = line.states[ply]
        shown = behind(state, self._place)
        if ply == len(line.moves):
            return shown
        return evolve(shown, played=list(state.legal_moves).index(line.moves[ply]))

    def rules(self, job: message.TellRules) -> Rules:
        """The rules in English, each sentence with the place of the ludeme that it speaks of."""
        return rules_of(self._held().game, self._place)

    # --- Within ---------------------------------------------------------------------------------------------

    def _held(self) -> Table:
        if self._table is None:
            raise SessionError("no text is open")
        return self._table

    def _take(self, table: Table, source: Source) -> None:
        self._table, self._places = table, Places(source)

    def _place(self, span: Span) -> Place:
        return Place() if self._places is None else self._places.of(span)

    def _author_place(self, span: Span, via: Sequence[Use]) -> Place:
        """A place, and where it is in another file, the line of this one that brought it here."""
        place = self._place(span)
        uses = () if place.from_ is not None else (self._place(use.use) for use in via)
        own = next((use for use in uses if use.from_ is not None), None)
        return place if own is None else evolve(place, from_=own.from_, to=own.to)

    def _state(self, board: bool = True) -> message.GameState:
        table = self._held()
        return message.GameState(
            snapshot=table.snapshot(),
            moves=table.moves(),
            sprites=dict(table.sprites.drawn),
            made=[str(move) for move in table.session.line.moves],
            options=table.game.options,
            board=table.board() if board else None,
            choices=options(table.game) if board else None,
        )


def _again(table: Table, move: str) -> None:
    """A decision that was made before: what follows from it was made, too."""
    table.replay([Moved(table.session.state.mover, move)])
