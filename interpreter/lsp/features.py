"""What editors ask of the server: each request, answered from what is known of the document's project."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TypeVar

from lsprotocol import types

from gdl.assist.colours import colours
from gdl.assist.completion import complete
from gdl.assist.hints import games, hints
from gdl.assist.hover import hover, signature_help
from gdl.assist.layout import format_all, format_range
from gdl.assist.names import Mention, Names
from gdl.assist.navigation import RenameError, definitions, plain_name, references, renamable, rename
from gdl.assist.outline import folds, outline
from gdl.assist.tree import Document
from gdl.ludeme.kinds import Kind
from gdl.source.allowed import allowing
from gdl.source.diagnostics import Edit
from gdl.source.text import Span
from gdl.support.printable import printable
from interpreter.errors.user_errors import ScenarioError
from interpreter.lsp import convert
from interpreter.lsp.convert import Client, markdown, to_offset, to_position, to_range
from interpreter.lsp.publishing import Publisher, Shown
from interpreter.lsp.renaming import Renaming, renamed_in, scenario_files
from interpreter.lsp.store import Store, folder_of, key_of

T = TypeVar("T")

#: The commands behind the lenses: what the server knows, and what editors with a terminal have for them.
PLAY, CHECK = "gdl.play", "gdl.checkByPlaying"
IN_TERMINAL = {PLAY: "ludwright.play", CHECK: "ludwright.checkByPlaying"}


class Features:
    """The answers to requests."""

    def __init__(self, store: Store, publisher: Publisher) -> None:
        self.store = store
        self.publisher = publisher
        self.client = Client("utf-16")
        self.folders: tuple[Path, ...] = ()

    # --- Finding ----------------------------------------------------------------------------------------

    def _document(self, uri: str) -> Document | None:
        return self.store.read(key_of(uri))

    def _at(self, uri: str, position: types.Position) -> tuple[Names, int] | None:
        names = self.store.names(key_of(uri))
        if names is None:
            return None
        return names, to_offset(names.project.main.document.source, position, self.client.encoding)

    def _widest(self, names: Names, offset: int) -> tuple[Names, int]:
        """The same place as seen from the file that declares what stands there: others may include it."""
        for mention in names.at(names.project.main, offset):
            for each in names.declarations(mention):
                if each.spot.file is not names.project.main and not each.spot.file.is_game:
                    wider = self.store.names(each.spot.file.key)
                    if wider is not None:
                        return wider, each.span.start
        return names, offset

    def _location(self, key: str, span: Span) -> types.Location:
        return types.Location(self.store.uri(key), to_range(span, self.client.encoding))

    # --- Writing ----------------------------------------------------------------------------------------

    def complete(self, params: types.CompletionParams) -> types.CompletionList | None:
        key = key_of(params.text_document.uri)
        document = self.store.read(key)
        if document is None:
            return None
        offset = to_offset(document.source, params.position, self.client.encoding)
        made = complete(key, self.store, offset)
        items = [convert.completion_item(each, number, self.client) for number, each in enumerate(made)]
        # What is offered depends on what was typed, so it is asked for again with each letter.
        return types.CompletionList(is_incomplete=True, items=items)

    def hover(self, params: types.HoverParams) -> types.Hover | None:
        result = self._at(params.text_document.uri, params.position)
        said = None if result is None else hover(*result)
        return (
            None
            if said is None
            else types.Hover(markdown(said.text), to_range(said.span, self.client.encoding))
        )

    def signature_help(self, params: types.SignatureHelpParams) -> types.SignatureHelp | None:
        result = self._at(params.text_document.uri, params.position)
        said = None if result is None else signature_help(*result)
        return None if said is None else convert.signature_help(said, self.client)

    # --- Names ------------------------------------------------------------------------------------------

    def definition(self, params: types.DefinitionParams) -> list[types.Location]:
        result = self._at(params.text_document.uri, params.position)
        return [self._location(t.key, t.name) for t in definitions(*result)] if result else []

    def references(self, params: types.ReferenceParams) -> list[types.Location]:
        result = self._at(params.text_document.uri, params.position)
        if result is None:
            return []
        wanted = references(*self._widest(*result), params.context.include_declaration)
        return [self._location(key, span) for key, span in wanted]

    def highlight(self, params: types.DocumentHighlightParams) -> list[types.DocumentHighlight]:
        result = self._at(params.text_document.uri, params.position)
        if result is None:
            return []
        key = result[0].project.main.key
        spans = (span for other, span in references(*result) if other == key)
        return [types.DocumentHighlight(to_range(span, self.client.encoding)) for span in spans]

    def prepare_rename(self, params: types.PrepareRenameParams) -> types.PrepareRenamePlaceholder | None:
        result = self._at(params.text_document.uri, params.position)
        mention = None if result is None else renamable(*result)
        if mention is None:
            return None
        return types.PrepareRenamePlaceholder(to_range(mention.span, self.client.encoding), mention.span.text)

    def rename(self, params: types.RenameParams) -> types.WorkspaceEdit | None:
        """Raises RenameError."""
        result = self._at(params.text_document.uri, params.position)
        if result is None:
            return None
        names, offset = self._widest(*result)
        mention = renamable(names, offset)
        if mention is None:
            raise RenameError("nothing that has a name of its own stands here")
        edits = rename(names, mention, params.new_name)
        for key, _ in edits:
            if not self._is_own(key):
                raise RenameError(
                    f'"{mention.name}" also stands in {Path(key).name}, which is not in this folder: copy '
                    "it beside the game to change it"
                )
        return self.workspace_edit([*edits, *self._in_scenarios(names, mention, params.new_name)])

    def _in_scenarios(self, names: Names, mention: Mention, new: str) -> Iterator[tuple[str, Edit]]:
        """The edits of a renaming in the scenarios of the games that it is about. Raises RenameError."""
        others = names.declarations_of(Kind.PIECE, lambda name: name != mention.name)
        renaming = Renaming(mention.kind, mention.name, plain_name(new), frozenset(m.name for m in others))
        games = [Path(file.key) for file in names.project.files if file.is_game and folder_of(file.key)]
        for source in (file for game in games if self._is_own(str(game)) for file in scenario_files(game)):
            try:
                yield from ((source.name, edit) for edit in renamed_in(source, renaming))
            except ScenarioError as error:
                raise RenameError(f"put the scenarios right first: {error.message}") from error

    def _is_own(self, key: str) -> bool:
        """Whether a file is open, or in the folders where the author works."""
        folder = folder_of(key)
        if key in self.store.open or folder is None:
            return True
        mine = [*self.folders, *filter(None, map(folder_of, self.store.open))]
        return any(folder.is_relative_to(each) for each in mine)

    def workspace_edit(self, edits: Iterable[tuple[str, Edit]]) -> types.WorkspaceEdit:
        """Edits of several files at once."""
        by_key: dict[str, list[types.TextEdit]] = {}
        for key, edit in edits:
            by_key.setdefault(key, []).append(convert.text_edit(edit, self.client, self._crlf(key)))
        if not self.client.versioned_edits:
            return types.WorkspaceEdit(changes={self.store.uri(key): each for key, each in by_key.items()})
        return types.WorkspaceEdit(
            document_changes=[
                types.TextDocumentEdit(
                    types.OptionalVersionedTextDocumentIdentifier(self.store.uri(key), self._version(key)),
                    list(each),
                )
                for key, each in by_key.items()
            ]
        )

    def _version(self, key: str) -> int | None:
        known = self.store.open.get(key)
        return None if known is None else known.version

    def _crlf(self, key: str) -> bool:
        known = self.store.open.get(key)
        return known is not None and known.crlf

    # --- The whole text ---------------------------------------------------------------------------------

    def symbols(self, params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
        document = self._document(params.text_document.uri)
        return [] if document is None else [convert.symbol(each, self.client) for each in outline(document)]

    def folds(self, params: types.FoldingRangeParams) -> list[types.FoldingRange]:
        document = self._document(params.text_document.uri)
        return [] if document is None else [convert.folding(each) for each in folds(document)]

    def format(self, params: types.DocumentFormattingParams) -> list[types.TextEdit]:
        document = self._document(params.text_document.uri)
        return [] if document is None else self._edits(params.text_document.uri, format_all(document))

    def format_range(self, params: types.DocumentRangeFormattingParams) -> list[types.TextEdit]:
        document = self._document(params.text_document.uri)
        if document is None:
            return []
        start, end = self._offsets(document, params.range)
        return self._edits(params.text_document.uri, format_range(document, start, end))

    def _offsets(self, document: Document, range: types.Range) -> tuple[int, int]:
        start = to_offset(document.source, range.start, self.client.encoding)
        return start, to_offset(document.source, range.end, self.client.encoding)

    def _edits(self, uri: str, edits: Iterable[Edit]) -> list[types.TextEdit]:
        return [convert.text_edit(edit, self.client, self._crlf(key_of(uri))) for edit in edits]

    def tokens(self, params: types.SemanticTokensParams) -> types.SemanticTokens:
        names = self.store.names(key_of(params.text_document.uri))
        return types.SemanticTokens([]) if names is None else convert.tokens(colours(names), self.client)

    def tokens_between(self, params: types.SemanticTokensRangeParams) -> types.SemanticTokens:
        """What an editor asks for first: the lines that it shows."""
        names = self.store.names(key_of(params.text_document.uri))
        if names is None:
            return types.SemanticTokens([])
        first, last = self._offsets(names.project.main.document, params.range)
        return convert.tokens(colours(names, first, last), self.client)

    def hints(self, params: types.InlayHintParams) -> list[types.InlayHint]:
        names = self.store.names(key_of(params.text_document.uri))
        if names is None:
            return []
        document = names.project.main.document
        return [
            types.InlayHint(
                to_position(document.source, hint.at, self.client.encoding),
                hint.text,
                types.InlayHintKind.Parameter,
                tooltip=printable(hint.doc) or None,
                padding_right=True,
            )
            for hint in hints(names, *self._offsets(document, params.range))
        ]

    def lenses(self, params: types.CodeLensParams) -> list[types.CodeLens]:
        document = self._document(params.text_document.uri)
        result = []
        for span in () if document is None else games(document):
            for title, command in (("▶ play this", PLAY), ("check by playing", CHECK)):
                name = IN_TERMINAL[command] if self.client.terminal else command
                made = types.Command(title, name, arguments=[params.text_document.uri])
                result.append(types.CodeLens(to_range(span, self.client.encoding), made))
        return result

    # --- Repairs ----------------------------------------------------------------------------------------

    def actions(self, params: types.CodeActionParams) -> list[types.CodeAction]:
        key = key_of(params.text_document.uri)
        wanted = params.context.only
        result = []
        for shown in self.publisher.shown(key):
            if _overlap(shown.diagnostic.range, params.range) and _asked_for(
                types.CodeActionKind.QuickFix, wanted
            ):
                result += self._fixes(key, shown)
                result += self._allow(key, shown)
        if _asked_for(types.CodeActionKind.SourceFixAll, wanted):
            result += self._fix_all(key)
        return result

    def _fixes(self, key: str, shown: Shown) -> list[types.CodeAction]:
        return [
            types.CodeAction(
                fix.title,
                types.CodeActionKind.QuickFix,
                diagnostics=[shown.diagnostic],
                is_preferred=fix.sure or None,
                edit=self.workspace_edit(self.publisher.placed(key, shown, fix.edits)),
                data={"applicability": fix.applicability.value},
            )
            for fix in shown.fixes
        ]

    def _allow(self, key: str, shown: Shown) -> list[types.CodeAction]:
        """The action that writes a comment by which a finding is allowed, where one can."""
        if shown.document is None:
            return []
        source, diagnostic = shown.document.source, shown.diagnostic
        fix = allowing(source, to_offset(source, diagnostic.range.start, self.client.encoding), shown.code)
        if fix is None:
            return []
        edit = self.workspace_edit((key, edit) for edit in fix.edits)
        return [
            types.CodeAction(fix.title, types.CodeActionKind.QuickFix, diagnostics=[diagnostic], edit=edit)
        ]

    def _fix_all(self, key: str) -> list[types.CodeAction]:
        """All sure repairs in one."""
        made: list[tuple[str, Edit]] = []
        for shown in self.publisher.shown(key):
            for fix in shown.fixes:
                edits = list(self.publisher.placed(key, shown, fix.edits))
                apart = all(_apart(new, old) for _, new in edits for _, old in made)
                if fix.sure and apart:
                    made += edits
                    break
        if not made:
            return []
        kind = types.CodeActionKind.SourceFixAll
        return [types.CodeAction("Make all sure repairs", kind, edit=self.workspace_edit(made))]


def _asked_for(kind: types.CodeActionKind, wanted: Iterable[types.CodeActionKind | str] | None) -> bool:
    """Whether an editor asks for actions of a kind: quick fixes always, others only by name."""
    if wanted is None:
        return kind is types.CodeActionKind.QuickFix
    name = kind.value
    asked = [each.value if isinstance(each, types.CodeActionKind) else each for each in wanted]
    return any(not prefix or name == prefix or name.startswith(f"{prefix}.") for prefix in asked)


def _overlap(one: types.Range, other: types.Range) -> bool:
    def key(position: types.Position) -> tuple[int, int]:
        return position.line, position.character

    return key(one.start) <= key(other.end) and key(other.start) <= key(one.end)


def _apart(one: Edit, other: Edit) -> bool:
    if one.span.source is not other.span.source:
        return True
    return one.span.end <= other.span.start or other.span.end <= one.span.start
