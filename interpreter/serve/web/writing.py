"""The workshop's page and files: texts to begin with, and the one file that may be written back.

An author's own file is the one that the server was started with. Whoever knows the key that the server told
when it was started may read and save it, nobody else: a page that many can reach may have a workshop, too.
"""

from __future__ import annotations

import hmac
from collections.abc import Awaitable, Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

from attrs import field, frozen
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from gdl.source.reading import read_source
from gdl.source.text import Source
from interpreter.errors.user_errors import BadRequestError, GameNotFoundError
from interpreter.game.shipped import shipped_games
from interpreter.serve.rooms.errors import PassedError, RefusedError
from interpreter.serve.rooms.secrets import new_secret
from interpreter.serve.web.answers import ok
from interpreter.serve.web.asked import body_of
from interpreter.serve.web.guards import POLICY
from interpreter.support.files import rewrite

Handler = Callable[[Request], Awaitable[Response]]
Json = dict[str, Any]


@frozen
class OwnFile:
    """The author's file, and the key of who may save it."""

    path: Path
    key: str = field(factory=new_secret, repr=False)


def writing(page: Path, caught: Callable[[Handler], Handler]) -> list[Route]:
    """The routes; `page` is the folder of what is served, `caught` tells what is wrong."""

    async def workshop(request: Request) -> Response:
        # the editor makes its own styles: they carry this page's nonce
        nonce = new_secret()
        text = (page / "index.html").read_text(encoding="utf-8")
        shown = text.replace('<script type="module"', f'<script nonce="{nonce}" type="module"')
        policy = POLICY.replace("style-src 'self'", f"style-src 'self' 'nonce-{nonce}'")
        return HTMLResponse(shown, headers={"content-security-policy": policy, "cache-control": "no-store"})

    return [
        Route("/workshop", workshop),
        Route("/api/games/{game}/text", caught(_text)),
        Route("/api/workshop/file", caught(_file), methods=["POST"]),
        Route("/api/workshop/save", caught(_save), methods=["POST"]),
    ]


async def _text(request: Request) -> Response:
    """The text of a shipped game. Raises GameNotFoundError."""
    name = request.path_params["game"]
    if name not in shipped_games():
        raise GameNotFoundError(f"there is no shipped game called `{name}`", ())
    path = shipped_games()[name]
    return ok({"name": path.name, "text": _read(path)})


async def _file(request: Request) -> Response:
    """The author's own file as it is now, with a word (`was`) that stands for its text."""
    own = _own(request, await body_of(request))
    text = _read(own.path)
    return ok({"name": own.path.name, "text": text, "was": _word(text)})


async def _save(request: Request) -> Response:
    """Put a text in the place of the file's, as long as that is the text that the author knows (`was`)."""
    body = await body_of(request)
    own, text = _own(request, body), body.get("text")
    if not isinstance(text, str) or "\0" in text:
        raise BadRequestError("a text to save is asked for")
    if body.get("anyway") is not True and _word(_read(own.path)) != body.get("was"):
        raise PassedError("the file was changed on the disk since it was read here: nothing was saved")
    rewrite(own.path, _as_before(own.path, text))
    return ok({"was": _word(text)})


def _as_before(path: Path, text: str) -> str:
    """A text with the file's own ends of lines and its mark at the beginning, which editors drop."""
    before = path.read_bytes() if path.exists() else b""
    if b"\r\n" in before:
        text = text.replace("\n", "\r\n")
    return "\ufeff" + text if before.startswith(b"\xef\xbb\xbf") else text


def _own(request: Request, body: Json) -> OwnFile:
    own: OwnFile | None = request.app.state.own
    key = body.get("key")
    if own is None or not isinstance(key, str) or not hmac.compare_digest(key.encode(), own.key.encode()):
        raise RefusedError("this takes the address that `gdl serve FILE` told when it was started")
    return own


def _read(path: Path) -> str:
    """The text of a file, its lines ended by \\n. Raises BadRequestError."""
    source = read_source(path)
    if not isinstance(source, Source):
        raise BadRequestError(source.message)
    return source.text


def _word(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
