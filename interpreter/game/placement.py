"""What stands where as one word, in the manner of FEN (S. Edwards, PGN standard, 1994, 16.1), for any board.

The rows of the board from the top, with `/` between; behind a `|` each what is beside the board. A number
stands for so many empty sites, a piece is a letter (as in drawings, where these have one), or its name in
square brackets. What more there is of a piece follows in round brackets: how many lie there, `s` and the
local state, `v` and the value, `r` and the rotation. A stack stands in braces, the lowest piece first:
`3/1X1/3`, `R[Guard1](s2)6`, `S(4)S(4)`, `{XOO}2`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import groupby

from gdl.core.ops import Program
from gdl.source.suggest import nearest
from gdl.support.values import evolve
from interpreter.drawing.plan import Plan
from interpreter.engines.contents import Contents, Piece, piece_name
from interpreter.errors.user_errors import PositionError

#: What stands for a piece by itself: no digit, and nothing that has a meaning here.
_SIGN = re.compile(r"[A-Za-z*+%&@$~=]")
_MORE = re.compile(r"\((?P<count>\d{1,18})?(?P<rest>(?:[svr]-?\d{1,18})*)\)")
_EACH = re.compile(r"([svr])(-?\d+)")
_EMPTY = re.compile(r"\d{1,9}")
_NAMES = {"s": "state", "v": "value", "r": "rotation"}
#: Among so many components those that drawings have no letter for get one all the same.
_FEW = 13
#: A board whose rows have fewer sites than this, in the mean, is written in one row.
_SHORT = 2.0


def wrong(column: int, message: str, suggestions: Sequence[str] = ()) -> PositionError:
    """A mistake in a position that is written on one line; columns count from 1."""
    return PositionError(f"column {column} of the position: {message}", suggestions)


class Placement:
    """Writes and reads what stands on the sites of one game. `symbols` are those of the game's drawings."""

    def __init__(self, program: Program, plan: Plan, symbols: Sequence[str]) -> None:
        self._program = program
        self._plan = plan
        self._symbols = symbols

    @cached_property
    def parts(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """The sites by number: of the board and of each thing beside it, row by row."""
        spots = sorted(self._plan.every_spot, key=lambda spot: (-round(spot.y, 3), round(spot.x, 3)))
        rows = [tuple(s.site for s in row) for _, row in groupby(spots, lambda spot: round(spot.y, 3))]
        if len(spots) < _SHORT * len(rows):
            rows = [tuple(sorted(spot.site for spot in spots))]
        parts = [tuple(rows), *((sites,) for _, sites in self._plan.beside)]
        seen = {site for part in parts for row in part for site in row} | {*self._program.names.dice}
        others = tuple(site for site in range(self._program.sites) if site not in seen)
        return tuple(part for part in (*parts, (others,)) if any(part))

    @cached_property
    def _sites(self) -> frozenset[int]:
        return frozenset(site for part in self.parts for row in part for site in row)

    @cached_property
    def words(self) -> tuple[str, ...]:
        """What stands for each component; index 0, no piece, has none."""
        every, taken = [*self._symbols], set(self._symbols)
        result = [""]
        for number, name in enumerate(self._program.names.components[1:], 1):
            symbol = every[number]
            if every.count(symbol) > 1 or not _SIGN.fullmatch(symbol):
                letters = (letter for letter in name.upper() + name.lower() if _SIGN.fullmatch(letter))
                free = next((letter for letter in letters if letter not in taken), None)
                symbol = free if free is not None and len(every) <= _FEW else f"[{name}]"
                taken.add(symbol)
            result.append(symbol)
        return tuple(result)

    @cached_property
    def _components(self) -> dict[str, int]:
        """The components by what stands for them, and by their names in brackets."""
        names = self._program.names.components
        named = {f"[{name}]": number for number, name in enumerate(names) if number}
        return named | {word: number for number, word in enumerate(self.words) if number}

    # --- Writing --------------------------------------------------------------------------------------

    def written(self, contents: Contents) -> str:
        """What stands where."""
        return "|".join("/".join(self._row(row, contents) for row in part) for part in self.parts)

    def _row(self, row: Sequence[int], contents: Contents) -> str:
        result, empty = "", 0
        for site in row:
            piece = contents[site]
            if piece is None:
                empty += 1
                continue
            result += f"{empty or ''}{self._stack(piece)}"
            empty = 0
        return result + str(empty or "")

    def _stack(self, piece: Piece) -> str:
        if not piece.below:
            return self._piece(piece)
        return "{" + "".join(map(self._piece, (*piece.below, evolve(piece, below=())))) + "}"

    def _piece(self, piece: Piece) -> str:
        more = str(piece.count) if piece.count != 1 else ""
        more += "".join(f"{key}{n}" for key, name in _NAMES.items() if (n := getattr(piece, name)))
        return self.words[piece.component] + (f"({more})" if more else "")

    # --- Reading --------------------------------------------------------------------------------------

    def read(self, text: str, column: int = 1) -> Contents:
        """What stands on each site; `column` is where the text begins. Raises PositionError."""
        contents: list[Piece | None] = [None] * self._program.sites
        parts = text.split("|")
        if len(parts) != len(self.parts):
            beside = len(self.parts) - 1
            kinds = f"a board and {beside} parts beside it, with `|` between" if beside else "a board alone"
            raise wrong(column, f"expected {kinds}, not {len(parts)} parts")
        for part, rows in zip(parts, self.parts, strict=True):
            given = part.split("/")
            if len(given) != len(rows):
                raise wrong(
                    column, f"expected {_many(len(rows), 'row')} (with `/` between), not {len(given)}"
                )
            for row, sites in zip(given, rows, strict=True):
                self._read_row(row, column, sites, contents)
                column += len(row) + 1
        return tuple(contents)

    def _read_row(self, row: str, column: int, sites: Sequence[int], contents: list[Piece | None]) -> None:
        at = 0
        for start, piece, count in self._read_items(row, column):
            if at + count > len(sites):
                raise wrong(
                    column + start, f"expected the end of the row: it has {_many(len(sites), 'site')}"
                )
            contents[sites[at]] = piece
            at += count
        if at < len(sites):
            raise wrong(column + len(row), f"expected {_many(len(sites) - at, 'site')} more in this row")

    def _read_items(self, row: str, column: int) -> Iterator[tuple[int, Piece | None, int]]:
        """Where each item of a row begins, the piece, and how many sites it is for."""
        at = 0
        while at < len(row):
            start = at
            empty = _EMPTY.match(row, at)
            if empty is not None:
                at = empty.end()
                if not int(empty[0]):
                    raise wrong(column + start, "expected a piece or how many sites are empty, not 0")
                yield start, None, int(empty[0])
            elif row[at] == "{":
                levels: list[Piece] = []
                at += 1
                while not row.startswith("}", at):
                    piece, at = self._read_piece(row, at, column)
                    levels.append(piece)
                at += 1
                if len(levels) < 2 or not self._program.stacks:
                    needs = (
                        "two pieces or more in a stack" if self._program.stacks else "no stack in this game"
                    )
                    raise wrong(column + start, f"expected {needs}")
                if len(levels) > self._program.stack_limit:
                    raise wrong(
                        column + start, f"expected at most {self._program.stack_limit} pieces in a stack"
                    )
                yield start, evolve(levels[-1], below=tuple(levels[:-1])), 1
            else:
                piece, at = self._read_piece(row, at, column)
                yield start, piece, 1

    def _read_piece(self, row: str, at: int, column: int) -> tuple[Piece, int]:
        end = row.find("]", at) + 1 if row.startswith("[", at) else at + 1
        word = row[at : end or len(row)]
        number = self._components.get(word)
        if number is None:
            known = [*dict.fromkeys(self.words[1:])]
            if not word:
                raise wrong(column + at, "expected a piece, not the end")
            near = nearest(word, self._components)
            told = ", ".join(known[:20])
            raise wrong(
                column + at, f"expected a piece ({told}) or how many sites are empty, not `{word}`", near
            )
        program = self._program
        owner = program.owners[number]
        piece = Piece(piece_name(program.names.components[number], owner), owner, number)
        at += len(word)
        if not row.startswith("(", at):
            return piece, at
        more = _MORE.match(row, at)
        if more is None:
            raise wrong(
                column + at, "expected how many, and s, v or r with a number, as in (4), (s2) or (4s2)"
            )
        numbers = {key: int(number) for key, number in _EACH.findall(more["rest"])}
        state, value, rotation = (numbers.get(key, 0) for key in "svr")
        piece = evolve(piece, count=int(more["count"] or 1), state=state, value=value, rotation=rotation)
        return piece, more.end()


def _many(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"
