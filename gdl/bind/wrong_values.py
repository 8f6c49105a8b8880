"""The texts of mistakes in words, texts and numbers: from what was found to a `Diagnostic`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gdl.bind.describe import (
    are_wanted,
    describe,
    example,
    listed,
    wanted,
)
from gdl.bind.shown import did_you_mean, is_called
from gdl.bind.specs import ClassSpec, Spec
from gdl.ludeme.categories import IntExpr
from gdl.parse.forms import Angle, Brace, Form, Named, Number, Paren, Starred, String, Word
from gdl.source.diagnostics import SURE, UNSURE, Diagnostic, Fix, sure_if
from gdl.source.edits import renaming, replacing
from gdl.source.suggest import nearest


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
