"""Several servers of one PostgreSQL: a room is open at one of them, goes to another, and is lost by none."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator

import pytest

pytest.importorskip("starlette", reason="the extra `serve` is not installed")

from interpreter.serve.messages.room import ClockTerms, Command, Setup
from interpreter.serve.rooms import lobby
from interpreter.serve.rooms.analyses import Analyses
from interpreter.serve.rooms.database import LAPSE
from interpreter.serve.rooms.errors import ElsewhereError
from interpreter.serve.rooms.house import House, Made
from interpreter.serve.rooms.housekeeping import keep_servers
from interpreter.serve.rooms.rights import Visitor
from tests.serve.postgres import postgres

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with postgres() as found:
        yield found


def together(address: str, work: Callable[[House, House], Awaitable[None]]) -> None:
    """Do something with two servers, both of which live."""

    async def both() -> None:
        first, second = House(address), House(address)
        living = [asyncio.create_task(keep_servers(each)) for each in (first, second)]
        await asyncio.gather(first.servers.begin(), second.servers.begin())
        try:
            await work(first, second)
        finally:
            for task in living:
                task.cancel()
            await first.close()
            await second.close()

    asyncio.run(both())


async def host_of(house: House, made: Made) -> Visitor:
    visitor = await house.rights.visitor(made.room.name, made.cookie)
    assert visitor is not None
    return visitor


async def a_game(house: House, **more: object) -> tuple[Made, Visitor]:
    made = await house.make("tic-tac-toe", {}, ["person"], 1, **more)  # type: ignore[arg-type]
    return made, await host_of(house, made)


async def nothing() -> None:
    """Says nothing."""


async def silence(house: House, seconds: float) -> None:
    """A server seems to have been lost for so long, and neither says nor hears anything."""
    house.servers.handlers.clear()
    house.servers.beat = nothing  # type: ignore[method-assign]
    query = "update servers set seen = seen - ? where server = ?"
    await house.store.do(lambda c: c.execute(query, (seconds, house.store.me)))


def test_a_room_goes_to_who_is_asked_for_it_with_all_that_was_done(address: str) -> None:
    async def work(first: House, second: House) -> None:
        made, host = await a_game(first)
        name = made.room.name
        await made.room.command(host, Command("move", "b2"), None, "a")
        began = time.monotonic()
        assert await second.servers.take(name) == 0.0
        assert time.monotonic() - began < LAPSE / 2  # it was asked for, not waited for
        room = await second.room(name)
        assert room.version == 1 and made.room.moved
        with pytest.raises(ElsewhereError):
            await made.room.command(host, Command("move", "a1"), None, "b")
        await room.command(host, Command("move", "a1"), None, "b")
        back = await first.room(name)
        assert back.version == 2 and back is not made.room

    together(address, work)


def test_a_room_in_which_somebody_is_stays_a_moment(address: str) -> None:
    async def work(first: House, second: House) -> None:
        made, host = await a_game(first)
        guest = made.room.arrive(host)
        guest.listener.clear()
        made.room.opened = time.monotonic()
        began = time.monotonic()
        assert await second.servers.take(made.room.name) == 0.0
        assert 2.0 < time.monotonic() - began < LAPSE
        assert guest.listener.is_set()  # and is told to go along

    together(address, work)


def test_who_was_taken_for_lost_and_was_not_changes_nothing(address: str) -> None:
    async def work(first: House, second: House) -> None:
        made, host = await a_game(first)
        name = made.room.name
        await made.room.command(host, Command("move", "b2"), None, "a")
        await silence(first, 2 * LAPSE)
        room = await second.room(name)
        with pytest.raises(ElsewhereError):
            await made.room.command(host, Command("move", "a1"), None, "b")
        assert made.room.moved
        kept = await second.store.room(name)
        assert kept is not None and len(kept.actions) == 1
        assert await room.command(host, Command("move", "c3"), None, "c") == 2

    together(address, work)


def test_who_lives_and_does_not_let_go_keeps_a_room(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("interpreter.serve.rooms.servers._PATIENCE", 0.5)

    async def work(first: House, second: House) -> None:
        made, host = await a_game(first)
        first.servers.handlers.clear()
        with pytest.raises(ElsewhereError):
            await second.room(made.room.name)
        assert await made.room.command(host, Command("move", "b2"), None, "a") == 1
        assert await second.servers.free([made.room.name, "other"]) == ["other"]

    together(address, work)


def test_a_clock_stands_while_the_server_of_its_room_is_lost(address: str) -> None:
    async def work(first: House, second: House) -> None:
        made, host = await a_game(first, clock=ClockTerms(100, 0))
        await made.room.command(host, Command("move", "b2"), None, "a")
        # the first was seen last 40 s ago, and the second player has thought for 50 s by then
        query = "update rooms set clock = replace(clock, ?, ?)"
        kept = await first.store.room(made.room.name)
        assert kept is not None and isinstance(kept.clock, dict)
        since = kept.clock["since"]
        await first.store.do(lambda c: c.execute(query, (f"{since}", f"{since - 90.0}")))
        await silence(first, 40.0)
        room = await second.room(made.room.name)
        told = room.timer.time()
        assert told is not None and told.left[0] == 100.0 and told.left[1] > 45.0

    together(address, work)


def test_rights_that_are_changed_elsewhere_are_learnt_anew(address: str) -> None:
    async def work(first: House, second: House) -> None:
        made, host = await a_game(first)
        name = made.room.name
        assert (await host_of(first, made)).name == ""
        await second.rights.call(name, host.person, "Anna")
        end = time.monotonic() + 5
        while (await host_of(first, made)).name != "Anna":
            assert time.monotonic() < end
            await asyncio.sleep(0.05)
        assert first.opened(name).company.name_of(host.person) == "Anna"

    together(address, work)


def test_open_games_are_listed_at_all_servers_and_count_for_who_offers_them(address: str) -> None:
    async def work(first: House, second: House) -> None:
        made = await first.make("tic-tac-toe", {}, ["person", "link"], 1)
        host = await host_of(first, made)
        made.room.arrive(host)
        await lobby.offer(first, made.room, host, True, "192.0.2.1")
        await lobby.share(first)
        (game,) = (await lobby.everywhere(second)).games
        assert game.room == made.room.name and [seat.free for seat in game.seats] == [False, True]
        assert [each.room for each in (await lobby.everywhere(first)).games] == [game.room]
        assert await second.servers.offers() != []
        await silence(first, 2 * LAPSE)
        assert not (await lobby.everywhere(second)).games

    together(address, work)


def test_analyses_go_along_too(address: str) -> None:
    async def work(first: House, second: House) -> None:
        here, there = Analyses(first), Analyses(second)
        tree, _ = await here.make(Setup(game="tic-tac-toe", seed=1), ["b2"])
        found = await there.find(tree.name)
        assert [node.move for node in found.nodes.values()] == ["b2"] and tree.moved
        await there.add(found, 1, ["a1"])
        with pytest.raises(ElsewhereError):
            await here.add(tree, 1, ["c3"])

    together(address, work)
