"""What may stand where: types of arguments (specs), parameters, and signatures of ludeme classes.

A `Spec` is a compiled annotation. Specs are shared: two fields with the same annotation have the same spec
object, so that what was bound under one need not be bound again under the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import Enum

from gdl.ludeme.base import Ludeme
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
