"""Which ludeme a form in parentheses was meant as: by its head, its variant word, and what is wanted."""

from __future__ import annotations

from collections.abc import Sequence

from gdl.bind import messages
from gdl.bind.binder import Failed, variant_matches
from gdl.bind.describe import follows_a_word
from gdl.bind.explain_arguments import Arguments
from gdl.bind.explain_values import Explaining, Values
from gdl.bind.specs import ClassSpec, EnumSpec, Spec
from gdl.bind.trouble import REPORTED, Diagnostics, Trouble
from gdl.ludeme.base import Ludeme
from gdl.ludeme.registry import Entry
from gdl.parse.forms import Hole, Paren, String, Word
from gdl.source.diagnostics import SURE, sure_if
from gdl.source.edits import around, replacing
from gdl.source.suggest import bare, distance, nearest


class Ludemes:
    """Explains forms in parentheses."""

    def __init__(self, whole: Explaining, values: Values, arguments: Arguments) -> None:
        self.whole = whole
        self.values = values
        self.arguments = arguments

    def paren(self, form: Paren, spec: Spec) -> Trouble:
        head = form.items[0] if form.items else None
        if isinstance(head, Hole):
            return Trouble(REPORTED.cost, lambda: self.whole.survey_arguments(form))
        if isinstance(head, String):
            return Trouble(
                0.3,
                lambda: [
                    messages.no_definition(form, head, self.whole.declared.definitions),
                    *self.whole.survey_arguments(form),
                ],
            )
        if not isinstance(head, Word):
            infix = self.whole.slips.infix(form, spec)
            array = self.whole.slips.binds_as_array(form, spec)
            cost = 0.3 if infix is not None or array else 0.9
            return Trouble(
                cost,
                lambda: [
                    messages.not_a_ludeme(form, spec, infix, array, self._only_array(spec)),
                    *(() if infix is not None or array else self.whole.survey_arguments(form)),
                ],
            )
        everywhere = self.whole.vocabulary.candidates(head.text, Ludeme)
        classes = [part.cls for part in spec.alternatives if isinstance(part, ClassSpec)]
        if not everywhere:
            # It is rather meant for where a name like it can stand, and never for where only words can.
            fitting = self.values.heads(classes)
            near = bool(nearest(head.text, fitting))
            cost = 0.5 if near else 0.7 if fitting or self.whole.vocabulary.items(spec) else 1.0
            return Trouble(cost, lambda: self._no_ludeme(form, head, spec))
        entries = [each for cls in classes for each in self.whole.vocabulary.candidates(head.text, cls)]
        if entries:
            return self._entries(form, list(dict.fromkeys(entries)), spec)
        inside = [self.whole.explain(form, item) for item in self.whole.vocabulary.items(spec)]
        lone = min(inside, key=lambda trouble: trouble.cost, default=None)
        if lone is not None and lone.cost < 0.6:
            advice = "an array of one is written `{...}`"
            how = sure_if(not lone.cost)
            fixes = around(form.span, form.span, "{", "}", how, "write it in braces")
            return Trouble(0.6, lambda: [messages.wrong_type(form, spec, advice, fixes), *lone.tell()])
        matching = [each for each in everywhere if variant_matches(form, each.words)] or list(everywhere)
        word = self._in_brackets(form, head, spec)
        if word:
            advice = f"write `{word}`, without brackets"
            fixes = replacing(form.span, f"({head.text})", word, SURE)
            return Trouble(0.5, lambda: [messages.wrong_type(form, spec, advice, fixes)])
        return Trouble(
            1.0,
            lambda: [
                messages.other_kind(form, matching, spec),
                *self.whole.survey(form),
            ],
        )

    def _in_brackets(self, form: Paren, head: Word, spec: Spec) -> str:
        """The word that `(next)` was meant as where one is wanted: `Next`."""
        if len(form.items) != 1:
            return ""
        return next(
            (word for word in self.whole.vocabulary.words(spec) if word.casefold() == head.text.casefold()),
            "",
        )

    def _no_ludeme(self, form: Paren, head: Word, spec: Spec) -> Diagnostics:
        classes = tuple(part.cls for part in spec.alternatives if isinstance(part, ClassSpec))
        registry = self.whole.vocabulary.registry
        entries = [each for each in registry.entries() if issubclass(each.cls, classes)]
        variants = [f"{each.words[0]} {head.text}" for each in entries if self._selected_by(head, each)]
        right = [name for name in variants if self._fits_with(form, name, spec)]
        fitting = list(dict.fromkeys(each.words[0] for each in entries))
        # `(sitez Empty)` is meant for `sites`, which goes on with Empty, rather than for `site`.
        follower = form.items[1] if len(form.items) > 1 else None
        if isinstance(follower, Word):
            near = nearest(head.text, fitting)
            going_on = [e.words[0] for e in entries if e.words[0] in near and self._selected_by(follower, e)]
            fitting = list(dict.fromkeys(going_on)) or fitting
        if head.text in self.whole.declared.definitions:
            return [messages.bare_name(head), *self.whole.survey_arguments(form)]
        near = nearest(head.text, fitting)
        # A word is missing before this one, or it is the only one that can stand there: if all else is right.
        slips = [name for name in near if distance(bare(name), bare(head.text), 1) <= 1]
        meant = right if not near else slips if len(fitting) == 1 else []
        only = meant[0] if len(meant) == 1 and self._fits_with(form, meant[0], spec) else None
        only = None if follows_a_word(form) else only
        variants = right or ([] if near else variants)
        mistake = messages.no_ludeme(form, head, spec, variants[:3], fitting, registry.heads(), only)
        return [mistake, *self.whole.survey_arguments(form)]

    def _fits_with(self, form: Paren, head: str, spec: Spec) -> bool:
        """Whether the form can stand there with other words at its head."""
        words = tuple(Word(word, span=form.span, via=form.via) for word in head.split())
        made = Paren((*words, *form.items[1:]), span=form.span, via=form.via)
        return self.whole.fits(self.whole.slips.keep(made), spec)

    def _only_array(self, spec: Spec) -> bool:
        """Whether nothing but an array can stand there, so that brackets are braces of another kind."""
        return not any(isinstance(part, ClassSpec) for part in spec.alternatives)

    def _entries(self, form: Paren, entries: Sequence[Entry], spec: Spec) -> Trouble:
        """The candidate that comes nearest, among those that the variant word allows."""
        depth = max(_common(form, each) for each in entries)
        matching = [each for each in entries if variant_matches(form, each.words)]
        exact = [each for each in matching if len(each.words) == depth]
        following = form.items[depth] if depth < len(form.items) else None
        deeper = [each for each in entries if len(each.words) > depth and _common(form, each) == depth]
        selecting = len(entries) > 1 and any(self._word_first(each) for each in exact)
        if isinstance(following, String) and any(each.words[depth] == following.value for each in deeper):
            return Trouble(0.3, lambda: [messages.no_variant(form, depth, [following.value])])
        chosen = exact
        if isinstance(following, Hole) and (deeper or selecting):
            # Which of them is meant is not known: only what stands in it can be looked at.
            return Trouble(REPORTED.cost, lambda: self.whole.survey_arguments(form))
        if depth > 1:
            # A class that takes the variant word as its first argument is meant as much.
            chosen = exact + [e for e in matching if e not in exact and self._takes_first(form, e)]
        elif isinstance(following, Word):
            taking = [each for each in exact if self._takes(following, each)]
            chosen = taking or ([] if deeper or selecting else exact)
        elif selecting:
            chosen = [each for each in exact if not self._word_first(each)]
        if not chosen:
            offered = [each.words[depth] for each in deeper]
            for each in exact:
                params = self.whole.vocabulary.signature(each.cls).positional[:1]
                offered += [word for param in params for word in self.whole.vocabulary.words(param.spec)]
            unique = list(dict.fromkeys(offered))
            head = entries[0].words[0]
            others = [
                each
                for each in self.whole.vocabulary.candidates(head, Ludeme)
                if len(each.words) > 1 and variant_matches(form, each.words)
            ]
            if others:  # the words are known, and are a ludeme of another kind
                return Trouble(
                    0.9,
                    lambda: [
                        messages.other_kind(form, others, spec),
                        *self.whole.survey(form),
                    ],
                )
            rest = form.items[depth + 1 :] if isinstance(following, Word) else form.items[depth:]
            names = self._names(form, depth, spec) if isinstance(following, Word) else []
            what = self.whole.declared.kind(following.text) if isinstance(following, Word) else None
            if isinstance(following, Word) and what is not None and names == [f'"{following.text}"']:
                return Trouble(
                    0.3,
                    lambda: [
                        messages.bare_name(following, what.value),
                        *(each for item in rest for each in self.whole.survey(item)),
                    ],
                )
            return Trouble(
                0.5,
                lambda: [
                    messages.no_variant(form, depth, unique, names),
                    *(each for item in rest for each in self.whole.survey(item)),
                ],
            )
        troubles = [self.arguments.entry(form, each) for each in chosen]
        best = min(troubles, key=lambda trouble: trouble.cost)
        return Trouble(0.05 + 0.5 * best.cost / (1 + best.cost), best.tell)

    def _names(self, form: Paren, depth: int, spec: Spec) -> list[str]:
        """The names of the text's own, in quotes, with which the form can stand there, for the word behind
        its first `depth`: `(sites "Red")` for `(sites Red)`."""
        word = form.items[depth]
        assert isinstance(word, Word)
        result = []
        for name in self.whole.declared.named(word.text):
            text = String(name, span=word.span, via=word.via)
            items = (*form.items[:depth], text, *form.items[depth + 1 :])
            made = self.whole.slips.keep(Paren(items, span=form.span, via=form.via))
            value = self.whole.binder.bind(made, spec)
            if not isinstance(value, Failed) and self.whole.declared.can_be_named(name, value):
                result.append(f'"{name}"')
        return result

    def _selected_by(self, word: Word, entry: Entry) -> bool:
        """Whether the word behind the entry's head selects it: as its variant word or first argument."""
        if len(entry.words) > 1:
            return entry.words[1] == word.text
        first = self.whole.vocabulary.signature(entry.cls).positional[:1]
        return any(
            word.text in part.members
            for p in first
            for part in p.spec.alternatives
            if isinstance(part, EnumSpec)
        )

    def _takes(self, word: Word, entry: Entry) -> bool:
        params = self.whole.vocabulary.signature(entry.cls).positional
        return any(self.whole.fits(word, param.spec) for param in params)

    def _takes_first(self, form: Paren, entry: Entry) -> bool:
        item = form.items[len(entry.words)]
        params = self.whole.vocabulary.signature(entry.cls).positional[:1]
        return any(self.whole.fits(item, param.spec) for param in params)

    def _word_first(self, entry: Entry) -> bool:
        """Whether the class is selected by its first argument: an enumeration that must be given."""
        params = self.whole.vocabulary.signature(entry.cls).positional[:1]
        return any(isinstance(param.spec, EnumSpec) and not param.optional for param in params)


def _common(form: Paren, entry: Entry) -> int:
    """How many words of an entry the form begins with."""
    count = 0
    for item, word in zip(form.items, entry.words, strict=False):
        if not isinstance(item, Word) or item.text != word:
            break
        count += 1
    return count
