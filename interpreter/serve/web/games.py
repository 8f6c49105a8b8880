"""Games before they are played, over HTTP: the list of them, what may be chosen, their pictures and texts."""

from __future__ import annotations

import asyncio
import json
from functools import cache
from pathlib import Path
from typing import TypeVar

from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from gdl.source.reading import read_source
from gdl.source.text import Source
from interpreter.errors.user_errors import BadRequestError, GameNotFoundError
from interpreter.game.shipped import description, shipped_games, title
from interpreter.serve.messages.codec import Json
from interpreter.serve.messages.game import About, Games, GameText, Health, Lesson, Shipped
from interpreter.serve.messages.room import Setup
from interpreter.serve.messages.worker import DrawPicture, Job, TellAbout, TellLesson
from interpreter.serve.rooms.database import DatabaseError
from interpreter.serve.rooms.errors import WorkersError
from interpreter.serve.web.endpoints import endpoint, response
from interpreter.serve.web.guards import HEALTH
from interpreter.serve.web.rooms import house_of
from interpreter.serve.workers.process import WorkerLostError

A = TypeVar("A")
PAGE = Path(__file__).parent.parent / "page"
#: Seconds that browsers keep a picture; in which what games are kept in has to answer.
_KEPT, _PATIENCE = 3600, 2.0


def game_routes() -> list[Route]:
    """The routes."""
    return [
        endpoint("GET", "/api/games", _games),
        endpoint("GET", "/api/games/{game}", _about),
        endpoint("GET", "/api/games/{game}/lesson", _lesson),
        endpoint("GET", "/api/games/{game}/picture.svg", _picture),
        endpoint("GET", "/api/games/{game}/text", _text),
        endpoint("GET", HEALTH, _health),
    ]


async def _games(request: Request) -> Games:
    """The games that there are, with a line about each."""
    facts = _facts()
    return Games(
        [
            Shipped(name, title(path), path.parent.name, description(path), **facts.get(name, {}))
            for name, path in shipped_games().items()
        ]
    )


@cache
def _facts() -> dict[str, Json]:
    """What is told of the shipped games besides: scripts/draw_games.py finds it out."""
    known = json.loads((PAGE / "pictures" / "facts.json").read_text(encoding="utf-8"))
    return {name: {key: told[key] for key in ("players", "minutes", "kinds")} for name, told in known.items()}


async def _of_game(request: Request, job: Job[A]) -> A:
    """What is to be known of a game that can be begun here. Raises GameNotFoundError for any other."""
    name: str = request.path_params["game"]
    house = house_of(request)
    known: dict[tuple[str, Job[A]], A] = request.app.state.__dict__.setdefault("games", {})
    if (name, job) not in known:
        setup = Setup(game=house.file_of(name), seed=1)
        try:
            known[name, job] = await house.gallery.ask(f"game {name}", setup, job)
        except WorkerLostError:
            raise WorkersError("the game took too long") from None
    return known[name, job]


async def _about(request: Request) -> About:
    """What may be chosen for a game: its options, the machines that play it."""
    return await _of_game(request, TellAbout())


async def _lesson(request: Request) -> Lesson:
    """A first lesson of a game, made of its scenarios; without steps where these say nothing to be tried."""
    return await _of_game(request, TellLesson())


async def _picture(request: Request) -> Response:
    """The first position as SVG."""
    name, headers = request.path_params["game"], {"cache-control": f"private, max-age={_KEPT}"}
    if name in shipped_games():  # drawn before: scripts/draw_games.py
        drawn = PAGE / "pictures" / f"{name}.svg"
        if drawn.exists():
            return FileResponse(drawn, media_type="image/svg+xml", headers=headers)
    picture = await _of_game(request, DrawPicture())
    return Response(picture.svg, media_type="image/svg+xml", headers=headers)


async def _text(request: Request) -> GameText:
    """The rules of a shipped game."""
    name = request.path_params["game"]
    if name not in shipped_games():
        raise GameNotFoundError(f"there is no shipped game called `{name}`", ())
    path = shipped_games()[name]
    return GameText(path.name, text_of(path))


def text_of(path: Path) -> str:
    """The text of a file, its lines ended by \\n. Raises BadRequestError."""
    source = read_source(path)
    if not isinstance(source, Source):
        raise BadRequestError(source.message)
    return source.text


async def _health(request: Request) -> Health | Response:
    """200 where games can be played and kept, 503 where they cannot. An answer of any kind: the server is
    alive."""
    try:
        async with asyncio.timeout(_PATIENCE):
            await house_of(request).store.writable()
    except (TimeoutError, DatabaseError):
        return response(Health(True, False, "nothing can be written to the database"), status=503)
    return Health(True, True)
