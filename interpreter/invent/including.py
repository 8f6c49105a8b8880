"""Including: what a shipped file of definitions says is included, not written out again.

A genome has all that its parents included in its own text. For people that is a hundred lines of tiles before
the first rule. A definition goes where the prepared rules are the same with the shipped one in its place.
"""

from __future__ import annotations

from gdl.compile.compile import compile_game
from gdl.expand.library import read_definition_file, shipped_definitions
from gdl.passes.pipeline import prepare
from gdl.source.diagnostics import LanguageError
from gdl.source.text import Source
from gdl.support.values import frozen
from interpreter.engines.kept import fingerprint
from interpreter.invent.genome import Apart, Defined, taken_apart


@frozen
class Included:
    """A genome as a file has it: what it includes, and the definitions of its own."""

    files: tuple[str, ...]
    definitions: tuple[Defined, ...]


def with_includes(genome: str) -> Included:
    """The files that a genome may include, and the definitions that it has to have besides. Raises
    LanguageError for a genome that does not compile."""
    apart = taken_apart(Source("genome", genome))
    rules = _rules(genome)
    files: list[str] = []
    own = dict(apart.definitions)
    for name, path in shipped_definitions().items():
        shipped = {each.name for each in read_definition_file(path).definitions}
        common = [each for each in own if each in shipped]
        if not common:
            continue
        left, dropped = dict(own), 0
        for each in common:
            fewer = {other: what for other, what in left.items() if other != each}
            if _same(rules, apart, (*files, name), fewer):
                left, dropped = fewer, dropped + 1
        if dropped:
            own, files = left, [*files, name]
    return Included(tuple(files), tuple(own.values()))


def _same(rules: str, apart: Apart, files: tuple[str, ...], own: dict[str, Defined]) -> bool:
    includes = "".join(f'(include "{file}")\n' for file in files)
    whole = "\n".join((*(each.text for each in own.values()), apart.game.span.text))
    try:
        return _rules(includes + whole) == rules
    except LanguageError:
        return False


def _rules(text: str) -> str:
    """Stands for the prepared rules of a text."""
    return fingerprint(prepare(compile_game(Source("genome", text)).program))
