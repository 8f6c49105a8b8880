"""What failures are called, so that those of one cause have one name."""

from __future__ import annotations

import re
import traceback
from collections import Counter
from pathlib import Path
from traceback import FrameSummary

from tests.fuzz.kind import Wrong

ROOT = Path(__file__).parents[2]
_OURS = ("gdl/", "interpreter/")
_LOGGED = re.compile(r'^  File "([^"]+)", line (\d+) in (\S+)', re.MULTILINE)
#: Of a stack so many lines are shown.
_SHOWN = 30
#: A hang is known by the steps of a command that it is in, not by where it was interrupted.
_STEPS = 2


def _place(filename: str) -> str:
    """A file as seen from the project; empty for one of others."""
    try:
        inside = Path(filename).resolve().relative_to(ROOT).as_posix()
    except ValueError:
        return ""
    return inside if inside.startswith(_OURS) else ""


def _ours(frames: list[FrameSummary]) -> list[str]:
    return [f"{place}:{frame.name}" for frame in frames if (place := _place(frame.filename))]


def of_exception(error: BaseException) -> Wrong:
    """Named by its type and the innermost function of ours; a recursion by the one that comes most often."""
    frames = list(traceback.extract_tb(error.__traceback__))
    ours = _ours(frames) or ["?"]
    if isinstance(error, RecursionError):
        where = min(Counter(ours).items(), key=lambda each: (-each[1], each[0]))[0]
    else:
        where = ours[-1]
    lines = traceback.format_list(frames[:3] + frames[-_SHOWN:] if len(frames) > _SHOWN + 3 else frames)
    said = " ".join(str(error).split())[:300]
    return Wrong(f"{type(error).__name__} in {where}", f"{''.join(lines)}{type(error).__name__}: {said}")


def of_hang(error: BaseException) -> Wrong:
    """Named by the first steps below the command."""
    frames = list(traceback.extract_tb(error.__traceback__))
    below = [each for each in _ours(frames) if not each.startswith(("interpreter/cli/", "gdl/compile/"))]
    steps = list(dict.fromkeys(each.partition(":")[0] for each in below))
    text = "".join(traceback.format_list(frames[-_SHOWN:]))
    return Wrong(f"takes too long in {' > '.join(steps[:_STEPS]) or '?'}", text)


def of_memory(error: MemoryError) -> Wrong:
    """As a hang: where memory ran out is chance."""
    return Wrong(
        of_hang(error).what.replace("takes too long", "takes too much memory"), of_exception(error).text
    )


def of_death(how: str, log: str) -> Wrong:
    """A process that ended: named by the signal, and by where Python was, as its log has it."""
    ours = [f"{place}:{name}" for file, _, name in _LOGGED.findall(log) if (place := _place(file))]
    return Wrong(f"{how} in {ours[0] if ours else '?'}", log[-4000:])
