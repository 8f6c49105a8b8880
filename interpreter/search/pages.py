"""Memory for the pools of searches: taken when it is written to, in large pages where there are such."""

from __future__ import annotations

import mmap

#: A word of a pool has so many bytes.
WORD = 8


def words_of_memory(words: int) -> mmap.mmap:
    """So many words, all 0.

    Tables are read here and there, so that with small pages most time would go into finding where a page is.
    """
    if not hasattr(mmap, "MAP_PRIVATE"):  # Windows
        return mmap.mmap(-1, WORD * words)
    memory = mmap.mmap(-1, WORD * words, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    if hasattr(mmap, "MADV_HUGEPAGE"):
        memory.madvise(mmap.MADV_HUGEPAGE)
    return memory
