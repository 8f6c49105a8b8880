"""Feature extraction: which forms of which ludemes a bound game has, and each ludeme written out again.

A form is a ludeme with what it must be given, or with one of the words that select what it does, or with
one of the things that it may be given besides.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

from gdl.bind.binder import Vocabulary
from gdl.bind.specs import EnumSpec, Param, Signature
from gdl.ludeme.base import Ludeme
from gdl.support.values import fields, frozen
from gdl.words.words import CompassDirection, RoleType, SiteType

#: Words that select nothing: whoever reads what they mean knows it for every ludeme.
_EVERYWHERE = (RoleType, SiteType, CompassDirection)


@frozen
class Form:
    """A ludeme class with one of its selecting words, or with one of its arguments (by its attribute), or
    neither: what it must be given."""

    cls: type[Ludeme]
    word: str = ""
    argument: str = ""

    @property
    def plain(self) -> bool:
        """Whether it is the ludeme with no more than it must be given."""
        return not self.word and not self.argument

    def text(self, known: Vocabulary) -> str:
        """As people write it: `(is Line)`, `(is Line exact:)`."""
        params = known.signature(self.cls).params()
        argument = next((p for p in params if p.attribute == self.argument), None)
        named = "" if argument is None else f"{argument.name or argument.attribute}:"
        return f"({' '.join(filter(None, (*self.cls.words, self.word, named)))})"


def selector(signature: Signature) -> Param | None:
    """The parameter whose words say what the ludeme does; None without one."""
    first = next(iter(signature.positional), None)
    if first is None or first.optional or not isinstance(first.spec, EnumSpec):
        return None
    return None if first.spec.enum in _EVERYWHERE or len(first.spec.members) < 2 else first


def forms_of(cls: type[Ludeme], known: Vocabulary) -> list[Form]:
    """All forms of a ludeme: plain, by word, by argument."""
    signature = known.signature(cls)
    chosen = selector(signature)
    result = [Form(cls)]
    if chosen is not None and isinstance(chosen.spec, EnumSpec):
        result += [Form(cls, word=word) for word in chosen.spec.members]
    return result + [Form(cls, argument=param.attribute) for param in signature.params() if _tells(param)]


def _tells(param: Param) -> bool:
    """Whether it may be given something other than what it is without being given."""
    spec = param.spec
    only = isinstance(spec, EnumSpec) and len(spec.members) == 1 and param.default in spec.members.values()
    return param.optional and not only


def shown_by(ludeme: Ludeme, known: Vocabulary) -> Iterator[Form]:
    """The forms that one ludeme of a bound game is."""
    cls = type(ludeme)
    if not vars(cls).get("words"):
        return
    signature = known.signature(cls)
    yield Form(cls)
    chosen = selector(signature)
    if chosen is not None and isinstance(chosen.spec, EnumSpec):
        value = getattr(ludeme, chosen.attribute)
        yield from (Form(cls, word=word) for word, each in chosen.spec.members.items() if each is value)
    for param in signature.params():
        if _tells(param) and given(ludeme, param):
            yield Form(cls, argument=param.attribute)


def given(ludeme: Ludeme, param: Param) -> bool:
    """Whether the ludeme has something other than what it has without the argument."""
    value = getattr(ludeme, param.attribute)
    return value is not param.default and bool(value != param.default)


# --- Written out --------------------------------------------------------------------------------------------


def arguments(ludeme: Ludeme, known: Vocabulary) -> dict[str, str]:
    """What a bound ludeme was given, by attribute, as texts that are bound to the same."""
    return {
        param.attribute: written(getattr(ludeme, param.attribute), known)
        for param in known.signature(type(ludeme)).params()
        if not param.optional or given(ludeme, param)
    }


def written(value: object, known: Vocabulary) -> str:
    """A bound ludeme as a text that is bound to the same."""
    if isinstance(value, Enum):
        return str(value.value) if isinstance(value.value, str) else value.name
    if isinstance(value, bool | int | float):
        return str(value)
    if isinstance(value, str):
        return '"' + value.replace('"', '\\"') + '"'
    if isinstance(value, tuple):
        return "{" + " ".join(written(each, known) for each in value) + "}"
    assert isinstance(value, Ludeme), value
    cls = type(value)
    if not vars(cls).get("words"):  # a literal: what it holds, without brackets
        (only,) = (each.name for each in fields(cls) if each.name != "span")
        return written(getattr(value, only), known)
    texts = arguments(value, known)
    params = [param for param in known.signature(cls).params() if param.attribute in texts]
    parts = [
        f"{param.name}:{texts[param.attribute]}" if param.name else texts[param.attribute] for param in params
    ]
    return f"({' '.join([*cls.words, *parts])})"
