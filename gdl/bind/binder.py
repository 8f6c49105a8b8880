"""Binding a form that is right: from forms to ludemes, or to a `Failed` that says nothing yet.

The `Vocabulary` compiles the annotations of ludeme classes to specs and signatures, each once; the `Binder`
matches forms with them.

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

import sys
import types
import typing
from enum import Enum
from functools import lru_cache
from inspect import get_annotations
from typing import Any, Union

from gdl.bind.specs import (
    ArraySpec,
    ClassSpec,
    EnumSpec,
    Literal,
    Param,
    ScalarSpec,
    Signature,
    Spec,
    UnionSpec,
)
from gdl.ludeme.base import Ludeme, fields_of
from gdl.ludeme.registry import Entry, Registry
from gdl.parse.forms import Brace, Form, Named, Number, Paren, String, Word
from gdl.support.identity import IdentityMap
from gdl.support.values import NOTHING, frozen


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


class Vocabulary:
    """What the binder knows about a registry's classes, worked out as it is asked for."""

    def __init__(self, registry: Registry) -> None:
        self.registry = registry
        self._specs: dict[object, Spec] = {}
        self._signatures: dict[type[Ludeme], Signature] = {}
        self._candidates: dict[tuple[str, type[Ludeme]], tuple[Entry, ...]] = {}
        self._literals: dict[type[Ludeme], tuple[Literal, ...]] = {}
        self._words = IdentityMap[Spec, tuple[str, ...]]()
        #: by module and text
        self._hints: dict[tuple[str, str], Any] = {}

    # --- Specs

    def spec(self, annotation: Any) -> Spec:
        """Compile an annotation; `None` among alternatives only says that it may be left out."""
        origin = typing.get_origin(annotation)
        if origin in (Union, types.UnionType):
            return self._union(typing.get_args(annotation))
        if origin is tuple:
            item, *rest = typing.get_args(annotation)
            if rest != [...]:
                raise TypeError(f"only tuple[X, ...] is an array, not {annotation}")
            inner = self.spec(item)
            return self._intern(("array", inner), ArraySpec(inner))
        if annotation in (str, bool, int, float):
            return self._intern(annotation, ScalarSpec(annotation))
        if isinstance(annotation, type) and issubclass(annotation, Enum):
            return self._intern(annotation, EnumSpec(annotation, members_of(annotation)))
        if isinstance(annotation, type) and issubclass(annotation, Ludeme):
            return self._intern(annotation, ClassSpec(annotation))
        raise TypeError(f"nothing in a game file can be bound to {annotation!r}")

    def _union(self, annotations: tuple[Any, ...]) -> Spec:
        # Two unions that differ in order only are equal to Python but not to us: the order decides.
        parts = tuple(self.spec(annotation) for annotation in annotations if annotation is not type(None))
        return parts[0] if len(parts) == 1 else self._intern(("union", *parts), UnionSpec(parts))

    def _intern(self, key: object, made: Spec) -> Spec:
        return self._specs.setdefault(key, made)

    # --- Classes

    def signature(self, cls: type[Ludeme]) -> Signature:
        """The parameters of a class."""
        known = self._signatures.get(cls)
        if known is None:
            known = self._signatures[cls] = self._read(cls)
        return known

    def _read(self, cls: type[Ludeme]) -> Signature:
        positional: list[Param] = []
        by_name: dict[str, Param] = {}
        for each in fields_of(cls):
            how = each.metadata.get("gdl")
            if how is None:
                continue
            optional = each.default is not NOTHING
            name = str(each.metadata.get("name", ""))
            param = Param(each.name, name, self.spec(self._hint(cls, each.name)), optional, each.default)
            if how == "named":
                by_name[name] = param
            else:
                positional.append(param)
        alike = [entry for entry in self.registry.by_head.get(cls.words[0], ()) if entry.words == cls.words]
        by_word = bool(positional) and not positional[0].optional and isinstance(positional[0].spec, EnumSpec)
        return Signature(cls, tuple(positional), by_name, by_word and len(alike) > 1)

    def _hint(self, cls: type[Ludeme], name: str) -> Any:
        """The type hint of a field, as `typing.get_type_hints` reads it, which takes five times as long.

        Names that a module knows only while type checking are looked up in the registry.
        """
        owner = next(base for base in cls.__mro__ if name in get_annotations(base))
        text = get_annotations(owner)[name]
        if not isinstance(text, str):
            return text
        key = (owner.__module__, text)
        if key not in self._hints:
            self._hints[key] = self._evaluated(text, vars(sys.modules[owner.__module__]))
        return self._hints[key]

    def _evaluated(self, text: str, names: dict[str, Any]) -> Any:
        missing: dict[str, Any] = {}
        while True:
            try:
                return eval(text, names, missing)
            except NameError as error:
                result = [known for known in self.registry.classes() if known.__name__ == error.name]
                if error.name is None or len(result) != 1 or error.name in missing:
                    raise
                missing[error.name] = result[0]

    def candidates(self, head: str, cls: type[Ludeme]) -> tuple[Entry, ...]:
        """The spellings under a head whose class fits, those with more variant words first."""
        key = (head, cls)
        known = self._candidates.get(key)
        if known is None:
            entries = [e for e in self.registry.by_head.get(head, ()) if issubclass(e.cls, cls)]
            entries.sort(key=lambda entry: -len(entry.words))
            known = self._candidates[key] = tuple(entries)
        return known

    def literals(self, cls: type[Ludeme]) -> tuple[Literal, ...]:
        """The literal classes that fit where `cls` is wanted."""
        known = self._literals.get(cls)
        if known is None:
            fitting = [each for each in self.registry.literals if issubclass(each, cls)]
            known = self._literals[cls] = tuple(self._literal(each) for each in fitting)
        return known

    def words(self, spec: Spec) -> tuple[str, ...]:
        """The bare words that can stand where `spec` is wanted; none where any ludeme can."""
        known = self._words.get(spec)
        if known is None:
            result: list[str] = []
            for part in spec.alternatives:
                if isinstance(part, EnumSpec):
                    result += part.members
                elif isinstance(part, ScalarSpec) and part.kind is bool:
                    result += ("True", "False")
                elif isinstance(part, ClassSpec) and part.cls is not Ludeme:
                    for each in self.literals(part.cls):
                        result += (*each.named_values, *self.words(each.spec))
            known = self._words[spec] = tuple(dict.fromkeys(result))
        return known

    def items(self, spec: Spec) -> list[Spec]:
        """What the items of an array are, for each kind of array that can stand there."""
        result = [part.item for part in spec.alternatives if isinstance(part, ArraySpec)]
        for part in spec.alternatives:
            if isinstance(part, ClassSpec) and part.cls is not Ludeme:
                for each in self.literals(part.cls):
                    result += self.items(each.spec)
        return result

    def _literal(self, cls: type[Ludeme]) -> Literal:
        (only,) = [each for each in fields_of(cls) if each.name != "span"]
        named_values = getattr(cls, "named_values", {})
        return Literal(cls, only.name, self.spec(self._hint(cls, only.name)), named_values)


def members_of(enum: type[Enum]) -> dict[str, Enum]:
    """An enumeration's words: its values where these are texts (a `WordEnum`), else its names."""
    if all(isinstance(member.value, str) for member in enum):
        return {str(member.value): member for member in enum}
    return {name: member for name, member in enum.__members__.items() if not name.startswith("_")}


@lru_cache(maxsize=16)
def _vocabulary(registry: Registry, version: int) -> Vocabulary:
    return Vocabulary(registry)


def vocabulary(registry: Registry) -> Vocabulary:
    """The vocabulary of a registry as it is now."""
    return _vocabulary(registry, registry.version)


@frozen(eq=False)
class Match:
    """A form as one ludeme: which of its arguments without a name stands for which parameter."""

    entry: Entry
    signature: Signature
    #: each argument without a name, with the index of its parameter
    positional: tuple[tuple[Form, int], ...]
    ludeme: Ludeme

    @property
    def omitted(self) -> int:
        """How many positional parameters were left out."""
        return len(self.signature.positional) - len(self.positional)


class Binder:
    """Binds forms of one file, and keeps how each was matched.

    Every (form, spec) is bound at most once, so no backtracking can blow up.
    """

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self._memo = IdentityMap[Form, IdentityMap[Spec, object]]()
        self._matches = IdentityMap[Form, list[Match]]()

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

    def fits(self, form: Form, spec: Spec) -> bool:
        """Whether the form can stand where `spec` is wanted."""
        return not isinstance(self.bind(form, spec), Failed)

    def matches(self, form: Form) -> list[Match]:
        """The ludemes that the form was bound to, of each kind that was wanted; those with most words."""
        result = self._matches.get(form, [])
        most = max((len(each.entry.words) for each in result), default=0)
        return [each for each in result if len(each.entry.words) == most]

    def match_of(self, form: Form, ludeme: object) -> Match | None:
        """How a form was matched where it became this ludeme."""
        return next((each for each in self._matches.get(form, ()) if each.ludeme is ludeme), None)

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
        result: list[Match] = []
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
                result.append(made)
        if not result:
            return ambiguous
        self._matches.setdefault(form, list).extend(result)
        return result[0].ludeme if len(result) == 1 else choose(form, result)

    def match(self, form: Paren, entry: Entry) -> Match | Failed:
        """The form as one particular ludeme."""
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
        placed = self._place(positional, signature)
        if isinstance(placed, Failed):
            return placed
        for j, value in placed:
            values[signature.positional[j].attribute] = value
        if not exclusions_kept(entry.cls, values):
            return FAILED
        taken = tuple((form, j) for form, (j, _) in zip(positional, placed, strict=True))
        return Match(entry, signature, taken, entry.cls(span=form.span, **values))

    def _place(self, args: list[Form], signature: Signature) -> list[tuple[int, object]] | Failed:
        """Of each argument the index of its parameter and its value, in order and as early as possible.

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
        return chosen


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


def choose(form: Form, matches: list[Match]) -> object:
    """Of several classes that fit equally many words, the one meant; see the module's text."""
    fewest = min(each.omitted for each in matches)
    tight = [each for each in matches if each.omitted == fewest]
    if len(tight) == 1:
        return tight[0].ludeme
    for each in tight:
        if all(issubclass(each.entry.cls, other.entry.cls) for other in tight):
            return each.ludeme
    return Failed(tuple(each.entry for each in tight), form)
