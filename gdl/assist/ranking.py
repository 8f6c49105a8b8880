"""Which of several completions comes first: what the shipped games use more often."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache

from gdl.assist.offers import Completion
from gdl.expand.library import shipped_files
from gdl.ludeme.registry import REGISTRY
from gdl.parse.tokens import tokenize
from gdl.source.reading import read_source
from gdl.source.text import Source


def ranked(found: Sequence[Completion], typed: str) -> tuple[Completion, ...]:
    """Completions with those first that begin with what was typed. What is alike (words, ludemes, names)
    stays together, in the order in which it came, and in it what is used more often comes first."""
    groups: dict[tuple[object, bool], int] = {}
    for each in found:
        groups.setdefault((each.sort, each.label.startswith("(")), len(groups))

    def key(each: Completion) -> tuple[bool, int, int]:
        name = each.label.strip('()"')
        begins = name.lower().startswith(typed.lower())
        return (not begins, groups[each.sort, each.label.startswith("(")], -uses()[name])

    return tuple(sorted(found, key=key))


@cache
def uses() -> Counter[str]:
    """How often the shipped games use each ludeme, by its words, and each word that stands for itself."""
    result = Counter[str]()
    variants = {entry.words[:2] for entry in REGISTRY.entries() if len(entry.words) > 1}
    for path in shipped_files().values():
        source = read_source(path)
        tokens = tokenize(source)[0] if isinstance(source, Source) else []
        for before, token, after in zip(tokens, tokens[1:], [*tokens[2:], None], strict=False):
            if token.type == "NAME":
                result[str(token)] += 1
            elif token.type == "WORD":
                selects = before.type == "PAREN_OPEN" and (str(token), str(after)) in variants
                result[f"{token} {after}" if selects else str(token)] += 1
                result[str(after)] += selects
    return result
