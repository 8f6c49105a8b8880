"""A new game from one that there is: a copy of its file and of its scenarios, under a name of its own."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from gdl.expand.library import shipped_definitions
from gdl.expand.options import head_of
from gdl.parse.forms import Form, Paren, String
from gdl.parse.parser import parse
from gdl.source.reading import read_source
from gdl.source.text import Source
from gdl.support.files import NoFileError, OutsideError, inside, is_plain_file
from gdl.support.values import frozen
from interpreter.errors.user_errors import NewGameError, UnreadableFileError
from interpreter.game.shipped import locate, shipped_games, title
from interpreter.support.files import write_new

_NAME = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
_GAME_LINE = re.compile(r"^game:.*$", re.MULTILINE)


@frozen
class Variant:
    """The files to write, with their contents; the game's own comes first."""

    files: dict[Path, str]

    @property
    def game(self) -> Path:
        """The new game's file."""
        return next(iter(self.files))


def variant(name: str | Path, origin: str | Path, with_definitions: bool = False) -> Variant:
    """What a new game of this name consists of, begun from the game `origin`.

    Files of definitions that come with the language are found from anywhere, and copied only if asked for:
    a copy beside the game goes before the one that it is a copy of.

    Raises NewGameError for a name that will not do or files that are there already, and
    GameNotFoundError or UnreadableFileError for an origin that cannot be had.
    """
    path = _path(Path(name))
    begun_from = locate(origin)
    source = _text(begun_from)
    files = {path: _renamed(source, path.stem, begun_from)}
    scenarios = begun_from.with_suffix(".yaml")
    if is_plain_file(scenarios):
        files[path.with_suffix(".yaml")] = _of_game(_text(scenarios).text, path.stem)
    for result, text in _definitions(source, begun_from.parent, with_definitions):
        beside = path.parent / result
        if not (is_plain_file(beside) and _text(beside).text == text):
            files[beside] = text
    there = [str(file) for file in files if os.path.lexists(file)]
    if there:
        raise NewGameError(f"{' and '.join(there)} {'is' if len(there) == 1 else 'are'} there already")
    return Variant(files)


def write(new: Variant) -> None:
    """Write the files. Raises UnreadableFileError where one cannot be written; then none is."""
    written: list[Path] = []
    try:
        for path, text in new.files.items():
            write_new(path, text)
            written.append(path)
    except UnreadableFileError:
        for path in written:
            path.unlink(missing_ok=True)
        raise


def _path(given: Path) -> Path:
    stem = given.name.removesuffix(".lud")
    if not _NAME.fullmatch(stem):
        plain = "-".join(re.findall(r"[a-z0-9]+", stem.casefold()))
        near = (plain,) if _NAME.fullmatch(plain) else ()
        raise NewGameError(
            f"`{stem}` is no name for a game: small letters and digits, with hyphens between words", near
        )
    if stem in shipped_games():
        raise NewGameError(f"`{stem}` is a game that comes with Ludwright", (f"my-{stem}",))
    return given.with_name(f"{stem}.lud")


def _text(path: Path) -> Source:
    source = read_source(path)
    if not isinstance(source, Source):
        raise UnreadableFileError(source.message)
    return source


def _renamed(source: Source, name: str, origin: Path) -> str:
    """The text of a game's file with another title, and a line that says where it comes from."""
    forms, _ = parse(source)
    game = next((form for form in forms if head_of(form) in ("game", "match")), None)
    text = source.text
    if isinstance(game, Paren) and len(game.items) > 1 and isinstance(game.items[1], String):
        span = game.items[1].span
        text = f'{text[: span.start]}"{_title(name)}"{text[span.end :]}'
    return f"// {_title(name)}: begun from {title(origin)}.\n{text}"


def _title(name: str) -> str:
    return " ".join(word.capitalize() for word in name.split("-"))


def _of_game(text: str, name: str) -> str:
    """The text of a scenario file, about the game of another name."""
    text = _GAME_LINE.sub("", text, count=1).lstrip("\n") if _GAME_LINE.search(text) else text
    return f"game: {name}\n{text}"


def _definitions(source: Source, folder: Path, shipped_too: bool) -> Iterator[tuple[str, str]]:
    """The files of definitions that a text includes, through any number of others: names and texts."""
    waiting, seen = [source], set[str]()
    while waiting:
        forms, _ = parse(waiting.pop())
        for name in _included(forms):
            shipped = shipped_definitions().get(name)
            if name in seen:
                continue
            seen.add(name)
            try:
                path: Path | None = inside(folder.resolve(), folder / name)
            except OutsideError:
                raise UnreadableFileError(f'"{name}" is outside the folder of the game') from None
            except NoFileError:
                path = shipped
            if path is None:
                continue
            text = _text(path)
            waiting.append(text)
            if shipped_too or shipped is None or path.resolve() != shipped.resolve():
                yield name, text.text


def _included(forms: Sequence[Form]) -> list[str]:
    return [
        form.items[1].value
        for form in forms
        if isinstance(form, Paren) and head_of(form) == "include" and len(form.items) == 2
        if isinstance(form.items[1], String)
    ]
