"""What is large: huge numbers wherever one may stand, in games and in what is grown from the registry."""

from __future__ import annotations

import re
from random import Random

from tests.fuzz import grow, seeds
from tests.fuzz.forest import write
from tests.fuzz.nasty.frames import LEAVES, PLACES, game, place

HUGE = (
    "0",
    "-1",
    "10",
    "50",
    "99",
    "100",
    "256",
    "999",
    "1000",
    "1001",
    "2000",
    "9999",
    "10000",
    "65536",
    "100000",
    "1000000",
    "16777216",
    "100000000",
    "1000000000",
    "2147483647",
    "2147483648",
    "9000000000",
    "4611686018427387904",
    "9223372036854775807",
    "999999999999999999",
    "-999999999999999999",
)
_NUMBER = re.compile(r"(?<![\w\"])\d+(?![\w\".])")


def in_a_game(random: Random) -> str:
    """A game with huge numbers in the place of some of its numbers."""
    texts = seeds.small_games() if random.random() < 0.7 else tuple(seeds.shipped().values())
    share = random.choice((0.05, 0.2, 0.6))
    return _NUMBER.sub(
        lambda match: random.choice(HUGE) if random.random() < share else match.group(), random.choice(texts)
    )


def anywhere(random: Random) -> str:
    """Whatever the registry has, grown with huge numbers."""
    category = random.choice(list(PLACES))
    entries = [e for e in grow.REGISTRY.entries() if grow.kind_of(e.cls).__name__ == category]
    if not entries:
        return in_a_game(random)
    text = write(grow._form(random.choice(entries), random, random.choice((2, 3, 4))))
    share = random.choice((0.3, 1.0))
    text = _NUMBER.sub(lambda match: random.choice(HUGE) if random.random() < share else match.group(), text)
    return place(random, category, text)


_STARTS = (
    '(place Stack "Man1" 0 count:%)',
    '(place "Man1" 0 count:%)',
    '(place Stack items:{"Man1" "King2"} 0 counts:{% %})',
    "(forEach Value min:0 max:% @)",
    "(forEach Value min:-% max:% @)",
    "(forEach Site (sites Board) @)",
    '(place Random {"Man1"} count:%)',
    '(place Random (sites Board) {"Man1"} count:%)',
    "(set Score Each %)",
    "(set Count % to:(sites Board))",
    "(set Amount %)",
    '(set Var "x" %)',
    '(place "Man1" % value:%)',
    '(set RememberValue "x" %)',
    "(forEach Player @)",
    '(place Stack items:{"Man1" "King1"} (sites Board) counts:{% %})',
    '(place "Man1" (expand (sites {0}) steps:%))',
    '(place "Man1" (sites Row %))',
    '(place "Man1" coord:"A1" count:%)',
)


def at_the_start(random: Random) -> str:
    """Starting positions that would take for ever to set up."""
    rules = []
    for _ in range(random.choice((1, 1, 2, 5))):
        rule = "@"
        for _ in range(random.choice((1, 2, 3, 6))):
            rule = rule.replace("@", random.choice(_STARTS))
        rule = rule.replace(
            "@", random.choice(('(place "Man1" (value))', '(place "Man1" (site))', "(set Score P1 1)"))
        )
        while "%" in rule:
            rule = rule.replace("%", random.choice(HUGE), 1)
        rules.append(rule)
    sides = random.choice((3, 19, 50))
    return game(
        board=f"(board (square {sides}))", start=" ".join(rules), items=random.choice(("", "(hand Each)"))
    )


_PLAYED = (
    "(forEach Value min:0 max:% @)",
    "(forEach Value min:1 max:(score Mover) @)",
    "(forEach Site (sites Board) @)",
    "(addScore Mover (* (score Mover) %))",
    "(set Value at:(last To) %)",
    "(set Counter %)",
    '(set Var "x" (^ % %))',
    "(add (to (last To)) count:%)",
    "(add (to (last To)) stack:True)",
    "(moveAgain)",
    "(move Slide (between (range % %)) (to if:(is Empty (to))))",
    "(move Hop (between before:% after:%) (to))",
    "(move Add (to (sites Distance from:(last To) (range 0 %))))",
    "(if (is Line %) (moveAgain))",
    "(set Pending (sites Board))",
    "(remember Value (^ 2 %))",
    "(forEach Player @)",
)


def in_play(random: Random) -> str:
    """Moves and effects of huge numbers: what they take shows only when they are played."""
    rule = "@"
    for _ in range(random.choice((1, 2, 4))):
        rule = rule.replace("@", random.choice(_PLAYED))
    rule = rule.replace("@", random.choice(LEAVES["Moves"]))
    while "%" in rule:
        rule = rule.replace("%", random.choice(HUGE), 1)
    end = f"(if (>= (score Mover) {random.choice(HUGE)}) (result Mover Win))"
    if random.random() < 0.5:
        return game(f"(or (move Add (to (sites Empty)) (then {rule})) (move Pass))", end=end)
    return game(f"(or {rule} (move Pass))", end=end, start='(place "Man1" 3)')


FAMILIES = (in_a_game, in_a_game, anywhere, anywhere, at_the_start, at_the_start, in_play, in_play)
