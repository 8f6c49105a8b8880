"""Insertion and deletion: an argument or an item more, less or in another place; two of a kind joined to one,
a part in place of the whole."""

from __future__ import annotations

from random import Random

from gdl.bind.slots import Slot
from gdl.bind.specs import ArraySpec, ClassSpec, EnumSpec
from gdl.ludeme.base import Ludeme
from gdl.ludeme.categories import EndRule, Result
from gdl.ludeme.kinds import Kind
from gdl.ludemes.boards import AnyBoard
from gdl.ludemes.game import End, Play
from gdl.parse.forms import Brace, Paren, String
from interpreter.invent.change import Edits, shown
from interpreter.invent.crossover import from_parent, texts_beside
from interpreter.invent.genes import Donors, Gene, Genes, names_in, same_quantity
from interpreter.invent.point_mutations import a_word


def delete(gene: Gene, genes: Genes, donors: Donors, rng: Random) -> Edits | None:
    """Leave an optional argument, or an item of an array, out."""
    if not gene.written.optional or (_is_value(gene) and not gene.written.in_array):
        return None
    if not isinstance(gene.form, Paren | Brace) and not gene.written.named and not gene.written.in_array:
        return None  # a bare word that may be left out mostly says what the ludeme is
    if isinstance(gene.value, AnyBoard | Play | End | Result) or genes.missed(gene.value):
        return None
    if isinstance(gene.value, str) and gene.part != "start":
        return None  # a row of a board, a name that something needs
    if len(genes.declared.get(Kind.PIECE, ())) == 1 and any(
        kind is Kind.PIECE for kind, _ in names_in(gene.value, declared=True)
    ):
        return None
    return Edits(((*gene.place, ""),), f"without {shown(gene.text)}")


def _is_value(gene: Gene) -> bool:
    """Whether it stands behind `name:`."""
    around = gene.written.placed[0].around
    return around is not None and around.slot == gene.slot and around.value is None


def insert(gene: Gene, genes: Genes, donors: Donors, rng: Random) -> Edits | None:
    """Another item in an array, or beside a single one where several may stand."""
    if isinstance(gene.form, Brace):
        return _into_array(gene, genes, donors, rng)
    array = next((each for each in _arrays(gene.slot) if _holds(each, gene)), None)
    if array is None or gene.written.named:
        return None
    donor = from_parent(Slot(array.item, gene.slot.entry, gene.slot.param), gene, genes, donors, rng)
    if donor is None:
        return None
    text, more, parent = donor
    both = (gene.text, text) if rng.random() < 0.5 else (text, gene.text)
    return Edits(((*gene.place, f"{{{both[0]} {both[1]}}}"),), f"also {shown(text)} of {parent}", more)


def _arrays(slot: Slot) -> list[ArraySpec]:
    return [each for each in slot.spec.alternatives if isinstance(each, ArraySpec)]


def _holds(array: ArraySpec, gene: Gene) -> bool:
    kinds = tuple(part.cls for part in array.item.alternatives if isinstance(part, ClassSpec))
    return bool(kinds) and isinstance(gene.value, kinds)


def _into_array(gene: Gene, genes: Genes, donors: Donors, rng: Random) -> Edits | None:
    assert isinstance(gene.form, Brace)
    if not gene.form.items or gene.written.named:
        return None
    arrays = [each for slot in gene.written.slots for each in _arrays(slot)]
    items = [item for slot in gene.written.slots for item in genes.vocabulary.items(slot.spec)]
    if not items or (not arrays and not items):
        return None
    place = rng.randrange(len(gene.form.items) + 1)
    at = gene.form.items[place].span.start if place < len(gene.form.items) else gene.place[1] - 1
    if any(isinstance(part, EnumSpec) for part in items[0].alternatives):
        words = set(genes.vocabulary.words(items[0])) - {each.span.text for each in gene.form.items}
        if not words:
            return None
        new = a_word(words, gene.slot, genes, donors, rng)
        return None if new is None else Edits(((at, at, f" {new} "),), f"also {shown(new)}")
    slot = Slot(items[0], gene.slot.entry, gene.slot.param)
    donor = from_parent(slot, gene, genes, donors, rng, no_piece=True)
    if donor is None or donor[0] in {each.span.text for each in gene.form.items}:
        return None
    text, more, parent = donor
    return Edits(((at, at, f" {text} "),), f"also {shown(text)} of {parent}", more)


def give_argument(gene: Gene, genes: Genes, donors: Donors, rng: Random) -> Edits | None:
    """An optional argument that is not given yet, by its name."""
    value = gene.value
    if (
        not isinstance(gene.form, Paren)
        or not isinstance(value, Ludeme)
        or isinstance(gene.form.items[0], String)
    ):
        return None
    match = genes.bound.binder.match_of(gene.written.placed[0].form, value)
    if match is None:
        return None
    given = {each.name for each in gene.form.items if hasattr(each, "name")}
    open_ones = [p for name, p in match.signature.named.items() if name not in given and p.optional]
    if not open_ones:
        return None
    param = rng.choice(open_ones)
    slot = Slot(param.spec, match.entry, param)
    end = gene.place[1] - 1
    words = set(genes.vocabulary.words(param.spec))
    donor = from_parent(slot, gene, genes, donors, rng)
    if donor is not None and (not words or rng.random() < 0.6):
        text, more, parent = donor
        return Edits(
            ((end, end, f" {param.name}:{text}"),), f"{shown(f'{param.name}:{text}')} of {parent} more", more
        )
    if not words:
        return None
    new = a_word(words, slot, genes, donors, rng)
    return (
        None
        if new is None
        else Edits(((end, end, f" {param.name}:{new}"),), f"{shown(f'{param.name}:{new}')} more")
    )


def exchange(gene: Gene, genes: Genes, donors: Donors, rng: Random) -> Edits | None:
    """Two items of an array in each other's place: endings are looked at in their order."""
    if not isinstance(gene.form, Brace) or len(gene.form.items) < 2:
        return None
    value = gene.value
    if not (isinstance(value, tuple) and any(isinstance(each, EndRule) for each in value)):
        return None
    at = rng.randrange(len(gene.form.items) - 1)
    first, second = gene.form.items[at : at + 2]
    edits = (
        (first.span.start, first.span.end, second.span.text),
        (second.span.start, second.span.end, first.span.text),
    )
    return Edits(edits, f"{shown(second.span.text)} before {shown(first.span.text)}")


def join(gene: Gene, genes: Genes, donors: Donors, rng: Random) -> Edits | None:
    """What stands there and something of a parent, joined by a ludeme that is made of several of its kind."""
    if not isinstance(gene.value, Ludeme) or gene.written.named or not isinstance(gene.form, Paren | String):
        return None
    heads = [each for each in genes.joining(gene.slot) if isinstance(gene.value, each[1])]
    if not heads:
        return None
    head, cls = rng.choice(heads)
    donor = from_parent(gene.slot, gene, genes, donors, rng, cls)
    if donor is None or donor[0] in gene.text or donor[0] in texts_beside(gene, genes):
        return None
    text, more, parent = donor
    return Edits(
        ((*gene.place, f"({head} {gene.text} {text})"),),
        f"{shown(gene.text)} joined by {shown(head)} with {shown(text)} of {parent}",
        more,
    )


def hoist(gene: Gene, genes: Genes, donors: Donors, rng: Random) -> Edits | None:
    """A part of what stands there in place of the whole."""
    if not isinstance(gene.form, Paren) or gene.written.named:
        return None
    start, end = gene.place
    parts = [
        each
        for each in genes.every
        if start < each.place[0]
        and each.place[1] < end
        and not each.written.named
        and isinstance(each.form, Paren | String)
        and isinstance(each.value, Ludeme)
        and gene.written.takes(each.value)
        and same_quantity(each.value, gene.value)
    ]
    if not parts:
        return None
    part = rng.choice(parts)
    return Edits(((*gene.place, part.text),), f"only {shown(part.text)} of {shown(gene.text)}")
