"""What is said about a place in a text: its part of the reference, or what a name stands for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

from gdl.assist.names import Mention, Names
from gdl.assist.navigation import included_at
from gdl.assist.project import File, Spot
from gdl.assist.slots import parameters
from gdl.assist.texts import Part as ShownPart
from gdl.assist.texts import (
    SignatureText,
    argument_text,
    block,
    code,
    comment_markdown,
    prose,
    reference_of,
    sentence,
    signature_parts,
    words_text,
)
from gdl.assist.tree import Node, called, defined, head, shortly
from gdl.bind.specs import ClassSpec, EnumSpec, Param, Spec
from gdl.ludeme.base import Ludeme
from gdl.ludeme.kinds import Kind
from gdl.parse.forms import Named, Paren, Word
from gdl.source.text import Span
from gdl.support.values import frozen

#: So much of what a name stands for is shown (characters).
MAX_SHOWN = 1500
#: How many definitions of a file are listed.
MAX_LISTED = 40


@frozen
class Hover:
    """A text in Markdown about a stretch of a document."""

    text: str
    span: Span


def hover(names: Names, offset: int) -> Hover | None:
    """What is to be said about an offset of the project's main file."""
    file = names.project.main
    result = file.document.at(offset)
    if result is None:
        return None
    placed, node = result
    if node is None:
        return None
    included = included_at(names, placed, node)
    if included is not None:
        return Hover(_about_file(included), Spot(file, placed, node).span)
    for mention in names.at(file, offset):
        return Hover(_about(names, mention), mention.span)
    spot = Spot(file, placed, node)
    match node.form:
        case Word(text=text) if text.startswith("#"):
            return Hover(
                f"{code(text)}: what is given for this parameter where the definition is used.", spot.span
            )
        case Word():
            said = _about_word(names, node, file)
            return None if said is None else Hover(said, spot.span)
        case Named(name=name):
            if offset - placed.start <= node.start + len(name):
                said = _about_argument(names, node, file)
                return (
                    None if said is None else Hover(said, spot.within(node.start, node.start + len(name) + 1))
                )
    return None


def _about_file(file: File) -> str:
    """What a file of definitions has: the comment that it begins with, its definitions, its options."""
    document = file.document
    parts = [f"file {code(file.key.rsplit('/', 1)[-1])}", comment_markdown(document.comment_at_start())]
    for kind, attribute in (("definition", "definitions"), ("option", "options")):
        lines = []
        for placed in document.pieces:
            for name, node in getattr(placed.piece, attribute):
                what = sentence(document.comment_above(placed.start + node.start).text)
                lines.append(f"- {code(name)}" + (f": {prose(what)}" if what else ""))
        if lines:
            more = [f"- and {len(lines) - MAX_LISTED} more"] if len(lines) > MAX_LISTED else []
            parts.append(
                "\n".join([f"{kind}{'s' if len(lines) > 1 else ''}", "", *lines[:MAX_LISTED], *more])
            )
    return "\n\n".join(filter(None, parts))


def _about_word(names: Names, node: Node, file: File) -> str | None:
    """A ludeme by its head or variant word, or one of an enumeration's words."""
    parent, slots = node.parent, names.slots
    text = cast(Word, node.form).text
    if parent is not None and isinstance(parent.form, Paren):
        entries = [entry for entry in slots.entries(parent, file) if node.index < len(entry.words)]
        if not entries and node.index == 0:
            entries = list(slots.vocabulary.registry.by_head.get(text, []))[:3]
        if entries:
            return reference_of(entries, slots.vocabulary)
        if node.index == 0:
            return _STRUCTURE.get(text)
    for slot in slots.at(node, file):
        for spec in _enums(slot.spec, names):
            if text in spec.members:
                return words_text(spec, text)
    return None


_STRUCTURE = {
    "define": "`(define \"Name\" ...)` gives a part of the rules a name. It is used as `\"Name\"`, or with "
    "arguments as `(\"Name\" a b)`, which stand where the definition says `#1`, `#2`.",
    "option": "`(option \"Name\" <Tag> args:{<part>} {(item ...)})` is something to choose when the game is "
    "started. `<Tag:part>` stands for what was chosen; stars mark the default.",
    "item": "`(item \"Name\" <value> \"What it means.\")` is one of the values of an option.",
    "include": "`(include \"file.def\")` takes in the definitions and options of another file.",
    "ruleset": "`(ruleset \"Ruleset/Name\" {\"Option/Item\"})` is a named set of choices.",
    "rulesets": "`(rulesets {(ruleset ...)})` holds named sets of choices.",
    "metadata": "`(metadata ...)` holds what is said about the game: it changes nothing in the rules.",
}  # fmt: skip


def _enums(spec: Spec, names: Names) -> Iterator[EnumSpec]:
    for part in spec.alternatives:
        if isinstance(part, EnumSpec):
            yield part
        elif isinstance(part, ClassSpec) and part.cls is not Ludeme:
            for each in names.slots.vocabulary.literals(part.cls):
                yield from _enums(each.spec, names)


def _about_argument(names: Names, node: Node, file: File) -> str | None:
    name = cast(Named, node.form).name
    for slot in names.slots.at(node, file):
        if slot.param is not None and slot.entry is not None and slot.param.name == name:
            words = " ".join(slot.entry.words)
            return f"`{name}:` {argument_text(slot.param)}\n\nan argument of `({words} ...)`"
    return None


def _about(names: Names, mention: Mention) -> str:
    """What a name is, and what it stands for."""
    declared = next(iter(names.declarations(mention)), None)
    if declared is None and mention.kind is Kind.DEFINITION:
        spot = names.project.definition(mention.name, mention.spot.file)
        node = None if spot is None else spot.node
    elif declared is None:
        return f"{mention.kind.value} {code(mention.name)}"
    else:
        spot = declared.spot
        node = spot.node.parent or spot.node
    if mention.kind is Kind.PART and mention.spot.file is not None:
        result = names.project.option(mention.name.split(":")[0], mention.spot.file)
        spot, node = (result, result.node) if result is not None else (spot, node)
    if spot is None or node is None:
        return f"{mention.kind.value} {code(mention.name)}"
    if mention.kind is Kind.OPTION and head(node) != "option":
        node = next((each for each in node.around() if head(each) == "option"), node)
    comment = spot.file.document.comment_above(spot.placed.start + node.start)
    text = node.form.span.text
    if len(text) > MAX_SHOWN:
        text = text[:MAX_SHOWN] + "\n…"
    where = "" if spot.file is mention.spot.file else f"in {prose(spot.file.key.rsplit('/', 1)[-1])}"
    said = [f"{mention.kind.value} {where}".strip(), comment_markdown(comment), block(text)]
    return "\n\n".join(filter(None, said))


# --- Signatures ---------------------------------------------------------------------------------------------


@frozen
class SignatureHelp:
    """Signatures of what is being written; `active` is the likeliest, `argument` its parameter there."""

    signatures: tuple[SignatureText, ...]
    active: int
    argument: int | None


def signature_help(names: Names, offset: int) -> SignatureHelp | None:
    """The signatures of the innermost brackets around an offset of the main file."""
    file = names.project.main
    placed = file.document.piece_at(offset)
    if placed is None:
        return None
    at = offset - placed.start
    node = placed.piece.at(at)
    inside = [
        each
        for each in (node.around() if node is not None else ())
        if isinstance(each.form, Paren) and each.start < at and (at < each.end or _is_open(each))
    ]
    if not inside:
        return None
    brackets = inside[0]
    before = [item for item in brackets.items if item.end < at]
    here = next((item for item in brackets.items if item.start <= at <= item.end), None)
    index = here.index if here is not None else len(before)
    if called(brackets) is not None:
        return _of_definition(names, brackets, file, index)
    entries = names.slots.entries(brackets, file)
    word = head(brackets)
    if not entries and word:
        entries = tuple(names.slots.vocabulary.registry.by_head.get(word, ()))
    if not entries:
        return None
    known = names.slots.vocabulary
    signatures = tuple(signature_parts(entry, known) for entry in entries[:10])
    params = list(known.signature(entries[0].cls).params())
    possible = _params_at(names, brackets, index, here, file)
    active = next((params.index(param) for param in possible if param in params), None)
    return SignatureHelp(signatures, 0, active)


def _is_open(node: Node) -> bool:
    return not node.form.span.text.endswith(")")


def _params_at(names: Names, brackets: Node, index: int, here: Node | None, file: File) -> Sequence[Param]:
    """The parameters that an argument can be for, which need not be there yet."""
    entry = names.slots.entries(brackets, file)
    if not entry:
        return []
    if here is not None:
        return names.slots.params(brackets, entry[0], index, file)
    return names.slots.following(brackets, entry[0], index, file)


def _of_definition(names: Names, brackets: Node, file: File, index: int) -> SignatureHelp | None:
    result = names.project.definition(called(brackets) or "", file)
    if result is None:
        return None
    count = parameters(result.node)
    comment = result.file.document.comment_above(result.placed.start + result.node.start)
    text, parts = f'("{defined(result.node)}"', []
    for number in range(1, count + 1):
        parameter = f"#{number}"
        meaning = prose(comment.arguments.get(number, ""))
        parts.append(ShownPart(len(text) + 1, len(text) + 1 + len(parameter), meaning))
        text += f" {parameter}"
    shown = SignatureText(text + ")", tuple(parts), comment_markdown(comment) or code(shortly(result.node)))
    active = index - 1 if 1 <= index <= count else None
    return SignatureHelp((shown,), 0, active)
