"""Libraries: folders of files of shared definitions, by the name that they define."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from functools import cache, lru_cache
from pathlib import Path

from gdl.expand.definitions import Definition, read_definition
from gdl.expand.options import head_of
from gdl.parse.forms import Form, Paren
from gdl.parse.parser import parse
from gdl.source.diagnostics import Diagnostic
from gdl.source.reading import MAX_BYTES, read_source
from gdl.source.text import Source
from gdl.support.files import NoFileError, games_folder, read_file, stamp
from gdl.support.values import field, frozen

_DEFINES = re.compile(r'\(define\s+"([^"\n]+)"')


@frozen
class DefinitionFile:
    """What one file of definitions holds."""

    source: Source | None
    definitions: tuple[Definition, ...]
    mistakes: tuple[Diagnostic, ...]
    includes: tuple[Paren, ...] = ()
    options: tuple[Paren, ...] = ()
    #: all that stands in it
    forms: tuple[Form, ...] = field(default=(), repr=False)


@frozen
class Library:
    """Definitions that games may use without saying where they stand, read when first used."""

    paths: dict[str, Path] = field(repr=False)  # of definitions, by name
    files: dict[str, Path] = field(repr=False, factory=dict)  # by the name of the file

    @classmethod
    def of(cls, folders: Sequence[str | Path]) -> Library:
        """All `.def` files in these folders and below; where names clash the first folder wins."""
        paths: dict[str, Path] = {}
        files: dict[str, Path] = {}
        for folder in folders:
            for path in sorted(Path(folder).rglob("*.def")):
                files.setdefault(path.name, path)
                for name in _names(path, stamp(path)):
                    paths.setdefault(name, path)
        return cls(paths, files)

    @classmethod
    def of_files(cls, files: Sequence[Path]) -> Library:
        """Certain files of definitions; where names clash the first wins."""
        paths: dict[str, Path] = {}
        for path in files:
            for name in _names(path, stamp(path)):
                paths.setdefault(name, path)
        return cls(paths, {path.name: path for path in files})

    @property
    def names(self) -> Collection[str]:
        """All that is defined."""
        return self.paths.keys()

    def __contains__(self, name: str) -> bool:
        return name in self.paths

    def read(self, name: str) -> DefinitionFile:
        """The file that defines `name`."""
        return read_definition_file(self.paths[name])


EMPTY_LIBRARY = Library({})


@cache
def shipped_definitions() -> dict[str, Path]:
    """The files of definitions that come with the language, by name: inside it where it is installed, beside
    it in a checkout. A game takes them in by an include that says so."""
    return {path.name: path for path in sorted(games_folder().rglob("*.def"))}


@cache
def shipped_files() -> dict[str, Path]:
    """The files of the games that come with the language, by name without the ending."""
    return {path.stem: path for path in sorted(games_folder().rglob("*.lud"))}


def read_definition_file(path: Path, name: str | None = None) -> DefinitionFile:
    """Read a file of definitions; kept in memory while the file stays the same."""
    return _read(path, name, stamp(path))


@lru_cache(maxsize=4096)
def _names(path: Path, stamp: int) -> tuple[str, ...]:
    """The names that a file defines, without reading it as forms; usually just its own."""
    try:
        return tuple(_DEFINES.findall(read_file(path, MAX_BYTES).decode("utf-8", errors="replace")))
    except NoFileError:
        return ()


@lru_cache(maxsize=512)
def _read(path: Path, name: str | None, stamp: int) -> DefinitionFile:
    source = read_source(path, name)
    if isinstance(source, Diagnostic):
        return DefinitionFile(None, (), (source,))
    return definitions_in(source)


def definitions_in(source: Source) -> DefinitionFile:
    """What a text of definitions holds."""
    forms, mistakes = parse(source)
    definitions: list[Definition] = []
    result = list(mistakes)
    includes: list[Paren] = []
    options: list[Paren] = []
    for form in forms:
        if isinstance(form, Paren) and head_of(form) == "include":
            includes.append(form)
        elif isinstance(form, Paren) and head_of(form) == "option":
            options.append(form)
        elif isinstance(form, Paren) and head_of(form) == "define":
            read = read_definition(form)
            if isinstance(read, Definition):
                definitions.append(read)
            else:
                result.append(read)
        else:
            result.append(
                Diagnostic(
                    "E0112",
                    "a file of definitions holds only definitions and options",
                    form.span,
                    label="neither (define ...) nor (option ...) nor (include ...)",
                )
            )
    return DefinitionFile(source, tuple(definitions), tuple(result), tuple(includes), tuple(options), forms)
