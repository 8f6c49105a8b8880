"""Composing the text of a board from the texts of its tiles."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence

_PLACE = re.compile(r"([^@\s/]+)(?:@(-?\d+))?$")


class MosaicError(ValueError):
    """A layout that does not make sense; the message is for its author."""


def turned(rows: Sequence[str], quarters: int) -> list[str]:
    """A square text turned clockwise."""
    result = list(rows)
    for _ in range(quarters % 4):
        result = ["".join(column) for column in zip(*reversed(result), strict=True)]
    return result


def arrange(layout: str, faces: Mapping[str, Sequence[str]], rows: int, columns: int) -> list[str]:
    """The rows of a board of so many rows and columns, composed by the layout (see `Mosaic`)."""
    sizes = {len(face) for face in faces.values()} | {len(row) for face in faces.values() for row in face}
    if len(sizes) != 1 or sizes == {0}:
        raise MosaicError("all faces must be squares of the same size")
    size = sizes.pop()
    if layout.strip().startswith("random:"):
        layout = _shuffled(layout, list(faces), rows // size, columns // size)
    lines = [line.split() for line in layout.split("/")]
    tall, wide = rows // size, columns // size
    if len(lines) != tall or any(len(line) != wide for line in lines):
        given = " / ".join(str(len(line)) for line in lines)
        most = max(map(len, lines))
        holds = f"a tile is {size}x{size} cells, so this board of {rows}x{columns} holds "
        holds += f"{tall} rows of {wide} tiles" if tall > 1 else f"{wide} tile{'s' * (wide > 1)}"
        instead = f"for these the board has {size * len(lines)}x{size * most} cells"
        raise MosaicError(f"{holds}, but here are {given}; the rows are told apart by /, and {instead}")
    board: list[str] = []
    for line in lines:
        tiles: list[list[str]] = []
        for place in line:
            name, degrees = _face(place)
            if name not in faces:
                raise MosaicError(f'there is no face "{name}"; the faces are {", ".join(sorted(faces))}')
            if degrees % 90:
                raise MosaicError(f"tiles turn by 90, 180 or 270 degrees, not {degrees}")
            tiles.append(turned(faces[name], degrees // 90))
        board += ["".join(parts) for parts in zip(*tiles, strict=True)]
    return board


def used_again(layout: str, names: Sequence[str]) -> dict[str, list[str]]:
    """The faces that lie on the board by tile, of the tiles that lie there more than once although there are
    enough of them for each to lie there once at most: a box holds each of its tiles once."""
    lying: dict[str, list[str]] = {}
    for place in layout.replace("/", " ").split() if not layout.strip().startswith("random:") else ():
        name, _ = _face(place)
        lying.setdefault(_tile(name), []).append(name)
    enough = len(set(map(_tile, names))) >= sum(map(len, lying.values()))
    return {tile: there for tile, there in lying.items() if enough and len(there) > 1}


def _face(place: str) -> tuple[str, int]:
    """The name of the face on a place of a layout, and how far it is turned."""
    match = _PLACE.match(place)
    return (place, 0) if match is None else (match.group(1), int(match.group(2) or 0))


def _tile(name: str) -> str:
    """The tile that a face is of: the number that its name begins with, else a tile of its own."""
    number = re.match(r"\d+", name)
    return number.group() if number else name


def _shuffled(layout: str, names: list[str], rows: int, columns: int) -> str:
    """A layout drawn from a seed: each tile once, either face, any turn."""
    seed = layout.strip().removeprefix("random:")
    if not re.fullmatch(r"\d{1,18}", seed):
        raise MosaicError(f'a random layout is written random:SEED with a whole number, not "{layout}"')
    tiles: dict[str, list[str]] = {}
    for name in sorted(names):
        tiles.setdefault(_tile(name), []).append(name)
    wanted = rows * columns
    if len(tiles) < wanted:
        raise MosaicError(f"{wanted} tiles are needed and there are {len(tiles)}")
    # Not the engine's generator: an arrangement must not depend on what a game draws.
    draw = random.Random(int(seed))
    chosen = draw.sample(sorted(tiles), wanted)
    places = [f"{draw.choice(tiles[tile])}@{90 * draw.randrange(4)}" for tile in chosen]
    return " / ".join(" ".join(places[r * columns : (r + 1) * columns]) for r in range(rows))
