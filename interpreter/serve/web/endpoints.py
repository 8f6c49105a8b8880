"""Endpoints: handlers of requests over HTTP, whose types say what they take and answer; all of it is JSON.

A handler takes a request, and a `body` where it takes one, and returns a message. What is wrong is answered
by a code and a status; the documentation of the protocol is made of the same types (`docs/protocol.md`).
"""

from __future__ import annotations

import asyncio
import inspect
import logging
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import Any, Generic, TypeVar, get_args, get_origin, get_type_hints

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from gdl.support.printable import printable
from gdl.support.values import frozen
from interpreter.errors.user_errors import BadRequestError, UserError
from interpreter.serve.messages.codec import decode, object_in, plain_json
from interpreter.serve.messages.worker import Failure, Problem
from interpreter.serve.rooms.database import DatabaseError
from interpreter.serve.rooms.errors import (
    ElsewhereError,
    NoRoomError,
    PassedError,
    RefusedError,
    TooMuchError,
    WorkersError,
)
from interpreter.serve.web.guards import BodyTooLongError
from interpreter.serve.workers.process import WorkerError

log = logging.getLogger("ludwright.serve")
T = TypeVar("T")
M = TypeVar("M")
#: What every cookie is called; their paths tell them apart.
COOKIE = "ludwright"
#: Seconds that a browser keeps one: the longest that browsers do.
_KEPT = 400 * 24 * 3600
#: The code of a mistake of ours.
OURS = "E0789"
_STATUS: dict[type[Exception], int] = {
    RefusedError: 403,
    NoRoomError: 404,
    PassedError: 409,
    TooMuchError: 429,
    WorkersError: 503,
    ElsewhereError: 503,
}


@frozen
class Created(Generic[M]):
    """An answer that says what was made, or where somebody was let in: with a cookie for addresses below a
    path, if there is one, which only this server is sent, and which no script reads."""

    message: M
    path: str = ""
    cookie: str = ""
    status: int = 201


@frozen
class Endpoint:
    """What is asked at an address: by which method, with which body, and what is answered."""

    method: str
    path: str
    body: type | None
    answer: Any
    words: str


def endpoint(method: str, path: str, handler: Callable[..., Awaitable[object]]) -> Route:
    """The route to a handler; what it is for the documentation stands by its function as `endpoint`."""
    hints = get_type_hints(handler)
    body: type | None = hints.get("body")
    answer = hints["return"]
    if get_origin(answer) is Created:
        answer = get_args(answer)[0]

    async def answered(request: Request) -> Response:
        try:
            sent = await request.body() if method == "POST" else b""
            fields = object_in(sent) if sent or body is not None else {}
            given = () if body is None else (decode(body, fields),)
            return response(await handler(request, *given), request)
        except BodyTooLongError:
            return response(Failure(Problem("E0784", "the request is too long")), status=413)
        except ClientDisconnect:  # nobody hears the answer
            return Response(status_code=400)
        except DatabaseError as error:
            log.error("nothing can be kept: %s", error)
            return wrong(WorkersError("this could not be kept: nothing was done"))
        except (UserError, WorkerError) as error:
            return wrong(error)

    answered.endpoint = Endpoint(method, path, body, answer, inspect.getdoc(handler) or "")  # type: ignore[attr-defined]
    return Route(path, answered, methods=[method])


def response(answer: object, request: Request | None = None, status: int = 200) -> Response:
    """A message as an answer."""
    if isinstance(answer, Response):
        return answer
    if not isinstance(answer, Created):
        return Response(plain_json(answer), status, media_type="application/json")
    made = response(answer.message, status=answer.status)
    if answer.cookie and request is not None:
        let_in(made, request, answer.path, answer.cookie)
    return made


def let_in(answer: Response, request: Request, path: str, cookie: str) -> None:
    """Give a browser a cookie for what lies below a path."""
    answer.set_cookie(
        COOKIE,
        cookie,
        max_age=_KEPT,
        path=path,
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
    )


def wrong(error: Exception) -> Response:
    """What is wrong: with the request, or where it is a mistake of a worker, which is logged, with us."""
    problem = problem_of(error)
    status = next((code for kind, code in _STATUS.items() if isinstance(error, kind)), 400)
    if problem.code == OURS:
        log.error("a worker made a mistake: %s", problem.message)
        status = 500
    return response(Failure(problem), status=status)


def problem_of(error: Exception) -> Problem:
    """What is wrong, as a message."""
    if isinstance(error, UserError | WorkerError):
        suggestions = [printable(each) for each in error.suggestions]
        return Problem(error.code, printable(error.message), suggestions)
    return Problem(OURS, "a mistake of ours: nothing was done")


async def no_such_thing(request: Request, error: Exception) -> Response:
    """The answer to what no route serves: an address that there is not, or not in this way."""
    assert isinstance(error, HTTPException)
    missing = error.status_code == 404
    words = "there is nothing at this address" if missing else HTTPStatus(error.status_code).phrase.lower()
    problem = Problem("E0782" if missing else "E0785", words)
    answer = response(Failure(problem), status=error.status_code)
    answer.headers.update(error.headers or {})
    return answer


async def mistake_of_ours(request: Request, error: Exception) -> Response:
    """The answer where something goes wrong that should not; it is logged whole."""
    return response(Failure(problem_of(error)), status=500)


# --- Parts of requests ------------------------------------------------------------------------------------


async def read_aside(request: Request, work: Callable[..., T], *given: object) -> T:
    """What some work comes to that reads what somebody has written: in a thread, one at a time, so that it
    holds up nobody's moves."""
    alone: asyncio.Semaphore = request.app.state.reading
    async with alone:
        return await asyncio.to_thread(work, *given)


def number_at(request: Request, name: str) -> int:
    """The number that is a part of the address. Raises BadRequestError."""
    text: str = request.path_params[name]
    if not (text.isascii() and text.isdigit() and len(text) <= 9):
        raise BadRequestError("the address has a whole number here")
    return int(text)
