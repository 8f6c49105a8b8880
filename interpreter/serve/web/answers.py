"""Answers: JSON, and what is wrong as JSON with a code and a status."""

from __future__ import annotations

import logging
from http import HTTPStatus

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from gdl.support.printable import printable
from interpreter.errors.user_errors import UserError
from interpreter.serve.messages.codec import Json
from interpreter.serve.rooms.errors import NoRoomError, PassedError, RefusedError, TooMuchError, WorkersError
from interpreter.serve.rooms.plain import plain_json
from interpreter.serve.workers.process import WorkerError

log = logging.getLogger("ludwright.serve")
#: The code of a mistake of ours.
OURS = "E0789"
_STATUS: dict[type[Exception], int] = {
    RefusedError: 403,
    NoRoomError: 404,
    PassedError: 409,
    TooMuchError: 429,
    WorkersError: 503,
}


def ok(value: object, status: int = 200) -> Response:
    """A message as JSON."""
    return Response(plain_json(value), status, media_type="application/json")


def wrong(error: Exception) -> Response:
    """What is wrong: with the request, or where it is a mistake of a worker, which is logged, with us."""
    what = told(error)
    status = next((code for kind, code in _STATUS.items() if isinstance(error, kind)), 400)
    if what["code"] == OURS:
        log.error("a worker made a mistake: %s", what["message"])
        status = 500
    return ok({"error": what}, status)


def told(error: Exception) -> Json:
    """What is wrong, as what JSON can hold."""
    if isinstance(error, UserError | WorkerError):
        suggestions = [printable(each) for each in error.suggestions]
        message = error.message
        return {"code": error.code, "message": printable(message), "suggestions": suggestions}
    return {"code": OURS, "message": "a mistake of ours: nothing was done", "suggestions": []}


async def no_such_thing(request: Request, error: Exception) -> Response:
    """The answer to what no route serves: an address that there is not, or not in this way."""
    assert isinstance(error, HTTPException)
    code, words = ("E0782", "there is nothing at this address") if error.status_code == 404 else (
        "E0785", HTTPStatus(error.status_code).phrase.lower()
    )  # fmt: skip
    answer = ok({"error": {"code": code, "message": words, "suggestions": []}}, error.status_code)
    answer.headers.update(error.headers or {})
    return answer


async def mistake_of_ours(request: Request, error: Exception) -> Response:
    """The answer where something goes wrong that should not; it is logged whole."""
    return ok({"error": told(error)}, 500)
