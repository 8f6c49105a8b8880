"""How a game stands and how it ended: tallies of what is counted, and the ranks of the players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gdl.support.values import frozen


@frozen
class Outcome:
    """The players' ranks at the end: 1.0 is first; those who share a place share its mean.

    `ranks[0]` belongs to player 1; `names` are the players' names in the same order.
    """

    ranks: tuple[float, ...]
    names: tuple[str, ...]

    @property
    def winner(self) -> int | None:
        """The number of the one player who is first, None where nobody is alone at the top."""
        first = [seat for seat, rank in enumerate(self.ranks, 1) if rank == 1.0]
        return first[0] if len(first) == 1 else None

    @property
    def draw(self) -> bool:
        """Whether all players share one rank. (A game for one player is won or lost, never drawn.)"""
        return len(self.ranks) > 1 and len(set(self.ranks)) == 1

    def value(self, player: int) -> float:
        """What a player gets who only asks for the first place: 1.0 alone there, -1.0 where somebody else is
        or who plays alone is not, 0.0 where nobody is."""
        if self.winner is None:
            return -1.0 if len(self.ranks) == 1 else 0.0
        return 1.0 if self.winner == player else -1.0

    def __str__(self) -> str:
        if self.draw:
            return "a draw"
        if len(self.ranks) == 1:
            return f"{self.names[0]} wins" if self.winner else f"{self.names[0]} loses"
        if len(self.ranks) == 2 and self.winner is not None:
            return f"{self.names[self.winner - 1]} wins"
        order = sorted(zip(self.ranks, self.names, strict=True), key=lambda each: each[0])
        places: dict[float, list[str]] = {}
        for rank, name in order:
            places.setdefault(rank, []).append(name)
        return ", then ".join(" and ".join(names) for names in places.values())


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
