"""Options that change nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gdl.expand.options import Item, Option
from gdl.lint.subject import Rule, Subject, finding
from gdl.source.diagnostics import Diagnostic


def _unused(subject: Subject) -> Iterator[Diagnostic]:
    """Options of which nothing is put into the rules, and values that are like others."""
    expanded = subject.compiled.expanded
    texts = [source.text for source in expanded.sources]
    for option in expanded.options:
        if option.span.source not in subject.own_sources:
            continue
        used = re.compile(rf"<\s*{re.escape(option.tag)}\s*(:|>)")
        places = sum(len(used.findall(text)) for text in texts)
        own = len(used.findall(option.span.text))  # its own tag stands in its declaration
        if places <= own and len(option.items) > 1:
            yield finding(
                "W0630", f'the option "{option.name}" changes nothing: no <{option.tag}> stands in the rules',
                option.span, "changes nothing", "write its tag where the choice is to be put in",
                subject=option.name,
            )  # fmt: skip
            continue
        for number, argument in enumerate(option.arguments):
            part = re.compile(rf"<\s*{re.escape(option.tag)}\s*:\s*{re.escape(argument)}\s*>")
            short = re.compile(rf"<\s*{re.escape(option.tag)}\s*>")  # stands for the first
            if any(part.search(text) or (number == 0 and short.search(text)) for text in texts):
                continue
            tag = f"<{option.tag}:{argument}>"
            yield finding(
                "W0630", f"{tag} stands nowhere, so this part of the option changes nothing",
                option.span, "a part is not used", f"write {tag} where it is to be put in",
            )  # fmt: skip
        yield from _alike(option)


def _alike(option: Option) -> Iterator[Diagnostic]:
    seen: list[Item] = []
    for item in option.items:
        first = next((one for one in seen if one.parts == item.parts and not item.is_open), None)
        if first is not None:
            yield finding(
                "W0630", f'the values "{first.name}" and "{item.name}" of this option are the same',
                item.span,
                "no choice", "see what this one was to change", subject=item.name,
            )  # fmt: skip
        seen.append(item)


RULES = (Rule("W0630", _unused),)
