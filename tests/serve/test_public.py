"""A server that many can reach: behind proxies that are trusted or not, watched over, with a log."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import socket
import sqlite3
import ssl
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

pytest.importorskip("starlette", reason="the extra `serve` is not installed")

from interpreter.serve.rooms.buckets import Rate
from interpreter.serve.web.addresses import Proxies
from interpreter.serve.web.guards import Guards
from interpreter.serve.web.rates import Limits
from tests.docs.blocks import ROOT, blocks, gdl
from tests.serve.client import Client, link_of
from tests.serve.running import Server, serving

NAME = "games.example.org"


@pytest.fixture(scope="module")
def behind(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that believes 127.0.0.1, and nobody else."""
    folder = tmp_path_factory.mktemp("behind")
    with serving(folder / "games.sqlite", "--name", NAME, "--trusted-proxy", "127.0.0.1") as server:
        yield server


def through(server: Server, at: str, asks: str | None = None, **told: str) -> httpx.Response:
    """What a room is answered that is made from an address, with headers as a proxy sends them."""
    named = {f"x-forwarded-{key}": value for key, value in told.items()}
    headers = {"host": server.address.removeprefix("http://") if asks is None else asks, **named}
    try:
        with httpx.Client(transport=httpx.HTTPTransport(local_address=at), base_url=server.address) as client:
            return client.post("/api/rooms", json={"game": "tic-tac-toe"}, headers=headers)
    except httpx.ConnectError:
        pytest.skip("this system has one address of itself")


# --- Proxies ----------------------------------------------------------------------------------------------


def test_a_trusted_proxy_is_believed_about_the_scheme_and_nobody_else(behind: Server) -> None:
    assert "; Secure" in through(behind, "127.0.0.1", proto="https").headers["set-cookie"]
    assert "; Secure" not in through(behind, "127.0.0.1", proto="http").headers["set-cookie"]
    assert "; Secure" not in through(behind, "127.0.0.1").headers["set-cookie"]
    assert "; Secure" not in through(behind, "127.0.0.2", proto="https").headers["set-cookie"]


def test_a_trusted_proxy_is_believed_about_the_host_and_nobody_else(behind: Server) -> None:
    assert through(behind, "127.0.0.1", "upstream").status_code == 421
    assert through(behind, "127.0.0.1", "upstream", host=NAME).status_code == 201
    assert through(behind, "127.0.0.1", "upstream", host=f"elsewhere.example, {NAME}").status_code == 201
    assert through(behind, "127.0.0.1", "upstream", host="elsewhere.example").status_code == 421
    assert through(behind, "127.0.0.2", "upstream", host=NAME).status_code == 421


def admitted(*visits: tuple[str, str], trusted: tuple[str, ...] = ("10.0.0.0/8",)) -> list[int]:
    """How requests from addresses, which say whom they are forwarded for, are answered one after the other;
    each who asks has two."""
    told: list[int] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        told.append(200)

    async def send(message: Any) -> None:
        if "status" in message:
            told.append(message["status"])

    async def receive() -> Any:
        return {"type": "http.request"}

    async def work() -> None:
        app_ = Proxies(Guards(app, limits=Limits(requests=Rate(2, 0.0))), trusted)
        for at, forwarded in visits:
            headers = [(b"host", b"localhost"), (b"x-forwarded-for", forwarded.encode())]
            scope = {"type": "http", "path": "/", "method": "GET", "scheme": "http", "client": (at, 1)}
            await app_({**scope, "headers": headers}, receive, send)

    asyncio.run(work())
    return told


def test_limits_count_who_a_trusted_proxy_says_it_is() -> None:
    first, second = ("10.0.0.1", "203.0.113.7"), ("10.0.0.1", "203.0.113.8")
    assert admitted(first, first, first, second) == [200, 200, 429, 200]


def test_who_is_not_trusted_cannot_be_somebody_else() -> None:
    assert admitted(*[("203.0.113.7", f"198.51.100.{number}") for number in range(3)]) == [200, 200, 429]


def test_what_a_visitor_wrote_before_the_proxy_counts_for_nothing() -> None:
    spoofed = [("10.0.0.1", f"198.51.100.{number}, 203.0.113.7, 10.0.0.2") for number in range(3)]
    assert admitted(*spoofed) == [200, 200, 429]


def test_of_what_a_household_has_all_addresses_are_one() -> None:
    assert admitted(*[("10.0.0.1", f"2001:db8::{number}") for number in range(3)]) == [200, 200, 429]


@pytest.mark.parametrize("given", ["nginx", "10.0.0.0/33", "", "10.0.0.1:80", "*"])
def test_what_is_no_address_of_a_proxy_is_a_mistake_of_use(given: str, tmp_path: Path) -> None:
    code, told = gdl(["serve", "--database", str(tmp_path / "a"), "--trusted-proxy", given])
    assert code == 2 and "an address or a network is wanted" in told


def test_sockets_that_are_one_too_many_are_told_so(tmp_path: Path) -> None:
    """As many as an address may have are open, in two rooms; the next one learns it by a reason."""
    with serving(tmp_path / "games.sqlite", "--trusted-proxy", "127.0.0.0/8") as server:
        host = Client(server.address)
        rooms = [host.make("tic-tac-toe", "person")["room"] for _ in range(2)]
        held: list[socket.socket] = []
        try:
            for number in range(200):
                held.append(_handshake(server, host, rooms[number % 2], "203.0.113.7"))
            with (
                pytest.raises(ConnectionClosed) as closed,
                host.news(rooms[0], **{"x-forwarded-for": "203.0.113.7"}) as told,
            ):
                told.recv(30)
            assert closed.value.rcvd is not None and closed.value.rcvd.code == 1013
            assert "200 games are open from your address" in closed.value.rcvd.reason
            with host.news(rooms[0], **{"x-forwarded-for": "203.0.113.8"}) as told:
                assert json.loads(told.recv(30))["ply"] == 0
        finally:
            for each in held:
                each.close()


def _handshake(server: Server, host: Client, room: str, forwarded: str) -> socket.socket:
    """A socket of a room, opened by hand: two hundred clients would be slow."""
    name, port = server.address.removeprefix("http://").split(":")
    found = socket.create_connection((name, int(port)), timeout=30)
    cookie = next(each for each in host.http.cookies.jar if room in each.path)
    found.sendall(
        f"GET /api/rooms/{room}/news HTTP/1.1\r\nHost: {name}:{port}\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
        f"X-Forwarded-For: {forwarded}\r\nCookie: {cookie.name}={cookie.value}\r\n\r\n".encode()
    )
    assert found.recv(1 << 16).startswith(b"HTTP/1.1 101 ")
    return found


# --- The proxies of docs/hosting.md -----------------------------------------------------------------------


def configured(word: str) -> str:
    """The page's configuration of a proxy, which has this word."""
    return next(block.text for block in blocks(ROOT / "docs" / "hosting.md") if word in block.text)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


@contextmanager
def nginx(folder: Path, upstream: int, port: int, text: str | None = None) -> Iterator[None]:
    """nginx as the page configures it, or as a text does, with a certificate of its own."""
    command = shutil.which("nginx", path="/usr/sbin:/usr/bin:/usr/local/sbin:/usr/local/bin")
    if command is None or shutil.which("openssl") is None:
        pytest.skip("there is no nginx, or no openssl")
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", f"/CN={NAME}",
         "-keyout", key, "-out", certificate], check=True, capture_output=True,
    )  # fmt: skip
    text = text or configured("proxy_pass").replace("127.0.0.1:8000", f"127.0.0.1:{upstream}")
    text = text.replace("443", f"127.0.0.1:{port}")
    text = re.sub(r"/etc/\S+fullchain.pem", str(certificate), text)
    text = re.sub(r"/etc/\S+privkey.pem", str(key), text)
    temporary = "".join(
        f"{each}_temp_path {folder}/{each};\n"
        for each in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    main = f"daemon off;\npid {folder}/pid;\nworker_rlimit_nofile 16384;\n"
    whole = f"{main}events {{ worker_connections 8192; }}\nhttp {{\naccess_log off;\n{temporary}{text}}}\n"
    (folder / "nginx.conf").write_text(whole, encoding="utf-8")
    with _started(
        [command, "-p", str(folder), "-e", str(folder / "error.log"), "-c", str(folder / "nginx.conf")], port
    ):
        yield


@contextmanager
def caddy(folder: Path, upstream: int, port: int, text: str | None = None) -> Iterator[None]:
    """Caddy as the page configures it, or as a text does, with a certificate of its own."""
    command = shutil.which("caddy")
    if command is None:
        pytest.skip("there is no Caddy")
    text = text or configured("reverse_proxy").replace("127.0.0.1:8000", f"127.0.0.1:{upstream}")
    text = text.replace(NAME, f"https://{NAME}:{port}").replace("{\n", "{\n    tls internal\n", 1)
    options = (
        "admin off",
        "skip_install_trust",
        "auto_https disable_redirects",
        f"storage file_system {folder}",
    )
    whole = "{\n" + "".join(f"    {each}\n" for each in options) + "}\n" + text
    (folder / "Caddyfile").write_text(whole, encoding="utf-8")
    with _started([command, "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")], port):
        yield


@contextmanager
def _started(command: list[str], port: int) -> Iterator[None]:
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        end = time.monotonic() + 30
        while time.monotonic() < end:
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                break
            except OSError:
                assert process.poll() is None, "the proxy has ended"
                time.sleep(0.05)
        yield
    finally:
        process.terminate()
        process.wait(20)


@pytest.mark.parametrize(
    "proxy", [nginx, pytest.param(caddy, marks=pytest.mark.slow)], ids=["nginx", "caddy"]
)
def test_behind_the_proxies_of_the_page_games_are_played_by_https(proxy: Any, tmp_path: Path) -> None:
    log, port = tmp_path / "log", free_port()
    arguments = ("--name", NAME, "--trusted-proxy", "127.0.0.1", "--log", str(log))
    with serving(tmp_path / "games.sqlite", *arguments) as server:
        with proxy(tmp_path, int(server.address.rpartition(":")[2]), port):
            trust = ssl.create_default_context()
            trust.check_hostname, trust.verify_mode = False, ssl.CERT_NONE
            site = f"https://{NAME}:{port}"
            # by the name to this machine
            transport = httpx.HTTPTransport(verify=trust)
            extensions = {"sni_hostname": NAME}
            headers = {"host": f"{NAME}:{port}", "origin": site, "x-forwarded-for": "198.51.100.1"}
            with httpx.Client(
                base_url=f"https://127.0.0.1:{port}", transport=transport, headers=headers
            ) as client:
                body = {"game": "tic-tac-toe", "seats": ["person"]}
                made = client.post("/api/rooms", json=body, extensions=extensions)
                assert made.status_code == 201, made.text
                cookie = made.headers["set-cookie"]
                assert "; Secure" in cookie
                room, told = made.json()["room"], {"origin": site, "cookie": cookie.partition(";")[0]}
                with socket.create_connection(("127.0.0.1", port)) as raw:
                    address = f"wss://{NAME}:{port}/api/rooms/{room}/news"
                    with connect(address, sock=raw, ssl=trust, additional_headers=told) as news:
                        assert json.loads(news.recv(30))["ply"] == 0
                        move = client.post(
                            f"/api/rooms/{room}/moves", json={"move": "b2"}, extensions=extensions,
                            headers={"cookie": told["cookie"]},
                        )  # fmt: skip
                        assert move.status_code == 200, move.text
                        assert json.loads(news.recv(30))["ply"] == 1
    # the proxy's word counts, not that of its visitor
    lines = log.read_text(encoding="utf-8")
    assert re.search(rf"INFO 127\.0\.0\.1 SOCKET /api/rooms/{room}/news 101", lines), lines


class _Named(BaseHTTPRequestHandler):
    """Answers the port that it was asked at, by connections that are not kept."""

    def do_GET(self) -> None:
        body = str(self.server.server_address[1]).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Nothing is told."""


@contextmanager
def _named() -> Iterator[ThreadingHTTPServer]:
    with ThreadingHTTPServer(("127.0.0.1", 0), _Named) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()


@pytest.mark.slow
@pytest.mark.parametrize(("proxy", "word"), [(nginx, "upstream ludwright"), (caddy, "lb_policy")])
def test_a_proxy_of_several_processes_sends_all_of_a_room_to_one_of_them(
    proxy: Any, word: str, tmp_path: Path
) -> None:
    rooms = [f"{number:012x}" for number in range(0, 160, 5)]

    def asked(client: httpx.Client, path: str) -> str:
        answer = client.get(path, extensions={"sni_hostname": NAME})
        assert answer.status_code == 200
        return answer.text

    with _named() as one, ExitStack() as stack:
        other = stack.enter_context(_named())
        ports = [str(each.server_address[1]) for each in (one, other)]
        text = configured(word)
        for written, own in zip(("127.0.0.1:8001", "127.0.0.1:8002"), ports, strict=True):
            text = text.replace(written, f"127.0.0.1:{own}")
        port = free_port()
        with proxy(tmp_path, 0, port, text):
            trust = ssl.create_default_context()
            trust.check_hostname, trust.verify_mode = False, ssl.CERT_NONE
            with httpx.Client(
                base_url=f"https://127.0.0.1:{port}", verify=trust, headers={"host": f"{NAME}:{port}"}
            ) as client:
                found = {
                    room: {
                        asked(client, path)
                        for path in (f"/r/{room}", f"/api/rooms/{room}/news", f"/api/rooms/{room}")
                    }
                    for room in rooms
                }
                assert {len(each) for each in found.values()} == {1}
                assert {answer for each in found.values() for answer in each} == {*ports}
                assert len({asked(client, path) for path in ("/", "/api/games", "/page/main.js")}) == 1
                # where one is gone the other is asked
                stack.close()
                assert {asked(client, f"/r/{room}") for room in rooms} == {ports[0]}


# --- Health -----------------------------------------------------------------------------------------------


def test_health_is_told_to_whoever_asks_by_any_name(server: Server) -> None:
    for host in (None, "pod-7.cluster.local", "elsewhere.example"):
        headers = {} if host is None else {"host": host}
        answer = httpx.get(f"{server.address}/health", headers=headers)
        assert answer.status_code == 200 and answer.json() == {"live": True, "ready": True}
        assert "set-cookie" not in answer.headers
    assert httpx.head(f"{server.address}/health").status_code == 200
    assert {httpx.get(f"{server.address}/health").status_code for _ in range(50)} == {200}


def test_a_server_that_can_keep_nothing_is_alive_and_not_ready(tmp_path: Path) -> None:
    database = tmp_path / "games.sqlite"
    with serving(database) as server:
        locking = sqlite3.connect(database, isolation_level=None)
        locking.execute("begin immediate")
        answer = httpx.get(f"{server.address}/health", timeout=30)
        assert answer.status_code == 503
        assert answer.json()["live"] is True and answer.json()["ready"] is False
        locking.execute("rollback")
        locking.close()
        end = time.monotonic() + 30
        while httpx.get(f"{server.address}/health", timeout=30).status_code != 200:
            assert time.monotonic() < end


# --- The log ----------------------------------------------------------------------------------------------


def logged(folder: Path, *arguments: str) -> list[str]:
    """What a server logs of a short game, without the times."""
    log = folder / "log"
    with serving(folder / "games.sqlite", "--log", str(log), *arguments) as server:
        host, guest = Client(server.address), Client(server.address)
        made = host.make("tic-tac-toe", "person", "link")
        room, link = made["room"], link_of(made, "play", 2)
        guest.enter(link)
        with host.news(room) as told:
            told.recv(30)
        guest.http.get("/page/main.js")
        host.http.get("/?game=secret")
        host.do(room, "resign")
        host.http.post("/api/rooms/%0a%1b[31mFAKE/moves", content=b"{")
        host.http.post(f"/api/rooms/{room}/delete", json={"room": room})
    whole = log.read_text(encoding="utf-8")
    assert link.partition("#")[2] not in whole and "secret" not in whole
    assert not [each for each in host.http.cookies.jar if each.value and each.value in whole]
    lines = whole.splitlines()
    for line in lines:
        assert re.match(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d (INFO|DEBUG|WARNING) ", line), (
            line
        )
    return [re.sub(r"\d+\.\d (ms|s)", r"N \1", line.split(" ", 1)[1].replace(room, "ROOM")) for line in lines]


def test_the_log_tells_events_and_requests_and_no_secrets(tmp_path: Path) -> None:
    lines = logged(tmp_path)
    assert re.match(r"INFO started: Ludwright \S+, process \d+, at 127\.0\.0\.1, port \d+; at most", lines[0])
    assert lines[-1] == "INFO stopped"
    found = [re.sub(r"127\.0\.1\.\d+", "ADDRESS", line) for line in lines[1:-1]]
    assert found == [
        "INFO room ROOM is made: tic-tac-toe (person, link)",
        "INFO ADDRESS POST /api/rooms 201 N ms",
        "INFO ADDRESS POST /api/rooms/ROOM/enter 200 N ms",
        "INFO ADDRESS SOCKET /api/rooms/ROOM/news 101",
        "INFO ADDRESS SOCKET /api/rooms/ROOM/news closed after N s",
        "INFO ADDRESS GET / 200 N ms",
        "INFO room ROOM: The game is over: Cross resigns, Nought wins.",
        "INFO ADDRESS POST /api/rooms/ROOM/resign 200 N ms",
        "INFO ADDRESS POST /api/rooms/%0a%1b[31mFAKE/moves 400 N ms",
        "INFO room ROOM is deleted by its host",
        "INFO ADDRESS POST /api/rooms/ROOM/delete 200 N ms",
    ]


@pytest.mark.slow
def test_the_log_tells_more_or_less(tmp_path: Path) -> None:
    (tmp_path / "debug").mkdir()
    assert any("GET /page/main.js 200" in line for line in logged(tmp_path / "debug", "--log-level", "debug"))
    assert logged(tmp_path, "--log-level", "warning") == []


def test_a_log_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    code, told = gdl(["serve", "--port", "0", "--database", str(tmp_path / "a"), "--log", str(tmp_path)])
    assert code == 1 and "E0787" in told and "cannot log to" in told
