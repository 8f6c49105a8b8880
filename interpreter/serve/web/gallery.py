"""The gallery over HTTP: what visitors have made, shown, fetched, taken back, reported."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from interpreter.errors.user_errors import BadRequestError
from interpreter.serve.messages import gallery as message
from interpreter.serve.messages.room import Nothing
from interpreter.serve.rooms import published, reports
from interpreter.serve.web.endpoints import Created, endpoint
from interpreter.serve.web.rooms import RULES_NAME, house_of

_AT = "/api/gallery/{id}"
#: A picture that was not kept.
_NONE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>'


def gallery_routes() -> list[Route]:
    """The routes."""
    return [
        endpoint("GET", "/api/gallery", _gallery),
        endpoint("POST", "/api/gallery", _show),
        endpoint("GET", _AT, _text),
        endpoint("GET", f"{_AT}/picture.svg", _picture),
        endpoint("POST", f"{_AT}/delete", _delete),
        endpoint("POST", f"{_AT}/report", _report),
    ]


async def _gallery(request: Request) -> message.Gallery:
    """What visitors have made, where this server keeps a gallery."""
    return await published.listed(house_of(request))


async def _show(request: Request, body: message.ShowRequest) -> Created[message.ShowMade]:
    """Shows rules to all who come; they have to be such as can be played."""
    if not RULES_NAME.fullmatch(body.name):
        raise BadRequestError("rules of one's own are called something.lud")
    return Created(await published.publish(house_of(request), body))


async def _text(request: Request) -> message.ShownText:
    """The rules of a game in the gallery."""
    return await published.text_of(house_of(request), request.path_params["id"])


async def _picture(request: Request) -> Response:
    """Its first position as SVG."""
    svg = await published.picture_of(house_of(request), request.path_params["id"])
    headers = {"cache-control": "private, max-age=3600"}
    return Response(svg or _NONE, media_type="image/svg+xml", headers=headers)


async def _delete(request: Request, body: message.ShowKey) -> Nothing:
    """Takes rules back, by the key that was told when they were put there."""
    await published.take_back(house_of(request), request.path_params["id"], body.key)
    return Nothing()


async def _report(request: Request, body: message.ShowReport) -> Nothing:
    """Reports what is shown to who looks after the server."""
    house, name = house_of(request), request.path_params["id"]
    shown = (await published.text_of(house, name)).shown
    by = shown.by or "somebody"
    made = reports.report_of(f"{reports.GALLERY}{name}", shown.title, "a visitor", by, body.words, ())
    await house.store.do(lambda connection: reports.add(connection, made))
    return Nothing()
