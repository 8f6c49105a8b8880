"""Diagnostics for people (text with the author's own line) and for programs (plain dicts)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from gdl.source.diagnostics import Diagnostic, Fix
from gdl.source.edits import likely_fix, sure_fix
from gdl.source.text import Source, Span, Use
from gdl.support.files import named
from gdl.support.identity import IdentityMap
from gdl.support.printable import one_line, printable, shortened, shown, width
from gdl.support.values import evolve, frozen

#: The widest piece of a source line that is shown.
MAX_WIDTH = 100
TAB = 4
_NEAR = 4 * MAX_WIDTH
#: The most that is shown of a message or remark, which may quote names of any length.
_MAX_TEXT = 1000

#: How many definitions are named that a place came through.
_MAX_VIA = 5

_COLOURS = {"error": "\x1b[1;31m", "warning": "\x1b[1;33m", "blue": "\x1b[1;34m", "bold": "\x1b[1m"}
_END = "\x1b[0m"


#: A line as pieces of text, each with its style ("" for none).
Line = list[tuple[str, str]]


def render(diagnostic: Diagnostic, colour: bool = False) -> str:
    """One mistake as text, without a line's end after it. Nothing in it but its colours does anything."""
    return "\n".join(_painted(line, colour) for line in _lines(diagnostic))


def excerpt(diagnostic: Diagnostic, colour: bool = False) -> str:
    """Its place with what is said there, as in `render`, without the line that says what it is."""
    return "\n".join(_painted(line, colour) for line in _lines(diagnostic)[1:])


def _lines(diagnostic: Diagnostic) -> list[Line]:
    lines: list[Line] = [
        [
            (diagnostic.severity, f"{diagnostic.severity}[{diagnostic.code}]"),
            ("bold", f": {one_line(shortened(diagnostic.message, _MAX_TEXT))}"),
        ]
    ]
    marks = _marks(diagnostic)
    places = _by_source(marks)
    gutter = max((len(str(mark.line)) for mark in marks), default=1)
    bar: Line = [("", " " * (gutter + 1)), ("blue", "|")]
    for source, result in places:
        arrow = "-->" if source is diagnostic.span.source else ":::"
        name = one_line(named(source.name))
        where = f"{name}:{result[0].line}:{result[0].column}" if source.text else name
        lines.append([("", " " * gutter), ("blue", arrow), ("", f" {where}")])
        if source.text:
            lines.append(bar)
            lines.extend(_snippet(source, result, gutter, diagnostic.severity))
    remarks = [f"help: {text}" for text in diagnostic.help]
    fix = likely_fix(diagnostic)
    if fix is not None and not any(_tells(text, fix) for text in diagnostic.help):
        remarks.append(f"{'fix' if fix.sure else 'perhaps'}: {fix.title}")
    remarks += [f"note: {text}" for text in (*diagnostic.notes, *_via_notes(diagnostic))]
    if remarks and places and places[-1][0].text:
        lines.append(bar)
    for remark in remarks:
        first, *rest = shortened(remark, _MAX_TEXT).split("\n")
        lines.append([("", " " * (gutter + 1)), ("blue", "="), ("", f" {first}")])
        lines.extend([("", f"{' ' * (gutter + 3)}{line}")] for line in rest)
    return lines


def _tells(help: str, fix: Fix) -> bool:
    """Whether a help says what a repair does; of one that is not sure, what it would write."""
    return fix.title in help or (not fix.sure and len(fix.edits) == 1 and fix.edits[0].text.strip() in help)


def _painted(line: Line, colour: bool) -> str:
    """The one place where a mistake becomes text: every piece is made printable."""
    pieces = [(style, printable(text)) for style, text in line if text]
    while pieces and not pieces[-1][1].rstrip():
        pieces.pop()
    if pieces:
        pieces[-1] = (pieces[-1][0], pieces[-1][1].rstrip())
    return "".join(f"{_COLOURS[style]}{text}{_END}" if colour and style else text for style, text in pieces)


def render_all(diagnostics: Iterable[Diagnostic], colour: bool = False) -> str:
    """All mistakes as text, in the order given, with a count at the end."""
    result = list(diagnostics)
    texts = [render(diagnostic, colour) for diagnostic in result]
    if result:
        texts.append(summary(result) + _mended(result))
    return "\n\n".join(texts)


def summary(diagnostics: Sequence[Diagnostic]) -> str:
    """`2 errors, 1 warning`."""
    errors = sum(d.severity == "error" for d in diagnostics)
    counts = ((errors, "error"), (len(diagnostics) - errors, "warning"))
    return ", ".join(f"{n} {word}{'' if n == 1 else 's'}" for n, word in counts if n) or "no mistakes"


def _mended(diagnostics: Sequence[Diagnostic]) -> str:
    """How many of these can be repaired without asking, and how many more perhaps."""
    total = len(diagnostics)
    count = sum(sure_fix(each) is not None for each in diagnostics)
    likely = sum(likely_fix(each) is not None for each in diagnostics)
    which, more = (
        "it" if each == total == 1 else "all" if each == total else str(each) for each in (count, likely)
    )
    if not likely:
        return ""
    if not count:
        return f"; `gdl check --fix --unsafe-fixes` perhaps repairs {more}"
    return f"; `gdl check --fix` repairs {which}" + (
        f", with `--unsafe-fixes` perhaps {more}" if likely > count else ""
    )


def all_to_json(diagnostics: Sequence[Diagnostic]) -> dict[str, Any]:
    """All mistakes with all that is known of them, and how many there are: the format of `gdl check`."""
    errors = sum(each.severity == "error" for each in diagnostics)
    shown = [to_json(each) for each in diagnostics]
    return {"errors": errors, "warnings": len(shown) - errors, "diagnostics": shown}


def to_json(diagnostic: Diagnostic) -> dict[str, Any]:
    """One mistake as what JSON can hold. Lines and columns count from 1, offsets (characters) from 0."""
    return {
        "code": diagnostic.code,
        "severity": diagnostic.severity,
        "message": diagnostic.message,
        **place(diagnostic.span),
        "label": diagnostic.label,
        "help": list(diagnostic.help),
        "notes": list(diagnostic.notes),
        "related": [{**place(label.span), "text": label.text} for label in diagnostic.related],
        "via": [
            {"name": use.name, "definition": place(use.definition), "use": place(use.use)}
            for use in diagnostic.via
        ],
        "fixes": [
            {
                "title": fix.title,
                "applicability": fix.applicability.value,
                "edits": [{**place(edit.span), "text": edit.text} for edit in fix.edits],
            }
            for fix in diagnostic.fixes
        ],
    }


def place(span: Span) -> dict[str, Any]:
    """A stretch of a file as what JSON can hold."""
    end_line, end_column = span.source.position(span.end)
    return {
        "file": span.source.name,
        "start": {"line": span.line, "column": span.column, "offset": span.start},
        "end": {"line": end_line, "column": end_column, "offset": span.end},
    }


@frozen
class _Mark:
    """A stretch of one source line to underline."""

    source: Source
    line: int
    column: int  # from 1
    length: int
    text: str
    primary: bool


def _marks(diagnostic: Diagnostic) -> list[_Mark]:
    spans = [(diagnostic.span, diagnostic.label, True)]
    spans += [(label.span, label.text, False) for label in diagnostic.related]
    marks = []
    for span, text, primary in spans:
        if not span.source.text and span.source.name == "<built in>":
            continue
        line, column = span.source.position(span.start)
        shown = len(span.source.line_text(line).rstrip())
        length = max(1, min(span.end - span.start, shown - column + 1))
        marks.append(_Mark(span.source, line, column, length, text, primary))
    return marks


def _by_source(marks: Sequence[_Mark]) -> list[tuple[Source, list[_Mark]]]:
    """The marks of each source, the diagnostic's own first; the first mark names the place."""
    groups = IdentityMap[Source, list[_Mark]]()
    for mark in marks:
        groups.setdefault(mark.source, list).append(mark)
    return list(groups.items())


def _snippet(source: Source, marks: Sequence[_Mark], gutter: int, severity: str) -> list[Line]:
    lines: list[Line] = []
    last = None
    bar = ("blue", "|")
    for number in sorted({mark.line for mark in marks}):
        if last is not None and number == last + 2:
            between = _window(source.line_text(last + 1)[:_NEAR], 1)[0]
            lines.append([("blue", str(last + 1).rjust(gutter)), ("", " "), bar, ("", f" {between}")])
        elif last is not None and number > last + 1:
            lines.append([("blue", "...")])
        last = number
        here = sorted(
            (m for m in marks if m.line == number), key=lambda mark: (mark.column, not mark.primary)
        )
        focus = next((mark for mark in here if mark.primary), here[0])
        # Of a line of a million characters only those near the mark are looked at.
        first = max(0, focus.column - 1 - _NEAR)
        text = source.line_text(number)[first : focus.column + _NEAR]
        here = [evolve(m, column=m.column - first) for m in here if first < m.column <= first + len(text) + 1]
        piece, start = _window(text, focus.column - first)
        if first and not start:
            piece = "…" + piece[1:]
        lines.append([("blue", str(number).rjust(gutter)), ("", " "), bar, ("", f" {piece}")])
        for mark in here:
            before = _width(text[: mark.column - 1]) - start
            if before < 0 or before > MAX_WIDTH:
                continue  # outside the piece that is shown
            before += 1 if start else 0
            wide = min(_width(text[: mark.column - 1 + mark.length]), start + MAX_WIDTH)
            carets = ("^" if mark.primary else "-") * max(1, wide - _width(text[: mark.column - 1]))
            label = one_line(shortened(mark.text, _MAX_TEXT))
            note = (severity if mark.primary else "blue", f"{carets} {label}".rstrip())
            lines.append([("", " " * (gutter + 1)), bar, ("", f" {' ' * before}"), note])
    return lines


def _window(text: str, column: int) -> tuple[str, int]:
    """The piece of a line around a column that fits, and at which width it starts."""
    cells = _cells(text)
    total = sum(wide for _, wide in cells)
    if total <= MAX_WIDTH:
        return "".join(cell for cell, _ in cells).rstrip(), 0
    at = _width(text[: column - 1])
    start = max(0, min(at - MAX_WIDTH // 3, total - MAX_WIDTH))
    piece, begin, position = "", None, 0
    for cell, wide in cells:
        if position >= start and position + wide <= start + MAX_WIDTH:
            begin = position if begin is None else begin
            piece += cell
        position += wide
    begin = begin or 0
    return ("…" if begin else "") + piece.rstrip() + ("…" if start + MAX_WIDTH < total else ""), begin


def _cells(text: str) -> list[tuple[str, int]]:
    """Each character as it is shown, and how many columns it takes."""
    cells: list[tuple[str, int]] = []
    position = 0
    for char in text:
        if char == "\t":
            cell = (" " * (TAB - position % TAB), TAB - position % TAB)
        else:
            cell = (shown(char), width(char))
        cells.append(cell)
        position += cell[1]
    return cells


def _width(text: str) -> int:
    if text.isascii() and text.isprintable():
        return len(text)
    return sum(wide for _, wide in _cells(text))


def _via_notes(diagnostic: Diagnostic) -> list[str]:
    notes = [_via_note(use, diagnostic.span.source) for use in diagnostic.via[:_MAX_VIA]]
    rest = len(diagnostic.via) - _MAX_VIA
    return [*notes, f"and through {rest} more"] if rest > 0 else notes


def _via_note(use: Use, source: Source) -> str:
    what = f"option {use.name}" if use.name.startswith("<") else f'(define "{use.name}" ...)'
    without = ""
    if use.absent:
        without = " without " + ", ".join(f"#{n}" for n in use.absent)
    return f"in {what} at {_where(use.definition, source)}, used at {_where(use.use, source)}{without}"


def _where(span: Span, source: Source) -> str:
    return f"{span.line}:{span.column}" if span.source is source else str(span)
