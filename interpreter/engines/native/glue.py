"""Functions of CPython's own calling convention, made by LLVM: one row is stepped from Python without ctypes.

A call by ctypes takes about a microsecond, more than many a move. So a small module, the same for all games,
reads Python's arguments and makes its results by Python's C interface, as Numba's wrappers do, and calls the
functions of a game by their addresses. Whatever is out of the ordinary (a wrong argument, an illegal number,
rules that take long) is left to a function in Python, which is called in its place.
"""

from __future__ import annotations

import ctypes
import sys
import sysconfig
from array import array
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, TypeAlias

from gdl.support.identity import address_of
from interpreter.engines.cache import Cache, default_folder
from interpreter.engines.native.block import (
    BEGIN,
    BLOCK_SIZE,
    CALL,
    COUNT,
    FALLBACK,
    FALLBACK_BEGIN,
    HELD,
    LAST_RECORD,
    LISTED,
    MASK,
    NONE,
    NOTHING,
    NUMBERS,
    OWN_BLOCK,
    PLAYED,
    SEED_AT,
    STEP,
    STEPS_LEFT,
    SUMMARY,
    fetch,
)
from interpreter.engines.native.compile import Compiled, Source
from interpreter.engines.native.value_calls import TEXT as VALUE_CALLS

#: What is asked of Python's C interface, with its type.
_API = {
    "PyTuple_GetItem": "ptr (ptr, i64)",
    "PyLong_AsLongLong": "i64 (ptr)",
    "PyErr_Clear": "void ()",
    "PyObject_CallFunctionObjArgs": "ptr (ptr, ...)",
    "PyTuple_New": "ptr (i64)",
    "PyTuple_SetItem": "i32 (ptr, i64, ptr)",
    "Py_IncRef": "void (ptr)",
    "PyBytes_Size": "i64 (ptr)",
    "PyBytes_AsString": "ptr (ptr)",
    "PyBytes_FromStringAndSize": "ptr (ptr, i64)",
    "PyLong_AsUnsignedLongLongMask": "i64 (ptr)",
    "PyLong_FromUnsignedLongLong": "ptr (i64)",
    "PyList_SetItem": "i32 (ptr, i64, ptr)",
    "PyObject_GetBuffer": "i32 (ptr, ptr, i32)",
    "PyBuffer_Release": "void (ptr)",
}
#: How a function is called: with one argument, with none, with several (METH_O, METH_NOARGS, METH_FASTCALL).
_ONE, _NO, _FAST = 8, 4, 128


def _declared() -> str:
    parts = [type_.partition(" ") for type_ in _API.values()]
    return "\n".join(
        f"declare {result} @{name}{params}" for name, (result, _, params) in zip(_API, parts, strict=True)
    )


_FALLBACK = (
    "  call void @PyErr_Clear()\n"
    + fetch("other", "ptr", FALLBACK)
    + """  %answer = call ptr (ptr, ...) @PyObject_CallFunctionObjArgs(ptr %other, ptr %arg, ptr null)
  ret ptr %answer"""
)

_TEXT = f"""
{_declared()}

define ptr @ludwright_glue_step(ptr %self, ptr %arg) nounwind {{
{OWN_BLOCK}
  %number = call i64 @PyLong_AsLongLong(ptr %arg)
{fetch("count", "i64", COUNT)}
  %known = icmp ult i64 %number, %count
  br i1 %known, label %look, label %fallback
look:
{fetch("mask", "ptr", MASK)}
  %truth.at = getelementptr i8, ptr %mask, i64 %number
  %truth = load i8, ptr %truth.at
  %legal = icmp ne i8 %truth, 0
  br i1 %legal, label %take, label %fallback
take:
  %left.at = getelementptr i8, ptr %block, i64 {STEPS_LEFT}
  %left = load i64, ptr %left.at
  %some = icmp ne i64 %left, 0
  br i1 %some, label %play, label %fallback
play:
  %fewer = sub i64 %left, 1
  store i64 %fewer, ptr %left.at
{fetch("played", "ptr", PLAYED)}
  store i64 %number, ptr %played
{CALL.format(function="step", offset=STEP)}
nothing:
{NOTHING}
fallback:
{_FALLBACK}
}}

define ptr @ludwright_glue_begin(ptr %self, ptr %arg) nounwind {{
{OWN_BLOCK}
  %number = call i64 @PyLong_AsLongLong(ptr %arg)
  %plain = icmp sge i64 %number, 0
  br i1 %plain, label %play, label %fallback
play:
{fetch("seed", "ptr", SEED_AT)}
  store i64 %number, ptr %seed
{CALL.format(function="begin", offset=BEGIN)}
nothing:
{NOTHING}
fallback:
{_FALLBACK.replace("%other", "%begins").replace(f"i64 {FALLBACK}", f"i64 {FALLBACK_BEGIN}")}
}}

define ptr @ludwright_glue_ids(ptr %self, ptr %arg) nounwind {{
entry:
{OWN_BLOCK}
{fetch("summary", "ptr", SUMMARY)}
{fetch("listed", "ptr", LISTED)}
{fetch("numbers", "ptr", NUMBERS)}
  %count = load i64, ptr %summary
  %tuple = call ptr @PyTuple_New(i64 %count)
  %made = icmp ne ptr %tuple, null
  br i1 %made, label %head, label %done
head:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %more = icmp slt i64 %i, %count
  br i1 %more, label %body, label %done
body:
  %number.at = getelementptr i32, ptr %listed, i64 %i
  %number = load i32, ptr %number.at
  %wide = zext i32 %number to i64
  %object.at = getelementptr ptr, ptr %numbers, i64 %wide
  %object = load ptr, ptr %object.at
  call void @Py_IncRef(ptr %object)
  call i32 @PyTuple_SetItem(ptr %tuple, i64 %i, ptr %object)
  %next = add i64 %i, 1
  br label %head
done:
  ret ptr %tuple
}}
"""

_TEXT += VALUE_CALLS

_FUNCTIONS = {
    "glue_step": _ONE, "glue_begin": _ONE, "glue_ids": _NO, "glue_moves": _FAST, "glue_after": _FAST,
    "glue_see": _FAST, "glue_start": _ONE,
}  # fmt: skip


class _MethodDef(ctypes.Structure):
    """CPython's PyMethodDef."""

    _fields_ = (
        ("name", ctypes.c_char_p),
        ("function", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("doc", ctypes.c_char_p),
    )


class _Glue:
    """The module in memory."""

    def __init__(self) -> None:
        self.loaded: list[Compiled] = []
        addresses = {}
        for name in _API:
            addresses[name] = ctypes.cast(getattr(ctypes.pythonapi, name), ctypes.c_void_p).value or 0
        source = Source(("glue", sys.implementation.cache_tag or ""), lambda: _TEXT, tuple(_FUNCTIONS),
                        Cache(default_folder()), tuple(addresses.items()))  # fmt: skip
        source.load(self.loaded.append)
        self.definitions = {}
        for name, flags in _FUNCTIONS.items():
            address = self.loaded[-1].addresses[name]
            self.definitions[name] = _MethodDef(name.removeprefix("glue_").encode(), address, flags, None)
        self.new = ctypes.pythonapi.PyCFunction_NewEx
        self.new.restype = ctypes.py_object
        self.new.argtypes = (ctypes.c_void_p, ctypes.py_object, ctypes.c_void_p)
        #: the whole numbers from 0 up, which are never let go, and where they are
        self.numbers: list[int] = []
        self.places = array("Q")

    def numbers_to(self, count: int) -> int:
        """Where the objects of the numbers below one are."""
        if count > len(self.numbers):
            self.numbers = [*range(count)]
            self.places = array("Q", map(address_of, self.numbers))
        return self.places.buffer_info()[0]


@cache
def _glue() -> _Glue:
    return _Glue()


def speaks() -> bool:
    """Whether this Python is one whose functions can be made so: CPython, one thread of it at a time."""
    return sys.implementation.name == "cpython" and not sysconfig.get_config_var("Py_GIL_DISABLED")


#: A record, a history, a turn, a generator, and legal numbers.
After: TypeAlias = tuple[bytes, bytes, int, int, tuple[int, ...]]


class Bound:
    """Functions of Python on one row: `step(number)` plays a legal number, `begin(seed)` begins a game,
    `ids()` gives the legal numbers as a tuple. What they leave to Python the `fallbacks` do, in order.

    `kept` is what has to stay as long as the functions may be called.
    """

    def __init__(
        self,
        words: dict[int, int],
        count: int,
        fallbacks: tuple[Callable[[int], None], Callable[[int], None]],
        kept: Any,
    ) -> None:
        glue = _glue()
        #: how many steps were given so far
        self.steps = 0
        self.block = (ctypes.c_int64 * (BLOCK_SIZE // 8))()
        #: what a state that the row is at is made of
        held: list[object] = [None, None]
        known = {
            COUNT: count,
            NONE: address_of(None),
            NUMBERS: glue.numbers_to(count),
            HELD: address_of(held),
        }
        known |= dict(zip((FALLBACK, FALLBACK_BEGIN), map(address_of, fallbacks), strict=True))
        for offset, value in {**words, **known}.items():
            self.block[offset // 8] = value
        me = (
            ctypes.addressof(self.block),
            self.block,
            fallbacks,
            kept,
            held,
            glue,
            glue.numbers,
            glue.places,
        )
        self.step: Callable[[int], None] = self._function(glue, "glue_step", me)
        self.begin: Callable[[int], None] = self._function(glue, "glue_begin", me)
        self.ids: Callable[[], tuple[int, ...]] = self._function(glue, "glue_ids", me)
        #: the legal numbers of a record, a history and a turn; None where something is not as usual
        self.moves: Callable[[bytes, bytes, int], tuple[int, ...] | None]
        self.moves = self._function(glue, "glue_moves", me)
        #: of these, a generator and a number: what they are after it, and the legal numbers then; or None
        self.after: Callable[[bytes, bytes, int, int, int], After | None]
        self.after = self._function(glue, "glue_after", me)
        #: the same of where the game of a seed begins; or None
        self.start: Callable[[int], After | None] = self._function(glue, "glue_start", me)
        #: writes the planes of a record, seen by a seat, to an array, and returns that; or None
        self.see: Callable[[bytes, int, Any], Any] = self._function(glue, "glue_see", me)

    def leave(self) -> None:
        """The row is at no state that is known here any more."""
        self.block[LAST_RECORD // 8] = 0

    @property
    def spent(self) -> bool:
        """Whether all steps are made that were given."""
        return not self.block[STEPS_LEFT // 8]

    def use(self, functions: Mapping[int, int], steps: int) -> None:
        """Call the functions at these addresses from now on, for so many steps."""
        for offset, value in {**functions, STEPS_LEFT: steps}.items():
            self.block[offset // 8] = value
        self.steps += steps

    def _function(self, glue: _Glue, name: str, me: tuple[Any, ...]) -> Any:
        return glue.new(ctypes.addressof(glue.definitions[name]), me, None)
