"""Going to where a name is declared and used, and renaming it everywhere."""

from __future__ import annotations

import re
from collections.abc import Iterable

from gdl.assist.names import Mention, Names
from gdl.assist.project import File, Spot
from gdl.assist.tree import Node, Placed
from gdl.ludeme.kinds import Kind
from gdl.parse.forms import String
from gdl.source.diagnostics import Edit
from gdl.source.text import Span
from gdl.support.values import frozen


class RenameError(Exception):
    """Something cannot be renamed, or not so; the text is for people."""


@frozen
class Target:
    """Where something is declared: all of it, and its name in that."""

    key: str
    whole: Span
    name: Span


def definitions(names: Names, offset: int) -> tuple[Target, ...]:
    """Where what stands at an offset of the main file is declared; of an include, the file that it names."""
    file = names.project.main
    result = file.document.at(offset)
    other = None if result is None or result[1] is None else included_at(names, result[0], result[1])
    if other is not None:
        start = Span(other.document.source, 0, 0)
        return (Target(other.key, start, start),)
    targets: dict[Span, Target] = {}
    for mention in names.at(file, offset):
        for each in names.declarations(mention):
            targets.setdefault(each.span, _target(each))
    return tuple(targets.values())


def included_at(names: Names, placed: Placed, node: Node) -> File | None:
    """The file that an include of the main file names, where that is its text."""
    if node not in placed.piece.includes or not isinstance(node.form, String):
        return None
    wanted = names.project.main.includes.get(node.form.value)
    return next((each for each in names.project.files if each.key == wanted), None)


def _target(mention: Mention) -> Target:
    spot = mention.spot
    whole = Spot(spot.file, spot.placed, spot.node.parent or spot.node).span
    return Target(spot.file.key, whole, mention.span)


def references(names: Names, offset: int, declarations: bool = True) -> tuple[tuple[str, Span], ...]:
    """Where what stands at an offset of the main file is named, and in which files."""
    result = [each for mention in names.at(names.project.main, offset) for each in names.same(mention)]
    result = [each for each in result if declarations or not each.declares]
    return tuple(dict.fromkeys((each.spot.file.key, each.span) for each in result))


def renamable(names: Names, offset: int) -> Mention | None:
    """What would be renamed at an offset of the main file."""
    return next(iter(names.at(names.project.main, offset)), None)


def plain_name(new: str) -> str:
    """A name as somebody typed it, without the quotes and blanks around it."""
    return new.strip().strip('"').strip()


def rename(names: Names, mention: Mention, new: str) -> tuple[tuple[str, Edit], ...]:
    """The edits that give something a new name, and in which files. Raises RenameError."""
    new = plain_name(new)
    if mention.kind in (Kind.OPTION, Kind.PART):
        if not re.fullmatch(r"[A-Za-z_]\w*", new):
            raise RenameError("the tag of an option is one word of letters and digits")
    elif not new or any(char in new for char in '"\\\n\r'):
        raise RenameError("a name is a text without quotes, on one line")
    if mention.kind is Kind.PIECE and new[-1].isdigit():
        raise RenameError("a piece's name does not end with a digit: the player's number follows it")
    name = f"{mention.name.split(':')[0]}:{new}" if mention.kind is Kind.PART else new
    if name != mention.name and names.declared_as(mention.kind, name) is not None:
        raise RenameError(f'there is a {mention.kind.value} "{new}" already')
    result = names.same(mention)
    shared = [
        other for other in names.at_spans(result) if (other.kind, other.name) != (mention.kind, mention.name)
    ]
    if shared:
        raise RenameError(
            f'"{mention.name}" is a {mention.kind.value} and a {shared[0].kind.value}: it cannot be told '
            "which is meant everywhere"
        )
    return tuple(_edits(result, new))


def _edits(mentions: Iterable[Mention], new: str) -> list[tuple[str, Edit]]:
    unique = {each.span: each.spot.file.key for each in mentions}
    return [(key, Edit(span, new)) for span, key in unique.items()]
