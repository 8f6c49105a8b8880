"""A table: a game that is being played, its deeds, and what a page is told of it.

Who sits where, who may do what, and what is kept is known elsewhere; here all players are people, and what a
machine decides comes as a deed like any other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import evolve, frozen

from interpreter.errors.user_errors import IllegalMoveError, SessionError
from interpreter.game.game import Game
from interpreter.game.move import Move
from interpreter.records.model import AGREEMENT, RESIGNATION, record_of
from interpreter.records.model import TIME as FLAG
from interpreter.records.writing import record_text
from interpreter.serve.table.board import board_of, sides
from interpreter.serve.table.deeds import (
    AGREE,
    BACK,
    DECLINE,
    DRAW,
    MOVE,
    RESIGN,
    TIME,
    UNDO,
    Deed,
    deed,
)
from interpreter.serve.table.looks import Looks
from interpreter.serve.table.snapshot import choices, past, position
from interpreter.session.events import Event, Moved, TakenBack
from interpreter.session.session import Session
from interpreter.session.steps import back_to_choice

Json = dict[str, Any]
#: What was worked out of so many last positions is remembered.
_REMEMBERED = 6


@frozen
class Asked:
    """A player asks to take back so many decisions, or for a draw; these players have not agreed yet."""

    by: int
    #: 0 where only the end of the game is taken back, None for a draw
    count: int | None
    others: tuple[int, ...]


class Table:
    """A game being played. Methods raise what `Session` raises, and then nothing has changed."""

    def __init__(self, game: Game, seed: int, looks: Looks | None = None) -> None:
        self.game = game
        self.session = Session(game, "human", seed)
        self.looks = looks or Looks(game.picture)
        #: all that was done
        self.deeds: list[Deed] = []
        #: after how many deeds the position became what it is
        self.since = 0
        self._undo: Asked | None = None
        self._program = game.image.key
        self._sides = sides(self.session.state)
        #: all that has happened
        self.told: list[Json] = []
        for number, event in enumerate(self.session.events):
            self.told.append(_told(number, event))

    @property
    def version(self) -> int:
        """How many deeds were done."""
        return len(self.deeds)

    @property
    def asked(self) -> Asked | None:
        """Who waits for an answer of whom, be it a draw or the way back (which has a count)."""
        offer = self.session.offer
        return self._undo if offer is None else Asked(offer.player, None, offer.asked)

    # --- What is done ---------------------------------------------------------------------------------

    def wish(self, wished: Mapping[str, Any]) -> list[Deed]:
        """Do what somebody wishes, and what follows from it by itself; returns the deeds, to be kept.

        A wish is a deed, where `move` may be a whole turn or the number of a legal move; it may have a
        `version`, that of the position in which it was thought of. `own` are the players for whom the same
        person plays, `with` those who agree with whatever this player asks: they and machines.
        """
        version = wished.get("version")
        if version is not None and not self.since <= version <= self.version:
            raise SessionError("the game has gone on since this was chosen")
        before = self.version
        does, player = wished["does"], wished["player"]
        if does == MOVE:
            self._move(player, wished["move"])
        elif does == UNDO:
            self._ask_back(player, wished.get("own", (player,)), wished.get("with", ()))
        elif does == BACK:
            self._step_back(player)
        else:
            self._do(deed(does, player))
        if does == DRAW:
            for other in wished.get("with", ()):
                if self.asked is not None and other in self.asked.others:
                    self._do(deed(AGREE, other))
        self._pass_where_forced()
        return self.deeds[before:]

    def replay(self, deeds: Sequence[Deed]) -> None:
        """Do again what was kept."""
        for each in deeds:
            self._do(each)

    def by_other_rules(self, deeds: Sequence[Deed]) -> bool:
        """Were some of these decisions made by another program than this game's?"""
        return any("raw" in each and each["raw"][0] != self._program for each in deeds)

    def _do(self, what: Deed) -> None:
        """One deed, as it is kept."""
        session, does, player = self.session, what["does"], what["player"]
        if does == MOVE:
            session.play(self._again(what), player=player)
        elif does == BACK:
            self._take_back(what["count"])
        elif does == UNDO:
            self._undo = Asked(player, what["count"], tuple(what["others"]))
        elif does == DRAW:
            session.offer_draw(player)
        elif does in (AGREE, DECLINE):
            self._answer(player, does == AGREE)
        elif does == RESIGN:
            session.resign(player)
        elif does == TIME:
            session.lose_on_time(player)
        else:
            raise SessionError(f"nobody can `{does}` at a table")
        self._kept(what)

    def _again(self, what: Deed) -> Move:
        """The move of a deed: as the same program knows it, or else by its text, which takes longer."""
        state, raw = self.session.state, what.get("raw")
        if raw is None or raw[0] != self._program:
            return state.parse(what["move"])
        move = Move(raw[1], tuple(raw[2]), raw[3], state)
        if move not in state.legal_moves:
            raise IllegalMoveError(f"`{what['move']}` is not legal here")
        return move

    def _kept(self, what: Deed) -> None:
        """Remember a deed that was done, and what it is told as."""
        self.deeds.append(what)
        if what["does"] in (MOVE, BACK, RESIGN, TIME):
            self.since, self._undo = self.version, None
        known = len(self.told)
        for number, event in enumerate(self.session.events[known:], known):
            if isinstance(event, Moved) and number > known:
                break  # of a whole turn each decision is a deed
            self.told.append(_told(number, event, what))

    def _moved(self, move: Move, player: int) -> None:
        """Remember a decision that was made."""
        raw = [self._program, move.kind, list(move.args), move.site]
        # a position of somebody's choice makes another program, which has no name to know it by
        known = {} if self._program is None else {"raw": raw}
        self._kept(deed(MOVE, player, move=str(move), **known))
        states = self.session.line.states
        if len(states) > _REMEMBERED:
            # a long game would fill the memory with moves that nobody looks at again
            states[-_REMEMBERED].forget()

    def _move(self, player: int, wanted: str | int) -> None:
        """A decision, or a whole turn: all of it or nothing."""
        session, before = self.session, len(self.session.line.moves)
        move: str | Move = str(wanted)
        if isinstance(wanted, int):
            legal = session.legal_moves()
            if not 0 <= wanted < len(legal):
                raise SessionError(f"there is no move {wanted} in this position")
            move = legal[wanted]
        session.play(move, player=player)
        for each in session.line.moves[before:]:
            self._moved(each, player)

    def _pass_where_forced(self) -> None:
        """Nobody needs to be asked for a pass that is the only move."""
        while (forced := self.session.forced_pass()) is not None:
            player = self.session.state.mover
            self.session.play(forced)
            self._moved(forced, player)

    def _step_back(self, player: int) -> None:
        """The way back within a turn of many steps."""
        if not self.session.turn or self.session.state.mover != player or self.session.is_over:
            raise SessionError("there is no step of this turn to take back")
        self._do(deed(BACK, player, count=1))

    def _ask_back(self, player: int, own: Sequence[int], agreed: Sequence[int]) -> None:
        """Ask to take back the last choice of these players, or alone an end that the rules do not know."""
        line, ended = self.session.line, self.session.ended
        end = None if ended is None else ended.result.end
        if end == FLAG:
            raise SessionError("the game was lost on time: nothing can be taken back any more")
        count = 0
        if end not in (AGREEMENT, RESIGNATION):
            before, found = back_to_choice(line, lambda mover: mover in own)
            if not found:
                raise SessionError("this player has not chosen anything that could be taken back")
            player, count = before.state.mover, len(line.moves) - len(before.moves)
        others = [each for each in self.session.seats.others(player) if each not in {*own, *agreed}]
        self._do(
            deed(UNDO, player, count=count, others=others) if others else deed(BACK, player, count=count)
        )

    def _take_back(self, count: int) -> None:
        """So many decisions; or, where it is none, the end of the game alone."""
        if count:
            self.session.take_back(count)
        else:
            self.session.undo()

    def _answer(self, player: int, agrees: bool) -> None:
        if self.session.offer is not None:
            self.session.answer_draw(player, agrees)
            return
        asked = self._undo
        if asked is None or player not in asked.others:
            raise SessionError(f"nobody asks {self.session.seats.name(player)} for anything")
        waiting = tuple(each for each in asked.others if each != player)
        self._undo = evolve(asked, others=waiting) if agrees else None
        if agrees and not waiting:
            self._take_back(asked.count or 0)
            self.since, self._undo = self.version + 1, None

    # --- What is told ---------------------------------------------------------------------------------

    def snapshot(self) -> Json:
        """What everybody may know now; `moves` are for the player to move alone."""
        session, asked = self.session, self.asked
        over = session.is_over
        return {
            "version": self.version,
            "since": self.since,
            **position(session, self.looks),
            "canUndoStep": bool(session.turn) and not over,
            "offer": asked
            and {
                "by": asked.by,
                "what": "draw" if asked.count is None else "undo",
                "asked": list(asked.others),
            },
        }

    def moves(self) -> list[Json]:
        """The legal moves, as who may choose is told them."""
        return choices(self.session.state, self.session.legal_moves())

    def past(self, ply: int) -> Json:
        """The position after so many decisions. Raises SessionError."""
        return past(self.session, self.looks, ply)

    def events(self, since: int) -> list[Json]:
        """What has happened, from the event of this number on."""
        return self.told[since:]

    def board(self, turn: int = 0) -> Json:
        """The board in its present colours, turned by so many degrees. Raises BadRequestError."""
        state = self.session.state
        colours = self.game.engine.colours(state.raw)
        drawn = self.looks.board((turn, *colours.items()), lambda: board_of(self.game, state.plan, turn))
        return {**drawn, **self._sides}

    def text(self, players: Sequence[str] = ()) -> str:
        """The game as a record."""
        ended = self.session.ended
        result = None if ended is None else ended.result
        return record_text(record_of(self.game, self.session.line, self.session.seed, players, result))


def _told(number: int, event: Event, what: Deed | None = None) -> Json:
    """An event: `moved` and `back`, which tells how many decisions are `left`, change the list of moves."""
    if isinstance(event, Moved):
        words = event.words if event.forced or what is None else f"{event.name}: {what['move']}"
        return {"n": number, "words": words, "player": event.player, "kind": "moved"}
    told: Json = {"n": number, "words": event.words, "player": getattr(event, "player", None), "kind": "note"}
    if isinstance(event, TakenBack) and not event.reopened:
        return {**told, "kind": "back", "left": event.left}
    return told
