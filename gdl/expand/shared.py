"""Options of included files: a game offers those that it uses."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from gdl.expand.check import all_read, unknown_placeholder
from gdl.expand.definitions import Definition, placeholder_key, read_definition, walk
from gdl.expand.options import Option, head_of, options_of
from gdl.parse.forms import Angle, Form, Paren, String
from gdl.source.diagnostics import Diagnostic
from gdl.support.identity import IdentitySet


def with_shared(
    own: Sequence[Option], forms: Sequence[Form], included: Sequence[Definition], shared: Sequence[Form]
) -> tuple[tuple[Option, ...], tuple[Diagnostic, ...]]:
    """The file's own options and those of included files that its game uses, and what is wrong with these.

    A file's own option goes before an included one of the same name, as with definitions.
    """
    if not included:
        return tuple(own), ()
    offered, mistakes = options_of(shared)
    taken = {name for option in own for name in (option.name, option.tag)}
    others = {option.tag: option for option in offered if not taken & {option.name, option.tag}}
    everything = {option.tag: option for option in own} | others
    used = _used(forms, included, everything)
    tags = {_tag(angle) for angle in used}
    options = (*own, *(option for tag, option in others.items() if tag in tags))
    own_source = {form.span.source for form in forms}
    complete = all_read(forms, options)
    unknown = [
        mistake
        for angle in used
        if angle.span.source not in own_source
        for mistake in unknown_placeholder(angle, tuple(everything.values()), complete)
    ]
    return options, (*mistakes, *unknown)


def _used(
    forms: Sequence[Form], included: Sequence[Definition], options: Mapping[str, Option]
) -> list[Angle]:
    """The placeholders that the game uses, itself and through definitions and options."""
    bodies = {definition.name: definition.body for definition in included}
    for form in forms:
        read = read_definition(form) if isinstance(form, Paren) and head_of(form) == "define" else None
        if isinstance(read, Definition):
            bodies[read.name] = read.body
    result = IdentitySet[Angle]()
    seen: set[str] = set()
    waiting: list[Iterable[Form]] = [[form for form in forms if head_of(form) in ("game", "match")]]
    while waiting:
        for part in walk(tuple(waiting.pop())):
            if isinstance(part, String) and part.value in bodies and part.value not in seen:
                seen.add(part.value)
                waiting.append(bodies[part.value])
            elif isinstance(part, Angle) and part not in result:
                result.add(part)
                option = options.get(_tag(part))
                if option is not None:
                    items = (*option.items, *((option.open,) if option.open else ()))
                    waiting += [part for item in items for part in item.parts]
    return list(result)


def _tag(angle: Angle) -> str:
    key = placeholder_key(angle)
    return key[0] if key is not None else ""
