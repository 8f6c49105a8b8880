"""Write docs/protocol.md: what pages, programs and the server say to each other, from the classes of the
messages.

    python scripts/protocol.py > docs/protocol.md

A test holds the page to what this writes.
"""

from __future__ import annotations

import inspect
import re
import types
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import attrs
from starlette.routing import Route

from interpreter.serve.messages import codec, program, workshop
from interpreter.serve.messages.analysis import Tree
from interpreter.serve.messages.room import Nothing, RoomNews
from interpreter.serve.messages.worker import Answer, Failure, answer_of
from interpreter.serve.web.analysing import analysis_routes
from interpreter.serve.web.endpoints import Endpoint
from interpreter.serve.web.gallery import gallery_routes
from interpreter.serve.web.games import PAGE, game_routes
from interpreter.serve.web.people import people_routes
from interpreter.serve.web.rooms import room_routes
from interpreter.serve.web.writing import writing_routes

HEAD = """\
# The protocol

What a page and the server say to each other, for whoever writes another page or a
[program](serve.md#programs-in-a-seat). (This page is made by `scripts/protocol.py`, from the classes of the
messages.)

Requests and answers are JSON. What is wrong is answered by a [Failure](#failure) and a status; `gdl explain
CODE` tells more of its code: one that is malformed by 400, one without the right to it by 403, one about what
there is not by 404, one that is too much for now by 429 or 503. Keys that a request does not know are passed
over; numbers are no booleans.

What is told of a room has a `version`, which grows with everything that is done. A move that was chosen in a
position that has passed is answered by 409, with the position as it is (`snapshot`). A request with the `id`
of one that the same player made is not done again, and answered as before; with another wish under the same
id it is refused. What only one player may know, such as the legal moves, is sent to that player alone.

A link carries a secret behind its `#`, which is exchanged for a cookie once. A socket for which there is no
room is opened and closed again by code 1013, with the reason; one to which there is no right (any more) by
1008, and one that is to be opened anew at once, perhaps at another server, by 1012. Any message to a socket
for news is answered by `{"alive": true}`, as `?` is by the workshop's.
"""
PEOPLE = """\
Who has come into a room is a person to the others, told apart by a text that says nothing else. What people
are called and what they say are texts of strangers: shown as texts, nothing else.
"""
ANALYSES = """\
A position is named by the number of the move that leads to it, 0 is the start. A tree has at most 4,000
moves, a line 2,000. One analysis of a server thinks at a time, whoever asks: machines that play are not held
up.
"""
WORKSHOP = """\
Requests are objects with a number, an `id`, and each is answered with the same `id` by an [Answer](#answer),
of which `ok` is what the table says. `superseded`: the same was asked of a newer text meanwhile. `text` is
the rules, `name` what the file would be called (`game.lud`, or `.def` for definitions); there are no other
files than the shipped ones. The error of a text with mistakes has all of them.

Places count UTF-16 code units from 0, as strings of JavaScript do: an emoji is one character and two units.
Diagnostics, and places in other files, count as `gdl check` does: lines and columns from 1, offsets from 0,
all in characters.
"""
PROGRAMS = """\
A program in a seat ([`gdl join`](serve.md#programs-in-a-seat)) is told a line for each change, and answers
each position that is `yours` by a [ProgramAnswer](#programanswer). Ten mistakes in one position end it.
"""
#: What the types of values are called.
NAMES = {
    int: "whole number",
    float: "number",
    str: "text",
    bool: "true or false",
    dict: "object",
    Any: "any value",
}


class Page:
    """The page: its tables, and the messages that these name."""

    def __init__(self) -> None:
        self.named: dict[str, type] = {}

    def text(self) -> str:
        """All of it."""
        parts = [HEAD, "## Games", *self.endpoints(game_routes()), "## Rooms", *self.endpoints(room_routes())]
        parts.append(
            f"| WebSocket `/api/rooms/{{room}}/news` | | {self.named_type(RoomNews)} | {words(RoomNews)} |\n"
        )
        parts += ["## People", PEOPLE, *self.endpoints(people_routes())]
        parts += ["## Analyses", ANALYSES, *self.endpoints(analysis_routes())]
        news = "The tree at once, and after every change."
        parts.append(f"| WebSocket `/api/analyses/{{name}}/news` | | {self.named_type(Tree)} | {news} |\n")
        parts += ["## The workshop", "The author's own file:\n", *self.endpoints(writing_routes(PAGE)), ""]
        parts += [
            "What visitors have made, where a server keeps a gallery:\n",
            *self.endpoints(gallery_routes()),
            "",
        ]
        parts += ["WebSocket `/api/workshop`: rules that are being written.", WORKSHOP, *self.jobs()]
        parts += ["## Programs", PROGRAMS, *self.lines()]
        for kind in (Failure, Answer, program.ProgramAnswer):
            self.named_type(kind)
        text = "\n".join([*parts, "## Messages\n", *self.messages()]).rstrip() + "\n"
        return re.sub(r"\n(#+ [^\n]+)\n+", r"\n\n\1\n\n", re.sub(r"\n{3,}", "\n\n", text)).replace(
            "\n\n\n", "\n\n"
        )

    def endpoints(self, routes: Sequence[object]) -> Iterator[str]:
        """The rows of some routes."""
        yield "\n| request | body | answer | |\n|---|---|---|---|"
        for each in routes:
            made: Endpoint | None = getattr(getattr(each, "endpoint", None), "endpoint", None)
            if isinstance(each, Route) and made is not None:
                body = "" if made.body is None else self.named_type(made.body)
                answer = self.answer(made.answer)
                yield f"| `{made.method} {made.path}` | {body} | {answer} | {one(made.words)} |"

    def answer(self, hint: Any) -> str:
        """What an endpoint answers."""
        kinds = get_args(hint) if get_origin(hint) in (Union, types.UnionType) else (hint,)
        ours = [each for each in kinds if attrs.has(each) or get_origin(each) is dict]
        return "" if not ours or ours[0] is Nothing else self.type(ours[0])

    def jobs(self) -> Iterator[str]:
        """The requests of the workshop."""
        yield "| `do` | with | `ok` | |\n|---|---|---|---|"
        for do, kind in codec.variants(workshop.ShopJob).items():
            given = ", ".join(f"`{key}`" for key in codec.keys(kind).values())
            yield f"| `{do}` | {given} | {self.type(answer_of(kind))} | {words(kind)} |"
        yield "\nWhat they take:\n"
        yield "| key | | |\n|---|---|---|"
        rows = {row for kind in codec.variants(workshop.ShopJob).values() for row in self.rows(kind)}
        yield from sorted(rows)
        yield ""

    def lines(self) -> Iterator[str]:
        """The lines that a program is told."""
        yield "| `type` | with | |\n|---|---|---|"
        for name, kind in codec.variants(program.ProgramLine).items():
            news = "all of [RoomNews](#roomnews) but what is only drawn, "
            given = ", ".join(f"`{key}`" for key in codec.keys(kind).values() if not key.startswith("*"))
            yield f"| `{name}` | {news if 'news' in codec.keys(kind) else ''}{given} | {words(kind)} |"
        yield ""

    def messages(self) -> Iterator[str]:
        """Each message that was named, and each that these name."""
        done: dict[str, str] = {}
        while missing := [name for name in self.named if name not in done]:
            for name in missing:
                kind = self.named[name]
                rows = "\n".join(self.rows(kind))
                table = f"\n| key | | |\n|---|---|---|\n{rows}\n" if rows else ""
                done[name] = f"### {name}\n\n{inspect.getdoc(kind)}\n{table}"
        for name in sorted(done):
            yield done[name]

    def rows(self, kind: type) -> Iterator[str]:
        """The keys of a message, what stands there, and what it has to be."""
        hints, keys = get_type_hints(kind, include_extras=True), codec.keys(kind)
        for each in attrs.fields(kind):
            hint, key = hints[each.name], keys[each.name]
            checks = (
                [one.words for one in get_args(hint)[1:] if isinstance(one, codec.Check)]
                if get_origin(hint) is Annotated
                else []
            )
            said = "; ".join(dict.fromkeys(check.format(key) for check in checks))
            optional = each.default is not attrs.NOTHING
            if key.startswith("*"):
                yield f"| … | all of {self.type(hint, optional)}{', or none of it' if optional else ''} | |"
            else:
                left_out = ", may be left out" if optional else ""
                yield f"| `{key}` | {self.type(hint, optional)}{left_out} | {said} |"

    def named_type(self, kind: type) -> str:
        """The name of a message, which leads to what it is."""
        known = self.named.setdefault(kind.__name__, kind)
        assert known is kind, f"two messages are called {kind.__name__}"
        return f"[{kind.__name__}](#{kind.__name__.lower()})"

    def type(self, hint: Any, optional: bool = False) -> str:
        """A type in words; where it may be left out it is not null besides."""
        origin, given = get_origin(hint), get_args(hint)
        if origin is Annotated:
            return self.type(given[0], optional)
        if origin in (Union, types.UnionType):
            names = [self.type(each) for each in given if each is not type(None)]
            return " or ".join(names + (["null"] if type(None) in given and not optional else []))
        if origin is tuple and given[1:] != (...,):
            return f"[{', '.join(self.type(each) for each in given)}]"
        if origin is not None and issubclass(origin, Mapping):
            return "object" if given[1] in (Any, object) else f"object of {self.type(given[1])}"
        if origin is not None and issubclass(origin, Sequence):
            return f"list of {self.type(given[0])}"
        return self.named_type(origin or hint) if attrs.has(origin or hint) else NAMES[hint]


def words(kind: type) -> str:
    """What the documentation of a class says, on one line."""
    return one(inspect.getdoc(kind) or "")


def one(text: str) -> str:
    """A text on one line."""
    return " ".join(text.split())


def protocol() -> str:
    """The page."""
    return Page().text()


if __name__ == "__main__":
    print(protocol(), end="")
