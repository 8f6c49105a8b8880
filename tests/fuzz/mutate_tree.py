"""Mutation of rule files as trees: parts moved, taken from other games, grown anew, repeated, nested."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

from gdl.bind.specs import ClassSpec
from tests.fuzz import grow, seeds
from tests.fuzz.forest import Node, Place, at, copy, places, write
from tests.fuzz.mutate_text import CHARACTERS, LONGEST, NUMBERS

_NUMBER = re.compile(r"[+-]?\d+(\.\d+)?\Z")
_WRAPPERS = (
    "not",
    "if",
    "do",
    "seq",
    "or",
    "and",
    "forEach Site",
    "then",
    "+",
    "abs",
    "sites",
    "define",
    "union",
)
#: How often something is repeated, and how deep something is nested.
_TIMES = (10, 30, 100, 300, 1000, 5000)
_DEPTHS = (10, 60, 150, 400, 3000)


def _any(random: Random, tree: Node) -> Place:
    return random.choice(places(tree))


def _bracketed(random: Random, tree: Node) -> Place:
    found = [place for place in places(tree) if not isinstance(at(place), str)]
    return random.choice(found) if found else _any(random, tree)


def _word(random: Random, tree: Node, pattern: re.Pattern[str] | None = None) -> Place | None:
    found = [
        place
        for place in places(tree)
        if isinstance(word := at(place), str) and (pattern is None or pattern.match(word))
    ]
    return random.choice(found) if found else None


def _put(place: Place, item: Node | str) -> None:
    place[0][place[1]] = item


def delete(random: Random, tree: Node) -> None:
    node, index = _any(random, tree)
    del node[index]


def duplicate(random: Random, tree: Node) -> None:
    node, index = _any(random, tree)
    node.insert(index, copy(node[index]))


def swap(random: Random, tree: Node) -> None:
    one, other = _bracketed(random, tree), _bracketed(random, tree)
    ours, theirs = copy(at(one)), copy(at(other))
    _put(one, theirs)
    _put(other, ours)


def splice(random: Random, tree: Node) -> None:
    """A part of another game in the place of one of this."""
    pool = seeds.subtrees(random.choice(seeds.rules()[random.random() < 0.2]))
    if pool:
        _put(_bracketed(random, tree), copy(random.choice(pool)))


def wrap(random: Random, tree: Node) -> None:
    place = _any(random, tree)
    if random.random() < 0.3:
        _put(place, ["{", at(place)])
    else:
        _put(place, ["(", *random.choice(_WRAPPERS).split(), at(place)])


def hoist(random: Random, tree: Node) -> None:
    """A part in the place of the whole that it is in."""
    place = _bracketed(random, tree)
    node = at(place)
    if isinstance(node, list) and len(node) > 1:
        _put(place, node[random.randrange(1, len(node))])


def graft(random: Random, tree: Node) -> None:
    """Something of the same kind, grown from the registry."""
    place = _bracketed(random, tree)
    node = at(place)
    entry = grow.entry_of(node) if isinstance(node, list) else None
    if entry is None:
        entry = random.choice(grow.REGISTRY.entries())
    _put(place, grow.grow(ClassSpec(grow.kind_of(entry.cls)), random, random.choice((1, 2, 3))))


def rename(random: Random, tree: Node) -> None:
    """Another ludeme of the same kind, with the same arguments."""
    node = at(_bracketed(random, tree))
    entry = grow.entry_of(node) if isinstance(node, list) else None
    if entry is not None and isinstance(node, list):
        other = random.choice(grow.entries(grow.kind_of(entry.cls)))
        node[1 : 1 + len(entry.words)] = other.words


def number(random: Random, tree: Node) -> None:
    place = _word(random, tree, _NUMBER)
    if place is not None:
        _put(place, random.choice(NUMBERS))


def word(random: Random, tree: Node) -> None:
    """Another word that may stand there, or one from anywhere."""
    place = _word(random, tree)
    if place is not None:
        like = grow.words_like(str(at(place)))
        other = _word(random, tree)
        assert other is not None
        _put(place, random.choice(like) if like and random.random() < 0.8 else at(other))


def text(random: Random, tree: Node) -> None:
    """Another text in quotes: odd characters, a long one, a number, nothing."""
    place = _word(random, tree, re.compile('"'))
    if place is None:
        return
    inner = str(at(place))[1:-1]
    made = random.choice(
        (
            inner + random.choice(CHARACTERS),
            random.choice(grow.TEXTS),
            "",
            random.choice(NUMBERS),
            (inner or "x") * random.choice((10, 1000)),
            inner + random.choice(("#1", "<A:b>", "%s", "{0}", "\\", "../x", "0,E,N,W", "P1")),
        )
    )
    _put(place, '"' + made.replace('"', '\\"') + '"')


def repeat(random: Random, tree: Node) -> None:
    """An item of a list ten times, or thousands of times."""
    node, index = _any(random, tree)
    size = len(write(node[index])) + 1
    times = min(random.choice(_TIMES), LONGEST // size + 1)
    node[index : index + 1] = [node[index]] * times


def nest(random: Random, tree: Node) -> None:
    """Something within itself, and again."""
    place = _any(random, tree)
    item = at(place)
    head = random.choice(_WRAPPERS).split()
    for _ in range(random.choice(_DEPTHS)):
        item = ["(", *head, item]
    _put(place, item)


Mutator = Callable[[Random, Node], None]
MUTATORS: tuple[Mutator, ...] = (
    delete, duplicate, swap, splice, splice, wrap, hoist, graft, graft, graft, rename, rename, number, number,
    word, word, text,
)  # fmt: skip
BIG: tuple[Mutator, ...] = (repeat, repeat, nest)


def mutate_tree(random: Random, text: str) -> str:
    """A few mutations of a rule file; seldom a big one."""
    tree = copy(seeds.tree(text))
    assert isinstance(tree, list)
    for _ in range(min(10, 1 + int(random.expovariate(0.6)))):
        if len(tree) > 1:
            random.choice(MUTATORS)(random, tree)
    if random.random() < 0.007 and len(tree) > 1:
        random.choice(BIG)(random, tree)
    return write(tree)[:LONGEST]
