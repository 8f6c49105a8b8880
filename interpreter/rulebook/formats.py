"""Rendering: the rules as text, as Markdown, and as a page of HTML that needs nothing else."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterator
from html import escape
from typing import TYPE_CHECKING

from gdl.english.phrases import Point, Rulebook
from gdl.source.text import NOWHERE, Span
from gdl.support.printable import one_line
from interpreter.errors.user_errors import UserError

if TYPE_CHECKING:
    from gdl.english.phrases import Rulebook
    from interpreter.game.game import Game
    from interpreter.game.rules import Rules
    from interpreter.game.state import State

#: The width of a text that no terminal shows.
WIDTH = 100


def rendered(game: Game, book: Rulebook, form: str, width: int = WIDTH) -> str:
    """The rules of a game in one of `FORMATS`; `width` is in characters, for texts."""
    return FORMATS[form](game, book, width)


# --- Text -------------------------------------------------------------------------------------------------


def as_text(game: Game, book: Rulebook, width: int = WIDTH) -> str:
    """For a terminal: wrapped, with lists under their sentences."""
    lines = [one_line(book.title), "=" * min(len(book.title), width)]
    for section in book.sections:
        lines += ["", one_line(section.title), "-" * len(section.title)]
        for part in section.parts:
            if isinstance(part, Point):
                lines += _wrapped(part, width, 0)
            else:
                picture = picture_text(game)
                lines += ["", *(f"    {line}".rstrip() for line in picture), ""] if picture else []
    return "\n".join(lines) + "\n"


def _wrapped(point: Point, width: int, depth: int) -> Iterator[str]:
    first = "  " * (depth - 1) + "- " if depth else ""
    yield from textwrap.wrap(
        one_line(point.text),
        max(width, 40),
        initial_indent=first,
        subsequent_indent=" " * len(first),
        break_on_hyphens=False,
    )
    for each in point.points:
        yield from _wrapped(each, width, depth + 1)


# --- Markdown ---------------------------------------------------------------------------------------------

_SPECIAL = re.compile(r"([\\`*_\[\]<>#|~])")
_LIST = re.compile(r"^(\d+)([.)])|^([-+])(?= )")


def as_markdown(game: Game, book: Rulebook, width: int = WIDTH) -> str:
    """For documents: nothing in it is taken for markup but what the rules' own form needs."""
    lines = [f"# {_plain(book.title)}"]
    for section in book.sections:
        lines += ["", f"## {_plain(section.title)}", ""]
        for part in section.parts:
            if isinstance(part, Point):
                if (not lines[-1].startswith("- ") and lines[-1] and not lines[-1].startswith("  ")) or lines[
                    -1
                ]:
                    lines.append("")
                lines.append(_plain(part.text))
                if part.points:
                    lines += ["", *(line for point in part.points for line in _item(point, 0))]
            else:
                picture = picture_text(game)
                lines += (
                    ["", "```text", *(line.replace("```", "'''") for line in picture), "```"]
                    if picture
                    else []
                )
    return "\n".join(lines) + "\n"


def _item(point: Point, depth: int) -> Iterator[str]:
    yield f"{'  ' * depth}- {_plain(point.text)}"
    for each in point.points:
        yield from _item(each, depth + 1)


def _plain(text: str) -> str:
    escaped = _SPECIAL.sub(r"\\\1", one_line(text)).replace("&", "&amp;")
    return _LIST.sub(lambda match: f"{match[1] or ''}\\{match[2] or match[3]}", escaped)


# --- HTML -------------------------------------------------------------------------------------------------

_STYLE = """
body { font: 17px/1.5 Georgia, serif; color: #222; background: #fdfcf9; max-width: 46em; margin: 2em auto;
  padding: 0 1em; }
h1, h2 { font-family: system-ui, sans-serif; line-height: 1.2; }
h2 { margin-top: 1.6em; border-bottom: 1px solid #ddd; }
p { margin: .5em 0; }
ul { margin: .3em 0; padding-left: 1.4em; }
pre { font: 14px/1.25 monospace; background: #f3f0e8; padding: 1em; overflow-x: auto; }
figure { margin: 1em 0; } figure svg { max-width: 100%; height: auto; }
@media (prefers-color-scheme: dark) {
  body { color: #ddd; background: #1c1b19; } pre { background: #2a2825; }
}
"""


def as_html(game: Game, book: Rulebook, width: int = WIDTH) -> str:
    """A page by itself. Each sentence carries the file and line of the ludeme that it speaks of."""
    title = _escaped(book.title)
    body = html_sections(game, book)
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8"/>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>\n'
        f"<title>{title}: rules</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n{body}\n"
        "</body>\n</html>\n"
    )


def html_sections(game: Game, book: Rulebook) -> str:
    """The sections alone, for a page of something more."""
    return "\n".join(_section(game, section.title, section.parts) for section in book.sections)


def _section(game: Game, title: str, parts: tuple[object, ...]) -> str:
    inner = []
    for part in parts:
        if isinstance(part, Point):
            inner.append(f"<p{_place(part.span)}>{_escaped(part.text)}</p>{_list(part.points)}")
        else:
            inner.append(_figure(game))
    return f"<section>\n<h2>{_escaped(title)}</h2>\n" + "\n".join(inner) + "\n</section>"


def _figure(game: Game) -> str:
    drawing = picture_svg(game)
    if drawing is not None:
        return f"<figure>{drawing}</figure>"
    lines = picture_text(game)
    return "<pre>" + "\n".join(escape(line) for line in lines) + "</pre>" if lines else ""


def _list(points: tuple[Point, ...]) -> str:
    if not points:
        return ""
    items = "".join(
        f"\n<li><span{_place(point.span)}>{_escaped(point.text)}</span>{_list(point.points)}</li>"
        for point in points
    )
    return f"<ul>{items}\n</ul>"


def _place(span: Span) -> str:
    if span is NOWHERE or not span.source.text:
        return ""
    name = span.source.name.replace("\\", "/").rpartition("/")[2]
    return f' data-file="{_escaped(name)}" data-line="{span.line}"'


def _escaped(text: str) -> str:
    return escape(one_line(text), quote=True)


#: What the rules can be written as, by name.
FORMATS: dict[str, Callable[[Game, Rulebook, int], str]] = {
    "text": as_text,
    "markdown": as_markdown,
    "html": as_html,
}

# --- a game's rules in English, as a value without any form ---------------------------------------------


def rules(game: Rules) -> Rulebook:
    """The rules of a game in English: sections of points, each with the place of the ludeme it speaks of.

    Works for every game that can be loaded. Raises UnreadableFileError where the game's files have changed
    since it was loaded, TypeError for what is no game.
    """
    from gdl.rulebook.document import rulebook
    from interpreter.game.game import given_game

    given_game(game)
    return rulebook(game.compiled, game.seats, game.metadata, game.counting)


#: Boards that take more columns or lines of characters are not drawn.
MOST_COLUMNS, MOST_LINES = 200, 120
#: Boards of more sites are no picture to look at.
MOST_SPOTS = 2500


def _start(game: Game) -> State | None:
    try:
        return game.start(seed=0)
    except UserError:
        return None


def picture_text(game: Game) -> list[str]:
    """The starting position in lines of characters; none where it cannot be drawn so."""
    state = _start(game)
    lines = [] if state is None else str(state).rstrip("\n").splitlines()
    if len(lines) > MOST_LINES or any(len(line) > MOST_COLUMNS for line in lines):
        return []
    return lines


def picture_svg(game: Game) -> str | None:
    """The starting position as a drawing in SVG, to stand in a page; None where there is none."""
    state = _start(game)
    if state is None or len(game.plan.spots) > MOST_SPOTS:
        return None
    return state.svg(show=("pieces", "names", "colours", "legend"))
