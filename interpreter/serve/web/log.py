"""The log: what happens on a server, a line for each event and each request (access log).

Lines are written by a thread, so that a slow disk holds up nobody. A file that was moved away (logrotate) is
made anew. What may be somebody's secret is in no line: bodies, cookies, what stands behind `?` and `#`.
"""

from __future__ import annotations

import logging
import queue
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from logging.handlers import QueueHandler, QueueListener, WatchedFileHandler

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from gdl.support.printable import one_line, printable
from interpreter.support.printing import ERR

log = logging.getLogger("ludwright.serve")
#: How much is told: what goes wrong; also events and requests; also requests for files of the page.
LEVELS = {"warning": logging.WARNING, "info": logging.INFO, "debug": logging.DEBUG}
#: The longest path that is told whole.
_LONGEST = 200


@contextmanager
def logged(file: str | None, level: str) -> Iterator[None]:
    """Inside, what is logged goes to a file, or to standard error where there is none. Raises OSError."""
    target: logging.Handler = (
        logging.StreamHandler(ERR) if file is None else WatchedFileHandler(file, encoding="utf-8")
    )
    target.setFormatter(_Lines())
    waiting: queue.SimpleQueue[logging.LogRecord] = queue.SimpleQueue()
    handler, listener = QueueHandler(waiting), QueueListener(waiting, target)
    root, ours, theirs = (logging.getLogger(name) for name in (None, "ludwright", "uvicorn.error"))
    before = [(each, each.level) for each in (root, ours, theirs)]
    root.addHandler(handler)
    root.setLevel(logging.WARNING)
    ours.setLevel(LEVELS[level])
    # requests that are none, or end in the midst, are no mistakes of the server; and what more it tells has
    # headers in it, with cookies
    theirs.setLevel(logging.ERROR)
    listener.start()
    try:
        yield
    finally:
        root.removeHandler(handler)
        for each, was in before:
            each.setLevel(was)
        listener.stop()
        target.close()


class _Lines(logging.Formatter):
    """When, how bad, and what; fit for a terminal, whatever strangers have written."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        """The line, and behind it the lines of a traceback."""
        return printable(super().format(record))

    def formatTime(self, record: logging.LogRecord, datefmt: str | None = None) -> str:
        """The local time with its offset, to the millisecond (ISO 8601)."""
        return datetime.fromtimestamp(record.created).astimezone().isoformat(timespec="milliseconds")


class Requests:
    """The middleware that logs requests: who asked what, how it was answered, and how long that took."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, and log what becomes of it."""
        if scope["type"] == "lifespan" or not log.isEnabledFor(logging.INFO):
            await self._app(scope, receive, send)
            return
        began, status = time.perf_counter(), 0
        client, socket = scope.get("client"), scope["type"] == "websocket"
        who, path = client[0] if client else "-", scope["path"]
        raw = scope.get("raw_path", b"").decode("latin-1")  # as it was asked for: blanks are %20
        parts = [who, "SOCKET" if socket else scope["method"], raw]
        asked = " ".join(one_line(each)[:_LONGEST] for each in parts)

        async def heard(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            elif message["type"] == "websocket.accept":
                status = 101
                log.info("%s 101", asked)
            elif message["type"] == "websocket.close" and not status:
                status = 403
            await send(message)

        try:
            await self._app(scope, receive, heard)
        except Exception:
            status = status or 500
            raise
        finally:
            took = time.perf_counter() - began
            if socket and status == 101:
                log.info("%s closed after %.1f s", asked, took)
            else:
                log.log(_level(path, status), "%s %s %.1f ms", asked, status or "-", took * 1e3)


def _level(path: str, status: int) -> int:
    """How much a request matters to who follows the log."""
    if status >= 500:
        return logging.ERROR
    dull = path.startswith(("/page/", "/health")) or path.endswith("/picture.svg")
    return logging.DEBUG if dull and status < 400 else logging.INFO
