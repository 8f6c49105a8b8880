"""Genes: what of a genome can be changed, by the binder's slots; and donors, what parents have for slots.

A genome is bound once. Each form of its text is then known with the slots that it fills (of a definition's
form: wherever the definition is used), so a change is well-formed by construction: what takes its place fits
all of them. What a form names is known from its ludemes, so names can be carried along and made to agree.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, lru_cache

from gdl.bind.binder import Vocabulary
from gdl.bind.slots import Place, Placed, Slot, Written, written
from gdl.bind.specs import ClassSpec
from gdl.builder.context import Context
from gdl.compile.compile import Bound, bind_game
from gdl.expand.definitions import walk
from gdl.lint.taken import quantity_of
from gdl.ludeme.base import ARGUMENTS, Ludeme, fields_of, ludemes_in, of_argument
from gdl.ludeme.categories import BoolExpr, EndRule, IntExpr, Item, Moves, Region, StartRule
from gdl.ludeme.kinds import UNDECLARED, Kind, Quantity
from gdl.ludemes.game import Game
from gdl.parse.forms import Form, Paren, String, Word
from gdl.support.identity import IdentityMap
from gdl.support.values import field, frozen
from interpreter.invent.genome import Apart, Defined, source_of, taken_apart

#: Kinds of rules that bind the names of a context (`(to)`) themselves, or stand where none is bound.
_WHOLE = (Moves, EndRule, Item, StartRule)
#: Kinds of expressions that may ask for a context.
_ASKING = (BoolExpr, IntExpr, Region)
#: Who moves is known everywhere.
_CONTEXTS = frozenset(each.value for each in Context) - {"mover", "next", "prev"}
_DIGITS = re.compile(r"\d+$")
#: People join hardly anything by these.
_SELDOM = ("xor",)

Name = tuple[Kind, str]


@frozen(eq=False)
class Gene:
    """A form of a genome that can be changed."""

    place: Place
    text: str
    form: Form
    written: Written
    #: the definition that it stands in; empty: the game itself
    definition: str
    #: which part of the game it belongs to: equipment, start, play, end
    part: str
    #: what it is bound to, where it is used first
    value: object
    #: the names of its context that it asks for, and that nothing in it binds
    asks: frozenset[str] = frozenset()

    @property
    def slot(self) -> Slot:
        """The slot that it fills where it is used first."""
        return self.written.placed[0].slot

    @cached_property
    def bound_here(self) -> frozenset[str]:
        """The names of the context that are bound where it stands, as far as the rule around it shows."""
        result = _asked(self.written.placed[0].form)
        for here in self.written.placed[0].outwards():
            result |= _asked(here.form)
            if isinstance(here.value, _WHOLE):
                break
        return result


def _asked(form: Form) -> frozenset[str]:
    return frozenset(
        each.items[0].text
        for each in walk((form,))
        if isinstance(each, Paren) and len(each.items) == 1 and isinstance(each.items[0], Word)
        and each.items[0].text in _CONTEXTS
    )  # fmt: skip


def _free(every: Iterable[Placed]) -> IdentityMap[Placed, frozenset[str]]:
    """What each form of a tree asks of its context, but for what something between binds."""
    result = IdentityMap[Placed, frozenset[str]]()
    for leaf in every:
        result.setdefault(leaf, frozenset)
        form = leaf.form
        if not (isinstance(form, Paren) and len(form.items) == 1):
            continue
        for name in _asked(form):
            inner = leaf
            for here in leaf.outwards():
                if here is not leaf and _binds(here, inner):
                    break
                result[here] = result.get(here, frozenset()) | {name}
                inner = here
    return result


def _binds(here: Placed, inner: Placed) -> bool:
    """Whether a ludeme gives names of the context a meaning for one of its arguments: a condition that a
    region or a number is taken by, or what is gone through one by one."""
    entry, param = inner.slot.entry, inner.slot.param
    if not isinstance(here.form, Paren) or entry is None or param is None:
        return False
    if entry.words[0] == "forEach":
        return True
    condition = any(isinstance(p, ClassSpec) and p.cls is BoolExpr for p in param.spec.alternatives)
    return condition and not entry.cls.branches and isinstance(here.value, Region | IntExpr)


@frozen(eq=False)
class Genes:
    """A genome with all that can be changed in it."""

    text: str
    bound: Bound
    apart: Apart
    every: tuple[Gene, ...] = field(repr=False)

    @property
    def vocabulary(self) -> Vocabulary:
        """What the language has."""
        return self.bound.binder.vocabulary

    @property
    def game(self) -> Game:
        """The game as ludemes."""
        assert isinstance(self.bound.game, Game)
        return self.bound.game

    @cached_property
    def declared(self) -> Mapping[Kind, tuple[str, ...]]:
        """The names that it gives to things, by what they are of."""
        result: dict[Kind, dict[str, None]] = {}
        for kind, name in names_in(self.game, declared=True):
            result.setdefault(kind, {})[name] = None
        return {kind: tuple(names) for kind, names in result.items()}

    @cached_property
    def used(self) -> frozenset[Name]:
        """The names that its rules use."""
        return frozenset(names_in(self.game, declared=False))

    def has(self, name: Name) -> bool:
        """Whether something of this name is declared."""
        kind, text = name
        known = self.declared.get(kind, ())
        return kind in UNDECLARED or text in known or (kind is Kind.PIECE and _DIGITS.sub("", text) in known)

    def missed(self, gone: object, come: frozenset[Name] = frozenset()) -> bool:
        """Whether rules use a name that something declares which is to go, and what is to come does not."""
        declares = frozenset(names_in(gone, declared=True)) - come
        if not declares:
            return False
        return any(
            (kind, name) in declares or (kind is Kind.PIECE and (kind, _DIGITS.sub("", name)) in declares)
            for kind, name in self.used
        )

    def joining(self, slot: Slot) -> tuple[tuple[str, type[Ludeme]], ...]:
        """The heads of ludemes that are of a kind of a slot and made of two or more of it, with the kind."""
        return tuple(
            (head, part.cls)
            for part in slot.spec.alternatives if isinstance(part, ClassSpec)
            for head in _joining(self.vocabulary, part.cls)
        )  # fmt: skip


def _joining(vocabulary: Vocabulary, cls: type[Ludeme]) -> tuple[str, ...]:
    several = (
        entry.words[0] for entry in vocabulary.registry.entries()
        if len(entry.words) == 1 and issubclass(entry.cls, cls) and entry.cls.alike is not Ludeme.alike
        and not entry.cls.branches and entry.words[0] not in _SELDOM
        and _takes_several(vocabulary, entry.cls, cls)
    )  # fmt: skip
    return tuple(dict.fromkeys(several))


def _takes_several(vocabulary: Vocabulary, joint: type[Ludeme], cls: type[Ludeme]) -> bool:
    """Whether the arguments of a ludeme are two or more of a kind."""
    params = vocabulary.signature(joint).positional
    kinds = [part.cls for param in params for part in param.spec.alternatives if isinstance(part, ClassSpec)]
    return sum(issubclass(cls, each) for each in kinds if each is not Ludeme) >= 2


def names_in(value: object, declared: bool) -> Iterator[Name]:
    """What ludemes name: the names that they declare, or those that they use."""
    for each in ludemes_in(value):
        for attribute in ARGUMENTS[type(each)]:
            kind, declares = of_argument(type(each), attribute)
            if kind is None or declares is not declared:
                continue
            given = getattr(each, attribute)
            for text in given if isinstance(given, tuple) else (given,):
                if isinstance(text, str):
                    yield kind, text


@lru_cache(maxsize=64)
def genes_of(text: str) -> Genes:
    """The genes of a genome. Raises LanguageError, and InventError for what is no genome."""
    source = source_of(text)
    bound = bind_game(source)
    game = bound.expanded.game
    assert game is not None
    at = written(game, Game, bound.binder)
    apart = taken_apart(source)
    forms = {(form.span.start, form.span.end): form for form in walk(apart.every)}
    asked = _free(each for some in at.values() for each in some.placed)
    genes = []
    for place, each in at.items():
        form = forms.get(place)
        inside = [n for n, (start, end) in apart.places.items() if start <= place[0] and place[1] <= end]
        if form is None or each.several:
            continue
        first = each.placed[0]
        path = [here.slot.param.attribute for here in first.outwards() if here.slot.param is not None]
        part = next((name for name in reversed(path) if name != "rules"), "")
        where = inside[0] if inside else ""
        genes.append(Gene(place, text[slice(*place)], form, each, where, part, first.value, asked[first]))
    return Genes(text, bound, apart, tuple(genes))


# --- Donors -----------------------------------------------------------------------------------------------


@frozen(eq=False)
class Donor:
    """What a parent has for a slot, with all that it takes along."""

    text: str
    value: Ludeme
    #: by its name, whose it is
    parent: str
    #: what it is taken for where it comes from: a site, a count, ...
    takes: object
    asks: frozenset[str]
    names: frozenset[Name]
    declares: frozenset[Name]
    #: the definitions that it uses, with those that these use
    definitions: Mapping[str, Defined]
    part: str


@frozen(eq=False)
class Donors:
    """All that some parents have."""

    every: tuple[Donor, ...]
    #: the words that they use, and each with the kind of place that it stands in
    words: frozenset[str]
    placed: frozenset[tuple[str, str]] = frozenset()

    def fitting(self, gene: Gene) -> list[Donor]:
        """What fits where a gene stands."""
        return [each for each in self.of_kind(gene) if each.text != gene.text]

    def of_kind(self, gene: Gene) -> Iterator[Donor]:
        """The same, with what stands there already."""
        takes = _taken_for(gene.slot)
        for each in self.every:
            if each.takes != takes or not gene.written.takes(each.value):
                continue
            if not same_quantity(each.value, gene.value):
                continue
            if isinstance(each.value, _ASKING) and not each.asks <= gene.bound_here:
                continue
            yield each

    def for_slot(self, slot: Slot, bound_here: frozenset[str]) -> list[Donor]:
        """What fits a slot that is empty."""
        kinds = tuple(part.cls for part in slot.spec.alternatives if isinstance(part, ClassSpec))
        takes = _taken_for(slot)
        return [
            each for each in self.every
            if isinstance(each.value, kinds) and each.takes == takes and _counts_as(each.value, takes)
            and (not isinstance(each.value, _ASKING) or each.asks <= bound_here)
        ]  # fmt: skip


def same_quantity(first: object, second: object) -> bool:
    """Whether numbers, if both are some, stand for the same: a count is none for a site (dimensional
    analysis, as in `gdl.lint.taken`)."""
    if not (isinstance(first, IntExpr) and isinstance(second, IntExpr)):
        return True
    return quantity_of(first) is quantity_of(second)


def _counts_as(value: object, takes: object) -> bool:
    """Whether a number, if it is one, stands for what a slot takes it for."""
    return not (isinstance(takes, Quantity) and isinstance(value, IntExpr)) or quantity_of(value) is takes


def _taken_for(slot: Slot) -> object:
    """What a number in a slot stands for, or what a text there names."""
    if slot.param is None or slot.entry is None:
        return None
    each = next(f for f in fields_of(slot.entry.cls) if f.name == slot.param.attribute)
    return each.metadata.get("takes") or each.metadata.get("names")


def donors_of(parents: Mapping[str, Genes]) -> Donors:
    """What parents, by name, have to give; the same from several once."""
    every: dict[tuple[str, object, type], Donor] = {}
    words: set[str] = set()
    placed: set[tuple[str, str]] = set()
    for name, genes in parents.items():
        for gene in genes.every:
            if isinstance(gene.form, Word):
                words.add(gene.text)
                placed.add((slot_key(gene.slot), gene.text))
            if "#" in gene.text or gene.written.named or not isinstance(gene.value, Ludeme):
                continue
            if not isinstance(gene.form, Paren | String):  # words and numbers are changed in their own way
                continue
            key = (gene.text, _taken_for(gene.slot), type(gene.value))
            if key not in every:
                every[key] = _donor(gene, genes, name)
    return Donors(tuple(every.values()), frozenset(words), frozenset(placed))


def slot_key(slot: Slot) -> str:
    """The kind of place that a slot is: which argument of which ludeme."""
    if slot.entry is None or slot.param is None:
        return ""
    return f"{' '.join(slot.entry.words)} {slot.param.attribute}"


def _donor(gene: Gene, genes: Genes, parent: str) -> Donor:
    assert isinstance(gene.value, Ludeme)
    return Donor(
        gene.text,
        gene.value,
        parent,
        _taken_for(gene.slot),
        gene.asks,
        frozenset(names_in(gene.value, declared=False)),
        frozenset(names_in(gene.value, declared=True)),
        reached(_strings(gene.form), genes.apart.definitions),
        gene.part,
    )


def _strings(form: Form) -> frozenset[str]:
    return frozenset(each.value for each in walk((form,)) if isinstance(each, String))


def reached(names: Iterable[str], definitions: Mapping[str, Defined]) -> dict[str, Defined]:
    """The definitions among some names, with all that these use."""
    result: dict[str, Defined] = {}
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name in definitions and name not in result:
            result[name] = definitions[name]
            waiting += definitions[name].names
    return {name: each for name, each in definitions.items() if name in result}
