"""Running the server: a socket, uvicorn, and an end at once when it is asked for."""

from __future__ import annotations

import gc
import socket
from collections.abc import Callable, Iterable

import uvicorn

from interpreter.serve.rooms.house import House
from interpreter.serve.web.app import make_app
from interpreter.serve.web.rates import Limits
from interpreter.serve.web.writing import OwnFile
from interpreter.serve.workers.workshop import LONGEST

#: Seconds that open sockets may take to say good-bye.
_GOODBYE = 2


def bound(host: str, port: int) -> socket.socket:
    """A socket that listens there; port 0 lets the system choose. Raises OSError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((host, port))
        found.listen(2048)  # who comes before everything is ready waits
    except OSError:
        found.close()
        raise
    return found


def serve(
    at: socket.socket,
    house: House,
    names: Iterable[str] = (),
    ready: Callable[[], None] | None = None,
    limits: Limits | None = None,
    own: OwnFile | None = None,
) -> None:
    """Serve until SIGTERM or Ctrl-C; `own` is the file that its author may save."""
    app = make_app(house, names, limits, own=own)
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
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
    server.run([at])
