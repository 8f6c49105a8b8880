"""Grammar-based generation: random ludemes of a wanted kind, from the registry itself.

So every ludeme is tried, also one that no game uses yet, in places where it may stand.
"""

from __future__ import annotations

from functools import cache
from random import Random

import gdl.ludemes  # noqa: F401  (registers the ludemes)
from gdl.bind.binder import Vocabulary, vocabulary
from gdl.bind.specs import ArraySpec, ClassSpec, EnumSpec, Param, ScalarSpec, Signature, Spec
from gdl.ludeme.base import Ludeme
from gdl.ludeme.registry import REGISTRY, Entry
from tests.fuzz.forest import Node

#: Names that the seeds give to pieces, regions, tracks and the like; sites.
TEXTS = ("Disc", "Disc1", "Disc2", "Man", "King", "Home", "Track", "Next", "a1", "b2", "A", "Hand")
NUMBERS = ("0", "1", "2", "3", "4", "-1", "5", "8")
_OPTIONAL, _NAMED = 0.3, 0.2


@cache
def known() -> Vocabulary:
    return vocabulary(REGISTRY)


@cache
def kind_of(cls: type[Ludeme]) -> type[Ludeme]:
    """The category of a class (a number, a region, ...); itself for a part of others."""
    return next((base for base in cls.__mro__ if "category" in vars(base)), cls)


@cache
def entries(cls: type[Ludeme]) -> tuple[Entry, ...]:
    """All spellings of what fits a class."""
    return tuple(entry for entry in REGISTRY.entries() if issubclass(entry.cls, cls))


def entry_of(node: Node) -> Entry | None:
    """What a node seems to be: the spelling with most words of those that begin like it."""
    heads = [item for item in node[1:4] if isinstance(item, str)]
    if node[0] != "(" or not heads:
        return None
    fitting = [e for e in REGISTRY.by_head.get(heads[0], ()) if list(e.words) == heads[: len(e.words)]]
    return max(fitting, key=lambda entry: len(entry.words), default=None)


@cache
def _words_by_text() -> dict[str, tuple[str, ...]]:
    """For a bare word the others of its enumeration."""
    found: dict[str, tuple[str, ...]] = {}
    for cls in REGISTRY.classes():
        for param in known().signature(cls).params():
            for spec in param.spec.alternatives:
                if isinstance(spec, EnumSpec):
                    for word in spec.members:
                        found.setdefault(word, tuple(spec.members))
    return found


def words_like(word: str) -> tuple[str, ...]:
    """The words that may stand where this one does; none for what is no enumeration's."""
    return _words_by_text().get(word, ())


@cache
def _depth(cls: type[Ludeme], within: tuple[type[Ludeme], ...] = ()) -> int:
    """How deep the least deep text of a class is."""
    if known().literals(cls):
        return 0
    if cls in within or len(within) > 4:
        return 9
    return min((_entry_depth(entry, (*within, cls)) for entry in entries(cls)), default=9)


def _entry_depth(entry: Entry, within: tuple[type[Ludeme], ...]) -> int:
    needed = [param.spec for param in known().signature(entry.cls).params() if not param.optional]
    return 1 + max((_spec_depth(spec, within) for spec in needed), default=0)


def _spec_depth(spec: Spec, within: tuple[type[Ludeme], ...]) -> int:
    return min(_depth(each.cls, within) if isinstance(each, ClassSpec) else 0 for each in spec.alternatives)


def grow(spec: Spec, random: Random, depth: int) -> Node | str:
    """Something that fits, of about this depth."""
    options = spec.alternatives
    if depth <= 0:
        least = min(_spec_depth(each, ()) for each in options)
        options = tuple(each for each in options if _spec_depth(each, ()) == least)
    chosen = random.choice(options)
    if isinstance(chosen, EnumSpec):
        return random.choice(list(chosen.members))
    if isinstance(chosen, ScalarSpec):
        return _scalar(chosen.kind, random)
    if isinstance(chosen, ArraySpec):
        return ["{", *(grow(chosen.item, random, depth - 1) for _ in range(random.randrange(4)))]
    assert isinstance(chosen, ClassSpec)
    return grow_class(chosen.cls, random, depth)


def _scalar(kind: type, random: Random) -> str:
    if kind is str:
        return f'"{random.choice(TEXTS)}"'
    if kind is bool:
        return random.choice(("True", "False"))
    return random.choice(NUMBERS) if kind is int else random.choice(("0.5", "1.0", "2.5", "-1.0"))


def grow_class(cls: type[Ludeme], random: Random, depth: int) -> Node | str:
    """A ludeme of a class or category."""
    literals = known().literals(cls)
    fitting = entries(cls)
    if literals and (depth <= 0 or not fitting or random.random() < 0.3):
        literal = random.choice(literals)
        if literal.named_values and random.random() < 0.2:
            return random.choice(list(literal.named_values))
        return grow(literal.spec, random, depth - 1)
    if not fitting:
        return "1"
    if depth <= 0:
        depths = [_entry_depth(entry, ()) for entry in fitting]
        fitting = tuple(e for e, each in zip(fitting, depths, strict=True) if each == min(depths))
    return _form(random.choice(fitting), random, depth)


def _form(entry: Entry, random: Random, depth: int) -> Node:
    signature = known().signature(entry.cls)
    wanted, unwanted = _choices(entry.cls, random)
    node: Node = ["(", *entry.words]
    for param in signature.positional:
        if _stands(param, signature, random, wanted, unwanted, _OPTIONAL):
            node.append(grow(param.spec, random, depth - 1))
    for name, param in signature.named.items():
        if _stands(param, signature, random, wanted, unwanted, _NAMED):
            node += [f"{name}:", grow(param.spec, random, depth - 1)]
    return node


def _choices(cls: type[Ludeme], random: Random) -> tuple[set[str], set[str]]:
    """Of fields that exclude each other, which are given and which are not."""
    wanted, unwanted = set[str](), set[str]()
    for group in (*cls.one_of, *cls.at_most_one):
        one = random.choice(group)
        unwanted.update(name for name in group if name != one)
        if group in cls.one_of:
            wanted.add(one)
    return wanted - unwanted, unwanted


def _stands(
    param: Param, signature: Signature, random: Random, wanted: set[str], unwanted: set[str], share: float
) -> bool:
    if param.attribute in unwanted:
        return False
    return not param.optional or param.attribute in wanted or random.random() < share
