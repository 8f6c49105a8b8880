"""The workshop's page and files: texts to begin with, and the one file that may be written back.

An author's own file is the one that the server was started with. Whoever knows the key that the server told
when it was started may read and save it, nobody else: a page that many can reach may have a workshop, too.
"""

from __future__ import annotations

import hmac
from hashlib import sha256
from pathlib import Path

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route

from gdl.support.values import field, frozen
from interpreter.serve.messages.workshop import FileKey, OwnText, Saved, SaveText
from interpreter.serve.rooms.errors import PassedError, RefusedError
from interpreter.serve.rooms.rights import new_secret
from interpreter.serve.web.endpoints import endpoint
from interpreter.serve.web.games import text_of
from interpreter.serve.web.guards import POLICY
from interpreter.support.files import rewrite


@frozen
class OwnFile:
    """The author's file, and the key of who may save it."""

    path: Path
    key: str = field(factory=new_secret, repr=False)


def writing_routes(page: Path) -> list[BaseRoute]:
    """The routes; `page` is the folder of what is served."""

    async def workshop(request: Request) -> Response:
        # the editor makes its own styles: they carry this page's nonce
        nonce = new_secret()
        text = (page / "index.html").read_text(encoding="utf-8")
        shown = text.replace('<script type="module"', f'<script nonce="{nonce}" type="module"')
        policy = POLICY.replace("style-src 'self'", f"style-src 'self' 'nonce-{nonce}'")
        return HTMLResponse(shown, headers={"content-security-policy": policy, "cache-control": "no-store"})

    return [
        Route("/workshop", workshop),
        endpoint("POST", "/api/workshop/file", _file),
        endpoint("POST", "/api/workshop/save", _save),
    ]


async def _file(request: Request, body: FileKey) -> OwnText:
    """The file that the server was started with."""
    own = _own(request, body)
    text = text_of(own.path)
    return OwnText(own.path.name, text, _digest(text))


async def _save(request: Request, body: SaveText) -> Saved:
    """Saves it, if it still is what `was` stands for (409)."""
    own = _own(request, body)
    if not body.anyway and _digest(text_of(own.path)) != body.was:
        raise PassedError("the file was changed on the disk since it was read here: nothing was saved")
    rewrite(own.path, _as_before(own.path, body.text))
    return Saved(_digest(body.text))


def _as_before(path: Path, text: str) -> str:
    """A text with the file's own ends of lines and its mark at the beginning, which editors drop."""
    before = path.read_bytes() if path.exists() else b""
    if b"\r\n" in before:
        text = text.replace("\n", "\r\n")
    return "\ufeff" + text if before.startswith(b"\xef\xbb\xbf") else text


def _own(request: Request, body: FileKey) -> OwnFile:
    own: OwnFile | None = request.app.state.own
    if own is None or body.key is None or not hmac.compare_digest(body.key.encode(), own.key.encode()):
        raise RefusedError("this takes the address that `gdl serve FILE` told when it was started")
    return own


def _digest(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
