"""Constructors of value classes, by template instantiation.

The code of a constructor is compiled once for each shape of a signature. That of a class is a copy, into
which the names of its fields are put: making one takes a tenth of the time that compiling it would.
"""

from __future__ import annotations

from functools import cache
from types import CodeType, FunctionType
from typing import Any

import attrs

_Factory: Any = attrs.Factory

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
    known: dict[str, Any] = {"NOTHING": attrs.NOTHING}
    names: dict[str, str] = {}
    shape = []
    for number, each in enumerate(every):
        made = isinstance(each.default, _Factory)
        names |= {f"p{number}": each.alias, f"a{number}": each.name}
        if setting == "slot":
            known[f"s{number}"] = getattr(cls, each.name).__set__
        if made:
            known[f"f{number}"] = each.default.factory
        elif not each.init:
            known[f"c{number}"] = each.default
        if each.init:
            shape.append((number, "given or made" if made else "given", bool(each.kw_only)))
        elif each.default is not attrs.NOTHING:
            shape.append((number, "made" if made else "constant", False))
    code = _template(tuple(shape), setting, hasattr(cls, "__attrs_post_init__"))
    code = code.replace(
        co_varnames=tuple(names.get(name, name) for name in code.co_varnames),
        co_names=tuple(names.get(name, name) for name in code.co_names),
        co_consts=tuple(names.get(each, each) if isinstance(each, str) else each for each in code.co_consts),
        co_qualname=f"{cls.__qualname__}.__init__",
    )
    begins = [each for each in every if each.init and each.default is not attrs.NOTHING]
    begin = {
        each.name: attrs.NOTHING if isinstance(each.default, _Factory) else each.default for each in begins
    }
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
