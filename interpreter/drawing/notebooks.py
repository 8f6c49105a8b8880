"""HTML for notebooks: figures side by side, and a game as an animation in CSS, all without a script.

What is written is a part of a page and needs nothing else. Whoever asks for less motion sees the last frame.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import blake2b

from interpreter.drawing.svg.xml import escaped

#: An animation of more frames is too much for a page: the last ones are shown.
MOST_FRAMES = 120
#: Pictures that stand side by side.
SIDE_BY_SIDE = 6


def figure(svg: str, caption: str, width: str = "24em") -> str:
    """A picture (SVG) with a line under it (text)."""
    return (
        f'<figure style="margin:.5em;max-width:{width};display:inline-block;vertical-align:top">{svg}'
        f"<figcaption>{escaped(caption)}</figcaption></figure>"
    )


def items(texts: Iterable[str]) -> str:
    """A numbered list of texts."""
    return f"<ol>{''.join(f'<li>{escaped(each)}</li>' for each in texts)}</ol>"


def folded(title: str, html: str) -> str:
    """Something that is opened by a click on its title."""
    return f"<details><summary>{escaped(title)}</summary>{html}</details>"


def animation(frames: Sequence[tuple[str, str]], seconds: float = 1.0) -> str:
    """Pictures (SVG) with their captions, one after the other, `seconds` each, again and again.

    Of more than `MOST_FRAMES` the last ones are shown. Raises ValueError where there are none, or no time.
    """
    shown = frames[-MOST_FRAMES:]
    if not shown or not 0 < seconds < float("inf"):
        raise ValueError("an animation takes a frame, and seconds for each")
    name = "lw" + blake2b("".join(svg for svg, _ in shown).encode(), digest_size=6).hexdigest()
    share = 100 / len(shown)
    style = (
        f".{name}{{display:grid;max-width:32em}}.{name}>figure{{grid-area:1/1;margin:0;visibility:hidden;"
        f"animation:{name} {len(shown) * seconds:g}s step-end infinite}}"
        f"@keyframes {name}{{0%{{visibility:visible}}{share:.4f}%{{visibility:hidden}}}}"
        f"@media (prefers-reduced-motion:reduce){{.{name}>figure{{animation:none}}"
        f".{name}>figure:last-child{{visibility:visible}}}}"
        if len(shown) > 1
        else ""
    )
    figures = "".join(
        f'<figure style="animation-delay:{number * seconds:g}s">{svg}'
        f"<figcaption>{escaped(caption)}</figcaption></figure>"
        for number, (svg, caption) in enumerate(shown)
    )
    return f'<style>{style}</style><div class="{name}">{figures}</div>'
