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
from collections.abc import Callable
from functools import cache
from typing import Any

from gdl.support.identity import address_of
from interpreter.engines.cache import Cache, default_folder
from interpreter.engines.native.compile import Compiled, Source
from interpreter.engines.native.memory import FUEL

#: Offsets in a block. What is called, and with what: the function that steps a row, the context, the rows,
#: what is beside them, their summary, the desk.
STEP, CONTEXT, ROWS, BESIDE, SUMMARY, DESK = 0, 8, 16, 24, 32, 40
#: How many numbers there are; where the truths of the legal ones are, where they are listed, and where the
#: number to be played goes.
COUNT, MASK, LISTED, PLAYED = 48, 56, 64, 72
#: Objects of Python: what is called where all is not as usual, None, and the whole numbers from 0 up.
FALLBACK, NONE, NUMBERS = 80, 88, 96
#: How often rules may look whether to stop, before that is unusual.
FUEL_GIVEN = 104
#: How many steps may still be made before Python is asked.
STEPS_LEFT = 112
#: The function that begins a game, what is called where that is not as usual, and where its seed goes.
BEGIN, FALLBACK_BEGIN, SEED_AT = 120, 128, 136
#: The function that looks at a state that was put there, and the bytes of a record.
LOOK, RECORD_SIZE = 144, 152
BLOCK_SIZE = 160

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
}
#: How a function is called: with one argument, with none, with several (METH_O, METH_NOARGS, METH_FASTCALL).
_ONE, _NO, _FAST = 8, 4, 128


def _declared() -> str:
    parts = [type_.partition(" ") for type_ in _API.values()]
    return "\n".join(
        f"declare {result} @{name}{params}" for name, (result, _, params) in zip(_API, parts, strict=True)
    )


def _fetch(name: str, type_: str, offset: int) -> str:
    return f"""  %{name}.at = getelementptr i8, ptr %block, i64 {offset}
  %{name} = load {type_}, ptr %{name}.at
"""


_BLOCK = """  %first = call ptr @PyTuple_GetItem(ptr %self, i64 0)
  %address = call i64 @PyLong_AsLongLong(ptr %first)
  %block = inttoptr i64 %address to ptr
"""

_CALL = (
    _fetch("context", "ptr", CONTEXT)
    + _fetch("fuel", "i64", FUEL_GIVEN)
    + f"  %fuel.to = getelementptr i8, ptr %context, i64 {FUEL}\n  store i64 %fuel, ptr %fuel.to\n"
    + _fetch("rows", "ptr", ROWS)
    + _fetch("beside", "ptr", BESIDE)
    + _fetch("summary", "ptr", SUMMARY)
    + _fetch("desk", "ptr", DESK)
    + """  %call.at = getelementptr i8, ptr %block, i64 {offset}
  %{function} = load ptr, ptr %call.at
  %done = call i64 %{function}(ptr %context, ptr %rows, ptr %beside, ptr %summary, i64 1, i64 0, ptr %desk)
  %good = icmp eq i64 %done, 1
  br i1 %good, label %nothing, label %fallback
"""
)
_NOTHING = _fetch("none", "ptr", NONE) + "  call void @Py_IncRef(ptr %none)\n  ret ptr %none"
_FALLBACK = (
    "  call void @PyErr_Clear()\n"
    + _fetch("other", "ptr", FALLBACK)
    + """  %answer = call ptr (ptr, ...) @PyObject_CallFunctionObjArgs(ptr %other, ptr %arg, ptr null)
  ret ptr %answer"""
)

_TEXT = f"""
{_declared()}

define ptr @ludwright_glue_step(ptr %self, ptr %arg) nounwind {{
{_BLOCK}
  %number = call i64 @PyLong_AsLongLong(ptr %arg)
{_fetch("count", "i64", COUNT)}
  %known = icmp ult i64 %number, %count
  br i1 %known, label %look, label %fallback
look:
{_fetch("mask", "ptr", MASK)}
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
{_fetch("played", "ptr", PLAYED)}
  store i64 %number, ptr %played
{_CALL.format(function="step", offset=STEP)}
nothing:
{_NOTHING}
fallback:
{_FALLBACK}
}}

define ptr @ludwright_glue_begin(ptr %self, ptr %arg) nounwind {{
{_BLOCK}
  %number = call i64 @PyLong_AsLongLong(ptr %arg)
  %plain = icmp sge i64 %number, 0
  br i1 %plain, label %play, label %fallback
play:
{_fetch("seed", "ptr", SEED_AT)}
  store i64 %number, ptr %seed
{_CALL.format(function="begin", offset=BEGIN)}
nothing:
{_NOTHING}
fallback:
{_FALLBACK.replace("%other", "%begins").replace(f"i64 {FALLBACK}", f"i64 {FALLBACK_BEGIN}")}
}}

define ptr @ludwright_glue_ids(ptr %self, ptr %arg) nounwind {{
entry:
{_BLOCK}
{_fetch("summary", "ptr", SUMMARY)}
{_fetch("listed", "ptr", LISTED)}
{_fetch("numbers", "ptr", NUMBERS)}
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

#: A state that never changes: its record is put into the row, and what comes of it is taken out. None where
#: that is not as usual.
_TEXT += f"""
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1 immarg)

define internal i1 @put(ptr %block, ptr %record) nounwind {{
  %bytes = call i64 @PyBytes_Size(ptr %record)
{_fetch("size", "i64", RECORD_SIZE)}
  %fits = icmp eq i64 %bytes, %size
  br i1 %fits, label %copy, label %fallback
copy:
  %data = call ptr @PyBytes_AsString(ptr %record)
{_fetch("rows", "ptr", ROWS)}
  call void @llvm.memcpy.p0.p0.i64(ptr %rows, ptr %data, i64 %size, i1 false)
  ret i1 true
fallback:
  call void @PyErr_Clear()
  ret i1 false
}}

define internal i1 @run(ptr %block, i64 %offset) nounwind {{
{_CALL.replace("i64 {offset}", "i64 %offset").format(function="function")}
nothing:
  ret i1 true
fallback:
  ret i1 false
}}

define ptr @ludwright_glue_moves(ptr %self, ptr %arg) nounwind {{
{_BLOCK}
  %there = call i1 @put(ptr %block, ptr %arg)
  br i1 %there, label %look, label %nothing
look:
  %seen = call i1 @run(ptr %block, i64 {LOOK})
  br i1 %seen, label %tell, label %nothing
tell:
  %ids = call ptr @ludwright_glue_ids(ptr %self, ptr null)
  ret ptr %ids
nothing:
{_NOTHING}
}}

define ptr @ludwright_glue_after(ptr %self, ptr %args, i64 %given) nounwind {{
{_BLOCK}
  %record = load ptr, ptr %args
  %generator.at = getelementptr ptr, ptr %args, i64 1
  %generator.object = load ptr, ptr %generator.at
  %number.at = getelementptr ptr, ptr %args, i64 2
  %number.object = load ptr, ptr %number.at
  %number = call i64 @PyLong_AsLongLong(ptr %number.object)
{_fetch("count", "i64", COUNT)}
  %known = icmp ult i64 %number, %count
  br i1 %known, label %put, label %clear
put:
  %there = call i1 @put(ptr %block, ptr %record)
  br i1 %there, label %look, label %nothing
look:
  %generator = call i64 @PyLong_AsUnsignedLongLongMask(ptr %generator.object)
{_fetch("beside", "ptr", BESIDE)}
  store i64 %generator, ptr %beside
  %seen = call i1 @run(ptr %block, i64 {LOOK})
  br i1 %seen, label %judge, label %nothing
judge:
{_fetch("mask", "ptr", MASK)}
  %truth.at = getelementptr i8, ptr %mask, i64 %number
  %truth = load i8, ptr %truth.at
  %legal = icmp ne i8 %truth, 0
  br i1 %legal, label %play, label %nothing
play:
{_fetch("played", "ptr", PLAYED)}
  store i64 %number, ptr %played
  %done = call i1 @run(ptr %block, i64 {STEP})
  br i1 %done, label %take, label %nothing
take:
{_fetch("size", "i64", RECORD_SIZE)}
{_fetch("rows", "ptr", ROWS)}
  %tuple = call ptr @PyTuple_New(i64 3)
  %made = icmp ne ptr %tuple, null
  br i1 %made, label %fill, label %nothing
fill:
  %bytes = call ptr @PyBytes_FromStringAndSize(ptr %rows, i64 %size)
  call i32 @PyTuple_SetItem(ptr %tuple, i64 0, ptr %bytes)
  %now = load i64, ptr %beside
  %new = call ptr @PyLong_FromUnsignedLongLong(i64 %now)
  call i32 @PyTuple_SetItem(ptr %tuple, i64 1, ptr %new)
  %ids = call ptr @ludwright_glue_ids(ptr %self, ptr null)
  call i32 @PyTuple_SetItem(ptr %tuple, i64 2, ptr %ids)
  ret ptr %tuple
clear:
  call void @PyErr_Clear()
  br label %nothing
nothing:
{_NOTHING}
}}
"""

_FUNCTIONS = {
    "glue_step": _ONE, "glue_begin": _ONE, "glue_ids": _NO, "glue_moves": _ONE, "glue_after": _FAST,
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
        known = {COUNT: count, NONE: address_of(None), NUMBERS: glue.numbers_to(count)}
        known |= dict(zip((FALLBACK, FALLBACK_BEGIN), map(address_of, fallbacks), strict=True))
        for offset, value in {**words, **known}.items():
            self.block[offset // 8] = value
        me = (ctypes.addressof(self.block), self.block, fallbacks, kept, glue, glue.numbers, glue.places)
        self.step: Callable[[int], None] = self._function(glue, "glue_step", me)
        self.begin: Callable[[int], None] = self._function(glue, "glue_begin", me)
        self.ids: Callable[[], tuple[int, ...]] = self._function(glue, "glue_ids", me)
        #: the legal numbers of a record; None where something is not as usual
        self.moves: Callable[[bytes], tuple[int, ...] | None] = self._function(glue, "glue_moves", me)
        #: of a record, a generator and a number: what they are after it, and the legal numbers then; or None
        self.after: Callable[[bytes, int, int], tuple[bytes, int, tuple[int, ...]] | None]
        self.after = self._function(glue, "glue_after", me)

    @property
    def spent(self) -> bool:
        """Whether all steps are made that were given."""
        return not self.block[STEPS_LEFT // 8]

    def use(self, step: int, begin: int, look: int, steps: int) -> None:
        """Call the functions at these addresses from now on, for so many steps."""
        for offset, value in ((STEP, step), (BEGIN, begin), (LOOK, look), (STEPS_LEFT, steps)):
            self.block[offset // 8] = value
        self.steps += steps

    def _function(self, glue: _Glue, name: str, me: tuple[Any, ...]) -> Any:
        return glue.new(ctypes.addressof(glue.definitions[name]), me, None)
