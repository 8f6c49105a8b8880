"""What is wrong with the arguments of a ludeme: how they are paired with its parameters at least cost."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from gdl.bind import argument_messages
from gdl.bind.binder import Failed, arguments
from gdl.bind.describe import Use, is_registered, signature_note
from gdl.bind.explain_values import Explaining, Values
from gdl.bind.specs import ClassSpec, Param, Spec
from gdl.bind.trouble import (
    NO_TROUBLE,
    REPORTED,
    SURPLUS,
    Diagnostics,
    Trouble,
    align,
    all_of,
    unsure,
)
from gdl.ludeme.base import of_argument
from gdl.ludeme.categories import BoolExpr
from gdl.ludeme.kinds import Kind
from gdl.ludeme.registry import Entry
from gdl.parse.forms import Brace, Form, Hole, Named, Number, Paren, String, Word
from gdl.source.suggest import nearest
from gdl.support.values import evolve


class Arguments:
    """Explains a form as one ludeme."""

    def __init__(self, whole: Explaining, values: Values) -> None:
        self.whole = whole
        self.values = values
        # The ludemes around the one that is being explained, as they may be meant.
        self._around: list[tuple[Paren, Entry]] = []

    def entry(self, form: Paren, entry: Entry, whole: bool = True) -> Trouble:
        """What is wrong with the form as this ludeme; `whole`: also look for slips of several arguments."""
        self._around.append((form, entry))
        try:
            return self._as_entry(form, entry, whole)
        finally:
            self._around.pop()

    def _as_entry(self, form: Paren, entry: Entry, whole: bool) -> Trouble:
        signature = self.whole.vocabulary.signature(entry.cls)
        use: Use = (form, entry, signature)
        positional, by_name = arguments(form, len(entry.words))
        troubles, given = self._named(use, by_name)
        params = signature.positional
        aligned = align(
            len(positional),
            [param.optional for param in params],
            lambda i, j: self.whole.explain(positional[i], params[j].spec).cost,
        )
        # A hole may stand for several arguments, or for one with a name.
        open_ended = any(isinstance(item, Hole) for item in positional)
        paired = {j for i, j in aligned if i is not None and j is not None}
        free = [param for j, param in enumerate(params) if j not in paired]
        behind = form.items[len(entry.words) - 1]
        for i, j in aligned:
            if i is None and j is not None:
                misnamed = any(item.name == params[j].attribute for item in by_name)
                if not params[j].optional and not misnamed and not open_ended:
                    troubles.append(_missing(use, params[j], behind, troubles))
            elif i is not None and j is None:
                troubles.append(self._surplus(use, positional[i], free, given))
            elif i is not None and j is not None:
                given.add(params[j].attribute)
                troubles.append(self._inside(use, positional[i], params[j]))
            if i is not None:
                behind = positional[i]
        if not open_ended:
            troubles += self._unnamed(use, given, by_name, troubles)
        if not any(trouble.cost for trouble in troubles):
            troubles.append(REPORTED if self.whole.has_hole(form) else self._excluded(use, given))
        result = Trouble(sum(trouble.cost for trouble in troubles), lambda: all_of(troubles))
        if whole and result.cost >= 0.5:
            slips = (
                self.whole.slips.swapped(use, positional),
                self.whole.slips.unbracketed(use, positional),
                self._unbraced(use, positional),
            )
            result = min((result, *filter(None, slips)), key=lambda trouble: trouble.cost)
        return unsure(result) if _stands_twice(form) else result

    def _unnamed(
        self, use: Use, given: set[str], by_name: Sequence[Named], troubles: list[Trouble]
    ) -> list[Trouble]:
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
        last = use[0].items[-1]
        return [_missing(use, param, last, troubles) for param in absent[instead:]]

    def _unbraced(self, use: Use, positional: Sequence[Form]) -> Trouble | None:
        """Several arguments in a row that should stand in braces as one."""
        form, entry, signature = use
        best: Trouble | None = None
        for param in signature.positional:
            for item in self.whole.vocabulary.items(param.spec):
                fits = [self.whole.fits(each, item) for each in positional]
                if sum(fits) < 2:
                    continue
                first = fits.index(True)
                last = len(fits) - 1 - fits[::-1].index(True)
                run = positional[first : last + 1]
                brace = Brace(tuple(run), span=run[0].span, via=run[0].via)
                start, end = form.items.index(run[0]), form.items.index(run[-1])
                items = (*form.items[:start], brace, *form.items[end + 1 :])
                mended = Paren(items, span=form.span, via=form.via)
                self.whole.slips.keep(mended)
                rest = self.entry(mended, entry, whole=False)
                if not isinstance(self.whole.binder.match(mended, entry), Failed):
                    rest = NO_TROUBLE
                only = rest is NO_TROUBLE and self.whole.slips.is_only_run(use, positional, first, last + 1)
                tell = argument_messages.unbraced(use, run, item, only)
                here = Trouble(0.5 + rest.cost, lambda mistake=tell, rest=rest: [mistake, *rest.tell()])  # type: ignore[misc]
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
                        lambda item=item: [
                            argument_messages.unknown_name(use, item),
                            *self.whole.survey(item),
                        ],  # type: ignore[misc]
                    )
                )
                continue
            if param.attribute in given:
                troubles.append(
                    Trouble(0.8, lambda item=item: [argument_messages.given_twice(use, item)])  # type: ignore[misc]
                )
            given.add(param.attribute)
            troubles.append(self._inside(use, item.value, param))
        return troubles, given

    def _inside(self, use: Use, item: Form, param: Param) -> Trouble:
        """The trouble of an argument; what is wrong with it as a whole is told with the signature."""
        trouble = self.whole.explain(item, param.spec)
        if not trouble.cost:
            return trouble
        wanted, _ = of_argument(use[1].cls, param.attribute)
        declared = self.whole.declared.kind(item.text) if isinstance(item, Word) else None
        if wanted is not None and declared not in (None, wanted, Kind.DEFINITION):
            trouble = unsure(trouble)  # the name of something else
        asked = self._asked(use, item, [param] if param.name else use[2].named.values(), param.spec)
        if asked and isinstance(item, Word):
            return Trouble(0.45, lambda: [argument_messages.one_word(use, item, param, asked)])
        note = signature_note(use)
        via = use[0].via

        def tell() -> Diagnostics:
            result = trouble.tell()
            if not item.via:  # an argument of a definition: say where that puts it
                result = [evolve(each, via=each.via or via) for each in result]
            return [
                evolve(each, notes=(note,))
                if each.span is item.span and not each.notes and each.code not in ("E0202", "E0203")
                else each
                for each in result
            ]

        return Trouble(trouble.cost, tell)

    def _asked(self, use: Use, item: Form, params: Iterable[Param], spec: Spec | None) -> list[str]:
        """What may be written for the one word of a condition about what the ludeme around stands for:
        `if:(is Empty (to))` for `(to Empty)`, and whatever else it may be where `spec` is wanted."""
        if not isinstance(item, Word) or item.via or self.whole.declared.kind(item.text) is not None:
            return []
        if spec is not None and nearest(item.text, self.whole.vocabulary.words(spec)):
            return []
        slips, heads = self.whole.slips, self.values.heads
        asking = slips.asking(use, item, params, heads((BoolExpr,)))
        if not asking or spec is None:
            return asking
        classes = [part.cls for part in spec.alternatives if isinstance(part, ClassSpec)]
        return list(dict.fromkeys([*asking, *slips.selecting(item, spec, heads(classes))]))

    def _surplus(self, use: Use, item: Form, free: Sequence[Param], given: set[str]) -> Trouble:
        if self.whole.has_hole(item):
            return Trouble(REPORTED.cost, lambda: self.whole.survey(item))
        fits = any(self.whole.fits(item, param.spec) for param in use[2].positional)
        if not fits:
            nameless = [
                param
                for param in use[2].named.values()
                if param.attribute not in given
                and (not param.optional or isinstance(item, Paren))
                and self.whole.fits(item, param.spec)
            ]
            required = [param for param in nameless if not param.optional]
            named = next(iter(required or (nameless if len(nameless) == 1 else [])), None)
            if named is not None:
                given.add(named.attribute)
                fitting = [p for p in use[2].named.values() if self.whole.fits(item, p.spec)]
                only = [p for p in fitting if p is named or p.attribute not in given] == [named]
                return Trouble(0.6, lambda: [argument_messages.without_name(use, item, named, only)])
            asked = self._asked(use, item, use[2].named.values(), None)
            if asked:
                return Trouble(0.6, lambda: [argument_messages.surplus(use, item, fits, free, meant=asked)])
        outer = [] if fits else self._belongs(item)
        return Trouble(
            SURPLUS,
            lambda: [
                argument_messages.surplus(use, item, fits, free, outer),
                *self.whole.survey(item),
            ],
        )

    def _belongs(self, item: Form) -> list[Use]:
        """The ludemes around this one that take what does not belong into this one, by its name: `then`,
        `apply`; inner ones first. What is of a kind that stands in many places belongs nowhere in
        particular."""
        uses: list[Use] = []
        if not isinstance(item, Paren):
            return uses
        for form, entry in reversed(self._around[:-1]):
            signature = self.whole.vocabulary.signature(entry.cls)
            specs = [part for param in signature.positional for part in param.spec.alternatives]
            for spec in specs:
                by_name = isinstance(spec, ClassSpec) and is_registered(spec.cls)
                if by_name and self.whole.fits(item, spec):
                    uses.append((form, entry, signature))
                    break
        return uses

    def _excluded(self, use: Use, given: set[str]) -> Trouble:
        signature = use[2]
        by_attribute = {param.attribute: param for param in signature.params()}
        groups = [(group, 1) for group in signature.cls.one_of]
        groups += [(group, 0) for group in signature.cls.at_most_one]
        for group, least in groups:
            count = len(given.intersection(group))
            if not least <= count <= 1:
                mistake = argument_messages.excluded(use, [by_attribute[name] for name in group], count)
                return Trouble(1.0, lambda: [mistake])  # noqa: B023 (returned at once)
        return Trouble(1.0, lambda: [argument_messages.unfit_together(use)])


def _stands_twice(form: Paren) -> bool:
    """Whether a word, text or number follows itself: it may have been written once too often."""
    values = [item.value if isinstance(item, Named) else item for item in form.items]
    return any(a == b and isinstance(a, Word | String | Number) for a, b in pairwise(values))


def _missing(use: Use, param: Param, behind: Form, troubles: Sequence[Trouble]) -> Trouble:
    """A missing argument, which may be one of several `troubles`: these are all found when it is told."""

    def tell() -> Diagnostics:
        alone = sum(trouble.cost > 0 for trouble in troubles) == 1
        return [argument_messages.missing(use, param, behind, alone)]

    return Trouble(1.0, tell)
