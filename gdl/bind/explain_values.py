"""What is wrong with a word, a text or an array: which of those that can stand there it was meant as."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Protocol

from gdl.bind import messages
from gdl.bind.binder import Binder, Vocabulary
from gdl.bind.declared import Declared
from gdl.bind.describe import listed
from gdl.bind.slips import Slips
from gdl.bind.specs import ClassSpec, EnumSpec, ScalarSpec, Spec
from gdl.bind.trouble import Diagnostics, Trouble, all_of
from gdl.ludeme.base import Ludeme
from gdl.ludeme.kinds import Kind
from gdl.parse.forms import Brace, Form, Number, Paren, String, Word
from gdl.parse.tokens import MAX_DIGITS
from gdl.source.diagnostics import SURE, UNSURE, Diagnostic, Fix
from gdl.source.edits import renaming, unwrapping
from gdl.source.suggest import nearest
from gdl.support.identity import IdentityMap

#: A text that would be a number without its quotes.
_NUMBER = re.compile(rf"-?[0-9]{{1,{MAX_DIGITS}}}")

#: Of the members of an array that do not bind so many are explained: far more than are told.
MAX_EXPLAINED = 1000


class Explaining(Protocol):
    """The explainer, as its parts see it."""

    binder: Binder
    vocabulary: Vocabulary
    #: the names that the text itself gives to things, for suggestions
    declared: Declared
    #: where any ludeme can stand
    anything: Spec
    slips: Slips

    def explain(self, form: Form, spec: Spec) -> Trouble:
        """What is wrong with a form where `spec` is wanted; nothing if it binds."""

    def fits(self, form: Form, spec: Spec) -> bool:
        """Whether the form can stand where `spec` is wanted."""

    def survey(self, form: Form) -> Diagnostics:
        """The mistakes inside a form whatever is wanted."""

    def survey_arguments(self, form: Paren) -> Diagnostics:
        """The mistakes inside what stands behind the head of a form."""

    def has_hole(self, form: Form) -> bool:
        """Whether something in the form could not be read, which was told already."""


class Values:
    """Explains words, texts and arrays."""

    def __init__(self, whole: Explaining) -> None:
        self.whole = whole
        self._judged = IdentityMap[Spec, dict[str, tuple[float, Callable[[Word], Diagnostic]]]]()

    def word(self, form: Word, spec: Spec) -> Trouble:
        """Worked out once for each word, wherever it stands (memoization)."""
        judged = self._judged.setdefault(spec, dict)
        if form.text not in judged:
            judged[form.text] = self._judge(form, spec)
        cost, say = judged[form.text]
        return Trouble(cost, lambda: [say(form)])

    def _judge(self, form: Word, spec: Spec) -> tuple[float, Callable[[Word], Diagnostic]]:
        offered = self.whole.vocabulary.words(spec)
        near = bool(nearest(form.text, offered))
        takes_text = any(isinstance(part, ScalarSpec) and part.kind is str for part in spec.alternatives)
        declared = self.whole.declared
        what = declared.kind(form.text)
        if what is Kind.DEFINITION and form.text not in offered:
            return 0.3, messages.bare_name
        if what is Kind.OPTION and form.text not in offered:
            placeholders = declared.placeholders(form.text)
            return 0.4, lambda form: messages.bare_option(form, spec, placeholders)
        named = self._named(form, spec)
        if what is not None and named == [f'"{form.text}"']:
            return 0.3, lambda form: messages.bare_name(form, what.value)
        if takes_text and not near and not named:
            known = self.whole.slips.is_known(form.text)
            return 0.6, lambda form: messages.unquoted(form, spec, known)
        bare = Paren((form,), span=form.span, via=form.via)
        text = f"({form.text})"
        fits_in_brackets = self.whole.fits(bare, spec)
        if not near and fits_in_brackets:
            return 0.5, lambda form: messages.without_brackets(form, spec, text, not named)
        rather = [*named, *([text] if fits_in_brackets else [])]
        if rather:
            return 0.4, lambda form: messages.wrong_word(form, spec, offered, rather)
        classes = tuple(part.cls for part in spec.alternatives if isinstance(part, ClassSpec))
        open_ended = near or spec is self.whole.anything
        meant = [] if open_ended else self.whole.slips.selecting(form, spec, self.heads(classes))
        if meant:
            advice = f"did you mean {listed([f'`{text}`' for text in meant])}?"
            return 0.45, lambda form: messages.wrong_type(
                form, spec, advice, renaming(form.span, form.text, meant, UNSURE)
            )
        # A few words that are values (`Off`) do not make a number something that is called by words.
        if offered and (near or len(offered) > 4 or any(isinstance(p, EnumSpec) for p in spec.alternatives)):
            return 0.4 if near else 0.9, lambda form: messages.wrong_word(form, spec, offered)
        return 1.0, lambda form: messages.wrong_type(form, spec)

    def _named(self, form: Word | String, spec: Spec) -> list[str]:
        """What the text's own names may be written as where `spec` is wanted: in quotes, if this can be, else
        by the ludeme that gives what has the name. Of several alike, those spelt most alike come first."""
        if spec is self.whole.anything:
            return []
        result: list[str] = []
        for name in self.whole.declared.named(form.text if isinstance(form, Word) else form.value):
            text = String(name, span=form.span, via=form.via)
            if isinstance(form, Word) and self.whole.fits(self.whole.slips.keep(text), spec):
                result.append(f'"{name}"')
                continue
            head = self.whole.declared.asked_for(name)
            if head is not None:
                made = Paren((Word(head), text), span=form.span, via=form.via)
                if self.whole.fits(self.whole.slips.keep(made), spec):
                    result.append(f'({head} "{name}")')
        return result

    def string(self, form: String, spec: Spec) -> Trouble:
        if form.value in self.whole.vocabulary.words(spec):
            return Trouble(0.4, lambda: [messages.quoted(form, spec, form.value)])
        if _NUMBER.fullmatch(form.value):
            number = Number(int(form.value), span=form.span, via=form.via)
            if self.whole.fits(number, spec):
                return Trouble(0.5, lambda: [messages.quoted(form, spec, form.value)])
        if any(isinstance(part, EnumSpec) for part in spec.alternatives):
            near = nearest(form.value, self.whole.vocabulary.words(spec))
            if near:
                return Trouble(0.6, lambda: [messages.quoted(form, spec, near[0])])
        if self.whole.vocabulary.items(spec) or any(
            isinstance(part, ClassSpec) for part in spec.alternatives
        ):
            definitions, named = self.whole.declared.definitions, self._named(form, spec)
            return Trouble(0.8, lambda: [messages.no_such_text(form, spec, definitions, named)])
        return Trouble(1.0, lambda: [messages.wrong_type(form, spec)])

    def brace(self, form: Brace, spec: Spec) -> Trouble:
        best: Trouble | None = None
        for item in self.whole.vocabulary.items(spec):
            troubles = self._members(form, item)
            total = sum(trouble.cost for trouble in troubles)
            # An array of other things altogether is hardly better than no array, and is one mistake.
            share = total / max(1, len(troubles))
            shown = troubles[:1] if share >= 1.0 else troubles
            here = Trouble(0.1 + 0.6 * share, lambda shown=shown: all_of(shown))  # type: ignore[misc]
            best = here if best is None or here.cost < best.cost else best
        if best is not None:
            return best
        advice, cost = "", 1.0
        fixes: tuple[Fix, ...] = ()
        if len(form.items) == 1 and self.whole.fits(form.items[0], spec):
            advice, cost = "write it without the braces", 0.6
            fixes = unwrapping(form.span, form.items[0].span, SURE)
        return Trouble(
            cost,
            lambda: [
                messages.wrong_type(form, spec, advice, fixes),
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

    def heads(self, classes: Iterable[type[Ludeme]]) -> list[str]:
        """The names of the ludemes of some kinds."""
        kinds = tuple(classes)
        entries = self.whole.vocabulary.registry.entries() if kinds else []
        return list(dict.fromkeys(each.words[0] for each in entries if issubclass(each.cls, kinds)))
