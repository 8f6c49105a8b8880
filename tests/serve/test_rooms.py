"""Rooms over HTTP: who may do what, what is told, what is kept."""

from __future__ import annotations

import signal
import time
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus

from tests.serve.client import Client, link_of, next_news
from tests.serve.running import Server, serving


def test_two_people_play_by_links_and_a_watcher_may_not(server: Server) -> None:
    host, guest, watcher = (Client(server.address) for _ in range(3))
    made = host.make("tic-tac-toe", "person", "link")
    room = made["room"]
    assert guest.http.get(f"/api/rooms/{room}").status_code == 403
    assert guest.enter(link_of(made, "play", 2)).status_code == 200
    assert watcher.enter(link_of(made, "watch")).status_code == 200

    seen = host.look(room)
    assert (seen["you"], seen["mover"]) == ([1], 1) and len(seen["moves"]) == 9
    assert guest.look(room)["you"] == [2] and guest.look(room)["moves"] == []
    with guest.news(room) as told, watcher.news(room) as watched:
        assert next_news(told)["ply"] == next_news(watched)["ply"] == 0
        assert host.do(room, "moves", move="b2", version=0).status_code == 200
        after, said = next_news(told), next_news(watched)
        assert after["ply"] == said["ply"] == 1 and len(after["moves"]) == 8 and said["moves"] == []
        assert after["events"] == [{"n": 0, "words": "Cross: b2", "player": 1}]
        assert [site for site, _, _ in after["pieces"]] == [4]
    refused = watcher.do(room, "moves", move="a1", player=2)
    assert refused.status_code == 403 and refused.json()["error"]["code"] == "E0781"
    assert host.do(room, "moves", move="a1", player=2).status_code == 403
    assert guest.look(room)["ply"] == 1


def test_a_link_to_a_seat_is_good_for_one_browser_and_one_for_watching_for_many(server: Server) -> None:
    host, guest, thief = (Client(server.address) for _ in range(3))
    made = host.make("tic-tac-toe", "person", "link")
    play, watch = link_of(made, "play", 2), link_of(made, "watch")
    assert guest.enter(play).status_code == 200
    guest.look(made["room"])
    assert thief.enter(play).status_code == 403
    assert guest.enter(play).status_code == 200
    assert [Client(server.address).enter(watch).status_code for _ in range(3)] == [200] * 3
    assert thief.enter(play[:-4] + "AAAA").status_code == 403


def test_a_move_posted_twice_is_played_once(server: Server) -> None:
    host = Client(server.address)
    room = host.make("tic-tac-toe", "person")["room"]
    moves = f"/api/rooms/{room}/moves"
    first = host.http.post(moves, json={"id": "one", "move": "b2", "version": 0})
    again = host.http.post(moves, json={"id": "one", "move": "b2", "version": 0})
    assert first.status_code == again.status_code == 200 and first.json() == again.json()
    assert host.look(room)["ply"] == 1


def test_a_move_for_a_position_that_has_passed_is_told_how_it_stands(server: Server) -> None:
    host = Client(server.address)
    room = host.make("tic-tac-toe", "person")["room"]
    assert host.do(room, "moves", move="b2", version=0).status_code == 200
    late = host.do(room, "moves", move="a1", version=0)
    assert late.status_code == 409
    assert late.json()["error"]["code"] == "E0783" and late.json()["snapshot"]["ply"] == 1
    illegal = host.do(room, "moves", move="b2", version=1)
    assert illegal.status_code == 400 and illegal.json()["error"]["code"] == "E0502"


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"origin": "http://elsewhere.example"}, 403),
        ({"origin": "null"}, 403),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"host": "elsewhere.example"}, 421),
    ],
)
def test_what_comes_from_elsewhere_is_refused_on_sockets_too(
    server: Server, headers: dict[str, str], status: int
) -> None:
    host = Client(server.address)
    room = host.make("tic-tac-toe", "person")["room"]
    answer = host.http.post(f"/api/rooms/{room}/moves", json={"move": "b2"}, headers=headers)
    assert answer.status_code == status and answer.json()["error"]["code"] == "E0781"
    with pytest.raises(InvalidStatus), host.news(room, **headers):
        pass
    assert host.look(room)["ply"] == 0


@pytest.mark.parametrize(
    "body", [b"", b"[]", b"{", b'{"game": "no-such"}', b'{"game": "/etc/passwd"}', b"[" * 100_000,
             b'{"game": "hex", "seats": "mcts"}', b'{"game": "hex", "seats": ["wizard"]}',
             b'{"game": "hex", "options": {"Size": 3}}', b'{"game": "hex", "seed": -1}']
)  # fmt: skip
def test_wrong_requests_are_told_what_is_wrong(server: Server, body: bytes) -> None:
    answer = Client(server.address).http.post("/api/rooms", content=body)
    assert answer.status_code in (400, 404)
    assert answer.json()["error"]["code"].startswith("E0") and answer.json()["error"]["message"]


def test_a_body_that_is_too_long_is_refused(server: Server) -> None:
    answer = Client(server.address).http.post("/api/rooms", content=b" " * (1 << 20))
    assert answer.status_code == 413


def test_all_is_picked_up_after_the_server_is_killed(tmp_path: Path) -> None:
    database = tmp_path / "games.sqlite"
    with serving(database) as server:
        host, guest = Client(server.address), Client(server.address)
        made = host.make("tic-tac-toe", "person", "link")
        room = made["room"]
        guest.enter(link_of(made, "play", 2))
        host.do(room, "moves", move="b2")
        guest.do(room, "moves", move="a1")
        before = host.look(room)
        server.process.send_signal(signal.SIGKILL)
        server.process.wait()
    with serving(database, "--port", server.address.rpartition(":")[2]) as server:
        after = host.look(room)
        assert after == before
        assert host.do(room, "moves", move="c3").status_code == 200
        assert guest.look(room)["ply"] == 3 and len(guest.look(room)["moves"]) == 6


def test_sigterm_ends_it_at_once_though_sockets_are_open(tmp_path: Path) -> None:
    with serving(tmp_path / "games.sqlite") as server:
        host = Client(server.address)
        room = host.make("tic-tac-toe", "person", "mcts:1s")["room"]
        with host.news(room) as told:
            next_news(told)
            host.do(room, "moves", move="b2")
            began = time.monotonic()
            server.process.terminate()
            assert server.process.wait(20) in (0, -signal.SIGTERM)
            assert time.monotonic() - began < 5
