"""Decoding: what an author's editor wrote, as a `Source`, or the reason why it is none."""

from __future__ import annotations

from pathlib import Path

from gdl.source.diagnostics import Diagnostic
from gdl.source.text import Source, Span
from gdl.support.files import NoFileError, named, read_file

#: The largest file that is read; a very large game is a quarter of it.
MAX_BYTES = 1_000_000

_MARKS = {b"\xff\xfe": "UTF-16", b"\xfe\xff": "UTF-16"}


def read_source(path: str | Path, name: str | None = None) -> Source | Diagnostic:
    """Read a text file, or say what is wrong with it. `name` is shown in place of the path."""
    shown = name if name is not None else str(path)
    try:
        data = read_file(path, MAX_BYTES)
    except NoFileError as error:
        return _refuse(Source(shown, ""), "E0111", f"cannot read {named(shown)}: {error.reason}")
    return decode(data, shown)


def decode(data: bytes, name: str) -> Source | Diagnostic:
    """The text that bytes hold, or what is wrong with them."""
    if len(data) > MAX_BYTES:
        return _refuse(
            Source(name, ""),
            "E0102",
            f"this file is too long to be a game: more than {MAX_BYTES:,} bytes",
            "split shared definitions off into files of their own",
        )
    encoding = _MARKS.get(data[:2])
    if encoding:
        return _refuse(
            Source(name, ""),
            "E0101",
            f"this file is not UTF-8 but {encoding}",
            "save it again with the encoding UTF-8",
        )
    nul = data.find(b"\0")
    if nul >= 0:
        before = _one_kind_of_line_end(data[:nul].decode("utf-8", errors="replace"))
        line = data[nul:].split(b"\n", 1)[0].decode("utf-8", errors="replace")
        return _refuse(
            Source(name, before + line),
            "E0101",
            "this is no text file: it holds a NUL byte",
            "write the game in a text editor and save it with the encoding UTF-8",
            len(before),
        )
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8")
        text = _one_kind_of_line_end(data.decode("utf-8", errors="replace"))
        at = len(_one_kind_of_line_end(before))
        return _refuse(
            Source(name, text),
            "E0101",
            f"this file is not UTF-8: byte 0x{data[error.start]:02X} is out of place",
            "save it again with the encoding UTF-8",
            at,
        )
    return Source(name, _one_kind_of_line_end(text.removeprefix("\ufeff")))


def _one_kind_of_line_end(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _refuse(source: Source, code: str, message: str, help: str = "", at: int = 0) -> Diagnostic:
    end = min(at + 1, len(source.text))
    return Diagnostic(code, message, Span(source, at, end), help=(help,) if help else ())
