"""What is asked of every request before anything is done: a known host, the page's own origin, a small body.

A browser tells where a request comes from (Origin, Sec-Fetch-Site); what tells neither is no browser, and
then nobody's cookies are misused. The host is asked for since a foreign name may be made to lead here (DNS
rebinding): numbers cannot.
"""

from __future__ import annotations

import ipaddress
import json
from collections import Counter
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from interpreter.serve.web.rates import Buckets, Limits

#: The longest body of a request, in bytes.
MOST_BYTES = 256 << 10

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
    "font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
#: What is limited apart, by the last word of its path.
_KINDS = {
    **dict.fromkeys(("rooms", "again", "enter", "analyses", "analysis"), "rooms"),
    **dict.fromkeys(("hint", "why", "think", "value"), "thoughts"),
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
        self._some = {"rooms": Buckets(limits.rooms), "thoughts": Buckets(limits.thoughts)}
        self._sockets: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        wrong = self._wrong(scope)
        if wrong is not None:
            await _refuse(scope, receive, send, *wrong)
            return
        if scope["type"] == "websocket":
            who = _address(scope)
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
        host = hosts[0] if len(hosts) == 1 else ""
        if not self._is_ours(host):
            return 421, "E0781", "the server is not known by this name: --name tells it another one"
        changes = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD")
        origin = headers.get("origin")
        if changes and origin is not None and urlsplit(origin).netloc.casefold() != host.casefold():
            return 403, "E0781", "a page of another origin may not do this"
        site = headers.get("sec-fetch-site")
        if changes and site is not None and site not in ("same-origin", "none"):
            return 403, "E0781", "a page of another site may not do this"
        who = _address(scope)
        if not self._all.take(who) or not self._may(scope, who):
            return 429, "E0784", "there were too many requests: wait a little"
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > MOST_BYTES:
            return 413, "E0784", f"a request may have {MOST_BYTES} bytes"
        return None

    def _may(self, scope: Scope, who: str) -> bool:
        """Has this address something left of what it asks for?"""
        if scope["type"] == "websocket":
            some, every = self._sockets[who], self._sockets.total()
            return some < self._limits.sockets and every < self._limits.all_sockets
        kind = _KINDS.get(scope["path"].rpartition("/")[2]) if scope["method"] == "POST" else None
        return kind is None or self._some[kind].take(who)

    def _is_ours(self, host: str) -> bool:
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            return False
        if name.casefold() in self._names:
            return True
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return True


def _address(scope: Scope) -> str:
    """Where a request comes from; of the newer addresses the part that one customer has."""
    client = scope.get("client")
    if client is None:
        return ""
    host = str(client[0])
    return ":".join(host.split(":")[:4]) if ":" in host else host


class BodyTooLongError(Exception):
    """More is sent than is read."""


async def _refuse(scope: Scope, receive: Receive, send: Send, status: int, code: str, message: str) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1008, "reason": message})
        return
    body = json.dumps({"error": {"code": code, "message": message}}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
