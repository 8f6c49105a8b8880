"""Colours, and what tells apart for those who do not see them: patterns, letters, marks on the rim.

The colours of sites differ in lightness, as those of Okabe and Ito do, which most people can tell apart; each
has a pattern of its own as well. Whoever shows a picture may set other colours by CSS (`--ludwright-...`);
what is written here is what they fall back to, and what readers of SVG without CSS variables see.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gdl.support.values import frozen
from interpreter.drawing.svg.xml import element

#: By the names that games give them: red is darker than green, for who sees these alike.
_NAMED = {
    "red": "#b8352a", "green": "#3fa077", "blue": "#2468a8", "yellow": "#efd54a", "orange": "#e69f00",
    "sky": "#56b4e9", "cyan": "#56b4e9", "purple": "#cc79a7", "pink": "#cc79a7", "magenta": "#cc79a7",
    "white": "#f7f7f2", "black": "#33312e", "grey": "#9a9a9a", "gray": "#9a9a9a", "brown": "#8c6239",
}  # fmt: skip
_OTHERS = ("#56b4e9", "#e69f00", "#cc79a7", "#3fa077", "#efd54a", "#2468a8", "#b8352a", "#9a9a9a")
#: The players', by their seats, where their names are no colours.
_SEATS = ("#ffffff", "#1c1c1c", "#b8352a", "#56b4e9", "#efd54a", "#3fa077", "#cc79a7", "#e69f00")
NEUTRAL = "#a9a59d"

#: Pattern by pattern what is drawn in a square of 8.
_PATTERNS = {
    "rising": '<path d="M-2 2L2 -2M0 8L8 0M6 10L10 6"/>',
    "dots": '<circle cx="2" cy="2" r=".9"/><circle cx="6" cy="6" r=".9"/>',
    "level": '<path d="M0 2H8M0 6H8"/>',
    "crosses": '<path d="M4 2V6M2 4H6"/>',
    "falling": '<path d="M-2 6L2 10M0 0L8 8M6 -2L10 2"/>',
    "upright": '<path d="M2 0V8M6 0V8"/>',
    "net": '<path d="M0 0L8 8M8 0L0 8"/>',
    "rings": '<circle cx="4" cy="4" r="2.2"/>',
}
_BY_NAME = {"red": "rising", "green": "dots", "blue": "level", "yellow": "crosses"}


@frozen
class SiteColour:
    """How sites of one colour are drawn. `letter` stands for its name."""

    name: str
    fill: str
    pattern: str
    letter: str

    @property
    def dark(self) -> str:
        """What its pattern is drawn with."""
        return mixed(self.fill, "#000000", 0.3)

    @property
    def id(self) -> str:
        """The pattern's name: pictures that share a page share patterns of the same looks only."""
        return f"ludwright-{self.pattern}-{self.dark[1:]}"

    def definition(self) -> str:
        """The pattern itself."""
        strokes = _PATTERNS[self.pattern].replace(' r=".9"/>', f' r=".9" fill="{self.dark}"/>')
        drawn = element("g", strokes, fill="none", stroke=self.dark, stroke_width=0.8, stroke_opacity=0.8)
        return element("pattern", drawn, id=self.id, width=8, height=8, patternUnits="userSpaceOnUse")


def site_colours(letters: Mapping[str, str]) -> dict[str, SiteColour]:
    """How each colour is drawn, each with another pattern as long as there are some."""
    result: dict[str, SiteColour] = {}
    free = [pattern for pattern in _PATTERNS if pattern not in _BY_NAME.values()]
    for index, (name, letter) in enumerate(letters.items()):
        known = name.casefold()
        used = {each.pattern for each in result.values()}
        pattern = _BY_NAME.get(known) or next((each for each in free if each not in used), free[-1])
        base = _NAMED.get(known, _OTHERS[index % len(_OTHERS)])
        result[name] = SiteColour(name, mixed(base, "#ffffff", 0.35), pattern, letter)
    return result


def player_colours(players: Sequence[str]) -> list[str]:
    """The colour of each player's pieces, index 0 nobody's: by their names where these are colours.

    Players have different colours as long as there are some.
    """
    chosen = [_called(name) for name in players[1:]]
    chosen = [colour if colour not in chosen[:seat] else None for seat, colour in enumerate(chosen)]
    for seat, colour in enumerate(chosen):
        if colour is None:
            turned = (*_SEATS[seat % len(_SEATS) :], *_SEATS)
            chosen[seat] = next((each for each in turned if each not in chosen), turned[0])
    return [NEUTRAL, *(colour or NEUTRAL for colour in chosen)]


def _called(name: str) -> str | None:
    """The colour that a player is called by: `Red`, `VeryDarkGrey`."""
    known = {**_NAMED, "white": _SEATS[0], "black": _SEATS[1]}
    return next((colour for each, colour in known.items() if name.casefold().endswith(each)), None)


def on_top(colour: str) -> str:
    """Black or white, whichever can be read on a colour."""
    return "#ffffff" if luminance(colour) < 0.42 else "#1c1c1c"


def luminance(colour: str) -> float:
    """How light a colour is, from 0 to 1."""
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return 0.299 * red + 0.587 * green + 0.114 * blue


def mixed(colour: str, other: str, share: float) -> str:
    """A colour with a share of another."""
    pairs = ((int(colour[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)
