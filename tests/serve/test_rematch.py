"""Rematches over HTTP: by consent, with seats turned, and everybody led along with their rights."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from tests.serve.client import Client, link_of
from tests.serve.running import Server, serving


def test_a_rematch_takes_all_who_play_turns_the_seats_and_leads_everybody_along(server: Server) -> None:
    host, guest, watcher = (Client(server.address) for _ in range(3))
    made = host.make("tic-tac-toe", "person", "link", clock={"seconds": 60})
    room = made["room"]
    guest.enter(link_of(made, "play", 2))
    watcher.enter(link_of(made, "watch"))
    refused = host.do(room, "rematch")
    assert refused.status_code == 403 and "not over" in refused.json()["error"]["message"]
    assert guest.do(room, "resign", player=2).status_code == 200
    assert "rematch" not in host.look(room)
    assert watcher.do(room, "rematch").status_code == 403
    assert watcher.do(room, "follow").status_code == 403

    assert guest.do(room, "rematch").status_code == 200
    assert host.look(room)["rematch"] == {"by": [2], "asked": [1], "room": None}
    assert guest.do(room, "rematch", wants=False).status_code == 200
    assert "rematch" not in host.look(room)
    for each in (guest, host):
        assert each.do(room, "rematch").status_code == 200
    told = watcher.look(room)["rematch"]
    assert told["by"] == told["asked"] == [] and told["room"] not in (None, room)
    assert host.do(room, "rematch").status_code == 200  # once more makes no third game
    assert host.look(room)["rematch"] == told

    there = told["room"]
    for each in (host, guest, watcher):
        assert each.do(room, "follow").json()["room"] == there
    seats = [(host, [2], True), (guest, [1], False), (watcher, [], False)]
    assert [(who.look(there)["you"], who.look(there)["host"]) for who, *_ in seats] == [
        (you, hosts) for _, you, hosts in seats
    ]
    assert [seat["by"] for seat in guest.look(there)["seats"]] == ["link", "person"]
    assert guest.look(there)["clock"]["left"] == [60, 60]
    again = guest.do(room, "follow")  # in a second window of the same browser
    assert again.status_code == 201 and guest.look(there)["you"] == [1]
    assert guest.do(there, "moves", move="b2").status_code == 200
    assert host.do(there, "moves", move="a1").status_code == 200


def test_against_a_machine_it_begins_at_once_and_the_machine_sits_on_the_other_side(server: Server) -> None:
    host = Client(server.address)
    room = host.make("tic-tac-toe", "person", "random")["room"]
    assert host.do(room, "resign", player=1).status_code == 200
    assert host.do(room, "rematch").status_code == 200
    there = host.do(room, "follow").json()["room"]
    assert host.look(there)["you"] == [2]
    assert [seat["by"] for seat in host.look(there)["seats"]] == ["random", "person"]


@pytest.mark.slow
def test_wishes_and_the_way_to_the_rematch_outlast_the_server(tmp_path: Path) -> None:
    database = tmp_path / "games.sqlite"
    with serving(database) as server:
        host, guest, watcher = (Client(server.address) for _ in range(3))
        made = host.make("tic-tac-toe", "person", "link")
        room = made["room"]
        guest.enter(link_of(made, "play", 2))
        watcher.enter(link_of(made, "watch"))
        assert guest.do(room, "resign", player=2).status_code == 200
        assert guest.do(room, "rematch").status_code == 200
        os.kill(server.process.pid, signal.SIGKILL)
    with serving(database) as server:
        for each in (host, guest, watcher):
            each.moved_to(server.address)
        assert host.look(room)["rematch"] == {"by": [2], "asked": [1], "room": None}
        assert host.do(room, "rematch").status_code == 200
        there = host.look(room)["rematch"]["room"]
        assert guest.do(room, "follow").json()["room"] == there
        os.kill(server.process.pid, signal.SIGKILL)
    with serving(database) as server:
        for each in (host, guest, watcher):
            each.moved_to(server.address)
            assert each.do(room, "follow").json()["room"] == there
        assert [(who.look(there)["you"], who.look(there)["host"]) for who in (host, guest, watcher)] == [
            ([2], True),
            ([1], False),
            ([], False),
        ]
        assert guest.do(there, "moves", move="b2").status_code == 200
        assert host.do(there, "moves", move="a1").status_code == 200
