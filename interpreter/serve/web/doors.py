"""The doors: how many connections an address may have, and how long and long-winded each may be (slowloris).

A connection is cut off (408) when it takes too long to say what it wants, answered by 431 when its headers
are without end, and aborted when nobody reads what it is sent. An address has its share of the connections,
behind which it is answered by 429, and a little later not at all; whoever comes when all are taken has the
place of the oldest connection whose client is waited for. There are only as many connections as there are
descriptors for (RLIMIT_NOFILE), so that accepting never fails: workers and files need some, too.

uvicorn parses HTTP and WebSockets; this hears what its protocols hear, and says when it is enough.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import sys
from collections import Counter
from collections.abc import Callable
from http import HTTPStatus

from starlette.types import Receive, Scope, Send
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.auto import AutoWebSocketsProtocol

from gdl.support.values import define, field
from interpreter.serve.web.addresses import customer, unmapped
from interpreter.serve.web.rates import Limits

if sys.platform != "win32":
    import resource

#: Seconds in which a client has to have said what it wants: the request line and headers, then the body; in
#: which it has to read some of what it is sent; for which its connection is kept when it says nothing more.
HEADERS, BODY, READING, IDLE = 10.0, 30.0, 30.0, 15.0
#: The most bytes of a request line with its headers, and of what comes behind: the longest body in chunks.
MOST_HEAD, MOST_REST = 32 << 10, 2 << 20
#: So many requests of one connection may wait while one is answered.
MOST_WAITING = 8
#: Parsers are fed so many bytes at a time, so that they see little more than that.
_PIECE = 16 << 10
#: So many connections beyond its share are told so.
_TOLD = 16
#: Descriptors that are left to workers, files and the database, and connections that wait to be accepted.
RESERVED = 256
#: How often it is looked who is late: seconds.
_LOOK = 1.0

log = logging.getLogger("ludwright.serve")


@define(eq=False)
class Visit:
    """A connection: of whom, and when it is late (None: it is not the client that is waited for)."""

    transport: asyncio.Transport
    who: str
    due: float | None
    #: what to say before it is cut off
    late: Callable[[], None]
    #: is it one more than its address may have?
    spare: bool = False
    closing: bool = False


@define(eq=False)
class Doors:
    """All connections of a server."""

    limits: Limits
    #: whose connections are not counted by address: many come through a proxy
    trusts: Callable[[str], bool] = lambda host: False
    _visits: dict[asyncio.BaseTransport, Visit] = field(factory=dict)
    _counts: Counter[str] = field(factory=Counter)
    _alarm: asyncio.TimerHandle | None = None
    #: what was logged, until when that is not said again
    _said: dict[tuple[str, str], float] = field(factory=dict)

    @property
    def most(self) -> int:
        """So many connections there may be."""
        given = descriptors()
        return min(self.limits.all_connections, max(given - RESERVED, given // 2))

    @property
    def share(self) -> int:
        """So many an address may have: there is room for others' always."""
        return max(1, min(self.limits.connections, self.most // 3))

    def enter(self, transport: asyncio.Transport, host: str, late: Callable[[], None]) -> Visit | None:
        """Somebody has connected; None where there is no room."""
        who = customer(host)
        counted = not self.trusts(host)
        share = self.share
        if counted and self._counts[who] >= share + _TOLD:
            self.say(logging.WARNING, who, f"has more than {share} connections: more are refused")
            return None
        if len(self._visits) >= self.most and not self._make_room():
            self.say(logging.WARNING, "the server", "has as many connections as it takes")
            return None
        now = asyncio.get_running_loop().time()
        visit = Visit(transport, who, now + HEADERS, late, counted and self._counts[who] >= share)
        self._visits[transport] = visit
        self._counts[who] += 1
        if self._alarm is None:
            self._alarm = asyncio.get_running_loop().call_later(_LOOK, self._look)
        return visit

    def leave(self, transport: asyncio.BaseTransport) -> None:
        """A connection has ended."""
        visit = self._visits.pop(transport, None)
        if visit is not None:
            self._counts[visit.who] -= 1
            if not self._counts[visit.who]:
                del self._counts[visit.who]

    def of(self, transport: asyncio.BaseTransport) -> Visit | None:
        """The visit of a connection."""
        return self._visits.get(transport)

    def _make_room(self) -> bool:
        """Let go of the oldest connection whose client is waited for; is there one?"""
        waited = (each for each in self._visits.values() if each.due is not None and not each.closing)
        oldest = next(waited, None)
        if oldest is None:
            return False
        self.leave(oldest.transport)
        oldest.transport.abort()
        return True

    def _look(self) -> None:
        """Cut off who is late."""
        loop = asyncio.get_running_loop()
        now = loop.time()
        for visit in list(self._visits.values()):
            if not visit.closing and visit.transport.is_closing():
                # what was written may still be read, but not for ever
                visit.closing, visit.due = True, now + READING
            elif visit.due is not None and visit.due <= now:
                if visit.closing:
                    visit.transport.abort()
                else:
                    visit.late()
        self._said = {said: until for said, until in self._said.items() if until > now}
        self._alarm = loop.call_later(_LOOK, self._look) if self._visits else None

    def say(self, level: int, who: str, what: str) -> None:
        """Log what somebody does, once a minute."""
        now = asyncio.get_running_loop().time()
        if self._said.get((who, what), 0.0) <= now and len(self._said) < 1000:
            self._said[who, what] = now + 60.0
            log.log(level, "%s %s", who, what)


def descriptors() -> int:
    """So many files and connections this process may have open."""
    if sys.platform == "win32":
        return 8192
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return sys.maxsize if soft == resource.RLIM_INFINITY else soft


def backlog() -> int:
    """So many may wait to be accepted: all of them are at once, and that must not be too many either."""
    return 2048 if descriptors() > 8192 else RESERVED // 2


def raise_descriptors(most: int = 1 << 16) -> None:
    """Take as many descriptors as the system gives (the soft limit is meant for programs that use select)."""
    if sys.platform != "win32":
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = most if hard == resource.RLIM_INFINITY else min(most, hard)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            with contextlib.suppress(OSError, ValueError):
                resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def answer(status: int, code: str, message: str) -> bytes:
    """An answer to a request that is not read any further."""
    body = json.dumps({"error": {"code": code, "message": message}}).encode()
    head = (
        f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\ncontent-type: application/json\r\n"
        f"content-length: {len(body)}\r\ncache-control: no-store\r\nconnection: close\r\n\r\n"
    )
    return head.encode() + body


async def _crowded(scope: Scope, receive: Receive, send: Send) -> None:
    """The application for those whose address has its share of connections already."""
    body = json.dumps({"error": {"code": "E0784", "message": CROWDED}}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode()),
               (b"retry-after", b"5"), (b"connection", b"close")]  # fmt: skip
    await send({"type": "http.response.start", "status": 429, "headers": headers})
    await send({"type": "http.response.body", "body": body})


CROWDED = "your address has as many connections as this server takes from one: close some"


def protocols(doors: Doors) -> tuple[type[asyncio.Protocol], type[asyncio.Protocol]]:
    """uvicorn's `http` and `ws`, behind doors."""
    http, ws = (
        type(door.__name__.strip("_"), (door,), {"doors": doors}) for door in (_HttpDoor, _SocketDoor)
    )
    return http, ws


class _Door(asyncio.Protocol):
    """What both protocols do: they are counted, and their clients have to read."""

    doors: Doors
    transport: asyncio.Transport
    client: tuple[str, int] | None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        if self.client is not None:
            self.client = unmapped(self.client[0]), self.client[1]

    def connection_lost(self, exc: Exception | None) -> None:
        self.doors.leave(self.transport)
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        self._due(READING)
        super().pause_writing()

    def resume_writing(self) -> None:
        self._due(self._turn)
        super().resume_writing()

    @property
    def _turn(self) -> float | None:
        """For how long the client may say nothing now."""
        return None

    def _due(self, seconds: float | None) -> None:
        """From now on the client has so many seconds, or all time that there is."""
        visit = self.doors.of(self.transport)
        if visit is not None and not visit.closing:
            visit.due = None if seconds is None else asyncio.get_running_loop().time() + seconds


class _SocketDoor(_Door, AutoWebSocketsProtocol):  # type: ignore[misc, valid-type]
    """A WebSocket: uvicorn asks by pings whether somebody is at the other end."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        visit = self.doors.of(transport)
        if visit is not None:
            visit.due, visit.late = None, self.transport.abort


class _HttpDoor(_Door, HttpToolsProtocol):
    """Requests, one after the other: it is either the client's turn or the server's."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        #: is it the request line and the headers that are read? how many bytes of what is read there were
        self._in_head, self._read, self._begun = True, 0, False
        host = "" if self.client is None else self.client[0]
        visit = self.doors.enter(self.transport, host, self._late)
        if visit is None:
            self.transport.abort()
        elif visit.spare:
            self.app = _crowded

    def data_received(self, data: bytes) -> None:
        for start in range(0, len(data), _PIECE):
            piece = data[start : start + _PIECE]
            self._read += len(piece)
            super().data_received(piece)
            if self.transport.is_closing() or self.transport.get_protocol() is not self:
                return  # refused; or it is a WebSocket now, whose handshake is not answered yet
            if self._in_head and self._read > MOST_HEAD:
                self._refuse(431, "E0784", f"the headers of a request may have {MOST_HEAD} bytes")
                return
            if not self._in_head and self._read > MOST_REST:
                self._refuse(413, "E0784", "the request is too long")
                return

    def on_message_begin(self) -> None:
        if len(self.pipeline) >= MOST_WAITING:
            raise ValueError("more requests are sent than wait for an answer")  # ends the parser
        super().on_message_begin()
        self._begun = True
        self._due(HEADERS)

    def on_headers_complete(self) -> None:
        self._in_head, self._read = False, 0
        self._due(BODY)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._in_head, self._read, self._begun = True, 0, False
        self._due(self._turn)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._due(self._turn)

    @property
    def _turn(self) -> float | None:
        # an answer may be there before all of its request is
        return IDLE if self.cycle is None or self.cycle.response_complete else None

    def handle_websocket_upgrade(self) -> None:
        visit = self.doors.of(self.transport)
        if visit is not None and visit.spare:
            self._refuse(429, "E0784", CROWDED)
        else:
            super().handle_websocket_upgrade()

    def send_400_response(self, msg: str) -> None:
        self._refuse(400, "E0785", "this is no request of HTTP")

    def _late(self) -> None:
        """The client has had its time."""
        if self._begun:
            self._refuse(408, "E0784", "the request took too long to come")
        else:
            self.transport.abort()

    def _refuse(self, status: int, code: str, message: str) -> None:
        """Answer what is not read any further, unless something else is answered just now."""
        visit = self.doors.of(self.transport)
        if visit is not None:
            self.doors.say(logging.INFO, visit.who, f"is refused ({status}): {message}")
        if self.cycle is None or not self.cycle.response_started or self.cycle.response_complete:
            self.transport.write(answer(status, code, message))
        self.transport.close()
