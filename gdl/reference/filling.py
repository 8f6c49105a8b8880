"""Generating test cases: the forms of a ludeme as texts, with something sensible for each argument.

Of each argument several values are made, those first that mean something nearly everywhere; which of them
fit where is found by trying.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from itertools import islice, product

from gdl.bind.binder import Vocabulary
from gdl.bind.describe import class_example, is_registered
from gdl.bind.specs import ArraySpec, ClassSpec, EnumSpec, Param, ScalarSpec, Spec
from gdl.ludeme import arguments, categories
from gdl.ludeme.base import Ludeme
from gdl.ludeme.registry import Entry
from gdl.ludemes import arguments as rules_arguments
from gdl.reference.shown import Form, selector

#: No deeper than that are parts made of parts.
_DEEPEST = 3
#: How many ways to fill in what a ludeme must be given are tried.
_MOST_WAYS = 24
#: How many values of one further argument are tried.
_MOST_VALUES = 8

#: What stands for a kind.
_KINDS: dict[type[Ludeme], tuple[str, ...]] = {
    categories.IntExpr: ("1", "(last To)", "(to)", "(from)", "(site)", "0"),
    categories.BoolExpr: ("(is Empty (to))", "(is Even (count Moves))", "True"),
    categories.FloatExpr: ("0.5", "2.5"),
    categories.Region: ("(sites Empty)", "(sites Occupied by:Mover)", "(sites Top)", "(sites Board)"),
    categories.Ints: ("{1 2}",),
    categories.Moves: (
        "(moveAgain)", "(move Add (to (sites Empty)))", "(move Step (to if:(is Empty (to))))",
        "(remove (last To))", "(addScore Mover 1)",
    ),
    categories.Direction: ("Orthogonal", "Diagonal", "Forward"),
    categories.Dim: ("4", "3", "2"),
    categories.Graph: ("(square 5)", "(hex 3)"),
    categories.Result: ("(result Mover Win)",),
    categories.EndRule: ("(if (is Line 3) (result Mover Win))",),
    categories.StartRule: ('(place "Disc1" coord:"a1")',),
    categories.Item: ('(piece "Disc" Each)',),
    rules_arguments.To: ("(to if:(is Empty (to)))", "(to (sites Empty))", "(to)", "(to (last From))"),
    rules_arguments.From: ("(from)", "(from (last To))", "(from (sites Occupied by:Mover))"),
    rules_arguments.Between: ("(between if:(is Enemy (who at:(between))))", "(between (exact 1))"),
    arguments.PieceArgument: ('(piece "Stone")', '(piece "King")', '(piece "Disc")'),
    arguments.PlayerArgument: ("(player 1)", "(player (mover))"),
    arguments.Then: ("(then (moveAgain))",),
    rules_arguments.Apply: ("(apply (remove (between)))", "(apply (moveAgain))"),
}  # fmt: skip
#: What stands for an argument of this name (or attribute), whatever its kind.
_NAMES: dict[str, tuple[str, ...]] = {
    "at": ("(last To)", "(to)", "(site)", "(from)", "0"),
    "of": ("(last To)", "(mover)", "(to)", "1"),
    "from": ("(last To)", "(from)", "0"),
    "through": ("(last To)", "(to)"),
    "level": ("0", "(level)"),
    "index": ("0",),
    "length": ("3",),
    "what": ('(id "Disc" Mover)', "1"),
    "coord": ('"a1"',),
    "name": ('"Track"', '"Disc"', '"Disc1"', '"Map"', '"Home"'),
    "track": ('"Track"',),
    "if": ("(is Empty (to))", "(is Even (site))", "(is Mover (who at:(to)))", "(is Full)"),
    "poly": ("(poly {{0 0} {0 4} {4 4} {4 0}})",),
}
_TEXTS = ('"Disc1"', '"Disc"', '"Track"', '"Home"', '"Map"', '"Red"', '"a1"')
_USUAL_WORDS = ("Mover", "Next", "P1", "Each", "Cell", "Adjacent", "Orthogonal", "N", "F")


def forms(
    entry: Entry, form: Form, known: Vocabulary, like: Sequence[Mapping[str, str]]
) -> Iterator[dict[str, str]]:
    """Arguments by attribute that make the form; `like` are those of forms that have compiled, which go
    first: with what the ludeme must be given of them alone, and with all of them."""
    signature = known.signature(entry.cls)
    params = list(signature.params())
    chosen = selector(signature)
    fixed = {chosen.attribute: form.word} if chosen is not None and form.word else {}
    for each in like:
        some = {name: text for name, text in each.items() if _stays(entry, name, form)}
        few = {name: text for name, text in some.items() if not _optional(entry, params, name)}
        for base in (few, some) if few != some else (few,):
            for more in _besides(entry, form, params, known):
                yield {**base, **fixed, **more}
    for needed in islice(_needed(entry, params, fixed, form, known), _MOST_WAYS if not like else 4):
        for more in _besides(entry, form, params, known):
            yield {**needed, **more}


def _stays(entry: Entry, name: str, form: Form) -> bool:
    """Whether an argument may stand beside that of the form."""
    return not any(
        name in group and form.argument in group for group in (*entry.cls.one_of, *entry.cls.at_most_one)
    )


def _optional(entry: Entry, params: list[Param], name: str) -> bool:
    """Whether an argument may be left out, whatever else is given."""
    grouped = any(name in group for group in entry.cls.one_of)
    return not grouped and next(param.optional for param in params if param.attribute == name)


def _besides(entry: Entry, form: Form, params: list[Param], known: Vocabulary) -> Iterator[dict[str, str]]:
    """The further argument that makes the form, with each of its values; nothing for other forms."""
    param = next((each for each in params if each.attribute == form.argument), None)
    if param is None:
        yield {}
        return
    for text in islice(texts(param, known), _MOST_VALUES):
        yield {param.attribute: text}


def _needed(
    entry: Entry, params: list[Param], fixed: Mapping[str, str], form: Form, known: Vocabulary
) -> Iterator[dict[str, str]]:
    """What the ludeme must be given, filled in several ways."""
    wanted = [param for param in params if not param.optional and param.attribute not in fixed]
    groups = [group for group in entry.cls.one_of if form.argument not in group]
    for group in groups:
        if not any(param.attribute in group for param in wanted):
            wanted.append(next(param for param in params if param.attribute == group[0]))
    values = [list(islice(texts(param, known), 5)) for param in wanted]
    for chosen in product(*values):
        yield {**fixed, **{param.attribute: text for param, text in zip(wanted, chosen, strict=True)}}


def written_with(entry: Entry, given: Mapping[str, str], known: Vocabulary) -> str:
    """The ludeme with these arguments."""
    parts = [*entry.words]
    for param in known.signature(entry.cls).params():
        if param.attribute in given:
            parts.append((f"{param.name}:" if param.name else "") + given[param.attribute])
    return f"({' '.join(parts)})"


def first_text(param: Param, known: Vocabulary) -> str | None:
    """The first of the values for an argument."""
    return next(texts(param, known), None)


def texts(param: Param, known: Vocabulary) -> Iterator[str]:
    """Values for an argument, other than what it is without being given, each once."""
    result = dict.fromkeys(_texts(param.spec, known, 0, param.name or param.attribute))
    default = param.default.value if isinstance(param.default, Enum) else str(param.default)
    if param.optional:
        result.pop(str(default), None)
    yield from result


def _texts(spec: Spec, known: Vocabulary, depth: int, name: str = "") -> Iterator[str]:
    if depth > _DEEPEST:
        return
    made = [list(islice(_of_kind(part, known, depth, name), 14)) for part in spec.alternatives]
    for turn in range(14):  # the first of each alternative, the second of each, ...
        for each in made:
            if turn < len(each):
                yield each[turn]


def _of_kind(part: Spec, known: Vocabulary, depth: int, name: str) -> Iterator[str]:
    if isinstance(part, EnumSpec):
        usual = [word for word in _USUAL_WORDS if word in part.members]
        yield from [*usual, *(word for word in part.members if word not in usual)]
    elif isinstance(part, ScalarSpec):
        if part.kind is str:
            yield from [text for text in _NAMES.get(name, ()) if text.startswith('"')] + list(_TEXTS)
        else:
            yield from {bool: ("True", "False"), int: ("2", "1", "3"), float: ("0.5", "2.0")}[part.kind]
    elif isinstance(part, ArraySpec):
        inner = list(islice(_texts(part.item, known, depth + 1), 4))
        if _is_number(part.item):
            yield from ("{1 2}", "{0 1}", "{1}")
        yield from (f"{{{each} {each}}}" for each in inner[:1])
        yield from (f"{{{each}}}" for each in inner)
        if len(inner) > 1:
            yield f"{{{inner[0]} {inner[1]}}}"
    elif isinstance(part, ClassSpec):
        if issubclass(part.cls, (categories.IntExpr, categories.BoolExpr, categories.Region)):
            yield from (text for text in _NAMES.get(name, ()) if not text.startswith('"'))
        yield from _KINDS.get(part.cls, ())
        if is_registered(part.cls):
            example = class_example(part.cls)
            if example.startswith(f"({part.cls.words[0]} ") and "..." not in example:
                yield example
            yield from _part(part.cls, known, depth)
        elif part.cls not in _KINDS:
            for entry in known.registry.entries():
                if issubclass(entry.cls, part.cls):
                    yield from _part(entry.cls, known, depth)
                    return


def _is_number(spec: Spec) -> bool:
    kind = spec.cls if isinstance(spec, ClassSpec) else spec.kind if isinstance(spec, ScalarSpec) else None
    return kind in (categories.IntExpr, categories.Dim, int)


def _part(cls: type[Ludeme], known: Vocabulary, depth: int) -> Iterator[str]:
    """The shortest forms of a ludeme that stands in particular places."""
    entry = next(each for each in known.registry.entries() if each.cls is cls)
    params = list(known.signature(cls).params())
    wanted = [param for param in params if not param.optional]
    values = [list(islice(_texts(param.spec, known, depth + 1, param.name), 2)) for param in wanted]
    for chosen in islice(product(*values), 4):
        yield written_with(entry, {p.attribute: text for p, text in zip(wanted, chosen, strict=True)}, known)
