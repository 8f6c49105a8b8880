"""Binding: forms become ludemes, top-down, the wanted kind choosing among classes that share a head word."""

from __future__ import annotations

from typing import Any

from gdl.bind.binder import Binder, Failed
from gdl.bind.specs import vocabulary
from gdl.diagnostics import Diagnostic
from gdl.forms import Form
from gdl.ludeme import REGISTRY, Registry

__all__ = ["bind"]


def bind(
    form: Form, expected: Any, registry: Registry = REGISTRY
) -> tuple[object | None, tuple[Diagnostic, ...]]:
    """What `form` means where `expected` (an annotation, as in a ludeme class) is wanted.

    The object and no errors, or None and every error found in the form, in the order of the text.
    """
    known = vocabulary(registry)
    binder = Binder(known)
    value = binder.bind(form, known.spec(expected))
    if not isinstance(value, Failed):
        return value, ()
    return None, (Diagnostic("E0200", "this does not bind", form.span, via=form.via),)
