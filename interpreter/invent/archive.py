"""The archive: a grid whose cells are niches, each with the best game of its kind; where others fell."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from gdl.support.values import define, field, frozen
from interpreter.errors.user_errors import InventError
from interpreter.support.files import read_at_most, write

FORMAT, VERSION = "ludwright archive of games", 3
#: What is so far from what is wished for in random games fills no niche, whatever searches say.
HOPELESS = 0.05
#: So many challengers are played by searches in a round, and so many of the kept ones climb another rung.
THINKING, CLIMBING = 4, 1
_MOST_BYTES = 64 << 20
#: Among what is new: not only the moves.
NOT_MOVES_ALONE = "ending or equipment"


@frozen
class Elite:
    """A game of the archive, as far as the search has measured it."""

    #: the fingerprint of its prepared rules
    name: str
    text: str
    play: str
    niche: dict[str, str]
    #: of what was measured: no more is left of it when more is
    quality: float
    #: of each wish about random play what these games came to
    values: tuple[float | None, ...]
    #: of each wish about games between searches
    thought: dict[str, float]
    #: whose child it is, and what was changed, from the first parent on
    story: tuple[str, ...]
    #: so many texts were known when it came
    number: int
    #: mean plies of random games
    length: float = 0.0
    #: so many rungs of searches have played it
    rung: int = 0
    #: whose games it was measured by before: `random` or `greedy`
    by: str = "random"

    def as_json(self) -> dict[str, Any]:
        """As JSON has it."""
        return {
            "rules": self.name, "play": self.play, "niche": self.niche, "quality": self.quality,
            "values": list(self.values), "thought": self.thought, "story": list(self.story),
            "number": self.number, "length": self.length, "rung": self.rung, "by": self.by, "text": self.text,
        }  # fmt: skip

    @classmethod
    def of_json(cls, row: Mapping[str, Any]) -> Elite:
        """From JSON. Raises KeyError, TypeError for what is none."""
        return cls(
            str(row["rules"]), str(row["text"]), str(row["play"]), dict(row["niche"]), float(row["quality"]),
            tuple(row["values"]), dict(row["thought"]), tuple(row["story"]), int(row["number"]),
            float(row["length"]), int(row["rung"]), str(row["by"]),
        )  # fmt: skip


@define
class Archive:
    """The grid, and what is known of all that was tried."""

    axes: tuple[str, ...]
    #: of each niche the best that searches have played
    cells: dict[tuple[str, ...], Elite] = field(factory=dict)
    #: of each niche what promises to be better, as far as it was measured
    challengers: dict[tuple[str, ...], Elite] = field(factory=dict)
    rounds: int = 0
    #: how many fell on each step, and how many did whose ending, moves or equipment are others
    fallen: Counter[str] = field(factory=Counter)
    #: the same by which part was changed
    by_part: dict[str, Counter[str]] = field(factory=dict)
    #: of the playable ones how many have moves, an ending, equipment that no parent has, numbers aside; and
    #: how many an ending or equipment
    new_parts: Counter[str] = field(factory=Counter)
    #: why texts do not compile, by the codes of mistakes
    mistakes: Counter[str] = field(factory=Counter)
    seen: set[str] = field(factory=set)
    rules: set[str] = field(factory=set)
    plays: set[str] = field(factory=set)

    @property
    def every(self) -> list[Elite]:
        """The elites, in the order of their niches."""
        return [self.cells[cell] for cell in sorted(self.cells)]

    @property
    def pool(self) -> list[Elite]:
        """Whoever may have offspring: elites and challengers."""
        return [*self.every, *(self.challengers[cell] for cell in sorted(self.challengers))]

    def yields(self) -> list[tuple[str, int, int]]:
        """What comes of offspring: what is counted, how many there are, of how many."""
        unique = self.tried - self.fallen["seen"]
        rows = [("unique texts that pass check", unique - self.fallen["check"], unique)]
        rows.append(("playable and new among all", self.fallen["playable"], self.tried))
        for part in ("moves", "ending", "equipment", NOT_MOVES_ALONE):
            rows.append((f"playable with {part} that no parent has", self.new_parts[part], self.tried))
        return rows

    @property
    def tried(self) -> int:
        """How many offspring there were."""
        return sum(self.fallen.values()) - self.fallen["thinks"]

    def cell_of(self, niche: Mapping[str, str]) -> tuple[str, ...]:
        """The cell of a niche."""
        return tuple(niche[axis] for axis in self.axes)

    def candidates(self, rows: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
        """Of those that were tried the playable ones that are new; each way to play once."""
        kept: dict[str, Mapping[str, Any]] = {}
        for row in rows:
            if row["fell"] != "playable" or row["rules"] in self.rules or row["play"] in self.plays:
                continue
            if row["quality"] >= HOPELESS:
                kept.setdefault(row["play"], row)
        return list({row["rules"]: row for row in kept.values()}.values())

    def challenge(self, elites: Sequence[Elite]) -> None:
        """Let games challenge the best of their niches: whoever promises more than these, and than who
        challenges them already."""
        for elite in elites:
            cell = self.cell_of(elite.niche)
            for there in (self.cells.get(cell), self.challengers.get(cell)):
                if there is not None and there.quality >= elite.quality:
                    break
            else:
                self.challengers[cell] = elite

    def contenders(self, rungs: Mapping[str, int]) -> list[Elite]:
        """Who is to be played by searches: those challengers who may add most to the sum of the qualities of
        all niches (its QD-score), and the best of those kept who have another rung to climb."""

        def gain(cell: tuple[str, ...]) -> float:
            best = self.cells.get(cell)
            return self.challengers[cell].quality - (0.0 if best is None else best.quality)

        cells = sorted(self.challengers, key=lambda cell: (-gain(cell), cell))
        climbing = sorted((e for e in self.every if e.rung < rungs[e.by]), key=lambda e: (-e.quality, e.name))
        return [*(self.challengers[cell] for cell in cells[:THINKING]), *climbing[:CLIMBING]]

    def settle(self, before: Elite, after: Elite | None) -> None:
        """What searches made of a contender; None: they cannot play it. Who takes a niche has climbed as far
        as who had it: higher up less is left of everybody."""
        cell = self.cell_of(before.niche)
        if self.cells.get(cell) is before:
            if after is None:
                del self.cells[cell]
            else:
                self.cells[cell] = after
        elif self.challengers.get(cell) is before:
            del self.challengers[cell]
            if after is not None:
                self.rules.add(after.name)
                self.plays.add(after.play)
                self._enter(after)
        if after is None:
            self.fallen["thinks"] += 1

    def _enter(self, elite: Elite) -> None:
        """Give a game that was played by searches its niche (shorter rules may be of another than before), or
        let it challenge who has it and has climbed further."""
        cell = self.cell_of(elite.niche)
        best, other = self.cells.get(cell), self.challengers.get(cell)
        if best is None or (elite.quality > best.quality and elite.rung >= best.rung):
            self.cells[cell] = elite
        elif elite.quality > best.quality and (other is None or elite.quality > other.quality):
            self.challengers[cell] = elite

    def take(self, rows: Sequence[Mapping[str, Any]]) -> None:
        """What was tried in a round."""
        for row in rows:
            fell = row["fell"]
            if fell == "playable" and row["play"] in self.plays:
                fell = "same play"
            elif fell != "seen" and row.get("key") in self.seen:
                fell = "seen"
            elif fell not in ("seen", "check", "large") and row["rules"] in self.rules:
                fell = "same rules"
            self.fallen[fell] += 1
            for part in row.get("parts", ()):
                self.by_part.setdefault(part, Counter())[fell] += 1
            if fell == "playable":
                new = row.get("new", ())
                self.new_parts.update(new)
                self.new_parts[NOT_MOVES_ALONE] += bool({"ending", "equipment"} & {*new})
            if fell == "check":
                self.mistakes[row["why"]] += 1
            if "key" in row:
                self.seen.add(row["key"])
            if row.get("rules"):
                self.rules.add(row["rules"])
            if row.get("play"):
                self.plays.add(row["play"])

    def as_json(self, plan: Mapping[str, Any]) -> dict[str, Any]:
        """The archive with all that decides it."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "plan": dict(plan),
            "rounds": self.rounds,
            "tried": self.tried,
            "fell": dict(sorted(self.fallen.items())),
            "by part": {part: dict(sorted(count.items())) for part, count in sorted(self.by_part.items())},
            "new parts": dict(sorted(self.new_parts.items())),
            "mistakes": dict(sorted(self.mistakes.items())),
            "elites": [each.as_json() for each in self.every],
        }


def write_archive(archive: Archive, plan: Mapping[str, Any], path: Path) -> None:
    """Write it to a file. Raises UnreadableFileError."""
    write(path, json.dumps(archive.as_json(plan), indent=1, ensure_ascii=False) + "\n")


def read_elites(path: Path) -> tuple[Mapping[str, Any], list[Elite]]:
    """The plan and the elites of a file. Raises InventError for what is no archive."""
    try:
        whole = json.loads(read_at_most(_MOST_BYTES, path))
        if whole["format"] != FORMAT or whole["version"] != VERSION:
            raise KeyError
        return whole["plan"], [Elite.of_json(row) for row in whole["elites"]]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise InventError(f"{path} is no archive of games") from None
