"""What rooms tell besides moves, over HTTP: a glance at a game, why it is over, where pieces go."""

from __future__ import annotations

import pytest

from tests.serve.client import Client, link_of
from tests.serve.running import Server


@pytest.mark.slow
def test_a_glance_says_whose_turn_it_is_and_the_end_by_which_pieces(server: Server) -> None:
    host, guest, stranger = (Client(server.address) for _ in range(3))
    made = host.make("tic-tac-toe", "person", "link")
    room = made["room"]
    guest.enter(link_of(made, "play", 2))
    path = f"/api/rooms/{room}"
    assert host.http.get(f"{path}/glance").json() == {
        "ply": 0, "moverName": "Cross", "yours": True, "over": False, "title": "Tic-Tac-Toe",
    }  # fmt: skip
    assert guest.http.get(f"{path}/glance").json()["yours"] is False
    assert stranger.http.get(f"{path}/glance").status_code == 403
    early = host.http.get(f"{path}/ending")
    assert early.status_code == 400 and "have not ended" in early.json()["error"]["message"]
    for number, move in enumerate(("a1", "b1", "a2", "b2", "a3")):
        assert (host, guest)[number % 2].do(room, "moves", move=move).status_code == 200
    told = guest.http.get(f"{path}/ending").json()
    assert (
        told["words"]
        == "there is a line of three or more pieces of the same player through the piece just placed"
    )
    sites = {site["name"]: site["site"] for site in host.look(room)["board"]["sites"]}
    assert sorted(told["sites"]) == sorted(sites[name] for name in ("a1", "a2", "a3"))
    assert told["file"] == "tic-tac-toe.lud" and told["line"] > 0
    assert guest.http.get(f"{path}/glance").json()["over"] is True


def test_an_end_that_the_rules_do_not_know_has_no_reason_in_them(server: Server) -> None:
    host = Client(server.address)
    room = host.make("tic-tac-toe", "person", "person")["room"]
    assert host.do(room, "resign", player=1).status_code == 200
    assert host.http.get(f"/api/rooms/{room}/ending").status_code == 400


@pytest.mark.slow
def test_where_pieces_go_is_told_as_pictures(server: Server) -> None:
    host = Client(server.address)
    told = host.http.get(f"/api/rooms/{host.make('troika', 'person', 'person')['room']}/reach").json()
    assert told["coloured"] is True
    assert [each["title"] for each in told["reaches"]] == ["Red", "Yellow", "Green", "Blue"]
    assert all(each["svg"].startswith("<svg ") and "lw-faded" in each["svg"] for each in told["reaches"])
