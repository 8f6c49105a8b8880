"""Coverage by the author's own lines: every counted place of every file, with what was seen there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gdl.ludemes.equipment import Piece
from gdl.passes.profile import What
from gdl.source.text import NOWHERE, Source, Span
from gdl.support.values import frozen
from interpreter.coverage.play import NEVER, Count, Observed

#: How a place fared.
USED, PARTLY, UNUSED = "used", "partly", "never"


@frozen
class Mark:
    """A place, how it fared (`used`, `partly`, `never`), in how many plies it counted, and all in words."""

    span: Span
    state: str
    plies: int
    text: str
    #: in how many games it came about at least once
    games: int = 0


@frozen
class FileCoverage:
    """One file, with its marks in the order of the text; what holds others comes before them."""

    source: Source
    marks: tuple[Mark, ...]

    def of_line(self, line: int) -> tuple[Mark, ...]:
        """The marks that start on a line, counted from 1."""
        return tuple(mark for mark in self.marks if mark.span.line == line)

    def count(self, state: str) -> int:
        """How many places fared so."""
        return sum(mark.state == state for mark in self.marks)

    def as_json(self) -> dict[str, Any]:
        """The same for programs. Lines and columns count from 1."""
        return {
            "file": self.source.name,
            "places": [
                {
                    "line": mark.span.line,
                    "column": mark.span.column,
                    "length": mark.span.end - mark.span.start,
                    "state": mark.state,
                    "plies": mark.plies,
                    "text": mark.text,
                }
                for mark in self.marks
            ],
        }


def coverage_of(observed: Observed) -> tuple[FileCoverage, ...]:
    """The files that the rules came from, the game's own first."""
    by_source: dict[Source, list[Mark]] = {observed.compiled.expanded.sources[0]: []}
    for span, counts in _by_span(observed).items():
        by_source.setdefault(span.source, []).append(_mark(span, counts))
    return tuple(
        FileCoverage(source, tuple(sorted(marks, key=lambda mark: (mark.span.start, -mark.span.end))))
        for source, marks in by_source.items()
    )


def _by_span(observed: Observed) -> dict[Span, dict[What, Count]]:
    result: dict[Span, dict[What, Count]] = {}

    def add(span: Span, what: What, count: Count) -> None:
        if span is not NOWHERE:
            counts = result.setdefault(span, {})
            counts[what] = counts.get(what, NEVER) + count

    for counter, count in observed.counts.items():
        span = counter.span
        if counter.what in (What.THERE, What.MOVED):
            declared = observed.compiled.facts.components[counter.number].ludeme
            span = declared.span if isinstance(declared, Piece) and counter.number else NOWHERE
        elif counter.what is What.PHASE:
            span = (observed.compiled.played.rules.phases or ())[counter.number].span
        add(span, counter.what, count)
    return result


def _mark(span: Span, counts: dict[What, Count]) -> Mark:
    get = counts.get
    if What.HOLDS in counts:
        holds, fails = get(What.HOLDS, NEVER), get(What.FAILS, NEVER)
        if not holds.reached and not fails.reached:
            return Mark(span, UNUSED, 0, "never asked")
        state = USED if holds.reached and fails.reached else PARTLY
        return Mark(span, state, holds.plies, f"held in {_plies(holds)}, did not in {_plies(fails)}",
                    holds.games)  # fmt: skip
    words = list(_words(counts))
    reached = any(count.reached for what, count in counts.items() if what is not What.LEGAL)
    shown = [count for what, count in counts.items() if what is not What.MOVED]
    plies, games = (max((getattr(count, each) for count in shown), default=0) for each in ("plies", "games"))
    text = ", ".join(words) if reached else "never"
    return Mark(span, USED if reached else UNUSED, plies, text, games)


#: How each count is told.
_TELLING = {
    What.OFFERED: "possible in",
    What.PLAYED: "played in",
    What.EFFECT: "came about in",
    What.RESULT: "came about in",
    What.SETUP: "carried out in",
    What.THERE: "there in",
    What.MOVED: "moved in",
    What.PHASE: "entered in",
}


def _words(counts: dict[What, Count]) -> Iterator[str]:
    for what, word in _TELLING.items():
        count = counts.get(what)
        if count is not None and (count.reached or what in (What.OFFERED, What.PLAYED)):
            yield f"{word} {_plies(count)}"


def _plies(count: Count) -> str:
    if count.plies == 0:
        return "no ply but those tried" if count.reached else "none"
    return "1 ply" if count.plies == 1 else f"{count.plies:,} plies of {count.games:,} games"
