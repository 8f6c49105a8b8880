"""Where a game stands among others: percentile ranks among the shipped games, by random play.

A number says little alone. The table is made by `python -m benchmarks.shipped --write`, with a seed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.resources import files
from typing import TYPE_CHECKING

from gdl.support.values import frozen

if TYPE_CHECKING:
    from interpreter.study.study import Study

#: What is compared, by the key of the measure: what a game with more of it is, and one with less.
COMPARED = {
    "length.mean": ("longer", "shorter"),
    "branching": ("more moves to choose from", "fewer moves to choose from"),
    "seat.advantage": ("more uneven between its seats", "more even between its seats"),
    "decisiveness": ("more decisive", "more often drawn"),
    "coverage": ("uses more of its board", "uses less of its board"),
}


@frozen
class Table:
    """Measures of the shipped games."""

    seed: int
    games: int
    #: by measure: by game's name
    measures: dict[str, dict[str, float]]


def shipped_table() -> Table:
    """The table that is shipped."""
    text = files("interpreter.study").joinpath("shipped.json").read_text(encoding="utf-8")
    data = json.loads(text)
    return Table(data["seed"], data["games"], data["measures"])


@frozen
class Rank:
    """Where a measure of a game stands among those of other games."""

    key: str
    #: how many others there are, and how many of them have surely less of it, and surely more
    of: int
    below: int
    above: int

    @property
    def sentence(self) -> str:
        """`longer than 80 % of the shipped games`; nothing where it lies in the middle."""
        more, less = COMPARED[self.key]
        words, count = (more, self.below) if self.below >= self.above else (less, self.above)
        verb = "" if words.startswith("uses") else "has " if "moves to" in words else "is "
        return f"{verb}{words} than {count / self.of:.0%}"


def ranks(study: Study, table: Table) -> Iterator[Rank]:
    """The ranks of a study's measures of random play, beside the games of other names."""
    for key, values in table.measures.items():
        mine = next(
            (m for m in study.measures if m.of.key == key and m.setting.agent.startswith("random")), None
        )
        others = [value for name, value in values.items() if name != study.game]
        if mine is None or not others:
            continue
        below, above = sum(value < mine.low for value in others), sum(value > mine.high for value in others)
        yield Rank(key, len(others), below, above)


def placed(study: Study) -> Iterator[str]:
    """One sentence; none where nothing can be compared."""
    ranked = list(ranks(study, shipped_table()))
    if not ranked:
        return
    sentences = [rank.sentence for rank in ranked if 2 * max(rank.below, rank.above) >= rank.of]
    if sentences:
        listed = sentences[0] if len(sentences) == 1 else f"{'; '.join(sentences[:-1])}; {sentences[-1]}"
        games = max(rank.of for rank in ranked)
        yield f"Of the {games} other shipped games, between players at random, it {listed}."
