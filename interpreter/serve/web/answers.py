"""Answers: JSON, and what is wrong as JSON with a code and a status."""

from __future__ import annotations

import json
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from gdl.support.printable import printable
from interpreter.errors.user_errors import BadRequestError, UserError
from interpreter.serve.rooms.errors import NoRoomError, PassedError, RefusedError, TooMuchError, WorkersError
from interpreter.serve.rooms.plain import plain_json
from interpreter.serve.workers.process import WorkerError

Json = dict[str, Any]
_STATUS: dict[type[Exception], int] = {
    RefusedError: 403,
    NoRoomError: 404,
    PassedError: 409,
    TooMuchError: 429,
    WorkersError: 503,
}


def ok(value: Json, status: int = 200) -> Response:
    """A value as JSON."""
    return Response(plain_json(value), status, media_type="application/json")


def wrong(error: Exception) -> Response:
    """What is wrong."""
    status = next((code for kind, code in _STATUS.items() if isinstance(error, kind)), 400)
    return ok({"error": told(error)}, status)


def told(error: Exception) -> Json:
    """What is wrong, as what JSON can hold."""
    if isinstance(error, UserError | WorkerError):
        suggestions = [printable(each) for each in error.suggestions]
        message = error.message
        return {"code": error.code, "message": printable(message), "suggestions": suggestions}
    return {"code": "E0789", "message": "a mistake of ours: nothing was done", "suggestions": []}


async def body_of(request: Request) -> Json:
    """The JSON object that a request carries. Raises BadRequestError."""
    try:
        found = json.loads(await request.body())
    except (ValueError, RecursionError):
        raise BadRequestError("the request is no JSON") from None
    if not isinstance(found, dict):
        raise BadRequestError("the request is no JSON object")
    return found
