"""A client of a server, as a browser is one: with cookies of its own."""

from __future__ import annotations

import itertools
import json
import socket
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

Json = dict[str, Any]

#: A server limits what an address asks, and these are many people: each has an address of its own, where the
#: system has more than one of itself.
_ADDRESSES = itertools.count(2)


def _own_address() -> str | None:
    address = f"127.0.1.{next(_ADDRESSES) % 254 + 1}"
    with socket.socket() as tried:
        try:
            tried.bind((address, 0))
        except OSError:
            return None
    return address


class Client:
    """Somebody at a browser."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._own = _own_address()
        transport = httpx.HTTPTransport(local_address=self._own)
        self.http = httpx.Client(
            base_url=address, timeout=30, headers={"origin": address}, transport=transport
        )

    def moved_to(self, address: str) -> None:
        """The same browser at a server that was started again elsewhere."""
        self.address = address
        self.http.base_url, self.http.headers["origin"] = httpx.URL(address), address

    def make(self, game: str, *seats: str, **more: object) -> Json:
        answer = self.http.post("/api/rooms", json={"game": game, "seats": seats, **more})
        assert answer.status_code == 201, answer.text
        return dict(answer.json())

    def enter(self, url: str) -> httpx.Response:
        """Follow a link."""
        path, _, secret = url.partition("#")
        room = path.rpartition("/")[2]
        return self.http.post(f"/api/rooms/{room}/enter", json={"secret": secret})

    def look(self, room: str) -> Json:
        answer = self.http.get(f"/api/rooms/{room}")
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    def do(self, room: str, does: str, **more: object) -> httpx.Response:
        return self.http.post(f"/api/rooms/{room}/{does}", json={"id": uuid.uuid4().hex, **more})

    @contextmanager
    def news(self, room: str, **headers: str) -> Iterator[ClientConnection]:
        url = f"{self.address.replace('http', 'ws')}/api/rooms/{room}/news"
        cookies = "; ".join(
            f"{each.name}={each.value}" for each in self.http.cookies.jar if room in each.path
        )
        sent = {"origin": self.address, "cookie": cookies, **headers}
        own = None if self._own is None else (self._own, 0)
        with connect(url, additional_headers=sent, source_address=own) as socket:
            yield socket


def news_at(socket: ClientConnection, ply: int) -> Json:
    """What is told of the position after so many decisions."""
    events: list[Json] = []
    while True:
        told = dict(json.loads(socket.recv(30)))
        events += told["events"]
        if told["ply"] >= ply:
            assert told["ply"] == ply
            return {**told, "events": events}


def news_until(socket: ClientConnection, wanted: Callable[[Json], bool]) -> Json:
    """The first that is told of which something is true."""
    while True:
        told = dict(json.loads(socket.recv(30)))
        if wanted(told):
            return told


def link_of(made: Json, kind: str, player: int | None = None) -> str:
    """The link of a new room for somebody."""
    found = [link["url"] for link in made["links"] if (link["kind"], link["player"]) == (kind, player)]
    assert len(found) == 1
    return str(found[0])
