"""Cookies: a link's secret is exchanged for one once, and each is sent to its own room or analysis alone."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

#: What every one is called; their paths tell them apart.
COOKIE = "ludwright"
#: Seconds that a browser keeps one: the longest that browsers do.
_KEPT = 400 * 24 * 3600


def with_cookie(response: Response, request: Request, path: str, cookie: str) -> Response:
    """The response, setting a cookie that only this server is sent, below a path; no script reads it."""
    response.set_cookie(
        COOKIE,
        cookie,
        max_age=_KEPT,
        path=path,
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
    )
    return response
