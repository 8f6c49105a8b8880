"""What is hardly a text: long names and lines, odd characters, unclosed brackets, games in a row."""

from __future__ import annotations

from random import Random

from tests.fuzz import seeds
from tests.fuzz.mutate_text import CHARACTERS, mutate_text
from tests.fuzz.mutate_tree import mutate_tree
from tests.fuzz.nasty.frames import LONGEST, game, size


def brackets(random: Random) -> str:
    """Brackets and quotes, of one kind or of several, that may close or not."""
    kinds = random.sample(
        ("(", ")", "{", "}", "<", ">", '"', "(a", "[", "]", "(game ", "(define ", "\n", " ", "x:", "*", ".."),
        random.choice((1, 2, 3, 6)),
    )
    length = size(random)
    text = "".join(random.choices(kinds, k=length)) if random.random() < 0.6 else "".join(kinds) * length
    return (text if random.random() < 0.5 else game(text))[:LONGEST]


def unbalanced(random: Random) -> str:
    """A large game with very many brackets left out, doubled or exchanged."""
    text = random.choice(list(seeds.shipped().values())) * random.choice((1, 3, 20))
    share = random.choice((0.002, 0.02, 0.2))
    made = [
        char
        if char not in "(){}" or random.random() > share
        else random.choice(("", char * 2, ")", "(", "}", "{"))
        for char in text[: size(random)]
    ]
    return "".join(made)[:LONGEST]


def long_names(random: Random) -> str:
    """Names, words and strings as long as files."""
    name = random.choice(("x", "Man", "é", "😀", "a b ", 'Name\\"', "\u202e", "%s{0}<b>&")) * (
        size(random) // 4
    )
    return random.choice(
        (
            game(name=name),
            game(items=f'(piece "{name}" Each)', start=f'(place "{name}1" 0)'),
            game(f"({name})"),
            game(end=f'(if (is In (last To) (sites "{name}")) (result Mover Win))'),
            game(f'("{name}" 1 2)'),
            game(before=f'(define "{name}" 1) '),
            game(f'(move Add (to (sites Empty)) (then (set Var "{name}" 1)))'),
            game(before=f'(option "{name}" <O> args:{{<a>}} {{("{name}" <1> "{name}")}}) '),
            f"// {name}\n" + game(),
            f'(metadata (info {{(description "{name}")}})) ' + game(),
            game(items=f'(regions "{name}" P1 (sites Top))'),
        )
    )[:LONGEST]


def odd_characters(random: Random) -> str:
    """Characters that mean something elsewhere, by the thousand."""
    noise = "".join(random.choices((*CHARACTERS, "a", "(", ")", " "), k=size(random, 200_000)))
    return game(noise)[:LONGEST] if random.random() < 0.5 else noise[:LONGEST]


def one_after_the_other(random: Random) -> str:
    """Shipped games, one behind the other, or their rules all in one."""
    texts = list(seeds.shipped().values())
    made = "\n".join(random.choice(texts) for _ in range(random.choice((2, 20, 100))))
    return (made if random.random() < 0.5 else made.replace("(game", "(define"))[:LONGEST]


def comments(random: Random) -> str:
    """Comments without end, of several languages."""
    return game(
        random.choice(("// x\n", "/* ", "; x\n", "# x\n", "//", "/*/", "<!-- ")) * (size(random) // 4)
    )[:LONGEST]


def mutated(random: Random) -> str:
    """Any game with a part of it repeated or nested very often."""
    text = random.choice([*seeds.small_games(), *seeds.shipped().values()])
    for _ in range(3):
        text = mutate_tree(random, text) if random.random() < 0.8 else mutate_text(random, text)
    words = text.split()
    if words:
        at = random.randrange(len(words))
        words[at : at + random.choice((1, 5, 30))] *= random.choice((10, 100, 1000))
    return " ".join(words)[:LONGEST]


def too_long(random: Random) -> str:
    """A little more than is read."""
    return game(filler := "(move Pass) " * 83_000) + filler[: random.randrange(3000)]


FAMILIES = (
    brackets,
    unbalanced,
    long_names,
    odd_characters,
    one_after_the_other,
    comments,
    mutated,
    mutated,
    too_long,
)
