"""People who meet on a server: names, who is here, open games, what is said and reported, another machine."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import httpx
import pytest

pytest.importorskip("starlette", reason="the extra `serve` is not installed")

from interpreter.serve.rooms.people import PHRASES, plain_name, plain_words
from tests.serve.client import Client, Json, link_of, news_until
from tests.serve.running import Server, serving


def refused(answer: httpx.Response) -> str:
    """What is said of a request that was refused."""
    status, body = answer.status_code, answer.json()
    assert status in (400, 403, 429), (status, body)
    return str(body["error"]["message"])


@pytest.mark.parametrize(
    ("text", "name"),
    (
        ("  Anna \t Maria\n", "Anna Maria"),
        ("e\u0301", "é"),  # composed
        ("a\u202eb\u200bc\x1b[31m\u2066", "abc[31m"),  # what turns letters round, is not seen, gives orders
        ("Z" + "\u0334" * 40, "Z" + "\u0334" * 2),  # a tower of marks
        ("\u3164\u00ad\ufffd", ""),
        ("x" * 99, "x" * 24),
        ("<b>Bo</b>", "<b>Bo</b>"),  # shown as text
    ),
)
def test_a_name_has_only_what_is_seen(text: str, name: str) -> None:
    assert plain_name(text) == name


def test_words_are_cut_where_they_are_too_long() -> None:
    assert plain_words("a " * 300, 200) == ("a " * 100).strip()


@pytest.mark.slow
def test_names_are_told_at_the_seats_and_of_who_looks_on(server: Server) -> None:
    host, guest, watcher = (Client(server.address) for _ in range(3))
    made = host.make("tic-tac-toe", "person", "link")
    room = made["room"]
    guest.enter(link_of(made, "play", 2))
    watcher.enter(link_of(made, "watch"))
    assert "who" not in host.look(room)["seats"][0]
    for who, name in ((host, "Anna"), (guest, "Bo \u202e"), (watcher, "Cleo")):
        assert who.do(room, "name", name=name).json() == {"name": name.split()[0]}
    seats = host.look(room)["seats"]
    assert [seat["who"] for seat in seats] == ["Anna", "Bo"]
    assert guest.look(room)["person"] == seats[1]["person"]
    with watcher.news(room), host.news(room) as heard:
        told = news_until(heard, lambda told: "onlookers" in told)
    assert [each["name"] for each in told["onlookers"]["named"]] == ["Cleo"]
    assert told["onlookers"]["others"] == 0
    assert Client(server.address).do(room, "name", name="Dan").status_code == 403
    assert guest.do(room, "name", name="").json() == {"name": ""}
    assert "who" not in host.look(room)["seats"][1]
    host.do(room, "links", kind="play", player=1)  # nobody plays for the first player by a link
    assert host.look(room)["seats"][0]["who"] == "Anna"


def test_a_game_that_is_offered_is_listed_until_it_is_taken(server: Server) -> None:
    host, first, second = (Client(server.address) for _ in range(3))
    made = host.make("tic-tac-toe", "person", "link", clock={"seconds": 60})
    room = made["room"]

    def listed() -> list[Json]:
        return [each for each in first.http.get("/api/lobby").json()["games"] if each["room"] == room]

    assert listed() == []
    assert "not open" in refused(first.do(room, "join"))
    host.do(room, "name", name="Anna")
    assert host.do(room, "offer", open=True).status_code == 200
    (game,) = listed()
    assert (game["game"], game["title"], game["clock"]["seconds"]) == ("tic-tac-toe", "Tic-Tac-Toe", 60)
    assert [(seat.get("who"), seat["free"]) for seat in game["seats"]] == [("Anna", False), (None, True)]
    assert "yours" in refused(host.do(room, "join"))
    assert first.do(room, "join").status_code == 201
    assert first.look(room)["you"] == [2] and not first.look(room)["offered"]
    assert listed() == []
    assert "not open" in refused(second.do(room, "join"))
    # the link that was handed out before the seat was taken is good for nothing now
    assert second.enter(link_of(made, "play", 2)).status_code == 403
    # who left before anything was played makes place again, where the host wants that
    assert host.do(room, "offer", open=True).status_code == 200
    assert second.do(room, "join").status_code == 201
    assert first.http.get(f"/api/rooms/{room}").status_code == 403
    assert host.do(room, "offer", open=False).status_code == 200


@pytest.mark.slow
def test_only_a_host_offers_and_only_games_with_a_seat_that_is_free(server: Server) -> None:
    host, guest = Client(server.address), Client(server.address)
    made = host.make("tic-tac-toe", "person", "random")
    assert "no seat is free" in refused(host.do(made["room"], "offer", open=True))
    made = host.make("tic-tac-toe", "person", "link")
    guest.enter(link_of(made, "play", 2))
    assert "host" in refused(guest.do(made["room"], "offer", open=True))
    text = (
        '(game "Mine" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)}) '
        "(rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"
    )
    own = host.make("mine.lud", "person", "link", text=text)
    assert "by a link" in refused(host.do(own["room"], "offer", open=True))


@pytest.mark.slow
def test_what_is_said_is_told_to_all_and_written_by_who_plays(server: Server) -> None:
    host, guest, watcher = (Client(server.address) for _ in range(3))
    made = host.make("tic-tac-toe", "person", "link")
    room = made["room"]
    guest.enter(link_of(made, "play", 2))
    watcher.enter(link_of(made, "watch"))
    guest.do(room, "name", name="Bo")
    with watcher.news(room) as heard:
        assert guest.do(room, "say", words=" <i>Hello</i> \u202e there ").status_code == 200
        told = news_until(heard, lambda told: bool(told["said"]))["said"]
        assert [(each["name"], each["player"], each["words"]) for each in told] == [
            ("Bo", 2, "<i>Hello</i> there")
        ]
        assert host.do(room, "say", words="Good luck!").status_code == 200
        # what was told once is not told again
        assert [each["n"] for each in news_until(heard, lambda told: bool(told["said"]))["said"]] == [1]
    assert "watches" in refused(watcher.do(room, "say", words="b2!"))
    assert "nothing to be said" in refused(guest.do(room, "say", words=" \u200b "))
    assert refused(guest.do(room, "say", words="x" * 201))
    assert "host" in refused(guest.do(room, "chat", mode="off"))
    assert host.do(room, "chat", mode="phrases").status_code == 200
    assert "what is offered" in refused(guest.do(room, "say", words="anything"))
    assert guest.do(room, "say", words=PHRASES[0]).status_code == 200
    assert host.do(room, "chat", mode="off").status_code == 200
    assert watcher.look(room)["said"] == [] and watcher.look(room)["chat"] == "off"
    assert "off" in refused(guest.do(room, "say", words=PHRASES[0]))
    assert host.do(room, "chat", mode="free").status_code == 200
    many = [host.do(room, "say", words=str(number)).status_code for number in range(9)]
    assert many[:3] == [200] * 3 and many[-1] == 429


@pytest.mark.slow
def test_games_go_on_on_another_machine_by_a_code_once(server: Server) -> None:
    here, there, third = (Client(server.address) for _ in range(3))
    rooms = [here.make("tic-tac-toe", "person", "random")["room"] for _ in range(2)]
    here.do(rooms[0], "name", name="Anna")
    code = "ABCDEFGH2345"
    assert "does not hold" in refused(there.http.post("/api/carried", json={"code": code}))
    for room in rooms:
        assert here.do(room, "carry", code=code).status_code == 200
    assert refused(here.do(rooms[0], "carry", code="short"))
    assert there.do(rooms[0], "carry", code=code).status_code == 403
    told = there.http.post("/api/carried", json={"code": code.lower()}).json()
    assert sorted(each["room"] for each in told["rooms"]) == sorted(rooms) and told["name"] == "Anna"
    for room in rooms:
        assert (there.look(room)["you"], there.look(room)["host"]) == ([1], True)
        assert (here.look(room)["you"], here.look(room)["host"]) == ([1], True)
    assert here.look(rooms[0])["seats"][0]["who"] == "Anna"
    assert "does not hold" in refused(third.http.post("/api/carried", json={"code": code}))


@pytest.mark.slow
def test_names_words_and_offers_outlast_the_server_which_may_allow_less(tmp_path: Path) -> None:
    database = tmp_path / "games.sqlite"
    with serving(database) as server:
        host = Client(server.address)
        room = host.make("tic-tac-toe", "person", "link")["room"]
        host.do(room, "name", name="Anna")
        host.do(room, "say", words="Is anybody here?")
        host.do(room, "offer", open=True)
        host.do(room, "report", words="a test\nof two lines")
    with serving(database) as server:
        host.moved_to(server.address)
        told = host.look(room)
        assert told["seats"][0]["who"] == "Anna" and told["offered"]
        assert [each["words"] for each in told["said"]] == ["Is anybody here?"]
        assert [each["room"] for each in host.http.get("/api/lobby").json()["games"]] == [room]
        assert host.http.post(f"/api/rooms/{room}/delete", json={"room": room}).status_code == 200
    with sqlite3.connect(database) as kept:
        for table in ("people", "said", "carried"):
            assert kept.execute(f"select count(*) from {table}").fetchone() == (0,), table
        ((who, words, said),) = kept.execute("select who, words, said from reports").fetchall()
        assert who.startswith("Anna (") and words == "a test of two lines"
        assert [each["words"] for each in json.loads(said)] == ["Is anybody here?"]
    with serving(database, "--chat", "phrases", "--no-lobby") as server:
        host.moved_to(server.address)
        room = host.make("tic-tac-toe", "person", "link")["room"]
        assert "no lobby" in refused(host.do(room, "offer", open=True))
        assert "no more" in refused(host.do(room, "chat", mode="free"))
        assert "what is offered" in refused(host.do(room, "say", words="anything"))
        assert host.http.get("/api/lobby").json() == {"games": [], "kept": False}
