"""The names that a game's own text gives to things: a word that is one of them lacks its quotes.

An author's names are an open vocabulary beside the language's closed one. What is none of its words is looked
for among them first: `(sites Red)` is `(sites "Red")` where there is a region "Red", and no slip of
`(sites Shared)`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from gdl.bind.binder import variant_matches
from gdl.expand.definitions import inner_forms
from gdl.ludeme.base import Ludeme, declared_by, fields_of, of_argument
from gdl.ludeme.kinds import Kind
from gdl.ludeme.registry import Registry
from gdl.parse.forms import Form, Paren, String
from gdl.source.suggest import nearest
from gdl.support.identity import IdentitySet

#: For more words than this no names that are spelt alike are looked for: it takes time.
MAX_COMPARED = 100

#: How something of a kind is asked for where its name alone cannot stand: `(sites "Red")` for a region.
_ASKED_FOR: Mapping[Kind, str] = {Kind.REGION: "sites", Kind.PIECE: "id", Kind.VARIABLE: "var"}


class Declared:
    """What is declared in some forms, of definitions and options also what their file has."""

    def __init__(
        self,
        forms: Sequence[Form],
        registry: Registry,
        definitions: Iterable[str] = (),
        options: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        self._forms = forms
        self._registry = registry
        self.definitions = tuple(definitions)
        self.options = options or {}
        self._compared = 0

    @cached_property
    def _names(self) -> dict[str, Kind]:
        """Each name with the kind of what it is first declared as."""
        result: dict[str, Kind] = {}
        waiting, seen = list(self._forms), IdentitySet[Form]()
        while waiting:
            form = waiting.pop()
            if form in seen:  # what a definition stands for may be in many places
                continue
            seen.add(form)
            if isinstance(form, Paren) and form.items:
                for kind, name in self._declared_in(form):
                    result.setdefault(name, kind)
            waiting += inner_forms(form)[::-1]
        return result

    def _declared_in(self, form: Paren) -> Iterator[tuple[Kind, str]]:
        name = next((item.value for item in form.items if isinstance(item, String)), None)
        head = getattr(form.items[0], "text", None)
        if name is None or not isinstance(head, str):
            return
        for entry in self._registry.by_head.get(head, ()):
            kind = declared_by(entry.cls)
            if kind is not None and variant_matches(form, entry.words):
                yield kind, name

    def kind(self, name: str) -> Kind | None:
        """What something of just this name is; a piece also with its owner's number behind."""
        if name in self.definitions:
            return Kind.DEFINITION
        known = self._names.get(name)
        stem = name.rstrip("0123456789")
        if known is None and stem != name and self._names.get(stem) is Kind.PIECE:
            return Kind.PIECE
        return known if known is not None or name not in self.options else Kind.OPTION

    def named(self, text: str) -> list[str]:
        """The names that may be meant: just this one where there is it, else those that are spelt alike."""
        if self.kind(text) is not None:
            return [text]
        self._compared += 1
        if self._compared > MAX_COMPARED:
            return []
        return nearest(text, (*self._names, *self.definitions))

    def can_be_named(self, name: str, ludeme: object) -> bool:
        """Whether a ludeme that was bound with this name names something of its kind by it."""
        kind = self.kind(name)
        if kind is Kind.DEFINITION or not isinstance(ludeme, Ludeme):
            return True
        named = (each for each in fields_of(type(ludeme)) if getattr(ludeme, each.name, None) == name)
        wanted = {of_argument(type(ludeme), each.name)[0] for each in named}
        return kind is None or not wanted or kind in wanted or None in wanted

    def asked_for(self, name: str) -> str | None:
        """The ludeme that gives what has this name: `sites` for a region."""
        kind = self.kind(name)
        return None if kind is None else _ASKED_FOR.get(kind)

    def placeholders(self, tag: str) -> list[str]:
        """The placeholders of an option."""
        return [f"<{tag}:{part}>" for part in self.options.get(tag, ())]
