"""A room: a table, who sits at it, and who looks on.

What is done goes one by one: the worker says what comes of it, it is kept, and then everybody is told.
"""

from __future__ import annotations

import asyncio
import json
import logging
import sqlite3
import time
from collections.abc import Mapping
from typing import Any

from gdl.support.printable import one_line
from interpreter.errors.user_errors import BadRequestError
from interpreter.serve.rooms.boards import shared
from interpreter.serve.rooms.clock import clock_of
from interpreter.serve.rooms.errors import (
    NoRoomError,
    PassedError,
    RefusedError,
    TooMuchError,
    WorkersError,
)
from interpreter.serve.rooms.guests import MOST_GUESTS, Guest, Known, Subscription
from interpreter.serve.rooms.machines import Machines
from interpreter.serve.rooms.plain import plain_json
from interpreter.serve.rooms.rights import Visitor
from interpreter.serve.rooms.seats import PEOPLE
from interpreter.serve.rooms.secrets import hashed
from interpreter.serve.rooms.store import Done, Kept, Request, Store
from interpreter.serve.rooms.timer import Timer
from interpreter.serve.workers.pool import Pool
from interpreter.serve.workers.process import WorkerLostError

log = logging.getLogger("ludwright.serve")
Json = dict[str, Any]
#: Seconds after which a room is left in which nobody is.
_LEFT = 60.0
_WISHES = ("move", "back", "undo", "draw", "agree", "decline", "resign")


class Room:
    """A room that is open. It is opened from what was kept of it."""

    def __init__(self, kept: Kept, pool: Pool, store: Store) -> None:
        self.name, self.setup, self.seats = kept.room, kept.setup, kept.seats
        self.deeds = kept.deeds
        self.snapshot: Json = {}
        #: by player, what nobody else may know: the moves of who may choose
        self.own: dict[str, Json] = {}
        self.board: Json = {}
        self.looks: dict[str, str] = {}
        self.events: list[Json] = []
        #: who looks on, and wants to know when something has changed
        self.guests: set[Guest] = set()
        self.touched = time.monotonic()
        self._requests = kept.requests
        self._pool, self._store = pool, store
        #: what is done goes one by one
        self.lock = asyncio.Lock()
        self.machines = Machines(self, pool, self.publish)
        self._common: tuple[int, str] = (-1, "")
        self.timer = Timer(lambda: self._store.uptime.now(), self._time_is_up)
        self._clock = kept.clock
        #: was it deleted?
        self.gone = False

    @property
    def version(self) -> int:
        """How many deeds were done."""
        return len(self.deeds)

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
            told = await self._ask({"do": "open", "machines": machines})
            players = len(told["board"]["players"])
            self.timer.clock = clock_of(self.setup, players, self._clock, self._store.uptime)
            self.timer.clock = self.timer.after(told["snapshot"], False)
            self._take(told)
        if playing:
            self.machines.go_on()

    def begin(self) -> None:
        """Let a machine move that is to move."""
        self.machines.go_on()

    async def wish(self, visitor: Visitor, wished: Mapping[str, Any], name: str | None) -> int:
        """Do what somebody wishes, once for each request that has a name (its id); returns the version after
        it. An id is a player's own, and one for one wish.

        Raises RefusedError, PassedError, BadRequestError, NoRoomError, WorkerError, WorkersError.
        """
        async with self.lock:
            self._there()
            player = self._player_of(visitor, wished)
            asked = hashed(json.dumps(dict(wished), sort_keys=True)).hex()
            request = None if name is None else Request(player, name, asked)
            done = None if name is None else self._done(visitor, wished, name)
            if done is not None:
                if done.asked not in (None, asked):
                    raise BadRequestError("this id was used for another request: each has one of its own")
                return done.version
            version = wished.get("version")
            if version is not None and not self.snapshot["since"] <= version <= self.version:
                raise PassedError("the game has gone on since this was chosen")
            own = self.played_by(visitor)
            along = own - {player}
            if wished["does"] == "undo":  # machines do not mind
                along |= {other for other, by in enumerate(self.seats, 1) if by not in PEOPLE}
            allowed = {key: wished[key] for key in ("does", "move", "version") if key in wished}
            # whoever wished it may leave meanwhile: it is done whole or not at all
            who = {"player": player, "own": sorted(own), "with": sorted(along)}
            doing = self.do({**allowed, **who}, request)
            await asyncio.shield(asyncio.ensure_future(doing))
            after = self.version
        self.machines.go_on()
        return after

    def _done(self, visitor: Visitor, wished: Mapping[str, Any], name: str) -> Done | None:
        """What has become of a request of this id by the same player, if it was done already.

        For whom it was done is told by the deed where it did not say it: somebody else may be to move now.
        """
        own = self.played_by(visitor) if wished.get("player") is None else {wished["player"]}
        found = (self._requests.get((player, name)) for player in sorted(own))
        return next((done for done in found if done is not None), None)

    def _there(self) -> None:
        """Raises NoRoomError where the room was deleted while somebody waited."""
        if self.gone:
            raise NoRoomError("this room was deleted")

    def _player_of(self, visitor: Visitor, wished: Mapping[str, Any]) -> int:
        """For whom something is wished. Raises BadRequestError and RefusedError."""
        player, own = wished.get("player"), self.played_by(visitor)
        if (
            wished.get("does") not in _WISHES
            or isinstance(player, bool)
            or not isinstance(player, int | None)
        ):
            raise BadRequestError("a request says what it does, and perhaps for which player")
        if not own:
            raise RefusedError("who watches does not play")
        if player is None:
            player = min(own) if len(own) == 1 else self.snapshot["mover"]
        if player not in own:
            raise RefusedError("this seat is somebody else's")
        return player

    def played_by(self, visitor: Visitor) -> set[int]:
        """The players that somebody plays for."""
        return {player for player in visitor.players if player <= len(self.seats) and player in self.people}

    async def do(self, wish: Json, request: Request | None = None) -> None:
        """What a worker makes of a wish, kept and told; for whoever holds the lock.

        Raises WorkerError for what cannot be done, and WorkersError.
        """
        told = await self._ask({"do": "wish", "wish": wish})
        deeds = told["deeds"]
        over = bool(told["snapshot"]["over"])
        clock = self.timer.after(told["snapshot"], any(each["does"] == "move" for each in deeds))
        kept = None if clock is None else clock.kept()
        try:
            await self._store.append(self.name, self.version, deeds, request, over, time.time(), kept)
        except sqlite3.Error:  # the worker knows of what never was
            await self._ask({"do": "close"})
            raise WorkersError("this could not be kept: nothing was done") from None
        self.deeds += deeds
        if request is not None:
            self._requests[request.player, request.id] = Done(self.version, request.asked)
        self.timer.clock = clock
        if over and not self.snapshot["over"]:
            log.info("room %s: %s", self.name, one_line(told["snapshot"]["over"]["words"]))
        self._take(told)

    async def _time_is_up(self) -> None:
        """Look whether the time of who is to move is up."""
        async with self.lock:
            late = self.timer.late
            if late is not None and not self.gone:
                await self.do({"does": "time", "player": late})
        self.machines.go_on()

    async def reseat(self, seats: list[str]) -> None:
        """Other people or machines sit here from now on."""
        async with self.lock:
            self._there()
            await self._store.set_seats(self.name, seats)
            self.seats = seats
            self.machines.forgive()
            self._take(await self._ask({"do": "look"}))
        self.machines.go_on()

    async def _ask(self, request: Json) -> Json:
        told = {"setup": self.setup, "people": self.people, "events": len(self.events), **request}
        try:
            return await self._pool.ask(self.name, told, self.deeds)
        except WorkerLostError:
            raise WorkersError("the table took too long, or was lost: nothing was done") from None

    def _take(self, told: Json) -> None:
        self.snapshot, self.own = told["snapshot"], told["own"]
        self.looks |= told["looks"]
        if "board" in told:
            self.board = shared(told["board"])
        self.events += [each for each in told["events"] if each["n"] >= len(self.events)]
        self.touched = time.monotonic()
        self.timer.wind()
        self.publish()

    def publish(self) -> None:
        """Tell everybody who looks on that something has changed."""
        self._common = (-1, "")
        for guest in self.guests:
            guest.listener.set()

    def arrive(self, visitor: Visitor) -> Guest:
        """Somebody looks on from now on. Raises TooMuchError where too many do."""
        if len(self.guests) >= MOST_GUESTS:
            raise TooMuchError("as many look on as this server takes")
        guest, before = Guest(frozenset(self.played_by(visitor))), self.here
        self.guests.add(guest)
        if self.here != before:
            self.publish()
        return guest

    def subscribe(self, visitor: Visitor) -> Subscription:
        """A snapshot, then of each change what this guest has not been sent. Raises as `arrive` does."""
        guest, known = self.arrive(visitor), Known()
        return Subscription(guest.listener, lambda who: self.told(who, known), lambda: self.leave(guest))

    def leave(self, guest: Guest) -> None:
        """Somebody has left."""
        before = self.here
        self.guests.discard(guest)
        self.touched = time.monotonic()
        if self.here != before:
            self.publish()

    @property
    def here(self) -> set[int]:
        """The players for whom somebody looks on."""
        return {player for guest in self.guests for player in guest.players}

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
        self.timer.stop()
        self.machines.stop()

    async def delete(self) -> None:
        """Forget the room and all that was done in it, once what is being done now is done."""
        async with self.lock:
            self._there()
            await self._store.delete_room(self.name)
            self.gone = True
            self.close()
        self.publish()

    # --- What is told ---------------------------------------------------------------------------------

    def told(self, visitor: Visitor, known: Known) -> str:
        """A snapshot as JSON for one who knows some of it already, which is noted."""
        news = [name for name in self.looks if name not in known.looks]
        own: Json = {
            "looks": {name: self.looks[name] for name in news},
            "events": self.events[known.events :],
            "you": sorted(self.played_by(visitor)),
            "host": visitor.host,
            "moves": [],
        }
        for player in own["you"]:
            own |= self.own.get(str(player), {})
        if self.board.get("id") != known.board:
            own["board"] = known_board = self.board
            known.board = known_board["id"]
        known.looks.update(news)
        known.events = len(self.events)
        if self._common[0] != self.version or self.timer.clock is not None:
            self._common = self.version, plain_json(self._for_all())
        return f"{self._common[1][:-1]},{plain_json(own)[1:]}"

    def _for_all(self) -> Json:
        here = self.here
        return {
            "room": self.name,
            **self.snapshot,
            "seats": [
                {"player": player, "name": name, "by": by, "here": by not in PEOPLE or player in here}
                for player, (name, by) in enumerate(
                    zip(self.board["players"], self.seats, strict=True), 1
                )
            ],
            "trouble": self.machines.trouble,
            "clock": self.timer.told(),
        }  # fmt: skip
