"""The block of memory by which functions that are made for Python know what they work on, and text for it.

A function gets a tuple whose first member is the address of its block. Here are the offsets in it, and the
pieces of LLVM's language that read it: see glue.py and value_calls.py.
"""

from __future__ import annotations

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
#: Of states that never change: the record, the history and the turn of the one that the row is at, its legal
#: numbers listed (no record: it is at none); and the list that holds these two.
LAST_RECORD, LAST_HISTORY, LAST_TURN, HELD = 160, 168, 176, 184
#: The bytes of a remembered position, -1 where none are.
POSITION_SIZE = 192
#: The function that writes planes, and the desk that it reads.
PLANES, OBSERVER = 200, 208
BLOCK_SIZE = 216


def fetch(name: str, type_: str, offset: int) -> str:
    """Reads a word of the block."""
    return f"""  %{name}.at = getelementptr i8, ptr %block, i64 {offset}
  %{name} = load {type_}, ptr %{name}.at
"""


#: What a function begins with: its block.
OWN_BLOCK = """  %first = call ptr @PyTuple_GetItem(ptr %self, i64 0)
  %address = call i64 @PyLong_AsLongLong(ptr %first)
  %block = inttoptr i64 %address to ptr
"""

#: Calls a function of the game on the row; on to `nothing` if all went well, else to `fallback`.
CALL = (
    fetch("context", "ptr", CONTEXT)
    + fetch("fuel", "i64", FUEL_GIVEN)
    + f"  %fuel.to = getelementptr i8, ptr %context, i64 {FUEL}\n  store i64 %fuel, ptr %fuel.to\n"
    + fetch("rows", "ptr", ROWS)
    + fetch("beside", "ptr", BESIDE)
    + fetch("summary", "ptr", SUMMARY)
    + fetch("desk", "ptr", DESK)
    + """  %call.at = getelementptr i8, ptr %block, i64 {offset}
  %{function} = load ptr, ptr %call.at
  %done = call i64 %{function}(ptr %context, ptr %rows, ptr %beside, ptr %summary, i64 1, i64 0, ptr %desk)
  %good = icmp eq i64 %done, 1
  br i1 %good, label %nothing, label %fallback
"""
)
#: Nothing is returned; what is not as usual is returned so, too.
NOTHING = fetch("none", "ptr", NONE) + "  call void @Py_IncRef(ptr %none)\n  ret ptr %none"
