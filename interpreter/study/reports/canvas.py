"""Vector graphics: what is drawn with matplotlib, as the text of an SVG file.

The same numbers give the same bytes. Letters stay letters, so they can be searched for and read aloud, and
names, which are strangers' texts, are no mathematics.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import StringIO
from typing import Any

from interpreter.errors.user_errors import MissingExtraError

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
