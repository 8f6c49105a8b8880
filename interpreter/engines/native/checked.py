"""Functions that watch themselves: the checked build verifies every place in memory and every claim.

Emitted code leaves out tests where the analysis of ranges says that they cannot fail, and where memory is
known to be large enough. A checked build tests all the same: each read and write must lie within the object
that its pointer was made from (a record, a table, a stack, a local), and each number that is claimed to be in
a range must be there. What fails is noted in the context and told at the end of the call; meanwhile the code
goes on with a value or place that is allowed, so that nothing else is damaged.
"""

from __future__ import annotations

from gdl.core.intrinsics import POOLS
from gdl.source.diagnostics import InternalError
from gdl.support.values import define, field, frozen
from interpreter.engines.native.memory import (
    BROKEN,
    BUNDLES,
    BUNDLES_ROOM,
    CHECKS,
    CHECKS_ROOM,
    CONTEXT_SIZE,
    ERROR,
    FAILED_CLAIM,
    FAILED_VALUE,
    HISTORY,
    HISTORY_ENTRY,
    HISTORY_ROOM,
    POOL_ROOM,
    POOL_SIZE,
    POOL_WORDS,
    POSITIONS,
)
from interpreter.engines.native.writer import FunctionWriter, bytes_of


class CheckFailedError(InternalError):
    """A checked build has found that emitted code does what it must not. Never an author's fault."""


#: Called by checked functions. Only the first failure of a call is kept.
RUNTIME = f"""\
define internal fastcc void @"checked.fail"(ptr %C, i64 %value, i64 %claim) nounwind noinline cold {{
  %at = getelementptr i8, ptr %C, i64 {ERROR}
  %error = load i64, ptr %at
  %first = icmp eq i64 %error, 0
  br i1 %first, label %note, label %done
note:
  store i64 {BROKEN}, ptr %at
  %claims = getelementptr i8, ptr %C, i64 {FAILED_CLAIM}
  store i64 %claim, ptr %claims
  %values = getelementptr i8, ptr %C, i64 {FAILED_VALUE}
  store i64 %value, ptr %values
  br label %done
done:
  ret void
}}

define internal fastcc i64 @"checked.number"(ptr %C, i64 %value, i64 %low, i64 %high, i64 %claim) nounwind {{
  %a = icmp sge i64 %value, %low
  %b = icmp sle i64 %value, %high
  %good = and i1 %a, %b
  br i1 %good, label %yes, label %no, !prof !0
yes:
  ret i64 %value
no:
  call fastcc void @"checked.fail"(ptr %C, i64 %value, i64 %claim)
  ret i64 %low
}}

define internal fastcc ptr @"checked.place"(ptr %C, ptr %p, ptr %root, i64 %size, i64 %width, i64 %claim) nounwind {{
  %a = ptrtoint ptr %p to i64
  %b = ptrtoint ptr %root to i64
  %offset = sub i64 %a, %b
  %last = sub i64 %size, %width
  %early = icmp sge i64 %offset, 0
  %late = icmp sle i64 %offset, %last
  %good = and i1 %early, %late
  br i1 %good, label %yes, label %no, !prof !0
yes:
  ret ptr %p
no:
  call fastcc void @"checked.fail"(ptr %C, i64 %offset, i64 %claim)
  ret ptr %root
}}
"""  # noqa: E501

#: Stacks: where the room behind their base stands in the context.
_ROOMS = {BUNDLES: BUNDLES_ROOM, CHECKS: CHECKS_ROOM, HISTORY: HISTORY_ROOM, POSITIONS: HISTORY_ROOM}


#: Where the context has the places of pools.
_POOLS = range(POOL_WORDS, POOL_WORDS + POOL_SIZE * POOLS, POOL_SIZE)


@frozen
class Object:
    """A piece of memory: its base, its bytes (an operand), and what it is."""

    base: str
    size: str
    name: str


@frozen
class Place:
    """What a pointer points to: where in an object, None where that is only known at run time."""

    object: Object
    offset: int | None


@define
class Claims:
    """What a module's checked functions claim, by number; and the sizes that they need to know."""

    record_size: int
    #: bytes of an entry of each stack, by the offset of its base in the context
    entries: dict[int, int]
    #: bytes of each constant, by its name
    constants: dict[str, int]
    #: the number of the first claim: each part of a program has numbers of its own
    first: int = 0
    texts: list[str] = field(factory=list)

    def add(self, text: str) -> int:
        """The number of a new claim."""
        self.texts.append(text)
        return self.first + len(self.texts) - 1


@define
class CheckedWriter(FunctionWriter):
    """A function that verifies its reads, writes and claims."""

    claims: Claims = field(kw_only=True)
    _places: dict[str, Place] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        names = {name for _, name in self.params}
        if "%S" in names:
            self.know("%S", str(self.claims.record_size), "the record")
        if "%C" in names:
            self.know("%C", str(CONTEXT_SIZE), "the context")
        if "%B" in names:
            self.know("%B", str(self.claims.entries[BUNDLES]), "a bundle")

    @property
    def _can_tell(self) -> bool:
        """A function that gets no context has nowhere to note a failure: it works on words alone."""
        return "%C" in self._places

    def know(self, pointer: str, size: str, name: str) -> None:
        """The size of what a pointer is given for."""
        self._places[pointer] = Place(Object(pointer, size, name), 0)

    # --- claims ---------------------------------------------------------------------------------------

    def claim(self, value: str, low: int, high: int, what: str) -> str:
        """The value, which is said to be in a range."""
        known = value.lstrip("-").isdigit() and low <= int(value) <= high
        if known or not self._can_tell:
            return value
        number = self.claims.add(f"{what} is {{value}}, which is not from {low} to {high}")
        args = [("ptr", "%C"), ("i64", value), ("i64", str(low)), ("i64", str(high)), ("i64", str(number))]
        return self.call("i64", "checked.number", args)

    def claim_set(self, value: str, type_: str, sites: int, what: str) -> None:
        """A set is said to have sites of the board only."""
        full = (1 << sites) - 1
        known = value.isdigit() and int(value) <= full
        if known or type_ == f"i{sites}" or not self._can_tell:
            return
        beyond = self.op(f"icmp ne {type_} {self.op(f'and {type_} {value}, {~full}')}, 0")
        number = self.claims.add(f"{what} has sites beyond the board")
        args = [
            ("i64", self.op(f"zext i1 {beyond} to i64")),
            ("i64", "0"),
            ("i64", "0"),
            ("i64", str(number)),
        ]
        self.call("i64", "checked.number", [("ptr", "%C"), *args])

    # --- memory ---------------------------------------------------------------------------------------

    def alloca(self, type_: str, align: int = 0) -> str:
        """Memory whose size is known."""
        name = super().alloca(type_, align)
        self.know(name, str(bytes_of(type_)), "a local")
        return name

    def at(self, pointer: str, offset: int | str, type_: str = "i8") -> str:
        """A place within what a pointer was given for."""
        result = super().at(pointer, offset, type_)
        place = self._place(pointer)
        if place is not None and result != pointer:
            static = isinstance(offset, int) or offset.lstrip("-").isdigit()
            if static and place.offset is not None:
                self._places[result] = Place(place.object, place.offset + int(offset) * bytes_of(type_))
            else:
                self._places[result] = Place(place.object, None)
        return result

    def load(self, type_: str, pointer: str, align: int = 0) -> str:
        """A read that is verified."""
        place = self._place(pointer)
        result = super().load(type_, self._verified(pointer, str(bytes_of(type_)), "read"), align)
        if type_ == "ptr" and place is not None and place.object.base == "%C" and place.offset in _ROOMS:
            stack = place.offset
            room = super().load("i64", super().at("%C", _ROOMS[stack]))
            if stack == POSITIONS:  # one for each entry of the history
                room = self.op(f"mul i64 {room}, {self.claims.entries[stack] // HISTORY_ENTRY}")
            size = self.op(f"add i64 {room}, {self.claims.entries[stack]}")
            self.know(result, size, f"the stack at {stack}")
        elif type_ == "ptr" and place is not None and place.object.base == "%C" and place.offset in _POOLS:
            room = super().load("i64", super().at("%C", (place.offset or 0) - POOL_WORDS + POOL_ROOM))
            self.know(result, self.op(f"shl i64 {room}, 3"), "a pool")
        return result

    def store(self, type_: str, value: str, pointer: str, align: int = 0) -> None:
        """A write that is verified."""
        verified = self._verified(pointer, str(bytes_of(type_)), "written")
        super().store(type_, value, verified, align)

    def call(
        self,
        result: str,
        name: str,
        args: list[tuple[str, str]],
        convention: str = "fastcc ",
        inline: bool = False,
    ) -> str:
        """A call; what copies and compares is verified."""
        if name.startswith(("llvm.memcpy", "llvm.memmove", "memcmp")):
            (to_type, to), (from_type, source), size, *rest = args
            to = self._verified(to, size[1], "compared" if name == "memcmp" else "copied to")
            source = self._verified(source, size[1], "copied from")
            args = [(to_type, to), (from_type, source), size, *rest]
        return super().call(result, name, args, convention, inline)

    def _place(self, pointer: str) -> Place | None:
        if pointer.startswith("@") and pointer not in self._places:
            self.know(pointer, str(self.claims.constants[pointer]), f"the table {pointer}")
        return self._places.get(pointer)

    def _verified(self, pointer: str, width: str, done: str) -> str:
        """The pointer, from which so many bytes may be read or written."""
        place = self._place(pointer)
        if place is None:
            return pointer  # what was made for the call that is under way
        whole, offset = place.object, place.offset
        if offset is not None and width.isdigit() and whole.size.isdigit():
            if 0 <= offset <= int(whole.size) - int(width):
                return pointer
            # wrong if it is ever reached
        if not self._can_tell:
            raise InternalError(f"{self.name} cannot verify what is {done}")
        text = f"{whole.name} is {done} at the byte {{value}}, beyond its end, in {self.name}"
        number = str(self.claims.add(text))
        args = [("ptr", "%C"), ("ptr", pointer), ("ptr", whole.base), ("i64", whole.size), ("i64", width)]
        return super().call("ptr", "checked.place", [*args, ("i64", number)])
