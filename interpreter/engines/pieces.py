"""What stands on the sites of a position, as people see it."""

from __future__ import annotations

from attrs import field

from gdl.support.values import frozen


@frozen
class Piece:
    """A piece on a site, or the top one of a stack.

    `name` is the piece's name without its owner ("Pawn"), `owner` the number of its player (0: nobody's).
    `count` pieces lie there as a heap; `below` are the pieces under it in a stack, the lowest first.
    """

    name: str
    owner: int
    component: int = field(repr=False)
    count: int = 1
    state: int = 0
    value: int = 0
    rotation: int = 0
    below: tuple[Piece, ...] = ()

    @property
    def height(self) -> int:
        """How many pieces stand on the site one on another."""
        return len(self.below) + 1

    def __str__(self) -> str:
        text = f"{self.name} of player {self.owner}" if self.owner else self.name
        if self.count > 1:
            text = f"{self.count} x {text}"
        return f"{text} on {len(self.below)} more" if self.below else text


#: Of every site, in the engine's order, what is on it (None: empty).
Contents = tuple[Piece | None, ...]


def piece_name(component: str, owner: int) -> str:
    """A component's name without the number of its owner, which Ludii's naming puts at the end."""
    number = str(owner)
    if owner and component.endswith(number) and len(component) > len(number):
        return component[: -len(number)]
    return component
