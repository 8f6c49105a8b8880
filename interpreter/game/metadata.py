"""Metadata of a game: what its file says about it, as plain texts, and the names of its players."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gdl.core.ops import Program
from gdl.parse.forms import Brace, Form, Named, Number, Paren, String, Word, entries_of
from gdl.support.values import field, frozen
from interpreter.engines.contents import piece_name


def read_metadata(forms: Sequence[Form]) -> dict[str, str]:
    """Every `(name "text" ...)` inside `(metadata (info { ... }))`, by name; repeated ones are joined."""
    result: dict[str, list[str]] = {}
    for name, text in _entries([*entries_of(forms, "info")]):
        result.setdefault(name, []).append(" ".join(text.split()))
    return {name: "\n".join(texts) for name, texts in result.items()}


def _entries(forms: Sequence[Form]) -> Iterator[tuple[str, str]]:
    for form in forms:
        if isinstance(form, Brace):
            yield from _entries(form.items)
        elif isinstance(form, Paren) and form.items and isinstance(form.items[0], Word):
            texts = [item.value for item in form.items[1:] if isinstance(item, String)]
            if texts:
                yield form.items[0].text, " ".join(texts)
            else:
                yield from _entries(form.items[1:])


def player_names(program: Program, metadata: Sequence[Form]) -> tuple[str, ...]:
    """A name for each player, player 1 first.

    The colours that the file's metadata gives the players (`(player Colour P1 (colour Red))`); else the
    names of their pieces, if each has one kind and these differ; else White and Black, or numbers.
    """
    seats = range(1, program.players + 1)
    coloured = dict(_colours(metadata))
    if all(seat in coloured for seat in seats):
        return tuple(coloured[seat] for seat in seats)
    kinds = [
        {
            piece_name(component, owner)
            for component, owner in zip(program.names.components, program.owners, strict=True)
            if owner == seat
        }
        for seat in seats
    ]
    single = [next(iter(names)) for names in kinds if len(names) == 1]
    if len(set(single)) == program.players:
        return tuple(single)
    if program.players == 2:
        return ("White", "Black")
    return tuple(f"Player {seat}" for seat in seats)


def _colours(forms: Sequence[Form]) -> Iterator[tuple[int, str]]:
    """Every `(player Colour Pn (colour Name))`, however deep."""
    for form in forms:
        if not isinstance(form, Paren | Brace):
            continue
        match form.items:
            case (
                Word(text="player"),
                Word(text="Colour"),
                Word(text=seat),
                Paren(items=(_, Word(text=name))),
            ):
                if seat[:1] == "P" and seat[1:].isdigit():
                    yield int(seat[1:]), name
            case items:
                yield from _colours(items)


@frozen
class Graphics:
    """How the pieces are to look, by their names without their owners: by which name each is drawn that is
    not to look as it is called, and how large, 1 being as usual. `lined` are pairs of sites between which a
    line is drawn besides those of the board, `unlined` such whose line is left out."""

    renamed: dict[str, str] = field(factory=dict)
    scales: dict[str, float] = field(factory=dict)
    lined: tuple[tuple[str, str], ...] = ()
    unlined: tuple[tuple[str, str], ...] = ()


#: No piece is larger than its site, or too small to be seen.
_LEAST, _MOST = 0.25, 1.0


def read_graphics(forms: Sequence[Form]) -> Graphics:
    """What `(piece Rename piece:"Amazon" "Queen")` and `(piece Scale piece:"Tower" 0.5)` say, however
    deep, and `(show Line "d1-f3 ...")`, `(hide Line "b5-b6 ...")`."""
    renamed: dict[str, str] = {}
    scales: dict[str, float] = {}
    for kind, piece, value in _of_pieces(forms):
        match kind, value:
            case "Rename", String(value=name):
                renamed[piece] = name
            case "Scale", Number(value=size):
                scales[piece] = min(max(float(size), _LEAST), _MOST)
    lines: dict[str, list[tuple[str, str]]] = {"show": [], "hide": []}
    for entry in entries_of(forms, "graphics"):
        match entry.items:
            case (Word(text=("show" | "hide") as does), Word(text="Line"), String(value=text)):
                ends = (each.partition("-") for each in text.split())
                lines[does] += [(one, other) for one, _, other in ends]
    return Graphics(renamed, scales, tuple(lines["show"]), tuple(lines["hide"]))


def _of_pieces(forms: Sequence[Form]) -> Iterator[tuple[str, str, Form]]:
    for form in forms:
        if not isinstance(form, Paren | Brace):
            continue
        match form.items:
            case (Word(text="piece"), Word(text=kind), Named(name="piece", value=String(value=piece)), value):
                yield kind, piece, value
            case (Word(text="piece"), Word(text=kind), String(value=piece), value):  # as Ludii has it, too
                yield kind, piece, value
            case items:
                yield from _of_pieces(items)


#: The entries of `(graphics ...)` that something here reads, by their first words.
_READ = {
    ("player", "Colour"),
    ("piece", "Rename"),
    ("piece", "Scale"),
    ("show", "Check"),
    ("show", "Line"),
    ("hide", "Line"),
}


def unread(forms: Sequence[Form]) -> list[str]:
    """The kinds of entries of `(graphics ...)` that nothing here reads, each once: `(board Colour ...)`."""
    missed: dict[str, None] = {}
    for entry in entries_of([form for form in forms if _is_metadata(form)], "graphics"):
        words = [item.text for item in entry.items[:2] if isinstance(item, Word)]
        if words and tuple(words[:2]) not in _READ:
            missed[f"({' '.join(words)} ...)"] = None
    return list(missed)


def _is_metadata(form: Form) -> bool:
    return (
        isinstance(form, Paren)
        and form.items[:1] != ()
        and isinstance(form.items[0], Word)
        and (form.items[0].text == "metadata")
    )
