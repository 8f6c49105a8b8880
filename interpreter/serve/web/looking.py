"""What is looked at and changes nothing: games before they are played, earlier positions, rules, hints."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from interpreter.errors.user_errors import BadRequestError
from interpreter.game.shipped import shipped_games
from interpreter.serve.messages.room import Setup
from interpreter.serve.messages.worker import (
    DrawPicture,
    Explain,
    GiveHint,
    Job,
    ShowPast,
    TellAbout,
    TellRules,
    TurnBoard,
)
from interpreter.serve.rooms.errors import RefusedError, WorkersError
from interpreter.serve.rooms.house import House
from interpreter.serve.rooms.rights import Visitor
from interpreter.serve.rooms.room import Room
from interpreter.serve.web.answers import ok
from interpreter.serve.web.asked import body_of, number_at, text_in, whole_in
from interpreter.serve.workers.process import WorkerLostError

Handler = Callable[[Request], Awaitable[Response]]
Visit = Callable[[Request], Awaitable[tuple[Room, Visitor]]]
A = TypeVar("A")

PAGE = Path(__file__).parent.parent / "page"
#: The longest text of a move that is explained.
_LONGEST = 200
#: Seconds that browsers keep a picture, and that a hint may take.
_KEPT, _HINT = 3600, 30.0


def looking(visit: Visit, caught: Callable[[Handler], Handler]) -> list[Route]:
    """The routes; `visit` finds the room of a request, `caught` tells what is wrong."""

    async def past(request: Request) -> Response:
        room, _ = await visit(request)
        return ok(await _asked(request, room, ShowPast(number_at(request, "ply"))))

    async def board(request: Request) -> Response:
        room, _ = await visit(request)
        return ok(await _asked(request, room, TurnBoard(number_at(request, "turn"))))

    async def about(request: Request) -> Response:
        room, _ = await visit(request)
        return ok(await _asked(request, room, TellAbout()))

    async def rules(request: Request) -> Response:
        room, _ = await visit(request)
        return ok(await _asked(request, room, TellRules()))

    async def why(request: Request) -> Response:
        room, _ = await visit(request)
        move = text_in(await body_of(request), "move", _LONGEST)
        house: House = request.app.state.house
        try:
            return ok(await house.pool.think(room.name, room.setup, Explain(move), room.actions, _HINT))
        except WorkerLostError:
            raise WorkersError("no reason was found in time") from None

    async def hint(request: Request) -> Response:
        room, visitor = await visit(request)
        body = await body_of(request)
        if room.snapshot.mover not in visitor.players:
            raise RefusedError("a hint is for who is to move")
        if whole_in(body, "version") not in (None, room.version):
            raise BadRequestError("the game has gone on meanwhile")
        house: House = request.app.state.house
        try:
            return ok(await house.pool.think(room.name, room.setup, GiveHint(), room.actions, _HINT))
        except WorkerLostError:
            raise WorkersError("nobody has found a hint in time") from None

    return [
        Route("/api/games/{game}", caught(_about)),
        Route("/api/games/{game}/picture.svg", caught(_picture)),
        Route("/api/rooms/{room}/past/{ply}", caught(past)),
        Route("/api/rooms/{room}/board/{turn}", caught(board)),
        Route("/api/rooms/{room}/about", caught(about)),
        Route("/api/rooms/{room}/rules", caught(rules)),
        Route("/api/rooms/{room}/hint", caught(hint), methods=["POST"]),
        Route("/api/rooms/{room}/why", caught(why), methods=["POST"]),
    ]


async def _asked(request: Request, room: Room, job: Job[A]) -> A:
    """What whoever holds the table of a room answers."""
    house: House = request.app.state.house
    try:
        return await house.pool.ask(room.name, room.setup, job, room.actions)
    except WorkerLostError:
        raise WorkersError("the table took too long, or was lost") from None


async def _of_game(request: Request, job: Job[A]) -> A:
    """What is to be known of a game that can be begun here. Raises GameNotFoundError for any other."""
    name: str = request.path_params["game"]
    house: House = request.app.state.house
    known: dict[tuple[str, Job[A]], A] = request.app.state.__dict__.setdefault("games", {})
    if (name, job) not in known:
        setup = Setup(game=house.file_of(name), seed=1)
        try:
            known[name, job] = await house.gallery.ask(f"game {name}", setup, job)
        except WorkerLostError:
            raise WorkersError("the game took too long") from None
    return known[name, job]


async def _about(request: Request) -> Response:
    return ok(await _of_game(request, TellAbout()))


async def _picture(request: Request) -> Response:
    name, headers = request.path_params["game"], {"cache-control": f"private, max-age={_KEPT}"}
    if name in shipped_games():  # drawn before: scripts/draw_games.py
        drawn = PAGE / "pictures" / f"{name}.svg"
        if drawn.exists():
            return FileResponse(drawn, media_type="image/svg+xml", headers=headers)
    picture = await _of_game(request, DrawPicture())
    return Response(picture.svg, media_type="image/svg+xml", headers=headers)
