"""Charts as SVG for a page: histograms, lines over a game, intervals side by side, heat on a board.

Inks are few, told apart by lightness as well.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from attrs import frozen

from interpreter.study.reports.canvas import GREY, canvas

#: A dark ink for one thing, others for more; by Okabe and Ito, told apart by whoever does not see colours.
INKS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00")
_PALE = "#c9d7e6"


@frozen
class Bar:
    """An estimate with its interval, to be drawn in a row of its own."""

    title: str
    value: float
    low: float
    high: float
    told: str = ""


def histogram(counts: Mapping[int, int], along: str, title: str) -> str:
    """How often each whole number came; neighbours are put together where there are very many."""
    least, most = min(counts), max(counts)
    width = max(1, -(-(most - least + 1) // 60))
    heights: dict[int, int] = {}
    for number, count in counts.items():
        place = least + (number - least) // width * width
        heights[place] = heights.get(place, 0) + count
    total = sum(heights.values())
    with _axes(6.4, 2.4, title) as (axes, done):
        axes.bar([place + (width - 1) / 2 for place in heights], [n / total for n in heights.values()],
                 width=0.9 * width, color=INKS[0])  # fmt: skip
        axes.set_xlabel(along)
        axes.yaxis.set_major_formatter(_percent())
        axes.xaxis.get_major_locator().set_params(integer=True)
        return done()


def lines(series: Mapping[str, Sequence[tuple[float, float]]], along: str, up: str, title: str) -> str:
    """Some lines, each named at its end and by its own stroke; heights are shares."""
    strokes = ("-", "--", "-.", ":")
    with _axes(6.4, 2.8, title) as (axes, done):
        for index, (name, points) in enumerate(series.items()):
            axes.plot(*zip(*points, strict=True), strokes[index % 4], color=INKS[index % 6], label=name)
        axes.set_xlabel(along)
        axes.set_ylabel(up)
        axes.yaxis.set_major_formatter(_percent())
        axes.legend(frameon=False, fontsize=8, ncols=min(4, len(series)))
        return done()


def steps(bars: Sequence[Bar], along: str, up: str, title: str, level: float | None = None) -> str:
    """Estimates one after the other from left to right, each with its interval; `level` is drawn across."""
    with _axes(6.4, 2.6, title) as (axes, done):
        places = range(len(bars))
        below = [bar.value - bar.low for bar in bars]
        above = [bar.high - bar.value for bar in bars]
        axes.errorbar(places, [bar.value for bar in bars], yerr=[below, above], fmt="o-", color=INKS[0],
                      capsize=3, linewidth=1)  # fmt: skip
        if level is not None:
            axes.axhline(level, color=GREY, linewidth=0.8, linestyle=":")
        axes.set_xticks(list(places), [bar.title for bar in bars], fontsize=8)
        axes.set_xlabel(along)
        axes.set_ylabel(up)
        return done()


def intervals(bars: Sequence[Bar], along: str, title: str, level: float | None = None) -> str:
    """Estimates one below the other, each with its interval: a forest plot. `level` is drawn across them."""
    with _axes(6.4, 0.7 + 0.28 * len(bars), title) as (axes, done):
        rows = range(len(bars), 0, -1)
        for row, bar in zip(rows, bars, strict=True):
            axes.plot([bar.low, bar.high], [row, row], color=INKS[0], linewidth=1.6)
            axes.plot([bar.value], [row], "o", color=INKS[0], markersize=4)
        if level is not None:
            axes.axvline(level, color=GREY, linewidth=0.8, linestyle=":")
        axes.set_yticks(list(rows), [bar.title for bar in bars], fontsize=8)
        axes.set_ylim(0.4, len(bars) + 0.6)
        axes.set_xlabel(along)
        return done()


@frozen
class Heat:
    """A place on a board and how warm it is, 0 to 1; None where nothing is known. `told` stands on it."""

    name: str
    x: float
    y: float
    warmth: float | None
    told: str


def board(places: Sequence[Heat], title: str) -> str:
    """Numbers where they belong on a board: dark is much."""
    across = max(place.x for place in places) - min(place.x for place in places)
    along = max(place.y for place in places) - min(place.y for place in places)
    size = min(5.0, max(2.6, 0.5 * max(across, along) + 1))
    scale = size / max(across, along, 1.0)
    with _axes(scale * across + 1, scale * along + 1, title) as (axes, done):
        room = _nearest(places) * scale * 72 * 0.8
        for place in places:
            warmth = place.warmth
            ink = _PALE if warmth is None else _mixed(warmth)
            axes.scatter([place.x], [place.y], s=min(room, 40) ** 2, marker="s", color=ink, linewidths=0)
            letters = "#ffffff" if warmth is not None and warmth > 0.55 else "#222222"
            axes.text(place.x, place.y, f"{place.name}\n{place.told}", ha="center", va="center",
                      fontsize=max(4.0, min(8.0, room / 4)), color=letters)  # fmt: skip
        axes.set_axis_off()
        axes.set_aspect("equal")
        axes.margins(0.1)
        return done()


def _nearest(places: Sequence[Heat]) -> float:
    """The least distance of two places that do not lie upon each other."""
    first = places[0]
    found = [((each.x - first.x) ** 2 + (each.y - first.y) ** 2) ** 0.5 for each in places]
    return min((distance for distance in found if distance > 1e-6), default=1.0)


def _mixed(warmth: float) -> str:
    """From nearly white to dark blue."""
    light, dark = (0xEA, 0xF1, 0xF8), (0x08, 0x30, 0x6B)
    part = max(0.0, min(1.0, warmth))
    return "#" + "".join(f"{round(a + (b - a) * part):02x}" for a, b in zip(light, dark, strict=True))


def _percent() -> Any:
    from matplotlib.ticker import PercentFormatter

    return PercentFormatter(1.0, decimals=None)


@contextmanager
def _axes(width: float, height: float, title: str) -> Iterator[tuple[Any, Callable[[], str]]]:
    """A drawing of so many inches, and what makes its part of a page when it is drawn."""
    with canvas(width, height, title) as (axes, done):
        yield axes, lambda: _inline(done(), title)


def _inline(text: str, title: str) -> str:
    """The part of an SVG file that goes into a page, with a title of its own for who hears it."""
    from html import escape

    body = text[text.index("<svg") :]
    body = re.sub(r"<metadata>.*?</metadata>\s*", "", body, flags=re.DOTALL)
    label = escape(title, quote=True)
    return body.replace("<svg ", f'<svg role="img" aria-label="{label}" ', 1).strip()
