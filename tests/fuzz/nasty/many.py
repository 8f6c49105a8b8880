"""What is many: thousands of items in every list, alike or each different; and several such lists at once."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from gdl.bind.specs import ArraySpec
from tests.fuzz import grow
from tests.fuzz.forest import write
from tests.fuzz.nasty.frames import LEAVES, PLACES, filled, game, place, size


def _numbered(random: Random, pattern: str, most: int = 900_000) -> str:
    """A pattern for each number from 0 up to a size; `%` stands for the number, `$` for others."""
    count = max(1, size(random, most) // (len(pattern) + 4))
    step = random.choice((1, 3, 7))
    return " ".join(pattern.replace("%", str(i)).replace("$", str(i * step % 25)) for i in range(count))


_LISTS = {
    "Moves": ("(or {@})", "(and {@})", "(seq {@})", "(priority {@})"),
    "BoolExpr": ("(and {@})", "(or {@})"),
    "Region": ("(union {@})", "(intersection {@})"),
    "Graph": ("(union {@})", "(merge {@})", "(intersect {@})"),
    "FloatExpr": ("(+ {@})", "(* {@})", "(max {@})"),
    "Dim": ("(+ {@})", "(* {@})"),
    "Ints": ("(union {@})", "(intersection {@})"),
    "StartRule": ("@",),
    "EndRule": ("@",),
    "Item": ("@",),
}
#: Items that differ from each other.
_DIFFERENT = {
    "Moves": (
        "(move Add (to (sites {$ %})))",
        '(move Add (piece "Man") (to $))',
        "(set Value at:$ %)",
        "(forEach Piece (move Step (to if:(= (to) $))))",
        "(addScore Mover %)",
        '(set Var "v%" $)',
    ),
    "BoolExpr": (
        "(= % (count Moves))",
        "(is In $ (sites Empty))",
        "(is Empty $)",
        "(is Line %)",
        "(< (score Mover) %)",
        "(= (what at:$) %)",
        "(is Occupied $)",
    ),
    "Region": (
        "(sites {$})",
        "(sites Row $)",
        "(sites Around $)",
        "(expand (sites {$}) steps:$)",
        "(sites Distance from:$ (exact $))",
        "(sites Direction from:$ N)",
    ),
    "Graph": ("(square $)", "(shift % $ (square 2))", "(rectangle $ 1)"),
    "FloatExpr": ("%.5", "(toFloat (score Mover))"),
    "Dim": ("%",),
    "Ints": ("(array {% $})", "(array (sites Around $))"),
    "StartRule": ('(place "Man1" $)', "(set Score P1 %)", '(set Var "v%" $)', '(place "King2" {$ % 3})'),
    "EndRule": ("(if (= % (count Moves)) (result Mover Win))", "(if (is Line %) (result P1 Draw))"),
    "Item": (
        '(piece "P%" Each)',
        '(piece "P%" P1 (move Slide))',
        '(regions "R%" P1 (sites Row $))',
        '(regions "R%" (union (sites Top) (expand (sites Bottom) steps:$)))',
        "(hand Each)",
        '(map "M%" {(pair % $)})',
        "(dice d:6 num:2)",
        "(hand P1 size:%)",
        '(piece "P%" Each (move Hop (between if:(is Enemy (who at:(between)))) (to if:(is Empty (to)))))',
    ),
}


def alike(random: Random) -> str:
    """The same over and over in a list."""
    category = random.choice(list(_LISTS))
    inner = random.choice(_LISTS[category]).replace("@", filled(random, LEAVES[category][:2]))
    return place(random, category, inner)


def different(random: Random) -> str:
    """A list of items that all differ."""
    category = random.choice(list(_LISTS))
    pattern = random.choice(_DIFFERENT[category])
    inner = random.choice(_LISTS[category]).replace("@", _numbered(random, pattern))
    if random.random() < 0.3 and category != "Graph":
        return place(random, category, inner).replace(
            "(square 5)", f"(square {random.choice((19, 40, 100))})"
        )
    return place(random, category, inner)


def in_any_list(random: Random) -> str:
    """Any argument that is a list, thousands long, of whatever fits."""
    found = [
        (entry, param, spec)
        for entry in grow.REGISTRY.entries()
        for param in grow.known().signature(entry.cls).params()
        for spec in param.spec.alternatives
        if isinstance(spec, ArraySpec)
    ]
    entry, chosen, spec = random.choice(found)
    items = [write(grow.grow(spec.item, random, random.choice((0, 1, 2)))) for _ in range(5)]
    whole = "{" + filled(random, items, 400_000) + "}"
    signature = grow.known().signature(entry.cls)
    words = ["(", *entry.words]
    for param in signature.positional:
        if param is chosen or not param.optional:
            words.append("@" if param is chosen else grow.grow(param.spec, random, 1))  # type: ignore[arg-type]
    for name, param in signature.named.items():
        if param is chosen or not param.optional:
            words += [f"{name}:", "@" if param is chosen else grow.grow(param.spec, random, 1)]  # type: ignore[list-item]
    text = write(words).replace("@", whole)  # type: ignore[arg-type]
    category = grow.kind_of(entry.cls).__name__
    return place(random, category, text) if category in PLACES else game(items=text)


_PARTS: dict[str, str] = {
    "items": '(piece "P%" Each (move Slide (to if:(is Empty (to)))))',
    "start": '(place "Man1" $)',
    "end": "(if (= % (count Moves)) (result Mover Win))",
    "phases": '(phase "F%" (play (forEach Piece)) (nextPhase (= % (count Moves))))',
    "before": '(define "D%" (is Line $)) ',
}


def everything(random: Random) -> str:
    """Pieces, phases, places, endings and definitions, thousands of each."""
    chosen = random.sample(list(_PARTS), random.choice((1, 2, 3, 5)))
    made = {name: _numbered(random, _PARTS[name], 900_000 // len(chosen)) for name in chosen}
    sides = random.choice((5, 5, 8, 19, 60))
    return game("(forEach Piece)", board=f"(board (square {sides}))", players=random.choice("2389"), **made)


def options(random: Random) -> str:
    """Options of many values, and many of them; the first files of a ruleset choose among them."""
    number, values = random.choice(((2, 3000), (30, 30), (400, 2), (1, 9000), (3000, 1)))
    made = []
    for i in range(number):
        items = " ".join(f'("V{j}" <{j % 9 + 1}> "says {j}")' for j in range(values))
        made.append(f'(option "O{i}" <O{i}> args:{{<n>}} {{{items}}})')
    uses = " ".join(f"(addScore Mover <O{i}:n>)" for i in range(number))
    play = f"(move Add (to (sites Empty)) (then (and {{{uses} (moveAgain)}})))"
    sets = " ".join(f'(ruleset "Ruleset/R{i}" {{"O{i % number}/V{i % values}"}})' for i in range(number))
    return game(play, before=" ".join(made) + f" (rulesets {{{sets}}}) ")


def mistakes(random: Random) -> str:
    """Thousands of mistakes: each wants an explanation and suggestions."""
    kinds = (
        "(mov Step (to (site Empty)))",
        "(is Lin %)",
        "(sites Emtpy)",
        '(place "Mann1" %)',
        "(moev)",
        "(forEach Pice)",
        '("Nothing%" 1)',
        "(if (is Line 3))",
        "(move Slide N N N (to (from)) (then))",
        "foo%",
        "<Nope:%>",
        "#%",
        "(sites {(is Line 3)})",
        '(is In (last To) (sites "Region%"))',
        "(result Mover Winn)",
        "x%:",
        "(+ 1 True)",
    )
    some = random.sample(kinds, random.choice((1, 2, 5)))
    inner = " ".join(_numbered(random, each, 900_000 // len(some)) for each in some)
    category = random.choice(("Moves", "BoolExpr", "StartRule", "EndRule", "Item"))
    return place(random, category, random.choice(_LISTS[category]).replace("@", inner))


def crowds(random: Random) -> str:
    """Many players, with hands, pieces, tracks and scores for each; many dice; long walks."""
    players = random.choice((3, 8, 16, 17, 64, 1000, 10**9))
    items = [
        "(hand Each size:%)",
        "(dice d:% num:%)",
        "(dice facesByDie:{{1 2 3} {4 5 6}} num:%)",
        '(map "M" {(pair P1 %)})',
        "(hand Shared size:%)",
        '(regions "R" Each {(sites Side N) (sites Side S)})',
        '(piece "T" Each (move Leap {{F F L F} {F R F}} (to if:(is Empty (to)))))',
        f'(piece "W" Each (move Leap {{{{{"F L F R " * random.choice((3, 30, 300))}}}}} (to)))',
    ]
    some = " ".join(
        each.replace("%", random.choice(("1", "6", "100", "999", "1000", "100000")))
        for each in random.sample(items, random.choice((1, 3, 5)))
    )
    walk = f"(sites {{{{{'F L F R ' * random.choice((3, 30, 300))}}}}} rotations:True)"
    return game(f"(or (forEach Piece) (move Add (to {walk})))", items=some, players=str(players))


FAMILIES: tuple[Callable[[Random], str], ...] = (
    alike,
    alike,
    different,
    different,
    different,
    in_any_list,
    in_any_list,
    everything,
    everything,
    options,
    mistakes,
    crowds,
)
