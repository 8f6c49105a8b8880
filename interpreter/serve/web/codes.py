"""Links as QR codes, over HTTP: for a page that shows an invitation, drawn as one path."""

from __future__ import annotations

import io

from starlette.requests import Request
from starlette.routing import Route

from interpreter.errors.user_errors import BadRequestError
from interpreter.serve.messages.room import QrCode, QrText
from interpreter.serve.web.endpoints import endpoint

#: Light modules around the code, as readers want them.
_QUIET = 4


def code_routes() -> list[Route]:
    """The routes."""
    return [endpoint("POST", "/api/qr", _code)]


async def _code(request: Request, body: QrText) -> QrCode:
    """A text of up to 200 letters as a QR code."""
    return qr_code(body.text)


def qr_code(text: str) -> QrCode:
    """The QR code of a text. Raises BadRequestError for none, and where none can be drawn."""
    try:
        import segno
    except ImportError:
        raise BadRequestError("QR codes take `segno`, a part of the extra `serve`") from None
    if not text:
        raise BadRequestError("a QR code has a text")
    code = segno.make(text, error="m", micro=False)
    rows = io.StringIO()
    for y, row in enumerate(code.matrix, _QUIET):
        start = None
        for x, dark in enumerate([*row, 0], _QUIET):
            if dark and start is None:
                start = x
            elif not dark and start is not None:
                rows.write(f"M{start} {y}h{x - start}v1h{start - x}z")
                start = None
    return QrCode(len(code.matrix) + 2 * _QUIET, rows.getvalue())
