"""A room: a table, who sits at it, and who looks on.

What is done goes one by one: the worker says what comes of it, it is kept, and then everybody is told.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Mapping
from typing import Any

from gdl.support.printable import printable
from interpreter.serve.rooms.errors import BadRequestError, PassedError, RefusedError, WorkersError
from interpreter.serve.rooms.rights import Visitor
from interpreter.serve.rooms.store import Kept, Store
from interpreter.serve.workers.pool import Pool
from interpreter.serve.workers.process import WorkerError, WorkerLostError

Json = dict[str, Any]
#: Who sits on a seat where it is no machine.
PERSON, LINK, PROGRAM = "person", "link", "program"
PEOPLE = (PERSON, LINK, PROGRAM)
#: Seconds that a machine may think at most, whatever it goes by.
THINKING = 600.0
_WISHES = ("move", "back", "undo", "draw", "agree", "decline", "resign")


class Room:
    """A room that is open. It is opened from what was kept of it."""

    def __init__(self, kept: Kept, pool: Pool, store: Store) -> None:
        self.name, self.setup, self.seats = kept.room, kept.setup, kept.seats
        self.deeds = kept.deeds
        self.snapshot: Json = {}
        self.moves: list[Json] = []
        self.board: Json = {}
        self.looks: dict[str, str] = {}
        self.events: list[Json] = []
        #: what keeps a machine from going on, in words
        self.trouble: str | None = None
        #: who wants to know when something has changed
        self.listeners: set[asyncio.Event] = set()
        #: how many look on for each player; 0 stands for those who only watch
        self.here: dict[int, int] = {}
        self.touched = time.monotonic()
        self._requests = kept.requests
        self._pool, self._store = pool, store
        self._lock = asyncio.Lock()
        self._machine: asyncio.Task[None] | None = None
        self._common: tuple[int, str] = (-1, "")

    @property
    def version(self) -> int:
        """How many deeds were done."""
        return len(self.deeds)

    @property
    def people(self) -> list[int]:
        """The players that are no machines."""
        return [player for player, by in enumerate(self.seats, 1) if by in PEOPLE]

    # --- What is done ---------------------------------------------------------------------------------

    async def open(self) -> None:
        """Have a worker set up the table. Raises WorkerError for a game that cannot be played."""
        async with self._lock:
            self._take(await self._ask({"do": "open"}))
        self._go_on()

    async def wish(self, visitor: Visitor, wished: Mapping[str, Any], request: str | None) -> int:
        """Do what somebody wishes, once for each request; returns the version after it.

        Raises RefusedError, PassedError, BadRequestError, WorkerError, WorkersError.
        """
        async with self._lock:
            if request is not None and request in self._requests:
                return self._requests[request]
            player, version = wished.get("player"), wished.get("version")
            if wished.get("does") not in _WISHES or not isinstance(player, int | None):
                raise BadRequestError("a request says what it does, for which player, in which version")
            if player is None and len(visitor.players) == 1:
                (player,) = visitor.players
            if player is None:
                player = self.snapshot["mover"]
            if player not in visitor.players:
                raise RefusedError("who watches does not play" if not visitor.players else
                                   "this seat is somebody else's")  # fmt: skip
            if version is not None and not self.snapshot["since"] <= version <= self.version:
                raise PassedError("the game has gone on since this was chosen")
            along = {other for other in visitor.players if other != player}
            if wished["does"] == "undo":
                along |= {other for other, by in enumerate(self.seats, 1) if by not in PEOPLE}
            allowed = {key: wished[key] for key in ("does", "move", "version") if key in wished}
            await self._do({**allowed, "player": player, "with": sorted(along)}, request)
            after = self.version
        self._go_on()
        return after

    async def _do(self, wish: Json, request: str | None = None) -> None:
        """What a worker makes of a wish, kept and told."""
        told = await self._ask({"do": "wish", "wish": wish})
        deeds = told["deeds"]
        try:
            over = bool(told["snapshot"]["over"])
            await self._store.append(self.name, self.version, deeds, request, over, time.time())
        except BaseException:  # the worker knows of what never was
            await self._ask({"do": "close"})
            raise
        self.deeds += deeds
        if request is not None:
            self._requests[request] = self.version
        self._take(told)

    async def _ask(self, request: Json) -> Json:
        told = {"setup": self.setup, "people": self.people, "events": len(self.events), **request}
        try:
            return await self._pool.ask(self.name, told, self.deeds)
        except WorkerLostError:
            raise WorkersError("the table took too long, or was lost: nothing was done") from None

    def _take(self, told: Json) -> None:
        self.snapshot, self.moves = told["snapshot"], told["moves"]
        self.looks |= told["looks"]
        self.board = told.get("board", self.board)
        self.events += [each for each in told["events"] if each["n"] >= len(self.events)]
        self.touched = time.monotonic()
        self.publish()

    def publish(self) -> None:
        """Tell everybody who looks on that something has changed."""
        self._common = (-1, "")
        for listener in self.listeners:
            listener.set()

    # --- Machines -------------------------------------------------------------------------------------

    def _go_on(self) -> None:
        """Have a machine do what it is asked for, if it is asked."""
        todo = self._todo()
        if self._machine is not None and not self._machine.done():
            if getattr(self._machine, "todo", None) == todo:
                return
            self._machine.cancel()
        self._machine = None
        if todo is not None and self.trouble is None:
            self._machine = asyncio.create_task(self._let_play(*todo))
            self._machine.todo = todo  # type: ignore[attr-defined]

    def _todo(self) -> tuple[str, int, int] | None:
        """What is asked of a machine, of which player, since when."""
        if self.snapshot["over"]:
            return None
        offer = self.snapshot["offer"]
        if offer is not None:
            asked = [player for player in offer["asked"] if self.seats[player - 1] not in PEOPLE]
            return ("draw", asked[0], self.version) if asked else None
        mover = self.snapshot["mover"]
        return None if self.seats[mover - 1] in PEOPLE else ("think", mover, self.snapshot["since"])

    async def _let_play(self, do: str, player: int, since: int) -> None:
        by = self.seats[player - 1]
        request = {"do": do, "setup": self.setup, "player": player, "by": by}
        try:
            answer = await self._pool.think(self.name, request, self.deeds, THINKING)
            async with self._lock:
                if self._todo() != (do, player, since):
                    return
                does = {"does": "move", "move": answer["move"]} if do == "think" else {
                    "does": "agree" if answer["agrees"] else "decline"}  # fmt: skip
                await self._do({**does, "player": player, "version": self.version})
        except (WorkerError, WorkerLostError, WorkersError) as error:
            self.trouble = f"{by} cannot go on: {printable(str(error) or 'it took too long')}"
            self.publish()
            return
        self._machine = None
        self._go_on()

    async def close(self) -> None:
        """Let go of the table: all of it is kept."""
        if self._machine is not None:
            self._machine.cancel()
        for listener in self.listeners:
            listener.set()

    # --- What is told ---------------------------------------------------------------------------------

    def told(self, visitor: Visitor, known: Known) -> str:
        """A snapshot as JSON for one who knows some of it already, which is noted."""
        news = [name for name in self.looks if name not in known.looks]
        own: Json = {
            "looks": {name: self.looks[name] for name in news},
            "events": self.events[known.events :],
            "you": sorted(visitor.players),
            "host": visitor.host,
            "moves": self.moves if self.snapshot["mover"] in visitor.players else [],
        }
        if self.board.get("id") != known.board:
            own["board"] = known_board = self.board
            known.board = known_board["id"]
        known.looks.update(news)
        known.events = len(self.events)
        if self._common[0] != self.version:
            self._common = self.version, json.dumps(self._for_all(), separators=(",", ":"))
        return f"{self._common[1][:-1]},{json.dumps(own, separators=(',', ':'))[1:]}"

    def _for_all(self) -> Json:
        return {
            "room": self.name,
            **self.snapshot,
            "seats": [
                {"player": player, "name": name, "by": by, "here": by not in PEOPLE or player in self.here}
                for player, (name, by) in enumerate(
                    zip(self.board["players"], self.seats, strict=True), 1
                )
            ],
            "trouble": self.trouble,
            "clock": None,
        }  # fmt: skip


class Known:
    """What somebody has been sent."""

    def __init__(self) -> None:
        self.looks: set[str] = set()
        self.events = 0
        self.board = ""
