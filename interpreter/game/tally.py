"""What the players have of each thing that a game counts: points, chips, castles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gdl.support.values import frozen


@frozen
class Tally:
    """How many each player has of something, player 1 first."""

    name: str
    numbers: tuple[int, ...]

    def text(self, players: Sequence[str]) -> str:
        """`chips: Red 13, Blue 11`."""
        pairs = zip(players, self.numbers, strict=True)
        return f"{self.name}: " + ", ".join(f"{player} {number}" for player, number in pairs)


def tallies(said: Mapping[str, str], scores: tuple[int, ...], values: tuple[int, ...]) -> tuple[Tally, ...]:
    """The scores, if the game has any, and the numbers that players carry, if the game's metadata says what
    they count: `(scores "chips")`, `(values "castles")`."""
    result = [Tally(said.get("scores", "scores"), scores)] if scores else []
    if values and "values" in said:
        result.append(Tally(said["values"], tuple(max(0, number) for number in values)))  # Off: none yet
    return tuple(result)
