"""Want of memory: told from mistakes of ours, and noticed before what would end the process for it.

Python says it in several ways: as MemoryError, as an OSError of the system (mmap, fork), as a library that
cannot be mapped, as a thread whose stack cannot be. LLVM does not say it: it ends the process. So it is
looked whether there is room before LLVM is loaded or asked to compile.
"""

from __future__ import annotations

import errno
from collections.abc import Iterator

from interpreter.errors.user_errors import OutOfMemoryError

#: What loaders of libraries say, which have no number for it.
_SAYING = ("cannot allocate memory", "failed to map segment")
#: What a thread takes for its stack and the allocator's, in bytes.
_THREAD = 80 << 20


def want_of_memory(error: BaseException) -> OutOfMemoryError | None:
    """The error to tell a person where an exception comes of want of memory; else None."""
    if isinstance(error, OutOfMemoryError):
        return error
    if not wants_memory(error):
        return None
    return OutOfMemoryError(f"there is not enough memory for this{_limited()}")


def wants_memory(error: BaseException) -> bool:
    """Whether an exception comes of want of memory."""
    return any(map(_wants, _chain(error)))


def expect_room(size: int) -> None:
    """Raise MemoryError where so many bytes of address space are not to be had now; they are not kept."""
    import mmap

    if not hasattr(mmap, "MAP_PRIVATE"):  # Windows
        return
    try:
        mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, prot=mmap.PROT_READ).close()
    except (OSError, ValueError, OverflowError):
        raise MemoryError from None


def _chain(error: BaseException) -> Iterator[BaseException]:
    """An exception, and those that it came of."""
    seen: list[BaseException] = []
    here: BaseException | None = error
    while here is not None and not any(here is one for one in seen):
        seen.append(here)
        yield here
        here = here.__cause__ or here.__context__


def _wants(error: BaseException) -> bool:
    if isinstance(error, MemoryError):
        return True
    if isinstance(error, OSError | ImportError):
        return getattr(error, "errno", None) == errno.ENOMEM or any(
            each in str(error).lower() for each in _SAYING
        )
    return isinstance(error, RuntimeError) and "can't start new thread" in str(error) and not _has_room()


def _has_room() -> bool:
    try:
        expect_room(_THREAD)
    except MemoryError:
        return False
    return True


def _limited() -> str:
    """What limit the process has, if it has one."""
    try:
        import resource
    except ImportError:  # Windows
        return ""
    most, _ = resource.getrlimit(resource.RLIMIT_AS)
    return "" if most == resource.RLIM_INFINITY else f": it may have {most >> 20:,} MB (`ulimit -v`)"
