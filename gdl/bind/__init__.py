"""Binding: forms become ludemes, top-down, the wanted kind choosing among classes that share a head word."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from gdl.bind.binder import Binder, Failed, vocabulary
from gdl.ludeme.registry import REGISTRY, Registry
from gdl.parse.forms import Brace, Form, Named, Paren
from gdl.source.diagnostics import Diagnostic
from gdl.support.identity import IdentitySet

__all__ = ["bind", "in_order", "survey"]

#: Of forms by themselves no more are looked at when so many mistakes are found: twice what is told.
MAX_SURVEYED = 100

#: Far deeper than any game; and how many calls one level can take.
MAX_DEPTH = 400
CALLS_PER_LEVEL = 12


def bind(
    form: Form,
    expected: Any,
    registry: Registry = REGISTRY,
    *,
    binder: Binder | None = None,
    definitions: Iterable[str] = (),
    options: Mapping[str, Sequence[str]] | None = None,
    each_use: bool = False,
) -> tuple[object | None, tuple[Diagnostic, ...]]:
    """What `form` means where `expected` (an annotation, as in a ludeme class) is wanted.

    The object and no errors, or None and every error found in the form, in the order of the text. A `binder`
    keeps how the form was matched. The names of known `definitions`, and the parts of `options` by their
    tags, are for suggestions only. A mistake inside a definition is told once, or for `each_use` of it.
    """
    levels, deepest = _depth(form)
    if levels > MAX_DEPTH:
        from gdl.bind.messages import too_deep

        return None, (too_deep(deepest),)
    sys.setrecursionlimit(max(sys.getrecursionlimit(), 1000 + CALLS_PER_LEVEL * levels))
    binder = binder or Binder(vocabulary(registry))
    spec = binder.vocabulary.spec(expected)
    value = binder.bind(form, spec)
    if not isinstance(value, Failed):
        return value, ()
    from gdl.bind.declared import Declared
    from gdl.bind.explain import Explainer  # only mistakes need it, and all that it needs

    declared = Declared((form,), binder.vocabulary.registry, definitions, options)
    result = Explainer(binder, declared).explain(form, spec).tell()
    return None, in_order(result, each_use)


def survey(
    forms: Iterable[Form],
    registry: Registry = REGISTRY,
    *,
    definitions: Iterable[str] = (),
    each_use: bool = False,
) -> tuple[Diagnostic, ...]:
    """The mistakes inside forms of which nothing says where they are to stand: definitions by themselves,
    with holes for what is given where they are used."""
    waiting = list(forms)
    if not waiting:
        return ()
    from gdl.bind.declared import Declared
    from gdl.bind.explain import Explainer
    from gdl.bind.messages import too_deep

    known = vocabulary(registry)
    explainer = Explainer(Binder(known), Declared(waiting, registry, definitions))
    diagnostics: list[Diagnostic] = []
    for form in waiting:
        if len(diagnostics) > MAX_SURVEYED:
            break
        levels, deepest = _depth(form)
        if levels > MAX_DEPTH:
            diagnostics.append(too_deep(deepest))
            continue
        sys.setrecursionlimit(max(sys.getrecursionlimit(), 1000 + CALLS_PER_LEVEL * levels))
        diagnostics += explainer.survey(form)
    return in_order(diagnostics, each_use)


def in_order(diagnostics: Iterable[Diagnostic], each_use: bool = False) -> tuple[Diagnostic, ...]:
    """Each mistake once, in the order of the text; inside a definition: where that was first used, or (with
    `each_use`) once for each use."""
    unique: dict[tuple[object, ...], Diagnostic] = {}
    for each in diagnostics:
        uses = tuple(use.use for use in each.via) if each_use else ()
        unique.setdefault((each.code, each.message, each.span, uses), each)
    return tuple(
        sorted(unique.values(), key=lambda each: (each.via[-1].use if each.via else each.span).start)
    )


def _depth(form: Form) -> tuple[int, Form]:
    """How many levels of forms stand in each other, and one of the innermost."""
    level, here = 0, [form]
    while True:
        inner = list(IdentitySet(item for each in here for item in _inner(each)))
        if not inner or level > MAX_DEPTH:
            return level, here[0]
        level, here = level + 1, inner


def _inner(form: Form) -> tuple[Form, ...]:
    if isinstance(form, Paren | Brace):
        return form.items
    return (form.value,) if isinstance(form, Named) else ()
