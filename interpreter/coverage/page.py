"""Coverage as a page to keep: one HTML file with its own styles, which asks for nothing from anywhere."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from gdl.source.text import Source
from gdl.support.files import named
from gdl.support.printable import one_line, printable
from interpreter.coverage.findings import PlayReport
from interpreter.coverage.lines import FileCoverage, Mark

_STYLE = """
:root { color-scheme: light dark; --dim: #6e7781; }
:root { --used: #1a7f3722; --partly: #d4a72c55; --never: #cf222e44; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.1rem; margin-top: 2rem; }
table.summary td { padding: 0 1rem 0 0; vertical-align: top; }
table.summary td:first-child { color: var(--dim); }
.scroll { overflow-x: auto; border: 1px solid #8884; border-radius: 6px; }
table.code { border-collapse: collapse; font: 13px/1.5 ui-monospace, monospace; }
table.code td { white-space: pre; padding: 0 .6rem; }
table.code td.count, table.code td.number { text-align: right; color: var(--dim); user-select: none; }
tr.never > td.count { background: var(--never); } tr.partly > td.count { background: var(--partly); }
span.used { background: var(--used); } span.partly { background: var(--partly); }
span.never { background: var(--never); text-decoration: underline dotted; }
span span.used { background: none; }
ul.findings li { margin-bottom: .5rem; } code { font-family: ui-monospace, monospace; }
""".strip()


def page_of(title: str, report: PlayReport) -> str:
    """The page: the numbers, what was found, and every file with what was used and how often."""
    return "\n".join(_page(title, report)) + "\n"


def _text(text: str) -> str:
    """A stranger's text: printable, and nothing in it is markup."""
    return escape(printable(text))


def _page(title: str, report: PlayReport) -> Iterator[str]:
    shown = _text(one_line(title))
    yield "<!doctype html>"
    yield f'<html lang="en"><head><meta charset="utf-8"><title>Coverage of {shown}</title>'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<style>{_STYLE}</style></head><body>"
    yield f"<h1>Coverage of {shown}</h1>"
    yield '<table class="summary">'
    for name, words in report.summary.lines():
        yield f"<tr><td>{_text(name)}</td><td>{_text(words)}</td></tr>"
    yield "</table>"
    if report.findings:
        yield "<h2>Findings</h2><ul class=findings>"
        for each in report.findings:
            place = f"{named(each.span.source.name)}:{each.span.line}"
            help = "".join(f"<br>{_text(text)}" for text in each.help)
            yield f"<li><b>{_text(each.code)}</b> {_text(place)}: {_text(each.message)}{help}</li>"
        yield "</ul>"
    yield (
        '<p><span class="used">used</span> &middot; <span class="partly">a condition that only went one way'
        '</span> &middot; <span class="never">never</span>. Point at a place to see how often.</p>'
    )
    for file in report.coverage:
        yield from _file(file)
    yield "</body></html>"


def _file(file: FileCoverage) -> Iterator[str]:
    yield f"<h2>{_text(one_line(named(file.source.name)))}</h2>"
    yield '<div class="scroll"><table class="code">'
    for number in range(1, len(file.source.starts) + 1):
        marks = file.of_line(number)
        state = _worst(marks)
        count = f"{max(mark.plies for mark in marks):,}" if marks else ""
        yield (
            f'<tr class="{state}"><td class="count">{count}</td><td class="number">{number}</td>'
            f"<td>{_line(file.source, number, file.marks)}</td></tr>"
        )
    yield "</table></div>"


def _worst(marks: tuple[Mark, ...]) -> str:
    states = {mark.state for mark in marks}
    return next((state for state in ("never", "partly", "used") if state in states), "plain")


def _line(source: Source, number: int, marks: tuple[Mark, ...]) -> str:
    """A line's text with its marks around the places; those of several lines are marked on the first."""
    text = source.line_text(number)
    start = source.starts[number - 1]
    end = start + len(text)
    here = [mark for mark in marks if start <= mark.span.start < end]
    pieces: list[str] = []
    open_until: list[int] = []
    at = start

    def up_to(place: int) -> None:
        nonlocal at
        while open_until and open_until[-1] <= place:
            pieces.append(_text(source.text[at : open_until[-1]]) + "</span>")
            at = open_until.pop()
        pieces.append(_text(source.text[at:place]))
        at = place

    for mark in here:
        up_to(mark.span.start)
        pieces.append(f'<span class="{mark.state}" title="{_text(mark.text)}">')
        # spans nest; one that would not is cut off where the one around it ends
        open_until.append(min(mark.span.end, end, *open_until[-1:]))
    up_to(end)
    pieces.append("</span>" * len(open_until))
    return "".join(pieces)
