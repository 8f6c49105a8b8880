"""Copies of frozen values with some fields changed: as `attrs.evolve`, in a third of the time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from gdl.support.values import fields

T = TypeVar("T")

if TYPE_CHECKING:
    from attrs import evolve
else:
    _FIELDS: dict[type, tuple[tuple[str, str], ...]] = {}

    def evolve(value: T, /, **changes: Any) -> T:
        """The value with these fields changed. Raises TypeError for a field that there is not."""
        cls = type(value)
        names = _FIELDS.get(cls)
        if names is None:
            names = _FIELDS[cls] = tuple((f.alias, f.name) for f in fields(cls) if f.init)
        for alias, name in names:
            if alias not in changes:
                changes[alias] = getattr(value, name)
        return cls(**changes)


__all__ = ["evolve"]
