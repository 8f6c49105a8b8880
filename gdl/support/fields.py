"""Value classes made without attrs's class builder: their fields, and what else is in them.

attrs makes Python text of each class's fields and compiles it: for a few hundred classes a fifth of the time
that a command takes. Here constructors are put in when the first value is made, and not compiled each by
itself; attrs is not even imported (a twentieth of that time) until a class asks for what only it knows. To
everybody else they are classes of attrs: `attrs.fields`, `attrs.evolve`, `attrs.has` and attrs classes below
them work.

What is worked out once (`cached_property`) gets a slot. But a class that has such reads every attribute more
slowly, as Python then looks whether `__getattr__` knows it: those of which there are very many have none.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, cached_property
from types import CodeType, FunctionType, MemberDescriptorType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import attrs


class _Nothing:
    """That a field begins with nothing: it has to be given."""

    def __repr__(self) -> str:
        return "NOTHING"

    def __bool__(self) -> bool:
        return False


NOTHING: Any = _Nothing()


class Factory:
    """That a field begins with what is made for each value."""

    __slots__ = ("factory",)

    def __init__(self, factory: Callable[[], Any]) -> None:
        self.factory = factory


def _refuse_setting(self: object, name: str, value: object) -> None:
    from attrs.exceptions import FrozenInstanceError

    raise FrozenInstanceError


def _refuse_deleting(self: object, name: str) -> None:
    from attrs.exceptions import FrozenInstanceError

    raise FrozenInstanceError


def is_frozen(cls: type) -> bool:
    """Whether values of a class made here refuse to be changed."""
    setting: Any = cls.__setattr__
    return setting is _refuse_setting


def _of_attrs(value: object) -> bool:
    """Whether attrs has made what a class says of a field: such a class is left to it."""
    return type(value).__module__ == "attr._make"


#: A class that says these itself is left to attrs.
_SAID_BY_CLASS = frozenset(
    ("__init__", "__setattr__", "__delattr__", "__getstate__", "__setstate__", "__slots__", "__match_args__",
     "__attrs_pre_init__", "__getattr__")
)  # fmt: skip
#: What a `Field` can be told.
_KNOWN = frozenset(("default", "factory", "repr", "eq", "init", "kw_only", "metadata"))
_CLASS_VARIABLES = ("ClassVar", "typing.ClassVar")


class Field:
    """A field: what it is called and how it begins, under the names that `attrs.Attribute` has for that."""

    __slots__ = ("alias", "default", "eq", "init", "kw_only", "metadata", "name", "repr", "type")

    def __init__(
        self,
        *,
        default: Any = NOTHING,
        factory: Callable[[], Any] | None = None,
        repr: bool = True,
        eq: bool = True,
        init: bool = True,
        kw_only: bool = False,
        metadata: dict[str, Any] | None = None,
    ) -> None:
        self.default = Factory(factory) if factory is not None else default
        self.repr, self.eq, self.init, self.kw_only = repr, eq, init, kw_only
        self.metadata = metadata or {}

    def called(self, name: str, annotation: Any) -> Field:
        """The field, now that its name is known."""
        self.name, self.alias, self.type = name, name.lstrip("_"), annotation
        return self


if TYPE_CHECKING:
    from attrs import field as field
else:

    def field(**given: Any) -> Any:
        """`attrs.field`; one that asks for more than a `Field` has is attrs's."""
        if given.keys() <= _KNOWN and not _of_attrs(given.get("default")):
            return Field(**given)
        import attrs

        return attrs.field(**given)


class _Fields:
    """The fields of a class, which stand where attrs looks for its own: these are made when it does."""

    def __init__(self, name: str, fields: tuple[Any, ...]) -> None:
        self.name = name
        self.fields = fields

    @cached_property
    def of_attrs(self) -> tuple[attrs.Attribute[Any], ...]:
        """The fields as attrs has them."""
        import attrs

        given = {each.name: for_attrs(each, each.type) for each in self.fields}
        cls: Any = attrs.make_class(self.name, given, eq=False, repr=False)
        result: tuple[attrs.Attribute[Any], ...] = attrs.fields(cls)
        return result

    def __get__(self, value: object, cls: type) -> tuple[attrs.Attribute[Any], ...]:
        return self.of_attrs


def for_attrs(each: Any, annotation: Any = None) -> Any:
    """What attrs is given for such a field; the annotation, where there is none in a class."""
    import attrs

    given: Any = {name: getattr(each, name) for name in ("repr", "eq", "init", "metadata")}
    if isinstance(each.default, Factory):
        given["factory"] = each.default.factory
    elif each.default is not NOTHING:
        given["default"] = each.default
    if each.kw_only:  # else as the class is told
        given["kw_only"] = True
    return attrs.field(**given, type=annotation)


def fields_for_attrs(cls: type) -> dict[str, Any]:
    """The fields of a class that attrs is to make, where they are not attrs's own."""
    return {name: for_attrs(each) for name, each in vars(cls).items() if isinstance(each, Field)}


def fields(cls: type) -> tuple[Any, ...]:
    """The fields of a value class, inherited ones first, with these attributes of `attrs.Attribute`: name,
    alias, type, default, init, kw_only, eq, repr, metadata. Raises TypeError where it is no such class."""
    for base in cls.__mro__:
        value = vars(base).get("__attrs_attrs__")
        if value is not None:
            return value.fields if isinstance(value, _Fields) else _made_by_attrs(base)
    raise TypeError(f"{cls.__name__} is no class of values")


@cache
def _made_by_attrs(cls: type) -> tuple[Field, ...]:
    """The fields of a class that attrs has made, as ours are."""
    import attrs

    result = []
    for each in attrs.fields(cls):
        default: Any = each.default
        if default is attrs.NOTHING:
            default = NOTHING
        elif _of_attrs(default) and not default.takes_self:
            default = Factory(default.factory)
        own = Field(
            default=default,
            repr=each.repr,
            eq=bool(each.eq),
            init=each.init,
            kw_only=bool(each.kw_only),
            metadata=dict(each.metadata),
        )
        own.name, own.alias, own.type = each.name, each.alias or each.name, each.type
        result.append(own)
    return tuple(result)


def _own_fields(cls: type) -> list[Field] | None:
    """The fields that a class itself has, or None if they are attrs's affair."""
    result = []
    for name, annotation in cls.__annotations__.items():
        if str(annotation).strip("'\"").startswith(_CLASS_VARIABLES):
            continue
        given = vars(cls).get(name, NOTHING)
        if _of_attrs(given):
            return None
        result.append((given if isinstance(given, Field) else Field(default=given)).called(name, annotation))
    return result


def _with_inherited(cls: type, own: list[Field]) -> tuple[Any, ...] | None:
    """The fields of a class, those of its bases first; None if some do what only attrs knows."""
    names = {each.name for each in own}
    result: dict[str, Any] = {}
    for base in reversed(cls.__mro__[1:-1]):
        made = vars(base).get("__attrs_attrs__")
        if made is not None:
            if not isinstance(made, _Fields) and not all(map(_is_plain, made)):
                return None
            inherited = fields(base)
            if any(each.name in names for each in inherited):
                return None
            result |= {each.name: each for each in inherited}
    return (*result.values(), *own)


def _is_plain(each: attrs.Attribute[Any]) -> bool:
    """Whether nothing is called but perhaps a factory when the field, which attrs has made, begins."""
    called: tuple[Any, ...] = (each.validator, each.converter, each.on_setattr)
    return not any(called) and not getattr(each.default, "takes_self", False)


def _in_order(every: tuple[Any, ...]) -> bool:
    """Do those that have to be given come first?"""
    optional = [each.default is not NOTHING for each in every if each.init and not each.kw_only]
    return optional == sorted(optional)


def slotted(cls: type, frozen: bool, by_name: bool = False) -> dict[str, Any] | None:
    """What is in a value class with slots, but for comparing and showing; None if attrs has to make it. All
    its own fields are given `by_name`, or as each says."""
    if issubclass(cls, BaseException) or _SAID_BY_CLASS & vars(cls).keys():
        return None
    own = _own_fields(cls)
    for each in own or ():
        each.kw_only = each.kw_only or by_name
    every = None if own is None else _with_inherited(cls, own)
    if own is None or every is None or not _in_order(every):
        return None
    inherited = every[: len(every) - len(own)]
    if inherited and not frozen:  # it may be below a frozen one
        return None
    if any(not isinstance(getattr(cls, each.name, None), MemberDescriptorType) for each in inherited):
        return None
    names = [each.name for each in own]
    made = {name: value for name, value in vars(cls).items() if name not in names}
    computed = {name: value.func for name, value in made.items() if isinstance(value, cached_property)}
    if computed:
        if hasattr(cls, "__getattr__") or any(
            "__class__" in function.__code__.co_freevars for function in computed.values()
        ):
            return None
        names += computed
        made = {name: value for name, value in made.items() if name not in computed}
        made["__getattr__"] = _computing(computed)
    made.pop("__dict__", None)
    made.pop("__weakref__", None)
    if all("__weakref__" not in vars(base) for base in cls.__mro__[1:-1]):
        names.append("__weakref__")
    made["__slots__"] = tuple(names)
    made["__qualname__"] = cls.__qualname__
    made["__init__"] = _first_init
    made["__signature__"] = _Signature()
    made["__match_args__"] = tuple(each.name for each in every if each.init and not each.kw_only)
    made["__attrs_attrs__"] = _Fields(cls.__name__, every)
    made["__getstate__"], made["__setstate__"] = _pickling(tuple(each.name for each in every))
    if frozen:
        made["__setattr__"], made["__delattr__"] = _refuse_setting, _refuse_deleting
    return made


def fill(cls: type) -> bool:
    """Make of a class, as it stands, a frozen one without slots, whose values are compared by identity. False
    if attrs has to make it."""
    own = None if _SAID_BY_CLASS & vars(cls).keys() - {"__init__"} else _own_fields(cls)
    every = None if own is None else _with_inherited(cls, own)
    if own is None or every is None or not _in_order(every):
        return False
    for each in own:
        if each.name in vars(cls):
            delattr(cls, each.name)
    made: Any = cls
    made.__attrs_attrs__ = _Fields(cls.__name__, every)
    made.__setattr__, made.__delattr__ = _refuse_setting, _refuse_deleting
    positional = tuple(each.name for each in every if each.init and not each.kw_only)
    setattr(made, "__match_args__", positional)  # noqa: B010  (mypy knows it as a constant)
    made.__init__ = constructor(cls, every, "dict")
    return True


def again(cls: type, namespace: dict[str, Any]) -> Any:
    """A class once more, with another namespace; what its methods call `__class__` is the new one."""
    made = type(cls)(cls.__name__, cls.__bases__, namespace)
    for value in namespace.values():
        kind = type(value)
        if kind is property:
            value = value.fget
        elif kind is classmethod or kind is staticmethod:
            value = value.__func__
        elif kind is not FunctionType:
            continue
        for cell in getattr(value, "__closure__", None) or ():
            if _contents(cell) is cls:
                cell.cell_contents = made
    return made


def _contents(cell: Any) -> object:
    try:
        return cell.cell_contents
    except ValueError:  # nothing in it yet
        return None


def _pickling(names: tuple[str, ...]) -> tuple[Any, Any]:
    """How values are pickled and copied, as attrs does it."""

    def __getstate__(self: Any) -> dict[str, Any]:
        return {name: getattr(self, name) for name in names}

    def __setstate__(self: Any, state: dict[str, Any]) -> None:
        put = object.__setattr__
        for name in names:
            if name in state:
                put(self, name, state[name])

    return __getstate__, __setstate__


def _computing(computed: dict[str, Callable[[Any], Any]]) -> Any:
    """How what is worked out once gets into its slot: that is asked for while it is empty."""

    def __getattr__(self: Any, name: str) -> Any:
        compute = computed.get(name)
        if compute is None:
            raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")
        value = compute(self)
        object.__setattr__(self, name, value)
        return value

    return __getattr__


# --- how values are made --------------------------------------------------------------------------------


def _first_init(self: object, *given: object, **named: object) -> None:
    """Make the first value of a class."""
    cls: Any = next(base for base in type(self).__mro__ if vars(base).get("__init__") is _first_init)
    cls.__init__ = _constructor_of(cls)
    cls.__init__(self, *given, **named)


def _constructor_of(cls: Any) -> Any:
    return constructor(cls, fields(cls), "slot" if is_frozen(cls) else "attribute")


class _Signature:
    """The signature of a class's constructor, which may not be made yet (for `inspect.signature`)."""

    def __get__(self, value: object, cls: type) -> Any:
        if value is not None:
            raise AttributeError("__signature__")
        if "__signature__" not in vars(cls):
            return None  # of one below it, which may have a constructor of its own
        from inspect import signature

        result = signature(_constructor_of(cls))
        return result.replace(parameters=list(result.parameters.values())[1:])


#: How a field is set: by its slot's method, as an attribute, or in the value's dictionary.
_SETTING = {"slot": "s{0}(self, {1})", "attribute": "self.a{0} = {1}", "dict": "values['a{0}'] = {1}"}
#: To what: an argument, one that is made where none is given, what is made, a constant.
_SET_TO = {
    "given": "p{0}",
    "given or made": "f{0}() if p{0} is NOTHING else p{0}",
    "made": "f{0}()",
    "constant": "c{0}",
}


def constructor(cls: type, every: tuple[Any, ...], setting: str) -> Any:
    """The method that makes a class's values: the template for such fields, with their names put in."""
    known: dict[str, Any] = {"NOTHING": NOTHING}
    names: dict[str, str] = {}
    shape = []
    for number, each in enumerate(every):
        made = isinstance(each.default, Factory)
        names |= {f"p{number}": each.alias, f"a{number}": each.name}
        if setting == "slot":
            known[f"s{number}"] = getattr(cls, each.name).__set__
        if made:
            known[f"f{number}"] = each.default.factory
        elif not each.init:
            known[f"c{number}"] = each.default
        if each.init:
            shape.append((number, "given or made" if made else "given", bool(each.kw_only)))
        elif each.default is not NOTHING:
            shape.append((number, "made" if made else "constant", False))
    code = _template(tuple(shape), setting, hasattr(cls, "__attrs_post_init__"))
    code = code.replace(
        co_varnames=tuple(names.get(name, name) for name in code.co_varnames),
        co_names=tuple(names.get(name, name) for name in code.co_names),
        co_consts=tuple(names.get(each, each) if isinstance(each, str) else each for each in code.co_consts),
        co_qualname=f"{cls.__qualname__}.__init__",
    )
    begins = [each for each in every if each.init and each.default is not NOTHING]
    begin = {each.name: NOTHING if isinstance(each.default, Factory) else each.default for each in begins}
    defaults = tuple(begin[each.name] for each in begins if not each.kw_only)
    method = FunctionType(code, known, "__init__", defaults)
    method.__kwdefaults__ = {each.alias: begin[each.name] for each in begins if each.kw_only}
    method.__module__ = cls.__module__
    method.__annotations__ = {each.alias: each.type for each in every if each.init} | {"return": None}
    return method


@cache
def _template(shape: tuple[tuple[int, str, bool], ...], setting: str, then: bool) -> CodeType:
    """The code of constructors that set such fields: field n is called an, its argument pn."""
    given = [(number, by_name) for number, value, by_name in shape if value.startswith("given")]
    arguments = ["self", *(f"p{number}" for number, by_name in given if not by_name)]
    if any(by_name for _, by_name in given):
        arguments += ["*", *(f"p{number}" for number, by_name in given if by_name)]
    lines = [_SETTING[setting].format(number, _SET_TO[value].format(number)) for number, value, _ in shape]
    first = ["values = self.__dict__"] if setting == "dict" else []
    last = ["self.__attrs_post_init__()"] if then else []
    body = "".join(f"    {line}\n" for line in (*first, *lines, *last, "return"))
    names: dict[str, Any] = {}
    exec(compile(f"def __init__({', '.join(arguments)}):\n{body}", "<constructor>", "exec"), names)
    code: CodeType = names["__init__"].__code__
    return code
