"""What is wrong with a word, a text or an array: which of those that can stand there it was meant as."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from gdl.bind import wrong_values
from gdl.bind.describe import listed
from gdl.bind.explaining import Explaining
from gdl.bind.specs import ArraySpec, ClassSpec, EnumSpec, ScalarSpec, Spec
from gdl.bind.trouble import Trouble, told_by_all
from gdl.ludeme.base import Ludeme
from gdl.parse.forms import Brace, Number, Paren, String, Word
from gdl.parse.tokens import MAX_DIGITS
from gdl.source.diagnostics import Diagnostic
from gdl.source.edits import renaming, replacing, unwrapping
from gdl.source.fixes import Fix
from gdl.source.suggest import nearest
from gdl.support.identity import IdentityMap

#: A text that would be a number without its quotes.
_NUMBER = re.compile(rf"-?[0-9]{{1,{MAX_DIGITS}}}")

#: Of the members of an array that do not bind so many are explained: far more than are told.
MAX_EXPLAINED = 1000


class Values:
    """Explains words, texts and arrays."""

    def __init__(self, whole: Explaining) -> None:
        self.whole = whole
        self._words = IdentityMap[Spec, tuple[str, ...]]()
        self._judged = IdentityMap[Spec, dict[str, tuple[float, Callable[[Word], Diagnostic]]]]()

    def words(self, spec: Spec) -> tuple[str, ...]:
        """The bare words that can stand where `spec` is wanted."""
        known = self._words.get(spec)
        if known is None:
            found: list[str] = []
            for part in spec.alternatives:
                if isinstance(part, EnumSpec):
                    found += part.members
                elif isinstance(part, ScalarSpec) and part.kind is bool:
                    found += ("True", "False")
                elif isinstance(part, ClassSpec) and part is not self.whole.anything:
                    for each in self.whole.vocabulary.literals(part.cls):
                        found += (*each.named_values, *self.words(each.spec))
            known = self._words[spec] = tuple(dict.fromkeys(found))
        return known

    def word(self, form: Word, spec: Spec) -> Trouble:
        """Worked out once for each word, wherever it stands (memoization)."""
        judged = self._judged.setdefault(spec, dict)
        if form.text not in judged:
            judged[form.text] = self._judge(form, spec)
        cost, say = judged[form.text]
        return Trouble(cost, lambda: [say(form)])

    def _judge(self, form: Word, spec: Spec) -> tuple[float, Callable[[Word], Diagnostic]]:
        offered = self.words(spec)
        near = bool(nearest(form.text, offered))
        takes_text = any(isinstance(part, ScalarSpec) and part.kind is str for part in spec.alternatives)
        if form.text in self.whole.definitions and form.text not in offered:
            return 0.3, wrong_values.bare_definition
        if takes_text and not near:
            return 0.6, lambda form: wrong_values.unquoted(form, spec)
        bare = Paren((form,), span=form.span, via=form.via)
        if not near and self.whole.fits(bare, spec):
            text = f"({form.text})"
            advice = f"write it in parentheses: `{text}`"
            return 0.5, lambda form: wrong_values.wrong_type(
                form, spec, advice, replacing(form.span, form.text, text)
            )
        classes = tuple(part.cls for part in spec.alternatives if isinstance(part, ClassSpec))
        open_ended = near or spec is self.whole.anything
        meant = [] if open_ended else self.whole.slips.selecting(form, spec, self.heads(classes))
        if meant:
            advice = f"did you mean {listed([f'`{text}`' for text in meant])}?"
            return 0.45, lambda form: wrong_values.wrong_type(
                form, spec, advice, renaming(form.span, form.text, meant)
            )
        # A few words that are values (`Off`) do not make a number something that is called by words.
        if offered and (near or len(offered) > 4 or any(isinstance(p, EnumSpec) for p in spec.alternatives)):
            return 0.4 if near else 0.9, lambda form: wrong_values.wrong_word(form, spec, offered)
        return 1.0, lambda form: wrong_values.wrong_type(form, spec)

    def string(self, form: String, spec: Spec) -> Trouble:
        if form.value in self.words(spec):
            return Trouble(0.4, lambda: [wrong_values.quoted(form, spec, form.value)])
        if _NUMBER.fullmatch(form.value):
            number = Number(int(form.value), span=form.span, via=form.via)
            if self.whole.fits(number, spec):
                return Trouble(0.5, lambda: [wrong_values.quoted(form, spec, form.value)])
        if any(isinstance(part, EnumSpec) for part in spec.alternatives):
            near = nearest(form.value, self.words(spec))
            if near:
                return Trouble(0.6, lambda: [wrong_values.quoted(form, spec, near[0])])
        if self.items(spec) or any(isinstance(part, ClassSpec) for part in spec.alternatives):
            return Trouble(0.8, lambda: [wrong_values.no_such_text(form, spec, self.whole.definitions)])
        return Trouble(1.0, lambda: [wrong_values.wrong_type(form, spec)])

    def brace(self, form: Brace, spec: Spec) -> Trouble:
        best: Trouble | None = None
        for item in self.items(spec):
            troubles = self._members(form, item)
            total = sum(trouble.cost for trouble in troubles)
            # An array of other things altogether is hardly better than no array, and is one mistake.
            share = total / max(1, len(troubles))
            told = troubles[:1] if share >= 1.0 else troubles
            here = Trouble(0.1 + 0.6 * share, lambda told=told: told_by_all(told))  # type: ignore[misc]
            best = here if best is None or here.cost < best.cost else best
        if best is not None:
            return best
        advice, cost = "", 1.0
        fixes: tuple[Fix, ...] = ()
        if len(form.items) == 1 and self.whole.fits(form.items[0], spec):
            advice, cost = "write it without the braces", 0.6
            fixes = unwrapping(form.span, form.items[0].span)
        return Trouble(
            cost,
            lambda: [
                wrong_values.wrong_type(form, spec, advice, fixes),
                *self.whole.survey(form),
            ],
        )

    def _members(self, form: Brace, item: Spec) -> list[Trouble]:
        """What is wrong with the members of an array; of very many, with the first of them."""
        troubles: list[Trouble] = []
        wrong = 0
        for each in form.items:
            if wrong >= MAX_EXPLAINED:
                break
            troubles.append(self.whole.explain(each, item))
            wrong += troubles[-1].cost > 0
        return troubles

    def items(self, spec: Spec) -> list[Spec]:
        """What the items of an array are, for each kind of array that can stand there."""
        found = [part.item for part in spec.alternatives if isinstance(part, ArraySpec)]
        for part in spec.alternatives:
            if isinstance(part, ClassSpec) and part is not self.whole.anything:
                for each in self.whole.vocabulary.literals(part.cls):
                    found += self.items(each.spec)
        return found

    def heads(self, classes: Iterable[type[Ludeme]]) -> list[str]:
        """The names of the ludemes of some kinds."""
        kinds = tuple(classes)
        entries = self.whole.vocabulary.registry.entries() if kinds else []
        return list(dict.fromkeys(each.words[0] for each in entries if issubclass(each.cls, kinds)))
