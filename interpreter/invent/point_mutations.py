"""Point mutations: another number, word or name in place of one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from random import Random

from gdl.bind.slots import Slot
from gdl.bind.specs import Spec
from gdl.ludeme.base import ludemes_in, of_argument
from gdl.ludeme.categories import Item
from gdl.ludeme.kinds import Kind
from gdl.ludemes.boards import AnyBoard
from gdl.ludemes.colours import Colours
from gdl.parse.forms import Number, String, Word
from interpreter.invent.change import DIGITS, Edits, in_its_place
from interpreter.invent.genes import Donors, Gene, Genes, slot_key

#: Numbers are not made larger than that: boards of more rows take long, games too.
LARGEST = 16
_PLAYER = re.compile(r"P\d+|Team\d+")


def another_number(gene: Gene, genes: Genes, donors: Donors, rng: Random) -> Edits | None:
    """Another number near by."""
    if not isinstance(gene.form, Number) or not isinstance(gene.form.value, int):
        return None
    old = gene.form.value
    if _is_measured(gene, genes):
        return None
    steps = (-1, 1, -1, 1, -2, 2)
    near = [old + step for step in steps if (old + step >= 1) == (old >= 1)]
    if old > LARGEST:
        near = [old // 2, old * 2]
    new = rng.choice([each for each in near if each <= max(LARGEST, 2 * old)])
    return in_its_place(gene, str(new))


def _is_measured(gene: Gene, genes: Genes) -> bool:
    """Whether it is a size of a board on which something is laid, cell by cell."""
    if not any(isinstance(here.value, AnyBoard) for here in gene.written.placed[0].outwards()):
        return False
    return any(isinstance(each, Colours) for each in ludemes_in(genes.game.equipment))


def another_word(gene: Gene, genes: Genes, donors: Donors, rng: Random) -> Edits | None:
    """Another word that may stand there, mostly one that parents use."""
    if not isinstance(gene.form, Word):
        return None
    words = set(_words(genes, gene.slot.spec))
    for slot in gene.written.slots[1:]:
        words &= set(_words(genes, slot.spec))
    words.discard(gene.text)
    new = a_word(words, gene.slot, genes, donors, rng) if words else None
    return None if new is None else in_its_place(gene, new)


def _words(genes: Genes, spec: Spec) -> Sequence[str]:
    return genes.vocabulary.words(spec)


def a_word(words: Iterable[str], slot: Slot, genes: Genes, donors: Donors, rng: Random) -> str | None:
    """One of some words: mostly one that parents have in such a place, or else have anywhere; in equipment,
    where few make sense, no other."""
    players = genes.game.players.number
    known = sorted(w for w in words if not (end := DIGITS.search(w)) or int(end[0]) <= players)
    here = [each for each in known if (slot_key(slot), each) in donors.placed]
    # rules that name one of the players are not the same for both
    known = [each for each in known if each in here or not _PLAYER.fullmatch(each)] or known
    if slot.entry is not None and issubclass(slot.entry.cls, Item):  # whose pieces are: few words make sense
        return rng.choice(here) if here else None
    used = [each for each in known if each in donors.words]
    for some, often in ((here, 0.7), (used, 0.7)):
        if some and rng.random() < often:
            return rng.choice(some)
    return rng.choice(known or sorted(words))


def another_name(gene: Gene, genes: Genes, donors: Donors, rng: Random) -> Edits | None:
    """The name of another thing of the same kind."""
    if not isinstance(gene.form, String) or not isinstance(gene.value, str):
        return None
    names = _about(gene)
    others = [each for each in genes.declared.get(names, ()) if each != gene.text[1:-1]] if names else []
    return in_its_place(gene, f'"{rng.choice(others)}"') if others else None


def _about(gene: Gene) -> Kind | None:
    slot = gene.slot
    if slot.entry is None or slot.param is None:
        return None
    kind, declares = of_argument(slot.entry.cls, slot.param.attribute)
    return None if declares else kind
