"""The record's ways to write sites, moves and what stands on a site."""

from __future__ import annotations

from gdl.core.ops import Program
from gdl.equip.facts import Facts
from gdl.words.words import SiteType
from interpreter.engines.contents import Contents, Piece
from interpreter.engines.interface import Endpoints
from interpreter.replay.trace import Position

_PREFIX = {SiteType.CELL: "c", SiteType.VERTEX: "v", SiteType.EDGE: "e"}


class Keys:
    """Translates one game's sites, moves and positions to the record's way of writing them."""

    def __init__(self, program: Program, facts: Facts) -> None:
        self.sites = [self._site(facts, site) for site in range(facts.size)]
        self._shared = facts.players + 1
        self._dice = {self.sites[site] for site in program.names.dice}
        fields = {f.name for f in program.fields}
        self._tracked = (
            "count" in fields or "height" in fields,
            "state" in fields or "level_state" in fields,
            "rotation" in fields or "level_rotation" in fields,
            "value" in fields or "level_value" in fields,
        )

    @staticmethod
    def _site(facts: Facts, site: int) -> str:
        if site < facts.board_count:
            return f"{_PREFIX[facts.main]}{site}"
        for type_, offset in facts.offsets.items():
            if offset and offset <= site < offset + facts.topology.count(type_):
                return f"{_PREFIX[type_]}{site - offset}"
        return f"c{site}"

    def move(self, decision: str, seen: Endpoints) -> str:
        """`from-to`, or `pass`, or `swap`."""
        if decision in ("pass", "swap"):
            return decision
        origin, target = self._end(seen.origin), self._end(seen.target)
        if seen.levels is not None:
            low, high = seen.levels
            origin += f"^{low}" if low > 0 else ""
            target += f"^{high}" if high > 0 else ""
        return f"{origin}-{target}"

    def _end(self, site: int) -> str:
        if site < 0:
            return str(site)
        return self.sites[site].removeprefix("c")

    def position(self, contents: Contents) -> Position:
        """What stands where."""
        return {
            self.sites[site]: "|".join(self._value(p) for p in (*piece.below, piece))
            for site, piece in enumerate(contents)
            if piece is not None
        }

    @staticmethod
    def _value(piece: Piece) -> str:
        parts = (piece.component, piece.owner, piece.count, piece.state, piece.rotation, piece.value)
        return ".".join(map(str, parts))

    def same(self, ours: Position, recorded: Position) -> bool:
        """Are these the same position, as far as the program keeps track?"""
        return not self.differences(ours, recorded)

    def differences(self, ours: Position, recorded: Position) -> list[str]:
        """The sites that differ, each with both values."""
        result = []
        for site in sorted({*ours, *recorded}, key=lambda s: (s[0], int(s[1:]))):
            mine, theirs = ours.get(site), recorded.get(site)
            # What a die shows is its state.
            if mine != theirs and (site in self._dice or not self._alike(mine, theirs)):
                result.append(f"{site}: ours {mine}, recorded {theirs}")
        return result

    def _alike(self, mine: str | None, theirs: str | None) -> bool:
        if mine is None or theirs is None:
            # An empty site may keep a state unseen.
            return (mine or theirs or "").split(".")[0] == "0"
        one, other = mine.split("|"), theirs.split("|")
        if len(one) != len(other):
            return False
        return all(self._same_piece(a.split("."), b.split(".")) for a, b in zip(one, other, strict=True))

    def _same_piece(self, mine: list[str], theirs: list[str]) -> bool:
        if mine[0] != theirs[0]:
            return False
        # Who owns a piece that is nobody's, or shared by all, is recorded in more than one way.
        if mine[1] != theirs[1] and int(mine[1]) not in (0, self._shared):
            return False
        kept = zip(self._tracked, mine[2:], theirs[2:], strict=True)
        return all(a == b for tracked, a, b in kept if tracked)
