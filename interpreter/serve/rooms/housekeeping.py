"""Housekeeping: how long games are served is kept, and what is older than it is to be kept is deleted."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time

from interpreter.serve.rooms.analyses import Analyses
from interpreter.serve.rooms.database import DatabaseError
from interpreter.serve.rooms.errors import ElsewhereError, NoRoomError
from interpreter.serve.rooms.house import House
from interpreter.serve.rooms.lobby import share
from interpreter.serve.rooms.published import remove
from interpreter.serve.rooms.reports import GALLERY, to_delete

log = logging.getLogger("ludwright.serve")
#: Seconds between two looks; between two times that the uptime is kept where no clock runs; between two looks
#: for what is too old.
_LOOK, _SELDOM, _OLD = 1.0, 60.0, 3600.0


async def keep_servers(house: House) -> None:
    """Tell the other servers of the same place, if there are, that this one is there, and what it offers."""
    while house.servers.several:
        try:
            await house.servers.begin()
            await house.servers.beat()
            await share(house)
        except DatabaseError as error:
            log.error("the other servers are not reached: %s", error)
        await asyncio.sleep(_LOOK)


async def keep_house(house: House, analyses: Analyses, keep: float | None) -> None:
    """Look after a house; rooms and analyses in which nothing was done for `keep` seconds are deleted."""
    kept = looked = float("-inf")
    while True:
        now = time.monotonic()
        try:
            if house.clocks_run or now - kept >= _SELDOM:
                kept = now
                await house.store.do(house.store.uptime.keep, soon=False)
            for name in await house.store.do(to_delete, soon=False):
                if name.startswith(GALLERY):
                    await remove(house, name.removeprefix(GALLERY))
                else:
                    with contextlib.suppress(NoRoomError, ElsewhereError):
                        await house.expire(name, by_order=True)
            if keep is not None and now - looked >= min(_OLD, keep):
                looked = now
                await _delete_old(house, analyses, keep)
        except DatabaseError as error:
            log.error("nothing can be kept: %s", error)
        await asyncio.sleep(_LOOK)


async def _delete_old(house: House, analyses: Analyses, keep: float) -> None:
    rooms, trees = await house.store.unchanged(time.time() - keep)
    for name in rooms:
        await house.expire(name)
    for name in trees:
        await analyses.expire(name)
