"""Expected types at a place in a text that may be broken: which kinds of things can stand there.

What binding does top-down for a whole game that is right is done here along one path, from the game down to
a form, by the shape of the arguments alone. In a definition a place is wanted as whatever the definition is
used for; an argument of a definition as whatever its parameter is wanted for, where that stands in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gdl.assist.project import File, Project
from gdl.assist.tree import Node, called, defined, head, tag_of
from gdl.bind.binder import TRUTH, Vocabulary, variant_matches
from gdl.bind.slots import Slot
from gdl.bind.specs import ArraySpec, ClassSpec, EnumSpec, Param, ScalarSpec, Spec
from gdl.expand.definitions import placeholder_key
from gdl.ludeme.base import Ludeme
from gdl.ludeme.registry import Entry
from gdl.ludemes.game import Game
from gdl.ludemes.match import Match
from gdl.parse.forms import Angle, Brace, Hole, Named, Number, Paren, Starred, String, Word

#: How many definitions are followed into each other, and how many of the places where one is used.
MAX_JUMPS = 12
MAX_USES = 12

#: What stands in for the word that is being typed; no author writes it.
MARK = "__here__"


class Slots:
    """What can stand where, in the files of a project."""

    def __init__(self, vocabulary: Vocabulary, project: Project) -> None:
        self.vocabulary = vocabulary
        self.project = project
        self._known: dict[Node, tuple[Slot, ...]] = {}
        self._uses: dict[str, list[tuple[File, Node]]] | None = None
        self._parts: dict[tuple[str, str | None], list[tuple[File, Node]]] | None = None
        self._jumps = 0

    def at(self, node: Node, file: File) -> tuple[Slot, ...]:
        """What can stand where a form stands; nothing where that is not known."""
        for each in reversed(list(node.around())):  # outermost first: that needs no recursion
            if each not in self._known:
                self._known[each] = ()  # what is wanted by way of itself adds nothing
                self._known[each] = tuple(dict.fromkeys(self._find(each, file)))
        return self._known[node]

    def _find(self, node: Node, file: File) -> Iterator[Slot]:
        parent = node.parent
        if parent is None:
            wanted = {"game": Game, "match": Match}.get(head(node))
            if wanted is not None:
                yield Slot(self.vocabulary.spec(wanted))
            return
        match parent.form:
            case Starred() | Named():
                yield from self.at(parent, file)
            case Brace():
                for slot in self.at(parent, file):
                    for item in self.vocabulary.items(slot.spec):
                        yield Slot(item, slot.entry, slot.param)
            case Angle():
                yield from self._of_part(parent, file)
            case Paren():
                if called(parent) is not None:
                    yield from self._of_parameter(parent, node.index, file)
                elif head(parent) == "define":
                    if node.index > 1:
                        yield from self._of_definition(defined(parent) or "", file)
                else:
                    for entry in self.entries(parent, file):
                        for param in self.params(parent, entry, node.index, file):
                            yield Slot(param.spec, entry, param)

    # --- ludemes ----------------------------------------------------------------------------------------

    def classes(self, slots: Iterable[Slot]) -> tuple[type[Ludeme], ...]:
        """The kinds of ludemes among what is wanted."""
        result = (
            part.cls for slot in slots for part in slot.spec.alternatives if isinstance(part, ClassSpec)
        )
        return tuple(dict.fromkeys(result))

    def entries(self, node: Node, file: File) -> tuple[Entry, ...]:
        """The ludemes that brackets can be: of the wanted kind if one fits, by their words and arguments."""
        word = head(node)
        known = tuple(self.vocabulary.registry.by_head.get(word, ()))
        if not known:
            return ()
        wanted = self.classes(self.at(node, file))
        for among in ([e for e in known if issubclass(e.cls, wanted)] if wanted else (), known):
            assert isinstance(node.form, Paren)
            matching = [entry for entry in among if variant_matches(node.form, entry.words)]
            fitting = [e for e in matching if self._takes_all(node, e, file)] or matching
            if fitting:
                longest = max(len(entry.words) for entry in fitting)
                return tuple(entry for entry in fitting if len(entry.words) == longest)
        return ()

    def _takes_all(self, node: Node, entry: Entry, file: File) -> bool:
        """Whether the arguments that stand there can be those of a ludeme, by their shape; some may still be
        missing."""
        signature = self.vocabulary.signature(entry.cls)
        states = {0}
        for item in node.items[len(entry.words) :]:
            if isinstance(item.form, Named):
                if item.form.name not in signature.named:
                    return False
            elif not is_mark(item):
                states = self._advance(states, item, signature.positional, file)
        return bool(states)

    def params(self, node: Node, entry: Entry, index: int, file: File) -> list[Param]:
        """The parameters of a ludeme that its item `index` can be for."""
        signature = self.vocabulary.signature(entry.cls)
        skip = len(entry.words)
        if index < skip:
            return []
        item = node.items[index]
        if isinstance(item.form, Named):
            named = signature.named.get(item.form.name)
            return [] if named is None else [named]
        result = self.following(node, entry, index, file)
        return result if is_mark(item) else [p for p in result if self.fits(item, p.spec, file)] or result

    def following(self, node: Node, entry: Entry, index: int, file: File) -> list[Param]:
        """The positional parameters of a ludeme that can come behind its first `index` items."""
        params = self.vocabulary.signature(entry.cls).positional
        states = {0}
        for before in node.items[len(entry.words) : index]:
            if not isinstance(before.form, Named):
                # What fits nowhere is a mistake; what follows it is taken for the next argument.
                advanced = self._advance(states, before, params, file)
                states = advanced or {min(state + 1, len(params)) for state in states}
        return _reachable(states, params)

    def _advance(self, states: set[int], item: Node, params: tuple[Param, ...], file: File) -> set[int]:
        """The positions after an argument, of a machine that goes through the positional parameters."""
        result: set[int] = set()
        for state in states:
            for at in range(state, len(params)):
                if self.fits(item, params[at].spec, file):
                    result.add(at + 1)
                if not params[at].optional:
                    break
        return result

    def fits(self, node: Node, spec: Spec, file: File, jumps: int = 0) -> bool:
        """Whether a form has the shape of what is wanted: looking at its head only."""
        form = node.form
        if isinstance(form, Angle | Hole) or (isinstance(form, Word) and form.text.startswith("#")):
            return True
        if isinstance(form, Starred):
            return self.fits(node.items[0], spec, file, jumps)
        name = form.value if isinstance(form, String) else called(node)
        if name is not None:
            stands_for = self.project.definition(name, file)
            if stands_for is not None:
                body = stands_for.node.items[2:]
                if len(body) != 1 or jumps > MAX_JUMPS:
                    return True
                return self.fits(body[0], spec, stands_for.file, jumps + 1)
            if isinstance(form, Paren):
                return True
        return any(self._has_shape(node, part) for part in spec.alternatives)

    def _has_shape(self, node: Node, spec: Spec) -> bool:
        form = node.form
        match spec:
            case EnumSpec():
                return isinstance(form, Word) and form.text in spec.members
            case ScalarSpec():
                if isinstance(form, String):
                    return spec.kind is str
                if isinstance(form, Number):
                    return spec.kind is float or (spec.kind is int and isinstance(form.value, int))
                return isinstance(form, Word) and spec.kind is bool and form.text in TRUTH
            case ArraySpec():
                return isinstance(form, Brace)
            case ClassSpec():
                if isinstance(form, Paren):
                    word = head(node)
                    return any(
                        variant_matches(form, e.words) for e in self.vocabulary.candidates(word, spec.cls)
                    )
                for each in self.vocabulary.literals(spec.cls):
                    if isinstance(form, Word) and form.text in each.named_values:
                        return True
                    if any(self._has_shape(node, part) for part in each.spec.alternatives):
                        return True
        return False

    # --- definitions and options ------------------------------------------------------------------------

    def _of_definition(self, name: str, file: File) -> Iterator[Slot]:
        """What a definition is used for."""
        yield from self._elsewhere(self.uses(name), file)

    def _of_parameter(self, use: Node, index: int, file: File) -> Iterator[Slot]:
        """What an argument of a definition is wanted for."""
        result = self.project.definition(called(use) or "", file)
        if result is not None:
            places = [(result.file, node) for node in parameter_places(result.node, index)]
            yield from self._elsewhere(places, file)

    def _of_part(self, angle: Node, file: File) -> Iterator[Slot]:
        """What a part of an option's item is wanted for: `(item "8" <8> "...")`."""
        item = angle.parent
        option = next((node for node in angle.around() if head(node) == "option"), None)
        if item is None or option is None or head(item) != "item":
            return
        position = [node for node in item.items if isinstance(node.form, Angle)].index(angle)
        names = option_parts(option)
        if position < len(names):
            tag = tag_of(option) or ""
            places = [*self.parts(tag, names[position]), *(self.parts(tag, None) if position == 0 else ())]
            yield from self._elsewhere(places, file)

    def _elsewhere(self, places: Iterable[tuple[File, Node]], file: File) -> Iterator[Slot]:
        if self._jumps >= MAX_JUMPS:
            return
        self._jumps += 1
        try:
            for where, node in list(places)[:MAX_USES]:
                yield from self.at(node, where)
        finally:
            self._jumps -= 1

    def uses(self, name: str) -> list[tuple[File, Node]]:
        """Where a definition is used: `("Name" ...)` or `"Name"`."""
        if self._uses is None:
            self._uses = {}
            for file, placed in self.project.pieces():
                for node in placed.piece.texts:
                    if is_declared_name(node):
                        continue
                    parent = node.parent
                    use = (
                        parent
                        if parent is not None and called(parent) is not None and not node.index
                        else node
                    )
                    assert isinstance(node.form, String)
                    self._uses.setdefault(node.form.value, []).append((file, use))
        return self._uses.get(name, [])

    def parts(self, tag: str, part: str | None) -> list[tuple[File, Node]]:
        """Where a placeholder of an option stands."""
        if self._parts is None:
            self._parts = {}
            for file, placed in self.project.pieces():
                for known, name, node in placed.piece.placeholders:
                    self._parts.setdefault((known, name), []).append((file, node))
        return self._parts.get((tag, part), [])


def is_mark(node: Node) -> bool:
    """Whether a form stands in for what is being typed."""
    form = node.form
    return (isinstance(form, Word) and form.text == MARK) or (isinstance(form, String) and form.value == MARK)


def _reachable(states: set[int], params: tuple[Param, ...]) -> list[Param]:
    """The parameters that come next: those that may be left out, up to one that may not."""
    result: dict[int, Param] = {}
    for state in sorted(states):
        for at in range(state, len(params)):
            result[at] = params[at]
            if not params[at].optional:
                break
    return [result[at] for at in sorted(result)]


def is_declared_name(node: Node) -> bool:
    """Whether a text is the name that a `(define ...)` gives."""
    return node.index == 1 and node.parent is not None and head(node.parent) == "define"


def parameter_places(definition: Node, index: int) -> list[Node]:
    """Where `#index` stands in a definition."""
    text = f"#{index}"
    return [n for n in definition.inside() if isinstance(n.form, Word) and n.form.text == text]


def option_parts(option: Node) -> list[str]:
    """The names of an option's parts: of `args:{<a> <b>}`, a and b."""
    for item in option.items:
        if isinstance(item.form, Named) and item.form.name == "args":
            keys = [placeholder_key(n.form) for n in item.items[0].items if isinstance(n.form, Angle)]
            return [key[0] for key in keys if key is not None]
    return []


def parameters(definition: Node) -> int:
    """How many parameters a definition has: the highest `#n` in it."""
    texts = (n.form.text for n in definition.inside() if isinstance(n.form, Word))
    numbers = [int(t[1:]) for t in texts if t.startswith("#") and t[1:].isdigit() and len(t) < 5]
    return max(numbers, default=0)
