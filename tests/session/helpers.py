"""Sessions for tests."""

from __future__ import annotations

from functools import cache

from gdl import Game, load
from interpreter.session.events import Event, Moved
from interpreter.session.session import Session


@cache
def game(name: str, **options: str) -> Game:
    return load(name, options=options).on("native")


def session(name: str = "tic-tac-toe", players: str = "human", seed: int = 1) -> Session:
    return Session(game(name), players, seed)


def moves(events: tuple[Event, ...]) -> list[str]:
    """The decisions among events, as texts."""
    return [str(event.move) for event in events if isinstance(event, Moved)]


def played(session: Session, *texts: str) -> Session:
    for text in texts:
        session.play(text)
    return session
