"""Value classes: those of attrs, with one method that shows them all.

attrs writes each class's methods as Python text and compiles it when the class is made. That of `__repr__` is
the longest and nearly never called, so classes of which there are many share one; the others are as ever.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs

if TYPE_CHECKING:
    from attrs import define as define
    from attrs import frozen as frozen
else:

    def frozen(cls: type | None = None, **options: Any) -> Any:
        """`attrs.frozen`, but for `repr`."""
        return _made(attrs.frozen, cls, options)

    def define(cls: type | None = None, **options: Any) -> Any:
        """`attrs.define`, but for `repr`."""
        return _made(attrs.define, cls, options)


def _made(decorator: Any, cls: type | None, options: dict[str, Any]) -> Any:
    if cls is None:
        return lambda given: _made(decorator, given, options)
    if "__repr__" not in vars(cls):
        cls.__repr__ = _repr  # type: ignore[method-assign, assignment]
    return decorator(repr=False, **options)(cls)


def _repr(self: Any) -> str:
    """As attrs has it: the class and its fields, but for those that are not to be shown."""
    shown = (
        f"{each.name}={(repr if each.repr is True else each.repr)(getattr(self, each.name))}"
        for each in attrs.fields(type(self))
        if each.repr
    )
    return f"{type(self).__qualname__.rsplit('>.', 1)[-1]}({', '.join(shown)})"


__all__ = ["define", "frozen"]
