"""Suppression comments: findings that an author has looked at and means to keep.

    (piece "Wall" Neutral)   // allow never-moves: walls stand

Such a comment silences findings of that name whose place starts on its line; on a line of its own it covers
the whole form that starts on the line below. A name is the slug of a code's title (`never-moves`) or the code
itself (`W0611`); several are separated by commas, and what follows a colon is the reason. Errors are never
silenced.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache

from gdl.source.codes.registry import all_codes
from gdl.source.diagnostics import UNSURE, Diagnostic, Edit, Fix
from gdl.source.edits import renaming
from gdl.source.suggest import nearest
from gdl.source.text import Source, Span
from gdl.support.values import frozen

#: Texts and comments; `//` inside a text is no comment. Brackets, to find where a form ends.
_PIECES = re.compile(r'"(?:\\.|[^"\\])*"|//[^\n]*|[(){}]', re.DOTALL)
_ALLOW = re.compile(r"//[ \t]*allow[ \t]+([^:\n]*)")
_NAME = re.compile(r"[^\s,]+")


def slug(title: str) -> str:
    """A title as the name by which it is allowed: `never moves` is `never-moves`."""
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")


@cache
def _codes_by_name() -> dict[str, frozenset[str]]:
    """The codes of warnings that a name may mean; titles of several codes may be alike."""
    result: dict[str, frozenset[str]] = {}
    for code, explanation in all_codes().items():
        if code.startswith("W"):
            for name in (code.lower(), slug(explanation.title)):
                result[name] = result.get(name, frozenset()) | {code}
    return result


@frozen
class Allowance:
    """One name in a comment, where it stands, and what it covers."""

    name: str
    span: Span
    start: int
    end: int

    @property
    def codes(self) -> frozenset[str]:
        """The codes that it silences; none where the name means nothing."""
        return _codes_by_name().get(self.name.lower(), frozenset())

    def covers(self, diagnostic: Diagnostic) -> bool:
        """Whether it silences this finding."""
        return (
            diagnostic.span.source is self.span.source
            and self.start <= diagnostic.span.start < self.end
            and diagnostic.code in self.codes
        )


@lru_cache(maxsize=64)
def allowances(source: Source) -> tuple[Allowance, ...]:
    """All that the comments of a text allow, in order."""
    if "allow" not in source.text:
        return ()
    pieces = [(match.start(), match.end()) for match in _PIECES.finditer(source.text)]
    result: list[Allowance] = []
    for number, (start, _) in enumerate(pieces):
        match = _ALLOW.match(source.text, start)
        if match is None:
            continue
        covered = _covered(source, start, pieces[number + 1 :])
        for name in _NAME.finditer(match[1]):
            place = Span(source, match.start(1) + name.start(), match.start(1) + name.end())
            result.append(Allowance(name[0], place, *covered))
    return tuple(result)


def _covered(source: Source, comment: int, behind: list[tuple[int, int]]) -> tuple[int, int]:
    """What a comment covers: its line, or where it stands alone the form that starts on the line below."""
    text = source.text
    line = source.starts[source.position(comment)[0] - 1]
    if text[line:comment].strip():
        return line, comment
    after = text.find("\n", comment)
    while after >= 0:  # further comments may stand between
        start = after + 1
        after = text.find("\n", start)
        below = text[start : after if after >= 0 else len(text)]
        if below.strip().startswith("//"):
            continue
        if not below.strip():
            break
        first = start + len(below) - len(below.lstrip())
        return first, max(start + len(below), _closing(text, first, behind))
    return comment, comment


def _closing(text: str, start: int, pieces: list[tuple[int, int]]) -> int:
    """The end of the form in brackets that starts there."""
    depth = 0
    for at, end in pieces:
        if at < start or text[at] not in "(){}":
            continue
        if depth == 0 and at > start:
            break
        depth += 1 if text[at] in "({" else -1
        if depth == 0:
            return end
    return start


def allowed(diagnostic: Diagnostic) -> bool:
    """Whether a comment beside a finding says that it is meant. Errors are never allowed."""
    if diagnostic.severity == "error":
        return False
    return any(each.covers(diagnostic) for each in allowances(diagnostic.span.source))


def silenced(
    diagnostics: Iterable[Diagnostic], sources: Iterable[Source], looked_for: Callable[[str], bool]
) -> list[Diagnostic]:
    """The findings that are not allowed, and the names of comments that allow nothing.

    `looked_for` tells of a code whether it was looked for at all: of others nothing can be said.
    """
    diagnostics = list(diagnostics)
    kept = [diagnostic for diagnostic in diagnostics if not allowed(diagnostic)]
    for source in dict.fromkeys(sources):
        for each in allowances(source):
            kept += _about(each, diagnostics, looked_for)
    return kept


def _about(
    each: Allowance, diagnostics: list[Diagnostic], looked_for: Callable[[str], bool]
) -> Iterator[Diagnostic]:
    if not each.codes:
        near = nearest(each.name.lower(), _codes_by_name())
        advice = f"did you mean `{near[0]}`?" if near else "`gdl check` names what it finds by code"
        fixes = renaming(each.span, each.name, near)
        yield Diagnostic(
            "W0638", f"there is no finding called `{each.name}`", each.span, "allows nothing", (advice,),
            severity="warning", fixes=fixes,
        )  # fmt: skip
    elif all(map(looked_for, each.codes)) and not any(each.covers(diagnostic) for diagnostic in diagnostics):
        yield Diagnostic(
            "W0639", f"there is no `{each.name}` here to be allowed", each.span, "silences nothing",
            ("delete it; a comment covers its own line, or, on a line of its own, the form below it",),
            severity="warning",
        )  # fmt: skip


# --- the edit that allows a finding ---------------------------------------------------------------------

#: Findings about such comments, which another would not put right.
_OF_COMMENTS = frozenset({"W0638", "W0639"})


def allowing(source: Source, offset: int, code: str) -> Fix | None:
    """The repair that says that a warning with this code, told at an offset (characters), is meant.

    None where no comment can say so: for errors, and in what is wrong about comments.
    """
    known = all_codes().get(code)
    if known is None or not code.startswith("W") or code in _OF_COMMENTS:
        return None
    name = slug(known.title)
    for at, text in _ways(source, offset, name):
        changed = Source(source.name, source.text[:at] + text + source.text[at:])
        moved = offset + len(text) if at <= offset else offset
        covering = (each for each in allowances(changed) if each.start <= moved < each.end)
        if any(code in each.codes for each in covering):
            return Fix(f"allow it: // allow {name}", (Edit(Span(source, at, at), text),), UNSURE)
    return None


def _ways(source: Source, offset: int, name: str) -> Iterator[tuple[int, str]]:
    """Where which text could be put in, the tidiest first."""
    start = source.starts[source.position(offset)[0] - 1]
    end = source.text.find("\n", start)
    end = len(source.text) if end < 0 else end
    there = [each for each in allowances(source) if start <= each.span.start < end]
    if there:
        yield there[-1].span.end, f", {name}"
    line = source.text[start:end]
    kept = len(line.rstrip())
    yield start + kept, f"  // allow {name}"
    yield start, f"{line[: len(line) - len(line.lstrip())]}// allow {name}\n"
