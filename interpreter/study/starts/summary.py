"""What the proofs of many starts come to: who wins how many, in how many plies, by which first moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from attrs import frozen

from interpreter.study.starts.proofs import Proof

#: What a start may be to who begins.
WIN, DRAW, LOSS = 1.0, 0.0, -1.0


@frozen
class Summary:
    """Counts over the starts that were proved; nothing is estimated."""

    starts: int
    #: starts that were not proved within the time and the memory
    open: int
    #: how many are won, drawn, lost by who begins
    values: Mapping[float, int]
    #: how many of a value last so many plies
    plies: Mapping[tuple[float, int], int]
    #: how many have so many winning first moves; empty where first moves were not asked for
    winning: Mapping[int, int]
    #: in how many starts each first move wins, and in how many it was legal and proved
    moves: Mapping[str, tuple[int, int]]

    def as_json(self) -> dict[str, object]:
        """The same for programs."""
        return {
            "starts": self.starts,
            "open": self.open,
            "won": self.values.get(WIN, 0),
            "drawn": self.values.get(DRAW, 0),
            "lost": self.values.get(LOSS, 0),
            "plies": [[value, plies, count] for (value, plies), count in self.plies.items()],
            "winning_first_moves": [[moves, count] for moves, count in self.winning.items()],
            "first_moves": [[move, wins, of] for move, (wins, of) in self.moves.items()],
        }


def summary_of(proofs: Iterable[Proof]) -> Summary:
    """Count the proofs of some starts."""
    values: Counter[float] = Counter()
    plies: Counter[tuple[float, int]] = Counter()
    winning: Counter[int] = Counter()
    wins: Counter[str] = Counter()
    legal: Counter[str] = Counter()
    starts = left = 0
    for proof in proofs:
        starts += 1
        if proof.value is None:
            left += 1
            continue
        values[proof.value] += 1
        if proof.plies is not None:
            plies[proof.value, proof.plies] += 1
        if proof.moves:
            won = [first.move for first in proof.moves if first.value == WIN]
            winning[len(won)] += 1
            wins.update(won)
            legal.update(first.move for first in proof.moves)
    return Summary(
        starts,
        left,
        dict(values),
        dict(sorted(plies.items(), key=lambda item: (-item[0][0], item[0][1]))),
        dict(sorted(winning.items())),
        {move: (wins[move], legal[move]) for move in sorted(legal)},
    )
