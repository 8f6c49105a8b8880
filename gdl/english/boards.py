"""Boards in English: the shapes they are made of, and what was done to these."""

from __future__ import annotations

from typing import Any

from gdl.boards.graph import SiteType
from gdl.english.grammar import listed, number_word
from gdl.english.sayers import says
from gdl.english.speaker import Speaker
from gdl.ludeme.categories import Dim
from gdl.ludemes import graph_operators as g
from gdl.ludemes import graphs
from gdl.words.words import WordEnum

_SHAPES = {"Diamond": "a diamond", "Hexagon": "a hexagon", "Limping": "a limping hexagon", "Prism": "a prism",
           "Rectangle": "a rectangle", "Square": "a square", "Star": "a star",
           "Triangle": "a triangle"}  # fmt: skip


def _number(size: Dim | None) -> int:
    return 0 if size is None else size.number()


def _diagonals(value: WordEnum | None) -> str:
    if value is None:
        return ""
    return {"Implied": "", "SolidNoSplit": ", with diagonals"}.get(
        value.value, f", with {value.value.lower()} diagonals"
    )


def _counted(s: Speaker) -> str:
    """What the sizes of a board of squares count: where pieces stand on vertices these, not its cells."""
    return s.vertices if s.facts.main is SiteType.VERTEX else "squares"


@says(graphs.Square)
def _square(s: Speaker, it: graphs.Square) -> str:
    n = it.size.number()
    if it.pyramidal:
        return f"a square pyramid of side {n}"
    if it.shape is not None and it.shape.value in ("Diamond", "Limping"):
        return f"squares in the shape of a {s.word(it.shape)}, {n} to a side{_diagonals(it.diagonals)}"
    return f"{n} × {n} {_counted(s)}{_diagonals(it.diagonals)}"


@says(graphs.Rectangle)
def _rectangle(s: Speaker, it: graphs.Rectangle) -> str:
    rows = it.rows.number()
    columns = rows if it.columns is None else it.columns.number()
    lines = f"{number_word(rows)} row{'s' if rows != 1 else ''}"
    return f"{lines} of {number_word(columns)} {_counted(s)}{_diagonals(it.diagonals)}"


@says(graphs.Hex, graphs.Tri)
def _hex(s: Speaker, it: graphs.Hex | graphs.Tri) -> str:
    cells = "hexagons" if isinstance(it, graphs.Hex) else "triangles"
    default = "a hexagon" if isinstance(it, graphs.Hex) else "a triangle"
    shape = default if it.shape is None else _SHAPES.get(it.shape.value, default)
    second = "" if it.second is None else f" and {it.second.number()}"
    return f"{cells} in the shape of {shape}, {it.size.number()}{second} to a side"


def custom(s: Speaker, it: Any, cells: str) -> str:
    """A board by its outline."""
    if isinstance(it.outline, tuple):
        sizes = listed([str(each.number()) for each in it.outline[:12]])
        return f"{cells} inside an outline with sides of {sizes}"
    return f"{cells} inside a polygon"


@says(graphs.HexCustom)
def _hex_custom(s: Speaker, it: graphs.HexCustom) -> str:
    return custom(s, it, "hexagons")


@says(graphs.SquareCustom)
def _square_custom(s: Speaker, it: graphs.SquareCustom) -> str:
    return custom(s, it, "squares")


@says(graphs.TriCustom)
def _tri_custom(s: Speaker, it: graphs.TriCustom) -> str:
    return custom(s, it, "triangles")


@says(graphs.Tiling, graphs.TilingCustom)
def _tiling(s: Speaker, it: graphs.Tiling | graphs.TilingCustom) -> str:
    kinds = {"3": "triangles", "4": "squares", "6": "hexagons", "8": "octagons"}
    text = it.name.value.removeprefix("T")
    if "12" in text and text not in ("31212", "4612"):
        text = text.replace("12", "")
    names = ["twelve-sided polygons"] if "12" in text else []
    names += [kinds[each] for each in dict.fromkeys(text.replace("12", "").replace("_", "")) if each in kinds]
    return f"a tiling of {listed(sorted(names))}"


@says(graphs.Concentric)
def _concentric(s: Speaker, it: graphs.Concentric) -> str:
    shape = "rings" if it.shape is None or it.shape.value == "Target" else f"{s.word(it.shape)}s"
    rings = (
        3
        if it.rings is None and it.cells is None
        else len(it.cells)
        if it.cells is not None
        else _number(it.rings)
    )
    inside = "" if it.shape is not None and it.shape.value != "Target" else " around each other"
    joined = ", joined at the middles of their sides" if it.shape is not None and it.join_midpoints else ""
    if it.join_corners:
        joined += " and at their corners" if joined else ", joined at their corners"
    return f"{number_word(rings)} {shape}{inside or ' inside each other'}{joined}"


@says(graphs.ExplicitGraph)
def _graph(s: Speaker, it: graphs.ExplicitGraph) -> str:
    return f"{len(it.vertices)} {s.vertices} joined by {len(it.edges)} lines"


@says(graphs.Poly)
def _poly(s: Speaker, it: graphs.Poly) -> str:
    return f"a polygon of {len(it.corners)} corners"


@says(graphs.Repeat)
def _repeat(s: Speaker, it: graphs.Repeat) -> str:
    return f"a pattern repeated {it.rows.number()} × {it.columns.number()} times"


@says(graphs.Regular)
def _regular(s: Speaker, it: graphs.Regular) -> str:
    return f"a {'star' if it.star is not None else 'regular polygon'} of {it.size.number()} corners"


@says(graphs.Spiral)
def _spiral(s: Speaker, it: graphs.Spiral) -> str:
    return f"a spiral of {it.sites.number()} sites in {it.turns.number()} turns"


@says(graphs.Wedge)
def _wedge(s: Speaker, it: graphs.Wedge) -> str:
    return f"a triangle of {s.vertices} in {it.rows.number()} rows"


@says(g.Merge, g.GraphUnion, g.Intersect)
def _several(s: Speaker, it: Any) -> str:
    parts = [s.say(each) for each in (it.several or (it.first, it.second)) if each is not None]
    word = {
        g.Merge: "laid over each other",
        g.GraphUnion: "side by side",
        g.Intersect: "as far as they coincide",
    }
    shown = parts if len(parts) <= 6 else [*parts[:6], f"{len(parts) - 6} more"]
    return f"{listed(shown)}, {word[type(it)]}"


@says(g.AddToGraph)
def _add(s: Speaker, it: g.AddToGraph) -> str:
    added = [f"{len(getattr(it, name))} {word}" for name, word in (
        ("vertices", s.vertices), ("edges", "lines"), ("edges_curved", "curved lines"), ("cells", "cells")
    ) if getattr(it, name)]  # fmt: skip
    if it.graph is None:
        return f"a board drawn from {listed(added)}" if added else "a board"
    return f"{s.say(it.graph)}, with {listed(added)} added" if added else s.say(it.graph)


@says(g.RemoveFromGraph)
def _remove(s: Speaker, it: g.RemoveFromGraph) -> str:
    gone = [f"{len(getattr(it, name))} {word}" for name, word in (
        ("cells", "cells"), ("edges", "lines"), ("vertices", s.vertices)
    ) if getattr(it, name)]  # fmt: skip
    return f"{s.say(it.graph)}, with {listed(gone) or 'a part'} left out"


@says(g.Rotate)
def _rotate(s: Speaker, it: g.Rotate) -> str:
    return f"{s.say(it.graph)}, turned"


@says(g.Layers)
def _layers(s: Speaker, it: g.Layers) -> str:
    return f"{number_word(it.count.number())} layers above each other, each of {s.say(it.graph)}"
