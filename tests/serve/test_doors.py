"""The doors: how many connections an address may have, how long and long-winded they may be."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest

pytest.importorskip("starlette", reason="the extra `serve` is not installed")

import uvicorn

from interpreter.serve.web import doors
from interpreter.serve.web.addresses import Proxies, customer
from interpreter.serve.web.doors import Doors, protocols
from interpreter.serve.web.rates import Limits

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]
HALF = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: "
CHUNKED = b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n"
WHOLE = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
#: Seconds: against a hang, on a machine that has much else to do.
LONG = 30.0


async def echo(scope: Any, receive: Any, send: Any) -> None:
    """An application that reads all of a request and answers "well"; a socket is kept open."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        while (await receive())["type"] != "websocket.disconnect":
            pass
        return
    while (await receive()).get("more_body"):
        pass
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"4")]})
    await send({"type": "http.response.body", "body": b"well"})


@contextlib.asynccontextmanager
async def running(
    limits: Limits, app: Any = echo, trusted: tuple[str, ...] = ()
) -> AsyncIterator[tuple[Doors, int]]:
    """uvicorn behind doors, in this loop; its port."""
    proxies = Proxies(app, trusted)
    found = Doors(limits, proxies.trusts)
    http, ws = protocols(found)
    config = uvicorn.Config(proxies, http=http, ws=ws, lifespan="off", log_level="critical")
    server = uvicorn.Server(config)
    listening = socket.create_server(("127.0.0.1", 0))
    serving = asyncio.create_task(server._serve([listening]))
    port = listening.getsockname()[1]
    while not server.started:
        await asyncio.sleep(0.01)
    try:
        yield found, port
    finally:
        server.should_exit = server.force_exit = True
        await serving


async def connected(port: int, host: str = "127.0.0.1") -> Streams:
    """A connection from an address of this machine."""
    try:
        return await asyncio.open_connection("127.0.0.1", port, local_addr=(host, 0))
    except OSError:
        if host == "127.0.0.1":
            raise
        pytest.skip("this system has one address of itself")


async def answered(streams: Streams, request: bytes = b"") -> tuple[int, str]:
    """The status and the body of an answer; status 0 where the connection was closed without one."""
    reader, writer = streams
    writer.write(request)
    try:
        head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), LONG)
        length = int(head.lower().partition(b"content-length: ")[2].split()[0])
        body = await asyncio.wait_for(reader.readexactly(length), LONG)
    except (asyncio.IncompleteReadError, ConnectionError):
        return 0, ""
    return int(head.split()[1]), body.decode()


def run(work: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(asyncio.wait_for(work(), 4 * LONG))  # type: ignore[arg-type]


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody has long."""
    for name in ("HEADERS", "BODY", "READING", "IDLE"):
        monkeypatch.setattr(doors, name, 0.2)
    monkeypatch.setattr(doors, "_LOOK", 0.02)


@pytest.mark.parametrize(
    "half",
    [HALF, b"GET / HT", b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nhalf"],
    ids=["a header", "a line", "a body"],
)
def test_who_sends_half_a_request_is_told_that_it_took_too_long(half: bytes, hurried: None) -> None:
    async def work() -> None:
        async with running(Limits()) as (_, port):
            status, body = await answered(await connected(port), half)
            assert status == 408 and json.loads(body)["error"]["code"] == "E0784"

    run(work)


@pytest.mark.parametrize(
    "first", [b"", b"\r\n", WHOLE + b"\r\n"], ids=["nothing", "a blank line", "a request"]
)
def test_who_says_nothing_is_let_go(first: bytes, hurried: None) -> None:
    async def work() -> None:
        async with running(Limits()) as (found, port):
            reader, writer = await connected(port)
            writer.write(first)
            told = await asyncio.wait_for(reader.read(), LONG)  # until it is closed
            assert told.endswith(b"well") is bool(first.strip())
            assert not found._visits

    run(work)


@pytest.mark.parametrize(
    "endless",
    [HALF, b"GET /", b"\r\n", b"GET / HTTP/1.1\r\n", CHUNKED + b"0\r\nX: "],
    ids=["a header", "an address", "blank lines", "headers", "a trailer"],
)  # fmt: skip
def test_headers_without_end_are_not_read_to_their_end(endless: bytes) -> None:
    """Sixty megabytes were, and held everybody up for seconds."""
    more = {b"\r\n": b"\r\n", b"GET / HTTP/1.1\r\n": b"X: y\r\n"}.get(endless, b"x") * 1000

    async def work() -> None:
        async with running(Limits()) as (_, port):
            reader, writer = await connected(port)
            writer.write(endless)
            sent = 0
            with contextlib.suppress(ConnectionError):
                while sent < 60 << 20 and not reader.at_eof():
                    writer.write(more)
                    await writer.drain()
                    await asyncio.sleep(0)
                    sent += len(more)
            # what the system holds on its way is not counted by who reads
            assert sent < 40 << 20
            assert (await answered(await connected(port), WHOLE)) == (200, "well")

    run(work)


def test_long_headers_are_told_so_and_those_of_a_browser_are_not_long() -> None:
    async def work() -> None:
        async with running(Limits()) as (_, port):
            long = b"GET / HTTP/1.1\r\nHost: a\r\nCookie: %s" % (b"x" * (60 << 10))
            status, body = await answered(await connected(port), long)
            assert status == 431 and json.loads(body)["error"]["code"] == "E0784"
            most = b"GET / HTTP/1.1\r\nHost: a\r\nCookie: %s\r\n\r\n" % (b"x" * (15 << 10))
            assert await answered(await connected(port), most) == (200, "well")
            body_ = b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: %d\r\n\r\n" % (1 << 20) + b"x" * (1 << 20)
            assert await answered(await connected(port), body_) == (200, "well")

    run(work)


def test_of_thousands_of_requests_in_one_piece_a_few_are_read() -> None:
    """Reading them all would hold everybody up before the first is answered."""
    asked = []

    async def counting(scope: Any, receive: Any, send: Any) -> None:
        asked.append(scope)
        await echo(scope, receive, send)

    async def work() -> None:
        async with running(Limits(), counting) as (_, port):
            reader, writer = await connected(port)
            writer.write(WHOLE * 5000)
            with contextlib.suppress(ConnectionError):
                await asyncio.wait_for(reader.read(), LONG)
            assert len(asked) <= 1 + doors.MOST_WAITING
            few = await connected(port)
            few[1].write(WHOLE * 5)
            assert [await answered(few) for _ in range(5)] == [(200, "well")] * 5

    run(work)


def test_an_address_has_its_share_and_others_are_served() -> None:
    async def work() -> None:
        async with running(Limits(connections=3)) as (found, port):
            held = [await connected(port) for _ in range(3)]
            for each in held:
                each[1].write(HALF)
            status, body = await answered(await connected(port), WHOLE)
            assert status == 429 and json.loads(body)["error"]["code"] == "E0784"
            more = [await connected(port) for _ in range(40)]
            while len(found._visits) > 3 + doors._TOLD:
                await asyncio.sleep(0.01)
            assert await answered(await connected(port, "127.0.0.2"), WHOLE) == (200, "well")
            for each in (*held, *more):
                each[1].close()
            while found._counts["127.0.0.1"]:
                await asyncio.sleep(0.01)
            assert await answered(await connected(port), WHOLE) == (200, "well")

    run(work)


def test_where_all_are_taken_who_was_waited_for_longest_goes() -> None:
    async def work() -> None:
        async with running(Limits(all_connections=6)) as (found, port):
            served = await connected(port)
            assert await answered(served, CHUNKED + b"1\r\nx\r\n0\r\n\r\n") == (200, "well")
            half = [await connected(port, f"127.0.0.{number}") for number in range(2, 7)]
            for each in half:
                each[1].write(HALF)
            while len(found._visits) < 6:
                await asyncio.sleep(0.01)
            # the one that has just been answered has said nothing for longest, then come the others
            new = [await connected(port, f"127.0.1.{number}") for number in (2, 3)]
            assert [await answered(each, WHOLE) for each in new] == [(200, "well")] * 2
            assert await answered(half[0]) == (0, "")

    run(work)


def test_who_comes_by_a_trusted_proxy_is_not_counted_by_the_address_of_the_proxy() -> None:
    async def work() -> None:
        async with running(Limits(connections=2), trusted=("127.0.0.0/31",)) as (_, port):
            held = [await connected(port) for _ in range(30)]
            assert [await answered(each, WHOLE) for each in held] == [(200, "well")] * 30

    run(work)


def test_who_does_not_read_the_answer_is_let_go(hurried: None) -> None:
    async def endless(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        for _ in range(1000):
            await send({"type": "http.response.body", "body": b"x" * (1 << 16), "more_body": True})
        await send({"type": "http.response.body", "body": b""})

    async def work() -> None:
        async with running(Limits(), endless) as (found, port):
            with socket.create_connection(("127.0.0.1", port)) as deaf:
                deaf.sendall(WHOLE)
                while not found._visits:
                    await asyncio.sleep(0.01)
                while found._visits:
                    await asyncio.sleep(0.01)

    run(work)


def test_sockets_are_counted_and_stay_open(hurried: None) -> None:
    from websockets.asyncio.client import connect

    async def work() -> None:
        async with running(Limits(connections=2)) as (found, port):
            async with connect(f"ws://127.0.0.1:{port}/"):
                assert found._counts["127.0.0.1"] == 1
                await asyncio.sleep(0.6)  # longer than anybody may be silent before
                assert found._counts["127.0.0.1"] == 1
            while found._visits:
                await asyncio.sleep(0.01)

    run(work)


@pytest.mark.parametrize(
    ("host", "who"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8::1", "2001:db8::/64"),
        ("2001:db8::ffff:1", "2001:db8::/64"),
        ("2001:db8:0:1::1", "2001:db8:0:1::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("nobody", "nobody"),
        ("", ""),
    ],
)
def test_of_the_newer_addresses_a_network_is_one_customer_however_they_are_written(
    host: str, who: str
) -> None:
    assert customer(host) == who
