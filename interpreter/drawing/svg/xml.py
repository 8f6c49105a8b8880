"""Writing SVG: elements with their attributes, escaped; numbers as short as they can be."""

from __future__ import annotations

from collections.abc import Iterable

from gdl.support.printable import one_line, shortened, width

#: How wide an ordinary letter is, in sizes of its font.
_LETTER = 0.6
_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"})

Value = str | float | int | None
#: Attributes that several elements share.
Look = dict[str, Value]


def escaped(text: str) -> str:
    """A stranger's text as it may stand in an element or an attribute, on one line."""
    return one_line(text).translate(_ESCAPES)


def number(value: float) -> str:
    """A length with at most two decimals."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def element(name: str, /, *inside: str, **attributes: Value) -> str:
    """An element: what is `inside` is SVG already, attributes are escaped here and left out where None.

    `_` in an attribute's name stands for `-`, and one at its end for nothing (`class_`).
    """
    written = (
        (key.rstrip("_").replace("_", "-"), escaped(value) if isinstance(value, str) else number(value))
        for key, value in attributes.items()
        if value is not None
    )
    text = "".join(f' {key}="{value}"' for key, value in written)
    return f"<{name}{text}>{''.join(inside)}</{name}>" if inside else f"<{name}{text}/>"


def points(places: Iterable[tuple[float, float]]) -> str:
    """The corners of a polygon or polyline."""
    return " ".join(f"{number(x)},{number(y)}" for x, y in places)


def text_width(text: str, size: float) -> float:
    """About how wide a text is."""
    return size * _LETTER * sum(map(width, one_line(text)))


def fitting(text: str, room: float, size: float, least: float = 0.0) -> float:
    """The size of the font in which a text fits into so much room: at most `size`."""
    wide = text_width(text, 1.0)
    return max(min(size, room / wide if wide else size), least)


def cut(text: str, room: float, size: float) -> str:
    """As much of a text as there is room for."""
    if text_width(text, size) <= room:
        return text
    most = len(text)
    while most > 1 and text_width(text[:most], size) + size > room:
        most -= 1
    return shortened(text, most)


def label(text: str, x: float, y: float, size: float, class_: str, fill: str, **more: Value) -> str:
    """A text round a place; `y` is the middle of its letters."""
    return element(
        "text", escaped(text), x=x, y=y + 0.35 * size, font_size=size, class_=class_, fill=fill, **more
    )
