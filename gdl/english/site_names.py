"""Names of sites as text: runs along a row or column are told by their ends."""

from __future__ import annotations

import re

from gdl.english.grammar import listed

_NAME = re.compile(r"([a-z]+)(\d+)")


def runs(names: list[str], word: str = "and") -> str:
    """Names as a list, in which three or more of a row or column in order become `a1–a8`."""
    done: list[str] = []
    run: list[str] = []
    for name in [*names, ""]:
        if run and _follows(run, name):
            run.append(name)
            continue
        done += [f"{run[0]}–{run[-1]}"] if len(run) > 2 else run
        run = [name] if name else []
    return listed(done, word)


def _follows(run: list[str], name: str) -> bool:
    last, here = _NAME.fullmatch(run[-1]), _NAME.fullmatch(name)
    if last is None or here is None:
        return False
    step = (_column(here[1]) - _column(last[1]), int(here[2]) - int(last[2]))
    if len(run) == 1:
        return step in ((1, 0), (0, 1))
    before = _NAME.fullmatch(run[-2])
    assert before is not None
    return step == (_column(last[1]) - _column(before[1]), int(last[2]) - int(before[2]))


def _column(letters: str) -> int:
    number = 0
    for letter in letters:
        number = 26 * number + ord(letter) - 96
    return number
