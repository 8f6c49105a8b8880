"""Binding a form that is right: from forms to ludemes, or to a `Failed` that says nothing yet.

Why it failed is worked out afterwards, and only then (`explain`). So the common case stays fast, and the
text of a message never influences what a game means.

How one class is chosen among those that share a head word:

1. only classes of the wanted kind take part;
2. a class with more variant words wins over one with fewer: `(is Line 3)` is never `is` with a word `Line`;
3. then the class for which the fewest positional arguments were left out;
4. then a class that derives from all the others;
5. otherwise the form is ambiguous, and that is an error.

Where several kinds may stand (a union), the first in the order written that fits is taken.
"""

from __future__ import annotations

from gdl.bind.specs import ArraySpec, ClassSpec, EnumSpec, ScalarSpec, Signature, Spec, UnionSpec, Vocabulary
from gdl.ludeme.base import Ludeme
from gdl.ludeme.registry import Entry
from gdl.parse.forms import Brace, Form, Named, Number, Paren, String, Word
from gdl.support.identity import IdentityMap
from gdl.support.values import frozen


@frozen(eq=False)
class Failed:
    """Nothing fits; or, where `entries` are named, more than one of them fits `form`."""

    entries: tuple[Entry, ...] = ()
    form: Form | None = None


FAILED = Failed()
TRUTH = {"True": True, "False": False}


def arguments(form: Paren, words: int) -> tuple[list[Form], list[Named]]:
    """The positional and the named arguments after a head and its variant words (`words` in all)."""
    positional: list[Form] = []
    by_name: list[Named] = []
    for item in form.items[words:]:
        if type(item) is Named:
            by_name.append(item)
        else:
            positional.append(item)
    return positional, by_name


def variant_matches(form: Paren, words: tuple[str, ...]) -> bool:
    """Whether the form begins with these words."""
    items = form.items
    if len(items) < len(words):
        return False
    for i in range(1, len(words)):
        item = items[i]
        if type(item) is not Word or item.text != words[i]:
            return False
    return True


class Binder:
    """Binds forms of one file. Every (form, spec) is bound at most once, so no backtracking can blow up."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self._memo = IdentityMap[Form, IdentityMap[Spec, object]]()

    def bind(self, form: Form, spec: Spec) -> object:
        """What the form is bound to, or a `Failed`."""
        memo = self._memo.setdefault(form, IdentityMap)
        known = memo.get(spec, memo)
        if known is not memo:  # a default that no value is
            return known
        kind = type(spec)
        result: object = FAILED
        if kind is ClassSpec:
            assert isinstance(spec, ClassSpec)
            if type(form) is Paren:
                result = self._paren(form, spec.cls)
            else:
                result = self._literal(form, spec.cls)
        elif kind is UnionSpec:
            for part in spec.alternatives:
                result = self.bind(form, part)
                if result is not FAILED:
                    break
        elif kind is ArraySpec:
            assert isinstance(spec, ArraySpec)
            if type(form) is Brace:
                result = self._array(form, spec.item)
        else:
            result = scalar(form, spec)
        memo[spec] = result
        return result

    def origins(self) -> IdentityMap[Ludeme, Form]:
        """The form from which each ludeme was made that this has made."""
        made = ((form, value) for form, by_spec in self._memo.items() for value in by_spec.values())
        return IdentityMap((value, form) for form, value in made if isinstance(value, Ludeme))

    def _array(self, form: Brace, item: Spec) -> object:
        made = []
        for each in form.items:
            value = self.bind(each, item)
            if isinstance(value, Failed):
                return value
            made.append(value)
        return tuple(made)

    def _literal(self, form: Form, cls: type[Ludeme]) -> object:
        for each in self.vocabulary.literals(cls):
            if type(form) is Word and form.text in each.named_values:
                value = each.named_values[form.text]
            else:
                value = self.bind(form, each.spec)
            if not isinstance(value, Failed):
                return each.cls(**{"span": form.span, each.attribute: value})  # type: ignore[arg-type]
            if value.entries:
                return value
        return FAILED

    def _paren(self, form: Paren, cls: type[Ludeme]) -> object:
        if not form.items or type(form.items[0]) is not Word:
            return FAILED
        result: list[tuple[int, Entry, Ludeme]] = []
        ambiguous = FAILED
        words = 0
        for entry in self.vocabulary.candidates(form.items[0].text, cls):
            if result and len(entry.words) < words:
                break
            if not variant_matches(form, entry.words):
                continue
            words = len(entry.words)
            made = self.match(form, entry)
            if isinstance(made, Failed):
                ambiguous = ambiguous if ambiguous.entries else made
            else:
                result.append((made[0], entry, made[1]))
        if not result:
            return ambiguous
        return result[0][2] if len(result) == 1 else choose(form, result)

    def match(self, form: Paren, entry: Entry) -> tuple[int, Ludeme] | Failed:
        """The form as one particular ludeme, and before it how many positional parameters were left out."""
        signature = self.vocabulary.signature(entry.cls)
        positional, by_name = arguments(form, len(entry.words))
        if not signature.required <= len(positional) <= len(signature.positional):
            return FAILED
        values: dict[str, object] = {}
        for item in by_name:
            param = signature.named.get(item.name)
            if param is None or param.attribute in values:
                return FAILED
            values[param.attribute] = item.value
        for name in signature.required_names:
            if signature.named[name].attribute not in values:
                return FAILED
        for item in by_name:
            param = signature.named[item.name]
            value = self.bind(item.value, param.spec)
            if isinstance(value, Failed):
                return value
            values[param.attribute] = value
        failed = self._place(positional, signature, values)
        if failed is not None:
            return failed
        if not exclusions_kept(entry.cls, values):
            return FAILED
        return len(signature.positional) - len(positional), entry.cls(span=form.span, **values)

    def _place(self, args: list[Form], signature: Signature, values: dict[str, object]) -> Failed | None:
        """Give each argument a parameter, in order and as early as possible; None when all went well.

        Goes back where an optional parameter took what a later one needs, as in `(- [<int>] <int>)`. What
        cannot be completed is remembered, so the work is bounded by arguments times parameters.
        """
        params = signature.positional
        chosen: list[tuple[int, object]] = []
        dead: set[tuple[int, int]] = set()
        ambiguous = FAILED
        i = j = 0
        while True:
            if i == len(args):
                if j > signature.last_required:
                    break
            elif len(params) - j >= len(args) - i:
                if (i, j) not in dead:
                    value = self.bind(args[i], params[j].spec)
                    if not isinstance(value, Failed):
                        chosen.append((j, value))
                        i, j = i + 1, j + 1
                        continue
                    ambiguous = ambiguous if ambiguous.entries else value
                if params[j].optional:
                    j += 1
                    continue
            if not chosen:
                return ambiguous
            i, j = i - 1, chosen.pop()[0]
            dead.add((i, j))
        for j, value in chosen:
            values[params[j].attribute] = value
        return None


def scalar(form: Form, spec: Spec) -> object:
    """What a word, a text or a number is bound to by itself."""
    if isinstance(spec, EnumSpec):
        return spec.members.get(form.text, FAILED) if type(form) is Word else FAILED
    assert isinstance(spec, ScalarSpec)
    if type(form) is String:
        return form.value if spec.kind is str else FAILED
    if type(form) is Number:
        if spec.kind is float:
            return float(form.value)
        return form.value if spec.kind is int and type(form.value) is int else FAILED
    if type(form) is Word and spec.kind is bool:
        return TRUTH.get(form.text, FAILED)
    return FAILED


def exclusions_kept(cls: type[Ludeme], given: dict[str, object]) -> bool:
    """Whether of each group of fields that exclude each other as many are given as may be."""
    for group in cls.one_of:
        if sum(name in given for name in group) != 1:
            return False
    return all(sum(name in given for name in group) <= 1 for group in cls.at_most_one)


def choose(form: Form, found: list[tuple[int, Entry, Ludeme]]) -> object:
    """Of several classes that fit equally many words, the one meant; see the module's text."""
    fewest = min(slack for slack, _, _ in found)
    tight = [(entry, made) for slack, entry, made in found if slack == fewest]
    if len(tight) == 1:
        return tight[0][1]
    for entry, made in tight:
        if all(issubclass(entry.cls, other.cls) for other, _ in tight):
            return made
    return Failed(tuple(entry for entry, _ in tight), form)
