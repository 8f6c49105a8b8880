"""Slots: which argument of a bound tree went to which parameter, what fits there, and what may be left out.

Binding chooses, for each form, the ludeme that it is and for each argument the parameter that it is for; a
`Binder` keeps both. `placed` walks a bound tree by them. `written` says the same of the forms as they are
written: a form of a definition stands, once for each use of it, wherever it is used, and so does the use
itself for what the definition stands for. Whoever changes rules by what fits where goes by that.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from gdl.bind.binder import Binder
from gdl.bind.specs import ArraySpec, ClassSpec, Param, Spec, UnionSpec
from gdl.ludeme.registry import Entry
from gdl.parse.forms import Brace, Form, Named, Paren
from gdl.source.text import Use
from gdl.support.identity import IdentityMap
from gdl.support.values import define, field, frozen


@frozen
class Slot:
    """One thing that can stand at a place: something of the kind `spec`, as an argument of a ludeme."""

    spec: Spec
    entry: Entry | None = None
    param: Param | None = None


@frozen(eq=False)
class Placed:
    """A form of a bound tree in its slot."""

    form: Form
    slot: Slot
    #: what it is bound to there
    value: object
    #: what it stands in; None: it is the whole
    around: Placed | None = None
    #: an item of an array of so many; 0: of none
    among: int = 0

    @property
    def optional(self) -> bool:
        """Whether it may be left out: an argument that has a default, or one of several items of an array."""
        if self.among:
            return self.among > 1
        entry, param = self.slot.entry, self.slot.param
        if entry is None or param is None:
            return False
        return param.optional and not any(param.attribute in group for group in entry.cls.one_of)

    def outwards(self) -> Iterator[Placed]:
        """It, and all that it stands in, one after the other."""
        here: Placed | None = self
        while here is not None:
            yield here
            here = here.around


def placed(form: Form, expected: Any, binder: Binder) -> Iterator[Placed]:
    """Every form of a tree that `binder` has bound where `expected` (an annotation) is wanted, outer ones
    first. A `name:value` and its value are one argument: both are told, in the same slot."""
    spec = binder.vocabulary.spec(expected)
    waiting = [Placed(form, Slot(spec), binder.bind(form, spec))]
    while waiting:
        here = waiting.pop()
        yield here
        waiting += reversed(list(_inside(here, binder)))


def _inside(here: Placed, binder: Binder) -> Iterator[Placed]:
    """The arguments of a form, or the items of an array."""
    form, slot = here.form, here.slot
    if isinstance(form, Named):
        yield Placed(form.value, slot, binder.bind(form.value, slot.spec), here)
        return
    spec = _taken(form, slot.spec, binder)
    if isinstance(form, Brace) and isinstance(spec, ArraySpec):
        for item in form.items:
            inner = Slot(spec.item, slot.entry, slot.param)
            yield Placed(item, inner, binder.bind(item, spec.item), here, len(form.items))
    elif isinstance(form, Paren) and isinstance(spec, ClassSpec):
        match = binder.match_of(form, here.value)
        if match is None:
            return
        params = IdentityMap((each, match.signature.positional[at]) for each, at in match.positional)
        for item in form.items[len(match.entry.words) :]:
            if isinstance(item, Named):
                param = match.signature.named[item.name]
                yield Placed(item, Slot(param.spec, match.entry, param), None, here)
            else:
                param = params[item]
                yield Placed(item, Slot(param.spec, match.entry, param), binder.bind(item, param.spec), here)


def _taken(form: Form, spec: Spec, binder: Binder) -> Spec | None:
    """Of several specs the one that was taken; of a literal's class what stands in it, if that has parts."""
    if isinstance(spec, UnionSpec):
        parts = (part for part in spec.alternatives if binder.fits(form, part))
        part = next(parts, None)
        return None if part is None else _taken(form, part, binder)
    if isinstance(spec, ClassSpec) and not isinstance(form, Paren):
        literals = (each for each in binder.vocabulary.literals(spec.cls) if binder.fits(form, each.spec))
        each = next(literals, None)
        return None if each is None else _taken(form, each.spec, binder)
    return spec


# --- As it is written -------------------------------------------------------------------------------------

#: A place in a text.
Place = tuple[int, int]


@define(eq=False)
class Written:
    """A form as it is written, with what it comes to wherever it is used: once in a game, in a definition
    once for each use of that."""

    place: Place
    #: where it stands in the game's tree; of a use of a definition, where what that stands for does
    placed: list[Placed] = field(factory=list)
    #: does it stand for several forms in one place? Then it is no argument
    several: bool = False
    #: is it `name:value`?
    named: bool = False

    @property
    def slots(self) -> tuple[Slot, ...]:
        """The slots that it fills."""
        return tuple(dict.fromkeys(each.slot for each in self.placed))

    @property
    def optional(self) -> bool:
        """May it be left out, wherever it is used?"""
        return all(each.optional for each in self.placed)

    @property
    def in_array(self) -> bool:
        """Is it an item of an array, wherever it is used?"""
        return all(each.among for each in self.placed)

    def takes(self, value: object) -> bool:
        """Whether something that is bound to a ludeme could stand here by its kind."""
        kinds = [[p.cls for p in slot.spec.alternatives if isinstance(p, ClassSpec)] for slot in self.slots]
        return all(isinstance(value, tuple(each)) for each in kinds)


def written(game: Form, expected: Any, binder: Binder) -> dict[Place, Written]:
    """By place in the text that a game was expanded from, each form that it is made of with its slots.

    A use of a definition is there with the slots of what it stands for.
    """
    result: dict[Place, Written] = {}
    entered = IdentityMap[Placed, dict[tuple[Place, int], int]]()
    for here in placed(game, expected, binder):
        form = here.form
        outer = here.around.form.via if here.around is not None else ()
        for span in (form.span, *(use.use for use in _entered(form.via, outer))):
            place = (span.start, span.end)
            known = result.setdefault(place, Written(place))
            known.placed.append(here)
            known.named = known.named or isinstance(form, Named)
            if span is not form.span and here.around is not None:
                within = entered.setdefault(here.around, dict)
                key = (place, len(form.via))
                within[key] = within.get(key, 0) + 1
                known.several = known.several or within[key] > 1
    return result


def _entered(via: Sequence[Use], outer: Sequence[Use]) -> Sequence[Use]:
    """The uses of definitions through which a form came that the form around it did not come through."""
    count = 0
    while count < min(len(via), len(outer)) and via[-1 - count] == outer[-1 - count]:
        count += 1
    return via[: len(via) - count]
