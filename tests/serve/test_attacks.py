"""A server under attack: what one address does leaves the others served."""

from __future__ import annotations

import contextlib
import json
import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the extra `serve` is not installed")
pytest.importorskip("resource", reason="this system has no limits of processes")

import resource

from tests.serve.client import Client
from tests.serve.running import Server, serving

HALF = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: "
#: Seconds: against a hang, on a machine that has much else to do.
LONG = 30.0


def connected(server: Server) -> socket.socket:
    host, port = server.address.removeprefix("http://").split(":")
    return socket.create_connection((host, int(port)), timeout=LONG)


@pytest.fixture
def many_descriptors() -> Iterator[None]:
    """Inside, this process may have as many connections as an attacker has."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < 2048:
        pytest.skip("this system gives too few descriptors")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, 2048), hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux sets limits of other processes")
def test_half_requests_from_one_address_leave_descriptors_for_others(
    tmp_path: Path, many_descriptors: None
) -> None:
    """1,300 of them took all that a server has under `ulimit -n 1024`."""
    held: list[socket.socket] = []
    with serving(tmp_path / "games.sqlite") as server:
        resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (1024, 1024))
        try:
            for _ in range(1300):
                held.append(connected(server))
                with contextlib.suppress(OSError):  # it is cut off already
                    held[-1].sendall(HALF)
            other = Client(server.address)  # from another address
            room = other.make("tic-tac-toe", "person")["room"]
            assert other.do(room, "moves", move="b2").status_code == 200
            with other.news(room) as told:
                assert json.loads(told.recv(LONG))["ply"] == 1
        finally:
            for each in held:
                each.close()


def test_a_header_without_end_is_not_read(server: Server) -> None:
    """One of 60 MB was, and joined piece by piece, which held everybody up for twelve seconds."""
    with connected(server) as attacker:
        attacker.sendall(HALF)
        sent = 0
        with contextlib.suppress(OSError):
            while sent < 60 << 20:
                attacker.sendall(b"x" * (1 << 16))
                sent += 1 << 16
        assert sent < 60 << 20
