"""What multiplies: definitions and options that double each other, rings, includes, ranges, joined words."""

from __future__ import annotations

from random import Random

from tests.fuzz.nasty.frames import game, size
from tests.fuzz.nasty.numbers import HUGE


def doubling(random: Random) -> str:
    """Each definition uses the one before several times."""
    deep = random.choice((3, 8, 12, 16, 20, 39, 41, 80))
    times = random.choice((1, 2, 2, 3, 10))
    base, pattern = random.choice(
        (
            ("(move Add (to (sites Empty)))", "(or {@})"),
            ("(= 1 (count Moves))", "(and {@})"),
            ("(addScore Mover 1)", "(and {@})"),
            ("(sites Empty)", "(union {@})"),
        )
    )
    made = [f'(define "D0" {base})']
    for level in range(1, deep):
        inner = " ".join([f'("D{level - 1}")'] * times)
        made.append(f'(define "D{level}" {pattern.replace("@", inner)})')
    use = f'("D{deep - 1}")'
    before = " ".join(made) + " "
    if "Empty))" in base:
        return game(use, before=before)
    if "count" in base:
        return game(end=f"(if {use} (result Mover Win))", before=before)
    if "Score" in base:
        return game(f"(move Add (to (sites Empty)) (then {use}))", before=before)
    return game(f"(move Add (to {use}))", before=before)


def arguments(random: Random) -> str:
    """Arguments that hold arguments that hold arguments; words put together of words."""
    times = random.choice((2, 3, 8))
    inner = random.choice(
        (" ".join(["#1"] * times), "(or {#1 #1})", "#1#1", "(+ #1 #2)", "(union #1 (#1))", "#9 #8")
    )
    made = [
        f'(define "A" (and {{{inner}}}))',
        '(define "B" ("A" ("A" #1 #2) ("A" #2 #1)))',
        '(define "C" ("B" ("B" #1)))',
    ]
    use = random.choice(("1", "(is Line 3)", "x", '("A" 1)'))
    for _ in range(random.choice((1, 3, 10, 30, 90))):
        use = f'("{random.choice("ABC")}" {use})'
    return game(end=f"(if {use} (result Mover Win))", before=" ".join(made) + " ")


def rings(random: Random) -> str:
    """Definitions, options and files that use themselves, directly or through others."""
    number = random.choice((1, 2, 10, 100, 3000))
    made = [
        f'(define "R{i}" (and ("R{(i + 1) % number}") ("R{(i * 7 + 3) % number}")))' for i in range(number)
    ]
    extra = random.choice(
        (
            "",
            '(include "fuzzed.lud") ',
            '(include "../x.def") ',
            '(include "halma.def") ' * 300,
            '(option "O" <O> args:{<a> <b>} {("x" <<O:a>> <(or <O:a> <O:b>)>)}) ',
        )
    )
    return game(
        end='(if ("R0") (result Mover Win)) (if <O:a> (result Mover Draw))',
        before=extra + " ".join(made) + " ",
    )


def included(random: Random) -> str:
    """Very many files are taken in; none is there."""
    return game(before=" ".join(f'(include "f{i}.def")' for i in range(random.choice((5, 200, 5000)))) + " ")


def ranges(random: Random) -> str:
    """Numbers written as ranges."""
    low, high = random.choice(HUGE), random.choice(HUGE)
    several = " ".join([f"{low}..{high}"] * random.choice((1, 3, 100)))
    return game(f"(move Add (to (sites {{{several}}})))", start=f'(place "Man1" {{{several}}})')


def many_definitions(random: Random) -> str:
    """Thousands of definitions with names that are nearly alike, and uses of others that are not there."""
    number = max(2, size(random, 400_000) // 30)
    made = " ".join(f'(define "Name{i}" (is Line {i % 9}))' for i in range(number))
    uses = " ".join(f'("Name{i}x")' for i in range(random.choice((1, 30, min(number, 3000)))))
    return game(end=f"(if (or {{{uses} (is Line 3)}}) (result Mover Win))", before=made + " ")


def options_in_options(random: Random) -> str:
    """Parts of options that hold parts of others."""
    number = random.choice((2, 5, 12, 40, 90))
    made = [
        f'(option "O{i}" <O{i}> args:{{<a>}} '
        f'{{("x" <(or {{<O{i + 1}:a> <O{i + 1}:a>}})>) ("y" <(move Pass)>)}})'
        for i in range(number)
    ]
    made.append(f'(option "O{number}" <O{number}> args:{{<a>}} {{("x" <(move Pass)>)}})')
    return game("<O0:a>", before=" ".join(made) + " ")


def a_match(random: Random) -> str:
    """Matches of games that are not there, of themselves, of thousands."""
    games = " ".join(
        [
            f'(subgame "{random.choice(("fuzzed", "Tic-Tac-Toe", "Nobody", "Chess"))}")'
            for _ in range(random.choice((1, 5, 3000)))
        ]
    )
    return f'(match "M" (players 2) (games {{{games}}}) (end (if (> (count Trials) 3) (result P1 Win))))'


FAMILIES = (
    doubling,
    doubling,
    arguments,
    rings,
    included,
    ranges,
    many_definitions,
    options_in_options,
    a_match,
)
