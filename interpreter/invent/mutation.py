"""Mutation by type: changes of a genome that are well-formed by construction, each told in words.

A change is made where the binder says that it fits: another number or word of the same kind, a subtree of a
parent (with the definitions that it uses, its names made to agree), an argument more or less, an item of an
array more, less or in another place, two of a kind joined to one, a part in place of the whole. The larger a
subtree is, the more it is a crossing: an ending, a way to move, all equipment with the starting position.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random

from gdl.bind.slots import Slot
from gdl.bind.specs import ArraySpec, ClassSpec, EnumSpec, Spec
from gdl.expand.definitions import walk
from gdl.ludeme.base import Ludeme, ludemes_in, of_argument
from gdl.ludeme.categories import EndRule, Item, Moves, Result
from gdl.ludeme.kinds import UNDECLARED, Kind
from gdl.ludemes.boards import AnyBoard
from gdl.ludemes.colours import Colours
from gdl.ludemes.equipment import Regions
from gdl.ludemes.game import End, Equipment, Play, Start
from gdl.parse.forms import Brace, Number, Paren, String, Word
from gdl.support.printable import one_line
from gdl.support.values import evolve, frozen
from interpreter.invent.genes import Donor, Donors, Gene, Genes, genes_of, names_in, same_quantity, slot_key
from interpreter.invent.genome import Defined, Edit, edited

#: What each part is called in a story.
PARTS = {"equipment": "the equipment", "start": "the starting position", "play": "the moves",
         "end": "the ending"}  # fmt: skip
#: How often a change is in each of them.
_WEIGHTS = {"equipment": 3, "start": 1, "play": 4, "end": 5}
#: Numbers are not made larger than that: boards of more rows take long, games too.
LARGEST = 16
#: Texts are shown no longer than that in stories.
_SHOWN = 70
_DIGITS = re.compile(r"\d+$")
_PLAYER = re.compile(r"P\d+|Team\d+")


@frozen
class Change:
    """A genome before and after one mutation; what was before undoes it."""

    before: str
    after: str
    #: which kind of mutation it is
    kind: str
    #: the part of the game that is another
    part: str
    #: the same in words
    words: str


@frozen
class _Edits:
    """What a kind of mutation has thought of."""

    edits: tuple[Edit, ...]
    words: str
    more: Mapping[str, Defined] = {}


#: A kind of mutation: what it does to a gene; None where it can do nothing.
Way = Callable[[Gene, Genes, Donors, Random], _Edits | None]


def mutate(genes: Genes, donors: Donors, rng: Random) -> Change | None:
    """One change of a genome; None where nothing came of what was tried."""
    by_part = {part: [g for g in genes.every if g.part == part] for part in _WEIGHTS}
    parts = [part for part in _WEIGHTS if by_part[part]]
    for _ in range(_PATIENCE):
        part = rng.choices(parts, [_WEIGHTS[each] for each in parts])[0]
        kind = rng.choices([*_KINDS], [weight for weight, _ in _KINDS.values()])[0]
        gene = _chosen(by_part[part], kind, rng)
        found = None if gene is None else _KINDS[kind][1](gene, genes, donors, rng)
        if gene is None or found is None:
            continue
        after = edited(genes.text, found.edits, found.more)
        if after != genes.text:
            where = PARTS[part] if not gene.definition else f'{PARTS[part]}, in "{gene.definition}"'
            return Change(genes.text, after, kind, part, f"{where}: {found.words}")
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


# --- Numbers and words ------------------------------------------------------------------------------------


def _number(gene: Gene, genes: Genes, donors: Donors, rng: Random) -> _Edits | None:
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
    return _instead(gene, str(new))


def _is_measured(gene: Gene, genes: Genes) -> bool:
    """Whether it is a size of a board on which something is laid, cell by cell."""
    if not any(isinstance(here.value, AnyBoard) for here in gene.written.placed[0].outwards()):
        return False
    return any(isinstance(each, Colours) for each in ludemes_in(genes.game.equipment))


def _word(gene: Gene, genes: Genes, donors: Donors, rng: Random) -> _Edits | None:
    """Another word that may stand there, mostly one that parents use."""
    if not isinstance(gene.form, Word):
        return None
    words = set(_words(genes, gene.slot.spec))
    for slot in gene.written.slots[1:]:
        words &= set(_words(genes, slot.spec))
    words.discard(gene.text)
    new = _a_word(words, gene.slot, genes, donors, rng) if words else None
    return None if new is None else _instead(gene, new)


def _words(genes: Genes, spec: Spec) -> Sequence[str]:
    return genes.vocabulary.words(spec)


def _a_word(words: Iterable[str], slot: Slot, genes: Genes, donors: Donors, rng: Random) -> str | None:
    """One of some words: mostly one that parents have in such a place, or else have anywhere; in equipment,
    where few make sense, no other."""
    players = genes.game.players.number
    known = sorted(w for w in words if not (end := _DIGITS.search(w)) or int(end[0]) <= players)
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


def _text(gene: Gene, genes: Genes, donors: Donors, rng: Random) -> _Edits | None:
    """The name of another thing of the same kind."""
    if not isinstance(gene.form, String) or not isinstance(gene.value, str):
        return None
    names = _about(gene)
    others = [each for each in genes.declared.get(names, ()) if each != gene.text[1:-1]] if names else []
    return _instead(gene, f'"{rng.choice(others)}"') if others else None


def _about(gene: Gene) -> Kind | None:
    slot = gene.slot
    if slot.entry is None or slot.param is None:
        return None
    kind, declares = of_argument(slot.entry.cls, slot.param.attribute)
    return None if declares else kind


def _instead(gene: Gene, new: str) -> _Edits:
    return _Edits(((*gene.place, new),), f"{shown(new)} in place of {shown(gene.text)}")


def shown(text: str) -> str:
    """A text of rules for a story, not too long."""
    plain = one_line(" ".join(text.split()))
    return f"`{plain if len(plain) <= _SHOWN else plain[: _SHOWN - 1] + '…'}`"


# --- Subtrees of parents ----------------------------------------------------------------------------------


def _graft(gene: Gene, genes: Genes, donors: Donors, rng: Random) -> _Edits | None:
    """A parent's subtree in place of what stands there."""
    if gene.written.named:
        return None
    beside = _beside(gene, genes)
    fitting = [each for each in donors.fitting(gene) if each.text not in beside]
    if not fitting:
        return None
    donor = rng.choice(fitting)
    if isinstance(donor.value, Equipment):
        return _all_equipment(gene, donor, genes, donors, rng)
    if not _may_replace(gene, donor, genes):
        return None
    agreed = _agreed(donor, genes, rng, gene)
    if agreed is None:
        return None
    text, more = agreed
    return _Edits(
        ((*gene.place, text),), f"{shown(text)} of {donor.parent} in place of {shown(gene.text)}", more
    )


def _beside(gene: Gene, genes: Genes) -> frozenset[str]:
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


def _agreed(
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
        stem = _DIGITS.sub("", name) if kind is Kind.PIECE else name
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


def _all_equipment(gene: Gene, donor: Donor, genes: Genes, donors: Donors, rng: Random) -> _Edits | None:
    """All of a parent's equipment, with its starting position if there is to be one; the rules take the names
    of what is there now."""
    agreed = _agreed(donor, genes, rng)
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
        also = _agreed(rng.choice(theirs), genes, rng) if theirs else ("", {})
        if also is None or start.definition:
            return None
        edits.append((*start.place, also[0]))
        more = {**more, **also[1]}
        words += " with its starting position" if theirs else ", which begins empty"
    missing: dict[str, str] = {}
    for kind, name in sorted(
        names_in(genes.game.rules, declared=False), key=lambda each: (each[0].value, each[1])
    ):
        stem = _DIGITS.sub("", name) if kind is Kind.PIECE else name
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
        stem = _DIGITS.sub("", form.value)
        old = form.value if form.value in missing else stem if stem in missing else None
        if old is not None:
            new = missing[old] + form.value[len(old) :]
            edits.append((form.span.start, form.span.end, f'"{new}"'))
    return _Edits(tuple(edits), words, more)


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


# --- Arguments and items more or less ---------------------------------------------------------------------


def _drop(gene: Gene, genes: Genes, donors: Donors, rng: Random) -> _Edits | None:
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
    return _Edits(((*gene.place, ""),), f"without {shown(gene.text)}")


def _is_value(gene: Gene) -> bool:
    """Whether it stands behind `name:`."""
    around = gene.written.placed[0].around
    return around is not None and around.slot == gene.slot and around.value is None


def _more(gene: Gene, genes: Genes, donors: Donors, rng: Random) -> _Edits | None:
    """Another item in an array, or beside a single one where several may stand."""
    if isinstance(gene.form, Brace):
        return _into_array(gene, genes, donors, rng)
    array = next((each for each in _arrays(gene.slot) if _holds(each, gene)), None)
    if array is None or gene.written.named:
        return None
    donor = _for(Slot(array.item, gene.slot.entry, gene.slot.param), gene, genes, donors, rng)
    if donor is None:
        return None
    text, more, parent = donor
    both = (gene.text, text) if rng.random() < 0.5 else (text, gene.text)
    return _Edits(((*gene.place, f"{{{both[0]} {both[1]}}}"),), f"also {shown(text)} of {parent}", more)


def _arrays(slot: Slot) -> list[ArraySpec]:
    return [each for each in slot.spec.alternatives if isinstance(each, ArraySpec)]


def _holds(array: ArraySpec, gene: Gene) -> bool:
    kinds = tuple(part.cls for part in array.item.alternatives if isinstance(part, ClassSpec))
    return bool(kinds) and isinstance(gene.value, kinds)


def _into_array(gene: Gene, genes: Genes, donors: Donors, rng: Random) -> _Edits | None:
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
        new = _a_word(words, gene.slot, genes, donors, rng)
        return None if new is None else _Edits(((at, at, f" {new} "),), f"also {shown(new)}")
    donor = _for(Slot(items[0], gene.slot.entry, gene.slot.param), gene, genes, donors, rng, no_piece=True)
    if donor is None or donor[0] in {each.span.text for each in gene.form.items}:
        return None
    text, more, parent = donor
    return _Edits(((at, at, f" {text} "),), f"also {shown(text)} of {parent}", more)


def _for(
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
    agreed = _agreed(donor, genes, rng, gene)
    return None if agreed is None else (*agreed, donor.parent)


def _argument(gene: Gene, genes: Genes, donors: Donors, rng: Random) -> _Edits | None:
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
    donor = _for(slot, gene, genes, donors, rng)
    if donor is not None and (not words or rng.random() < 0.6):
        text, more, parent = donor
        return _Edits(
            ((end, end, f" {param.name}:{text}"),), f"{shown(f'{param.name}:{text}')} of {parent} more", more
        )
    if not words:
        return None
    new = _a_word(words, slot, genes, donors, rng)
    return (
        None
        if new is None
        else _Edits(((end, end, f" {param.name}:{new}"),), f"{shown(f'{param.name}:{new}')} more")
    )


def _exchange(gene: Gene, genes: Genes, donors: Donors, rng: Random) -> _Edits | None:
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
    return _Edits(edits, f"{shown(second.span.text)} before {shown(first.span.text)}")


# --- One of two, two to one -------------------------------------------------------------------------------


def _join(gene: Gene, genes: Genes, donors: Donors, rng: Random) -> _Edits | None:
    """What stands there and something of a parent, joined by a ludeme that is made of several of its kind."""
    if not isinstance(gene.value, Ludeme) or gene.written.named or not isinstance(gene.form, Paren | String):
        return None
    heads = [each for each in genes.joining(gene.slot) if isinstance(gene.value, each[1])]
    if not heads:
        return None
    head, cls = rng.choice(heads)
    donor = _for(gene.slot, gene, genes, donors, rng, cls)
    if donor is None or donor[0] in gene.text or donor[0] in _beside(gene, genes):
        return None
    text, more, parent = donor
    return _Edits(
        ((*gene.place, f"({head} {gene.text} {text})"),),
        f"{shown(gene.text)} joined by {shown(head)} with {shown(text)} of {parent}",
        more,
    )


def _hoist(gene: Gene, genes: Genes, donors: Donors, rng: Random) -> _Edits | None:
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
    return _Edits(((*gene.place, part.text),), f"only {shown(part.text)} of {shown(gene.text)}")


#: The kinds of mutation, and how often each is tried.
_KINDS: Mapping[str, tuple[int, Way]] = {
    "number": (4, _number),
    "word": (2, _word),
    "name": (1, _text),
    "graft": (7, _graft),
    "item": (5, _more),
    "argument": (1, _argument),
    "drop": (3, _drop),
    "order": (1, _exchange),
    "join": (2, _join),
    "part": (2, _hoist),
}
