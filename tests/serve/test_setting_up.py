"""Positions over HTTP: described, set up in analyses and rooms, recorded, and bounded."""

from __future__ import annotations

from typing import Any

import pytest

from tests.serve.client import Client
from tests.serve.running import Server
from tests.serve.test_analyses import begun, got, posted

Json = dict[str, Any]
LATE = "{pieces: {Pawn1: [a6], Pawn2: [h2]}, mover: 2}"


def test_a_position_is_described_and_set_up_and_recorded(server: Server) -> None:
    host = Client(server.address)
    path = begun(host, game="breakthrough")
    node = posted(host, f"{path}/moves", node=0, moves=["a2-b3", "h7-h6"])["node"]
    told = posted(host, f"{path}/describe", node=node)
    assert (
        told["position"]["pieces"]["Pawn1"].count("b3") == 1
        and "a2" not in told["position"]["pieces"]["Pawn1"]
    )
    assert [each["words"] for each in told["palette"]] == ["White Pawn", "Black Pawn"]
    assert told["game"] == "breakthrough" and told["choices"] > 0

    again = posted(host, f"{path}/beginning", 201, position=told["text"])["analysis"]
    assert got(host, f"/api/analyses/{again}/positions/0")["mover"] == told["mover"] == 1
    late = f"/api/analyses/{posted(host, f'{path}/beginning', 201, position=LATE)['analysis']}"
    won = posted(host, f"{late}/moves", node=0, moves=["h2-h1"])["node"]
    assert got(host, f"{late}/positions/{won}")["over"]["words"] == "The game is over: Black wins."
    text = got(host, f"{late}/records/{won}")["text"]
    assert "[position " in text
    read = begun(host, record=text)
    assert got(host, f"{read}/positions/1")["over"] == got(host, f"{late}/positions/{won}")["over"]
    thought = posted(host, f"{late}/think", node=0, seconds=0.2)
    assert thought["value"] == 1.0 and thought["proved"]


def test_a_game_is_played_from_a_position_and_is_there_again(server: Server) -> None:
    host = Client(server.address)
    room = host.make("breakthrough", "person", position=LATE)["room"]
    seen = host.look(room)
    assert seen["mover"] == 2 and len(seen["pieces"]) == 2
    assert host.do(room, "moves", move="h2-g1").status_code == 200
    assert host.look(room)["over"]["ranks"] == [2.0, 1.0]
    assert host.do(room, "undo", player=2).status_code == 200
    assert host.look(room)["pieces"] == seen["pieces"]


@pytest.mark.parametrize(
    ("position", "code"),
    [
        ("{pieces: {Pown1: [a6]}}", "E0517"),
        ("{pieces: {Pawn1: [z6]}}", "E0517"),
        ("{pieces", "E0515"),
        ("7", "E0515"),
        (7, "E0785"),
        ("{pieces: {}}" + " " * 30_000, "E0785"),
        ("{pieces: {Pawn1: [" + "a1, " * 2000 + "]}}", "E0517"),
        ("{pieces: {}, mover: 3}", "E0517"),
        ("{pieces: {}, counter: 99999999999}", "E0517"),
    ],
)
def test_what_is_no_position_is_told(server: Server, position: object, code: str) -> None:
    host = Client(server.address)
    path = begun(host, game="breakthrough")
    for does in ("describe", "beginning"):
        wrong = posted(host, f"{path}/{does}", 400, position=position)
        assert wrong["error"]["code"] == code
    answer = host.http.post("/api/rooms", json={"game": "breakthrough", "position": position})
    assert answer.status_code == 400 and answer.json()["error"]["code"] == code


def test_who_follows_sets_nothing_up_but_may_read(server: Server) -> None:
    host, guest = Client(server.address), Client(server.address)
    path = begun(host, game="tic-tac-toe")
    secret = posted(host, f"{path}/links", 201)["url"].partition("#")[2]
    posted(guest, f"{path}/enter", secret=secret)
    assert posted(guest, f"{path}/describe", node=0)["text"] == "{pieces: {}, mover: 1}"
    for does in ("describe", "beginning"):
        posted(guest, f"{path}/{does}", 403, position="{pieces: {}}")


def test_a_board_is_turned_as_far_as_it_can_be(server: Server) -> None:
    host = Client(server.address)
    room = host.make("breakthrough", "person")["room"]
    told = host.look(room)["board"]
    assert told["turns"] == [0, 180] and told["sides"] == [0, 180]
    turned = got(host, f"/api/rooms/{room}/board/180")
    assert turned["turn"] == 180 and turned["id"] != told["id"]
    assert host.http.get(f"/api/rooms/{room}/board/90").status_code == 400
    path = begun(host, game="breakthrough")
    assert got(host, f"{path}/positions/0?turn=180")["board"]["id"] == turned["id"]
    assert host.http.get(f"{path}/positions/0?turn=90").status_code == 400
    assert host.http.get(f"{path}/positions/0?turn=x").status_code == 400
