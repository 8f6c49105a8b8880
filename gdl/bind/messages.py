"""The texts of mistakes of binding (in ludemes, values, arguments): from what is wrong to a `Diagnostic`."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from gdl.bind.describe import (
    MAX_SHOWN,
    Use,
    are_wanted,
    brief,
    call,
    describe,
    describe_class,
    did_you_mean,
    example,
    head_span,
    is_called,
    is_registered,
    listed,
    param_text,
    several,
    shown,
    signature_note,
    signature_text,
    wanted,
)
from gdl.bind.known import ludii_has
from gdl.bind.specs import ClassSpec, Param, Signature, Spec
from gdl.ludeme.base import Ludeme
from gdl.ludeme.categories import IntExpr
from gdl.ludeme.registry import Entry
from gdl.parse.forms import Angle, Brace, Form, Named, Number, Paren, Starred, String, Word
from gdl.source.diagnostics import EXAMPLE, SURE, UNSURE, Diagnostic, Fix, Label, sure_if
from gdl.source.edits import appending, around, inserting, moving, renaming, replacing, swapping, unwrapping
from gdl.source.suggest import nearest
from gdl.source.text import Span


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


def missing(use: Use, param: Param, behind: Form, right: bool) -> Diagnostic:
    """A parameter without an argument. It would stand `behind` what is there; is all of that `right`?"""
    form, entry, _ = use
    text = f"{param.name}:{example(param.spec)}" if param.name else example(param.spec)
    called = f"`{param.name}:`" if param.name else f"`{param.attribute}`"
    advice: tuple[str, ...] = ()
    fixes: tuple[Fix, ...] = ()
    if example(param.spec):
        whole = _with(form, behind, text)
        if right and len(whole) <= MAX_SHOWN and "\n" not in whole:
            advice = (f"for example `{whole}`",)
        elif behind in form.items[len(entry.words) :]:
            advice = (f"for example `{text}` behind `{brief(behind)}`",)
        else:
            advice = (f"for example `{text}`",)
        if "..." not in text and not form.via:
            fixes = appending(behind.span, f" {text}", EXAMPLE)
    return Diagnostic(
        "E0209",
        f"`{call(use)}` lacks its argument {called}: {describe(param.spec)}",
        head_span(form, len(entry.words)),
        f"missing: {param_text(param)}",
        help=advice,
        notes=(signature_note(use),),
        via=form.via,
        fixes=fixes,
    )


def _with(form: Paren, behind: Form, text: str) -> str:
    """A form as it is written, with a text behind one of its items."""
    items = ((item.span.text, text) if item is behind else (item.span.text,) for item in form.items)
    return f"({' '.join(word for item in items for word in item)})"


def surplus(
    use: Use,
    item: Form,
    fits_elsewhere: bool,
    free: Sequence[Param],
    outer: Sequence[Use] = (),
    meant: list[str] | None = None,
) -> Diagnostic:
    """An argument that no parameter is left for. `free` are the parameters that got none, `outer` the ludemes
    around that take such an argument, inner ones first, `meant` what may be written for it."""
    name, label = call(use), "not wanted here"
    advice: tuple[str, ...] = ()
    if fits_elsewhere:
        message = f"{shown(item)} in `{name}` stands in the wrong place, or is one too many"
        advice = ("arguments without a name stand in the order of the signature",)
    elif not use[2].positional:
        message = f"`{name}` takes no arguments without a name"
    elif len(free) == 0:
        message = f"{shown(item)} is one argument too many for `{name}`"
    else:
        message = f"{shown(item)} is none of the arguments that `{name}` takes"
        if len(free) <= 3:
            kinds = listed(list(dict.fromkeys(describe(param.spec, full=True) for param in free)))
            label = f"{kinds} could stand here"
    fixes: tuple[Fix, ...] = ()
    if meant:
        message, advice = f"{shown(item)} is none of the arguments that `{name}` takes", did_you_mean(meant)
        fixes = renaming(item.span, item.span.text, meant, UNSURE)
    if outer:
        message = f"{shown(item)} stands in `{name}`, but belongs to the `{call(outer[0])}` around it"
        label = f"write it behind the bracket that closes `{name}`"
        fixes = moving(item.span, use[0].span, sure_if(len(outer) == 1))
    return Diagnostic(
        "E0210", message, item.span, label, advice, (signature_note(use),), via=item.via, fixes=fixes
    )


def unbracketed(use: Use, made: Paren, only: bool) -> Diagnostic:
    """Arguments that are one ludeme, whose brackets are missing; `only` where they can stand nowhere else."""
    text = f"({' '.join(item.span.text for item in made.items)})"
    place, whole = made.span, made.span.source.text
    if whole[place.start - 1 : place.start] == "(" and whole[place.end : place.end + 1] == ")":
        place = Span(place.source, place.start - 1, place.end + 1)  # they have brackets, of no ludeme
    what = f"`{text}`" if len(text) <= 60 and "\n" not in text else "brackets around it"
    return Diagnostic(
        "E0210",
        f"an argument of `{call(use)}` lacks its brackets",
        place,
        "these belong together",
        (f"write {what}",),
        (signature_note(use),),
        via=use[0].via,
        fixes=replacing(place, place.text, text, sure_if(only)),
    )


def without_name(use: Use, item: Form, param: Param, only: bool) -> Diagnostic:
    """An argument that fits one that is written with its name, and `only` that one."""
    return Diagnostic(
        "E0220",
        f"an argument of `{call(use)}` lacks its name",
        item.span,
        f"this is its `{param.name}:`",
        (f"write `{param.name}:{item.span.text}`",) if len(item.span.text) <= 30 else (),
        (signature_note(use),),
        via=item.via,
        fixes=inserting(item.span, f"{param.name}:", sure_if(only)),
    )


def one_word(use: Use, item: Word, param: Param, offered: list[str]) -> Diagnostic:
    """A word where something is wanted that goes on from it; `offered` is what may be written for it."""
    return Diagnostic(
        "E0208",
        f"`{item.text}` is a word where {are_wanted(param.spec)}",
        item.span,
        wanted(param.spec),
        did_you_mean(offered),
        (signature_note(use),),
        via=item.via,
        fixes=renaming(item.span, item.text, offered, UNSURE),
    )


def wrong_order(use: Use, first: Form, second: Form, swapped: Paren, only: bool) -> Diagnostic:
    """Two arguments that stand in each other's place; `only` where no other two do."""
    order = f"`({' '.join(brief(item) for item in swapped.items)})`"
    return Diagnostic(
        "E0221",
        f"two arguments of `{use[1].words[0]}` stand in each other's place",
        first.span,
        "this one,",
        (f"write {order}",) if len(order) <= 100 else (),
        (signature_note((swapped, use[1], use[2])),),
        (Label(second.span, "and this one"),),
        via=first.via,
        fixes=swapping(first.span, second.span, sure_if(only)),
    )


def unbraced(use: Use, run: Sequence[Form], item: Spec, only: bool) -> Diagnostic:
    """Several arguments that should be one array; `only` where that is all that is wrong, and no others can
    be one."""
    first, last = run[0].span, run[-1].span
    line = last.source.position(last.end)[0]
    return Diagnostic(
        "E0222",
        f"several {several(item)} of `{call(use)}` stand without braces around them",
        first,
        "the first of them",
        (f"write `{{` before the first and `}}` behind the last, on line {line}",),
        (signature_note(use),),
        (Label(last, "the last of them"),),
        via=run[0].via,
        fixes=around(first, last, "{", "}", sure_if(only), "write them in braces"),
    )


def unknown_name(use: Use, item: Named) -> Diagnostic:
    """`name:value` with a name that the ludeme does not have."""
    signature = use[2]
    names = [f"{name}:" for name in nearest(item.name, signature.named)]
    positional = any(param.attribute == item.name for param in signature.positional)
    advice = did_you_mean(names)
    if not advice and positional:
        advice = ("this argument is written without a name",)
    return Diagnostic(
        "E0211",
        f"`{call(use)}` has no argument `{item.name}:`",
        item.span,
        help=advice,
        notes=(signature_note(use),),
        via=item.via,
        fixes=_renamed(item, names),
    )


def given_twice(use: Use, item: Named) -> Diagnostic:
    """A name that was given before."""
    message = f"`{item.name}:` of `{call(use)}` is given twice"
    return Diagnostic("E0212", message, item.span, via=item.via)


def excluded(use: Use, group: Sequence[Param], given: int) -> Diagnostic:
    """Too many or too few of parameters that exclude each other."""
    form, entry, _ = use
    names = listed([f"`{param.name}:`" if param.name else f"`{param.attribute}`" for param in group], "and")
    if given:
        message = f"of {names}, only one can be given to `{call(use)}`"
    else:
        message = f"`{call(use)}` needs one of {names}"
    notes = (signature_note(use),)
    return Diagnostic("E0215", message, head_span(form, len(entry.words)), notes=notes, via=form.via)


def unfit_together(use: Use) -> Diagnostic:
    """Arguments that fit one by one only."""
    form = use[0]
    message = f"these arguments of `{call(use)}` do not fit together"
    return Diagnostic("E0219", message, form.span, notes=(signature_note(use),), via=form.via)


def _renamed(item: Named, names: Sequence[str]) -> tuple[Fix, ...]:
    """The repairs of a misspelt `name:`."""
    start = item.span.start
    return renaming(Span(item.span.source, start, start + len(item.name) + 1), f"{item.name}:", list(names))
