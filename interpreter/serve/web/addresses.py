"""Addresses: by which one customer is counted, and which are proxies that are believed."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from functools import lru_cache

from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

#: Of an IPv6 address so many bits are one customer's: what a provider gives to a household.
_HOUSEHOLD = 64
#: The longest text that may be an address: what a proxy says is not looked at further.
_LONGEST = 64


@lru_cache(4096)
def customer(host: str) -> str:
    """Whose share an address is counted for: itself, or of an IPv6 address the /64 network around it.

    An IPv4 address that came over IPv6 (`::ffff:192.0.2.1`) is the IPv4 address.
    """
    try:
        address = ipaddress.ip_address(unmapped(host).partition("%")[0])
    except ValueError:
        return host[:_LONGEST]
    if address.version == 4:
        return str(address)
    return str(ipaddress.ip_network((address, _HOUSEHOLD), strict=False))


def unmapped(host: str) -> str:
    """An IPv4 address that came over IPv6 as what it is; any other as it was."""
    if not host.lower().startswith("::ffff:"):
        return host
    try:
        mapped = ipaddress.IPv6Address(host).ipv4_mapped
    except ValueError:
        return host
    return host if mapped is None else str(mapped)


class Proxies(ProxyHeadersMiddleware):
    """The middleware that believes trusted proxies, and nobody else, about who asks, how, and for which host.

    `X-Forwarded-For` and `X-Forwarded-Proto` are uvicorn's: of the addresses the last one that is no trusted
    proxy's counts, as each proxy adds the one that it sees at the end. `X-Forwarded-Host` takes the place of
    `Host`, which proxies write anew. `Forwarded` (RFC 7239) is left alone: proxies that write the others
    pass it on as a client wrote it.
    """

    def __init__(self, app: ASGIApp, trusted: Iterable[str] = ()) -> None:
        """`trusted` are addresses and networks, such as `192.0.2.1` and `10.0.0.0/8`."""
        super().__init__(app, list(trusted))  # type: ignore[arg-type]

    def trusts(self, host: str) -> bool:
        """Is this the address of a proxy that is believed?"""
        return host in self.trusted_hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # type: ignore[override]
        """Let a request through, with what its proxy says of it."""
        client = scope.get("client")
        if scope["type"] != "lifespan" and client is not None and self.trusts(client[0]):
            hosts = [value for name, value in scope["headers"] if name == b"x-forwarded-host"]
            if hosts:
                others = [each for each in scope["headers"] if each[0] != b"host"]
                scope["headers"] = [*others, (b"host", hosts[-1].rpartition(b",")[2].strip())]
        await super().__call__(scope, receive, send)  # type: ignore[arg-type]
