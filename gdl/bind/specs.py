"""What may stand where: annotations of ludeme classes, read once into specs and parameters.

A `Spec` is a compiled annotation. Specs are shared: two fields with the same annotation have the same spec
object, so that what was bound under one need not be bound again under the other.
"""

from __future__ import annotations

import sys
import types
import typing
from collections.abc import Iterator, Mapping
from enum import Enum
from functools import lru_cache
from inspect import get_annotations
from typing import Any, Union

import attrs

from gdl.ludeme.base import Ludeme, fields_of
from gdl.ludeme.registry import Entry, Registry
from gdl.support.values import field, frozen


@frozen(eq=False)
class Spec:
    """The base of all specs."""

    @property
    def alternatives(self) -> tuple[Spec, ...]:
        """The specs of which one has to fit; for all but a union, itself."""
        return (self,)


@frozen(eq=False)
class ClassSpec(Spec):
    """An object of a ludeme class or category."""

    cls: type[Ludeme]


@frozen(eq=False)
class EnumSpec(Spec):
    """One of an enumeration's words."""

    enum: type[Enum]
    members: Mapping[str, Enum] = field(repr=False)


@frozen(eq=False)
class ScalarSpec(Spec):
    """A text in quotes (`str`), `True` or `False` (`bool`), a number (`int`, `float`)."""

    kind: type


@frozen(eq=False)
class ArraySpec(Spec):
    """An array of `item`."""

    item: Spec


@frozen(eq=False)
class UnionSpec(Spec):
    """One of several; the first that fits is taken."""

    parts: tuple[Spec, ...]

    @property
    def alternatives(self) -> tuple[Spec, ...]:
        """Its parts, in the order in which they are tried."""
        return self.parts


@frozen(eq=False)
class Param:
    """One field of a ludeme class, as an argument in a game file."""

    attribute: str
    #: how it is called in `name:value`; empty for a positional one
    name: str
    spec: Spec
    optional: bool
    default: object = None

    @property
    def label(self) -> str:
        """What messages call it: its name in a game file, or else that of the field."""
        return self.name or self.attribute


@frozen(eq=False)
class Signature:
    """The parameters of a ludeme class."""

    cls: type[Ludeme]
    positional: tuple[Param, ...]
    named: Mapping[str, Param]
    #: whether the word that is the first argument tells it from other classes of the same name
    selected: bool = False
    #: the index of the last positional parameter that must be given; -1 without one
    last_required: int = field(init=False)
    required: int = field(init=False)
    required_names: tuple[str, ...] = field(init=False)

    def __attrs_post_init__(self) -> None:
        needed = [i for i, param in enumerate(self.positional) if not param.optional]
        object.__setattr__(self, "last_required", needed[-1] if needed else -1)
        object.__setattr__(self, "required", len(needed))
        names = tuple(name for name, param in self.named.items() if not param.optional)
        object.__setattr__(self, "required_names", names)

    def params(self) -> Iterator[Param]:
        """All of them, positional ones first."""
        yield from self.positional
        yield from self.named.values()


@frozen(eq=False)
class Literal:
    """A class that is bound where no parentheses stand, by its one field."""

    cls: type[Ludeme]
    attribute: str
    spec: Spec
    named_values: Mapping[str, object]


class Vocabulary:
    """What the binder knows about a registry's classes, worked out as it is asked for."""

    def __init__(self, registry: Registry) -> None:
        self.registry = registry
        self._specs: dict[object, Spec] = {}
        self._signatures: dict[type[Ludeme], Signature] = {}
        self._candidates: dict[tuple[str, type[Ludeme]], tuple[Entry, ...]] = {}
        self._literals: dict[type[Ludeme], tuple[Literal, ...]] = {}
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
            optional = each.default is not attrs.NOTHING
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
