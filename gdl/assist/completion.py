"""Completion by expected type: what can stand where the cursor is, in a text that need not be right.

The word that is being typed is replaced by a mark, the piece of the text around it is parsed as it then is,
and what can stand in place of the mark is offered (`offers`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache

from gdl.assist.names import names_of
from gdl.assist.offers import Completion, Place, in_quotes, in_words, matches
from gdl.assist.project import Files, project_of
from gdl.assist.slots import MARK, is_mark
from gdl.assist.tree import Document
from gdl.expand.library import shipped_files
from gdl.ludeme.registry import REGISTRY
from gdl.parse.tokens import ran_away, tokenize
from gdl.source.reading import read_source
from gdl.source.text import Source, Span
from gdl.support.values import frozen

_WORD = re.compile(r"[\w#.\-]*\Z")
_REST = re.compile(r"[\w#.\-]*")
#: Comments and texts in quotes; a text that is never closed ends with its line. Names stand on one line.
_STRETCH = re.compile(r'//[^\n]*|"[^"\\\n]*+(?:\\[^\n][^"\\\n]*+)*+"|"[^\n]*')
#: The same where texts may be prose, which goes over several lines.
_STRETCH_OF_PROSE = re.compile(r'//[^\n]*|"[^"\\]*+(?:\\.[^"\\]*+)*+"|"[^\n]*', re.DOTALL)
_PROSE = re.compile(r"\s*(?://[^\n]*\n\s*)*\((?:metadata|option)\b")


def complete(key: str, files: Files, offset: int) -> tuple[Completion, ...]:
    """What can stand at an offset of a file, the likeliest first."""
    place = _place(key, files, offset)
    if place is None:
        return ()
    result = in_quotes(place) if place.quoted else in_words(place)
    unique = {(each.label, each.sort): each for each in reversed(list(result))}
    matching = [each for each in reversed(list(unique.values())) if matches(place.typed, each.label)]
    return ranked(matching, place.typed)


# --- Finding the place --------------------------------------------------------------------------------------


@frozen
class _Marked:
    """Files of which one has the mark in it."""

    files: Files
    key: str
    document: Document

    def read(self, key: str) -> Document | None:
        return self.document if key == self.key else self.files.read(key)

    def included(self, key: str, name: str) -> str | None:
        return self.files.included(key, name)

    def including(self, key: str) -> Iterable[str]:
        return self.files.including(key)

    def can_include(self, key: str) -> Iterable[str]:
        return self.files.can_include(key)


def _place(key: str, files: Files, offset: int) -> Place | None:
    """The place of the mark, in the project as it is with the mark in it: only that is read."""
    document = files.read(key)
    placed = None if document is None else document.piece_at(offset)
    if document is None or placed is None:
        return None
    text, at = placed.piece.text, offset - placed.start
    typed = _typed(text, at)
    start = at - len(typed)
    end = at + len(_REST.match(text, at)[0])  # type: ignore[index]
    mark = MARK
    stretch = _stretch_at(text, at)
    if stretch is not None:
        if text.startswith("//", stretch.start()):
            return None
        if "\n" in stretch[0]:
            return None  # prose
        closed = len(stretch[0]) > 1 and stretch[0].endswith('"')
        start, end = stretch.start() + 1, stretch.end() - closed
        if not closed:  # of a text that was never closed, the brackets behind it are none of it
            end = start + len(re.match(r'[^"(){}\n]*', text[start:end])[0].rstrip())  # type: ignore[index]
            end, mark = max(end, at), f'{MARK}"'
    start, end = start + placed.start, end + placed.start
    whole = document.source.text
    marked = Document(Source(key, whole[:start] + mark + whole[end:]), document)
    project = project_of(key, _Marked(files, key, marked))
    here = marked.piece_at(start)
    if project is None or here is None:
        return None
    node = next((node for node in here.piece.with_text(MARK) if is_mark(node)), None)
    if node is None:
        return None
    span = Span(document.source, start, end)
    return Place(project.main, node, span, whole[start:offset], names_of(project), stretch is not None)


def _typed(text: str, at: int) -> str:
    return _WORD.search(text, max(0, at - 100), at)[0]  # type: ignore[index]


def _stretch_at(text: str, at: int) -> re.Match[str] | None:
    """The comment or the text in quotes that a place stands in."""
    prose = _PROSE.match(text) is not None
    scan = 0
    while (match := (_STRETCH_OF_PROSE if prose else _STRETCH).search(text, scan)) is not None:
        if prose and ran_away(match[0], text[match.end() : match.end() + 1]):
            match = _STRETCH.match(text, match.start())
            assert match is not None
        scan = match.end()
        if match.start() >= at:
            return None
        open_ended = match[0].startswith("//") or len(match[0]) < 2 or not match[0].endswith('"')
        if at < match.end() or (open_ended and at == match.end()):
            return match
    return None


def ranked(completions: Sequence[Completion], typed: str) -> tuple[Completion, ...]:
    """Completions with those first that begin with what was typed. What is alike (words, ludemes, names)
    stays together, in the order in which it came, and in it what is used more often comes first."""
    groups: dict[tuple[object, bool], int] = {}
    for each in completions:
        groups.setdefault((each.sort, each.label.startswith("(")), len(groups))

    def key(each: Completion) -> tuple[bool, int, int]:
        name = each.label.strip('()"')
        begins = name.lower().startswith(typed.lower())
        return (not begins, groups[each.sort, each.label.startswith("(")], -uses()[name])

    return tuple(sorted(completions, key=key))


@cache
def uses() -> Counter[str]:
    """How often the shipped games use each ludeme, by its words, and each word that stands for itself."""
    result = Counter[str]()
    variants = {entry.words[:2] for entry in REGISTRY.entries() if len(entry.words) > 1}
    for path in shipped_files().values():
        source = read_source(path)
        tokens = tokenize(source)[0] if isinstance(source, Source) else []
        for before, token, after in zip(tokens, tokens[1:], [*tokens[2:], None], strict=False):
            if token.type == "NAME":
                result[str(token)] += 1
            elif token.type == "WORD":
                selects = before.type == "PAREN_OPEN" and (str(token), str(after)) in variants
                result[f"{token} {after}" if selects else str(token)] += 1
                result[str(after)] += selects
    return result
