"""Rooms over HTTP: who may do what, what is told, what is kept."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import time
from contextlib import ExitStack
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from interpreter.serve.messages.codec import plain_json
from interpreter.serve.messages.room import Setup
from interpreter.serve.messages.worker import TellAbout
from interpreter.serve.rooms.buckets import Buckets, Rate
from interpreter.serve.workers.process import Worker, do_job
from tests.serve.client import Client, link_of, news_at, news_until
from tests.serve.running import Server, children_of, serving

OWN = """(game "Own" (players 2) (equipment {(board (square 2)) (piece "Disc" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result All Draw)))))"""


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
        assert news_at(told, 0)["pieces"] == news_at(watched, 0)["pieces"] == []
        assert host.do(room, "moves", move="b2", version=0).status_code == 200
        after, said = news_at(told, 1), news_at(watched, 1)
        assert len(after["moves"]) == 8 and said["moves"] == []
        assert [(each["n"], each["words"], each["player"]) for each in after["events"]] == [
            (0, "Cross: b2", 1)
        ]
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
            news_at(told, 0)
            host.do(room, "moves", move="b2")
            began = time.monotonic()
            server.process.terminate()
            assert server.process.wait(20) in (0, -signal.SIGTERM)
            assert time.monotonic() - began < 5


def test_ten_tabs_are_all_right_in_the_end_though_two_are_cut_off(server: Server) -> None:
    host = Client(server.address)
    room = host.make("tic-tac-toe", "person")["room"]
    with ExitStack() as open_tabs:
        tabs = [open_tabs.enter_context(host.news(room)) for _ in range(10)]
        for ply, move in enumerate(("b2", "a1", "c3")):
            assert host.do(room, "moves", move=move, version=ply).status_code == 200
        tabs[0].socket.close()
        assert host.do(room, "moves", move="a3", version=3).status_code == 200
        seen = [news_at(tab, 4) for tab in tabs[1:]]
        again = open_tabs.enter_context(host.news(room))
        seen.append(news_at(again, 4))
        assert all(each["pieces"] == seen[0]["pieces"] for each in seen) and len(seen[0]["pieces"]) == 4


def test_rights_can_be_revoked_and_handed_out_again(server: Server) -> None:
    host, guest, other, watcher = (Client(server.address) for _ in range(4))
    made = host.make("tic-tac-toe", "person", "link")
    room = made["room"]
    guest.enter(link_of(made, "play", 2))
    watcher.enter(link_of(made, "watch"))
    assert guest.do(room, "links", kind="play", player=1).status_code == 403
    host.do(room, "moves", move="b2")
    with guest.news(room) as told:
        news_at(told, 1)
        link = host.do(room, "links", kind="play", player=2).json()["url"]
        with pytest.raises(ConnectionClosed):
            while True:
                told.recv(30)
    assert guest.do(room, "moves", move="a1").status_code == 403
    assert other.enter(link).status_code == 200 and other.do(room, "moves", move="a1").status_code == 200
    assert host.do(room, "revoke", kind="watch").status_code == 200
    assert watcher.http.get(f"/api/rooms/{room}").status_code == 403
    assert other.look(room)["ply"] == 2


def test_another_may_take_a_seat_while_the_game_goes_on(server: Server) -> None:
    host, guest = Client(server.address), Client(server.address)
    made = host.make("tic-tac-toe", "person", "link")
    room = made["room"]
    guest.enter(link_of(made, "play", 2))
    host.do(room, "moves", move="b2")
    with host.news(room) as told:
        news_at(told, 1)
        assert host.do(room, "seats", player=2, by="random").status_code == 200
        assert len(news_at(told, 2)["moves"]) == 7
    assert guest.http.get(f"/api/rooms/{room}").status_code == 403
    assert host.do(room, "seats", player=2, by="wizard").json()["error"]["code"] == "E0513"
    assert host.do(room, "seats", player=2, by="person").status_code == 200
    assert host.look(room)["you"] == [1, 2]


def test_a_worker_that_is_killed_loses_nothing(server: Server) -> None:
    host = Client(server.address)
    room = host.make("tic-tac-toe", "person")["room"]
    host.do(room, "moves", move="b2")
    workers = children_of(server.process.pid)
    assert workers
    for pid in workers:
        os.kill(pid, signal.SIGKILL)
    assert host.do(room, "moves", move="a1").status_code == 200
    assert [event["words"] for event in host.look(room)["events"]] == ["Cross: b2", "Nought: a1"]


def test_a_worker_that_is_kept_waiting_for_a_processor_is_not_killed() -> None:
    """What it may take is processor time, and one that stands still has none."""

    async def work() -> None:
        worker = Worker()
        await worker.start()
        try:
            setup = Setup(game="tic-tac-toe", seed=1)
            await do_job(worker.ask, "a", setup, TellAbout(), (), 60.0, 60.0)
            assert worker.pid is not None
            os.kill(worker.pid, signal.SIGSTOP)
            asking = asyncio.ensure_future(do_job(worker.ask, "a", setup, TellAbout(), (), 0.1, 0.1))
            await asyncio.sleep(0.5)
            os.kill(worker.pid, signal.SIGCONT)
            assert (await asking).title == "Tic-Tac-Toe"
        finally:
            await worker.close()

    asyncio.run(work())


def test_undo_takes_the_consent_of_others_and_of_nobody_where_there_is_none(server: Server) -> None:
    host, guest = Client(server.address), Client(server.address)
    made = host.make("tic-tac-toe", "person", "link")
    room = made["room"]
    guest.enter(link_of(made, "play", 2))
    host.do(room, "moves", move="b2")
    assert host.do(room, "undo").status_code == 200
    assert host.look(room)["offer"] == {"by": 1, "what": "undo", "asked": [2]} and host.look(room)["ply"] == 1
    assert host.do(room, "agree").status_code == 400
    assert guest.do(room, "decline").status_code == 200
    assert (host.look(room)["offer"], host.look(room)["ply"]) == (None, 1)
    host.do(room, "undo")
    assert guest.do(room, "agree").status_code == 200 and host.look(room)["ply"] == 0
    alone = host.make("tic-tac-toe", "person")["room"]
    host.do(alone, "moves", move="b2")
    assert host.do(alone, "undo", player=1).status_code == 200 and host.look(alone)["ply"] == 0


def test_a_draw_is_agreed_to_and_a_game_resigned(server: Server) -> None:
    host, guest = Client(server.address), Client(server.address)
    made = host.make("tic-tac-toe", "person", "link")
    room = made["room"]
    guest.enter(link_of(made, "play", 2))
    assert guest.do(room, "draw").status_code == 200
    assert host.do(room, "agree").status_code == 200
    assert host.look(room)["over"]["words"] == "The game is over: a draw by agreement."
    assert host.do(room, "moves", move="b2").status_code == 400
    other = host.make("tic-tac-toe", "person", "mcts:100ms")["room"]
    assert host.do(other, "resign").status_code == 200
    assert host.look(other)["over"]["ranks"] == [2.0, 1.0]


def test_a_room_is_made_again_with_the_same_choices(server: Server) -> None:
    host, guest, watcher = (Client(server.address) for _ in range(3))
    clock = {"seconds": 300, "increment": 5}
    made = host.make("hex", "person", "link", options={"Size": "7"}, clock=clock)
    room = made["room"]
    guest.enter(link_of(made, "play", 2))
    watcher.enter(link_of(made, "watch"))
    for client, player in ((host, 2), (guest, 1)):
        answer = client.do(room, "again")
        assert answer.status_code == 201
        seen = client.look(answer.json()["room"])
        assert seen["host"] and seen["you"] == [3 - player] and seen["ply"] == 0
        assert [seat["by"] for seat in seen["seats"]][player - 1] == "link"
        assert seen["clock"]["left"] == [300.0, 300.0] and seen["clock"]["increment"] == 5.0
        assert len(seen["board"]["sites"]) == len(host.look(room)["board"]["sites"])
        other = Client(server.address)
        assert other.enter(link_of(answer.json(), "play", player)).status_code == 200
        assert other.look(answer.json()["room"])["you"] == [player]
    assert watcher.do(room, "again").status_code == 403
    assert Client(server.address).do(room, "again").status_code == 403
    first = host.make("own.lud", "person", "mcts:100ms", text=OWN)["room"]
    second = host.do(first, "again").json()["room"]
    assert second != first and host.look(second)["board"]["title"] == "Own"
    assert [seat["by"] for seat in host.look(second)["seats"]] == ["person", "mcts:100ms"]


def test_clocks_run_from_the_first_move_on_and_end_the_game(server: Server) -> None:
    host, guest = Client(server.address), Client(server.address)
    made = host.make("tic-tac-toe", "person", "link", clock={"seconds": 2, "increment": 1})
    room = made["room"]
    guest.enter(link_of(made, "play", 2))
    assert host.look(room)["clock"] == {"left": [2.0, 2.0], "running": None, "increment": 1.0}
    host.do(room, "moves", move="b2")
    assert host.look(room)["clock"]["running"] == 2 and host.look(room)["clock"]["left"][0] == 2.0
    with host.news(room) as told:
        seen = news_until(told, lambda each: bool(each["over"]))
    assert seen["over"]["words"] == "The game is over: Nought's time is up, Cross wins."
    assert seen["clock"]["left"] == [2.0, 0.0] and seen["clock"]["running"] is None
    assert host.http.post("/api/rooms", json={"game": "hex", "clock": {"seconds": 0}}).status_code == 400


def test_a_reason_is_given_for_what_is_not_legal(server: Server) -> None:
    host = Client(server.address)
    room = host.make("tic-tac-toe", "person")["room"]
    host.do(room, "moves", move="b2")
    answer = host.do(room, "why", move="b2")
    assert answer.status_code == 200 and not answer.json()["legal"] and answer.json()["reasons"]


@pytest.mark.parametrize("name", ["<img src=x onerror=alert(1)>", "a\x1b[31mb\x00", "\u202eevil"])
def test_names_with_markup_or_control_characters_come_back_harmless(server: Server, name: str) -> None:
    host = Client(server.address)
    answer = host.http.post("/api/rooms", json={"game": name, "seats": ["person"]})
    assert answer.status_code == 400
    assert answer.headers["content-type"] == "application/json"
    message = answer.json()["error"]["message"]
    assert not {"\x1b", "\x00", "\u202e"} & set(message)


def test_too_many_rooms_from_one_address_are_refused(tmp_path: Path) -> None:
    clock = [0.0]
    buckets = Buckets(Rate(3, 0.5), lambda: clock[0])
    assert [buckets.take("a") for _ in range(4)] == [True, True, True, False]
    assert buckets.take("b")
    clock[0] = 2.0
    assert [buckets.take("a") for _ in range(2)] == [True, False]
    with serving(tmp_path / "games.sqlite") as server:
        host = Client(server.address)
        room = host.make("tic-tac-toe", "person")["room"]
        statuses = {host.enter(f"/r/{room}#wrong").status_code for _ in range(80)}
        assert statuses == {403, 429}
        assert host.look(room)["ply"] == 0


def test_what_a_file_calls_things_is_told_without_what_steers_terminals_or_turns_writing_round() -> None:
    given = {"a": "\x1b[31m\u202eevil\u2028", "b": ["\U000e0041", "Läufer → 🐴\n", "\\u001b"]}
    text = plain_json(given)
    assert json.loads(text) == {
        "a": "\ufffd[31m\ufffdevil\ufffd",
        "b": ["\ufffd", "Läufer → 🐴\n", "\\u001b"],
    }


def test_a_game_of_ones_own_is_played_whatever_its_names(tmp_path: Path) -> None:
    file = tmp_path / "own.lud"
    name = "<b>Own</b>\x1b[31m\u202e"
    file.write_text(
        f"""(game "{name}" (players 2) (equipment {{(board (square 2)) (piece "<i>Disc" Each)}})
            (rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result All Draw)))))""",
        encoding="utf-8",
    )
    with serving(tmp_path / "games.sqlite", str(file)) as server:
        address = server.address.partition("/?")[0]
        host = Client(address)
        room = host.make("own", "person")["room"]
        assert host.do(room, "moves", move="a1").status_code == 200
        seen = host.look(room)
        assert "\x1b" not in seen["board"]["title"] and "\u202e" not in seen["board"]["title"]
        assert "<i>" not in seen["board"]["svg"] and len(seen["pieces"]) == 1
        for look in seen["looks"].values():
            assert "<i>" not in look
