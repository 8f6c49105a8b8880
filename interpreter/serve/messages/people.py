"""People who meet on a page: what they are called, who is here, what they say, what they report."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from gdl.support.values import frozen
from interpreter.serve.messages.codec import Check

#: What may be written in a room: anything, what is offered to be said, nothing.
CHATS = ("free", "phrases", "off")
#: The longest that is said at once, and that a report has.
SAID, REPORTED = 200, 500


def _text(most: int) -> Check:
    return Check(
        lambda value: isinstance(value, str) and len(value) <= most,
        f"`{{}}` is a text of up to {most} letters",
    )


_MODE = Check(lambda value: value in CHATS, "a chat is `free`, `phrases` or `off`")
#: A code is made by the page that asks for it, long enough not to be guessed: 12 of 32 signs.
CODE = Check(
    lambda value: isinstance(value, str) and len(value) == 12 and value.isascii() and value.isalnum(),
    "a code has 12 letters and digits",
)


@frozen
class Onlooker:
    """Somebody who looks on and has a name."""

    person: str
    name: str


@frozen
class Onlookers:
    """Who is here without a seat: those with names, and how many there are more."""

    named: Sequence[Onlooker]
    others: int


@frozen
class Said:
    """What somebody has said in a room: the how manieth it is, by whom, at which seat if at one."""

    n: int
    person: str
    name: str
    player: int | None
    words: str


@frozen
class NameRequest:
    """What one wants to be called; empty for nothing."""

    name: Annotated[str, _text(200)]


@frozen
class NameTaken:
    """What one is called from now on."""

    name: str


@frozen
class SayRequest:
    """What somebody wants to say, in words."""

    words: Annotated[str, _text(SAID)]


@frozen
class ChatRequest:
    """What may be written in a room from now on: `free`, `phrases`, or `off`."""

    mode: Annotated[str, _MODE]


@frozen
class Phrases:
    """What can be said where not anything can."""

    phrases: Sequence[str]


@frozen(kw_only=True)
class ReportRequest:
    """What somebody reports to who looks after the server, and of whom, if of one person."""

    words: Annotated[str, _text(REPORTED)]
    person: Annotated[str | None, _text(40)] = None


@frozen
class CarryRequest:
    """The code by which the rights that one has here can be had on another machine too."""

    code: Annotated[str, CODE]


@frozen
class CarriedRoom:
    """A room that somebody has gone on to from another machine."""

    room: str


@frozen
class Carried:
    """The rooms that came by a code, and what one was called there."""

    rooms: Sequence[CarriedRoom]
    name: str
