"""Selection of options: which a game offers, those of included files among them, and which item of each is
played, by name or by ruleset."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from gdl.expand.check import all_read, unknown_placeholder
from gdl.expand.definitions import Definition, placeholder_key, read_definition, walk
from gdl.expand.options import Item, Option, Ruleset, head_of, options_of
from gdl.parse.forms import Angle, Form, Paren, String
from gdl.source.diagnostics import Diagnostic
from gdl.source.suggest import bare, nearest
from gdl.source.text import NOWHERE, Span
from gdl.support.identity import IdentityMap, IdentitySet
from gdl.support.values import evolve, frozen

T = TypeVar("T")


@frozen
class Selection:
    """The item chosen for each option, in the options' order, and the ruleset they came from."""

    items: tuple[tuple[Option, Item], ...]
    ruleset: Ruleset | None

    @property
    def names(self) -> dict[str, str]:
        """Option name to item name."""
        return {option.name: item.name for option, item in self.items}


def choose(
    options: Sequence[Option],
    rulesets: Sequence[Ruleset],
    choices: Mapping[str, str],
    ruleset: str | None,
) -> tuple[Selection, tuple[Diagnostic, ...]]:
    """Choose an item for each option: by `choices`, else by the ruleset, else by the item's stars.

    Stars on a ruleset recommend it but choose nothing: only a ruleset that is asked for counts.

    Names may be written in any case, shortened while they stay unique, and with `-` or `_` for blanks;
    an option may also be named by its tag.
    """
    mistakes: list[Diagnostic] = []
    chosen = {option.name: option.default for option in options}
    selected = _ruleset(rulesets, ruleset, mistakes) if ruleset is not None else None
    for other in rulesets:
        if other is not selected:
            aside: list[Diagnostic] = []
            for text in other.choices:
                _follow(text, other, options, dict(chosen), aside)
            # Only with this ruleset would it keep the game from being played.
            mistakes += [evolve(each, code="W0306", severity="warning") for each in aside]
    if selected is not None:
        for text in selected.choices:
            _follow(text, selected, options, chosen, mistakes)
    for key, value in choices.items():
        option = _find(key, {o.name: o for o in options} | {o.tag: o for o in options}, "option", mistakes)
        if option is not None:
            chosen[option.name] = _value(option, value, mistakes) or option.default
    items = tuple((option, _own(option, chosen[option.name])) for option in options)
    return Selection(items, selected), tuple(mistakes)


def _own(option: Option, item: Item) -> Item:
    """An option's own item for what was chosen, perhaps for another of the same name: else its default."""
    if item in option.items:
        return item
    for each in option.items:
        if each.name == item.name:
            return each
    if option.open is not None and option.open.holds(item.name):
        return option.open.filled(item.name, option.name)
    return option.default


def _value(option: Option, text: str, mistakes: list[Diagnostic]) -> Item | None:
    """The item that a text names. A number that an open item stands for is never short for a name, a text
    may be."""
    items = {item.name: item for item in option.items}
    open_item = option.open
    wrong: list[Diagnostic] = []
    plain = bare(text)
    known = text in items or any(bare(name) == plain for name in items)
    if not known and open_item is not None and open_item.values is not None and open_item.holds(text):
        return open_item.filled(text, option.name)
    result = _find(text, items, f'value of "{option.name}"', wrong)
    if result is None and open_item is not None and open_item.values is None:
        return open_item.filled(text, option.name)
    if wrong and open_item is not None:
        help = (*wrong[0].help, f"or any whole number from {open_item.values} ({open_item.description})")
        wrong = [evolve(wrong[0], help=tuple(each.replace("..", " to ") for each in help))]
    mistakes += wrong
    return result


def _ruleset(rulesets: Sequence[Ruleset], name: str, mistakes: list[Diagnostic]) -> Ruleset | None:
    known = {ruleset.title: ruleset for ruleset in rulesets}
    return _find(name.removeprefix("Ruleset/"), known, "ruleset", mistakes)


def _follow(
    text: str,
    ruleset: Ruleset,
    options: Sequence[Option],
    chosen: dict[str, Item],
    mistakes: list[Diagnostic],
) -> None:
    """Choose what one line of a ruleset says."""
    for option in options:
        if text.startswith(option.name + "/"):
            wanted = text[len(option.name) + 1 :]
            for item in option.items:
                if item.name == wanted:
                    chosen[option.name] = item
                    return
            if option.open is not None and wanted and option.open.holds(wanted):
                chosen[option.name] = option.open.filled(wanted, option.name)
                return
    known = [f"{option.name}/{item.name}" for option in options for item in option.items]
    near = nearest(text, known)
    mistakes.append(
        Diagnostic(
            "E0316",
            f'the ruleset "{ruleset.title}" chooses "{text}", which no option has',
            ruleset.span,
            help=(f'did you mean "{near[0]}"?',) if near else (),
        )
    )


def _find(name: str, known: Mapping[str, T], what: str, mistakes: list[Diagnostic]) -> T | None:
    """The one thing known by this name, or a mistake."""
    if name in known:
        return known[name]
    plain = bare(name)
    exact = IdentitySet(v for k, v in known.items() if bare(k) == plain)
    result = exact or IdentitySet(v for k, v in known.items() if plain and bare(k).startswith(plain))
    if len(result) == 1:
        return next(iter(result))
    # of two names of one thing, the first
    names = IdentityMap((v, k) for k, v in reversed(list(known.items())))
    listed = "there are: " + ", ".join(f'"{k}"' for k in known if k in names.values())
    if not known:
        listed = f"this game has no {what}"
    if result:
        mistakes.append(_unknown("E0312", f'"{name}" fits several: {what}', listed))
    else:
        near = nearest(name, known)
        hints = (*((f'did you mean "{near[0]}"?',) if near else ()), listed)
        code = "E0304" if what == "option" else "E0317" if what == "ruleset" else "E0305"
        mistakes.append(_unknown(code, f'there is no {what} called "{name}"', *hints))
    return None


def _unknown(code: str, message: str, *help: str, span: Span = NOWHERE) -> Diagnostic:
    return Diagnostic(code, message, span, help=help)


# --- options of included files: a game offers those that it uses --------------------------------------------


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
