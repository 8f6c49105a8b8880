"""A fork server whose children try to get out of the sandbox, and misbehave when they are asked to."""

from __future__ import annotations

import ctypes
import json
import os
import socket
import sys
import threading
from pathlib import Path
from typing import Any, BinaryIO

from interpreter.serve.sandbox.nursery import tend
from interpreter.serve.sandbox.probe import attempts

ALLOWED = Path(__file__).parent / "hostile"


def answer(does: str) -> Any:
    if does == "attempts":
        return attempts("/tmp")
    if does == "spin":
        while True:
            pass
    if does == "threads":  # all of them busy, none of them the one that answers
        for _ in range(8):
            threading.Thread(target=lambda: answer("spin"), daemon=True).start()
        return threading.active_count()
    if does == "eat":
        eaten = []
        while True:
            eaten.append(bytearray(1 << 26))
    if does == "leave":
        os._exit(3)
    if does == "long":
        return "x" * (5 << 20)
    if does == "descriptors":
        return [number for number in range(3, 64) if _is_open(number)]
    if does == "environment":
        return dict(os.environ)
    if does == "execute memory":
        return _machine_code()
    if does == "allowed":
        return len((ALLOWED / "endless-while.lud").read_text())
    if does == "import":
        import colorsys  # a module that nothing here needs

        return colorsys.__name__
    return "well"


def _is_open(number: int) -> bool:
    try:
        os.fstat(number)
    except OSError:
        return False
    return True


def _machine_code() -> int:
    """What compiled rules need: memory that is written, then made executable."""
    import mmap

    code = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    code.write(bytes.fromhex("b82a000000c3"))  # x86-64: return 42
    at = ctypes.addressof(ctypes.c_char.from_buffer(code))
    return int(ctypes.CFUNCTYPE(ctypes.c_int)(at)())


def serve(requests: BinaryIO, answers: BinaryIO) -> None:
    for line in requests:
        request = json.loads(line)
        try:
            told: dict[str, Any] = {"ok": answer(request["do"])}
        except Exception as error:
            told = {"error": {"code": type(error).__name__, "message": ""}}
        answers.write(json.dumps({"id": request["id"], **told}).encode() + b"\n")
        answers.flush()


if __name__ == "__main__":
    import mmap  # noqa: F401  (imported before nothing can be)
    import shutil  # noqa: F401

    tend(socket.socket(fileno=int(sys.argv[1])), serve, [ALLOWED])
