"""The texts of mistakes in the arguments of a ludeme: lacking, too many, out of order, under another name."""

from __future__ import annotations

from collections.abc import Sequence

from gdl.bind.describe import (
    MAX_SHOWN,
    Use,
    are_wanted,
    brief,
    call,
    describe,
    did_you_mean,
    example,
    head_span,
    listed,
    param_text,
    several,
    shown,
    signature_note,
    wanted,
)
from gdl.bind.specs import Param, Spec
from gdl.parse.forms import Form, Named, Paren, Word
from gdl.source.diagnostics import EXAMPLE, UNSURE, Diagnostic, Fix, Label, sure_if
from gdl.source.edits import appending, around, inserting, moving, renaming, replacing, swapping
from gdl.source.suggest import nearest
from gdl.source.text import Span


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
