"""Name resolution for editors: what in a project names what, by the arguments in which names stand.

A name in quotes is a piece, a region, a track and so on by the argument that it is. What an argument of a
definition names is found where its parameter stands. Where that does not tell (a definition that nothing
defines yet), it is what the project declares by this name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import cast

from gdl.assist.project import File, Project, Spot
from gdl.assist.slots import Slots, is_declared_name
from gdl.assist.tree import Node, Placed, called, head, tag_node
from gdl.bind.binder import Vocabulary
from gdl.expand.definitions import placeholder_key
from gdl.ludeme.base import names_any, of_argument
from gdl.ludeme.kinds import UNDECLARED, Kind
from gdl.ludeme.registry import REGISTRY
from gdl.parse.forms import Angle, Paren, String, Word
from gdl.source.text import Span
from gdl.support.values import frozen


@frozen(eq=False)
class Mention:
    """A place that names something: `span` is where the name itself stands, `suffix` what follows it there
    (the player's number of a piece)."""

    kind: Kind
    name: str
    spot: Spot
    span: Span
    declares: bool
    suffix: str = ""


class Names:
    """The mentions of names in a project.

    Nothing is resolved before it is asked for (demand-driven): a name is looked for where its text stands.
    """

    def __init__(self, vocabulary: Vocabulary, project: Project) -> None:
        self.project = project
        self.slots = Slots(vocabulary, project)
        self._named: dict[tuple[Placed, Node], tuple[Mention, ...]] = {}
        self._declared_as: dict[tuple[Kind, str], Mention | None] = {}

    def kinds_at(self, node: Node, file: File) -> dict[Kind, bool]:
        """What a text in quotes names, by the arguments that it can be; and whether it declares it."""
        result: dict[Kind, bool] = {}
        for slot in self.slots.at(node, file):
            if slot.entry is not None and slot.param is not None:
                kind, declares = of_argument(slot.entry.cls, slot.param.attribute)
                if kind is not None:
                    result[kind] = result.get(kind, False) or declares
        return result

    # --- by what is written -----------------------------------------------------------------------------

    def _written(self, text: str) -> tuple[tuple[File, Placed, Node], ...]:
        """Where a text in quotes stands."""
        return tuple(
            (file, placed, node)
            for file, placed in self.project.pieces()
            for start in placed.piece.written.get(text, ())
            if (node := placed.piece.at(start)) is not None and isinstance(node.form, String)
        )

    def _of_texts(self, texts: Iterable[str]) -> Iterator[Mention]:
        """What these texts in quotes name."""
        for text in texts:
            for place in self._written(text):
                yield from self._at_text(*place)

    def declared_as(self, kind: Kind, name: str) -> Mention | None:
        """The first declaration of a name."""
        key = (kind, name)
        if key not in self._declared_as:
            result = [m for m in self._may_name(kind, name) if (m.kind, m.name) == key]
            first = result[0] if result and kind in UNDECLARED else None
            self._declared_as[key] = next((m for m in result if m.declares), first)
        return self._declared_as[key]

    def _may_name(self, kind: Kind, name: str) -> Iterator[Mention]:
        """Mentions among which are all plain ones of a name."""
        if kind in (Kind.OPTION, Kind.PART):
            yield from self._options
        else:
            for file, placed, node in self._written(name):
                if self._can_name(kind, node):
                    yield from self._of_text(file, placed, node)

    def _can_name(self, kind: Kind, node: Node) -> bool:
        """Whether a text can name something of a kind, by the ludeme that it is an argument of alone."""
        for each in node.around():
            if isinstance(each.form, Angle):
                return True
            if isinstance(each.form, Paren):
                entries = self.slots.vocabulary.registry.by_head.get(head(each), ())
                naming = any(names_any(entry.cls, kind) for entry in entries)
                return naming or not entries or kind is Kind.DEFINITION
        return True

    def declarations_of(self, kind: Kind, wanted: Callable[[str], bool]) -> Iterator[Mention]:
        """The first declarations of all names of a kind that are wanted, in the order in which they are first
        written."""
        if kind in (Kind.OPTION, Kind.PART):
            texts = dict.fromkeys(m.name for m in self._options if m.kind is kind)
        else:
            texts = {text: None for _, placed in self.project.pieces() for text in placed.piece.written}
        for text in filter(wanted, texts):
            mention = self.declared_as(kind, text)
            if mention is not None:
                yield mention

    @cached_property
    def _options(self) -> tuple[Mention, ...]:
        """The mentions of options and their parts."""
        return tuple(m for file, placed in self.project.pieces() for m in self._of_options(file, placed))

    # --- one place --------------------------------------------------------------------------------------

    def _guessed(self, file: File, placed: Placed, node: Node) -> Iterator[Mention]:
        """What a text names of which only what the project declares tells that."""
        if not _in_rules(node) or self._of_text(file, placed, node):
            return
        text = cast(String, node.form).value
        for kind in Kind:
            if self.declared_as(kind, text) or (kind is Kind.PIECE and self._owned(text)):
                yield _text_mention(kind, file, placed, node, False)

    def _owned(self, text: str) -> str | None:
        """The piece that a text names with its owner's number."""
        for length in (1, 2):
            stem = text[:-length]
            if text[-length:].isdigit() and self.declared_as(Kind.PIECE, stem):
                return stem
        return None

    def _resolved(self, mention: Mention) -> Mention:
        """Pieces are named with their owner's number behind: "Pawn1" is the Pawn of player 1."""
        if mention.kind is not Kind.PIECE or mention.declares or self.declared_as(Kind.PIECE, mention.name):
            return mention
        stem = self._owned(mention.name)
        if stem is None:
            return mention
        suffix = mention.name[len(stem) :]
        span = Span(mention.span.source, mention.span.start, mention.span.end - len(suffix))
        return Mention(mention.kind, stem, mention.spot, span, False, suffix)

    def _of_text(self, file: File, placed: Placed, node: Node) -> tuple[Mention, ...]:
        """What a text in quotes names, as far as the text around it tells."""
        known = self._named.get((placed, node))
        if known is None:
            result = self._kinds_of_text(file, node)
            known = tuple(_text_mention(kind, file, placed, node, declares) for kind, declares in result)
            self._named[placed, node] = known
        return known

    def _kinds_of_text(self, file: File, node: Node) -> Iterable[tuple[Kind, bool]]:
        if is_declared_name(node):
            return ((Kind.DEFINITION, True),)
        if node.parent is not None and called(node.parent) is not None and not node.index:
            return ((Kind.DEFINITION, False),)
        if not _in_rules(node):
            return ()
        if self.project.definition(cast(String, node.form).value, file) is not None:
            return ((Kind.DEFINITION, False),)
        return self.kinds_at(node, file).items()

    def _of_options(self, file: File, placed: Placed) -> Iterator[Mention]:
        """The mentions of options and their parts in a piece."""
        for tag, option in placed.piece.options:
            angle = tag_node(option)
            if angle is not None:
                yield from _angle_mentions(angle, file, placed, tag, declares=True)
            for each in _args(option):
                key = placeholder_key(each.form) if isinstance(each.form, Angle) else None
                if key is not None:
                    start = each.start + 1
                    span = Spot(file, placed, each).within(start, start + len(key[0]))
                    name = f"{tag}:{key[0]}"
                    yield Mention(Kind.PART, name, Spot(file, placed, each), span, True)
        for tag, _, angle in placed.piece.placeholders:
            if not _in_option_head(angle) and self.project.option(tag, file) is not None:
                yield from _angle_mentions(angle, file, placed, tag, declares=False)

    # --- asking -----------------------------------------------------------------------------------------

    def at(self, file: File, offset: int) -> tuple[Mention, ...]:
        """What a place in a file names: the mentions whose name it stands in or touches."""
        result = file.document.at(offset)
        if result is None or result[1] is None:
            return ()
        placed, node = result[0], result[1]
        near: Iterable[Mention] = ()
        if isinstance(node.form, String):
            near = self._at_text(file, placed, node)
        elif any(isinstance(each.form, Angle) for each in node.around()):
            near = self._of_options(file, placed)
        return tuple(m for m in near if m.span.start <= offset <= m.span.end + len(m.suffix))

    def _at_text(self, file: File, placed: Placed, node: Node) -> Iterator[Mention]:
        for each in (*self._of_text(file, placed, node), *self._guessed(file, placed, node)):
            yield self._resolved(each)

    def at_spans(self, mentions: Iterable[Mention]) -> Iterator[Mention]:
        """All mentions that stand where these do."""
        for each in mentions:
            if isinstance(each.spot.node.form, String):
                yield from self._at_text(each.spot.file, each.spot.placed, each.spot.node)
            else:
                yield from (m for m in self._options if m.span == each.span)

    def same(self, mention: Mention) -> tuple[Mention, ...]:
        """All mentions of the same thing, in the files' order."""
        texts = self._owned_forms(mention.name) if mention.kind is Kind.PIECE else (mention.name,)
        among = [*self._of_texts(texts), *self._options]
        result = [m for m in among if m.kind is mention.kind and m.name == mention.name]
        if mention.kind is Kind.DEFINITION:
            wanted = self.definition_of(mention)
            result = [m for m in result if self.definition_of(m) is wanted]
        order = {file: at for at, file in enumerate(self.project.files)}
        return tuple(sorted(result, key=lambda m: (order[m.spot.file], m.span.start)))

    def _owned_forms(self, name: str) -> Iterator[str]:
        """The texts that can name a piece, without or with its owner's number."""
        texts = {text for _, placed in self.project.pieces() for text in placed.piece.written}
        yield from (t for t in texts if t.startswith(name) and (t == name or t[len(name) :].isdigit()))

    def definition_of(self, mention: Mention) -> Node | None:
        """The `(define ...)` that a mention is of: a file's own comes before one that it includes."""
        if mention.declares:
            return mention.spot.node.parent
        result = self.project.definition(mention.name, mention.spot.file)
        return None if result is None else result.node

    def declarations(self, mention: Mention) -> tuple[Mention, ...]:
        """Where a name is declared."""
        result = tuple(m for m in self.same(mention) if m.declares)
        if not result and mention.kind in UNDECLARED:
            return tuple(filter(None, [self.declared_as(mention.kind, mention.name)]))
        return result

    def known(self, kind: Kind) -> dict[str, Mention]:
        """All names of a kind, each with its declaration."""
        return {mention.name: mention for mention in self.declarations_of(kind, lambda _: True)}


def names_of(project: Project) -> Names:
    """The names of a project."""
    import gdl.ludemes  # noqa: F401  (registers the ludemes)
    from gdl.bind.binder import vocabulary
    from gdl.bind.plugins import load_plugins

    load_plugins()
    return Names(vocabulary(REGISTRY), project)


def _text_mention(kind: Kind, file: File, placed: Placed, node: Node, declares: bool) -> Mention:
    spot = Spot(file, placed, node)
    text = cast(String, node.form).value
    return Mention(kind, text, spot, spot.within(node.start + 1, node.start + 1 + _written(node)), declares)


def _written(node: Node) -> int:
    """The length of what stands between a text's quotes."""
    text = node.form.span.text
    closed = len(text) > 1 and text.endswith('"')
    return len(text) - 1 - closed


def _angle_mentions(angle: Node, file: File, placed: Placed, tag: str, declares: bool) -> Iterator[Mention]:
    spot = Spot(file, placed, angle)
    item = angle.items[0]
    yield Mention(Kind.OPTION, tag, spot, spot.within(item.start, item.start + len(tag)), declares)
    if item.items and isinstance(item.items[0].form, Word):
        part = item.items[0]
        text = cast(Word, part.form).text
        yield Mention(Kind.PART, f"{tag}:{text}", spot, spot.within(part.start, part.end), False)


def _args(option: Node) -> Iterator[Node]:
    for item in option.items:
        if getattr(item.form, "name", "") == "args":
            yield from item.items[0].items


def _in_option_head(angle: Node) -> bool:
    """Whether brackets are an option's own: its tag, the names of its parts, or a part of an item."""
    parent = angle.parent
    if parent is None:
        return False
    if head(parent) in ("option", "item"):
        return True
    return any(getattr(node.form, "name", "") == "args" for node in angle.around())


def _in_rules(node: Node) -> bool:
    """Whether a text stands where names do: not in what is said about the game, or beside options."""
    around = list(node.around())
    root = head(around[-1])
    if root in ("metadata", "include", "ruleset", "rulesets"):
        return False
    if root == "option":  # only inside `<...>` is it game text
        return any(isinstance(each.form, Angle) for each in around[1:])
    return True
