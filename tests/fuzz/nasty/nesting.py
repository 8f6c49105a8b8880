"""What is nested: every construct within itself and in others, as deep as brackets may be, or twice."""

from __future__ import annotations

from functools import cache
from random import Random

from gdl.bind.specs import ArraySpec, ClassSpec, Spec
from gdl.ludeme.base import Ludeme
from tests.fuzz import grow
from tests.fuzz.forest import Node, write
from tests.fuzz.nasty.frames import LEAVES, LONGEST, PLACES, place, size

_HOLE = "@"
#: How deep: what is read at most is 100.
_DEPTHS = (3, 6, 9, 12, 15, 20, 25, 30, 40, 48, 60, 80, 95, 120, 400)


@cache
def _category(name: str) -> type[Ludeme]:
    return next(base for e in grow.REGISTRY.entries() for base in e.cls.__mro__ if base.__name__ == name)


def _holds(spec: Spec, category: type[Ludeme], random: Random, depth: int) -> Node | str | None:
    """Something that fits, with a hole in it where one of the category may stand."""
    alternatives = list(spec.alternatives)
    random.shuffle(alternatives)
    for each in alternatives:
        if isinstance(each, ClassSpec):
            if issubclass(category, each.cls):
                return _HOLE
            if depth:
                for _ in range(3):
                    entries = grow.entries(each.cls)
                    if entries and (found := _around(random.choice(entries), category, random, depth - 1)):
                        return found
        elif isinstance(each, ArraySpec):
            inner = _holds(each.item, category, random, depth)
            if inner is not None:
                return ["{", inner]
    return None


def _around(entry: grow.Entry, category: type[Ludeme], random: Random, depth: int) -> Node | None:
    """A ludeme with a hole in one of its arguments; the others are the plainest that fit."""
    signature = grow.known().signature(entry.cls)
    params = list(signature.params())
    random.shuffle(params)
    for chosen in params:
        inner = _holds(chosen.spec, category, random, depth)
        if inner is None:
            continue
        node: Node = ["(", *entry.words]
        for param in signature.positional:
            if param is chosen:
                node.append(inner)
            elif not param.optional:
                node.append(grow.grow(param.spec, random, 0))
        for name, param in signature.named.items():
            if param is chosen:
                node += [f"{name}:", inner]
            elif not param.optional:
                node += [f"{name}:", grow.grow(param.spec, random, 0)]
        return node
    return None


def wrapper(random: Random, category: str) -> tuple[str, str]:
    """The text before and behind something of a category that is wrapped in another of its category."""
    cls = _category(category)
    for _ in range(60):
        found = _around(random.choice(grow.entries(cls)), cls, random, random.choice((0, 0, 1, 2)))
        if found is not None:
            before, _, behind = write(found).partition(_HOLE)
            return before, behind
    return "", ""


def _some_category(random: Random) -> str:
    return random.choice([name for name in PLACES if wrapper(Random(1), name)[0]] or ["Moves"])


def within_itself(random: Random) -> str:
    """One construct in itself."""
    category = _some_category(random)
    before, behind = wrapper(random, category)
    deep = random.choice(_DEPTHS)
    return place(random, category, before * deep + random.choice(LEAVES[category]) + behind * deep)


def within_others(random: Random) -> str:
    """Several constructs of a category in each other, in turn."""
    category = _some_category(random)
    pairs = [wrapper(random, category) for _ in range(random.choice((2, 3, 5)))]
    inner = random.choice(LEAVES[category])
    for number in range(random.choice(_DEPTHS)):
        before, behind = pairs[number % len(pairs)]
        inner = before + inner + behind
    return place(random, category, inner)


#: Loops and whatever tries moves: what is in them is made, or run, again and again.
_LOOPS = (
    ("(forEach Site (sites Board) ", ")"),
    ("(forEach Value min:0 max:9 ", ")"),
    ("(forEach Player ", ")"),
    ("(forEach Direction (from (last To)) (to (apply ", ")))"),
    ("(forEach Piece ", ")"),
    ("(forEach Group ", ")"),
    ("(forEach Level (last To) ", ")"),
    ("(do ", " ifAfterwards:(is Line 3))"),
    ("(do (move Pass) next:", ")"),
    ("(if (can Move ", ") (move Pass))"),
    ("(max Moves ", ")"),
    ("(priority {(move Pass) ", "})"),
    ("(seq {", " (moveAgain)})"),
    ("(and (set Counter) ", ")"),
    ("(or (move Pass) ", ")"),
    ("(if (is Even (count Moves)) ", " (move Pass))"),
    ("(move Add (to (sites Empty)) (then ", "))"),
    ("(move Step (to (apply ", ")))"),
    ("(append ", ")"),
)


def loops(random: Random) -> str:
    """Loops within loops within loops."""
    some = random.sample(_LOOPS, random.choice((1, 1, 2, 3)))
    inner = random.choice(LEAVES["Moves"])
    for number in range(random.choice(_DEPTHS)):
        before, behind = some[number % len(some)]
        inner = before + inner + behind
    return place(random, "Moves", inner)


#: Operations of two arguments of their own category.
_PAIRS = {
    "IntExpr": ("(+ @ @)", "(* @ @)", "(max @ @)", "(if (= @ @) @ @)", "(- @ @)", "(^ @ @)", "(abs (% @ @))"),
    "BoolExpr": (
        "(and @ @)",
        "(or @ @)",
        "(xor @ @)",
        "(if @ @ @)",
        "(not (xor @ @))",
        "(can Move (if @ (move Pass)))",
    ),
    "Region": (
        "(union @ @)",
        "(intersection @ @)",
        "(difference @ @)",
        "(expand (union @ @) steps:2)",
        "(forEach @ if:(is In (site) @))",
        "(if (is Line 3) @ @)",
    ),
    "Moves": (
        "(or @ @)",
        "(and @ @)",
        "(priority @ @)",
        "(if (is Line 3) @ @)",
        "(seq {@ @})",
        "(do @ next:@)",
        "(append (or @ @))",
    ),
    "Graph": (
        "(union @ @)",
        "(merge @ @)",
        "(intersect @ @)",
        "(dual (union @ @))",
        "(subdivide (merge @ @))",
    ),
    "FloatExpr": ("(+ @ @)", "(^ @ @)", "(max @ @)", "(sin (* @ @))"),
    "Ints": ("(union @ @)", "(difference @ @)", "(intersection @ @)", "(if (is Line 3) @ @)"),
    "Dim": ("(+ @ @)", "(* @ @)", "(^ @ @)", "(max @ @)"),
    "StartRule": ("(forEach Value min:0 max:9 @)", "(forEach Site (sites Board) @)", "(forEach Player @)"),
    "EndRule": ("(if (is Line 3) {@ @})", "(if (no Moves Next) @)"),
}


def twice(random: Random) -> str:
    """Binary trees: twice as much on each level."""
    category = random.choice(list(_PAIRS))
    inner, most = random.choice(LEAVES[category]), size(random)
    several = random.sample(_PAIRS[category], random.choice((1, 2)))
    for _ in range(random.choice((5, 10, 14, 18, 30))):
        bigger = random.choice(several).replace("@", inner)
        if len(bigger) > min(most, LONGEST):
            break
        inner = bigger
    return place(random, category, inner)


def to_one_side(random: Random) -> str:
    """Chains: one argument plain, the other the rest."""
    category = random.choice(list(_PAIRS))
    inner = leaf = random.choice(LEAVES[category])
    left = random.random() < 0.5
    for _ in range(random.choice(_DEPTHS)):
        pattern = random.choice(_PAIRS[category])
        first, second = (inner, leaf) if left else (leaf, inner)
        inner = pattern.replace("@", first, 1).replace("@", second, 1).replace("@", leaf)
    return place(random, category, inner)


FAMILIES = (within_itself, within_itself, within_others, loops, loops, twice, to_one_side)
