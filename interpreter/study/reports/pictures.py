"""Charts as SVG for a page: histograms, lines over a game, intervals side by side.

Inks are few, told apart by lightness as well.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from io import StringIO
from math import isfinite
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any

from gdl.support.printable import one_line
from gdl.support.values import frozen
from interpreter.errors.user_errors import MissingExtraError, VaryError
from interpreter.study.measures.table import number
from interpreter.support.files import write

if TYPE_CHECKING:
    from interpreter.study.measures.measure import Measure
    from interpreter.study.vary.result import Candidate, Varied
    from interpreter.study.vary.wishes import Wish

#: The ink of frames and of what is not to stand out.
GREY = "#6b6b6b"


def check_pictures() -> None:
    """Raise MissingExtraError where pictures cannot be drawn."""
    try:
        import matplotlib.figure  # noqa: F401  (whether it is there)
    except ImportError:
        raise MissingExtraError("pictures take matplotlib: pip install 'ludwright[study]'") from None


@contextmanager
def canvas(width: float, height: float, title: str) -> Iterator[tuple[Any, Callable[[], str]]]:
    """Axes of a drawing of so many inches, and what makes its text once all is drawn. The title is not
    drawn: two drawings of one page have different ones. Raises MissingExtraError."""
    check_pictures()
    import matplotlib
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    settings: Any = {
        "svg.fonttype": "none",
        "svg.hashsalt": title,
        "font.family": "sans-serif",
        "font.size": 9,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.edgecolor": GREY,
        "text.parse_math": False,
    }
    with matplotlib.rc_context(settings):
        figure = Figure(figsize=(width, height), layout="constrained")
        FigureCanvasSVG(figure)

        def done() -> str:
            kept = StringIO()
            nothing = dict.fromkeys(("Date", "Creator", "Format", "Type"))
            figure.savefig(kept, format="svg", transparent=True, metadata=nothing)
            return kept.getvalue()

        yield figure.subplots(), done


#: A dark ink for one thing, others for more; by Okabe and Ito, told apart by whoever does not see colours.
INKS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00")
_PALE = "#c9d7e6"
#: Letters in a line of what is written beside a row.
_LABEL = 42


@frozen
class Bar:
    """An estimate with its interval, to be drawn in a row of its own."""

    title: str
    value: float
    low: float
    high: float


def histogram(counts: Mapping[int, int], along: str, title: str) -> str:
    """How often each whole number came; neighbours are put together where there are very many."""
    least, most = min(counts), max(counts)
    width = max(1, -(-(most - least + 1) // 60))
    heights: dict[int, int] = {}
    for each, count in counts.items():
        place = least + (each - least) // width * width
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


def band(
    points: Sequence[tuple[float, float, float, float]], along: str, up: str, title: str, level: float
) -> str:
    """A line with a band: places, heights (shares) and the bounds of the band; `level` is drawn across."""
    with _axes(6.4, 2.8, title) as (axes, done):
        places, heights, low, high = zip(*points, strict=True)
        axes.fill_between(places, low, high, color=_PALE, linewidth=0)
        axes.plot(places, heights, "-", color=INKS[0])
        axes.axhline(level, color=GREY, linewidth=0.8, linestyle=":")
        axes.set_ylim(min(0.4, *low), 1.0)
        axes.set_xlabel(along)
        axes.set_ylabel(up)
        axes.yaxis.set_major_formatter(_percent())
        axes.xaxis.get_major_locator().set_params(integer=True)
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
    titles = [fill(bar.title, _LABEL) for bar in bars]
    # a title of several lines takes so much more of the height
    lines = max((each.count("\n") + 1 for each in titles), default=1)
    with _axes(6.4, 0.7 + (0.14 + 0.14 * lines) * len(bars), title) as (axes, done):
        rows = range(len(bars), 0, -1)
        for row, bar in zip(rows, bars, strict=True):
            axes.plot([bar.low, bar.high], [row, row], color=INKS[0], linewidth=1.6)
            axes.plot([bar.value], [row], "o", color=INKS[0], markersize=4)
        if level is not None:
            axes.axvline(level, color=GREY, linewidth=0.8, linestyle=":")
        axes.set_yticks(list(rows), titles, fontsize=8)
        axes.set_ylim(0.4, len(bars) + 0.6)
        axes.set_xlabel(along)
        return done()


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


#: Muted for the many, one accent for the front and one for the best.
_MANY, _FRONT, _BEST, _WANTED, _INK = "#b8bec6", "#4c78a8", "#c2452d", "#e9f0e4", "#333333"


@frozen
class Axis:
    """What is told along one side."""

    title: str
    #: of the wish; None: how many variants are better
    wish: Wish | None

    def text(self, value: float) -> str:
        """A number of it."""
        if self.wish is None:
            return f"{value:.0f}"
        return number(self.wish.of, value, brief=True)


@frozen
class Point:
    """A variant in the picture."""

    x: float
    y: float
    #: how it is drawn in letters: the rank of the best, `o` on the front, else `·`
    mark: str


def axes(result: Varied) -> tuple[Axis, Axis]:
    """The first two wishes; with one alone, it and how many variants are better."""
    asked = [wish for wish in result.wishes if not wish.implied] or list(result.wishes)
    title = one_line(asked[0].title(result.players))
    if len(asked) == 1:
        return Axis(title, asked[0]), Axis("variants that are better", None)
    return Axis(title, asked[0]), Axis(one_line(asked[1].title(result.players)), asked[1])


def points(result: Varied) -> list[Point]:
    """Every variant that can be played, those that matter last: the front, then the best."""
    across, up = axes(result)
    playable = [each for each in result.tried if each.estimates and isfinite(sum(each.estimates))]
    ranks = {each.variant: number for number, each in enumerate(result.best, 1)}
    numbers = {wish: n for n, wish in enumerate(result.wishes)}
    assert across.wish is not None
    n = numbers[across.wish]
    order = sorted(
        each.estimates[n] if across.wish.aim != "most" else -each.estimates[n] for each in playable
    )
    drawn = []
    for each in playable:
        rank = ranks.get(each.variant)
        mark = str(rank) if rank is not None and rank < 10 else "o" if each.on_front or rank else "·"
        if up.wish is None:
            value = each.estimates[n] if across.wish.aim != "most" else -each.estimates[n]
            y = float(order.index(value))
            if across.wish.is_range:
                y = float(
                    sum(
                        _off(across.wish, o.estimates[n]) < _off(across.wish, each.estimates[n])
                        for o in playable
                    )
                )
        else:
            y = each.estimates[numbers[up.wish]]
        drawn.append(Point(each.estimates[n], y, mark))
    return sorted(
        drawn,
        key=lambda point: ("·", "o").index(point.mark) if point.mark in "·o" else 9 - int(point.mark) + 2,
    )


def limits(drawn: list[Point]) -> tuple[tuple[float, float], tuple[float, float]]:
    """From where to where both sides go: all but a few that are far out, and whatever matters."""
    return _between([p.x for p in drawn], drawn, 0), _between([p.y for p in drawn], drawn, 1)


def _between(values: list[float], drawn: list[Point], side: int) -> tuple[float, float]:
    order = sorted(values)
    cut = len(order) // 20
    matter = [(p.x, p.y)[side] for p in drawn if p.mark != "·"]
    return min([order[cut], *matter]), max([order[-1 - cut], *matter])


def _off(wish: Wish, value: float) -> float:
    return wish.violation(value) + wish.off_centre(value)


# --- SVG --------------------------------------------------------------------------------------------------


def check_picture(path: str) -> None:
    """Raises VaryError for a name of another kind of file, MissingExtraError without matplotlib."""
    if not path.endswith(".svg"):
        raise VaryError(f"pictures are SVG: `{Path(path).with_suffix('.svg')}` names one")
    check_pictures()


def draw(result: Varied, path: str) -> None:
    """Write the picture. Raises MissingExtraError, UnreadableFileError."""
    write(Path(path), svg(result))


def svg(result: Varied) -> str:
    """The picture as SVG; the same for the same findings. Raises MissingExtraError without matplotlib."""
    check_pictures()
    from matplotlib.ticker import FuncFormatter

    across, up = axes(result)
    title = one_line(f"{result.game}: {len(result.tried):,} variants")
    with canvas(7.2, 4.8, title) as (plot, done):
        _shade(plot, across, up)
        _scatter(plot, result)
        for candidate, rank in ((each, n) for n, each in enumerate(result.best, 1)):
            _best(plot, result, candidate, rank, (across, up))
        plot.set_xlabel(across.title, color=_INK)
        plot.set_ylabel(up.title, color=_INK)
        plot.set_title(title, loc="left", color=_INK)
        _limit(plot, result)
        plot.xaxis.set_major_formatter(FuncFormatter(lambda value, _: across.text(value)))
        plot.yaxis.set_major_formatter(FuncFormatter(lambda value, _: up.text(value)))
        plot.legend(frameon=False, fontsize=8.5, loc="best")
        return done()


def _limit(plot: Any, result: Varied) -> None:
    """Leave out what is far out, with some room around what is left."""
    drawn = points(result)
    if not drawn:
        return
    for (low, high), setting in zip(limits(drawn), (plot.set_xlim, plot.set_ylim), strict=True):
        room = 0.08 * (high - low) or 0.5 * abs(high) or 1.0
        setting(low - room, high + room)


def _shade(plot: Any, across: Axis, up: Axis) -> None:
    """What is wanted, behind all."""
    for axis, span in ((across, plot.axvspan), (up, plot.axhspan)):
        wish = axis.wish
        if wish is not None and wish.is_range and isfinite(wish.low) and isfinite(wish.high):
            span(wish.low, wish.high, color=_WANTED, zorder=0, lw=0)


def _scatter(plot: Any, result: Varied) -> None:
    drawn = points(result)
    many = [point for point in drawn if point.mark == "·"]
    front = [point for point in drawn if point.mark != "·"]
    plot.scatter([p.x for p in many], [p.y for p in many], s=16, color=_MANY, lw=0, label="tried")
    plot.scatter(
        [p.x for p in front],
        [p.y for p in front],
        s=26,
        color=_FRONT,
        lw=0,
        label="no other is better in all",
    )


def _best(plot: Any, result: Varied, one: Candidate, rank: int, sides: tuple[Axis, Axis]) -> None:
    """One of the best, by its fresh games, with its intervals."""
    measures = [_measure(result, one, axis) for axis in sides]
    x, y = measures
    if x is None:
        return
    height = y.value if y is not None else float(rank - 1)
    plot.errorbar(
        [x.value],
        [height],
        xerr=[[x.value - x.low], [x.high - x.value]],
        yerr=None if y is None else [[y.value - y.low], [y.high - y.value]],
        fmt="o",
        ms=6,
        color=_BEST,
        ecolor=_BEST,
        elinewidth=1.2,
        capsize=2.5,
        label="the best, in fresh games" if rank == 1 else None,
        zorder=4,
    )
    label = one_line(one.label)
    plot.annotate(
        f"{rank}. {label if len(label) <= 36 else label[:35] + '…'}",
        (x.value, height),
        xytext=(7, 6),
        textcoords="offset points",
        fontsize=8.5,
        color=_INK,
        zorder=5,
    )


def _measure(result: Varied, one: Candidate, axis: Axis) -> Measure | None:
    if axis.wish is None or not one.confirmed:
        return None
    return one.confirmed[result.wishes.index(axis.wish)]
