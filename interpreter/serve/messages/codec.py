"""The codec: messages are attrs classes, made into what JSON can hold and read from it strictly (cattrs).

The keys of an object are its attributes in camel case, in their order (`from_` is `from`; `key` names
another). An attribute that is None by default is left out where it is None; one that is `Flat` has its keys
among those of the message around it, all or none where it may be None. Of classes with a `TAG` each has a
value of its own under this key, and the base is read as that one of its subclasses. Numbers are no booleans,
and nothing is converted. A `Check` says what else a value has to be, and what is said where it is not; keys
that a class does not know are passed over.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Annotated, Any, TypeVar, get_args, get_origin, get_type_hints
from unicodedata import category

import attrs
from cattrs import Converter
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn, override

from gdl.support.values import NOTHING, fields, frozen
from interpreter.errors.user_errors import BadRequestError

T = TypeVar("T")
C = TypeVar("C", bound=type)
#: An object of JSON: what has not been read as a message yet, and documents whose format is a command's own.
Json = dict[str, Any]
_FLAT, _KEY, _WRITTEN = "flat", "key", "written"
#: The keys of this attribute are among those of the message around it.
Flat = Annotated[T, _FLAT]
#: This attribute is JSON already, and is written as it is.
Written = Annotated[T, _WRITTEN]
#: What JSON has itself.
_PLAIN = (int, str, bool, float)
#: Half of a character of two halves (a lone surrogate), as JSON may escape one: it can be written nowhere.
_HALF = re.compile(rb"\\u[dD][89a-fA-F]")
#: One character as JSON escapes it: a backslash, or a code; beyond the first 65,536 there are two halves.
_ESCAPE = re.compile(r"\\\\|\\u(d[89ab][0-9a-f]{2})\\u(d[c-f][0-9a-f]{2})|\\u([0-9a-f]{4})")
#: Kinds of characters: controls, formats, private ones, separators of lines, halves.
_HARMFUL = ("Cc", "Cf", "Zl", "Zp", "Cs")
_INSTEAD = "\\ufffd"


@frozen
class Check:
    """What a value has to be besides its type, and what is said where it is not: `{}` stands for its key.

    One that stands in an annotation itself knows no names of its module.
    """

    holds: Callable[[Any], bool]
    words: str


def key(name: str) -> dict[str, str]:
    """The metadata of an attribute whose key is not its name."""
    return {_KEY: name}


def encode(message: object) -> Any:
    """A message as what JSON can hold."""
    return _converter.unstructure(message)


def decode(kind: type[T], value: object) -> T:
    """The message of some class that a value of JSON is. Raises BadRequestError for what is none."""
    try:
        return _converter.structure(value, kind)
    except BadRequestError:
        raise
    except KeyError as error:
        raise BadRequestError(f"`{error.args[0]}` is left out") from None
    except (TypeError, ValueError, AttributeError):
        raise BadRequestError("the request is not of its kind") from None


def to_line(message: object) -> bytes:
    """A message as a line."""
    return json.dumps(encode(message), separators=(",", ":")).encode() + b"\n"


def plain_json(message: object) -> str:
    """A message as JSON for pages, without characters that steer terminals or turn the direction of writing.

    Names of games, pieces and sites come from strangers' files. Pages show them as text, never as HTML; what
    is left to do is what `gdl.support.printable` does for terminals.
    """
    return _ESCAPE.sub(_plain, json.dumps(encode(message), separators=(",", ":")))


def _plain(escape: re.Match[str]) -> str:
    high, low, one = escape.groups()
    if high is None and one is None:
        return escape[0]
    if one is not None:
        code = int(one, 16)
    else:
        code = 0x10000 + ((int(high, 16) - 0xD800) << 10) + int(low, 16) - 0xDC00
    return _INSTEAD if _is_harmful(code) else escape[0]


@cache
def _is_harmful(code: int) -> bool:
    return category(chr(code)) in _HARMFUL


def object_in(text: bytes | str) -> Json:
    """The JSON object that a text is (RFC 8259: without NaN and infinities). Raises BadRequestError."""
    try:
        value = json.loads(text, parse_constant=_refuse)
    except (ValueError, RecursionError):
        raise BadRequestError("the request is no JSON") from None
    if not isinstance(value, dict):
        raise BadRequestError("the request is no JSON object")
    if isinstance(text, bytes) and _HALF.search(text):
        try:
            json.dumps(value, ensure_ascii=False).encode()
        except ValueError:
            raise BadRequestError("the request has half of a character") from None
    return value


def _refuse(constant: str) -> None:
    raise ValueError(constant)


@cache
def keys(kind: type) -> dict[str, str]:
    """The keys of a class by its attributes; of what is flat, a name that no key can be."""
    hints = get_type_hints(kind, include_extras=True)
    return {
        each.name: f"*{each.name}"
        if _is_flat(hints[each.name])
        else each.metadata.get(_KEY) or _camel(each.name)
        for each in fields(kind)
    }


def variants(base: type) -> dict[str, type]:
    """The classes of a family by the values of their tag."""
    family: dict[str, type] = {}
    each: type
    for each in base.__subclasses__():
        family |= variants(each)
        if (value := vars(each).get(tag_of(base))) is not None:
            family[value] = each
    return family


def tag_of(kind: type) -> str:
    """The key by which the classes of a family are told apart; empty for one of no family."""
    tag: str = getattr(kind, "TAG", "")
    return tag


def _camel(name: str) -> str:
    return re.sub(r"_(\w)", lambda letter: letter[1].upper(), name.removesuffix("_"))


def _is_flat(hint: object) -> bool:
    return get_origin(hint) is Annotated and _FLAT in get_args(hint)[1:]


def _is_message(kind: Any) -> bool:
    return attrs.has(get_origin(kind) or kind)


def _bare(hint: Any) -> Any:
    """A type without annotations, parameters and None: the class that it is, if it is one."""
    hint = get_args(hint)[0] if get_origin(hint) is Annotated else hint
    if type(None) in (given := get_args(hint)):
        hint = next(each for each in given if each is not type(None))
    return get_origin(hint) or hint


# --- Reading ----------------------------------------------------------------------------------------------


def _reader_of(kind: Any) -> Callable[[Any, Any], Any]:
    """What reads messages of a class."""
    kind = _bare(kind)
    if tag_of(kind) and tag_of(kind) not in vars(kind):
        return _family_reader(kind)
    hints, names = get_type_hints(kind, include_extras=True), keys(kind)
    checked = {
        name: _checked(key, hints[name], checks)
        for name, key in names.items()
        if (checks := _checks_of(hints[name]))
    }
    flat = [name for name in names if _is_flat(hints[name])]
    overrides = {name: override(rename=key, struct_hook=checked.get(name)) for name, key in names.items()}
    read = make_dict_structure_fn(kind, _converter, _cattrs_detailed_validation=False, **overrides)  # type: ignore[arg-type]
    # what is left out is refused by its check
    missing = {
        names[each.name]: None for each in fields(kind) if each.name in checked and each.default is NOTHING
    }
    known = _all_keys(kind)

    def reader(value: Any, _: Any) -> Any:
        if not isinstance(value, Mapping):
            raise TypeError
        if missing:
            value = {**missing, **value}
        for name in flat:
            if (part := _flat_part(_bare(hints[name]), value, known)) is not None:
                value = {**value, names[name]: part}
        return read(value, kind)

    return reader


def _flat_part(kind: Any, value: Json, known: frozenset[str]) -> Json | None:
    """What of an object the message of a class is read from whose keys are among the others; None where it
    lacks."""
    if kind is dict:
        return {key: each for key, each in value.items() if key not in known}
    return value if _required(kind) <= value.keys() else None


def _all_keys(kind: Any) -> frozenset[str]:
    """The keys of a class, with those of what is flat in it."""
    if not attrs.has(kind):
        return frozenset()
    hints, names = get_type_hints(kind, include_extras=True), keys(kind)
    flat = (_all_keys(_bare(hints[name])) for name in names if _is_flat(hints[name]))
    return frozenset(names.values()).union(*flat)


@cache
def _required(kind: type) -> frozenset[str]:
    names = keys(kind)
    return frozenset(names[each.name] for each in fields(kind) if each.default is NOTHING) - {
        name for name in names.values() if name.startswith("*")
    }


def _family_reader(base: type) -> Callable[[Any, Any], Any]:
    family, tag = variants(base), tag_of(base)

    def reader(value: Any, _: Any) -> Any:
        kind = family.get(str(value.get(tag)))
        if kind is None:
            raise BadRequestError("there is nothing of that name to be done")
        return _converter.structure(value, kind)

    return reader


def _checks_of(hint: object) -> list[Check]:
    given = get_args(hint)[1:] if get_origin(hint) is Annotated else ()
    return [each for each in given if isinstance(each, Check)]


def _checked(name: str, hint: Any, checks: Sequence[Check]) -> Callable[[Any, Any], Any]:
    inner = get_args(hint)[0]
    optional = type(None) in get_args(inner)
    kinds = [each for each in (get_args(inner) or (inner,)) if attrs.has(_bare(each))]

    def reader(value: Any, _: Any) -> Any:
        if value is None and optional:
            return None
        for check in checks:
            if not check.holds(value):
                raise BadRequestError(check.words.format(name))
        return _converter.structure(value, kinds[0]) if kinds else value

    return reader


def _strictly(*kinds: type) -> Callable[[Any, Any], Any]:
    def reader(value: Any, _: Any) -> Any:
        if type(value) not in kinds:
            raise TypeError(value)
        return value

    return reader


# --- Writing ----------------------------------------------------------------------------------------------


def _writer_of(kind: Any) -> Callable[[Any], Any]:
    """What makes JSON of the messages of a class."""
    kind = _bare(kind)
    tag = tag_of(kind)
    if tag and tag not in vars(kind):
        return lambda message: _converter.unstructure(message, type(message))
    names, hints = keys(kind), get_type_hints(kind, include_extras=True)
    overrides = {
        each.name: override(
            rename=names[each.name],
            # what is None by default is left out where it is None
            omit_if_default=each.default is None,
            unstruct_hook=_as_it_is if _WRITTEN in get_args(hints[each.name])[1:] else None,
        )
        for each in fields(kind)
    }
    write = make_dict_unstructure_fn(kind, _converter, **overrides)  # type: ignore[arg-type]
    head = {tag: getattr(kind, tag)} if tag else {}
    if not any(name.startswith("*") for name in names.values()):
        return (lambda message: {**head, **write(message)}) if head else write

    def writer(message: Any) -> Json:
        made = dict(head)
        for name, value in write(message).items():
            if name.startswith("*"):
                made.update(value)
            else:
                made[name] = value
        return made

    return writer


def _as_it_is(value: Any) -> Any:
    return value


# --- Rows of what JSON has itself --------------------------------------------------------------------------


def _columns(kind: Any) -> tuple[Any, ...] | None:
    """Of a sequence of plain values, or of tuples of them, the types of each; None for any other type."""
    given = get_args(kind)
    if (
        get_origin(kind) not in (Sequence, tuple)
        or not given
        or (get_origin(kind) is tuple and given[1:] != (...,))
    ):
        return None
    row = get_args(given[0]) if get_origin(given[0]) is tuple and ... not in get_args(given[0]) else given[:1]
    return row if all(each in _PLAIN for each in row) else None


def _is_plain(kind: Any) -> bool:
    return _columns(kind) is not None


def _is_table(kind: Any) -> bool:
    return get_origin(get_args(kind)[0]) is tuple


def _rows_writer(kind: Any) -> Callable[[Any], Any]:
    """What writes these, without a look at each value."""
    return (lambda rows: [list(row) for row in rows]) if _is_table(kind) else list


def _rows_reader(kind: Any) -> Callable[[Any, Any], Any]:
    """What reads these, column by column: with one look at each column's types and none at each value's."""
    columns = [{float, int} if each is float else {each} for each in _columns(kind) or ()]
    if not _is_table(kind):

        def reader(value: Any, _: Any) -> Any:
            row = tuple(value)
            if not columns[0].issuperset(map(type, row)):
                raise TypeError(value)
            return row

        return reader

    def rows_reader(value: Any, _: Any) -> Any:
        rows = tuple(map(tuple, value))
        if rows:
            for types, column in zip(columns, zip(*rows, strict=True), strict=True):
                if not types.issuperset(map(type, column)):
                    raise TypeError(value)
        return rows

    return rows_reader


_converter = Converter(detailed_validation=False)
_converter.register_structure_hook_factory(_is_message, _reader_of)
_converter.register_unstructure_hook_factory(_is_message, _writer_of)
_converter.register_structure_hook_factory(_is_plain, _rows_reader)
_converter.register_unstructure_hook_factory(_is_plain, _rows_writer)
for _kind in (int, str, bool):
    _converter.register_structure_hook(_kind, _strictly(_kind))
_converter.register_structure_hook(float, _strictly(float, int))
