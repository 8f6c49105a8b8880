"""Lints: rules that can be played, but hardly as they were meant.

Each is a `Rule`, a value in the file of its family; `RULES` has them all, in the order in which they look.
They run where warnings are asked for (`gdl check`), never to play. What they say is proved, not guessed,
wherever it can be: see `decide`, `cases` and `occupied`.
"""

from __future__ import annotations

from gdl.bind.pointing import Pointer
from gdl.compile.compile import Compiled, sorted_by_place, the_first
from gdl.core.recursion_limit import higher_recursion_limit
from gdl.lint import conditions, endings, equipment, moves, names, options, phases, pieces, regions, taken
from gdl.lint.rule import Rule
from gdl.lint.subject import Subject
from gdl.source.allowed import silenced
from gdl.source.diagnostics import Diagnostic
from gdl.source.text import Span

#: Every lint, those first that know best what is wrong.
RULES: tuple[Rule, ...] = (
    *taken.RULES,
    *names.RULES,
    *regions.RULES,
    *equipment.RULES,
    *pieces.RULES,
    *endings.RULES,
    *phases.RULES,
    *moves.RULES,
    *options.RULES,
    *conditions.RULES,
)

#: Codes of findings that only playing makes.
_BY_PLAYING = "W07"


def lint(compiled: Compiled) -> tuple[Diagnostic, ...]:
    """What is odd about a game, in no order; what is said of a place already is not said again there."""
    subject = Subject(compiled)
    pointer = Pointer(compiled.texts)
    known = [warning.span for warning in compiled.warnings]
    found: list[Diagnostic] = []
    with higher_recursion_limit():
        for rule in RULES:
            for each in rule.find(subject):
                if rule.last and any(_within(span, each.span) for span in known):
                    continue
                pointed = pointer.point(each)
                if pointed not in found:
                    found.append(pointed)
                    known += [each.span, pointed.span]
    return tuple(found)


def findings(compiled: Compiled) -> tuple[Diagnostic, ...]:
    """All that is to be said about a game without an error, by place: warnings and lints, without those that
    its comments allow."""
    every = [*compiled.warnings, *lint(compiled)]
    sources = compiled.expanded.sources[:1]
    kept = silenced(every, sources, lambda code: not code.startswith(_BY_PLAYING))
    return tuple(the_first(sorted_by_place(kept, compiled.expanded)))


def _within(inner: Span, outer: Span) -> bool:
    return inner.source is outer.source and outer.start <= inner.start and inner.end <= outer.end
