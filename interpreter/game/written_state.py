"""States as one line of text, read back exactly (the role that FEN has in chess), for any game.

    3/1X1/3 2 1 last_to=b2

What stands where (`placement.py`), whose turn it is by the number of the seat, how many moves have been made;
then the fields of the state that are not what these say already, by their names: a usual position has few. No
field is left out, so nothing that a rule can ask for is lost. The positions before, where rules look at them,
come last, packed (`past=`): they are read by the release that wrote them.
"""

from __future__ import annotations

import base64
import binascii
import re
import struct
import zlib
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import Any, NoReturn

from gdl.core.arithmetic import members
from gdl.core.ops import BOOL, FLOAT, INT, SITES, Field, Program, Remember
from gdl.core.walk import statements
from gdl.source.suggest import nearest
from interpreter.engines.contents import Contents, Piece
from interpreter.engines.frozen import is_value
from interpreter.engines.interface import Engine, RawState, Recorded
from interpreter.engines.placing import PIECE_FIELDS
from interpreter.game.placement import Placement, wrong
from interpreter.support.numbers import MOST_PLIES

#: Fields that hold a site.
_SITES = ("last_to", "last_from")
_PAST = "past"
#: The name of a site that is written as it is.
_NAME = re.compile(r"[A-Za-z]\w*", re.ASCII)
_PLAIN = re.compile(r"\w+")
#: The most bytes that the positions before may be.
_MOST_PAST = 1 << 26


#: A state's first words; moves are never written so.
_WRITTEN = re.compile(r"\s*(?!\d+\s)[^\s:{][^\s:]*\s+\d+\s+\d+(\s|$)|\s*\{[^\s:]*\s+\d+\s+\d+(\s|$)")


def is_written_state(text: str) -> bool:
    """Whether a text looks like a state on one line, rather than like moves, a file's name, or YAML."""
    return bool(_WRITTEN.match(text))


class Writing:
    """Writes and reads the states of one engine."""

    def __init__(self, engine: Engine, placement: Placement) -> None:
        self._engine = engine
        self._placement = placement
        self._program: Program = engine.program

    # --- Writing --------------------------------------------------------------------------------------

    def written(self, raw: RawState, ply: int) -> str:
        """A state as text."""
        contents, mover = self._engine.contents(raw), self._engine.seat(raw)
        contents = self._with_dice(contents)
        words = [self._placement.written(contents), str(mover), str(ply)]
        for field in self._program.fields:
            if field.name == "mover":
                continue
            value = self._engine.value(raw, field.name)
            usual = self._usual(field, contents, mover, ply)
            if field.length is None:
                if value != usual:
                    words.append(f"{self._written_keys[field]}={self._one(field, value)}")
            elif tuple(value) != usual:
                pairs = zip(value, usual, strict=True)
                items = [
                    f"{self._index(field, number)}:{self._one(field, one)}"
                    for number, (one, other) in enumerate(pairs)
                    if one != other
                ]
                words.append(f"{self._written_keys[field]}={','.join(items)}")
        state = self._engine.recorded(raw)
        if (state.positions, state.earlier) != (self._usual_past(state.record, mover), 0):
            past = f"{state.earlier}.{self._packed(state.positions)}" if state.positions else "-"
            words.append(f"{_PAST}={past}")
        return " ".join(words)

    def _with_dice(self, contents: Contents) -> Contents:
        """The same with the dice on their sites; what they show is told by fields of their own."""
        dice = self._program.names.dice
        if not dice:
            return contents
        result = [*contents]
        for number, site in enumerate(dice, 1):
            result[site] = Piece("", self._program.owners[number], number)
        return tuple(result)

    def _usual(self, field: Field, contents: Contents, mover: int, ply: int) -> Any:
        """A field's value, of an array a tuple, where nothing is said of it."""
        if field.name in PIECE_FIELDS:
            value = PIECE_FIELDS[field.name](contents, field, self._program)
            return tuple(value) if field.length is not None else value
        if field.length is not None:
            return (field.initial,) * field.length
        players = self._program.players
        if field.name == "prev" and not ply:
            return field.initial
        known = {"moves": ply, "turns": ply, "next": mover % players + 1, "prev": (mover - 2) % players + 1}
        return known.get(field.name, field.initial)

    @cached_property
    def _remembers(self) -> bool:
        """Whether the rules look at positions before."""
        return any(
            isinstance(each, Remember) for proc in self._program.procs for each in statements(proc.body)
        )

    def _usual_past(self, record: bytes, mover: int) -> bytes:
        """What is remembered where nothing is said of it: the position itself."""
        return self._engine.layout.remembered_as(record, mover) if self._remembers else b""

    @cached_property
    def _names(self) -> dict[str, int]:
        """The sites whose names are written as they are."""
        names = self._program.names.sites
        return {
            name: site for site, name in enumerate(names) if _NAME.fullmatch(name) and names.count(name) == 1
        }

    @cached_property
    def _keys(self) -> dict[str, Field]:
        fields = self._program.fields
        return {
            field.name if _PLAIN.fullmatch(field.name) else f"#{n}": field for n, field in enumerate(fields)
        }

    @cached_property
    def _written_keys(self) -> dict[Field, str]:
        return {field: key for key, field in self._keys.items()}

    def _site(self, site: int) -> str:
        name = self._program.names.sites[site] if site < len(self._program.names.sites) else ""
        return name if name in self._names else str(site)

    def _index(self, field: Field, number: int) -> str:
        return self._site(number) if field.length == self._program.sites else str(number)

    def _one(self, field: Field, value: Any) -> str:
        if field.type is SITES:
            listed, bits = "+".join(map(self._site, members(value))), f"0x{value:x}"
            return min(listed or "-", bits, key=len)
        if field.type is FLOAT:
            return repr(float(value)).removesuffix(".0")
        if field.name in _SITES and value >= 0:
            return self._site(value)
        return str(int(value))

    def _packed(self, positions: bytes) -> str:
        """Positions, each as what it differs in from the one before, compressed."""
        size = self._engine.layout.position_size
        before = bytes(size) + positions[:-size]
        changes = int.from_bytes(positions, "little") ^ int.from_bytes(before, "little")
        packing = zlib.compressobj(6, zlib.DEFLATED, -15)
        raw = packing.compress(changes.to_bytes(len(positions), "little")) + packing.flush()
        return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()

    # --- Reading --------------------------------------------------------------------------------------

    def read(self, text: str, generator: int) -> tuple[RawState, int]:
        """The state of a text, which draws from a generator; and how many moves have been made.

        Raises PositionError with the column and what was expected there.
        """
        words = [(match.start() + 1, match[0]) for match in re.finditer(r"\S+", text)]
        if len(words) < 3:
            what = ("what stands where", "the number of the player to move", "how many moves have been made")
            raise wrong(len(text.rstrip()) + 1, f"expected {what[len(words)]}, not the end")
        (place, board), (at_mover, mover_text), (at_ply, ply_text), *others = words
        contents = self._with_dice(self._placement.read(board, place))
        players = self._program.players
        mover = _number(mover_text, at_mover, 1, players, "the number of the player to move")
        ply = _number(ply_text, at_ply, 0, MOST_PLIES, "how many moves have been made")
        said = dict(self._said(others))
        values = {field: self._usual(field, contents, mover, ply) for field in self._program.fields}
        for field, (column, value) in said.items():
            if isinstance(field, Field):
                values[field] = self._read_value(field, value, column, values[field])
        values[next(f for f in self._program.fields if f.name == "mover")] = mover
        layout = self._engine.layout
        try:
            record = layout.packing.packed(values[field] for field in layout.packing.fields)
        except (OverflowError, struct.error):
            record = b""
        if not layout.lanes.hold(record):
            self._refuse(values, {f: column for f, (column, _) in said.items() if isinstance(f, Field)})
        positions, earlier = self._usual_past(record, mover), 0
        if _PAST in said:
            column, value = said[_PAST]
            positions, earlier = (b"", 0) if value == "-" else self._unpacked(value, column)
        return self._engine.from_record(Recorded(record, positions, earlier), generator, ply), ply

    def _said(self, words: Sequence[tuple[int, str]]) -> Iterator[tuple[Field | str, tuple[int, str]]]:
        """The fields that a text tells: of each where its value begins, and the value."""
        seen: set[str] = set()
        for column, word in words:
            key, equals, value = word.partition("=")
            if not equals:
                raise wrong(column, f"expected a field with its value, as in last_to=a1, not `{word}`")
            if key != _PAST and (key not in self._keys or key == "mover"):
                raise wrong(
                    column, f"expected a field of the state, not `{key}`", nearest(key, [*self._keys, _PAST])
                )
            if key in seen:
                raise wrong(column, f"expected another field: `{key}` is told already")
            seen.add(key)
            yield key if key == _PAST else self._keys[key], (column + len(key) + 1, value)

    def _read_value(self, field: Field, text: str, column: int, usual: Any) -> Any:
        if field.length is None:
            return self._read_one(field, text, column)
        result = list(usual)
        for item in text.split(","):
            index, colon, value = item.partition(":")
            if not colon:
                raise wrong(column, f"expected which of {field.name} and its value, as in 1:5, not `{item}`")
            known = self._names.get(index) if field.length == self._program.sites else None
            number = known if known is not None else _number(index, column, 0, field.length - 1, "a number")
            result[number] = self._read_one(field, value, column + len(index) + 1)
            column += len(item) + 1
        return tuple(result)

    def _read_one(self, field: Field, text: str, column: int) -> Any:
        if field.type is SITES:
            return self._read_set(text, column)
        if field.type is FLOAT:
            return _parsed(float, text, column, "a number")
        if field.type is BOOL:
            return bool(_number(text, column, 0, 1, "0 or 1"))
        if field.name in _SITES and text in self._names:
            return self._names[text]
        return _parsed(int, text, column, "a whole number" if field.name not in _SITES else "a site")

    def _read_set(self, text: str, column: int) -> int:
        if text == "-":
            return 0
        if text.startswith("0x"):
            return int(_parsed(lambda digits: int(digits, 16), text, column, "a set of sites"))
        result = 0
        for name in text.split("+"):
            known = self._names.get(name)
            site = known if known is not None else _number(name, column, 0, self._program.sites - 1, "a site")
            result |= 1 << site
            column += len(name) + 1
        return result

    def _refuse(self, values: dict[Field, Any], columns: dict[Field, int]) -> NoReturn:
        """Raise PositionError for the first field that cannot have its value."""
        bounds, sites = self._engine.layout.bounds, self._program.sites
        for field, value in values.items():
            for each in value if field.length is not None else (value,):
                if not is_value(each, field, bounds.get(field), sites):
                    low, high = bounds.get(field) or (0, 0)
                    wanted = f"{low} to {high}" if field.type is INT else "sites of the board"
                    raise wrong(columns.get(field, 1), f"expected {wanted} for `{field.name}`, not {each}")
        raise wrong(1, "expected a position that a state of this game can have")

    def _unpacked(self, text: str, column: int) -> tuple[bytes, int]:
        """The positions before, and how many of them are of earlier turns."""
        first, _, packed = text.partition(".")
        size = self._engine.layout.position_size
        try:
            raw = base64.b64decode(packed + "=" * (-len(packed) % 4), b"-_", validate=True)
            changes = zlib.decompressobj(-15).decompress(raw, _MOST_PAST)
        except (binascii.Error, zlib.error, ValueError):
            raise wrong(
                column, "expected the positions before as they were packed: these are damaged"
            ) from None
        count, rest = divmod(len(changes), size)
        if rest or not count:
            raise wrong(column, "expected positions of these rules, as this release remembers them")
        earlier = _number(first, column, 0, count, "how many positions are of earlier turns")
        before, result = 0, []
        for at in range(0, len(changes), size):
            before ^= int.from_bytes(changes[at : at + size], "little")
            result.append(before.to_bytes(size, "little"))
        positions = b"".join(result)
        if not self._engine.layout.holds_positions(positions):
            raise wrong(column, "expected positions of these rules, as this release remembers them")
        return positions, earlier


def _parsed(read: Callable[[str], Any], text: str, column: int, what: str) -> Any:
    try:
        if len(text) > 400 or "_" in text:
            raise ValueError
        return read(text)
    except ValueError:
        raise wrong(column, f"expected {what}, not `{text[:40]}`") from None


def _number(text: str, column: int, least: int, most: int, what: str) -> int:
    if re.fullmatch(r"[0-9]{1,18}", text) and least <= int(text) <= most:
        return int(text)
    raise wrong(column, f"expected {what}, {least} to {most}, not `{text[:40]}`")
