"""The texts of mistakes about which ludeme is meant: from what was found to a `Diagnostic`."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from gdl.bind.describe import (
    are_wanted,
    describe_class,
    example,
    is_registered,
    listed,
    signature_text,
    wanted,
)
from gdl.bind.known import ludii_has
from gdl.bind.shown import did_you_mean, head_span
from gdl.bind.specs import Signature, Spec
from gdl.ludeme.base import Ludeme
from gdl.ludeme.registry import Entry
from gdl.parse.forms import Form, Number, Paren, String, Word
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
    if depth == 1 and ludii_has(head, item.text):
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
