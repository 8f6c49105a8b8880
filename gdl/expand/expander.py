"""Macro expansion: uses of definitions become what they stand for, until none is left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gdl.expand.check import MAX_SUGGESTED, check_uses, named_in, undefined, unused
from gdl.expand.choose import Selection, choose, with_shared
from gdl.expand.definitions import Definition, duplicate, read_definition, walk
from gdl.expand.library import EMPTY_LIBRARY, Library
from gdl.expand.options import Item, Option, Ruleset, head_of, options_of, rulesets_of, unstar
from gdl.expand.subgames import SubgameFile
from gdl.expand.substitute import ABSENT, Parts, Substitution, TooMuch, write_out_ranges
from gdl.parse.brackets import MAX_DEPTH
from gdl.parse.forms import Angle, Brace, Form, Hole, Named, Number, Paren, String, Word
from gdl.source.budget import spend
from gdl.source.comment_above import comment_above
from gdl.source.consulted import Consulted
from gdl.source.diagnostics import Diagnostic
from gdl.source.text import NOWHERE, Source, Span, Use
from gdl.support.identity import IdentitySet
from gdl.support.values import define, evolve, field, frozen

#: The most forms that expansion may make; the largest game known needs 140,000.
MAX_FORMS = 200_000

#: Of definitions by themselves no more are looked at when they have made so many.
MAX_ALONE = 50_000

#: What a form takes to be read, bound and lowered, in entries of a table; and they are charged in lots.
FORM = 30
LOT = 1000

#: The deepest that definitions may use each other.
MAX_USES = 40


@frozen
class Expanded:
    """A game with everything put in, and what was said besides."""

    game: Paren | None
    metadata: tuple[Form, ...]
    options: tuple[Option, ...]
    rulesets: tuple[Ruleset, ...]
    chosen: dict[str, str]
    ruleset: str | None
    definitions: dict[str, Definition] = field(repr=False)
    diagnostics: tuple[Diagnostic, ...]
    sources: tuple[Source, ...] = ()
    subgames: tuple[SubgameFile, ...] = ()
    #: the file's definitions that its game, as it is chosen, does not come to: what each of them stands for
    unreached: tuple[Form, ...] = field(default=(), repr=False)
    #: what uses of its definitions would stand for that are written otherwise
    trial: Trial | None = field(default=None, eq=False, repr=False)
    #: what of the file system it was made from
    consulted: Consulted = field(factory=Consulted, eq=False, repr=False)

    @property
    def has_errors(self) -> bool:
        """Whether anything but warnings was found."""
        return any(d.severity == "error" for d in self.diagnostics)


@define
class Trial:
    """Definitions to be tried by themselves: what they would stand for if they were used otherwise."""

    definitions: Mapping[str, Definition]
    library: Library
    parts: Parts
    #: how many forms were made so far
    made: int = field(default=0)

    def definition(self, name: str) -> tuple[Form, ...]:
        """What a definition stands for whatever it is given, with a hole for each argument."""
        definition = self.definitions.get(name)
        if definition is None:
            return ()
        expander = self._expander()
        forms = expander.expand_definition(definition)
        self.made += expander.made
        return forms

    def use(self, use: Form) -> tuple[Form, ...]:
        """What a use stands for, which may have holes for arguments."""
        expander = self._expander()
        forms = expander.expand_use(use)
        self.made += expander.made
        return forms

    def _expander(self) -> Expander:
        return Expander(dict(self.definitions), self.library, self.parts, charged=False)


def expand(
    forms: Sequence[Form],
    choices: Mapping[str, str] | None = None,
    ruleset: str | None = None,
    library: Library = EMPTY_LIBRARY,
    included: Sequence[Definition] = (),
    shared: Sequence[Form] = (),
    inherited: Sequence[Option] = (),
    source: Source = NOWHERE.source,
) -> Expanded:
    """Expand the forms of `source`: its game with options chosen and definitions put in.

    `included` are definitions from files that this one includes, `shared` their options; `library` is
    searched last. `inherited` are options of a match's games.
    """
    options, mistakes = options_in(forms, included, shared)
    own_names = {option.name for option in options}
    options = (*options, *(option for option in inherited if option.name not in own_names))
    rulesets, more = rulesets_of(forms)
    selection, wrong = choose(options, rulesets, choices or {}, ruleset)
    result = [*mistakes, *more, *wrong]
    parts = parts_of(selection)
    own = _definitions(_chosen_definitions(forms, parts), result)
    known = {definition.name: definition for definition in included} | own
    games = [form for form in forms if head_of(form) in ("game", "match")]
    result += _top_level(forms, games, source)
    result += check_uses(forms, options, known, library)
    result += unused(forms, own.values())
    replaced = {each.name: each for each in included if each.name in own}
    expander = Expander(known, library, parts, replaced=replaced)
    game = expander.expand_game(games[0]) if games else None
    # A definition that is never used may be what a misspelt name was meant for.
    meant = {name for d in (*result, *expander.mistakes) for name in d.suggested}
    # And one that replaces another of an included file is used where that was.
    meant |= expander.applied
    result = [d for d in result if d.code != "W0301" or (games and d.subject not in meant)]
    others = expander.applied | _of_metadata(forms, own)
    apart = [each for each in own.values() if each.name not in others] if game else []
    unreached, more_found = expand_alone(apart, expander.definitions, library, parts)
    reported = {(mistake.code, mistake.span) for mistake in expander.mistakes}
    result += [not_in_play(mistake) for mistake in more_found if (mistake.code, mistake.span) not in reported]
    reached = {(d.span.source.name, d.span.start) for d in expander.mistakes if d.code == "E0309"}
    result = [d for d in result if d.code != "W0305" or (d.span.source.name, d.span.start) not in reached]
    return Expanded(
        game=game,
        metadata=_metadata(forms, parts),
        options=options,
        rulesets=rulesets,
        chosen=selection.names,
        ruleset=selection.ruleset.name if selection.ruleset else None,
        definitions=expander.definitions,
        diagnostics=(*result, *expander.mistakes),
        sources=tuple(expander.sources),
        unreached=unreached,
        trial=Trial(expander.definitions, library, parts),
    )


def options_in(
    forms: Sequence[Form], included: Sequence[Definition], shared: Sequence[Form]
) -> tuple[tuple[Option, ...], tuple[Diagnostic, ...]]:
    """The options that a file offers, its own and those of included files, and what is wrong with them."""
    options, mistakes = options_of(forms)
    options, more = with_shared(options, forms, included, shared)
    return options, (*mistakes, *more)


def _of_metadata(forms: Sequence[Form], own: Mapping[str, Definition]) -> set[str]:
    """What the metadata names, itself or through definitions: ludemes of another vocabulary."""
    result: set[str] = set()
    waiting = list(named_in(form for form in forms if head_of(form) == "metadata"))
    while waiting:
        name = waiting.pop()
        if name not in result:
            result.add(name)
            waiting += named_in(own[name].body) if name in own else ()
    return result


def not_in_play(mistake: Diagnostic) -> Diagnostic:
    """A mistake in a definition that the game does not come to keeps nobody from playing."""
    if mistake.severity == "warning":
        return mistake
    note = f"in a game that comes to it this is an error: {mistake.code}"
    return evolve(mistake, code="W0224", severity="warning", notes=(*mistake.notes, note))


def expand_alone(
    definitions: Sequence[Definition], known: Mapping[str, Definition], library: Library, parts: Parts
) -> tuple[tuple[Form, ...], list[Diagnostic]]:
    """What definitions stand for by themselves: whatever their arguments may be is left open, as holes.

    Of what is undefined in them `check_uses` tells.
    """
    forms: list[Form] = []
    expander = Expander(dict(known), library, parts, charged=False)
    for definition in definitions:
        if expander.made > MAX_ALONE:
            break
        forms += expander.expand_definition(definition)
    return tuple(forms), [each for each in expander.mistakes if each.code != "E0309"]


def _metadata(forms: Sequence[Form], parts: Parts) -> tuple[Form, ...]:
    """What the file says about the game, with the options chosen put in: names may depend on them."""
    heads = (form for form in forms if isinstance(form, Paren) and head_of(form) == "metadata")
    items = tuple(item for form in heads for item in form.items[1:])
    try:
        return tuple(Substitution(parts, MAX_FORMS).substitute(items, (), ()))
    except TooMuch:
        return items


def _chosen_definitions(forms: Sequence[Form], parts: Parts) -> list[Form]:
    """The file's forms, and the definitions that stand inside the chosen items of options."""
    inner = (part for _, part in dict(parts).values())
    chosen = IdentitySet(f for part in inner for f in walk(part) if head_of(f) == "define")
    return [*forms, *chosen]


def _definitions(forms: Sequence[Form], mistakes: list[Diagnostic]) -> dict[str, Definition]:
    own: dict[str, Definition] = {}
    for form in forms:
        if not (isinstance(form, Paren) and head_of(form) == "define"):
            continue
        read = read_definition(form)
        if isinstance(read, Diagnostic):
            mistakes.append(read)
        elif read.name in own:
            mistakes.append(duplicate(own[read.name], read))
        else:
            own[read.name] = read
    return own


def parts_of(selection: Selection) -> Parts:
    """What the parts of options stand for, where these items of them are chosen."""
    parts: dict[tuple[str, str | None], tuple[Item, tuple[Form, ...]]] = {}
    for option, item in selection.items:
        for name, forms in zip(option.arguments, item.parts, strict=True):
            parts.setdefault((option.tag, name), (item, forms))
        if item.parts:
            parts.setdefault((option.tag, None), (item, item.parts[0]))
    return parts


def _top_level(forms: Sequence[Form], games: Sequence[Form], source: Source) -> list[Diagnostic]:
    known = {"game", "match", "define", "option", "ruleset", "rulesets", "metadata", "include"}
    wrong = [not isinstance(form, Angle) and head_of(unstar(form)[0]) not in known for form in forms]
    mistakes = [
        Diagnostic(
            "E0112",
            "this does not belong at the top level of a file",
            form.span,
            help=("a file holds (game ...), and beside it (define ...), (option ...), (metadata ...)",),
        )
        for at, form in enumerate(forms)
        if wrong[at] and not (at and wrong[at - 1])  # of several in a row the first
    ]
    mistakes += [Diagnostic("E0315", "a file holds one game only", game.span) for game in games[1:]]
    if not games and not mistakes:
        mistakes.append(
            Diagnostic(
                "E0314",
                "there is no game in this file",
                Span(source, 0, 0),
                help=('a game is (game "Name" (players 2) (equipment {...}) (rules ...))',),
            )
        )
    return mistakes


@define
class Expander:
    """Puts definitions in place of their uses, through any depth, within bounds."""

    definitions: dict[str, Definition]
    library: Library
    parts: Parts
    mistakes: list[Diagnostic] = field(factory=list)
    sources: list[Source] = field(factory=list)
    #: whether what is made counts against the budget: what no game comes to keeps none from being played
    charged: bool = True
    #: definitions of included files that others take the place of
    replaced: Mapping[str, Definition] = field(factory=dict)
    made: int = field(default=0)
    _substitution: Substitution = field(init=False)
    _loaded: set[str] = field(factory=set)
    _said: set[tuple[str, int]] = field(factory=set)
    _use: Use | None = field(default=None)
    _steps: int = field(default=0)
    _making: int = field(default=0)  # of the steps, those not charged yet
    _rings: list[set[str]] = field(factory=list)  # of definitions that use each other
    applied: set[str] = field(factory=set)  # the names of the definitions that were put in

    def __attrs_post_init__(self) -> None:
        self._substitution = Substitution(self.parts, MAX_FORMS)

    def expand_game(self, form: Form) -> Paren | None:
        """The game without any use of a definition left in it; None when it grew beyond the limits."""
        try:
            (copied,) = self._substitution.substitute((form,), (), ())
            assert isinstance(copied, Paren)
            # The game's own name is a name, even where a definition has the same.
            head, rest = copied.items[:2], copied.items[2:]
            items = (*head, *self._all(rest, 1))
        except TooMuch:
            self._too_much(form)
            return None
        for placeholder in self._substitution.cycles:
            if self._first("E0301", placeholder.span):
                self.mistakes.append(_own_part(placeholder))
        return Paren(items, span=copied.span, via=copied.via)

    def expand_use(self, use: Form) -> tuple[Form, ...]:
        """What a use of a definition stands for by itself, with holes for what is not known around it."""
        self._substitution = Substitution(self.parts, MAX_FORMS)
        self._steps = 0
        try:
            return self._all(self._substitution.substitute((use,), (), ()), 1)
        except TooMuch:
            return ()
        finally:
            self.made += self._steps

    def expand_definition(self, definition: Definition) -> tuple[Form, ...]:
        """What a definition stands for, with a hole for each of its arguments; each has the limits anew."""
        self._substitution = Substitution(self.parts, MAX_FORMS)
        self._steps = 0
        hole: tuple[Form, ...] = (Hole(),)
        use = Use(definition.name, definition.span, definition.span)
        try:
            arguments = [hole] * definition.parameters
            return self._all(self._substitution.substitute(definition.body, arguments, (use,)), 1)
        except TooMuch:
            self._too_much(definition.body[0])
            return ()
        finally:
            self.made += self._steps

    def _expand(self, form: Form, depth: int) -> list[Form]:
        if depth > MAX_DEPTH:
            raise TooMuch
        if isinstance(form, String):
            definition = self._definition(form.value)
            return [form] if definition is None else self._apply(definition, form, (), depth)
        if isinstance(form, Paren):
            if head_of(form) == "define":  # in an option's part; _chosen_definitions has read it
                return []
            head = form.items[0] if form.items else None
            if isinstance(head, String):
                definition = self._definition(head.value)
                if definition is None:
                    self._undefined(head)
                    return [Hole(span=form.span, via=form.via)]
                return self._apply(definition, form, form.items[1:], depth)
            items = self._all(form.items, depth + 1)
            if items and isinstance(items[0], Paren):
                return list(items)  # brackets around brackets, as `(#1)` with `#1` in brackets, say nothing
            return [Paren(items, span=form.span, via=form.via)]
        if isinstance(form, Brace):
            return [Brace(self._all(form.items, depth + 1), span=form.span, via=form.via)]
        if isinstance(form, Named):
            values = self._expand(form.value, depth + 1)
            named = [Named(form.name, value, span=form.span, via=form.via) for value in values[:1]]
            return [*named, *values[1:]]
        if isinstance(form, Word) and form.text == ABSENT:
            return []
        return [form]

    def _all(self, forms: Sequence[Form], depth: int) -> tuple[Form, ...]:
        done: list[Form] = []
        ranges = False
        for form in forms:
            if isinstance(form, Word):  # most forms are words: no call for them
                if form.text != ABSENT:
                    done.append(form)
                    ranges = ranges or ".." in form.text
            elif isinstance(form, Number):
                done.append(form)
            else:
                done.extend(self._expand(form, depth))
        if ranges:
            done = write_out_ranges(done, 2 * MAX_FORMS - self._steps)
        self._steps += len(done) + 1
        self._making += len(done) + 1
        if self._making > LOT:
            if self.charged:
                spend(FORM * self._making, "this game")
            self._making = 0
        if self._steps > 2 * MAX_FORMS:
            raise TooMuch
        return tuple(done)

    def _apply(self, definition: Definition, form: Form, given: Sequence[Form], depth: int) -> list[Form]:
        absent = tuple(n for n in range(1, definition.parameters + 1) if not _is_given(given, n))
        use = Use(definition.name, definition.span, form.span, absent)
        self._use = form.via[-1] if form.via else use
        self.applied.add(definition.name)
        if definition.name in [outer.name for outer in form.via]:
            self._cycle(definition, form)
            return [Hole(span=form.span, via=form.via)]
        if len(form.via) > MAX_USES:
            raise TooMuch
        if len(given) > definition.parameters:
            self._too_many(definition, form, given[self._takes(definition) :])
        arguments = [() if isinstance(a, Word) and a.text == ABSENT else (a,) for a in given]
        body = self._substitution.substitute(definition.body, arguments, (use, *form.via))
        return list(self._all(body, depth))

    def _definition(self, name: str) -> Definition | None:
        known = self.definitions.get(name)
        if known is None and name in self.library and name not in self._loaded:
            self._loaded.add(name)
            file = self.library.read(name)
            self.mistakes.extend(file.mistakes)
            if file.source is not None:
                self.sources.append(file.source)
            for definition in file.definitions:
                self.definitions.setdefault(definition.name, definition)
            known = self.definitions.get(name)
        return known

    def _undefined(self, name: String) -> None:
        if self._first("E0309", name.span):
            few = len(self.mistakes) < MAX_SUGGESTED
            names = [*self.definitions, *self.library.names] if few else []
            self.mistakes.append(evolve(undefined(name, names), via=name.via))

    def _cycle(self, definition: Definition, form: Form) -> None:
        names = [use.name for use in form.via]
        ring = [definition.name, *reversed(names[: names.index(definition.name)]), definition.name]
        if set(ring) in self._rings:
            return
        self._rings.append(set(ring))
        others = " and ".join(f'"{name}"' for name in ring[1:-1])
        through = f" through {others}" if others else ""
        self.mistakes.append(
            Diagnostic(
                "E0301",
                f'"{definition.name}" uses itself{through}',
                form.span,
                help=("a definition is put in where it is used, so this would never end",),
                via=form.via,
            )
        )

    def _takes(self, definition: Definition) -> int:
        """How many arguments a definition may be given: those that it uses, that the comment above it tells
        of, or that the one takes whose place it is in."""
        takes = max(definition.parameters, *comment_above(definition.span).arguments, 0)
        replaced = self.replaced.get(definition.name)
        return takes if replaced is None or replaced is definition else max(takes, self._takes(replaced))

    def _too_many(self, definition: Definition, form: Form, extra: Sequence[Form]) -> None:
        if extra and self._first("W0302", extra[0].span):
            takes = self._takes(definition)
            count = takes + len(extra)
            given = f"{count} argument{'s' * (count > 1)}"
            self.mistakes.append(
                Diagnostic(
                    "W0302",
                    f'"{definition.name}" is given {given} but uses {takes or "none"}',
                    extra[0].span,
                    label="goes unused",
                    via=form.via,
                    severity="warning",
                )
            )

    def _too_much(self, form: Form) -> None:
        use = self._use
        self.mistakes.append(
            Diagnostic(
                "E0302",
                f'"{use.name}" grows beyond all bounds' if use else "this game grows beyond all bounds",
                use.use if use else form.span,
                notes=(f"a game may have {MAX_FORMS:,} words and brackets, {MAX_DEPTH} deep",),
            )
        )

    def _first(self, code: str, span: Span) -> bool:
        """Whether this was not said of this place before."""
        key = (code + span.source.name, span.start)
        if key in self._said:
            return False
        self._said.add(key)
        return True


def _is_given(given: Sequence[Form], number: int) -> bool:
    """Whether a use gives its argument of this number."""
    if number > len(given):
        return False
    form = given[number - 1]
    return not (isinstance(form, Word) and form.text == ABSENT)


def _own_part(placeholder: Angle) -> Diagnostic:
    return Diagnostic(
        "E0301",
        f"{placeholder.span.text} stands for something that holds it again",
        placeholder.span,
        help=("a part of an option is put in where it is named, so this would never end",),
    )
