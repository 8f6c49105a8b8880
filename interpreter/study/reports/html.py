"""Pieces of pages: every text that comes from outside is escaped here."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape

from gdl.support.printable import one_line
from interpreter.study.reports.style import STYLE

_POWER = re.compile(r"\b10\^(-?[\d.]+)")


def document(title: str, parts: Iterable[str]) -> str:
    """A page by itself."""
    head = (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8"/>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>\n'
        f"<title>{text(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>"
    )
    return "\n".join([head, *(part for part in parts if part), "</body>\n</html>\n"])


def section(title: str, body: str) -> str:
    """A part of a page; the body is HTML."""
    return f"<section>\n<h2>{text(title)}</h2>\n{body}\n</section>"


def figure(chart: str, told: str) -> str:
    """A picture (SVG) and what it shows."""
    return f"<figure>{chart}<figcaption>{text(told)}</figcaption></figure>"


def cut(words: str, most: int) -> str:
    """A text of one line that is not too long."""
    words = one_line(words)
    return words if len(words) <= most else words[: most - 1] + "…"


def raised(html: str) -> str:
    """Text as HTML with its powers of ten, `10^5.41`, as they are printed."""
    return _POWER.sub(r"10<sup>\1</sup>", html)


def text(words: str) -> str:
    """A text as HTML."""
    return escape(one_line(words), quote=True)
