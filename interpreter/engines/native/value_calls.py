"""Functions for Python on states that never change, as text of LLVM's language; see glue.py.

A state is put into the row, and what comes of it is taken out: its record, and what it remembers of earlier
positions. Mostly a state is asked that was made by the call before: then it stands in the row already, and
what is legal there is not worked out again. None is returned where something is not as usual: an illegal
number, a history that there is no room for, rules that take long.
"""

from __future__ import annotations

from interpreter.engines.native.batches import BESIDE as _PARTS
from interpreter.engines.native.block import (
    BEGIN,
    BESIDE,
    CALL,
    COUNT,
    DESK,
    HELD,
    LAST_HISTORY,
    LAST_RECORD,
    LAST_TURN,
    LOOK,
    MASK,
    NOTHING,
    OBSERVER,
    OWN_BLOCK,
    PLANES,
    PLAYED,
    POSITION_SIZE,
    RECORD_SIZE,
    ROWS,
    SEED_AT,
    STEP,
    fetch,
)
from interpreter.engines.native.memory import (
    HISTORY,
    HISTORY_ENTRY,
    HISTORY_FIRST,
    HISTORY_LENGTH,
    HISTORY_ROOM,
    HISTORY_TURN,
    POSITIONS,
)
from interpreter.engines.native.steps import PLANES as PLANES_AT
from interpreter.engines.native.steps import VIEWER

#: A view of Python's on an object's memory (`Py_buffer`), of which only the address is read: bytes; and what
#: asks for one that can be written.
_VIEW, _WRITABLE = 128, 1


def _part(name: str, type_: str, part: int) -> str:
    """Reads what is kept beside the row."""
    return f"""  %{name}.at = getelementptr i8, ptr %beside, i64 {8 * _PARTS.index(part)}
  %{name} = load {type_}, ptr %{name}.at
"""


#: The arguments of a state: its record, its history, and where its turn begins in that.
_STATE = """  %record = load ptr, ptr %args
  %history.at = getelementptr ptr, ptr %args, i64 1
  %history = load ptr, ptr %history.at
  %turn.at = getelementptr ptr, ptr %args, i64 2
  %turn.object = load ptr, ptr %turn.at
  %turn = call i64 @PyLong_AsLongLong(ptr %turn.object)
"""

_CALL_OF_OBSERVER = CALL.replace(fetch("desk", "ptr", DESK), fetch("desk", "ptr", OBSERVER)).format(
    offset=PLANES, function="function"
)
_RUN = f"""
define internal i1 @run(ptr %block, i64 %offset) nounwind {{
{CALL.replace("i64 {offset}", "i64 %offset").format(function="function")}
nothing:
  ret i1 true
fallback:
  ret i1 false
}}

define internal i1 @write_planes(ptr %block) nounwind {{
{_CALL_OF_OBSERVER}
nothing:
  ret i1 true
fallback:
  ret i1 false
}}
"""

#: The row is at a state, whose objects are held.
_KEEP = f"""
define internal void @keep(ptr %block, ptr %record, ptr %history, i64 %turn) nounwind {{
{fetch("held", "ptr", HELD)}
  call void @Py_IncRef(ptr %record)
  call i32 @PyList_SetItem(ptr %held, i64 0, ptr %record)
  call void @Py_IncRef(ptr %history)
  call i32 @PyList_SetItem(ptr %held, i64 1, ptr %history)
{fetch("last_record", "ptr", LAST_RECORD)}
{fetch("last_history", "ptr", LAST_HISTORY)}
{fetch("last_turn", "i64", LAST_TURN)}
  store ptr %record, ptr %last_record.at
  store ptr %history, ptr %last_history.at
  store i64 %turn, ptr %last_turn.at
  ret void
}}
"""

_COPY_RECORD = f"""
define internal i1 @copy_record(ptr %block, ptr %record) nounwind {{
{fetch("last", "ptr", LAST_RECORD)}
  store ptr null, ptr %last.at
  %bytes = call i64 @PyBytes_Size(ptr %record)
{fetch("size", "i64", RECORD_SIZE)}
  %fits = icmp eq i64 %bytes, %size
  br i1 %fits, label %copy, label %fallback
copy:
  %data = call ptr @PyBytes_AsString(ptr %record)
{fetch("rows", "ptr", ROWS)}
  call void @llvm.memcpy.p0.p0.i64(ptr %rows, ptr %data, i64 %size, i1 false)
  ret i1 true
fallback:
  call void @PyErr_Clear()
  ret i1 false
}}
"""

_COPY_HISTORY = f"""
define internal i1 @copy_history(ptr %block, ptr %history, i64 %turn) nounwind {{
{fetch("each", "i64", POSITION_SIZE)}
  %none = icmp slt i64 %each, 0
  br i1 %none, label %good, label %look
look:
  %bytes = call i64 @PyBytes_Size(ptr %history)
  %known = icmp sge i64 %bytes, 0
  br i1 %known, label %measure, label %fallback
measure:
  %both = add i64 %each, {HISTORY_ENTRY}
  %count = udiv i64 %bytes, %both
  %size = mul i64 %count, {HISTORY_ENTRY}
  %rest = sub i64 %bytes, %size
{fetch("beside", "ptr", BESIDE)}
{_part("room", "i64", HISTORY_ROOM)}
  %fits = icmp sle i64 %size, %room
  %empty = icmp eq i64 %size, 0
  %good.size = or i1 %fits, %empty
  br i1 %good.size, label %write, label %fallback
write:
{_part("length", "i64", HISTORY_LENGTH)}
{_part("first", "i64", HISTORY_FIRST)}
{_part("began", "i64", HISTORY_TURN)}
  store i64 %size, ptr %length.at
  store i64 0, ptr %first.at
  store i64 %turn, ptr %began.at
  br i1 %empty, label %good, label %copy
copy:
  %data = call ptr @PyBytes_AsString(ptr %history)
{_part("hashes", "ptr", HISTORY)}
{_part("positions", "ptr", POSITIONS)}
  call void @llvm.memcpy.p0.p0.i64(ptr %hashes, ptr %data, i64 %size, i1 false)
  %behind = getelementptr i8, ptr %data, i64 %size
  call void @llvm.memcpy.p0.p0.i64(ptr %positions, ptr %behind, i64 %rest, i1 false)
  br label %good
good:
  ret i1 true
fallback:
  call void @PyErr_Clear()
  ret i1 false
}}
"""

#: The row is at a state, and its legal numbers are listed.
_READY = f"""
define internal i1 @ready(ptr %block, ptr %record, ptr %history, i64 %turn) nounwind {{
{fetch("last_record", "ptr", LAST_RECORD)}
{fetch("last_history", "ptr", LAST_HISTORY)}
{fetch("last_turn", "i64", LAST_TURN)}
  %same.record = icmp eq ptr %record, %last_record
  %same.history = icmp eq ptr %history, %last_history
  %same.turn = icmp eq i64 %turn, %last_turn
  %same.both = and i1 %same.record, %same.history
  %same = and i1 %same.both, %same.turn
  br i1 %same, label %good, label %put
put:
  %there = call i1 @copy_record(ptr %block, ptr %record)
  br i1 %there, label %remember, label %fallback
remember:
  %remembered = call i1 @copy_history(ptr %block, ptr %history, i64 %turn)
  br i1 %remembered, label %look, label %fallback
look:
  %seen = call i1 @run(ptr %block, i64 {LOOK})
  br i1 %seen, label %keep, label %fallback
keep:
  call void @keep(ptr %block, ptr %record, ptr %history, i64 %turn)
  br label %good
good:
  ret i1 true
fallback:
  ret i1 false
}}
"""

#: What the row remembers, as bytes; and where the turn begins in that.
_HISTORY = f"""
define internal ptr @history_of(ptr %block) nounwind {{
{fetch("each", "i64", POSITION_SIZE)}
  %none = icmp slt i64 %each, 0
  br i1 %none, label %empty, label %measure
empty:
  %nothing = call ptr @PyBytes_FromStringAndSize(ptr null, i64 0)
  ret ptr %nothing
measure:
{fetch("beside", "ptr", BESIDE)}
{_part("length", "i64", HISTORY_LENGTH)}
{_part("first", "i64", HISTORY_FIRST)}
  %size = sub i64 %length, %first
  %some = icmp sgt i64 %size, 0
  br i1 %some, label %make, label %empty
make:
  %entries = sdiv exact i64 %size, {HISTORY_ENTRY}
  %rest = mul i64 %entries, %each
  %bytes = add i64 %size, %rest
  %result = call ptr @PyBytes_FromStringAndSize(ptr null, i64 %bytes)
  %made = icmp ne ptr %result, null
  br i1 %made, label %fill, label %done
fill:
  %data = call ptr @PyBytes_AsString(ptr %result)
{_part("hashes", "ptr", HISTORY)}
{_part("positions", "ptr", POSITIONS)}
  %from = getelementptr i8, ptr %hashes, i64 %first
  call void @llvm.memcpy.p0.p0.i64(ptr %data, ptr %from, i64 %size, i1 false)
  %behind = getelementptr i8, ptr %data, i64 %size
  %skipped = sdiv exact i64 %first, {HISTORY_ENTRY}
  %offset = mul i64 %skipped, %each
  %those = getelementptr i8, ptr %positions, i64 %offset
  call void @llvm.memcpy.p0.p0.i64(ptr %behind, ptr %those, i64 %rest, i1 false)
  br label %done
done:
  ret ptr %result
}}

define internal i64 @turn_of(ptr %block) nounwind {{
{fetch("each", "i64", POSITION_SIZE)}
  %none = icmp slt i64 %each, 0
  br i1 %none, label %never, label %look
never:
  ret i64 0
look:
{fetch("beside", "ptr", BESIDE)}
{_part("first", "i64", HISTORY_FIRST)}
{_part("began", "i64", HISTORY_TURN)}
  %since = sub i64 %began, %first
  %turn = call i64 @llvm.smax.i64(i64 %since, i64 0)
  ret i64 %turn
}}
"""

_MOVES = f"""
define ptr @ludwright_glue_moves(ptr %self, ptr %args, i64 %given) nounwind {{
{OWN_BLOCK}
{_STATE}
  %there = call i1 @ready(ptr %block, ptr %record, ptr %history, i64 %turn)
  br i1 %there, label %tell, label %nothing
tell:
  %ids = call ptr @ludwright_glue_ids(ptr %self, ptr null)
  ret ptr %ids
nothing:
{NOTHING}
}}
"""

#: What the row is at: its record, its history, its turn, the generator, and the legal numbers; the row stays
#: at it. And the same of the game of a seed.
_TAKEN = f"""
define internal ptr @taken(ptr %self, ptr %block) nounwind {{
{fetch("size", "i64", RECORD_SIZE)}
{fetch("rows", "ptr", ROWS)}
{fetch("beside", "ptr", BESIDE)}
  %bytes = call ptr @PyBytes_FromStringAndSize(ptr %rows, i64 %size)
  %past = call ptr @history_of(ptr %block)
  %began = call i64 @turn_of(ptr %block)
  %tuple = call ptr @PyTuple_New(i64 5)
  %made = icmp ne ptr %tuple, null
  br i1 %made, label %fill, label %done
fill:
  call i32 @PyTuple_SetItem(ptr %tuple, i64 0, ptr %bytes)
  call i32 @PyTuple_SetItem(ptr %tuple, i64 1, ptr %past)
  %began.object = call ptr @PyLong_FromUnsignedLongLong(i64 %began)
  call i32 @PyTuple_SetItem(ptr %tuple, i64 2, ptr %began.object)
  %now = load i64, ptr %beside
  %new = call ptr @PyLong_FromUnsignedLongLong(i64 %now)
  call i32 @PyTuple_SetItem(ptr %tuple, i64 3, ptr %new)
  %ids = call ptr @ludwright_glue_ids(ptr %self, ptr null)
  call i32 @PyTuple_SetItem(ptr %tuple, i64 4, ptr %ids)
  call void @keep(ptr %block, ptr %bytes, ptr %past, i64 %began)
  br label %done
done:
  ret ptr %tuple
}}

define ptr @ludwright_glue_start(ptr %self, ptr %arg) nounwind {{
{OWN_BLOCK}
{fetch("last", "ptr", LAST_RECORD)}
  store ptr null, ptr %last.at
  %seed = call i64 @PyLong_AsUnsignedLongLongMask(ptr %arg)
{fetch("seed_to", "ptr", SEED_AT)}
  store i64 %seed, ptr %seed_to
  %done = call i1 @run(ptr %block, i64 {BEGIN})
  br i1 %done, label %take, label %nothing
take:
  %result = call ptr @taken(ptr %self, ptr %block)
  ret ptr %result
nothing:
{NOTHING}
}}
"""

_AFTER = f"""
define ptr @ludwright_glue_after(ptr %self, ptr %args, i64 %given) nounwind {{
{OWN_BLOCK}
{_STATE}
  %generator.at = getelementptr ptr, ptr %args, i64 3
  %generator.object = load ptr, ptr %generator.at
  %number.at = getelementptr ptr, ptr %args, i64 4
  %number.object = load ptr, ptr %number.at
  %number = call i64 @PyLong_AsLongLong(ptr %number.object)
{fetch("count", "i64", COUNT)}
  %known = icmp ult i64 %number, %count
  br i1 %known, label %put, label %clear
put:
  %there = call i1 @ready(ptr %block, ptr %record, ptr %history, i64 %turn)
  br i1 %there, label %judge, label %nothing
judge:
{fetch("mask", "ptr", MASK)}
  %truth.at = getelementptr i8, ptr %mask, i64 %number
  %truth = load i8, ptr %truth.at
  %legal = icmp ne i8 %truth, 0
  br i1 %legal, label %play, label %nothing
play:
  %generator = call i64 @PyLong_AsUnsignedLongLongMask(ptr %generator.object)
{fetch("beside", "ptr", BESIDE)}
  store i64 %generator, ptr %beside
{fetch("last", "ptr", LAST_RECORD)}
  store ptr null, ptr %last.at
{fetch("played", "ptr", PLAYED)}
  store i64 %number, ptr %played
  %done = call i1 @run(ptr %block, i64 {STEP})
  br i1 %done, label %take, label %nothing
take:
  %result = call ptr @taken(ptr %self, ptr %block)
  ret ptr %result
clear:
  call void @PyErr_Clear()
  br label %nothing
nothing:
{NOTHING}
}}
"""

#: Writes the planes of a record, seen by a seat (0: the one to move), into an array.
_SEE = f"""
define ptr @ludwright_glue_see(ptr %self, ptr %args, i64 %given) nounwind {{
  %view = alloca [{_VIEW} x i8], align 16
{OWN_BLOCK}
  %record = load ptr, ptr %args
  %viewer.at = getelementptr ptr, ptr %args, i64 1
  %viewer.object = load ptr, ptr %viewer.at
  %viewer = call i64 @PyLong_AsLongLong(ptr %viewer.object)
  %array.at = getelementptr ptr, ptr %args, i64 2
  %array = load ptr, ptr %array.at
  %failed = call i32 @PyObject_GetBuffer(ptr %array, ptr %view, i32 {_WRITABLE})
  %viewed = icmp eq i32 %failed, 0
  br i1 %viewed, label %look, label %clear
look:
{fetch("last", "ptr", LAST_RECORD)}
  %same = icmp eq ptr %record, %last
  br i1 %same, label %write, label %put
put:
  %there = call i1 @copy_record(ptr %block, ptr %record)
  br i1 %there, label %write, label %fail
write:
{fetch("observer", "ptr", OBSERVER)}
  %planes = load ptr, ptr %view
  %planes.to = getelementptr i8, ptr %observer, i64 {PLANES_AT}
  store ptr %planes, ptr %planes.to
  %viewer.to = getelementptr i8, ptr %observer, i64 {VIEWER}
  store i64 %viewer, ptr %viewer.to
  %written = call i1 @write_planes(ptr %block)
  call void @PyBuffer_Release(ptr %view)
  br i1 %written, label %done, label %nothing
done:
  call void @Py_IncRef(ptr %array)
  ret ptr %array
fail:
  call void @PyBuffer_Release(ptr %view)
  br label %nothing
clear:
  call void @PyErr_Clear()
  br label %nothing
nothing:
{NOTHING}
}}
"""

TEXT = "\n".join((
    "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1 immarg)", "declare i64 @llvm.smax.i64(i64, i64)",
    _RUN, _KEEP, _COPY_RECORD, _COPY_HISTORY, _READY, _HISTORY, _MOVES, _TAKEN, _AFTER, _SEE,
))  # fmt: skip
