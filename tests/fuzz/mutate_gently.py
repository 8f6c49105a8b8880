"""Mutation of rule files that mostly compile still: every change keeps the kind of what it changes."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from gdl.bind.specs import ClassSpec
from gdl.ludeme.categories import BoolExpr, Direction, EndRule, FloatExpr, IntExpr, Ints, Moves, Region
from tests.fuzz import grow, seeds
from tests.fuzz.forest import Node, Place, at, copy, places, write

#: Kinds of which anything may stand for anything else.
_EXPRESSIONS = (IntExpr, BoolExpr, Region, Direction, Moves, Ints, FloatExpr, EndRule)
_PLAYERS = (
    "Mover",
    "Next",
    "P1",
    "P2",
    "Each",
    "All",
    "Neutral",
    "Shared",
    "Enemy",
    "Friend",
    "NonMover",
    "Prev",
)
_COMPARISONS = ("=", "!=", "<", ">", "<=", ">=")
_BOARDS = (
    "(square 3)", "(square 4)", "(rectangle 2 4)", "(rectangle 1 6)", "(hex 2)", "(hex Triangle 3)",
    "(tri 3)", "(concentric {2 4})", "(square 3 diagonals:Alternating)", "(brick 3)", "(celtic 2 2)",
    "(hex Star 1)", "(square 3) use:Vertex", "(square 2) use:Edge", "(wheel 4)", "(spiral turns:2 sites:9)",
    "(morris 2)", "(rectangle 3 4) largeStack:True", "(square 9)", "(rectangle 7 10)",
)  # fmt: skip


def _words(tree: Node) -> list[Place]:
    return [place for place in places(tree) if isinstance(at(place), str)]


def _of_kind(tree: Node) -> list[tuple[Place, type]]:
    """Where an expression stands, and its kind."""
    found = []
    for place in places(tree):
        node = at(place)
        entry = grow.entry_of(node) if isinstance(node, list) else None
        if entry is not None and (kind := grow.kind_of(entry.cls)) in _EXPRESSIONS:
            found.append((place, kind))
    return found


def number(random: Random, tree: Node) -> None:
    """A number one more or less, or another small one."""
    found = [place for place in _words(tree) if str(at(place)).lstrip("-").isdigit()]
    if found:
        node, index = random.choice(found)
        value = int(str(node[index]))
        node[index] = str(random.choice((value + 1, value - 1, value + 1, 0, 1, 2, 3, -1, 60, 1000)))


def word(random: Random, tree: Node) -> None:
    """Another word of the same enumeration; another player; another comparison."""
    found = [place for place in _words(tree) if place[1] > 1 and grow.words_like(str(at(place)))]
    if found:
        node, index = random.choice(found)
        old = str(node[index])
        like = _PLAYERS if old in _PLAYERS and random.random() < 0.7 else grow.words_like(old)
        node[index] = random.choice(like)


def compare(random: Random, tree: Node) -> None:
    found = [(node, index) for node, index in _words(tree) if index == 1 and node[index] in _COMPARISONS]
    if found:
        node, index = random.choice(found)
        node[index] = random.choice(_COMPARISONS)


def negate(random: Random, tree: Node) -> None:
    """A condition with `not` before it, or without."""
    found = [place for place, kind in _of_kind(tree) if kind is BoolExpr]
    if found:
        node, index = random.choice(found)
        inner = node[index]
        assert isinstance(inner, list)
        node[index] = inner[2] if inner[1] == "not" and len(inner) == 3 else ["(", "not", inner]


def drop(random: Random, tree: Node) -> None:
    """An argument left out, with its name if it has one."""
    found = [place for place in places(tree) if place[1] > 1 and not isinstance(at(place), str)]
    if found:
        node, index = random.choice(found)
        named = isinstance(node[index - 1], str) and str(node[index - 1]).endswith(":")
        del node[index - named : index + 1]


def graft(random: Random, tree: Node) -> None:
    """Something of the same kind, grown from the registry."""
    found = _of_kind(tree)
    if found:
        (node, index), kind = random.choice(found)
        node[index] = grow.grow(ClassSpec(kind), random, random.choice((1, 1, 2)))


def splice(random: Random, tree: Node) -> None:
    """Something of the same kind from the same or another small game."""
    found = _of_kind(tree)
    other = seeds.tree(random.choice(seeds.small_games()))
    if found:
        (node, index), kind = random.choice(found)
        fitting = [place for place, theirs in _of_kind(other) if theirs is kind]
        if fitting:
            node[index] = copy(at(random.choice(fitting)))


def twice(random: Random, tree: Node) -> None:
    """An item of a list once more."""
    found = [place for place in places(tree) if place[0][0] == "{"]
    if found:
        node, index = random.choice(found)
        node.insert(index, copy(node[index]))


def board(random: Random, tree: Node) -> None:
    for node, index in places(tree):
        item = node[index]
        if isinstance(item, list) and item[1:2] == ["board"] and len(item) > 2:
            item[2] = random.choice(_BOARDS)
            return


def extra(random: Random, tree: Node) -> None:
    """An argument more: grown for one that is left out."""
    found = [
        (place, entry)
        for place in places(tree)
        if isinstance(node := at(place), list)
        if (entry := grow.entry_of(node))
    ]
    if found:
        place, entry = random.choice(found)
        given = at(place)
        assert isinstance(given, list)
        signature = grow.known().signature(entry.cls)
        absent = [name for name in signature.named if f"{name}:" not in given]
        if absent:
            name = random.choice(absent)
            given += [f"{name}:", grow.grow(signature.named[name].spec, random, 1)]


MUTATORS: tuple[Callable[[Random, Node], None], ...] = (
    number, number, word, word, compare, negate, drop, graft, graft, splice, twice, board, extra,
)  # fmt: skip


def mutate_gently(random: Random, text: str) -> str:
    """One to three changes."""
    tree = copy(seeds.tree(text))
    assert isinstance(tree, list)
    for _ in range(random.choice((1, 1, 2, 3))):
        random.choice(MUTATORS)(random, tree)
    return write(tree)
