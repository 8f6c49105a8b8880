"""Inlining: the files that a text includes, put where it includes them, so that it stands by itself."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from gdl.expand.library import shipped_definitions
from gdl.expand.options import head_of
from gdl.parse.forms import Form, Paren, String
from gdl.parse.parser import parse
from gdl.source.reading import read_source
from gdl.source.text import Source

#: A place in a text, and what takes it.
Edit = tuple[int, int, str]


def inlined(text: str, path: str | Path, shipped_too: bool = False) -> tuple[Edit, ...]:
    """The edits that put in the place of each include what it includes; of a file of ours only if wanted,
    since such are found from everywhere. What cannot be read stays as it is."""
    done: set[Path] = set()
    return tuple(_edits(Source(str(path), text), Path(path).parent, shipped_too, done))


def _edits(source: Source, folder: Path, shipped_too: bool, done: set[Path]) -> list[Edit]:
    forms, _ = parse(source)
    found: list[Edit] = []
    for form in forms:
        path, own = _included(form, folder)
        if path is None or not (own or shipped_too):
            continue
        if path.resolve() in done:
            found.append((form.span.start, form.span.end, ""))
            continue
        done.add(path.resolve())
        read = read_source(path)
        if isinstance(read, Source):
            inner = applied(read.text, _edits(read, path.parent, shipped_too, done)).strip("\n")
            found.append((form.span.start, form.span.end, f"// from {path.name}:\n{inner}"))
    return found


def _included(form: Form, folder: Path) -> tuple[Path | None, bool]:
    """The file that a form includes, and whether it is none of ours."""
    if not isinstance(form, Paren) or head_of(form) != "include" or len(form.items) != 2:
        return None, False
    name = form.items[1]
    if not isinstance(name, String):
        return None, False
    beside = folder / name.value
    shipped = shipped_definitions().get(name.value)
    if beside.is_file():
        return beside, shipped is None or beside.resolve() != shipped.resolve()
    return shipped, False


def applied(text: str, edits: Sequence[Edit]) -> str:
    """A text with its edits, which do not overlap, made."""
    for start, end, new in sorted(edits, reverse=True):
        text = text[:start] + new + text[end:]
    return text
