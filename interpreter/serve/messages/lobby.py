"""The lobby: games that somebody has begun and anybody may join."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated

from gdl.support.values import frozen
from interpreter.serve.messages.codec import Check
from interpreter.serve.messages.room import ClockTerms, Whole


@frozen
class OpenSeat:
    """A seat of an open game: what it is called, who sits there if anybody is known by a name, is it free."""

    name: str
    who: str | None
    free: bool


@frozen
class OpenGame:
    """A game that anybody may join. `game` is its name here, `minutes` says for how long it is offered."""

    room: str
    game: str
    title: str
    seats: Sequence[OpenSeat]
    options: Mapping[str, str]
    clock: ClockTerms | None
    minutes: int


@frozen
class Lobby:
    """The games that may be joined, those that were offered last first; `kept` says whether there is a lobby
    here at all."""

    games: Sequence[OpenGame]
    kept: bool


@frozen
class OfferRequest:
    """May anybody join?"""

    open: Annotated[bool, Check(lambda value: isinstance(value, bool), "`{}` is true or false")]


@frozen(kw_only=True)
class JoinRequest:
    """For which player somebody wants to join, the first who is free where it is left out."""

    player: Whole = None
