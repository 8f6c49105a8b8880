"""The texts of mistakes of binding in ludemes and values: from what is wrong to a `Diagnostic`."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from gdl.bind.describe import (
    are_wanted,
    describe,
    describe_class,
    did_you_mean,
    example,
    head_span,
    is_called,
    is_registered,
    listed,
    signature_text,
    wanted,
)
from gdl.bind.known import ludii_has
from gdl.bind.specs import ClassSpec, Signature, Spec
from gdl.ludeme.base import Ludeme
from gdl.ludeme.categories import IntExpr
from gdl.ludeme.registry import Entry
from gdl.parse.forms import Angle, Brace, Form, Named, Number, Paren, Starred, String, Word
from gdl.source.diagnostics import SURE, UNSURE, Diagnostic, Fix, sure_if
from gdl.source.edits import renaming, replacing, unwrapping
from gdl.source.suggest import nearest


def not_a_ludeme(
    form: Paren, spec: Spec, infix: Paren | None = None, array: bool = False, only_array: bool = False
) -> Diagnostic:
    """Parentheses that begin with no name.

    `infix` is what was meant where an operator stands between its operands; `array` says whether an array of
    what stands in the parentheses would do, `only_array` whether nothing else can stand there.
    """
    items = form.items
    if not items:
        return Diagnostic("E0201", "these parentheses are empty", form.span, wanted(spec), via=form.via)
    fixes: tuple[Fix, ...] = ()
    if isinstance(items[0], Number) and len(items) == 1:
        advice = "a number stands without parentheses"
        fixes = unwrapping(form.span, items[0].span, UNSURE)  # a name may be missing before it
    elif isinstance(items[0], Paren) and len(items) == 1:
        advice = "write one pair of parentheses only"
        fixes = unwrapping(form.span, items[0].span, UNSURE)  # `((a))` may have been `(not (a))`
    elif infix is not None:
        operator = infix.items[0]
        text = f"({operator.span.text} {items[0].span.text} {infix.items[2].span.text})"
        advice = f"the operator stands first: `{text}`" if len(text) <= 80 else "the operator stands first"
        fixes = replacing(form.span, form.span.text, text, SURE, "write the operator first")
    else:
        advice = "an array stands in braces: `{...}`"
        inner = form.span.text[1:-1]
        if array and form.span.text == f"({inner})":
            # `((a) (b))` may have been `(and (a) (b))`.
            how = sure_if(only_array)
            fixes = replacing(form.span, f"({inner})", f"{{{inner}}}", how, "write it in braces")
    message = "what stands in parentheses begins with the name of a ludeme"
    return Diagnostic("E0201", message, form.span, wanted(spec), help=(advice,), via=form.via, fixes=fixes)


def no_definition(form: Paren, name: String, definitions: Iterable[str]) -> Diagnostic:
    """The use of a definition that there is not."""
    names = [f'"{each}"' for each in nearest(name.value, definitions)]
    return Diagnostic(
        "E0202",
        f'there is no definition called "{name.value}"',
        name.span,
        "this would be the use of a definition",
        help=did_you_mean(names),
        via=form.via,
        fixes=renaming(name.span, f'"{name.value}"', names),
    )


def no_ludeme(
    form: Paren,
    head: Word,
    spec: Spec,
    variants: Sequence[str],
    fitting: Collection[str],
    others: Iterable[str],
    only: str | None = None,
) -> Diagnostic:
    """A head that is registered under no kind.

    `variants` are ludemes with this word behind their head, `fitting` heads of the wanted kind; `only` is the
    one that can stand there, with what stands behind it.
    """
    if ludii_has(head.text):
        return Diagnostic(
            "E0204",
            f"Ludii's `{head.text}` is not supported here",
            head.span,
            wanted(spec),
            help=("write the rule with other ludemes, or add this one: docs/ludemes.md",),
            notes=("Ludii has a ludeme of this name; it is not a misspelling",),
            via=form.via,
        )
    near = nearest(head.text, fitting)
    # A word in another case is rather this one than one behind another: `(Sites Empty)`.
    same = [name for name in near if name.casefold() == head.text.casefold()]
    names = [*same, *variants] or near or nearest(head.text, others)
    shown = example(spec)
    # `(To)` may be `(to)`, and `(last To)` too.
    how = SURE if names == [only] else UNSURE if variants and same else None
    return Diagnostic(
        "E0203",
        f"there is no ludeme `{head.text}`",
        head.span,
        wanted(spec),
        help=did_you_mean(names) or ((f"for example `{shown}`",) if shown else ()),
        via=form.via,
        fixes=renaming(head.span, head.text, names, how),
    )


def other_kind(form: Paren, entries: Sequence[Entry], spec: Spec) -> Diagnostic:
    """A ludeme of a kind that is not wanted."""
    name = " ".join(entries[0].words) if len(entries) == 1 else entries[0].words[0]
    kinds = list(dict.fromkeys(kind for entry in entries if (kind := _kind(entry.cls))))
    if kinds:
        verb = "gives" if kinds[0] == "moves" else "is"
        message = f"`{name}` {verb} {listed(kinds)} where {are_wanted(spec)}"
    else:
        message = f"`{name}` stands where {are_wanted(spec)}"
    shown = example(spec)
    advice = (f"for example `{shown}`",) if shown else ()
    return Diagnostic("E0205", message, form.span, wanted(spec), help=advice, via=form.via)


def _kind(cls: type[Ludeme]) -> str:
    kind = getattr(cls, "category", "")
    if kind or not is_registered(cls):
        return str(kind)
    base = next((each for each in cls.__mro__[1:] if each is not Ludeme and issubclass(each, Ludeme)), None)
    return describe_class(base) if base is not None and not is_registered(base) else ""


def no_variant(form: Paren, depth: int, offered: Sequence[str], named: Sequence[str] = ()) -> Diagnostic:
    """A second word that selects no variant, or none where one is needed.

    `named` are names of the text's own that may stand there, in their quotes.
    """
    head = " ".join(item.text for item in form.items[:depth] if isinstance(item, Word))
    item = form.items[depth] if depth < len(form.items) else None
    one_of = (f"`{head}` is followed by {listed(sorted(offered), most=12)}",)
    if isinstance(item, String) and item.value in offered:
        message = f'`"{item.value}"` is a text in quotes where a word is wanted'
        advice = (f"write it without quotes: `{item.value}`",)
        fixes = replacing(item.span, f'"{item.value}"', item.value, SURE)
        return Diagnostic("E0214", message, item.span, help=advice, via=item.via, fixes=fixes)
    if not isinstance(item, Word):
        message = f"a word is missing behind `{head}`"
        return Diagnostic("E0206", message, head_span(form, depth), help=one_of, via=form.via)
    if ludii_has(head, item.text):  # of names of two words it has none
        return Diagnostic(
            "E0207",
            f"Ludii's `{head} {item.text}` is not supported here",
            item.span,
            help=one_of,
            notes=("Ludii has this variant; it is not a misspelling",),
            via=item.via,
        )
    names = [*named, *nearest(item.text, offered)]
    message = f"there is no `{head} {item.text}`"
    label = f"not a word that follows `{head}`"
    fixes = renaming(item.span, item.text, names, UNSURE if named else None)
    meant = did_you_mean(names) or one_of
    return Diagnostic("E0206", message, item.span, label, meant, via=item.via, fixes=fixes)


def ambiguous(form: Form, entries: Sequence[tuple[Entry, Signature]]) -> Diagnostic:
    """Several classes that fit equally well."""
    notes = tuple(f"it fits {signature_text(signature, entry.words)}" for entry, signature in entries)
    return Diagnostic("E0216", "this is ambiguous", form.span, notes=notes, via=form.via)


def wrong_word(form: Word, spec: Spec, offered: Sequence[str], rather: Sequence[str] = ()) -> Diagnostic:
    """A word that is none of those wanted. `rather` is what else may stand there and comes first: names of
    the text's own, the same word in brackets."""
    names = [*rather, *nearest(form.text, offered)]
    advice = did_you_mean(names)
    if not advice and len(offered) > 1:
        advice = (f"it is one of {listed(offered, most=16)}",)
    message = f"`{form.text}` is not {describe(spec)}"
    fixes = renaming(form.span, form.text, names, UNSURE if rather else None)
    return Diagnostic("E0213", message, form.span, wanted(spec), advice, via=form.via, fixes=fixes)


def unquoted(form: Word, spec: Spec, known: bool) -> Diagnostic:
    """A word where a text in quotes is wanted; `known` if the language has this word, so that the text may be
    missing before it."""
    return Diagnostic(
        "E0214",
        f"`{form.text}` is a word where {are_wanted(spec)}",
        form.span,
        wanted(spec),
        (f'write it in quotes: `"{form.text}"`',),
        via=form.via,
        fixes=replacing(form.span, form.text, f'"{form.text}"', sure_if(not known)),
    )


def bare_name(form: Word, what: str = "definition") -> Diagnostic:
    """The name of a definition, or of something else that the text names, without its quotes."""
    text = f'"{form.text}"'
    return Diagnostic(
        "E0214",
        f"`{form.text}` is the name of a {what}, and lacks its quotes",
        form.span,
        "a definition is used by its name in quotes" if what == "definition" else "names stand in quotes",
        (f"write it in quotes: `{text}`",),
        via=form.via,
        fixes=replacing(form.span, form.text, text, SURE),
        suggested=(form.text,),
    )


def bare_option(form: Word, spec: Spec, placeholders: Sequence[str]) -> Diagnostic:
    """The tag of an option where what was chosen for it is wanted."""
    return Diagnostic(
        "E0213",
        f"`{form.text}` is an option, and not {describe(spec)}",
        form.span,
        wanted(spec),
        (f"what was chosen is written {listed([f'`{each}`' for each in placeholders])}",),
        via=form.via,
        fixes=renaming(form.span, form.text, placeholders, UNSURE),
    )


def quoted(form: String, spec: Spec, plain: str) -> Diagnostic:
    """A text in quotes where a word (or number) is wanted."""
    message = f'`"{form.value}"` is a text in quotes where {are_wanted(spec)}'
    advice = (f"write it without quotes: `{plain}`",)
    fixes = replacing(form.span, f'"{form.value}"', plain, sure_if(plain == form.value))
    return Diagnostic("E0214", message, form.span, wanted(spec), advice, via=form.via, fixes=fixes)


def no_such_text(
    form: String, spec: Spec, definitions: Iterable[str], asked_for: Sequence[str] = ()
) -> Diagnostic:
    """A text in quotes where a ludeme is wanted: it would have to be a definition's name. `asked_for` are
    ludemes that give what has this name."""
    names = [*asked_for, *(f'"{each}"' for each in nearest(form.value, definitions))]
    shown = example(spec)
    return Diagnostic(
        "E0202",
        f'there is no definition called "{form.value}"',
        form.span,
        wanted(spec),
        help=did_you_mean(names) or ((f"for example `{shown}`",) if shown else ()),
        via=form.via,
        fixes=renaming(form.span, f'"{form.value}"', names),
    )


def wrong_type(form: Form, spec: Spec, advice: str = "", fixes: tuple[Fix, ...] = ()) -> Diagnostic:
    """A value that is nothing of what is wanted."""
    shown = example(spec)
    help_text = advice or (f"for example `{shown}`" if shown else "")
    message = f"{_what(form)} where {are_wanted(spec)}"
    whole = any(isinstance(part, ClassSpec) and part.cls is IntExpr for part in spec.alternatives)
    if whole and isinstance(form, Number) and isinstance(form.value, float):
        message = f"`{form.value}` is not a whole number"
    helps = (help_text,) if help_text else ()
    return Diagnostic("E0208", message, form.span, wanted(spec), helps, via=form.via, fixes=fixes)


def without_brackets(form: Word, spec: Spec, text: str, only: bool) -> Diagnostic:
    """The name of a ludeme without its brackets, `text` with them; `only` where nothing else can be meant."""
    fixes = replacing(form.span, form.text, text, sure_if(only and not is_called(form)))
    return wrong_type(form, spec, f"write it in parentheses: `{text}`", fixes)


def misplaced_name(form: Named) -> Diagnostic:
    """`name:value` where no ludeme takes it."""
    message = f"a name (`{form.name}:`) cannot stand here"
    return Diagnostic("E0218", message, form.span, help=("leave out the name",), via=form.via)


def too_deep(form: Form) -> Diagnostic:
    """More levels than the binder goes down."""
    return Diagnostic("E0217", "ludemes are nested too deeply here", form.span, via=form.via)


def _what(form: Form) -> str:
    match form:
        case Word(text=text):
            return f"`{text}` is a word"
        case Number(value=value):
            return f"`{value}` is a number" + (" with a fraction" if isinstance(value, float) else "")
        case String(value=text):
            return f'`"{text}"` is a text in quotes'
        case Brace():
            return "this is an array"
        case Angle() | Starred():
            return "this is part of an option"
        case Paren(items=(Word(text=head), *_)):
            return f"this is a single `{head}`"
    return "this is something else"
