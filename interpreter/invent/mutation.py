"""Mutation by type: changes of a genome that are well-formed by construction, each told in words.

A change is made where the binder says that it fits: another number or word of the same kind, a subtree of a
parent (with the definitions that it uses, its names made to agree), an argument more or less, an item of an
array more, less or in another place, two of a kind joined to one, a part in place of the whole. The larger a
subtree is, the more it is a crossing: an ending, a way to move, all equipment with the starting position.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from gdl.ludeme.categories import EndRule, Moves
from gdl.ludemes.game import End, Equipment, Play, Start
from gdl.parse.forms import Brace, Number, Paren, String, Word
from interpreter.invent.change import PARTS, Change, Way
from interpreter.invent.crossover import graft
from interpreter.invent.genes import Donors, Gene, Genes
from interpreter.invent.genome import edited
from interpreter.invent.insertions import delete, exchange, give_argument, hoist, insert, join
from interpreter.invent.point_mutations import another_name, another_number, another_word

#: How often a change is in each part of a game.
_WEIGHTS = {"equipment": 3, "start": 1, "play": 4, "end": 5}


def mutate(genes: Genes, donors: Donors, rng: Random) -> Change | None:
    """One change of a genome; None where nothing came of what was tried."""
    by_part = {part: [g for g in genes.every if g.part == part] for part in _WEIGHTS}
    parts = [part for part in _WEIGHTS if by_part[part]]
    for _ in range(_PATIENCE):
        part = rng.choices(parts, [_WEIGHTS[each] for each in parts])[0]
        kind = rng.choices([*_KINDS], [weight for weight, _ in _KINDS.values()])[0]
        gene = _chosen(by_part[part], kind, rng)
        result = None if gene is None else _KINDS[kind][1](gene, genes, donors, rng)
        if gene is None or result is None:
            continue
        after = edited(genes.text, result.edits, result.more)
        if after != genes.text:
            where = PARTS[part] if not gene.definition else f'{PARTS[part]}, in "{gene.definition}"'
            return Change(genes.text, after, kind, part, f"{where}: {result.words}")
    return None


#: So often in a row a change is looked for.
_PATIENCE = 60
#: So often a subtree takes the place of a whole rule: an ending, all moves, all endings, all equipment.
_WHOLE_RULES = 0.3
_RULES = (Play, End, EndRule, Equipment, Start, Moves)
#: So many definitions the game itself counts for.
_BODY = 2


def _chosen(among: Sequence[Gene], kind: str, rng: Random) -> Gene | None:
    """Where a kind of change is made: in each definition as often as in each other, so that a long one, as
    how a piece moves, is not changed more often than what the game is about."""
    forms = _FORMS.get(kind)
    fitting = [each for each in among if forms is None or isinstance(each.form, forms)]
    if kind == "graft" and rng.random() < _WHOLE_RULES:
        fitting = [each for each in fitting if isinstance(each.value, _RULES)] or fitting
    if not fitting:
        return None
    where = [*dict.fromkeys(each.definition for each in fitting)]
    chosen = rng.choices(where, [1 if each else _BODY for each in where])[0]
    return rng.choice([each for each in fitting if each.definition == chosen])


#: What some kinds of change are made of.
_FORMS: Mapping[str, tuple[type, ...]] = {
    "number": (Number,), "word": (Word,), "name": (String,), "graft": (Paren, Brace, String),
    "join": (Paren, String), "part": (Paren,), "argument": (Paren,), "order": (Brace,),
}  # fmt: skip


#: The kinds of mutation, and how often each is tried.
_KINDS: Mapping[str, tuple[int, Way]] = {
    "number": (4, another_number),
    "word": (2, another_word),
    "name": (1, another_name),
    "graft": (7, graft),
    "item": (5, insert),
    "argument": (1, give_argument),
    "drop": (3, delete),
    "order": (1, exchange),
    "join": (2, join),
    "part": (2, hoist),
}
