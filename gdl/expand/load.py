"""Loading: a file's expanded game, with the files of definitions that it includes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import islice
from pathlib import Path

from gdl.expand.check import check_uses
from gdl.expand.choose import choose
from gdl.expand.definitions import Definition, duplicate
from gdl.expand.expander import Expanded, Trial, expand, expand_alone, options_in, parts_of
from gdl.expand.library import Library, definitions_in, read_definition_file, shipped_definitions
from gdl.expand.options import Option, head_of, options_of
from gdl.expand.subgames import SubgameFile, subgames_of, with_options
from gdl.parse.forms import Form, Paren, String
from gdl.parse.parser import foreign, parse
from gdl.source.consulted import Consulted
from gdl.source.diagnostics import Diagnostic, Fix
from gdl.source.edits import renaming
from gdl.source.reading import read_source
from gdl.source.suggest import nearest
from gdl.source.text import Source
from gdl.support.files import NoFileError, OutsideError, inside
from gdl.support.values import define, evolve, field, frozen

#: The most files that one game may include, through any number of others.
MAX_INCLUDES = 100

#: More mistakes than this in one game are not shown.
MAX_MISTAKES = 100


def load_forms(
    game: str | Path | Source,
    options: Mapping[str, str] | None = None,
    ruleset: str | None = None,
    definitions_dirs: Sequence[str | Path] = (),
    folder: Path | None = None,
    subgame: Source | None = None,
) -> Expanded:
    """Read a game's file (or a text) and expand it; a match plays the `subgame` if one is given.

    `definitions_dirs` are libraries of `.def` files. Includes are looked for beside the file (for a text:
    in `folder`), then in the libraries, then among the shipped games. Every mistake is in the result's
    diagnostics, and in its `consulted` what of the file system was looked at.
    """
    consulted = Consulted()
    if isinstance(game, Source):
        source: Source | Diagnostic = game
    else:
        consulted.file(game)
        source = read_source(game)
        folder = Path(game).parent
        if isinstance(source, Source):
            source = _source(source.name, source.text)
    if isinstance(source, Diagnostic):
        return evolve(expand(()), diagnostics=(source,))
    forms, mistakes = parsed(source)
    if mistakes or not any(isinstance(form, Paren) for form in forms):
        other = foreign(source)
        if other is not None:
            return evolve(expand(()), diagnostics=(other,), sources=(source,))
    library, includes = _included(forms, folder, definitions_dirs, consulted)
    shared = tuple(includes.definitions.values())
    subgames, wrong = _subgames(forms, folder, definitions_dirs, consulted, subgame)
    inherited = tuple(option for file in subgames for option in file.options)
    expanded = expand(forms, options, ruleset, library, shared, includes.options, inherited, source)
    result = [*mistakes, *includes.mistakes, *wrong, *expanded.diagnostics]
    if any(mistake.severity == "error" for mistake in includes.mistakes):
        # What a file could not give that was to be taken in is no second mistake.
        result = [d for d in result if d.code not in ("E0309", "W0305")]
    if any(mistake.severity == "error" for mistake in mistakes):
        # Text that was mended may well have lost a use, or its game.
        result = [d for d in result if d.code not in ("W0301", "E0112", "E0314", "E0315")]
    result.sort(key=lambda d: (d.span.source is not source, d.span.source.name, d.span.start))
    del result[MAX_MISTAKES:]
    sources = (source, *includes.sources, *expanded.sources)
    return evolve(
        expanded, diagnostics=tuple(result), sources=sources, subgames=subgames, consulted=consulted
    )


# What was read last is kept (memoization): lints expand a game once more with each choice of its options, and
# breeding reads a genome for its genes, its definitions and its rules.
_source = lru_cache(maxsize=1)(Source)
parsed = lru_cache(maxsize=4)(parse)


def _included(
    forms: Sequence[Form], folder: Path | None, definitions_dirs: Sequence[str | Path], consulted: Consulted
) -> tuple[Library, Includes]:
    """The libraries of a game in a folder, and what its forms include."""
    library = Library.of(definitions_dirs)
    for each in definitions_dirs:
        consulted.folder(each, ".def", below=True)
    root = folder.resolve() if folder else None
    includes = Includes(library, root, consulted)
    includes.follow(forms, root, ())
    return library, includes


#: So many files beside a file of definitions are looked at for what it uses.
MAX_BESIDE = 200


@frozen
class Definitions:
    """A file of definitions by itself: what each stands for, with holes for arguments; every name that is
    defined there or where it looks; how to try its definitions; and the mistakes."""

    source: Source | None = None
    stands_for: tuple[Form, ...] = ()
    names: tuple[str, ...] = ()
    trial: Trial | None = None
    mistakes: tuple[Diagnostic, ...] = ()


def load_definitions(file: Path | Source, folder: Path | None = None) -> Definitions:
    """Read and expand a file of definitions, or a text that stands for one in `folder`.

    What it uses may be defined in files that it includes, or in others beside it: the game that takes it in
    may take these in too.
    """
    read = definitions_in(file) if isinstance(file, Source) else read_definition_file(file)
    if read.source is None:
        return Definitions(mistakes=read.mistakes)
    folder = (folder if isinstance(file, Source) else file.parent) or Path()
    own = {each.name: each for each in reversed(read.definitions)}
    result = list(read.mistakes)
    seen: dict[str, Definition] = {}
    for each in read.definitions:
        if seen.setdefault(each.name, each) is not each:
            result.append(duplicate(seen[each.name], each))
    library = _beside(folder, read.source)
    includes = Includes(library, folder.resolve(), Consulted())
    includes.follow(read.includes, folder.resolve(), ())
    result += includes.mistakes
    options, wrong = options_of((*read.options, *includes.options))
    result += wrong
    known = includes.definitions | own
    parts = parts_of(choose(options, (), {}, None)[0])
    result += check_uses(read.forms, options, known, library)
    stands_for, more = expand_alone(list(own.values()), known, library, parts)
    if any(each.severity == "error" for each in includes.mistakes):
        result = [each for each in result if each.code not in ("E0309", "W0305")]
    names = (*known, *library.names)
    return Definitions(read.source, stands_for, names, Trial(known, library, parts), (*result, *more))


def _beside(folder: Path, source: Source) -> Library:
    """The definitions of the files in a folder, but for those of one text."""
    try:
        files = sorted(islice(folder.glob("*.def"), MAX_BESIDE))
    except OSError:
        files = []
    files = [path for path in files if path.name != Path(source.name).name]
    return Library.of_files(files)


def _subgames(
    forms: Sequence[Form],
    folder: Path | None,
    definitions_dirs: Sequence[str | Path],
    consulted: Consulted,
    given: Source | None,
) -> tuple[tuple[SubgameFile, ...], list[Diagnostic]]:
    """The games of a match with their options; what is wrong inside is told when they are bound."""
    files, mistakes = subgames_of(forms, folder, given)
    read = []
    known: dict[Path | Source, tuple[tuple[Option, ...], bool]] = {}
    for file in files:
        if folder is not None:
            consulted.folder(folder, ".lud", below=False)  # the game was looked for among these
        if file.file not in known:
            known[file.file] = _offered(file.file, definitions_dirs, consulted)
        options, is_match = known[file.file]
        if is_match:
            mistakes.append(Diagnostic("E0320", f'"{file.name}" is a match itself', file.span))
        read.append(with_options(file, options))
    return tuple(read), mistakes


def _offered(
    file: Path | Source, definitions_dirs: Sequence[str | Path], consulted: Consulted
) -> tuple[tuple[Option, ...], bool]:
    """The options that a game's file offers, and whether it holds a match; nothing of it is expanded."""
    source: Source | Diagnostic
    if isinstance(file, Source):
        source = file
    else:
        consulted.file(file)
        source = read_source(file)
    if isinstance(source, Diagnostic):
        return (), False
    forms, mistakes = parse(source)
    if mistakes and foreign(source) is not None:
        return (), False
    folder = None if isinstance(file, Source) else file.parent
    _, includes = _included(forms, folder, definitions_dirs, consulted)
    options, _ = options_in(forms, tuple(includes.definitions.values()), includes.options)
    heads = [head_of(form) for form in forms if head_of(form) in ("game", "match")]
    return options, heads[:1] == ["match"]


@define
class Includes:
    """The files that a game includes, each read once."""

    library: Library
    root: Path | None  # nothing outside this folder is read
    consulted: Consulted
    definitions: dict[str, Definition] = field(factory=dict)
    options: list[Paren] = field(factory=list)
    mistakes: list[Diagnostic] = field(factory=list)
    sources: list[Source] = field(factory=list)
    _done: set[Path] = field(factory=set)

    def follow(self, forms: Sequence[Form], folder: Path | None, trail: tuple[Path, ...]) -> None:
        """Read what these forms include; `trail` are the files being read, outermost first."""
        for form in forms:
            if isinstance(form, Paren) and head_of(form) == "include":
                self._include(form, folder, trail)

    def _include(self, form: Paren, folder: Path | None, trail: tuple[Path, ...]) -> None:
        if len(form.items) != 2 or not isinstance(form.items[1], String):
            self._say("E0310", "an include names one file in quotes", form, 'write (include "moves.def")')
            return
        name = form.items[1]
        path = self._find(name, folder)
        if path is None:
            return
        if path in trail:
            ring = " includes ".join(p.name for p in (*trail[trail.index(path) :], path))
            self._say("E0311", f"files include each other: {ring}", name)
            return
        if path in self._done:
            return
        if len(self._done) >= MAX_INCLUDES:
            self._say("E0310", f"more than {MAX_INCLUDES} files are included", name)
            return
        self._done.add(path)
        self.consulted.file(path)
        file = read_definition_file(path, self._shown(path, form))
        self.mistakes.extend(file.mistakes)
        if file.source is not None:
            self.sources.append(file.source)
        self.options.extend(file.options)
        for definition in file.definitions:
            first = self.definitions.setdefault(definition.name, definition)
            if first is not definition:
                self.mistakes.append(duplicate(first, definition))
        self.follow(file.includes, path.parent, (*trail, path))

    def _find(self, name: String, folder: Path | None) -> Path | None:
        if folder is not None and self.root is not None:
            self.consulted.file(folder / name.value)  # another file than now is found once there is one
            try:
                path = inside(self.root, folder / name.value)
            except OutsideError:
                self._say(
                    "E0310",
                    f'"{name.value}" is outside the game\'s folder',
                    name,
                    "put the file beside the game, or below it",
                )
                return None
            except NoFileError as error:
                if not error.missing:
                    self._say("E0310", f'"{name.value}" cannot be read: {error.reason}', name)
                    return None
            else:
                return path
        elsewhere = shipped_definitions() | self.library.files
        if name.value in elsewhere:
            return elsewhere[name.value].resolve()
        beside = [p.name for p in folder.glob("*.def")] if folder is not None else []
        near = nearest(name.value, [*beside, *elsewhere])
        self._say(
            "E0310",
            f'there is no file "{name.value}"',
            name,
            *([f'did you mean "{near[0]}"?'] if near else []),
            fixes=renaming(name.span, f'"{name.value}"', [f'"{each}"' for each in near]),
        )
        return None

    def _shown(self, path: Path, form: Form) -> str:
        """How the file is named in messages: beside the file that includes it; one of ours by its name."""
        if self.root is not None and path.is_relative_to(self.root):
            parent = Path(form.span.source.name).parent
            return str(parent / path.name)
        return path.name if shipped_definitions().get(path.name) == path else str(path)

    def _say(self, code: str, message: str, form: Form, *help: str, fixes: tuple[Fix, ...] = ()) -> None:
        self.mistakes.append(Diagnostic(code, message, form.span, help=help, fixes=fixes))
