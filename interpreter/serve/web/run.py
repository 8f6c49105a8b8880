"""Running the server: a socket, uvicorn behind doors, and an end at once when it is asked for."""

from __future__ import annotations

import gc
import logging
import os
import signal
import socket
from collections.abc import Callable, Iterable
from types import FrameType
from typing import NoReturn

import uvicorn

from gdl.version import __version__
from interpreter.serve.messages.workshop import LONGEST
from interpreter.serve.rooms.house import House
from interpreter.serve.web.addresses import Proxies
from interpreter.serve.web.app import make_app
from interpreter.serve.web.doors import Doors, backlog, protocols, raise_descriptors
from interpreter.serve.web.rates import Limits
from interpreter.serve.web.writing import OwnFile

#: Seconds that open sockets may take to say good-bye.
_GOODBYE = 2

log = logging.getLogger("ludwright.serve")


def bound(host: str, port: int, early: bool = True) -> socket.socket:
    """A socket that listens there; port 0 lets the system choose. Where it does not listen `early`, it does
    once all is ready: a proxy that has others to go to goes there until then. Raises OSError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        raise_descriptors()
        if early:
            listening.listen(backlog())  # who comes before everything is ready waits
    except OSError:
        listening.close()
        raise
    return listening


def serve(
    at: socket.socket,
    house: House,
    names: Iterable[str] = (),
    ready: Callable[[], None] | None = None,
    limits: Limits | None = None,
    own: OwnFile | None = None,
    trusted: Iterable[str] = (),
    keep: float | None = None,
) -> None:
    """Serve until SIGTERM (SystemExit) or Ctrl-C (KeyboardInterrupt).

    `own` is the file that its author may save, `trusted` are the addresses and networks of proxies that are
    believed. What nothing was done with for `keep` seconds is deleted.
    """
    limits = limits or Limits()
    app = Proxies(make_app(house, names, limits, own=own, keep=keep), trusted)
    doors = Doors(limits, app.trusts)
    http, ws = protocols(doors)
    config = uvicorn.Config(
        app,
        http=http,
        ws=ws,
        log_config=None,
        access_log=False,
        backlog=backlog(),
        timeout_graceful_shutdown=_GOODBYE,
        ws_per_message_deflate=False,
        ws_max_size=LONGEST,
        server_header=False,
        proxy_headers=False,
    )
    server = uvicorn.Server(config)
    # what is there now stays, and what comes has few cycles: looking for these holds up everybody's moves
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
    if ready is not None:
        ready()
    host, port, *_ = at.getsockname()
    where = f"{host}, port {port}; at most {doors.most} connections, {doors.share} of an address"
    log.info("started: Ludwright %s, process %d, at %s", __version__, os.getpid(), where)
    before = signal.signal(signal.SIGTERM, _ended)
    try:
        server.run([at])
    finally:
        signal.signal(signal.SIGTERM, before)
        log.info("stopped")


def _ended(number: int, frame: FrameType | None) -> NoReturn:
    """SIGTERM, once uvicorn has closed everything: the process ends as one does that has done its work."""
    raise SystemExit(0)
