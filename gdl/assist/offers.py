"""What is offered at a place: ludemes of the wanted kind as snippets, words, names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from enum import Enum
from itertools import islice

from gdl.assist import texts
from gdl.assist.names import Mention, Names
from gdl.assist.players import has_role, player_count
from gdl.assist.project import File
from gdl.assist.slots import MARK, is_declared_name, option_parts, parameters
from gdl.assist.tree import Node, called, defined, head, shortly
from gdl.bind.binder import TRUTH
from gdl.bind.describe import describe, describe_class, signature_text
from gdl.bind.slots import Slot
from gdl.bind.specs import ArraySpec, ClassSpec, EnumSpec, ScalarSpec
from gdl.ludeme.base import Ludeme, of_argument
from gdl.ludeme.kinds import Kind
from gdl.ludeme.registry import Entry
from gdl.parse.forms import Angle, Brace, Named, Paren, String, Word
from gdl.source.text import Span
from gdl.support.values import evolve, frozen
from gdl.words.words import RoleType

#: What stands at the top level of a file, as snippets.
_TOP = (
    (
        "game",
        'game "${1:Name}"\n    (players ${2:2})\n    (equipment {\n        (board ${3:(square 8)})\n'
        '        (piece "${4:Disc}" Each)\n    })\n    (rules\n'
        "        (play ${5:(move Add (to (sites Empty)))})\n"
        "        (end ${6:(if (no Moves Next) (result Mover Win))})\n    )\n",
        "A game: its players, its equipment and its rules.",
    ),
    ("define", 'define "${1:Name}" ${2:(sites Empty)}', "A name for a part of the rules."),
    (
        "option",
        'option "${1:Size}" <${2:Size}> args:{<${3:length}>} {\n'
        '    (item "${4:8x8}" <${5:8}> "${6:On eight by eight cells.}")*\n}',
        "Something to choose when the game is started; <Size:length> stands for what was chosen.",
    ),
    ("include", 'include "${1:moves.def}"', "Takes in the definitions of another file."),
    ("ruleset", 'ruleset "Ruleset/${1:Name}" {"${2:Size/8x8}"}', "A named set of choices of options."),
    ("metadata", 'metadata (info {(description "${1:...}")})', "What is said about the game."),
)  # fmt: skip


#: How many names of a kind are offered; typing more letters leaves fewer.
MAX_NAMES = 200


def matches(typed: str, label: str) -> bool:
    """Whether the letters that were typed are in a label, in this order."""
    letters = iter(label.lower())
    return all(letter in letters for letter in typed.lower())


class Sort(Enum):
    """What a completion is; its value is what editors show beside it."""

    LUDEME = "ludeme"
    ARGUMENT = "argument"
    WORD = "word"
    NAME = "name"
    DEFINITION = "definition"
    OPTION = "option"
    FILE = "file"


@frozen
class Completion:
    """One text that could stand at the cursor, to be put in place of `span`."""

    label: str
    sort: Sort
    insert: texts.Snippet
    span: Span
    detail: str = ""
    doc: str = ""


@frozen
class Place:
    """The cursor, the mark that stands there for what is typed, and what is to be replaced."""

    file: File
    mark: Node
    span: Span
    typed: str
    names: Names
    quoted: bool


# --- Words and brackets -------------------------------------------------------------------------------------


def in_words(place: Place) -> Iterator[Completion]:
    parent = place.mark.parent
    if re.match(r"[+-]?\d", place.typed):
        return
    if parent is None:
        yield from _top_level(place, bare=False)
        return
    angle = next((node for node in place.mark.around() if isinstance(node.form, Angle)), None)
    if angle is not None and not _is_part_of_item(angle):
        yield from _placeholders(place, angle)
        return
    if isinstance(parent.form, Paren) and place.mark.index == 0:
        yield from _heads(place, parent)
        return
    yield from _arguments(place)


def _is_part_of_item(angle: Node) -> bool:
    return angle.parent is not None and head(angle.parent) == "item"


def _top_level(place: Place, bare: bool) -> Iterator[Completion]:
    for word, stops, doc in _TOP:
        filled = re.sub(r"\$\{\d+:((?:[^{}]|\{[^{}]*\})*)\}", r"\1", stops)
        made = texts.Snippet(filled, stops) if bare else texts.Snippet(f"({filled})", f"({stops})")
        if bare and not _is_closed(place.mark.parent):
            made = texts.Snippet(f"{made.plain})", f"{made.stops})")
        yield Completion(word, Sort.LUDEME, made, place.span, f"({word} ...)", doc)


def _is_closed(brackets: Node | None) -> bool:
    """Whether brackets have a closing one of their own, and not one that was put in."""
    if brackets is None:
        return False
    last = brackets.items[-1].end if brackets.items else brackets.start + 1
    return brackets.end > last and brackets.form.span.text.endswith(")")


def _heads(place: Place, brackets: Node) -> Iterator[Completion]:
    """What can stand behind `(`: ludemes of the wanted kind."""
    around = brackets.parent
    if around is None:
        yield from _top_level(place, bare=True)
        return
    if _holds_items(around):
        yield from (_closing(place, each) for each in _items(place))
        return
    slots = place.names.slots.at(brackets, place.file)
    for entry in _wanted_entries(place, slots):
        yield _closing(place, _ludeme(place, entry))
    for each in _definitions(place, slots, with_arguments=True):
        yield _closing(place, evolve(each, insert=_stripped(each.insert)))


def _stripped(made: texts.Snippet) -> texts.Snippet:
    """A snippet without the brackets around it."""
    if not made.plain.startswith("("):
        return made
    return texts.Snippet(made.plain[1:-1], made.stops[1:-1])


def _closing(place: Place, made: Completion) -> Completion:
    """A completion behind a `(`, with the `)` that the text lacks."""
    if _is_closed(place.mark.parent):
        return made
    return evolve(made, insert=texts.Snippet(f"{made.insert.plain})", f"{made.insert.stops})"))


def _wanted_entries(place: Place, slots: Iterable[Slot]) -> list[Entry]:
    """Ludemes of the wanted kinds, in the order of the kinds; all where it is not known what is wanted."""
    registry = place.names.slots.vocabulary.registry
    slots = list(slots)
    classes = [cls for cls in place.names.slots.classes(slots) if cls is not Ludeme]
    inside = [item for slot in slots for item in place.names.slots.vocabulary.items(slot.spec)]
    classes += place.names.slots.classes(Slot(item) for item in inside)
    if not slots:
        classes = [Ludeme]
    entries = registry.entries()
    result = [e for cls in dict.fromkeys(classes) for e in entries if issubclass(e.cls, cls)]
    return list(dict.fromkeys(result))


def _ludeme(place: Place, entry: Entry, skip: int = 0) -> Completion:
    known = place.names.slots.vocabulary
    return Completion(
        " ".join(entry.words[skip:]),
        Sort.LUDEME,
        texts.snippet(entry, known, skip),
        place.span,
        signature_text(known.signature(entry.cls), entry.words),
        texts.sentence(texts.doc_of(entry.cls)) or describe_class(entry.cls),
    )


def _arguments(place: Place) -> Iterator[Completion]:
    """What can stand as an argument: variants, slots of what is wanted, names of arguments, parameters."""
    mark = place.mark
    parent = mark.parent
    assert parent is not None
    slots = place.names.slots.at(mark, place.file)
    if _holds_items(parent):
        yield from (evolve(each, insert=texts.bracketed(each.insert)) for each in _items(place))
        return
    if isinstance(parent.form, Paren):
        yield from _variants(place, parent)
    yield from _words(place, slots)
    yield from _named(place, parent)
    yield from _parameters(place)
    yield from _names(place, slots, quote=True)
    for entry in _wanted_entries(place, slots) if slots else ():
        made = _ludeme(place, entry)
        yield evolve(made, label=f"({made.label})", insert=texts.bracketed(made.insert))
    yield from _arrays(place, slots)
    yield from _definitions(place, slots, with_arguments=True)


def _is_named(node: Node) -> bool:
    return isinstance(node.form, Named)


def _variants(place: Place, parent: Node) -> Iterator[Completion]:
    """The words that select a variant: `Slide` behind `(move`."""
    words = [item.form.text for item in parent.items[: place.mark.index] if isinstance(item.form, Word)]
    if len(words) != place.mark.index:
        return
    known = place.names.slots.vocabulary.registry.by_head.get(words[0], [])
    wanted = place.names.slots.classes(place.names.slots.at(parent, place.file))
    fitting = [entry for entry in known if issubclass(entry.cls, wanted)] if wanted else []
    for entry in fitting or known:
        if len(entry.words) > len(words) and entry.words[: len(words)] == tuple(words):
            yield _ludeme(place, entry, len(words))


def _words(place: Place, slots: Iterable[Slot]) -> Iterator[Completion]:
    vocabulary = place.names.slots.vocabulary
    for slot in slots:
        for part in slot.spec.alternatives:
            if isinstance(part, ClassSpec) and part.cls is not Ludeme:
                for each in vocabulary.literals(part.cls):
                    for word in each.named_values:
                        yield Completion(word, Sort.WORD, texts.text_of(word), place.span, describe(part))
                    yield from _words(place, (Slot(each.spec),))
            elif isinstance(part, EnumSpec):
                doc = texts.sentence(texts.doc_of(part.enum))
                for word in part.members:
                    if part.enum is RoleType and not has_role(place.names.project, word):
                        continue
                    yield Completion(word, Sort.WORD, texts.text_of(word), place.span, describe(part), doc)
            elif isinstance(part, ScalarSpec) and part.kind is bool:
                for word in TRUTH:
                    yield Completion(word, Sort.WORD, texts.text_of(word), place.span, describe(part))


def _named(place: Place, parent: Node) -> Iterator[Completion]:
    """The names of arguments that are not given yet: `if:`."""
    if not isinstance(parent.form, Paren):
        return
    given = {item.form.name for item in parent.items if isinstance(item.form, Named)}
    for entry in place.names.slots.entries(parent, place.file):
        if place.mark.index < len(entry.words):
            continue
        for param in place.names.slots.vocabulary.signature(entry.cls).named.values():
            if param.name not in given:
                made = texts.Snippet(f"{param.name}:", f"{param.name}:{texts.value_stop(param.spec)}")
                text = texts.argument_text(param)
                yield Completion(f"{param.name}:", Sort.ARGUMENT, made, place.span, text)


def _parameters(place: Place) -> Iterator[Completion]:
    """`#1` and so on in a definition, up to one more than there are."""
    root = list(place.mark.around())[-1]
    if defined(root) is None:
        return
    for number in range(1, parameters(root) + 2):
        text = f"#{number}"
        doc = "What is given for this parameter where the definition is used."
        yield Completion(text, Sort.ARGUMENT, texts.text_of(text), place.span, f"parameter {number}", doc)


def _arrays(place: Place, slots: Iterable[Slot]) -> Iterator[Completion]:
    for slot in slots:
        for part in slot.spec.alternatives:
            if isinstance(part, ArraySpec):
                made = texts.Snippet("{}", f"{{{texts.value_stop(part.item)}\\}}")
                yield Completion("{ }", Sort.WORD, made, place.span, describe(part))


def _placeholders(place: Place, angle: Node) -> Iterator[Completion]:
    """Options and their parts: `<Size:length>`."""
    inside_name = _is_named(place.mark.parent or angle)
    options = place.names.project.options(place.file)
    for tag, spot in options.items():
        option = spot.node
        doc = _comment_or_name(option)
        for part in option_parts(option):
            if inside_name:
                before = place.mark.parent
                if before is None or not isinstance(before.form, Named) or before.form.name != tag:
                    continue
                yield Completion(part, Sort.OPTION, texts.text_of(part), place.span, f"<{tag}:{part}>", doc)
            else:
                text = f"{tag}:{part}"
                closed = angle.form.span.text.endswith(">")
                made = text if closed else f"{text}>"
                yield Completion(text, Sort.OPTION, texts.text_of(made), place.span, f"<{text}>", doc)


def _comment_or_name(option: Node) -> str:
    name = next((item.form.value for item in option.items if isinstance(item.form, String)), "")
    return f"The option {texts.code(name)}."


def _holds_items(around: Node) -> bool:
    """Whether brackets are those of an option's items."""
    return isinstance(around.form, Brace) and around.parent is not None and head(around.parent) == "option"


def _items(place: Place) -> Iterator[Completion]:
    parts = option_parts(list(place.mark.around())[-1])
    stops = 'item "${1:Name}"'
    plain = 'item "Name"'
    for number, part in enumerate(parts, 2):
        stops += f" <${{{number}:{texts.escaped(part)}}}>"
        plain += f" <{part}>"
    stops += f' "${{{len(parts) + 2}:What it means.}}"'
    doc = "One of the values that an option can have; a star behind it marks the default."
    yield Completion("item", Sort.LUDEME, texts.Snippet(f'{plain} ""', stops), place.span, plain, doc)


# --- Names --------------------------------------------------------------------------------------------------


def in_quotes(place: Place) -> Iterator[Completion]:
    mark = place.mark
    parent = mark.parent
    if parent is None or is_declared_name(mark):
        return
    root = head(list(mark.around())[-1])
    if root == "include":
        for name in place.names.project.includable:
            yield Completion(name, Sort.FILE, texts.text_of(name), place.span, "a file of definitions")
        return
    if root == "ruleset" or root == "rulesets":
        yield from _choices(place)
        return
    slots = place.names.slots.at(mark, place.file)
    if called(parent) is not None and mark.index == 0:
        wanted = place.names.slots.at(parent, place.file)
        yield from (_unquoted(place, each) for each in _definitions(place, wanted, with_arguments=True))
        return
    yield from _names(place, slots, quote=False)
    yield from (_unquoted(place, each) for each in _definitions(place, slots, with_arguments=False))


def _unquoted(place: Place, made: Completion) -> Completion:
    """A definition's name alone, for between quotes that stand there."""
    return evolve(made, label=made.label.strip('"'), insert=texts.text_of(_name_in(made.label)))


def _name_in(label: str) -> str:
    return label.strip('"').replace('"', '\\"')


def _names(place: Place, slots: Iterable[Slot], quote: bool) -> Iterator[Completion]:
    """What has a name of the kind that the argument wants; of all kinds where that is not known."""
    slots = list(slots)
    kinds: dict[Kind, None] = {}
    for slot in slots:
        if slot.entry is not None and slot.param is not None:
            kind, declares = of_argument(slot.entry.cls, slot.param.attribute)
            if kind is not None and (not declares or kind.value in ("variable", "remembered values")):
                kinds[kind] = None
    if not slots and not quote:
        kinds = dict.fromkeys(
            (Kind.PIECE, Kind.REGION, Kind.TRACK, Kind.PHASE, Kind.MAP, Kind.VARIABLE, Kind.REMEMBERED)
        )
    for kind in kinds:
        near = place.names.declarations_of(kind, lambda name: name != MARK and matches(place.typed, name))
        for mention in islice(near, MAX_NAMES):
            for written in _written_names(mention, place):
                text = f'"{written}"' if quote else written
                doc = texts.code(shortly(mention.spot.node.parent or mention.spot.node))
                yield Completion(text, Sort.NAME, texts.text_of(text), place.span, kind.value, doc)


def _written_names(mention: Mention, place: Place) -> Iterator[str]:
    """How something is named: a piece that each player has, with the player's number behind it too."""
    name = mention.name
    if mention.kind is not Kind.PIECE:
        yield name
        return
    used = {m.name + m.suffix for m in place.names.same(mention) if m.suffix}
    players = range(1, 1 + (player_count(place.names.project) or 2))
    yield name
    yield from sorted(used | {f"{name}{player}" for player in players} if _is_each(mention) else used)


def _is_each(piece: Mention) -> bool:
    """Whether every player has a piece: `Each`, or no player said."""
    node = piece.spot.node.parent
    if node is None:
        return False
    words = [item.form.text for item in node.items[1:] if isinstance(item.form, Word)]
    return "Each" in words or not any(re.fullmatch(r"P\d+|Neutral|Shared", word) for word in words)


def _definitions(place: Place, slots: Iterable[Slot], with_arguments: bool) -> Iterator[Completion]:
    """Definitions that stand for what is wanted; behind them the others, where nothing is known of that."""
    slots = list(slots)
    here = defined(list(place.mark.around())[-1])
    wanted = [slot.spec for slot in slots]
    wanted += [item for slot in slots for item in place.names.slots.vocabulary.items(slot.spec)]
    for name, spot in place.names.project.definitions(place.file).items():
        count = parameters(spot.node)
        if name in (here, MARK) or (count and not with_arguments):
            continue
        body = spot.node.items[2:]
        if len(body) == 1 and wanted:
            if not any(place.names.slots.fits(body[0], spec, spot.file) for spec in wanted):
                continue
        numbers = range(1, count + 1)
        plain = " ".join([f'"{name}"', *(f"#{n}" for n in numbers)])
        stops = " ".join([texts.escaped(f'"{name}"'), *(f"${{{n}:#{n}}}" for n in numbers)])
        made = texts.bracketed(texts.Snippet(plain, stops)) if count else texts.Snippet(plain, stops)
        comment = spot.file.document.comment_above(spot.placed.start + spot.node.start)
        doc = texts.comment_markdown(comment) or texts.code(shortly(spot.node))
        yield Completion(f'"{name}"', Sort.DEFINITION, made, place.span, made.plain, doc)


def _choices(place: Place) -> Iterator[Completion]:
    """What a set of rules can choose: `Size/8x8`."""
    for file in place.names.project.visible(place.file):
        for placed in file.document.pieces:
            for _, option in placed.piece.options:
                values = [item.form.value for item in option.items if isinstance(item.form, String)]
                for item in option.inside():
                    if head(item) == "item" and len(item.items) > 1 and values:
                        value = item.items[1].form
                        if isinstance(value, String):
                            text = f"{values[0]}/{value.value}"
                            yield Completion(text, Sort.OPTION, texts.text_of(text), place.span, "a choice")
