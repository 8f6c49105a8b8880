"""What is wrong with a form that did not bind.

Every way in which the form could have been meant gets a cost: what has to be put right for it to bind. The
cheapest is what the author most likely meant, and only its mistakes are told. A cost is 0 for what binds,
under 0.6 where the form is of the wanted kind with mistakes inside, and 1 for something of another kind.
Texts are made for the chosen way only; costs are remembered for each (form, spec).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from attrs import evolve

from gdl.bind import mistakes
from gdl.bind.align import SURPLUS, align
from gdl.bind.binder import Binder, Failed, arguments, variant_matches
from gdl.bind.describe import is_registered, listed
from gdl.bind.mistakes import Use
from gdl.bind.slips import Slips
from gdl.bind.specs import ArraySpec, ClassSpec, EnumSpec, Param, ScalarSpec, Spec
from gdl.bind.trouble import NO_TROUBLE, TOLD, Found, Trouble, once, told_by_all
from gdl.ludeme.base import Ludeme
from gdl.ludeme.registry import Entry
from gdl.parse.forms import Brace, Form, Hole, Named, Number, Paren, String, Word
from gdl.parse.tokens import MAX_DIGITS
from gdl.source.diagnostics import Diagnostic
from gdl.source.edits import around, renaming, replacing, unwrapping
from gdl.source.fixes import Fix
from gdl.source.suggest import nearest
from gdl.support.identity import IdentityMap

#: A text that would be a number without its quotes.
_NUMBER = re.compile(rf"-?[0-9]{{1,{MAX_DIGITS}}}")

#: Of the members of an array that do not bind so many are explained: far more than are told.
MAX_EXPLAINED = 1000

#: So many brackets are explained, each for what is wanted in its place; of the others only that is told.
MANY = 10_000


class Explainer:
    """Explains what a binder failed to bind."""

    def __init__(self, binder: Binder, definitions: Iterable[str] = ()) -> None:
        self.binder = binder
        self.vocabulary = binder.vocabulary
        self.definitions = definitions
        self.anything = self.vocabulary.spec(Ludeme)
        self._troubles = IdentityMap[Form, IdentityMap[Spec, Trouble]]()
        self._words = IdentityMap[Spec, tuple[str, ...]]()
        self._judged = IdentityMap[Spec, dict[str, tuple[float, Callable[[Word], Diagnostic]]]]()
        self._holed = IdentityMap[Form, bool]()
        self._explained = 0
        # The ludemes around the one that is being explained, as they may be meant.
        self._around: list[tuple[Paren, Entry]] = []
        self.slips = Slips(binder)

    def explain(self, form: Form, spec: Spec) -> Trouble:
        """What is wrong with a form where `spec` is wanted; nothing if it binds."""
        troubles = self._troubles.setdefault(form, IdentityMap)
        known = troubles.get(spec)
        if known is None:
            value = self.binder.bind(form, spec)
            if not isinstance(value, Failed):
                known = NO_TROUBLE
            elif isinstance(form, Hole):
                known = TOLD
            elif value.form is form:
                entries = [(each, self.vocabulary.signature(each.cls)) for each in value.entries]
                known = Trouble(0.1, lambda: [mistakes.ambiguous(form, entries)])
            elif self._explained > MANY and isinstance(form, Paren):
                known = Trouble(1.0, lambda: [mistakes.wrong_type(form, spec)])
            else:
                self._explained += isinstance(form, Paren)
                known = once(self._explain(form, spec))
            troubles[spec] = known
        return known

    def _has_hole(self, form: Form) -> bool:
        """Whether something in the form could not be read, which was told already."""
        known = self._holed.get(form)
        if known is None:
            match form:
                case Paren() | Brace():
                    known = any(self._has_hole(item) for item in form.items)
                case Named():
                    known = self._has_hole(form.value)
                case _:
                    known = isinstance(form, Hole)
            self._holed[form] = known
        return known

    def _explain(self, form: Form, spec: Spec) -> Trouble:
        match form:
            case Paren():
                return self._paren(form, spec)
            case Brace():
                return self._brace(form, spec)
            case Word():
                return self._word(form, spec)
            case String():
                return self._string(form, spec)
            case Named():
                return Trouble(1.0, lambda: [mistakes.misplaced_name(form), *self.survey(form)])
        return Trouble(1.0, lambda: [mistakes.wrong_type(form, spec)])

    def survey(self, form: Form) -> Found:
        """The mistakes inside a form whatever is wanted: for what stands in a place that is wrong itself."""
        match form:
            case Paren():
                trouble = self.explain(form, self.anything)
                value = self.binder.bind(form, self.anything)
                return [] if isinstance(value, Failed) and value.form is form else trouble.tell()
            case Brace():
                return [each for item in form.items for each in self.survey(item)]
            case Named():
                return self.survey(form.value)
        return []

    def _survey_arguments(self, form: Paren) -> Found:
        return [each for item in form.items[1:] for each in self.survey(item)]

    # --- Words, texts, arrays

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
                elif isinstance(part, ClassSpec) and part is not self.anything:
                    for each in self.vocabulary.literals(part.cls):
                        found += (*each.named_values, *self.words(each.spec))
            known = self._words[spec] = tuple(dict.fromkeys(found))
        return known

    def _word(self, form: Word, spec: Spec) -> Trouble:
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
        if form.text in self.definitions and form.text not in offered:
            return 0.3, mistakes.bare_definition
        if takes_text and not near:
            return 0.6, lambda form: mistakes.unquoted(form, spec)
        bare = Paren((form,), span=form.span, via=form.via)
        if not near and not isinstance(self.binder.bind(bare, spec), Failed):
            text = f"({form.text})"
            advice = f"write it in parentheses: `{text}`"
            return 0.5, lambda form: mistakes.wrong_type(
                form, spec, advice, replacing(form.span, form.text, text)
            )
        classes = tuple(part.cls for part in spec.alternatives if isinstance(part, ClassSpec))
        open_ended = near or spec is self.anything
        meant = [] if open_ended else self.slips.selecting(form, spec, self._heads(classes))
        if meant:
            advice = f"did you mean {listed([f'`{text}`' for text in meant])}?"
            return 0.45, lambda form: mistakes.wrong_type(
                form, spec, advice, renaming(form.span, form.text, meant)
            )
        # A few words that are values (`Off`) do not make a number something that is called by words.
        if offered and (near or len(offered) > 4 or any(isinstance(p, EnumSpec) for p in spec.alternatives)):
            return 0.4 if near else 0.9, lambda form: mistakes.wrong_word(form, spec, offered)
        return 1.0, lambda form: mistakes.wrong_type(form, spec)

    def _string(self, form: String, spec: Spec) -> Trouble:
        if form.value in self.words(spec):
            return Trouble(0.4, lambda: [mistakes.quoted(form, spec, form.value)])
        if _NUMBER.fullmatch(form.value):
            number = Number(int(form.value), span=form.span, via=form.via)
            if not isinstance(self.binder.bind(number, spec), Failed):
                return Trouble(0.5, lambda: [mistakes.quoted(form, spec, form.value)])
        if any(isinstance(part, EnumSpec) for part in spec.alternatives):
            near = nearest(form.value, self.words(spec))
            if near:
                return Trouble(0.6, lambda: [mistakes.quoted(form, spec, near[0])])
        if self._items(spec) or any(isinstance(part, ClassSpec) for part in spec.alternatives):
            return Trouble(0.8, lambda: [mistakes.no_such_text(form, spec, self.definitions)])
        return Trouble(1.0, lambda: [mistakes.wrong_type(form, spec)])

    def _brace(self, form: Brace, spec: Spec) -> Trouble:
        best: Trouble | None = None
        for item in self._items(spec):
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
        if len(form.items) == 1 and not isinstance(self.binder.bind(form.items[0], spec), Failed):
            advice, cost = "write it without the braces", 0.6
            fixes = unwrapping(form.span, form.items[0].span)
        return Trouble(cost, lambda: [mistakes.wrong_type(form, spec, advice, fixes), *self.survey(form)])

    def _members(self, form: Brace, item: Spec) -> list[Trouble]:
        """What is wrong with the members of an array; of very many, with the first of them."""
        troubles: list[Trouble] = []
        wrong = 0
        for each in form.items:
            if wrong >= MAX_EXPLAINED:
                break
            troubles.append(self.explain(each, item))
            wrong += troubles[-1].cost > 0
        return troubles

    def _items(self, spec: Spec) -> list[Spec]:
        """What the items of an array are, for each kind of array that can stand there."""
        found = [part.item for part in spec.alternatives if isinstance(part, ArraySpec)]
        for part in spec.alternatives:
            if isinstance(part, ClassSpec) and part is not self.anything:
                for each in self.vocabulary.literals(part.cls):
                    found += self._items(each.spec)
        return found

    # --- Ludemes

    def _paren(self, form: Paren, spec: Spec) -> Trouble:
        head = form.items[0] if form.items else None
        if isinstance(head, Hole):
            return Trouble(TOLD.cost, lambda: self._survey_arguments(form))
        if isinstance(head, String):
            return Trouble(
                0.3,
                lambda: [
                    mistakes.no_definition(form, head, self.definitions),
                    *self._survey_arguments(form),
                ],
            )
        if not isinstance(head, Word):
            infix = self.slips.infix(form, spec)
            array = self.slips.binds_as_array(form, spec)
            cost = 0.3 if infix is not None or array else 0.9
            return Trouble(
                cost,
                lambda: [
                    mistakes.not_a_ludeme(form, spec, infix, array),
                    *(() if infix is not None or array else self._survey_arguments(form)),
                ],
            )
        everywhere = self.vocabulary.candidates(head.text, Ludeme)
        classes = [part.cls for part in spec.alternatives if isinstance(part, ClassSpec)]
        if not everywhere:
            # It is rather meant for where a name like it can stand, and never for where only words can.
            fitting = self._heads(classes)
            near = bool(nearest(head.text, fitting))
            cost = 0.5 if near else 0.7 if fitting or self._items(spec) else 1.0
            return Trouble(cost, lambda: self._no_ludeme(form, head, spec))
        entries = [each for cls in classes for each in self.vocabulary.candidates(head.text, cls)]
        if entries:
            return self._entries(form, list(dict.fromkeys(entries)), spec)
        inside = [self.explain(form, item) for item in self._items(spec)]
        lone = min(inside, key=lambda trouble: trouble.cost, default=None)
        if lone is not None and lone.cost < 0.6:
            advice = "an array of one is written `{...}`"
            fixes = around(form.span, form.span, "{", "}", title="write it in braces")
            return Trouble(0.6, lambda: [mistakes.wrong_type(form, spec, advice, fixes), *lone.tell()])
        matching = [each for each in everywhere if variant_matches(form, each.words)] or list(everywhere)
        word = self._in_brackets(form, head, spec)
        if word:
            advice = f"write `{word}`, without brackets"
            fixes = replacing(form.span, f"({head.text})", word)
            return Trouble(0.5, lambda: [mistakes.wrong_type(form, spec, advice, fixes)])
        return Trouble(1.0, lambda: [mistakes.other_kind(form, matching, spec), *self.survey(form)])

    def _in_brackets(self, form: Paren, head: Word, spec: Spec) -> str:
        """The word that `(next)` was meant as where one is wanted: `Next`."""
        if len(form.items) != 1:
            return ""
        return next((word for word in self.words(spec) if word.casefold() == head.text.casefold()), "")

    def _heads(self, classes: Iterable[type[Ludeme]]) -> list[str]:
        """The names of the ludemes of some kinds."""
        kinds = tuple(classes)
        entries = self.vocabulary.registry.entries() if kinds else []
        return list(dict.fromkeys(each.words[0] for each in entries if issubclass(each.cls, kinds)))

    def _no_ludeme(self, form: Paren, head: Word, spec: Spec) -> Found:
        classes = tuple(part.cls for part in spec.alternatives if isinstance(part, ClassSpec))
        registry = self.vocabulary.registry
        entries = [each for each in registry.entries() if issubclass(each.cls, classes)]
        variants = [f"{each.words[0]} {head.text}" for each in entries if self._selected_by(head, each)]
        fitting = list(dict.fromkeys(each.words[0] for each in entries))
        # `(sitez Empty)` is meant for `sites`, which goes on with Empty, rather than for `site`.
        follower = form.items[1] if len(form.items) > 1 else None
        if isinstance(follower, Word):
            near = nearest(head.text, fitting)
            going_on = [e.words[0] for e in entries if e.words[0] in near and self._selected_by(follower, e)]
            fitting = list(dict.fromkeys(going_on)) or fitting
        if head.text in self.definitions:
            return [mistakes.bare_definition(head), *self._survey_arguments(form)]
        told = mistakes.no_ludeme(form, head, spec, variants[:3], fitting, registry.heads())
        return [told, *self._survey_arguments(form)]

    def _entries(self, form: Paren, entries: Sequence[Entry], spec: Spec) -> Trouble:
        """The candidate that comes nearest, among those that the variant word allows."""
        depth = max(_common(form, each) for each in entries)
        matching = [each for each in entries if variant_matches(form, each.words)]
        exact = [each for each in matching if len(each.words) == depth]
        following = form.items[depth] if depth < len(form.items) else None
        deeper = [each for each in entries if len(each.words) > depth and _common(form, each) == depth]
        selecting = len(entries) > 1 and any(self._word_first(each) for each in exact)
        if isinstance(following, String) and any(each.words[depth] == following.value for each in deeper):
            return Trouble(0.3, lambda: [mistakes.no_variant(form, depth, [following.value])])
        chosen = exact
        if isinstance(following, Hole) and (deeper or selecting):
            # Which of them is meant is not known: only what stands in it can be looked at.
            return Trouble(TOLD.cost, lambda: self._survey_arguments(form))
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
                params = self.vocabulary.signature(each.cls).positional[:1]
                offered += [word for param in params for word in self.words(param.spec)]
            unique = list(dict.fromkeys(offered))
            head = entries[0].words[0]
            others = [
                each
                for each in self.vocabulary.candidates(head, Ludeme)
                if len(each.words) > 1 and variant_matches(form, each.words)
            ]
            if others:  # the words are known, and are a ludeme of another kind
                return Trouble(0.9, lambda: [mistakes.other_kind(form, others, spec), *self.survey(form)])
            rest = form.items[depth + 1 :] if isinstance(following, Word) else form.items[depth:]
            return Trouble(
                0.5,
                lambda: [
                    mistakes.no_variant(form, depth, unique),
                    *(each for item in rest for each in self.survey(item)),
                ],
            )
        troubles = [self._entry(form, each) for each in chosen]
        best = min(troubles, key=lambda trouble: trouble.cost)
        return Trouble(0.05 + 0.5 * best.cost / (1 + best.cost), best.tell)

    def _selected_by(self, word: Word, entry: Entry) -> bool:
        """Whether the word behind the entry's head selects it: as its variant word or first argument."""
        if len(entry.words) > 1:
            return entry.words[1] == word.text
        first = self.vocabulary.signature(entry.cls).positional[:1]
        return any(
            word.text in part.members
            for p in first
            for part in p.spec.alternatives
            if isinstance(part, EnumSpec)
        )

    def _takes(self, word: Word, entry: Entry) -> bool:
        params = self.vocabulary.signature(entry.cls).positional
        return any(not isinstance(self.binder.bind(word, param.spec), Failed) for param in params)

    def _takes_first(self, form: Paren, entry: Entry) -> bool:
        item = form.items[len(entry.words)]
        params = self.vocabulary.signature(entry.cls).positional[:1]
        return any(not isinstance(self.binder.bind(item, param.spec), Failed) for param in params)

    def _word_first(self, entry: Entry) -> bool:
        """Whether the class is selected by its first argument: an enumeration that must be given."""
        params = self.vocabulary.signature(entry.cls).positional[:1]
        return any(isinstance(param.spec, EnumSpec) and not param.optional for param in params)

    def _entry(self, form: Paren, entry: Entry, whole: bool = True) -> Trouble:
        """What is wrong with the form as this ludeme; `whole`: also look for slips of several arguments."""
        self._around.append((form, entry))
        try:
            return self._as_entry(form, entry, whole)
        finally:
            self._around.pop()

    def _as_entry(self, form: Paren, entry: Entry, whole: bool) -> Trouble:
        signature = self.vocabulary.signature(entry.cls)
        use: Use = (form, entry, signature)
        positional, by_name = arguments(form, len(entry.words))
        troubles, given = self._named(use, by_name)
        params = signature.positional
        aligned = align(
            len(positional),
            [param.optional for param in params],
            lambda i, j: self.explain(positional[i], params[j].spec).cost,
        )
        # A hole may stand for several arguments, or for one with a name.
        open_ended = any(isinstance(item, Hole) for item in positional)
        paired = {j for i, j in aligned if i is not None and j is not None}
        free = [param for j, param in enumerate(params) if j not in paired]
        for i, j in aligned:
            if i is None and j is not None:
                misnamed = any(item.name == params[j].attribute for item in by_name)
                if not params[j].optional and not misnamed and not open_ended:
                    troubles.append(_missing(use, params[j]))
            elif i is not None and j is None:
                troubles.append(self._surplus(use, positional[i], free, given))
            elif i is not None and j is not None:
                given.add(params[j].attribute)
                troubles.append(self._inside(use, positional[i], params[j]))
        if not open_ended:
            troubles += self._unnamed(use, given, by_name)
        if not any(trouble.cost for trouble in troubles):
            troubles.append(TOLD if self._has_hole(form) else self._excluded(use, given))
        found = Trouble(sum(trouble.cost for trouble in troubles), lambda: told_by_all(troubles))
        if whole and found.cost >= 0.5:
            slips = (
                self.slips.swapped(use, positional),
                self.slips.unbracketed(use, positional),
                self._unbraced(use, positional),
            )
            return min((found, *filter(None, slips)), key=lambda trouble: trouble.cost)
        return found

    def _unnamed(self, use: Use, given: set[str], by_name: Sequence[Named]) -> list[Trouble]:
        """The named arguments that are required and not given."""
        # A misspelt name most likely is the one that is missing; an unknown one stands in another's place.
        names = use[2].named
        unknown = [item.name for item in by_name if item.name not in names]
        misspelt = {near for name in unknown for near in nearest(name, names)}
        instead = sum(not nearest(name, names) for name in unknown)
        absent = [
            param
            for name, param in names.items()
            if not param.optional and param.attribute not in given and name not in misspelt
        ]
        return [_missing(use, param) for param in absent[instead:]]

    def _unbraced(self, use: Use, positional: Sequence[Form]) -> Trouble | None:
        """Several arguments in a row that should stand in braces as one."""
        form, entry, signature = use
        best: Trouble | None = None
        for param in signature.positional:
            for item in self._items(param.spec):
                fits = [not isinstance(self.binder.bind(each, item), Failed) for each in positional]
                if sum(fits) < 2:
                    continue
                first = fits.index(True)
                last = len(fits) - 1 - fits[::-1].index(True)
                run = positional[first : last + 1]
                brace = Brace(tuple(run), span=run[0].span, via=run[0].via)
                start, end = form.items.index(run[0]), form.items.index(run[-1])
                items = (*form.items[:start], brace, *form.items[end + 1 :])
                mended = Paren(items, span=form.span, via=form.via)
                self.slips.keep(mended)
                rest = self._entry(mended, entry, whole=False)
                if not isinstance(self.binder.match(mended, entry), Failed):
                    rest = NO_TROUBLE
                tell = mistakes.unbraced(use, run, item, rest is NO_TROUBLE)
                here = Trouble(0.5 + rest.cost, lambda told=tell, rest=rest: [told, *rest.tell()])  # type: ignore[misc]
                best = here if best is None or here.cost < best.cost else best
        return best

    def _named(self, use: Use, items: Sequence[Named]) -> tuple[list[Trouble], set[str]]:
        troubles: list[Trouble] = []
        given: set[str] = set()
        names = use[2].named
        for item in items:
            param = names.get(item.name)
            if param is None:
                cost = 0.7 if nearest(item.name, names) else 1.0
                troubles.append(
                    Trouble(
                        cost,
                        lambda item=item: [mistakes.unknown_name(use, item), *self.survey(item)],  # type: ignore[misc]
                    )
                )
                continue
            if param.attribute in given:
                troubles.append(
                    Trouble(0.8, lambda item=item: [mistakes.given_twice(use, item)])  # type: ignore[misc]
                )
            given.add(param.attribute)
            troubles.append(self._inside(use, item.value, param))
        return troubles, given

    def _inside(self, use: Use, item: Form, param: Param) -> Trouble:
        """The trouble of an argument; what is wrong with it as a whole is told with the signature."""
        trouble = self.explain(item, param.spec)
        if not trouble.cost:
            return trouble
        note = mistakes.signature_note(use)
        via = use[0].via

        def tell() -> Found:
            found = trouble.tell()
            if via and not item.via:  # an argument of a definition: say where that puts it
                found = [evolve(each, via=each.via or via) for each in found]
            return [
                evolve(each, notes=(note,))
                if each.span is item.span and not each.notes and each.code not in ("E0202", "E0203")
                else each
                for each in found
            ]

        return Trouble(trouble.cost, tell)

    def _surplus(self, use: Use, item: Form, free: Sequence[Param], given: set[str]) -> Trouble:
        if self._has_hole(item):
            return Trouble(TOLD.cost, lambda: self.survey(item))
        fits = any(not isinstance(self.binder.bind(item, param.spec), Failed) for param in use[2].positional)
        if not fits:
            nameless = [
                param
                for param in use[2].named.values()
                if param.attribute not in given
                and (not param.optional or isinstance(item, Paren))
                and not isinstance(self.binder.bind(item, param.spec), Failed)
            ]
            required = [param for param in nameless if not param.optional]
            named = next(iter(required or (nameless if len(nameless) == 1 else [])), None)
            if named is not None:
                given.add(named.attribute)
                return Trouble(0.6, lambda: [mistakes.without_name(use, item, named)])
        outer = None if fits else self._belongs(item)
        return Trouble(SURPLUS, lambda: [mistakes.surplus(use, item, fits, free, outer), *self.survey(item)])

    def _belongs(self, item: Form) -> Use | None:
        """The ludeme around this one that takes what does not belong into this one, by its name: `then`,
        `apply`. What is of a kind that stands in many places belongs nowhere in particular."""
        if not isinstance(item, Paren):
            return None
        for form, entry in reversed(self._around[:-1]):
            signature = self.vocabulary.signature(entry.cls)
            specs = [part for param in signature.positional for part in param.spec.alternatives]
            for spec in specs:
                by_name = isinstance(spec, ClassSpec) and is_registered(spec.cls)
                if by_name and not isinstance(self.binder.bind(item, spec), Failed):
                    return (form, entry, signature)
        return None

    def _excluded(self, use: Use, given: set[str]) -> Trouble:
        signature = use[2]
        by_attribute = {param.attribute: param for param in signature.params()}
        groups = [(group, 1) for group in signature.cls.one_of]
        groups += [(group, 0) for group in signature.cls.at_most_one]
        for group, least in groups:
            count = len(given.intersection(group))
            if not least <= count <= 1:
                told = mistakes.excluded(use, [by_attribute[name] for name in group], count)
                return Trouble(1.0, lambda: [told])  # noqa: B023 (returned at once)
        return Trouble(1.0, lambda: [mistakes.unfit_together(use)])


def _missing(use: Use, param: Param) -> Trouble:
    return Trouble(1.0, lambda: [mistakes.missing(use, param)])


def _common(form: Paren, entry: Entry) -> int:
    """How many words of an entry the form begins with."""
    count = 0
    for item, word in zip(form.items, entry.words, strict=False):
        if not isinstance(item, Word) or item.text != word:
            break
        count += 1
    return count
