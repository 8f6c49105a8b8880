"""Crossover: subtrees of parents, with the definitions that they use and their names made to agree.

From one argument up to an ending, a way to move, all equipment with the starting position.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from random import Random

from gdl.bind.slots import Slot
from gdl.expand.definitions import walk
from gdl.ludeme.base import Ludeme
from gdl.ludeme.kinds import UNDECLARED, Kind
from gdl.ludemes.boards import AnyBoard
from gdl.ludemes.equipment import Regions
from gdl.ludemes.game import Equipment, Start
from gdl.parse.forms import Brace, Paren, String
from gdl.support.values import evolve
from interpreter.invent.change import DIGITS, PARTS, Change, Edits, shown
from interpreter.invent.genes import Donor, Donors, Gene, Genes, genes_of, names_in
from interpreter.invent.genome import Defined, Edit, edited


def graft(gene: Gene, genes: Genes, donors: Donors, rng: Random) -> Edits | None:
    """A parent's subtree in place of what stands there."""
    if gene.written.named:
        return None
    beside = texts_beside(gene, genes)
    fitting = [each for each in donors.fitting(gene) if each.text not in beside]
    if not fitting:
        return None
    donor = rng.choice(fitting)
    if isinstance(donor.value, Equipment):
        return _all_equipment(gene, donor, genes, donors, rng)
    if not _may_replace(gene, donor, genes):
        return None
    agreed = with_agreed_names(donor, genes, rng, gene)
    if agreed is None:
        return None
    text, more = agreed
    return Edits(
        ((*gene.place, text),), f"{shown(text)} of {donor.parent} in place of {shown(gene.text)}", more
    )


def texts_beside(gene: Gene, genes: Genes) -> frozenset[str]:
    """The texts of the other items of an array or a list of alike things: none of them is wanted twice."""
    around = gene.written.placed[0].around
    if around is None or not isinstance(around.form, Brace | Paren):
        return frozenset()
    if not isinstance(around.form, Brace) and not (isinstance(around.value, Ludeme) and around.value.alike()):
        return frozenset()
    return frozenset(each.span.text for each in around.form.items)


def _may_replace(gene: Gene, donor: Donor, genes: Genes) -> bool:
    """Whether a board comes for a board and nothing else does; whether all that is named is still there, and
    nothing is there twice."""
    if isinstance(gene.value, AnyBoard) is not isinstance(donor.value, AnyBoard):
        return False
    if genes.missed(gene.value, donor.declares):
        return False
    gone = frozenset(names_in(gene.value, declared=True))
    return not any(each not in gone and genes.has(each) for each in donor.declares)


def with_agreed_names(
    donor: Donor, genes: Genes, rng: Random, gene: Gene | None = None
) -> tuple[str, dict[str, Defined]] | None:
    """The text of a donor and the definitions that it takes along, with names as they are in a genome; None
    where that has nothing of a kind, and where a definition with it in place of a gene would use itself."""
    renamed: dict[str, str] = {}
    declared = {name for _, name in donor.declares}
    for kind, name in sorted(donor.names, key=lambda each: (each[0].value, each[1])):
        if genes.has((kind, name)) or name in declared:
            continue
        others = genes.declared.get(kind, ())
        if not others:
            return None
        stem = DIGITS.sub("", name) if kind is Kind.PIECE else name
        renamed.setdefault(stem, rng.choice(others))
    more = {n: _renamed(each, renamed) for n, each in donor.definitions.items()}
    text = _with_names(donor.text, renamed)
    # a definition of the same name that says something else gets a name of its own
    again: dict[str, str] = {}
    for name, each in more.items():
        known = genes.apart.definitions.get(name)
        if known is not None and known.text != each.text:
            number = 2
            while f"{name}{number}" in genes.apart.definitions or f"{name}{number}" in more:
                number += 1
            again[name] = f"{name}{number}"
    if again:
        text = _with_names(text, again, whole=True)
        more = {again.get(n, n): _renamed(each, again, whole=True) for n, each in more.items()}
    if gene is not None and gene.definition in more:
        return None
    return text, more


def _with_names(text: str, renamed: Mapping[str, str], whole: bool = False) -> str:
    """A text with names in quotes replaced; those of pieces may have their owner's number behind."""
    for old, new in renamed.items():
        owner = "" if whole else r"(\d*)"
        text = re.sub(f'"{re.escape(old)}{owner}"', _quoted(new), text)
    return text


def _quoted(name: str) -> Callable[[re.Match[str]], str]:
    return lambda match: f'"{name}{"".join(match.groups())}"'


def _renamed(each: Defined, renamed: Mapping[str, str], whole: bool = False) -> Defined:
    text = _with_names(each.text, renamed, whole)
    if text == each.text:
        return each
    names = frozenset(renamed.get(name, name) for name in each.names)
    comment = each.comment if whole else ()
    return evolve(each, name=renamed.get(each.name, each.name), text=text, comment=comment, names=names)


def _all_equipment(gene: Gene, donor: Donor, genes: Genes, donors: Donors, rng: Random) -> Edits | None:
    """All of a parent's equipment, with its starting position if there is to be one; the rules take the names
    of what is there now."""
    agreed = with_agreed_names(donor, genes, rng)
    if agreed is None:
        return None
    text, more = agreed
    declared: dict[Kind, list[str]] = {}
    for kind, name in sorted(donor.declares, key=lambda each: (each[0].value, each[1])):
        declared.setdefault(kind, []).append(name)
    edits: list[Edit] = [(*gene.place, text)]
    start = next((each for each in genes.every if isinstance(each.value, Start)), None)
    words = f"all equipment of {donor.parent}"
    if start is not None:
        theirs = [d for d in donors.every if isinstance(d.value, Start) and d.parent == donor.parent]
        also = with_agreed_names(rng.choice(theirs), genes, rng) if theirs else ("", {})
        if also is None or start.definition:
            return None
        edits.append((*start.place, also[0]))
        more = {**more, **also[1]}
        words += " with its starting position" if theirs else ", which begins empty"
    missing: dict[str, str] = {}
    for kind, name in sorted(
        names_in(genes.game.rules, declared=False), key=lambda each: (each[0].value, each[1])
    ):
        stem = DIGITS.sub("", name) if kind is Kind.PIECE else name
        if kind in UNDECLARED or kind not in _OF_EQUIPMENT or stem in declared.get(kind, ()):
            continue
        if name in declared.get(kind, ()):
            continue
        if kind not in declared:
            return None
        missing.setdefault(stem, rng.choice(declared[kind]))
    inside = [(first, last) for first, last, _ in edits]
    for form in walk(genes.apart.every):
        if not isinstance(form, String) or any(a <= form.span.start < b for a, b in inside):
            continue
        stem = DIGITS.sub("", form.value)
        old = form.value if form.value in missing else stem if stem in missing else None
        if old is not None:
            new = missing[old] + form.value[len(old) :]
            edits.append((form.span.start, form.span.end, f'"{new}"'))
    return Edits(tuple(edits), words, more)


#: What equipment declares.
_OF_EQUIPMENT = (Kind.PIECE, Kind.REGION, Kind.TRACK, Kind.CONTAINER, Kind.MAP, Kind.FACE)


def with_regions(text: str, donors: Donors, rng: Random) -> Change | None:
    """A genome with the regions of the players that a parent has, for rules that came without them: who
    connects has to have something to connect."""
    of = sorted({each.parent for each in donors.every if isinstance(each.value, Regions)})
    arrays = [g for g in genes_of(text).every if g.part == "equipment" and _holds_items(g)]
    if not of or not arrays:
        return None
    parent = rng.choice(of)
    items = [each for each in donors.every if each.parent == parent and isinstance(each.value, Regions)]
    more: dict[str, Defined] = {}
    for each in items:
        more |= each.definitions
    inside = arrays[0].place[1] - 1
    after = edited(text, ((inside, inside, " " + " ".join(each.text for each in items)),), more)
    return Change(text, after, "regions", "equipment", f"{PARTS['equipment']}: the regions of {parent}")


def _holds_items(gene: Gene) -> bool:
    return (
        isinstance(gene.form, Brace)
        and isinstance(gene.value, tuple)
        and any(isinstance(each, AnyBoard) for each in gene.value)
    )


def from_parent(
    slot: Slot,
    gene: Gene,
    genes: Genes,
    donors: Donors,
    rng: Random,
    cls: type[Ludeme] = Ludeme,
    no_piece: bool = False,
) -> tuple[str, dict[str, Defined], str] | None:
    """What some donor has for a slot, with its definitions, and whose it is; no second board or piece of the
    same name. Where there is to be `no_piece`, no rule would know of another one."""
    there = {name for names in genes.declared.values() for name in names}
    fitting = [
        each
        for each in donors.for_slot(slot, gene.bound_here)
        if not any(name in there for _, name in each.declares)
        and isinstance(each.value, cls)
        and each.text != gene.text
        and not isinstance(each.value, AnyBoard)
        and not (no_piece and any(kind is Kind.PIECE for kind, _ in each.declares))
    ]
    if not fitting:
        return None
    donor = rng.choice(fitting)
    agreed = with_agreed_names(donor, genes, rng, gene)
    return None if agreed is None else (*agreed, donor.parent)
