"""The trade-off as a picture: every variant by the first two wishes, with Pareto's front among them."""

from __future__ import annotations

from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import frozen

from gdl.support.printable import one_line
from interpreter.errors.user_errors import VaryError
from interpreter.study.reports.canvas import canvas, check_pictures
from interpreter.study.table import number
from interpreter.support.files import write

if TYPE_CHECKING:
    from interpreter.study.measures.measure import Measure
    from interpreter.study.vary.varied import Candidate, Varied
    from interpreter.study.vary.wishes import Wish

#: Muted for the many, one accent for the front and one for the best.
_MANY, _FRONT, _BEST, _WANTED, _INK = "#b8bec6", "#4c78a8", "#c2452d", "#e9f0e4", "#333333"


@frozen
class Axis:
    """What is told along one side."""

    title: str
    #: of the wish; None: how many variants are better
    wish: Wish | None

    def told(self, value: float) -> str:
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


def axes(found: Varied) -> tuple[Axis, Axis]:
    """The first two wishes; with one alone, it and how many variants are better."""
    asked = [wish for wish in found.wishes if not wish.implied] or list(found.wishes)
    title = one_line(asked[0].title(found.players))
    if len(asked) == 1:
        return Axis(title, asked[0]), Axis("variants that are better", None)
    return Axis(title, asked[0]), Axis(one_line(asked[1].title(found.players)), asked[1])


def points(found: Varied) -> list[Point]:
    """Every variant that can be played, those that matter last: the front, then the best."""
    across, up = axes(found)
    playable = [each for each in found.tried if each.found and isfinite(sum(each.found))]
    ranks = {each.variant: number for number, each in enumerate(found.best, 1)}
    numbers = {wish: n for n, wish in enumerate(found.wishes)}
    assert across.wish is not None
    n = numbers[across.wish]
    order = sorted(each.found[n] if across.wish.aim != "most" else -each.found[n] for each in playable)
    drawn = []
    for each in playable:
        rank = ranks.get(each.variant)
        mark = str(rank) if rank is not None and rank < 10 else "o" if each.on_front or rank else "·"
        if up.wish is None:
            value = each.found[n] if across.wish.aim != "most" else -each.found[n]
            y = float(order.index(value))
            if across.wish.is_range:
                y = float(
                    sum(_off(across.wish, o.found[n]) < _off(across.wish, each.found[n]) for o in playable)
                )
        else:
            y = each.found[numbers[up.wish]]
        drawn.append(Point(each.found[n], y, mark))
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


def draw(found: Varied, path: str) -> None:
    """Write the picture. Raises MissingExtraError, UnreadableFileError."""
    write(Path(path), svg(found))


def svg(found: Varied) -> str:
    """The picture as SVG; the same for the same findings. Raises MissingExtraError without matplotlib."""
    check_pictures()
    from matplotlib.ticker import FuncFormatter

    across, up = axes(found)
    title = one_line(f"{found.game}: {len(found.tried):,} variants")
    with canvas(7.2, 4.8, title) as (plot, done):
        _shade(plot, across, up)
        _scatter(plot, found)
        for candidate, rank in ((each, n) for n, each in enumerate(found.best, 1)):
            _best(plot, found, candidate, rank, (across, up))
        plot.set_xlabel(across.title, color=_INK)
        plot.set_ylabel(up.title, color=_INK)
        plot.set_title(title, loc="left", color=_INK)
        _limit(plot, found)
        plot.xaxis.set_major_formatter(FuncFormatter(lambda value, _: across.told(value)))
        plot.yaxis.set_major_formatter(FuncFormatter(lambda value, _: up.told(value)))
        plot.legend(frameon=False, fontsize=8.5, loc="best")
        return done()


def _limit(plot: Any, found: Varied) -> None:
    """Leave out what is far out, with some room around what is left."""
    drawn = points(found)
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


def _scatter(plot: Any, found: Varied) -> None:
    drawn = points(found)
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


def _best(plot: Any, found: Varied, one: Candidate, rank: int, sides: tuple[Axis, Axis]) -> None:
    """One of the best, by its fresh games, with its intervals."""
    measures = [_measure(found, one, axis) for axis in sides]
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
    told = one_line(one.told)
    plot.annotate(
        f"{rank}. {told if len(told) <= 36 else told[:35] + '…'}",
        (x.value, height),
        xytext=(7, 6),
        textcoords="offset points",
        fontsize=8.5,
        color=_INK,
        zorder=5,
    )


def _measure(found: Varied, one: Candidate, axis: Axis) -> Measure | None:
    if axis.wish is None or not one.confirmed:
        return None
    return one.confirmed[found.wishes.index(axis.wish)]
