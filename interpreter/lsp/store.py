"""The texts that a language server knows: those open in the editor, and files on disk beside them."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from pathlib import Path

from pygls import uris

from gdl.assist.names import Names, names_of
from gdl.assist.project import Project, project_of
from gdl.assist.tree import Document
from gdl.expand.library import shipped_definitions
from gdl.source.reading import read_source
from gdl.source.text import Source
from gdl.support.files import NoFileError, inside
from gdl.support.values import define, field
from interpreter.lsp.convert import one_kind_of_line_end

#: The most files of a folder searched for those that include another; how long that is cached (seconds).
MAX_LOOKED_AT = 300
BELIEVED = 3.0


def key_of(uri: str) -> str:
    """What a document is called here: its path, or its URI where it has none."""
    path = uris.to_fs_path(uri) if uri.startswith("file:") else None
    return uri if path is None else str(Path(path))


def uri_of(key: str) -> str:
    """The URI of a document that is called so."""
    if "://" in key or key.startswith("untitled:"):
        return key
    return uris.from_fs_path(key) or key


def folder_of(key: str) -> Path | None:
    """The folder of a document; None where it is no file."""
    return Path(key).parent if Path(key).is_absolute() else None


@define
class Open:
    """A document that is open in the editor."""

    uri: str
    version: int | None
    document: Document
    crlf: bool = False


@define
class Store:
    """All texts, by key (see `key_of`). What is open counts instead of what is on disk."""

    open: dict[str, Open] = field(factory=dict)
    _disk: dict[str, tuple[int, Document | None]] = field(factory=dict)
    _near: dict[Path, tuple[float, tuple[str, ...]]] = field(factory=dict)
    _names: dict[str, tuple[tuple[Document, ...], tuple[str, ...], Names]] = field(factory=dict)

    def put(self, uri: str, version: int | None, text: str) -> str:
        """Take in what a document says now; returns its key."""
        key = key_of(uri)
        before = self.open.get(key)
        source = Source(key, one_kind_of_line_end(text))
        self.open[key] = Open(
            uri, version, Document(source, before.document if before else None), "\r\n" in text
        )
        return key

    def close(self, uri: str) -> str:
        """Forget a document, so that its file counts again."""
        key = key_of(uri)
        self.open.pop(key, None)
        return key

    def uri(self, key: str) -> str:
        """How the editor calls a document."""
        known = self.open.get(key)
        return uri_of(key) if known is None else known.uri

    def names(self, key: str) -> Names | None:
        """What is known of a document's project now."""
        project = self.project(key)
        if project is None:
            return None
        documents = tuple(file.document for file in project.files)
        known = self._names.get(key)
        if known is None or known[0] != documents or known[1] != project.includable:
            if len(self._names) > 50:
                self._names.clear()
            known = self._names[key] = (documents, project.includable, names_of(project))
        return known[2]

    def project(self, key: str) -> Project | None:
        """A document with those that belong to it."""
        return project_of(key, self)

    # --- Files: see `gdl.assist.project` ----------------------------------------------------------------

    def read(self, key: str) -> Document | None:
        """The text of a file, as it is now."""
        known = self.open.get(key)
        if known is not None:
            return known.document
        if folder_of(key) is None:
            return None
        try:
            stamp = Path(key).stat().st_mtime_ns
        except OSError:
            return None
        kept = self._disk.get(key)
        if kept is None or kept[0] != stamp:
            if len(self._disk) > 2 * MAX_LOOKED_AT:
                self._disk.clear()
            source = read_source(key)
            before = kept[1] if kept else None
            document = Document(source, before) if isinstance(source, Source) else None
            kept = self._disk[key] = (stamp, document)
        return kept[1]

    def included(self, key: str, name: str) -> str | None:
        """The file that an include names: beside the document or below it, or a shipped one."""
        folder = folder_of(key)
        if folder is not None:
            try:
                return str(inside(folder.resolve(), folder / name))
            except NoFileError:
                pass
        shipped = shipped_definitions().get(name)
        return None if shipped is None else str(shipped)

    def including(self, key: str) -> Iterator[str]:
        """Games that include a file of definitions: open ones, those beside it, and in the folder above."""
        yield from (other for other in list(self.open) if other != key and self._mentions(other, key))
        folder = folder_of(key)
        for each in () if folder is None else (folder, folder.parent):
            yield from (other for other in self._beside(each) if other != key and self._mentions(other, key))

    def _mentions(self, other: str, key: str) -> bool:
        document = self.read(other)
        name = Path(key).name
        return document is not None and "(include" in document.source.text and name in document.source.text

    def _beside(self, folder: Path) -> tuple[str, ...]:
        known = self._near.get(folder)
        if known is None or time.monotonic() - known[0] > BELIEVED:
            known = self._near[folder] = (time.monotonic(), tuple(_rule_files(folder)))
        return known[1]

    def can_include(self, key: str) -> Iterable[str]:
        """The definition files beside a document and the shipped ones."""
        folder = folder_of(key)
        beside = [] if folder is None else [Path(k).name for k in self._beside(folder) if k.endswith(".def")]
        return sorted(({*beside} | {*shipped_definitions()}) - {Path(key).name})


def _rule_files(folder: Path) -> Iterator[str]:
    try:
        result = sorted(path for path in folder.iterdir() if path.suffix in (".lud", ".def"))
    except OSError:
        return
    yield from (str(path) for path in result[:MAX_LOOKED_AT])
