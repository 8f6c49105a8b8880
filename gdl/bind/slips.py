"""Slips that concern several forms at once: what was meant, tried by binding it.

Each is a way in which authors go wrong in the order or the brackets of what they write. What they may have
meant is made, and is it where it binds.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TypeVar

from gdl.bind import argument_messages
from gdl.bind.binder import Binder, Failed
from gdl.bind.describe import Use
from gdl.bind.specs import ClassSpec, EnumSpec, Param, Spec
from gdl.bind.trouble import Trouble
from gdl.ludeme.base import Ludeme
from gdl.ludeme.categories import BoolExpr
from gdl.parse.forms import Brace, Form, Named, Paren, Word
from gdl.source.text import Span
from gdl.support.identity import IdentityMap

F = TypeVar("F", bound=Form)

#: A word that may be the second of more ludemes than this says nothing.
_MOST_MEANT = 3

#: Arguments that stand in another order than they should, or without brackets, are looked for among so many.
_MOST_ARGUMENTS = 8


class Slips:
    """Looks for slips with a binder."""

    def __init__(self, binder: Binder) -> None:
        self.binder = binder
        # Forms made for trying out, kept so that no other form gets their identity.
        self._tried: list[Form] = []

    def keep(self, form: F) -> F:
        """A form that was made for trying out."""
        self._tried.append(form)
        return form

    def _binds(self, form: Form, spec: Spec) -> bool:
        return self.binder.fits(self.keep(form), spec)

    @cached_property
    def _second_words(self) -> frozenset[str]:
        """The words that select a ludeme behind its name."""
        result: set[str] = set()
        for entry in self.binder.vocabulary.registry.entries():
            result.update(entry.words[1:2])
            for param in self.binder.vocabulary.signature(entry.cls).positional[:1]:
                for part in param.spec.alternatives:
                    result.update(part.members if isinstance(part, EnumSpec) else ())
        return frozenset(result)

    @cached_property
    def _words(self) -> frozenset[str]:
        """All words of the language: names of ludemes, and of what is one of several."""
        registry = self.binder.vocabulary.registry
        result = {word for entry in registry.entries() for word in entry.words}
        for cls in registry.classes():
            for param in self.binder.vocabulary.signature(cls).params():
                for part in param.spec.alternatives:
                    result.update(part.members if isinstance(part, EnumSpec) else ())
        return frozenset(result)

    def is_known(self, word: str) -> bool:
        """Whether the language has this word anywhere."""
        return word in self._words

    def selecting(self, form: Word, spec: Spec, heads: Iterable[str]) -> list[str]:
        """What the word may be the second word of, behind one of these names: `(sites Empty)` for `Empty`."""
        if form.text not in self._second_words:
            return []
        meant = ((head, Paren((Word(head), form), span=form.span, via=form.via)) for head in heads)
        result = [f"({head} {form.text})" for head, paren in meant if self._binds(paren, spec)]
        return result if len(result) <= _MOST_MEANT else []

    def asking(self, use: Use, item: Word, params: Iterable[Param], heads: Iterable[str]) -> list[str]:
        """What a word may be the second word of, of conditions about what the ludeme around it stands for:
        `if:(is Empty (to))` for `(to Empty)`, `(is Empty (to))` for `(to if:Empty)`.

        `heads` are the names of conditions, `params` what the condition may be given for.
        """
        form, entry, _ = use
        if item.text not in self._second_words or len(entry.words) != 1:
            return []
        site = Paren((Word(entry.words[0]),), span=item.span, via=item.via)
        result: list[str] = []
        for param in params:
            if not any(
                isinstance(each, ClassSpec) and each.cls is BoolExpr for each in param.spec.alternatives
            ):
                continue
            name = f"{param.name}:" if param.name and not _is_inside(item, form, param.name) else ""
            for head in heads:
                made = Paren((Word(head), item, site), span=item.span, via=item.via)
                value = self.binder.bind(self.keep(made), param.spec)
                if not isinstance(value, Ludeme):
                    continue
                # `(is Enemy (to))` would take the site for a player.
                wanted = {each.attribute for each in self.binder.vocabulary.signature(type(value)).positional}
                text = f"({entry.words[0]})" if "site" in wanted else f"(who at:({entry.words[0]}))"
                if wanted & {"site", "who"}:
                    result.append(f"{name}({head} {item.text} {text})")
        return result if len(result) <= _MOST_MEANT else []

    def infix(self, form: Paren, spec: Spec) -> Paren | None:
        """What was meant by `(a < b)`, if that is: the operator first."""
        if len(form.items) != 3 or not isinstance(form.items[1], Word) or form.items[1].text[0].isalnum():
            return None
        first, operator, second = form.items
        meant = Paren((operator, first, second), span=form.span, via=form.via)
        return meant if self._binds(meant, spec) else None

    def binds_as_array(self, form: Paren, spec: Spec) -> bool:
        """Whether what stands in these parentheses would fit in braces."""
        if not form.items:
            return False
        return self._binds(Brace(form.items, span=form.span, via=form.via), spec)

    def swapped(self, use: Use, positional: Sequence[Form]) -> Trouble | None:
        """Two arguments that stand in each other's place, if that is all that is wrong."""
        form, entry, _ = use
        if not 2 <= len(positional) <= _MOST_ARGUMENTS:
            return None
        result: list[tuple[Form, Form, Paren]] = []
        for i in range(len(positional)):
            for j in range(i + 1, len(positional)):
                first, second = positional[i], positional[j]
                other = IdentityMap(((first, second), (second, first)))
                items = tuple(other.get(item, item) for item in form.items)
                swapped = Paren(items, span=form.span, via=form.via)
                if not isinstance(self.binder.match(swapped, entry), Failed):
                    result.append((first, second, swapped))
        if not result:
            return None
        # Where one of them fits an argument that has a name, that may be missing.
        by_name = [param.spec for param in use[2].named.values()]
        named = any(self._binds(item, spec) for item in result[0][:2] for spec in by_name)
        only = len(result) == 1 and not named
        return Trouble(0.5, lambda: [argument_messages.wrong_order(use, *result[0], only)])

    def is_only_run(self, use: Use, positional: Sequence[Form], start: int, end: int) -> bool:
        """Whether of all arguments in a row only these make the ludeme right as one array."""
        count = len(positional)
        runs = [(i, j) for i in range(count) for j in range(i + 2, count + 1)]
        if count > _MOST_ARGUMENTS:  # those that leave out one end
            runs = [(start + 1, end), (start, end - 1)]
        return not any(
            self._binds_braced(use, positional[i:j]) for i, j in runs if (i, j) != (start, end) and j > i
        )

    def _binds_braced(self, use: Use, run: Sequence[Form]) -> bool:
        form, entry, _ = use
        start = next(n for n, each in enumerate(form.items) if each is run[0])
        if any(form.items[start + n : start + n + 1] != (each,) for n, each in enumerate(run)):
            return False  # an argument with a name stands between
        brace = Brace(tuple(run), span=run[0].span, via=run[0].via)
        items = (*form.items[:start], brace, *form.items[start + len(run) :])
        mended = Paren(items, span=form.span, via=form.via)
        return not isinstance(self.binder.match(self.keep(mended), entry), Failed)

    def unbracketed(self, use: Use, positional: Sequence[Form]) -> Trouble | None:
        """Arguments in a row that are a ludeme without its brackets, `(= 0 count Pieces Next)`, or with the
        operator between its operands: `(if a < b ...)`."""
        form, entry, _ = use
        if len(positional) > _MOST_ARGUMENTS:
            return None
        parens: list[Paren] = []
        for i, item in enumerate(positional):
            if not isinstance(item, Word):
                continue
            operator = not item.text[0].isalnum()
            if not operator and not self.binder.vocabulary.candidates(item.text, Ludeme):
                continue
            for end in range(len(positional), i, -1):
                run = positional[i - 1 : i + 2] if operator and i else positional[i:end]
                items = (item, run[0], run[2]) if operator and i and len(run) == 3 else tuple(run)
                span = Span(form.span.source, run[0].span.start, run[-1].span.end)
                made = Paren(items, span=span, via=form.via)
                start = next(n for n, each in enumerate(form.items) if each is run[0])
                last = start + len(run) - 1
                if form.items[last] is not run[-1]:
                    continue  # an argument with a name stands between
                mended = Paren(
                    (*form.items[:start], made, *form.items[last + 1 :]), span=form.span, via=form.via
                )
                self.keep(mended)
                if isinstance(self.binder.match(mended, entry), Failed):
                    continue
                if all(made.span != other.span for other in parens):
                    parens.append(made)
        if not parens:
            return None
        # An argument with a name may belong into the brackets that are missing.
        only = len(parens) == 1 and not any(isinstance(item, Named) for item in form.items)
        return Trouble(0.5, lambda: [argument_messages.unbracketed(use, parens[0], only)])


def _is_inside(item: Form, form: Paren, name: str) -> bool:
    """Whether it is given by this name already."""
    return any(isinstance(each, Named) and each.name == name and each.value is item for each in form.items)
