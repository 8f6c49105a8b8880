"""What a kind of fuzzing is: how its inputs are made, and what running one tells."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Literal

from attrs import field, frozen

#: The kinds that there are, in the order in which they run. `interrupts` runs as a whole; see `__main__`.
NAMES = ("rules", "hostile", "accepted", "mutants", "crossovers", "records", "scenarios", "options")

#: `used`: the input was understood and run; `refused`: told to be wrong, as most are; `long`: it asks for
#: more work than anybody waits for (a deep perft, a ply without end), which is no mistake of ours.
Outcome = Literal["used", "refused", "long"]


@frozen
class Wrong:
    """A failure. Two of equal `what` are taken for the same."""

    what: str
    text: str = field(default="", eq=False)


@frozen
class Ran:
    """How it went with one input."""

    outcome: Outcome
    wrong: Wrong | None = None


@frozen
class Kind:
    """A kind of input. `make` depends on the generator alone: a seed means the same inputs anywhere."""

    name: str
    #: of files in `found/`
    suffix: str
    make: Callable[[Random], bytes]
    #: runs an input; the folder is the process's own. What it raises is a failure.
    run: Callable[[bytes, Path], Ran]
    #: called once in each process before the first input
    prepare: Callable[[Path], None] = lambda folder: None
    #: the most processor time and memory of one input
    seconds: float = 5.0
    memory: int = 1 << 30
    #: how many inputs a process is given at once
    chunk: int = 100


def input_of(kind: Kind, seed: int, index: int) -> bytes:
    """The input of a number: the same in every process and on every machine."""
    return kind.make(Random(f"{seed}/{kind.name}/{index}"))


def kind_of(name: str) -> Kind:
    """A kind by its name, or by `module:attribute` for one that stands elsewhere."""
    module, _, attribute = name.partition(":")
    if not attribute:
        module, attribute = f"tests.fuzz.{name}", "KIND"
    kind: Kind = getattr(import_module(module), attribute)
    return kind
