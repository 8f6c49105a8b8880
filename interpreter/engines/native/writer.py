"""Functions of LLVM's textual language, written line by line.

Text instead of llvmlite's objects: a module of some thousand lines is written in milliseconds. Values are the
texts of operands (`%t7`, `42`); their types are known to whoever asks for them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from gdl.support.values import define, field


@define
class FunctionWriter:
    """One function: its blocks, and the local memory that it asks for at its entry."""

    name: str
    result: str
    params: tuple[tuple[str, str], ...]
    #: whether it can be called from outside (C's convention) or not
    external: bool = False
    attributes: str = "nounwind"
    lines: list[str] = field(factory=list)
    allocas: list[str] = field(factory=list)
    #: names of functions called, as often as they are
    calls: list[str] = field(factory=list)
    block: str = "body"
    _open: bool = True
    _count: int = 0

    def name_of(self, stem: str) -> str:
        """A name that no other value or block of the function has."""
        self._count += 1
        return f"{stem}{self._count}"

    def op(self, text: str) -> str:
        """An instruction with a value."""
        name = "%" + self.name_of("t")
        self.do(f"{name} = {text}")
        return name

    def do(self, text: str) -> None:
        """An instruction."""
        if not self._open:  # control does not arrive here; LLVM wants a block all the same
            self.label(self.name_of("dead"))
        self.lines.append("  " + text)

    def label(self, name: str) -> None:
        """Begin a block; what came before goes on into it."""
        if self._open:
            self.lines.append(f"  br label %{name}")
        self.lines.append(f"{name}:")
        self.block = name
        self._open = True

    def here(self) -> str:
        """The name of the block, opened if control does not arrive."""
        if not self._open:
            self.label(self.name_of("dead"))
        return self.block

    @property
    def reached(self) -> bool:
        """Whether control arrives here."""
        return self._open

    def end(self, text: str) -> None:
        """An instruction that ends a block."""
        self.do(text)
        self._open = False

    def jump(self, name: str) -> None:
        """Go on at a block."""
        if self._open:
            self.end(f"br label %{name}")

    def branch(self, condition: str, yes: str, no: str, likely: bool | None = None) -> None:
        """Go on at one of two blocks."""
        hint = "" if likely is None else f", !prof !{0 if likely else 1}"
        self.end(f"br i1 {condition}, label %{yes}, label %{no}{hint}")

    def alloca(self, type_: str, align: int = 0) -> str:
        """Memory that lasts as long as the function runs."""
        name = "%" + self.name_of("m")
        self.allocas.append(f"  {name} = alloca {type_}" + (f", align {align}" if align else ""))
        return name

    def load(self, type_: str, pointer: str, align: int = 0) -> str:
        """Read from memory."""
        return self.op(f"load {type_}, ptr {pointer}" + (f", align {align}" if align else ""))

    def store(self, type_: str, value: str, pointer: str, align: int = 0) -> None:
        """Write to memory."""
        self.do(f"store {type_} {value}, ptr {pointer}" + (f", align {align}" if align else ""))

    def at(self, pointer: str, offset: int | str, type_: str = "i8") -> str:
        """The place so many elements behind another."""
        if offset in (0, "0"):
            return pointer
        return self.op(f"getelementptr {type_}, ptr {pointer}, i64 {offset}")

    def call(
        self,
        result: str,
        name: str,
        args: list[tuple[str, str]],
        convention: str = "fastcc ",
        inline: bool = False,
    ) -> str:
        """Call a function of the module. `args` are (type, value); `inline`: it is written here."""
        self.calls.append(name)
        texts = ", ".join(f"{t} {v}" for t, v in args)
        text = f'call {convention}{result} @"{name}"({texts})' + (" alwaysinline" if inline else "")
        if result == "void":
            self.do(text)
            return ""
        return self.op(text)

    def claim(self, value: str, low: int, high: int, what: str) -> str:
        """A value that is known to be in a range. A checked build looks whether it is."""
        return value

    def claim_set(self, value: str, type_: str, sites: int, what: str) -> None:
        """A set is known to have sites of the board only. A checked build looks whether it has."""

    def know(self, pointer: str, size: str, name: str) -> None:
        """How many bytes there are at a pointer that was given. A checked build keeps to them."""

    def text(self, extra: str = "") -> str:
        """The whole function; `extra` are further attributes."""
        linkage = "" if self.external else "internal fastcc "
        params = ", ".join(f"{t} {n}" for t, n in self.params)
        head = f'define {linkage}{self.result} @"{self.name}"({params}) {self.attributes} {extra}{{'
        tail = ["  unreachable"] if self._open else []
        start = ["entry:", *self.allocas, "  br label %body", "body:"]
        return "\n".join([head, *start, *self.lines, *tail, "}\n"])


def float_text(value: float) -> str:
    """A Float constant, exactly."""
    import struct

    return f"0x{struct.unpack('<Q', struct.pack('<d', value))[0]:016X}"


def byte_text(values: Iterable[int]) -> str:
    """An array of bytes, which may be given as signed ones."""
    return 'c"' + "".join([f"\\{value & 255:02X}" for value in values]) + '"'


def signed(value: int, bits: int) -> int:
    """A number as so many bits hold it."""
    value &= (1 << bits) - 1
    return value - (1 << bits) if value >> (bits - 1) else value


_ARRAY = re.compile(r"[\[<](\d+) x (.+)[\]>]")


def bytes_of(type_: str) -> int:
    """The bytes that a type takes in memory."""
    if type_ in ("ptr", "double"):
        return 8
    if type_ == "float":
        return 4
    array = _ARRAY.fullmatch(type_)
    if array is not None:
        return int(array[1]) * bytes_of(array[2])
    return -(-int(type_.removeprefix("i")) // 8)
