"""Static checks of definitions and placeholders, whatever options are chosen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from gdl.expand.definitions import PARAMETER, Definition, placeholder_key, walk
from gdl.expand.library import Library
from gdl.expand.options import Option, head_of
from gdl.parse.forms import Angle, Brace, Form, Paren, Starred, String, Word
from gdl.source.diagnostics import Diagnostic
from gdl.source.edits import renaming
from gdl.source.suggest import nearest
from gdl.support.values import evolve

#: For more misspelt names than this no suggestion is looked for: it takes time.
MAX_SUGGESTED = 20

#: So many names are listed where none is near to what was written.
MAX_LISTED = 8


def check_uses(
    forms: Sequence[Form], options: Sequence[Option], known: Mapping[str, Definition], library: Library
) -> list[Diagnostic]:
    """Uses of what is not defined, in the game, in every definition and in every option's item."""
    mistakes: list[Diagnostic] = []
    complete = all_read(forms, options)
    names = {*known, *library.names, *_defined_anywhere(forms)}
    for form in forms:
        head = head_of(form)
        if not isinstance(form, Paren) or head in ("metadata", "include", "ruleset", "rulesets"):
            continue
        if head == "define" and len(form.items) == 2 and isinstance(form.items[1], String):
            mistakes.append(_stands_for_nothing(form))
        for part in walk(_meaningful(form)):
            if isinstance(part, Paren) and part.items and isinstance(part.items[0], String):
                name = part.items[0]
                if name.value not in names:
                    # Where the chosen game gets there the expander makes an error of it.
                    mistake = undefined(name, names if len(mistakes) < MAX_SUGGESTED else ())
                    mistakes.append(evolve(mistake, code="W0305", severity="warning"))
            elif isinstance(part, Angle):
                mistakes += unknown_placeholder(part, options, complete)
            elif head == "game" and isinstance(part, Word) and PARAMETER.search(part.text):
                mistakes.append(
                    Diagnostic(
                        "E0318",
                        f"`{part.text}` stands for an argument of a definition, but this is none",
                        part.span,
                    )
                )
    return mistakes


def _stands_for_nothing(form: Paren) -> Diagnostic:
    return Diagnostic(
        "W0307",
        f"{form.items[1].span.text} stands for nothing, and is left out wherever it is used",
        form.span,
        help=("write what it stands for behind its name",),
        severity="warning",
    )


def _defined_anywhere(forms: Sequence[Form]) -> list[str]:
    """Names that are defined inside items of options, chosen or not."""
    return [
        part.items[1].value
        for form in forms
        if head_of(form) == "option"
        for part in walk((form,))
        if isinstance(part, Paren) and head_of(part) == "define" and len(part.items) > 1
        if isinstance(part.items[1], String)
    ]


def named_in(forms: Iterable[Form]) -> set[str]:
    """All texts in quotes that stand in forms: any may name a definition."""
    return {part.value for part in walk(tuple(forms)) if isinstance(part, String)}


def unused(forms: Sequence[Form], definitions: Iterable[Definition]) -> list[Diagnostic]:
    """Definitions that nothing names."""
    named = {name for form in forms for name in named_in(_named_parts(form))}
    return [
        Diagnostic(
            "W0301",
            f'"{definition.name}" is never used',
            definition.span,
            help=(f'delete it, or use it: "{definition.name}"' + _shown_arguments(definition),),
            severity="warning",
            subject=definition.name,
        )
        for definition in definitions
        if definition.name not in named
    ]


def _shown_arguments(definition: Definition) -> str:
    count = definition.parameters
    return f" with {count} argument{'s' * (count > 1)}, in brackets" if count else ""


def _named_parts(form: Form) -> tuple[Form, ...]:
    if isinstance(form, Paren):
        return form.items[2:] if head_of(form) == "define" else form.items
    return (form,)


def _meaningful(form: Paren) -> tuple[Form, ...]:
    """The parts of a top-level form that are game text: of an option, what its items stand for."""
    if head_of(form) != "option":
        return form.items
    parts: list[Form] = []
    for brace in (item for item in form.items if isinstance(item, Brace)):
        for item in brace.items:
            inner = item.item if isinstance(item, Starred) else item
            if isinstance(inner, Paren):
                parts += [p for angle in inner.items if isinstance(angle, Angle) for p in angle.items]
    return tuple(parts)


def undefined(name: String, names: Iterable[str]) -> Diagnostic:
    """The mistake that a name is used which nothing defines."""
    known = list(dict.fromkeys(names))
    near = nearest(name.value, known)
    return Diagnostic(
        "E0309",
        f'there is no definition "{name.value}"',
        name.span,
        label="used as a definition here",
        help=(f'did you mean "{near[0]}"?',) if near else (_defined(known),),
        suggested=tuple(near[:1]),
        fixes=renaming(name.span, f'"{name.value}"', [f'"{each}"' for each in near]),
    )


def _defined(names: Sequence[str]) -> str:
    """What there is instead."""
    if not names:
        return 'nothing is defined here; write (define "Name" what it stands for)'
    shown = ", ".join(f'"{name}"' for name in sorted(names)[:MAX_LISTED])
    return f"defined are {shown}" + (", ..." if len(names) > MAX_LISTED else "")


def all_read(forms: Sequence[Form], options: Sequence[Option]) -> bool:
    """Whether every option of a file could be read; else a placeholder may be of the one that was not."""
    return len(options) >= sum(head_of(form) == "option" for form in forms)


def unknown_placeholder(form: Angle, options: Sequence[Option], complete: bool) -> list[Diagnostic]:
    """What is wrong with a placeholder: nothing, or that no option has such a part.

    Unless the options are `complete` nothing is said of one that is of no option.
    """
    key = placeholder_key(form)
    shown = form.span.text
    if key is None:
        return [
            Diagnostic(
                "E0303",
                "a placeholder of an option is wanted between these brackets",
                form.span,
                help=("write <Tag:part>; a comparison is written (< a b)",),
            )
        ]
    tag, part = key
    option = next((option for option in options if option.tag == tag), None)
    if option is None:
        if not complete:
            return []
        known = [f"<{o.tag}:{a}>" for o in options for a in o.arguments]
        near = nearest(tag, [o.tag for o in options])
        hints = (f"did you mean <{near[0]}{':' + part if part else ''}>?",) if near else ()
        fixes = renaming(form.span, shown, [f"<{each}{':' + part if part else ''}>" for each in near])
        listed = "placeholders here are " + ", ".join(known) if known else "this file has no (option ...)"
        return [
            Diagnostic(
                "E0303",
                f"{shown} is no option of this game",
                form.span,
                help=(*hints, listed),
                fixes=fixes,
            )
        ]
    if part is None or part in option.arguments:
        return []
    listed = ", ".join(f"<{tag}:{a}>" for a in option.arguments)
    return [
        Diagnostic(
            "E0303",
            f'the option "{option.name}" has no part `{part}`',
            form.span,
            help=(f"its parts are {listed}",),
            fixes=renaming(form.span, shown, [f"<{tag}:{each}>" for each in nearest(part, option.arguments)]),
        )
    ]
