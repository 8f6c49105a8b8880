"""Describing what is wanted (signatures in the style of Ludii's grammar, kinds in words, examples), and forms
as messages show them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import Enum
from functools import lru_cache

from gdl.bind.specs import ArraySpec, ClassSpec, EnumSpec, Param, ScalarSpec, Signature, Spec
from gdl.ludeme.base import Ludeme
from gdl.ludeme.categories import (
    BoolExpr,
    Dim,
    Direction,
    EndRule,
    FloatExpr,
    Graph,
    IntExpr,
    Ints,
    Item,
    Moves,
    Region,
    StartRule,
)
from gdl.ludeme.registry import Entry
from gdl.parse.forms import Brace, Form, Named, Number, Paren, String, Word
from gdl.source.text import Span
from gdl.words.words import RoleType

#: Where Ludii's grammar calls a kind otherwise than the class is called.
GRAMMAR_NAMES: dict[type[Ludeme], str] = {
    IntExpr: "int",
    BoolExpr: "boolean",
    FloatExpr: "float",
    Region: "sites",
}
EXAMPLES: dict[type[Ludeme], str] = {
    IntExpr: "3",
    BoolExpr: "(is Empty (to))",
    FloatExpr: "0.5",
    Region: "(sites Empty)",
    Ints: "{1 2}",
    Direction: "Orthogonal",
    Dim: "8",
    Moves: "(move Add (to (sites Empty)))",
    Graph: "(square 8)",
    Item: '(piece "Disc" Each)',
    StartRule: '(place "Disc1" (sites Bottom))',
    EndRule: "(if (is Line 3) (result Mover Win))",
}
#: Of the words of a kind, one that is written often.
_USUAL_WORDS: dict[type[Enum], str] = {RoleType: "Mover"}
_SCALARS = {str: "a text in quotes", bool: "True or False", int: "a whole number", float: "a number"}
_SCALAR_NAMES = {str: "string", bool: "boolean", int: "int", float: "float"}
_EXAMPLE = re.compile(r"Examples?: `(.+?)`[.,; ]|Examples?: `([^`]+)`")


# --- Signatures -----------------------------------------------------------------------------------------


def is_registered(cls: type[Ludeme]) -> bool:
    """Whether the class itself (not one that it derives from) is a ludeme with a name."""
    return bool(vars(cls).get("words"))


def camel(name: str) -> str:
    """`SiteType` as the grammar writes it: `siteType`."""
    return name[:1].lower() + name[1:]


def class_name(cls: type[Ludeme]) -> str:
    """What a signature calls a class: `int`, `sites`, `from`, `direction`."""
    if cls in GRAMMAR_NAMES:
        return GRAMMAR_NAMES[cls]
    if is_registered(cls) and len(cls.words) == 1:
        return cls.words[0]
    return camel(cls.__name__)


def type_text(spec: Spec) -> str:
    """A type as a signature shows it: `<int>`, `{<sites>}`, `<int> | <sites>`."""
    if isinstance(spec, ClassSpec):
        return f"<{class_name(spec.cls)}>"
    if isinstance(spec, EnumSpec):
        return f"<{camel(spec.enum.__name__)}>" if len(spec.members) > 1 else next(iter(spec.members))
    if isinstance(spec, ScalarSpec):
        return f"<{_SCALAR_NAMES[spec.kind]}>"
    if isinstance(spec, ArraySpec):
        return f"{{{type_text(spec.item)}}}"
    return " | ".join(type_text(part) for part in spec.alternatives)


def param_text(param: Param) -> str:
    """One parameter as a signature shows it."""
    types = [type_text(part) for part in param.spec.alternatives]
    prefix = f"{param.name}:" if param.name else ""
    text = " | ".join(prefix + each for each in types)
    if param.optional:
        return f"[{text}]"
    return f"({text})" if len(types) > 1 else text


def signature_text(
    signature: Signature, words: Sequence[str] | None = None, selecting: Sequence[str] = ()
) -> str:
    """`(move Slide [<from>] [<direction>] [stack:<boolean>])`.

    `selecting` are words that stand in place of the first parameters, as `Full` in `(is Full)`.
    """
    return _signature_text(signature, None if words is None else tuple(words), tuple(selecting))


@lru_cache(maxsize=1000)
def _signature_text(signature: Signature, words: tuple[str, ...] | None, selecting: tuple[str, ...]) -> str:
    head = words if words is not None else signature.cls.words
    params = list(signature.params())[len(selecting) :]
    return "(" + " ".join((*head, *selecting, *(param_text(param) for param in params))) + ")"


# --- Kinds in words -------------------------------------------------------------------------------------


def article(noun: str) -> str:
    """The noun with `a` or `an`."""
    return f"{'an' if noun[:1].lower() in 'aeiou' else 'a'} {noun}"


def plain_words(name: str) -> str:
    """`SiteType` in plain words: site type; a role rather than a role type."""
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).lower()
    return words.removesuffix(" type") if words not in ("site type", "step type") else words


def listed(words: Sequence[str], last: str = "or", most: int = 8) -> str:
    """`A, B or C`; of many only some."""
    if len(words) > most:
        return ", ".join(words[:most]) + ", ..."
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def describe_class(cls: type[Ludeme]) -> str:
    """The kind of a class in words."""
    if is_registered(cls) and "category" not in vars(cls):
        return f"`({' '.join(cls.words)} ...)`"
    if cls is Ludeme:
        return "a ludeme"
    return str(getattr(cls, "category", article(plain_words(cls.__name__))))


def describe_enum(enum: type[Enum], members: Sequence[str], full: bool = False) -> str:
    """The kind of an enumeration in words; `full` shows some of its words too."""
    if len(members) == 1:
        return f"`{members[0]}`"
    shown = f" ({listed(members, most=4)})" if full else ""
    return article(plain_words(enum.__name__)) + shown


def describe(spec: Spec, full: bool = False) -> str:
    """What is wanted, in words: `a number or a region`."""
    if isinstance(spec, ClassSpec):
        return describe_class(spec.cls)
    if isinstance(spec, EnumSpec):
        return describe_enum(spec.enum, list(spec.members), full)
    if isinstance(spec, ScalarSpec):
        return _SCALARS[spec.kind]
    if isinstance(spec, ArraySpec):
        return f"an array of {several(spec.item)}"
    # Of the several arrays or words that some places take, the first few say enough.
    return listed(list(dict.fromkeys(describe(part, full) for part in spec.alternatives)), most=4)


def several(spec: Spec) -> str:
    """What is wanted, in the plural: `numbers`."""
    return listed([plural(describe(part)) for part in spec.alternatives])


def plural(text: str) -> str:
    """`regions` for `a region`."""
    of_first = re.match(r"an? (array|text|number|item)\b(.*)", text)
    result = of_first or re.match(r"an? ([\w ]+)()$", text)
    if not result:
        return text
    noun, rest = result.groups()
    if noun.endswith("y") and not noun.endswith(("ay", "ey", "oy")):
        return f"{noun[:-1]}ies{rest}"
    return f"{noun}{'es' if noun.endswith(('s', 'x')) else 's'}{rest}"


def are_wanted(spec: Spec, full: bool = False) -> str:
    """`a region is wanted`."""
    text = describe(spec, full)
    return f"{text} {'are' if text == 'moves' else 'is'} wanted"


def wanted(spec: Spec) -> str:
    """`a region is wanted here`."""
    return are_wanted(spec, full=True) + " here"


# --- Examples -------------------------------------------------------------------------------------------


def class_example(cls: type[Ludeme]) -> str:
    """The example in a class's own docstring, or one of its kind."""
    match = _EXAMPLE.search(cls.__doc__ or "")
    if match:
        return " ".join((match[1] or match[2]).split())
    if is_registered(cls):
        return f"({' '.join(cls.words)} ...)"
    return next((EXAMPLES[base] for base in cls.__mro__ if base in EXAMPLES), "")


def example(spec: Spec) -> str:
    """Something that could stand there; empty when none is known."""
    if isinstance(spec, ClassSpec):
        return class_example(spec.cls)
    if isinstance(spec, EnumSpec):
        usual = _USUAL_WORDS.get(spec.enum, "")
        return usual if usual in spec.members else next(iter(spec.members), "")
    if isinstance(spec, ScalarSpec):
        return {str: '"Name"', bool: "True", int: "3", float: "0.5"}[spec.kind]
    if isinstance(spec, ArraySpec):
        inner = example(spec.item)
        return f"{{{inner}}}" if inner else "{}"
    return next(filter(None, (example(part) for part in spec.alternatives)), "")


#: A form with its variant words and parameters: what a message is about.
Use = tuple[Paren, Entry, Signature]


#: Longer signatures are shown on several lines.
MAX_SIGNATURE = 105

#: No longer form is shown whole with what it lacks put in.
MAX_SHOWN = 80


def call(use: Use) -> str:
    """`move Slide`, to be put in quotes; with the word that selects the class as its first argument."""
    return " ".join((*use[1].words, *selecting(use)))


def selecting(use: Use) -> tuple[str, ...]:
    form, entry, signature = use
    if not signature.selected or len(form.items) <= len(entry.words):
        return ()
    item, spec = form.items[len(entry.words)], signature.positional[0].spec
    if isinstance(item, Word) and isinstance(spec, EnumSpec) and item.text in spec.members:
        return (item.text,)
    return ()


def signature_note(use: Use) -> str:
    """The note that shows a signature."""
    _, entry, signature = use
    text = f"signature: {signature_text(signature, entry.words, selecting(use))}"
    from textwrap import wrap  # seldom needed

    return "\n".join(wrap(text, MAX_SIGNATURE, subsequent_indent="    ", break_on_hyphens=False))


def head_span(form: Paren, words: int = 1) -> Span:
    """From the opening parenthesis to the end of the head, or of the variant words."""
    last = form.items[min(words, len(form.items)) - 1].span
    if last.source is form.span.source and form.span.start < last.end <= form.span.end:
        return Span(form.span.source, form.span.start, last.end)
    return form.span


def is_called(form: Form) -> bool:
    """Whether brackets follow a word without a blank, as in a call of other languages: `sites(Top)`."""
    return form.span.source.text[form.span.end : form.span.end + 1] == "("


def follows_a_word(form: Form) -> bool:
    """Whether these are the brackets of such a call."""
    start = form.span.start
    return start > 0 and form.span.source.text[start - 1].isalnum()


def did_you_mean(names: Sequence[str]) -> tuple[str, ...]:
    """The help that suggests other spellings; none without any."""
    return (f"did you mean {listed([f'`{name}`' for name in names])}?",) if names else ()


def brief(form: Form) -> str:
    """A form with its insides left out."""
    match form:
        case Paren(items=(Word(text=head), _, *_)):
            return f"({head} ...)"
        case Brace():
            return "{...}"
        case Named(name=name, value=value):
            return f"{name}:{brief(value)}"
        case String(value=text):
            return f'"{text}"'
        case Number(value=number):
            return str(number)
    return form.span.text


def shown(form: Form) -> str:
    """A form in few letters."""
    match form:
        case Word(text=text):
            return f"`{text}`"
        case Number(value=value):
            return f"`{value}`"
        case String(value=text):
            return f'`"{text}"`'
        case Paren(items=(Word(text=head), *rest)):
            return f"`({head} ...)`" if rest else f"`({head})`"
        case Brace():
            return "this array"
    return "this"
