"""What became of each fault, kept in a file as it is found, so that a run can go on; the table."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Literal

import attrs
from attrs import frozen

from tests.mutate.faults import Fault

#: `noticed`: a test fails; `hang`, `crash`: none ends; `import`: the tests cannot even be collected.
#: `survived`: every test that claims the file passes; `never run`: none of them even comes by.
Outcome = Literal["noticed", "hang", "crash", "import", "survived", "never run"]
UNNOTICED = ("survived", "never run")

#: Faults that change nothing that a program does, each with the reason.
EQUIVALENT = Path(__file__).with_name("equivalent.txt")


@frozen
class Result:
    """A fault and what became of it."""

    area: str
    key: str
    kind: str
    line: int
    outcome: Outcome
    #: the test that noticed it
    by: str = ""
    before: str = ""
    after: str = ""
    seconds: float = 0.0

    @property
    def file(self) -> str:
        """The file the fault was planted in."""
        return self.key.partition(" | ")[0]


def read(path: Path) -> dict[str, Result]:
    """The results in a file, by the faults' keys; the last of several counts."""
    found: dict[str, Result] = {}
    if path.exists():
        for line in path.read_text(encoding="utf-8").splitlines():
            result = Result(**json.loads(line))
            found[result.key] = result
    return found


def add(path: Path, result: Result) -> None:
    """Write a result at the end of a file."""
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(attrs.asdict(result)) + "\n")


def equivalent() -> dict[str, str]:
    """The faults that are known to change nothing, each with the reason.

    A line that begins with a blank is a reason, of all faults between it and the reason before.
    """
    found: dict[str, str] = {}
    waiting: list[str] = []
    for line in EQUIVALENT.read_text(encoding="utf-8").splitlines():
        if line.startswith(" "):
            found |= dict.fromkeys(waiting, line.strip())
            waiting = []
        elif line and not line.startswith("//"):
            waiting.append(line)
    assert not waiting, f"no reason is given: {waiting[0]}"
    return found


def known(fault: Fault, reasons: dict[str, str]) -> bool:
    """Whether a fault is known to change nothing."""
    return fault.key in reasons


def table(results: Iterable[Result], reasons: dict[str, str]) -> str:
    """How many faults of each area were noticed."""
    by_area: dict[str, Counter[str]] = {}
    for result in results:
        counted = by_area.setdefault(result.area, Counter())
        same = result.outcome in UNNOTICED and result.key in reasons
        counted["equivalent" if same else result.outcome] += 1
    names = ("noticed", "hang", "crash", "import", "survived", "never run", "equivalent")
    lines = [f"{'area':<10}{'planted':>8}" + "".join(f"{name:>12}" for name in names) + f"{'score':>8}"]
    total: Counter[str] = Counter()
    for area, counted in [*by_area.items(), ("all", total)]:
        planted = sum(counted.values())
        lost = sum(counted[name] for name in UNNOTICED)
        score = 100 * (1 - lost / max(1, planted - counted["equivalent"]))
        lines.append(
            f"{area:<10}{planted:>8}" + "".join(f"{counted[n]:>12}" for n in names) + f"{score:>7.1f}%"
        )
        total += counted
    return "\n".join(lines)
