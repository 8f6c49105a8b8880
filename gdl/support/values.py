"""Value classes: those of attrs, with methods that are written when they are first called (lazy compilation).

attrs writes each class's methods as Python text and compiles it when the class is made: for a few hundred
classes that is a fifth of the time that a command takes, and most of them are never shown, nor compared, and
many never made. So all share the method that shows them; the first value of a class makes its constructor,
the first comparison and the first hash write theirs. They give what attrs's give. `gdl/support/fields.py`
makes such classes; one that asks for what only attrs knows is made by attrs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from gdl.support.fields import NOTHING, again, field, fields, fields_for_attrs, fill, is_frozen, slotted

if TYPE_CHECKING:
    from attrs import define as define
    from attrs import frozen as frozen
else:

    def frozen(cls: type | None = None, **options: Any) -> Any:
        """`attrs.frozen`, but for when its methods are written."""
        if cls is None:
            return lambda given: frozen(given, **options)
        methods: dict[str, Any] = {}
        if "eq" not in options and "__eq__" not in vars(cls):
            methods = {"__eq__": _first_eq, "__hash__": vars(cls).get("__hash__", _first_hash)}
        return _made(True, cls, methods, options)

    def define(cls: type | None = None, **options: Any) -> Any:
        """`attrs.define`, but for when its methods are written."""
        if cls is None:
            return lambda given: define(given, **options)
        methods: dict[str, Any] = {}
        if "eq" not in options and "__eq__" not in vars(cls):
            methods = {"__eq__": _first_eq, "__hash__": vars(cls).get("__hash__")}
        return _made(False, cls, methods, options)


#: What else a class may ask for, and still be made here.
_OPTIONS = frozenset(("eq", "kw_only"))


def _made(frozen: bool, cls: type, methods: dict[str, Any], options: dict[str, Any]) -> Any:
    """The class with these methods, made here if that can be, else by attrs."""
    if "__repr__" not in vars(cls):
        methods["__repr__"] = _repr
    if options.keys() <= _OPTIONS and not options.get("eq"):
        namespace = slotted(cls, frozen, options.get("kw_only", False))
        if namespace is not None:
            return again(cls, namespace | methods)
    if frozen and options.keys() <= {"eq", "slots"} and not (options.get("eq") or options.get("slots", True)):
        if fill(cls):
            for name, value in methods.items():
                setattr(cls, name, value)
            return cls
    import attrs

    if "__eq__" in methods:
        options["eq"] = False
    for name, value in (methods | fields_for_attrs(cls)).items():
        setattr(cls, name, value)
    # attrs does not know our frozen ones, below which every class is
    by_attrs: Any = attrs.frozen if frozen or is_frozen(cls) else attrs.define
    return by_attrs(repr=False, **options)(cls)


def _repr(self: Any) -> str:
    """As attrs has it: the class and its fields, but for those that are not to be shown."""
    shown = (
        f"{each.name}={(repr if each.repr is True else each.repr)(getattr(self, each.name))}"
        for each in fields(type(self))
        if each.repr
    )
    return f"{type(self).__qualname__.rsplit('>.', 1)[-1]}({', '.join(shown)})"


def _first_eq(self: Any, other: object) -> Any:
    """The first comparison of a value of a class."""
    cls = _holder(self, "__eq__", _first_eq)
    alike = " and ".join(f"self.{name} == other.{name}" for name in _compared(cls)) or "True"
    cls.__eq__ = _written(
        cls,
        f"def __eq__(self, other):\n"
        f"    if other.__class__ is not self.__class__:\n"
        f"        return NotImplemented\n"
        f"    return {alike}\n",
    )
    return cls.__eq__(self, other)


def _first_hash(self: Any) -> int:
    """The first hash of a value of a class."""
    cls = _holder(self, "__hash__", _first_hash)
    parts = "".join(f"self.{name}, " for name in _compared(cls))
    cls.__hash__ = _written(cls, f"def __hash__(self):\n    return hash((cls, {parts}))\n")
    result: int = cls.__hash__(self)
    return result


def _holder(value: object, name: str, method: object) -> Any:
    """The class whose method that is, not written yet."""
    return next(cls for cls in type(value).__mro__ if vars(cls).get(name) is method)


def _compared(cls: type) -> list[str]:
    """The names of the fields that make two values different."""
    return [each.name for each in fields(cls) if each.eq]


def _written(cls: type, text: str) -> Any:
    """A method of a class."""
    names: dict[str, Any] = {"cls": cls}
    exec(compile(text, f"<methods of {cls.__module__}.{cls.__qualname__}>", "exec"), names)
    method = names.popitem()[1]
    method.__qualname__ = f"{cls.__qualname__}.{method.__name__}"
    return method


T = TypeVar("T")

if TYPE_CHECKING:
    from attrs import evolve
else:
    _FIELDS: dict[type, tuple[tuple[str, str], ...]] = {}

    def evolve(value: T, /, **changes: Any) -> T:
        """As `attrs.evolve`, in a third of the time. Raises TypeError for a field that there is not."""
        cls = type(value)
        names = _FIELDS.get(cls)
        if names is None:
            names = _FIELDS[cls] = tuple((f.alias, f.name) for f in fields(cls) if f.init)
        for alias, name in names:
            if alias not in changes:
                changes[alias] = getattr(value, name)
        return cls(**changes)


__all__ = ["NOTHING", "define", "evolve", "field", "fields", "frozen"]
