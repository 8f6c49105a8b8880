"""What a request asks: its JSON, and the kinds of values that stand in it. All raise BadRequestError."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

from starlette.requests import Request

from interpreter.errors.user_errors import BadRequestError
from interpreter.serve.messages.codec import Json, object_in
from interpreter.serve.messages.room import ClockTerms

T = TypeVar("T")
#: Seconds that a player may have, and that may be added after a turn.
_LEAST, _MOST, _MOST_ADDED = 1, 7 * 86400, 3600
#: The longest text of a move, and id of a request.
_MOVE, _ID = 2000, 64


async def read_aside(request: Request, work: Callable[..., T], *given: object) -> T:
    """What some work comes to that reads what somebody has written: in a thread, one at a time, so that it
    holds up nobody's moves."""
    alone: asyncio.Semaphore = request.app.state.reading
    async with alone:
        return await asyncio.to_thread(work, *given)


async def body_of(request: Request) -> Json:
    """The JSON object that a request carries."""
    return object_in(await request.body())


def text_in(body: Json, name: str, longest: int = 200) -> str:
    """The text of a name."""
    found = body.get(name)
    if not isinstance(found, str) or len(found) > longest:
        raise BadRequestError(f"`{name}` is a text of up to {longest} letters")
    return found


def texts_in(body: Json, name: str) -> list[str]:
    """The texts of a name; none where it is left out."""
    found = body.get(name)
    if found is None:
        return []
    if not isinstance(found, list) or not all(isinstance(each, str) for each in found):
        raise BadRequestError(f"`{name}` is a list of texts")
    return found


def options_in(body: Json) -> dict[str, str]:
    """The options that are chosen; none where they are left out."""
    found = body.get("options")
    if found is None:
        return {}
    if not isinstance(found, dict) or not all(isinstance(each, str) for each in found.values()):
        raise BadRequestError("`options` is an object of texts")
    return found


def whole_in(body: Json, name: str, most: int = 1 << 53) -> int | None:
    """The whole number of a name, from 0 on; None where it is left out."""
    found = body.get(name)
    if found is None:
        return None
    if isinstance(found, bool) or not isinstance(found, int) or not 0 <= found < most:
        raise BadRequestError(f"`{name}` is a whole number from 0 on")
    return found


def move_in(body: Json) -> str | int:
    """A move: its text, or its number among those that are legal."""
    found = body.get("move")
    if isinstance(found, str) and len(found) <= _MOVE:
        return found
    number = whole_in(body, "move") if not isinstance(found, str) else None
    if number is None:
        raise BadRequestError("a move is named by its text, or by its number among those that are legal")
    return number


def id_in(body: Json) -> str | None:
    """The id that somebody gave a request; None where there is none."""
    found = body.get("id")
    if found is not None and not (isinstance(found, str) and 0 < len(found) <= _ID):
        raise BadRequestError(f"the id of a request is a text of up to {_ID} letters")
    return found


def number_at(request: Request, name: str) -> int:
    """The number that is a part of the address."""
    found = request.path_params[name]
    if not (found.isascii() and found.isdigit() and len(found) <= 9):
        raise BadRequestError("the address has a whole number here")
    return int(found)


def clock_in(body: Json) -> ClockTerms | None:
    """The clock that is wanted; None where there is none."""
    wanted = body.get("clock")
    if wanted is None:
        return None
    if isinstance(wanted, dict):
        seconds, increment = wanted.get("seconds"), wanted.get("increment", 0)
        if _within(seconds, _LEAST, _MOST) and _within(increment, 0, _MOST_ADDED):
            return ClockTerms(float(seconds), float(increment))  # type: ignore[arg-type]
    raise BadRequestError(
        f"a clock has `seconds` ({_LEAST} to {_MOST}) and an `increment` (to {_MOST_ADDED})"
    )


def _within(value: object, least: float, most: float) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and least <= value <= most
