"""What is malformed is answered by 400 and a code, on every route; nothing that is sent is our mistake."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

pytest.importorskip("starlette", reason="the extra `serve` is not installed")

from starlette.applications import Starlette
from starlette.routing import Route

from interpreter.serve.rooms.house import House
from interpreter.serve.web.app import make_app
from interpreter.serve.web.guards import Guards
from interpreter.serve.web.rates import UNLIMITED
from interpreter.serve.web.writing import OwnFile
from tests.serve.client import Client
from tests.serve.running import Server
from tests.serve.workshops import Shop, Strangers, open_shop

Json = dict[str, Any]
OURS = "E0789"

GOOD = """(game "Good" (players 2) (equipment {(board (square 2)) (piece "Disc" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result All Draw)))))"""

#: What every request may have a value of, be it its own or not.
_NAMES = (
    "anyway", "at", "by", "clock", "count", "game", "id", "key", "kind", "move", "moves", "name", "node",
    "options", "player", "ply", "position", "record", "room", "secret", "seconds", "seed", "seats", "solve",
    "stop", "text", "turn", "version", "was",
)  # fmt: skip
#: Values that look right somewhere.
_KNOWN: tuple[Any, ...] = (
    "tic-tac-toe", "hex", "own.lud", GOOD, {"Size": "3"}, ["person", "link"], "person", "link", "play",
    "watch", "b2", ["b2", "a1"], "{pieces: {Disc1: [a1]}, mover: 2}", {"seconds": 60, "increment": 1},
    '[game "tic-tac-toe"]\n\n1. b2 *', 0, 1, 2, 90, True,
)  # fmt: skip
#: Values that something chokes on: half a character, digits without end, nothing, depth.
_ODD: tuple[Any, ...] = (
    [1], "abc", 5, -1, 1 << 64, 10**400, 1e308, 0.5, None, True, "", "\ud800", "a\udfffb", "\0", "\x1b[31m",
    {}, [], [[]], {"a": 1}, {"": ""}, {"\ud800": "\ud800"}, ["\ud800"], [None], "9" * 300, "٣", "x" * 3000,
)  # fmt: skip
_LEAVES = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(
    st.characters(categories=("Cs", "Lu", "Nd", "Cc", "Po")), max_size=5
)  # fmt: skip
_TREES = st.recursive(
    _LEAVES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=5,
)
_VALUES = st.sampled_from(_KNOWN) | st.sampled_from(_ODD) | _TREES
_BODIES = st.one_of(
    st.dictionaries(st.sampled_from(_NAMES), _VALUES, max_size=5).map(lambda body: json.dumps(body).encode()),
    _VALUES.map(lambda body: json.dumps(body).encode()),
    st.binary(max_size=40),
    st.sampled_from([b'{"seed": NaN}', b'{"seconds": 1e999}', b'{"a": 1, "a": 2}', b"[" * 9000,
                     b'{"\xff": 1}', b'{"seed": ' + b"9" * 5000 + b"}", b"\xef\xbb\xbf{}", b'"\\ud800"']),
)  # fmt: skip
#: Parts of addresses.
_PARTS = ("0", "1", "-1", "9" * 5000, "٣", "%00", "%ff", "x", "1e3", "0x1", "%2e%2e", "a" * 300)


class Web:
    """The application without a network, with a room and an analysis of its host."""

    def __init__(self, runner: asyncio.Runner, folder: Path) -> None:
        file = folder / "own.lud"
        file.write_text(GOOD, encoding="utf-8")
        self.run = runner.run
        self.house = House(folder / "games.sqlite")
        self.app: Starlette = make_app(self.house, limits=UNLIMITED, own=OwnFile(file))
        transport = httpx.ASGITransport(self.app)  # what the application raises is raised here
        self.http = httpx.AsyncClient(transport=transport, base_url="http://localhost")
        self.room = self.ask("POST", "/api/rooms", b'{"game": "tic-tac-toe"}').json()["room"]
        self.analysis = self.ask("POST", "/api/analyses", b'{"game": "tic-tac-toe"}').json()["analysis"]

    def ask(self, method: str, path: str, body: bytes | None = None) -> httpx.Response:
        return self.run(self.http.request(method, path, content=body))

    def path(self, route: Route, parts: Iterator[str]) -> str:
        """An address of a route; what it names besides the room and the analysis is taken from `parts`."""
        named = {"room": self.room, "name": self.analysis}
        made = route.path
        for name in route.param_convertors:
            made = made.replace(f"{{{name}}}", named[name] if name in named else next(parts))
        return made


@pytest.fixture(scope="module")
def web(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Web]:
    with asyncio.Runner() as runner:
        found = Web(runner, tmp_path_factory.mktemp("malformed"))
        yield found
        runner.run(found.house.close())


def well_answered(answer: httpx.Response) -> None:
    """It was done, or it is told what is wrong with it, by a code that is no mistake of ours."""
    assert answer.status_code < 500, (answer.request.url, answer.request.content, answer.text)
    if answer.status_code >= 400:
        assert answer.json()["error"]["code"] not in ("", OURS)
        assert answer.json()["error"]["message"]


def routes(app: Starlette, method: str) -> list[Route]:
    return [each for each in app.routes if isinstance(each, Route) and method in (each.methods or ())]


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_any_body_on_any_route_is_answered(web: Web, data: st.DataObject) -> None:
    route = data.draw(st.sampled_from(routes(web.app, "POST")))
    body = data.draw(_BODIES)
    if route.path.endswith(("/hint", "/think", "/value")):  # they take seconds where nothing is wrong
        body = body.replace(b"seconds", b"version")
        if b"version" not in body and b"{" in body[:1]:
            return
    path = web.path(route, iter(["tic-tac-toe"]))
    well_answered(web.ask("POST", path, body))


def test_each_route_refuses_each_odd_value(web: Web) -> None:
    """What Hypothesis may not come to within its time: every route, each odd value alone."""
    for route in routes(web.app, "POST"):
        if "{room}" in route.path and route.path.endswith(("/hint",)):
            continue
        for odd in (b"5", b'"abc"', b"[1]", b"{", b"\xff", b'{"id": 5}', b'{"secret": "\\ud800"}'):
            answer = web.ask("POST", web.path(route, iter(["tic-tac-toe"])), odd)
            well_answered(answer)
            if odd in (b"5", b"{", b"\xff"):
                takes_none = (
                    route.path.endswith(("/again", "/analysis", "/revoke")) or answer.status_code == 403
                )
                assert answer.status_code == 400 or takes_none, (route.path, answer.text)


@pytest.mark.parametrize(
    "body",
    [
        {"game": "hex", "options": [1]}, {"game": "hex", "options": "abc"}, {"game": "hex", "options": 5},
        {"game": "hex", "options": {"Size": 3}}, {"game": "hex", "options": False},
        {"game": "hex", "seats": 0}, {"game": "hex", "seats": "mcts"}, {"game": "hex", "seats": [1]},
        {"game": ["hex"]}, {"game": None},
        {"game": "hex", "seed": True}, {"game": "hex", "seed": 1 << 70}, {"game": "hex", "clock": [1]},
        {"game": "hex", "position": {"pieces": {}}}, {"game": "own.lud", "text": 5},
    ],
    ids=str,
)  # fmt: skip
def test_a_room_is_made_of_what_is_of_its_kind_alone(web: Web, body: Json) -> None:
    answer = web.ask("POST", "/api/rooms", json.dumps(body).encode())
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "E0785")


def test_any_address_is_answered(web: Web) -> None:
    for route in (*routes(web.app, "GET"), *routes(web.app, "POST")):
        for part in _PARTS:
            well_answered(web.ask("GET", web.path(route, iter([part] * 3))))
            path = route.path
            for name in route.param_convertors:
                path = path.replace(f"{{{name}}}", part)
            well_answered(web.ask("GET" if "GET" in (route.methods or ()) else "POST", path, b"{}"))
    for query in ("board=%ff&turn=%00", "turn=-1", "turn=" + "9" * 5000, "turn=%D9%A3", "turn[]=1", "&&=="):
        well_answered(web.ask("GET", f"/api/analyses/{web.analysis}/positions/0?{query}"))


def test_what_there_is_not_is_told_by_a_code(web: Web) -> None:
    missing, other = web.ask("GET", "/api/nothing"), web.ask("DELETE", "/api/rooms")
    assert (missing.status_code, missing.json()["error"]["code"]) == (404, "E0782")
    assert (other.status_code, other.json()["error"]["code"]) == (405, "E0785")
    assert other.headers["allow"] == "POST"


# --- Headers ----------------------------------------------------------------------------------------------


_HEADERS = (b"host", b"origin", b"content-length", b"sec-fetch-site", b"cookie", b"x-forwarded-for")
_CONTENTS = (b"localhost", b"http://[::1", b"[", b"localhost:x", b"0" * 5000, b"-1", b"null")


@given(
    headers=st.lists(
        st.tuples(st.sampled_from(_HEADERS), st.binary(max_size=20) | st.sampled_from(_CONTENTS)), max_size=4
    ),
    method=st.sampled_from(["GET", "POST"]),
)
def test_any_headers_are_answered(headers: list[tuple[bytes, bytes]], method: str) -> None:
    told: list[int] = []

    async def send(message: Any) -> None:
        told.append(message.get("status", told[-1] if told else 0))

    async def app(scope: Any, receive: Any, send: Any) -> None:
        told.append(200)

    async def receive() -> Any:
        return {"type": "http.request"}

    scope = {
        "type": "http",
        "path": "/api/rooms",
        "method": method,
        "headers": headers,
        "client": ("::1%x", 1),
    }
    asyncio.run(Guards(app)(scope, receive, send))
    assert told and told[0] in (200, 400, 403, 413, 421, 429)


@pytest.mark.parametrize(
    "head",
    [
        "Host: {host}\r\nOrigin: http://[::1",
        "Host: {host}\r\nOrigin: http://a:b",
        "Host: {host}\r\nContent-Length: " + "0" * 5000,
        "Host: {host}\r\nContent-Length: " + "9" * 5000,
        "Host: {host}\r\nContent-Length: 1, 1",
        "Host: {host}\r\nContent-Length: -1",
        "Host: {host}\r\nHost: {host}",
        "Host: [::1",
        "Hust: {host}",
        "Host: {host}\r\nX y: z",
        "Host: {host}\r\nTransfer-Encoding: chunked\r\nContent-Length: 5",
    ],
)
def test_malformed_headers_are_answered_by_400_and_a_code(server: Server, head: str) -> None:
    host = server.address.removeprefix("http://")
    name, port = host.split(":")
    with socket.create_connection((name, int(port)), timeout=30) as asking:
        asking.sendall(f"POST /api/rooms HTTP/1.1\r\n{head.format(host=host)}\r\n\r\n".encode())
        told = b""
        while b"}}" not in told and (more := asking.recv(65536)):
            told += more
    assert told.startswith(b"HTTP/1.1 400 "), told
    assert json.loads(told.partition(b"\r\n\r\n")[2])["error"]["code"] == "E0785"


def test_a_file_is_not_opened_by_half_a_character(server: Server) -> None:
    answer = Client(server.address).http.post("/api/workshop/file", content=b'{"key": "\\ud800"}')
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "E0785")


# --- Sockets ----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def shop(strangers: Strangers) -> Iterator[Shop]:
    with open_shop(strangers) as shop:
        yield shop


#: What a workshop is asked, with something that may be right.
_ASKED = (
    "check", "complete", "hover", "format", "colours", "open", "replay", "play", "back", "board", "snapshot",
    "why", "behind", "rules", "nothing",
)  # fmt: skip


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    do=st.sampled_from(_ASKED),
    more=st.dictionaries(st.sampled_from(_NAMES), _VALUES, max_size=4),
    known=st.booleans(),
)
def test_any_question_to_the_workshop_is_answered(shop: Shop, do: str, more: Json, known: bool) -> None:
    for name in ("room", "key"):  # the one is not let through to here, the other is the helper's
        more.pop(name, None)
    answer = shop.ask(do, **{**more, **({"text": GOOD, "name": "good.lud"} if known else {})})
    assert "ok" in answer or answer["error"]["code"] not in ("", OURS), (do, more, answer)


@pytest.mark.parametrize(
    "seconds",
    [10**400, -(10**400), 1e308, -5, None, "x"],
    ids=["huge", "less than nothing", "a float", "negative", "nothing", "a text"],
)
def test_any_time_to_play_is_answered(shop: Shop, seconds: Any) -> None:
    answer = shop.ask("coverage", text=GOOD, name="good.lud", seconds=seconds)
    assert "ok" in answer or answer["error"]["code"] == "E0785"


def test_what_is_no_request_is_answered_on_sockets(server: Server) -> None:
    from websockets.sync.client import connect

    address = server.address.replace("http", "ws")
    with connect(f"{address}/api/workshop", additional_headers={"origin": server.address}) as told:
        for text in (
            "5",
            "[",
            "{}",
            '{"do": []}',
            '{"id": "\\ud800", "do": "check"}',
            '{"do": "check", "at": NaN}',
        ):
            told.send(text)
            assert json.loads(told.recv(30))["error"]["code"] == "E0785"
