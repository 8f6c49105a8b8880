"""A table: a game that is being played, the log of its actions, and what a page is told of it (event
sourcing).

Who sits where, who may do what, and what is kept is known elsewhere; here all players are people, and what a
machine decides comes as a command like any other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gdl.support.values import define, evolve, field, frozen
from interpreter.errors.user_errors import IllegalMoveError, SessionError
from interpreter.game.game import Game
from interpreter.game.move import Move
from interpreter.records.model import AGREEMENT, RESIGNATION, TIME, first_of_turn, record_of
from interpreter.records.writing import record_text
from interpreter.serve.messages import room as message
from interpreter.serve.messages.game import Board, LegalMove, PastPosition
from interpreter.serve.messages.room import Action, Command, Offer, Private, Snapshot, Update
from interpreter.serve.messages.worker import UpdateJob
from interpreter.serve.table.drawings import Sprites, board_of, sides
from interpreter.serve.table.snapshot import choices, past, position
from interpreter.session.events import Event, Moved, TakenBack, back_to_choice
from interpreter.session.session import Session

#: What was worked out of so many last positions is remembered.
_REMEMBERED = 6
#: Commands that are an action as they stand.
_PLAIN: dict[str, Callable[[int], Action]] = {
    each.does: each
    for each in (
        message.DrawOffered,
        message.Agreed,
        message.Declined,
        message.Resigned,
        message.TimeUp,
    )
}


@frozen
class Proposal:
    """A player asks to take back so many decisions, or for a draw; these players have not agreed yet."""

    by: int
    #: 0 where only the end of the game is taken back, None for a draw
    count: int | None
    others: tuple[int, ...]


class Table:
    """A game being played. Methods raise what `Session` raises, and then nothing has changed."""

    def __init__(self, game: Game, seed: int, sprites: Sprites | None = None) -> None:
        self.game = game
        self.session = Session(game, "human", seed)
        self.sprites = sprites or Sprites(game.picture)
        #: all that was done
        self.actions: list[Action] = []
        #: after how many actions the position became what it is
        self.since = 0
        self._undo: Proposal | None = None
        self._program = game.image.key
        self._sides = sides(self.session.state)
        #: all that has happened
        self.events: list[message.Event] = []
        for number, event in enumerate(self.session.events):
            self.events.append(_event(number, event))

    @property
    def version(self) -> int:
        """How many actions were done."""
        return len(self.actions)

    @property
    def proposal(self) -> Proposal | None:
        """Who waits for an answer of whom, be it a draw or the way back (which has a count)."""
        offer = self.session.offer
        return self._undo if offer is None else Proposal(offer.player, None, offer.asked)

    # --- What is done ---------------------------------------------------------------------------------

    def command(
        self, command: Command, player: int, own: Sequence[int] = (), allies: Sequence[int] = ()
    ) -> list[Action]:
        """Do what a player wants, and what follows from it by itself; returns the actions, to be kept.

        `own` are the players for whom the same person plays, this one alone where they are left out; `allies`
        those who agree with whatever this player asks: they and machines.
        """
        version, before = command.version, self.version
        if version is not None and not self.since <= version <= self.version:
            raise SessionError("the game has gone on since this was chosen")
        if command.does == message.Moved.does and command.move is not None:
            self._move(player, command.move)
        elif command.does == message.UndoAsked.does:
            self._ask_back(player, own or (player,), allies)
        elif command.does == message.TakenBack.does:
            self._step_back(player)
        elif command.does in _PLAIN:
            self._do(_PLAIN[command.does](player))
        else:
            raise SessionError(f"nobody can `{command.does}` at a table")
        if command.does == message.DrawOffered.does:
            for other in allies:
                if self.proposal is not None and other in self.proposal.others:
                    self._do(message.Agreed(other))
        self._pass_where_forced()
        return self.actions[before:]

    def replay(self, actions: Sequence[Action]) -> None:
        """Do again what was kept."""
        for each in actions:
            self._do(each)

    def by_other_rules(self, actions: Sequence[Action]) -> bool:
        """Whether some of these decisions were made by another program than this game's."""
        return any(
            isinstance(each, message.Moved) and each.raw is not None and each.raw[0] != self._program
            for each in actions
        )

    def _do(self, action: Action) -> None:
        """Do one action, as it is kept."""
        session, player = self.session, action.player
        events: Sequence[Event] = ()
        match action:
            case message.Moved():
                events = session.play(self._again(action), player=player)
            case message.TakenBack(count=count):
                events = self._take_back(count)
            case message.UndoAsked(count=count, others=others):
                self._undo = Proposal(player, count, others)
            case message.DrawOffered():
                events = session.offer_draw(player)
            case message.Agreed() | message.Declined():
                events = self._answer(player, isinstance(action, message.Agreed))
            case message.Resigned():
                events = session.resign(player)
            case message.TimeUp():
                events = session.lose_on_time(player)
        self._kept(action, events)

    def _again(self, action: message.Moved) -> Move:
        """The move of an action: as the same program knows it, or else by its text, which takes longer."""
        state, raw = self.session.state, action.raw
        if raw is None or raw[0] != self._program:
            return state.parse(action.move)
        move = Move(raw[1], raw[2], raw[3], state)
        if move not in state.legal_moves:
            raise IllegalMoveError(f"`{action.move}` is not legal here")
        return move

    def _kept(self, action: Action, events: Sequence[Event]) -> None:
        """Remember an action that was done, and the events that came of it."""
        self.actions.append(action)
        if isinstance(action, message.Moved | message.TakenBack | message.Resigned | message.TimeUp):
            self.since, self._undo = self.version, None
        for number, event in enumerate(events, len(self.events)):
            self.events.append(_event(number, event, action))

    def _decided(self, player: int, events: Sequence[Event]) -> None:
        """Remember what was decided: of a whole turn each decision is an action, with the events after it."""
        moved = [number for number, event in enumerate(events) if isinstance(event, Moved)]
        for number, end in zip(moved, (*moved[1:], len(events)), strict=True):
            decision = events[number]
            assert isinstance(decision, Moved)
            self._kept(self._moved(player, decision), events[number:end])

    def _moved(self, player: int, decision: Moved) -> message.Moved:
        """A decision as the action that is kept."""
        line, program, move, index = self.session.line, self._program, decision.move, decision.index
        text = str(move)
        # a position of somebody's choice makes another program, which has no name to know it by
        raw = None if program is None else (program, move.kind, move.args, move.site)
        first = first_of_turn(line, index)
        short = move.customary_behind(line.moves[first:index])
        if len(line.states) > _REMEMBERED:
            # a long game would fill the memory with moves that nobody looks at again
            line.states[-_REMEMBERED].forget()
        return message.Moved(player, text, raw, None if short == text else short)

    def _move(self, player: int, wanted: str | int) -> None:
        """A decision, or a whole turn: all of it or nothing."""
        move: str | Move = str(wanted)
        if isinstance(wanted, int):
            legal = self.session.legal_moves()
            if not 0 <= wanted < len(legal):
                raise SessionError(f"there is no move {wanted} in this position")
            move = legal[wanted]
        self._decided(player, self.session.play(move, player=player))

    def _pass_where_forced(self) -> None:
        """Nobody needs to be asked for a pass that is the only move."""
        while (forced := self.session.forced_pass()) is not None:
            self._decided(self.session.state.mover, self.session.play(forced))

    def _step_back(self, player: int) -> None:
        """The way back within a turn of many steps."""
        if not self.session.turn or self.session.state.mover != player or self.session.is_over:
            raise SessionError("there is no step of this turn to take back")
        self._do(message.TakenBack(player, 1))

    def _ask_back(self, player: int, own: Sequence[int], agreed: Sequence[int]) -> None:
        """Ask to take back the last choice of these players, or alone an end that the rules do not know."""
        line, ended = self.session.line, self.session.ended
        end = None if ended is None else ended.result.end
        if end == TIME:
            raise SessionError("the game was lost on time: nothing can be taken back any more")
        count = 0
        if end not in (AGREEMENT, RESIGNATION):
            before, chosen = back_to_choice(line, lambda mover: mover in own)
            if not chosen:
                raise SessionError("this player has not chosen anything that could be taken back")
            player, count = before.state.mover, len(line.moves) - len(before.moves)
        others = tuple(each for each in self.session.seats.others(player) if each not in {*own, *agreed})
        self._do(message.UndoAsked(player, count, others) if others else message.TakenBack(player, count))

    def _take_back(self, count: int) -> Sequence[Event]:
        """So many decisions; or, where it is none, the end of the game alone."""
        return self.session.take_back(count) if count else self.session.undo()

    def _answer(self, player: int, agrees: bool) -> Sequence[Event]:
        """What comes of it that a player agrees to what is asked, or declines it."""
        if self.session.offer is not None:
            return self.session.answer_draw(player, agrees)
        proposal = self._undo
        if proposal is None or player not in proposal.others:
            raise SessionError(f"nobody asks {self.session.seats.name(player)} for anything")
        waiting = tuple(each for each in proposal.others if each != player)
        self._undo = evolve(proposal, others=waiting) if agrees else None
        if waiting or not agrees:
            return ()
        events = self._take_back(proposal.count or 0)
        self.since, self._undo = self.version + 1, None
        return events

    # --- What is told ---------------------------------------------------------------------------------

    def snapshot(self) -> Snapshot:
        """What everybody may know now."""
        session, proposal, offer = self.session, self.proposal, None
        if proposal is not None:
            offer = Offer(proposal.by, "draw" if proposal.count is None else "undo", proposal.others)
        can_undo_step = bool(session.turn) and not session.is_over
        return Snapshot(self.version, self.since, position(session, self.sprites), can_undo_step, offer)

    def moves(self) -> list[LegalMove]:
        """The legal moves, which are for the player to move alone."""
        return choices(self.session.state, self.session.legal_moves())

    def past(self, ply: int) -> PastPosition:
        """The position after so many decisions. Raises SessionError."""
        return past(self.session, self.sprites, ply)

    def board(self, turn: int = 0) -> Board:
        """The board in its present colours, turned by so many degrees. Raises BadRequestError."""
        state = self.session.state
        colours = self.game.engine.colours(state.raw)
        drawn = self.sprites.board(
            (turn, *colours.items()), lambda: board_of(self.game, state.plan, self.sprites, turn)
        )
        return evolve(drawn, sides=self._sides)

    def text(self, players: Sequence[str] = ()) -> str:
        """The game as a record."""
        ended = self.session.ended
        result = None if ended is None else ended.result
        return record_text(record_of(self.game, self.session.line, self.session.seed, players, result))


@define
class Sent:
    """What was sent of a table: the names of sprites, and the board that was shown last. Both are large and
    seldom change: they are sent once to whoever asks again and again (delta encoding)."""

    _sprites: set[str] = field(factory=set)
    _board: str = ""

    def update(self, table: Table, actions: Sequence[Action], job: UpdateJob) -> Update:
        """What these actions have led to, as a job asks for it. What it tells counts as sent."""
        snapshot, board = table.snapshot(), table.board()
        asks = snapshot.over is None and snapshot.mover in job.people
        # by player: what nobody else may know; a game that hid something would tell it here
        own = {str(snapshot.mover): Private(table.moves())} if asks else {}
        drawn = table.sprites.drawn
        new = {name: drawn[name] for name in snapshot.position.sprites if name not in self._sprites}
        self._sprites.update(new)
        known, self._board = self._board, board.id
        events = table.events[job.events :]
        return Update(actions, snapshot, own, new, events, None if board.id == known else board)


def _event(number: int, event: Event, action: Action | None = None) -> message.Event:
    """An event of a session as what is told of it."""
    player: int | None = getattr(event, "player", None)
    if isinstance(event, Moved):
        if not isinstance(action, message.Moved):
            return message.Event(number, event.words, player, "moved")
        # it takes time to find the texts of moves again
        words = event.words if event.forced else f"{event.name}: {action.move}"
        return message.Event(number, words, player, "moved", text=action.short or action.move)
    if isinstance(event, TakenBack) and not event.reopened:
        return message.Event(number, event.words, player, "back", event.left)
    return message.Event(number, event.words, player, "note")
