"""Rooms with strangers' rules: each has a process of its own, and no room notices what another's rules do."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

if not hasattr(os, "fork"):
    pytest.skip("this system cannot fork", allow_module_level=True)

pytest.importorskip("starlette")
pytest.importorskip("httpx")

from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from interpreter.serve.messages.room import Command
from interpreter.serve.rooms.house import House
from interpreter.serve.rooms.rights import Visitor
from interpreter.serve.rooms.room import Room
from interpreter.serve.sandbox import status as sandbox_status
from interpreter.serve.sandbox.status import Status
from interpreter.serve.workers import confined
from interpreter.serve.workers.process import WorkerError
from tests.serve.client import Client
from tests.serve.running import serving
from tests.serve.workshops import Strangers

HOSTILE = Path(__file__).parent / "hostile"
GOOD = """
(game "Good" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)})
    (rules (play (move Add (to (sites Empty))))
        (end {(if (is Line 3) (result Mover Win)) (if (is Full) (result Mover Draw))})))
"""
#: Somebody who plays for both.
BOTH = Visitor("", (1,), frozenset({1, 2}), True)


def ranks(room: Room) -> tuple[float, ...]:
    """How the game in a room has ended."""
    over = room.snapshot.over
    assert over is not None
    return tuple(over.ranks)


@pytest.fixture
def run(strangers: Strangers) -> asyncio.Runner:
    return strangers.runner


@pytest.fixture(scope="module")
def house(strangers: Strangers, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    house = House(tmp_path_factory.mktemp("house") / "games.sqlite")
    own, house.pool.confined = house.pool.confined, strangers.confined
    yield house
    for place in strangers.confined._places.values():
        if place.child is not None:
            strangers.runner.run(place.child.end())
    house.pool.confined = own
    strangers.runner.run(house.close())


def test_a_game_of_ones_own_text_is_played_beside_a_runaway(
    run: asyncio.Runner, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(confined, "OPEN", 60.0)

    async def work() -> None:
        good = (await house.make("good.lud", {}, [], 1, GOOD)).room
        later = (HOSTILE / "endless-later.lud").read_text()
        runaway = (await house.make("endless.lud", {}, [], 1, later)).room
        await runaway.command(BOTH, Command("move", "a1"), 1, None)
        monkeypatch.setattr(confined, "ANSWER", 1.0)
        monkeypatch.setattr(confined, "OPEN", 1.0)
        with pytest.raises(WorkerError) as raised:
            for player, move in ((2, "b1"), (1, "c1")):
                await runaway.command(BOTH, Command("move", move), player, None)
        assert raised.value.code == "E0791"
        monkeypatch.setattr(confined, "ANSWER", 60.0)
        monkeypatch.setattr(confined, "OPEN", 60.0)
        for player, move in ((1, "a1"), (2, "b1"), (1, "a2"), (2, "b2"), (1, "a3")):
            await good.command(BOTH, Command("move", move), player, None)
        assert ranks(good) == (1.0, 2.0)
        # nothing was done in the other room by what was stopped
        assert runaway.snapshot.position.ply <= 2
        assert not house.pool._everyone, "no trusted worker has seen any of it"

    run.run(work())


def test_machines_play_by_strangers_rules_in_the_sandbox(run: asyncio.Runner, house: House) -> None:
    async def work() -> None:
        made = await house.make("good.lud", {}, ["random", "mcts:20"], 3, GOOD)
        for _ in range(1200):
            if made.room.snapshot.over or made.room.machines.trouble:
                break
            await asyncio.sleep(0.05)
        assert made.room.machines.trouble is None and made.room.snapshot.over
        assert not house.pool._everyone

    run.run(work())


@pytest.mark.slow
def test_a_table_that_is_lost_is_made_again_from_its_actions(run: asyncio.Runner, house: House) -> None:
    async def work() -> None:
        room = (await house.make("good.lud", {}, [], 1, GOOD)).room
        players = [1, 2] * 5
        for player, move in zip(players, ("a1", "a2", "a3", "b2", "b1", "b3", "c1"), strict=False):
            await room.command(BOTH, Command("move", move), player, None)
            if move == "a3":
                await (await house.pool.confined.nursery()).stop()
        assert ranks(room) == (1.0, 2.0)

    run.run(work())


def test_mistakes_are_told(run: asyncio.Runner, house: House) -> None:
    with pytest.raises(WorkerError) as raised:
        run.run(house.make("bad.lud", {}, [], 1, GOOD.replace("(end", "(edn")))
    assert raised.value.code == "E0203"


def test_a_public_server_that_cannot_confine_them_refuses(
    run: asyncio.Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sandbox_status, "status", lambda: Status((), (), "nothing was found"))
    public = House(tmp_path / "games.sqlite", host="0.0.0.0")
    with pytest.raises(WorkerError) as raised:
        run.run(public.make("good.lud", {}, [], 1, GOOD))
    assert raised.value.code == "E0790"
    run.run(public.close())


# --- Through the server -----------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_workshop_over_a_socket_and_a_room_by_its_text(tmp_path: Path) -> None:
    with serving(tmp_path / "games.sqlite") as server:
        client, url = Client(server.address), f"{server.address.replace('http', 'ws')}/api/workshop"
        with connect(url, additional_headers={"origin": server.address}) as socket:
            wrong = GOOD.replace("(end", "(edn")
            for request in (
                {"id": 1, "do": "check", "text": wrong, "name": "good.lud"},
                {"id": 2, "do": "open", "text": GOOD, "name": "good.lud"},
                {"id": 3, "do": "check", "room": "other"},
                {"id": 4, "do": "dance"},
            ):
                socket.send(json.dumps(request))
            socket.send("[[[[")
            told = [json.loads(socket.recv(60)) for _ in range(5)]
            answers = {answer["id"]: answer for answer in told}
            assert answers[1]["ok"]["diagnostics"][0]["code"] == "E0203"
            assert len(answers[2]["ok"]["moves"]) == 9
            assert {answers[each]["error"]["code"] for each in (4, None)} == {"E0785"}
        with pytest.raises(InvalidStatus):
            connect(url, additional_headers={"origin": "http://elsewhere.example"}).close()
        made = client.make("good.lud", text=GOOD)
        assert client.do(made["room"], "moves", player=1, move="b2").status_code == 200
        assert client.look(made["room"])["ply"] == 1
        refused = client.http.post("/api/rooms", json={"game": "../../x.lud", "seats": [], "text": GOOD})
        assert refused.status_code == 400 and refused.json()["error"]["code"] == "E0785"
