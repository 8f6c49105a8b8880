"""The games of a match: looked up by their names, their options offered as the match's own."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from gdl.expand.definitions import walk
from gdl.expand.library import shipped_files
from gdl.expand.options import Option, head_of
from gdl.parse.forms import Form, Paren, String
from gdl.source.diagnostics import Diagnostic
from gdl.source.edits import renaming
from gdl.source.suggest import nearest
from gdl.source.text import Source, Span
from gdl.support.values import evolve, frozen


@frozen
class SubgameFile:
    """A game of a match: its file or text, and the options that the match has chosen for it."""

    name: str
    file: Path | Source
    fixed: dict[str, str]
    #: where the match names the game, and the options chosen for it
    span: Span
    options_span: Span
    options: tuple[Option, ...] = ()


def subgames_of(
    forms: Sequence[Form], folder: Path | None, given: Source | None = None
) -> tuple[tuple[SubgameFile, ...], list[Diagnostic]]:
    """The games that the match among these forms names, and what is wrong with the names.

    Where one is `given` it is that, and its options are chosen already.
    """
    result: list[SubgameFile] = []
    mistakes: list[Diagnostic] = []
    files: dict[str, Path | Source | None] = {}
    matches = [form for form in forms if head_of(form) == "match"]
    for form in walk(matches):
        if not (isinstance(form, Paren) and head_of(form) == "subgame" and len(form.items) > 1):
            continue
        name, *rest = form.items[1:]
        if not isinstance(name, String):
            continue  # binding tells what is wanted there
        if name.value not in files:
            files[name.value] = given or find_game(name.value, folder)
        file = files[name.value]
        if file is None:
            mistakes.append(_not_found(name, folder))
            continue
        text = rest[0] if rest and isinstance(rest[0], String) else String("", span=name.span)
        fixed = {} if given is not None else _choices(text.value)
        result.append(SubgameFile(name.value, file, fixed, name.span, text.span))
    return tuple(result), mistakes


def find_game(name: str, folder: Path | None) -> Path | None:
    """The file of a game by its name: in the folder, else among the shipped games."""
    plain = _plain(name)
    if folder is not None and folder.is_dir():
        for path in sorted(folder.glob("*.lud")):
            if _plain(path.stem) == plain:
                return path
    return next((path for stem, path in shipped_files().items() if _plain(stem) == plain), None)


def with_options(file: SubgameFile, options: Sequence[Option]) -> SubgameFile:
    """The same game, with the options that are left to choose."""
    fixed = {_plain(name) for name in file.fixed}
    return evolve(file, options=tuple(option for option in options if _plain(option.name) not in fixed))


def _plain(name: str) -> str:
    return "".join(char for char in name.removesuffix(".lud").casefold() if char.isalnum())


def _choices(text: str) -> dict[str, str]:
    """`Option/Value; Option/Value` as pairs."""
    pairs = (each.partition("/") for each in text.split(";") if each.strip())
    return {name.strip(): value.strip() for name, _, value in pairs}


def _not_found(name: String, folder: Path | None) -> Diagnostic:
    beside = [path.stem for path in folder.glob("*.lud")] if folder is not None and folder.is_dir() else []
    near = nearest(_plain(name.value), [*beside, *shipped_files()])
    return Diagnostic(
        "E0319",
        f'there is no game "{name.value}"',
        name.span,
        help=(
            *((f'did you mean "{near[0]}"?',) if near else ()),
            "a game of a match is a file beside it, or a shipped game (`gdl list`)",
        ),
        fixes=renaming(name.span, f'"{name.value}"', [f'"{each}"' for each in near]),
    )
