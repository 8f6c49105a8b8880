"""Players: whoever chooses moves. A human is asked by the command line; the others are here."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Protocol

from attrs import define, field

from gdl.suggest import nearest
from interpreter.errors import PlayerError
from interpreter.move import Move
from interpreter.state import State

HUMAN = "human"


class Player(Protocol):
    """Chooses among the legal moves."""

    def choose(self, state: State) -> Move:
        """One of the state's legal moves; the state is not over."""
        ...

    def accepts_draw(self, state: State) -> bool:
        """Would the player agree to a draw here?"""
        ...


@define
class RandomPlayer:
    """Plays any legal move, each as likely, and never agrees to a draw."""

    seed: int | None = None
    _generator: random.Random = field(init=False, repr=False)

    def __attrs_post_init__(self) -> None:
        self._generator = random.Random(self.seed)

    def choose(self, state: State) -> Move:
        return state.random_move(self._generator)

    def accepts_draw(self, state: State) -> bool:
        return False


#: What can be named on the command line besides `human`.
PLAYERS: dict[str, Callable[[int | None], Player]] = {"random": RandomPlayer}


def seat(names: Sequence[str], seats: int, seed: int | None = None) -> list[Player | None]:
    """A player for each seat, None for a human; the last name fills the seats that are left.

    Raises PlayerError for an unknown name, or for more names than seats.
    """
    if len(names) > seats:
        raise PlayerError(f"{len(names)} players are named, but the game has {seats}")
    seated: list[Player | None] = []
    for index in range(seats):
        name = names[min(index, len(names) - 1)].strip().casefold()
        if name == HUMAN:
            seated.append(None)
        elif name in PLAYERS:
            seated.append(PLAYERS[name](None if seed is None else seed + index))
        else:
            known = [HUMAN, *PLAYERS]
            raise PlayerError(
                f"there is no player called `{name}`; there are {', '.join(known)}", nearest(name, known)
            )
    return seated
