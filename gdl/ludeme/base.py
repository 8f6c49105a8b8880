"""Ludemes: one attrs class each, in one place, from which binding, messages, reference and engines come.

    @ludeme("move Slide")
    class Slide(Decision):
        \"\"\"Slide a piece any distance over sites that `between` allows.\"\"\"

        origin: From | None = arg(None)
        directions: Direction | None = arg(None)
        stack: bool = named("stack", False)

The string is the head word and, for some, the words that select the variant. Fields in order are the
positional arguments (`arg`) and the `name:` arguments (`named`); a field with a default may be left out. A
field's annotation says what may stand there:

- a *category* (IntExpr, Region, Moves, ...) or a concrete ludeme class (From, To, Piece);
- an Enum subclass: one of its members' names as a bare word (or values where names cannot be words);
- `str` a text in quotes, `bool` True or False, `int` a literal whole number, `float` a literal number;
- `tuple[X, ...]` an array `{...}` of X, also nested; a single X may stand there too only where the
  annotation is `X | tuple[X, ...]`;
- unions of these, `None` only for optional ones; alternatives are tried in the order written.

Fields exclude each other where the class says so, by the names of its fields:

    one_of = (("at", "region"),)          # exactly one of the two is given
    at_most_one = (("within", "at"),)     # or neither

A kind whose values can be written without parentheses (numbers, words, arrays) has a *literal* class, with
one field, and that class is bound wherever the kind is wanted and the text is not in parentheses:

    @literal
    class DirectionWord(Direction):
        \"\"\"Directions named by one word.\"\"\"

        word: AbsoluteDirection | RelativeDirection = arg()

An argument may say what it is about: the kind of thing that its text names, what its number stands for.

A ludeme that needs more state than every game has (stacks, counts, ...) says so by its method `needs`.
What it says in English is a template, `english`, or worked out by its method `says`.

The binder looks up classes by (head, variant words, expected category).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from threading import RLock
from typing import TYPE_CHECKING, Any, ClassVar

from gdl.builder.meaning_error import MeaningError, refused
from gdl.ludeme.kinds import NO_NEEDS, Kept, Kind, Needs, Quantity
from gdl.source.text import NOWHERE, Span
from gdl.support.fields import NOTHING, Field, fields_for_attrs, fill
from gdl.support.values import field, fields, frozen
from gdl.words.words import RoleType

if TYPE_CHECKING:
    from gdl.english.speaker import Said, Speaker

REQUIRED: Any = NOTHING


_writing = RLock()
#: Declared, but their methods are not written yet: what was in the class when that was begun.
_DECLARED: dict[type, dict[str, Any] | None] = {}


def _write(cls: type) -> None:
    """Write the methods of a class."""
    if not fill(cls):
        import attrs

        for name, each in fields_for_attrs(cls).items():
            setattr(cls, name, each)
        make = attrs.define(  # noqa: TID251  (ludeme classes that only attrs can make)
            frozen=True, init=True, eq=False, order=False, repr=False, slots=False, match_args=False
        )
        make(cls)


def declare(cls: type) -> None:
    """Let a class be a ludeme class, whose methods are written when it is first used: writing those of
    hundreds of classes would be most of the time to start, and a game uses a few dozen."""
    if "english" in vars(cls) and "says" not in vars(cls):
        cls.says = Ludeme.says  # type: ignore[attr-defined]  # its template, and not what its base says
    _DECLARED[cls] = None
    cls.__init__ = _first  # type: ignore[misc]


def _first(self: Any, **given: Any) -> None:
    """Make the first object of a class."""
    fields_of(type(self))
    type(self).__init__(self, **given)


def fields_of(cls: type) -> tuple[Any, ...]:
    """The fields of a ludeme class, as `values.fields` has them; its methods are written now if they are not
    yet, bases' first."""
    with _writing:
        for base in reversed(cls.__mro__):
            if base in _DECLARED:
                _as_declared(base)
                _write(base)
                del _DECLARED[base]
    return fields(cls)


def _as_declared(cls: type) -> None:
    """Undo what was done to a class, if Ctrl-C came while its methods were written."""
    declared = _DECLARED[cls]
    if declared is None:
        declared = _DECLARED[cls] = dict(vars(cls))
    for name in vars(cls).keys() - declared.keys():
        delattr(cls, name)
    for name, value in declared.items():
        if vars(cls).get(name, REQUIRED) is not value:
            setattr(cls, name, value)


class _ArgumentNames(dict[type, tuple[str, ...]]):
    """The names of a ludeme's arguments, by its class; looked up when first asked for."""

    def __missing__(self, cls: type) -> tuple[str, ...]:
        names = self[cls] = tuple(each.name for each in fields_of(cls) if each.name != "span")
        return names


ARGUMENTS = _ArgumentNames()


def arg(
    default: Any = REQUIRED,
    *,
    names: Kind | None = None,
    declares: Kind | None = None,
    takes: Quantity | None = None,
) -> Any:
    """A positional argument; with a default it may be left out, wherever it stands.

    Of a text: what it `names`, or `declares` under this name. Of a number: what it is taken for (`takes`).
    Editors, lints and messages go by that; of an argument that says nothing they suppose nothing.

    Positional in a game file; to Python all fields are keywords, because optional ones may come first.
    """
    return Field(default=default, kw_only=True, metadata=_about("positional", names, declares, takes))


def named(
    name: str,
    default: Any = REQUIRED,
    *,
    names: Kind | None = None,
    declares: Kind | None = None,
    takes: Quantity | None = None,
) -> Any:
    """An argument written `name:value`; what it is about is said as of `arg`."""
    about = {**_about("named", names, declares, takes), "name": name}
    return Field(default=default, kw_only=True, metadata=about)


def _about(how: str, names: Kind | None, declares: Kind | None, takes: Quantity | None) -> dict[str, Any]:
    about: dict[str, Any] = {"gdl": how}
    if names is not None:
        about["names"] = names
    if declares is not None:
        about["declares"] = declares
    if takes is not None:
        about["takes"] = takes
    return about


@frozen(eq=False, slots=False)
class Ludeme:
    """The base of all ludemes. Compared by identity: two equal texts are two ludemes."""

    span: Span = field(default=NOWHERE, repr=False, kw_only=True)
    #: filled in by the decorator: ("move", "Slide")
    words: ClassVar[tuple[str, ...]] = ()
    #: of a ludeme that is known, but of which no form is supported: what to write instead
    instead: ClassVar[str] = ""
    #: of a choice by its `condition`: the arguments that it chooses between
    branches: ClassVar[tuple[str, ...]] = ()
    #: does it list sites, each of which is to stand there once
    lists_sites: ClassVar[bool] = False
    #: is its `condition` asked in the position that its moves lead to, and are they allowed only if it holds
    asks_after: ClassVar[bool] = False
    #: what it says in English: a template (`gdl/rulebook/templates.py`), of a region also three
    english: ClassVar[str | tuple[str, str, str]] = ""
    #: groups of field names of which exactly one, or at most one, is given
    one_of: ClassVar[tuple[tuple[str, ...], ...]] = ()
    at_most_one: ClassVar[tuple[tuple[str, ...], ...]] = ()

    def refused(self, *instead: str) -> MeaningError:
        """The mistake of using it, where nothing of it is supported; `instead` is what to write."""
        first = [getattr(self, name) for name in ARGUMENTS[type(self)][:1]] if len(self.words) == 1 else []
        # A word that tells a ludeme from others of its name belongs to the name, a player's role does not.
        words = [each.value for each in first if isinstance(each, Enum) and not isinstance(each, RoleType)]
        return refused(" ".join((*self.words, *words)), self.span, *(instead or (self.instead,)))

    def says(self, s: Speaker, no: bool = False) -> Said:
        """What it says in English (a condition denied, if `no`); None of what is to be paraphrased."""
        return s.filled(self, no) if self.english else None

    def alike(self) -> Sequence[Ludeme]:
        """Where it is made of several of its own kind, in a list or as two, these in order; else none."""
        return ()

    @property
    def tells_of_all(self) -> str:
        """The argument by whose condition sites belong to what it tells of them all together, so that a
        reason which leaves some of them out is none; "" where there is none."""
        return ""

    def reads(self) -> Sequence[tuple[Kept, str]]:
        """What it asks for of what rules keep, and under which name ("" for what has none)."""
        return ()

    def writes(self) -> Sequence[tuple[Kept, str]]:
        """What it sets of that."""
        return ()

    def needs(self) -> Needs:
        """What state a game has to have for this ludeme, as it is written: here, nothing of its own."""
        return NO_NEEDS


_IN_TEMPLATE = re.compile(r"\{(\w*)")


def check_english(cls: type[Ludeme]) -> None:
    """Raise TypeError where a template of a class has what is no field of it."""
    texts = (cls.english,) if isinstance(cls.english, str) else cls.english
    for name in (name for text in texts for name in _IN_TEMPLATE.findall(text)):
        if name not in (*ARGUMENTS[cls], "cell", "cells") and not hasattr(cls, name):
            raise TypeError(f"`{{{name}}}` in the English of {cls.__name__} is no field of it")


def needs_of(ludemes: Iterable[Ludeme]) -> Needs:
    """What ludemes need together."""
    result = NO_NEEDS
    for ludeme in ludemes:
        result |= ludeme.needs()
    return result


#: What may hold ludemes.
_HOLDERS: tuple[type, ...] = (Ludeme, tuple)


def ludemes_in(value: object) -> Iterator[Ludeme]:
    """Every ludeme of a bound tree, outer ones first."""
    stack = [value]
    while stack:
        here = stack.pop()
        if isinstance(here, tuple):
            stack.extend(reversed(here))
        elif isinstance(here, Ludeme):
            yield here
            parts = [getattr(here, name) for name in reversed(ARGUMENTS[type(here)])]
            stack += [part for part in parts if isinstance(part, _HOLDERS)]


class _Names(dict[type, dict[str, tuple[Kind, bool]]]):
    """By class, of the arguments that name something what that is, and whether this is its declaration."""

    def __missing__(self, cls: type) -> dict[str, tuple[Kind, bool]]:
        result = self[cls] = {}
        for each in fields_of(cls):
            declared, used = each.metadata.get("declares"), each.metadata.get("names")
            if declared is not None or used is not None:
                result[each.name] = (declared or used, declared is not None)
        return result


_NAMES = _Names()


def of_argument(cls: type[Ludeme], attribute: str) -> tuple[Kind | None, bool]:
    """What an argument names, and whether that is its declaration."""
    return _NAMES[cls].get(attribute, (None, False))


def declared_by(cls: type[Ludeme]) -> Kind | None:
    """What a ludeme of this class gives a name to, if to anything."""
    return next((kind for kind, declares in _NAMES[cls].values() if declares), None)


def names_any(cls: type[Ludeme], kind: Kind) -> bool:
    """Whether an argument of a class names something of a kind."""
    return any(each is kind for each, _ in _NAMES[cls].values())
