"""A room: a table, who sits at it, and who looks on.

What is done goes one by one: the worker says what comes of it, it is kept, and then everybody is told.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Mapping, Sequence
from typing import TypeVar

from gdl.support.printable import one_line
from interpreter.errors.user_errors import BadRequestError
from interpreter.serve.messages import room as message
from interpreter.serve.messages.codec import encode, plain_json
from interpreter.serve.messages.game import Board, EndReason, LegalMove
from interpreter.serve.messages.people import CHATS
from interpreter.serve.messages.room import Command, Private, Snapshot, Update
from interpreter.serve.messages.worker import (
    CloseTable,
    DoCommand,
    Job,
    LookAtTable,
    OpenTable,
)
from interpreter.serve.rooms.clock import Timer, clock_of
from interpreter.serve.rooms.database import DatabaseError
from interpreter.serve.rooms.errors import (
    ElsewhereError,
    NoRoomError,
    PassedError,
    RefusedError,
    WorkersError,
)
from interpreter.serve.rooms.guests import Audience, Guest, Known, Subscription, shared
from interpreter.serve.rooms.machines import Machines
from interpreter.serve.rooms.people import Company
from interpreter.serve.rooms.rematch import Rematch
from interpreter.serve.rooms.rights import PEOPLE, Rights, Visitor, hashed
from interpreter.serve.rooms.store import Done, Kept, Request, Store
from interpreter.serve.workers.pool import Pool
from interpreter.serve.workers.process import WorkerLostError

log = logging.getLogger("ludwright.serve")
A = TypeVar("A")
#: Seconds after which a room is left in which nobody is.
_LEFT = 60.0


class Room:
    """A room that is open. It is opened from what was kept of it."""

    def __init__(
        self, kept: Kept, pool: Pool, store: Store, chat: str = CHATS[0], silent: float = 0.0
    ) -> None:
        """`silent`: for how many seconds the server has been lost at which it was open."""
        self.name, self.setup, self.seats = kept.room, kept.setup, kept.seats
        self.actions = kept.actions
        self.snapshot: Snapshot
        self.board: Board | None = None
        #: by player, what nobody else may know: the moves of who may choose
        self.own: Mapping[str, Private] = {}
        self.sprites: dict[str, str] = {}
        self.events: list[message.Event] = []
        #: who looks on, and wants to know when something has changed
        self.guests = Audience(self.publish)
        self.touched = self.opened = time.monotonic()
        self._requests = kept.requests
        self._pool, self._store = pool, store
        #: what is done goes one by one
        self.lock = asyncio.Lock()
        self.machines = Machines(self, pool, self.publish)
        self._common: tuple[int, str] = (-1, "")
        self.timer = Timer(lambda: self._store.uptime.now(), self._time_is_up)
        self._clock, self._silent = kept.clock, silent
        #: was it deleted?
        self.gone = False
        #: does another server have it now?
        self.moved = False
        self.rematch = Rematch.restored(kept.rematch)
        self.company = Company.of(kept, chat)
        #: why the game is over, once that was asked, and in which version
        self.ended_by: tuple[int, EndReason] | None = None

    @property
    def version(self) -> int:
        """How many actions were done."""
        return len(self.actions)

    @property
    def people(self) -> list[int]:
        """The players that are no machines."""
        return [player for player, by in enumerate(self.seats, 1) if by in PEOPLE]

    # --- What is done ---------------------------------------------------------------------------------

    async def open(self, playing: bool = True) -> None:
        """Have a worker set up the table; a machine that is to move moves.

        Raises WorkerError for a game that cannot be played, or not by a machine that is to play it, and
        WorkersError.
        """
        async with self.lock:
            machines = [by for by in self.seats if by not in PEOPLE]
            update = await self._ask(OpenTable(self.people, len(self.events), machines))
            players = len(update.snapshot.position.called)
            self.timer.clock = clock_of(
                self.setup.clock, players, self._clock, self._store.uptime, self._silent
            )
            self.timer.clock = self.timer.after(update.snapshot, False)
            self._take(update)
        if playing:
            self.machines.go_on()

    def begin(self) -> None:
        """Let a machine move that is to move."""
        self.machines.go_on()

    async def command(self, visitor: Visitor, command: Command, player: int | None, name: str | None) -> int:
        """Do what somebody wants done for a player, once for each request that has a name (its id); returns
        the version after it. An id is a player's own, and one for one command.

        Raises RefusedError, PassedError, BadRequestError, NoRoomError, WorkerError, WorkersError.
        """
        async with self.lock:
            self._there()
            mover = self._player_of(visitor, player)
            wanted = encode(command) | ({} if player is None else {"player": player})
            digest = hashed(json.dumps(wanted, sort_keys=True)).hex()
            request = None if name is None else Request(mover, name, digest)
            done = None if name is None else self._done(visitor, player, name)
            if done is not None:
                if done.digest not in (None, digest):
                    raise BadRequestError("this id was used for another request: each has one of its own")
                return done.version
            version = command.version
            if version is not None and not self.snapshot.since <= version <= self.version:
                raise PassedError("the game has gone on since this was chosen")
            own = self.played_by(visitor)
            allies = own - {mover}
            if command.does == message.UndoAsked.does:  # machines do not mind
                allies |= {other for other, by in enumerate(self.seats, 1) if by not in PEOPLE}
            # whoever wants it may leave meanwhile: it is done whole or not at all
            doing = self.do(command, mover, sorted(own), sorted(allies), request)
            await asyncio.shield(asyncio.ensure_future(doing))
            after = self.version
        self.machines.go_on()
        return after

    def _done(self, visitor: Visitor, player: int | None, name: str) -> Done | None:
        """What has become of a request of this id by the same player, if it was done already.

        For whom it was done is told by the action where it did not say it: somebody else may be to move now.
        """
        own = self.played_by(visitor) if player is None else {player}
        known = (self._requests.get((each, name)) for each in sorted(own))
        return next((done for done in known if done is not None), None)

    def _there(self) -> None:
        """Raises NoRoomError where the room was deleted meanwhile, ElsewhereError where it went."""
        if self.gone:
            raise NoRoomError("this room was deleted")
        if self.moved:
            raise ElsewhereError("this room goes to another server just now: ask again")

    def _player_of(self, visitor: Visitor, player: int | None) -> int:
        """For whom a command is. Raises RefusedError."""
        own = self.played_by(visitor)
        if not own:
            raise RefusedError("who watches does not play")
        if player is None:
            player = min(own) if len(own) == 1 else self.snapshot.mover
        if player not in own:
            raise RefusedError("this seat is somebody else's")
        return player

    def played_by(self, visitor: Visitor) -> set[int]:
        """The players that somebody plays for."""
        return {player for player in visitor.players if player <= len(self.seats) and player in self.people}

    async def do(
        self,
        command: Command,
        player: int,
        own: Sequence[int] = (),
        allies: Sequence[int] = (),
        request: Request | None = None,
    ) -> None:
        """What a worker makes of a command, kept and told; for whoever holds the lock.

        Raises WorkerError for what cannot be done, and WorkersError.
        """
        update = await self._ask(DoCommand(self.people, len(self.events), command, player, own, allies))
        actions, over = update.actions, update.snapshot.over
        clock = self.timer.after(update.snapshot, any(isinstance(each, message.Moved) for each in actions))
        kept, at = None if clock is None else clock.kept(), time.time()
        try:
            await self._store.append(self.name, self.version, actions, request, over is not None, at, kept)
        except DatabaseError:  # the worker knows of what never was
            await self._ask(CloseTable())
            if self._store.shared:  # whether it was kept, and who has the room, is to be learnt anew
                self.go()
                raise ElsewhereError("this room is opened anew: ask again") from None
            raise WorkersError("this could not be kept: nothing was done") from None
        self.actions += actions
        if request is not None:
            self._requests[request.player, request.id] = Done(self.version, request.digest)
        self.timer.clock = clock
        if over is not None and self.snapshot.over is None:
            log.info("room %s: %s", self.name, one_line(over.words))
        self._take(update)

    async def _time_is_up(self) -> None:
        """Look whether the time of who is to move is up."""
        async with self.lock:
            late = self.timer.late
            if late is not None and not (self.gone or self.moved):
                await self.do(Command(message.TimeUp.does), late)
        self.machines.go_on()

    async def reseat(self, seats: list[str]) -> None:
        """Other people or machines sit here from now on."""
        async with self.lock:
            self._there()
            await self._store.set_seats(self.name, seats)
            self.seats = seats
            self.machines.forgive()
            self._take(await self._ask(LookAtTable(self.people, len(self.events))))
        self.machines.go_on()

    async def _ask(self, job: Job[A]) -> A:
        try:
            return await self._pool.ask(self.name, self.setup, job, self.actions)
        except WorkerLostError:
            raise WorkersError("the table took too long, or was lost: nothing was done") from None

    def _take(self, update: Update) -> None:
        self.snapshot, self.own = update.snapshot, update.own
        self.sprites |= update.sprites
        if update.board is not None:
            self.board = shared(update.board)
        self.events += [each for each in update.events if each.n >= len(self.events)]
        self.touched = time.monotonic()
        self.publish()
        self.timer.wind()

    def publish(self) -> None:
        """Tell everybody who looks on that something has changed."""
        self._common = (-1, "")
        self.guests.wake()

    def arrive(self, visitor: Visitor) -> Guest:
        """Somebody looks on from now on. Raises TooMuchError where too many do."""
        guest = Guest(frozenset(self.played_by(visitor)), visitor.person, visitor.host)
        self.guests.come(guest)
        return guest

    def subscribe(self, visitor: Visitor) -> Subscription:
        """A snapshot, then of each change what this guest has not been sent. Raises as `arrive` does."""
        guest, known = self.arrive(visitor), Known()
        return Subscription(guest.listener, lambda who: self.news(who, known), lambda: self.leave(guest))

    def leave(self, guest: Guest) -> None:
        """Somebody has left."""
        self.touched = time.monotonic()
        self.guests.leave(guest)

    async def meet(self, rights: Rights) -> None:
        """Learn anew who is who here, and tell it."""
        self.company.people = await rights.people(self.name)
        self.company.taken = await rights.taken(self.name)
        self.publish()

    async def say(self, visitor: Visitor, words: str) -> None:
        """Somebody says something. Raises RefusedError, BadRequestError, TooMuchError, NoRoomError."""
        async with self.lock:
            self._there()
            chat, name = self.company.chat, self.company.name_of(visitor.person)
            said = chat.next(visitor, name, sorted(self.played_by(visitor)), words)
            await self._store.add_said(self.name, said)
            chat.take(said)
        self.publish()

    @property
    def here(self) -> set[int]:
        """The players for whom somebody looks on."""
        return self.guests.players

    @property
    def idle(self) -> bool:
        """Has nobody been here for a while?"""
        return self.deserted_for > _LEFT

    @property
    def deserted_for(self) -> float:
        """For how many seconds nobody has been here, and nothing has happened; 0 where somebody is."""
        if self.guests or self.machines.busy or self.lock.locked():
            return 0.0
        return time.monotonic() - self.touched

    def close(self) -> None:
        """Let go of the table: all of it is kept."""
        self.guests.close()
        self.timer.stop()
        self.machines.stop()

    def go(self) -> None:
        """Another server has the room from now on, or this one opens it anew: nobody stays."""
        self.moved = True
        self.close()
        self.publish()

    async def delete(self) -> None:
        """Forget the room and all that was done in it, once what is being done now is done."""
        async with self.lock:
            self._there()
            await self._store.delete_room(self.name)
            self.gone = True
            self.close()
        self.publish()

    # --- What is told ---------------------------------------------------------------------------------

    def news(self, visitor: Visitor, known: Known) -> str:
        """How things are as JSON for one who knows some of it already, which is noted."""
        you, board = sorted(self.played_by(visitor)), self.board
        sprites = {name: self.sprites[name] for name in self.sprites if name not in known.sprites}
        moves: Sequence[LegalMove] = ()
        for player in you:
            if (own := self.own.get(str(player))) is not None:
                moves = own.moves
        new = board is not None and board.id != known.board
        events = self.events[known.events :]
        chat = self.company.chat
        said = [] if chat.mode == "off" else [each for each in chat.said if each.n >= known.said]
        guest = message.GuestState(
            sprites, events, you, visitor.host, moves, board if new else None, said, visitor.person
        )
        known.said = said[-1].n + 1 if said else known.said
        known.board = known.board if board is None else board.id
        known.sprites.update(sprites)
        known.events = len(self.events)
        if self._common[0] != self.version or self.timer.clock is not None:
            self._common = self.version, plain_json(self._state())
        return f"{self._common[1][:-1]},{plain_json(guest)[1:]}"

    def _state(self) -> message.RoomState:
        """What everybody may know."""
        here, onlookers, company = self.here, self.guests.onlookers, self.company
        players = () if self.board is None else self.board.players
        seats = [
            message.Seat(player, name, by, by not in PEOPLE or player in here, *company.at(player))
            for player, (name, by) in enumerate(zip(players, self.seats, strict=True), 1)
        ]
        return message.RoomState(
            self.name,
            self.snapshot,
            seats,
            self.machines.trouble,
            self.timer.time(),
            self.rematch.told(self.seats),
            company.onlookers(onlookers),
            company.chat.mode,
            company.offered,
        )
