"""What is asked of every request before anything is done: a known host, the page's own origin, a small body.

A browser tells where a request comes from (Origin, Sec-Fetch-Site); what tells neither is no browser, and
then nobody's cookies are misused. The host is asked for since a foreign name may be made to lead here (DNS
rebinding): numbers cannot.
"""

from __future__ import annotations

import ipaddress
import json
import re
from collections import Counter
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from interpreter.serve.rooms.buckets import Buckets
from interpreter.serve.web.addresses import customer
from interpreter.serve.web.rates import Limits

#: How a socket is closed to which there is no right (any more), and one that may be opened later.
REFUSED, LATER = 1008, 1013
#: ... and one that is to be opened anew at once, perhaps at another server.
MOVED = 1012
#: The longest reason that a closed socket can have, in bytes.
_LONGEST = 120
#: Where the server says whether it is alive: cheap, without a cookie, by any name, for proxies and
#: containers.
HEALTH = "/health"
#: The longest body of a request, in bytes.
MOST_BYTES = 256 << 10

#: A number of bytes; one with thousands of digits is none, and int() would refuse it.
_DIGITS = re.compile(r"[0-9]{1,20}")

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
    "font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
#: What is limited apart, by the last word of its path.
_KINDS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("rooms", "again", "analyses", "analysis"), ("rooms", "made")),
    **dict.fromkeys(("rematch", "follow", "enter", "join", "carry"), ("rooms",)),
    **dict.fromkeys(("hint", "why", "ending", "reach", "think", "value"), ("thoughts",)),
    **dict.fromkeys(("describe", "beginning"), ("positions",)),
    **dict.fromkeys(("say", "name"), ("messages",)),
    "report": ("reports",),
    "gallery": ("shown",),
    "carried": ("codes",),
}
_HEADERS = {
    "content-security-policy": POLICY,
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


class Guards:
    """The middleware around everything."""

    def __init__(self, app: ASGIApp, names: Iterable[str] = (), limits: Limits | None = None) -> None:
        """`names` are the host names, besides localhost, under which the server is reached."""
        self._app = app
        self._names = {"localhost", *(name.casefold() for name in names)}
        self._limits = limits = limits or Limits()
        self._all = Buckets(limits.requests)
        kinds = {kind for kinds in _KINDS.values() for kind in kinds}
        self._some = {kind: Buckets(getattr(limits, kind)) for kind in kinds}
        self._sockets: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        if scope["path"] == HEALTH:  # whoever looks after the server may call it by any name
            await self._app(scope, receive, send)
            return
        wrong = self._wrong(scope)
        if wrong is not None:
            await _refuse(scope, receive, send, *wrong)
            return
        if scope["type"] == "websocket":
            who = address_of(scope)
            self._sockets[who] += 1
            try:
                await self._app(scope, receive, send)
            finally:
                self._sockets[who] -= 1
                if not self._sockets[who]:
                    del self._sockets[who]
            return
        read = 0

        async def bounded() -> Message:
            nonlocal read
            message = await receive()
            read += len(message.get("body", b""))
            if read > MOST_BYTES:
                raise BodyTooLongError
            return message

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
                if scope["path"].startswith("/api/"):
                    headers.setdefault("cache-control", "no-store")
            await send(message)

        await self._app(scope, bounded, with_headers)

    def _wrong(self, scope: Scope) -> tuple[int, str, str] | None:
        headers = Headers(scope=scope)
        hosts = headers.getlist("host")
        host = _netloc(f"//{hosts[0]}") if len(hosts) == 1 else None
        if host is None:
            return 400, "E0785", "a request names one host"
        if not self._is_ours(host):
            return 421, "E0781", "the server is not known by this name: --name tells it another one"
        changes = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD")
        origin = headers.get("origin")
        from_ = host if origin is None else _netloc(origin)
        if from_ is None:
            return 400, "E0785", "the origin of the request is none"
        if changes and from_ != host:
            return 403, "E0781", "a page of another origin may not do this"
        site = headers.get("sec-fetch-site")
        if changes and site is not None and site not in ("same-origin", "none"):
            return 403, "E0781", "a page of another site may not do this"
        length = headers.get("content-length", "0")
        if not _DIGITS.fullmatch(length):
            return 400, "E0785", "the length of the request is no number"
        if int(length) > MOST_BYTES:
            return 413, "E0784", f"a request may have {MOST_BYTES} bytes"
        who = address_of(scope)
        if not self._may(scope, who):
            return 429, "E0784", "there were too many requests: wait a little"
        if scope["type"] == "websocket":
            return self._crowded(who)
        return None

    def _may(self, scope: Scope, who: str) -> bool:
        """Has this address something left of what it asks for?"""
        buckets = [self._all]
        if scope["type"] == "http" and scope["method"] == "POST":
            buckets += [self._some[kind] for kind in _KINDS.get(scope["path"].rpartition("/")[2], ())]
        return all(bucket.take(who) for bucket in buckets)

    def _crowded(self, who: str) -> tuple[int, str, str] | None:
        """Is one more socket too many?"""
        if self._sockets[who] >= self._limits.sockets:
            most = self._limits.sockets
            return 429, "E0784", f"{most} games are open from your address, and no more can be: close some"
        if self._sockets.total() >= self._limits.all_sockets:
            return 503, "E0784", "the server has as many games open as it takes: come back later"
        return None

    def _is_ours(self, host: str) -> bool:
        name = urlsplit(f"//{host}").hostname or ""
        if name in self._names:
            return True
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return True


def _netloc(url: str) -> str | None:
    """The host and port of an address; None for what is no address, "" where it has none (`null`)."""
    try:
        parts = urlsplit(url)
        parts.port  # noqa: B018 (it is looked at, and may be none)
    except ValueError:
        return None
    return parts.netloc.casefold()


def address_of(scope: Scope) -> str:
    """Who is counted for a request."""
    client = scope.get("client")
    return "" if client is None else customer(str(client[0]))


class BodyTooLongError(Exception):
    """More is sent than is read."""


async def _refuse(scope: Scope, receive: Receive, send: Send, status: int, code: str, message: str) -> None:
    if scope["type"] == "websocket":
        await refuse_socket(WebSocket(scope, receive, send), message, status in (429, 503))
        return
    body = json.dumps({"error": {"code": code, "message": message}}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def refuse_socket(socket: WebSocket, reason: str, later: bool = False) -> None:
    """Close a socket that was not accepted. Who may come `later` is told why: a page learns no more of a
    socket that is not opened than of one that is lost."""
    if later:
        await socket.accept()
    text = reason.encode("utf-8", "replace")[:_LONGEST].decode("utf-8", "ignore")
    await socket.close(LATER if later else REFUSED, text)
