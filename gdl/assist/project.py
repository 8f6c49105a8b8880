"""Cross-references between files: a text with those that it includes, and those that include it.

Where files come from is somebody else's business (`Files`): an editor has some of them open, a web page may
have them all in memory.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Protocol

from gdl.assist.tree import Document, Node, Placed
from gdl.parse.forms import String
from gdl.source.text import Span
from gdl.support.values import field, frozen

#: How many files belong together at most.
MAX_FILES = 200


class Files(Protocol):
    """Where texts are found, each by a key (its path)."""

    def read(self, key: str) -> Document | None:
        """The text of a file, as it is now; None where it cannot be read."""

    def included(self, key: str, name: str) -> str | None:
        """The file that an include in the file `key` names."""

    def including(self, key: str) -> Iterable[str]:
        """The files that may include this one."""

    def can_include(self, key: str) -> Iterable[str]:
        """The names of the files that this one could include."""


@frozen(eq=False)
class File:
    """One text of a project."""

    key: str
    document: Document = field(repr=False)
    #: the files that it includes, by the names that it calls them
    includes: Mapping[str, str] = field(factory=dict)

    @property
    def is_game(self) -> bool:
        """Whether it has a game, or else holds definitions only."""
        return any(placed.piece.is_game for placed in self.document.pieces)


@frozen(eq=False)
class Spot:
    """A form in a project."""

    file: File
    placed: Placed
    node: Node

    @property
    def span(self) -> Span:
        """Where it stands in its document."""
        return self.within(self.node.start, self.node.end)

    def within(self, start: int, end: int) -> Span:
        """A stretch of the piece, in its document."""
        source = self.file.document.source
        return Span(source, self.placed.start + start, self.placed.start + end)


@frozen(eq=False)
class Project:
    """A file (the first), all that it includes, and where it has no game the files that include it."""

    files: tuple[File, ...]
    #: the names of files that the first one could include
    includable: tuple[str, ...] = ()
    _visible: dict[str, tuple[File, ...]] = field(factory=dict, init=False, repr=False)
    _definitions: dict[str, dict[str, Spot]] = field(factory=dict, init=False, repr=False)
    _options: dict[str, dict[str, Spot]] = field(factory=dict, init=False, repr=False)

    @property
    def main(self) -> File:
        """The file that it was made for."""
        return self.files[0]

    def pieces(self) -> Iterator[tuple[File, Placed]]:
        """All pieces of all files."""
        for file in self.files:
            for placed in file.document.pieces:
                yield file, placed

    def visible(self, file: File) -> tuple[File, ...]:
        """The files whose definitions a file sees: itself, then what it includes, and so on; where it has no
        game, behind them those that see it."""
        known = self._visible.get(file.key)
        if known is None:
            by_key = {each.key: each for each in self.files}
            result = _closure(file, by_key)
            if not file.is_game:
                seeing = [each for each in self.files if file in _closure(each, by_key)]
                result += [more for each in seeing for more in _closure(each, by_key)]
            known = self._visible[file.key] = tuple(dict.fromkeys(result))
        return known

    def definitions(self, file: File) -> dict[str, Spot]:
        """What names stand for in a file."""
        known = self._definitions.get(file.key)
        if known is None:
            known = self._definitions[file.key] = {}
            for each in self.visible(file):
                for placed in each.document.pieces:
                    for name, node in placed.piece.definitions:
                        known.setdefault(name, Spot(each, placed, node))
        return known

    def options(self, file: File) -> dict[str, Spot]:
        """The options of a file, by their tags."""
        known = self._options.get(file.key)
        if known is None:
            known = self._options[file.key] = {}
            for each in self.visible(file):
                for placed in each.document.pieces:
                    for tag, node in placed.piece.options:
                        known.setdefault(tag, Spot(each, placed, node))
        return known

    def definition(self, name: str, file: File) -> Spot | None:
        """What a name stands for in a file."""
        return self.definitions(file).get(name)

    def option(self, tag: str, file: File) -> Spot | None:
        """The option of a tag in a file."""
        return self.options(file).get(tag)


def _closure(file: File, by_key: dict[str, File]) -> list[File]:
    result = [file]
    for each in result:
        result += [more for key in each.includes.values() if (more := by_key.get(key)) and more not in result]
    return result


def project_of(key: str, files: Files) -> Project | None:
    """The project of a file; None where the file cannot be read."""
    read: dict[str, File] = {}

    def take(keys: Sequence[str]) -> None:
        waiting = list(keys)
        while waiting and len(read) < MAX_FILES:
            here = waiting.pop(0)
            document = None if here in read else files.read(here)
            if document is None:
                continue
            forms = [node.form for placed in document.pieces for node in placed.piece.includes]
            names = [form.value for form in forms if isinstance(form, String)]
            result = {name: other for name in names if (other := files.included(here, name)) is not None}
            read[here] = File(here, document, result)
            waiting += result.values()

    take([key])
    if key not in read:
        return None
    if not read[key].is_game:
        for other in files.including(key):
            if len(read) >= MAX_FILES:
                break
            take([other])
    return Project(tuple(read.values()), tuple(files.can_include(key)))
