"""Values of `gdl.assist` as those of the protocol."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from lsprotocol import types

from gdl.assist.colours import Colour, Coloured
from gdl.assist.hover import SignatureHelp
from gdl.assist.offers import Completion, Sort
from gdl.assist.outline import Entry, Fold
from gdl.assist.outline import Sort as Outlined
from gdl.source.diagnostics import Diagnostic, Edit
from gdl.source.text import Source, Span, characters
from gdl.source.text import units as units
from gdl.support.printable import printable
from gdl.support.values import frozen

#: The legend of colours: what editors call each `Colour`, in its order.
TOKEN_TYPES = [
    "keyword",
    "function",
    "macro",
    "parameter",
    "property",
    "enumMember",
    "string",
    "number",
    "comment",
    "type",
    "operator",
]
TOKEN_MODIFIERS = ["declaration"]
assert len(TOKEN_TYPES) == len(Colour)

_KINDS = {
    Sort.LUDEME: types.CompletionItemKind.Function,
    Sort.ARGUMENT: types.CompletionItemKind.Property,
    Sort.WORD: types.CompletionItemKind.EnumMember,
    Sort.NAME: types.CompletionItemKind.Constant,
    Sort.DEFINITION: types.CompletionItemKind.Module,
    Sort.OPTION: types.CompletionItemKind.TypeParameter,
    Sort.FILE: types.CompletionItemKind.File,
}
_SYMBOLS = {
    Outlined.GAME: types.SymbolKind.Class,
    Outlined.DEFINITION: types.SymbolKind.Function,
    Outlined.OPTION: types.SymbolKind.Enum,
    Outlined.PART: types.SymbolKind.Namespace,
    Outlined.ITEM: types.SymbolKind.Object,
}


@frozen
class Client:
    """What of the protocol the editor can do."""

    encoding: str
    snippets: bool = False
    versioned_edits: bool = False
    terminal: bool = False  # it has commands that run `gdl` in a terminal
    nested_symbols: bool = True


def markdown(text: str) -> types.MarkupContent:
    """A text in Markdown."""
    return types.MarkupContent(types.MarkupKind.Markdown, printable(text))


def completion_item(made: Completion, number: int, client: Client) -> types.CompletionItem:
    """One completion; `number` is its rank."""
    has_stops = client.snippets and made.insert.stops != made.insert.plain
    text = made.insert.stops if client.snippets and has_stops else made.insert.plain
    snippet = types.InsertTextFormat.Snippet if has_stops else types.InsertTextFormat.PlainText
    return types.CompletionItem(
        label=printable(made.label),
        kind=_KINDS[made.sort],
        detail=printable(made.detail) or None,
        documentation=markdown(made.doc) if made.doc else None,
        sort_text=f"{number:04}",
        filter_text=made.label.strip("()") if made.label.startswith("(") else None,
        insert_text_format=snippet,
        text_edit=types.TextEdit(to_range(made.span, client.encoding), text),
    )


def signature_help(help: SignatureHelp, client: Client) -> types.SignatureHelp:
    """Signatures with the places of their parameters."""
    shown = []
    for signature in help.signatures:
        parts = [
            types.ParameterInformation(
                (
                    units(signature.text[: p.start], client.encoding),
                    units(signature.text[: p.end], client.encoding),
                ),
                markdown(p.text) if p.text else None,
            )
            for p in signature.parts
        ]
        shown.append(
            types.SignatureInformation(
                signature.text, markdown(signature.doc) if signature.doc else None, parts
            )
        )
    return types.SignatureHelp(shown, help.active, help.argument)


def symbol(entry: Entry, client: Client) -> types.DocumentSymbol:
    """An entry of the outline."""
    return types.DocumentSymbol(
        name=printable(entry.name) or "(no name)",
        kind=_SYMBOLS[entry.sort],
        range=to_range(entry.span, client.encoding),
        selection_range=to_range(entry.head, client.encoding),
        detail=entry.detail or None,
        children=[symbol(each, client) for each in entry.inner],
    )


def folding(fold: Fold) -> types.FoldingRange:
    """Lines to fold."""
    kind = types.FoldingRangeKind.Comment if fold.comment else types.FoldingRangeKind.Region
    return types.FoldingRange(fold.first, fold.last, kind=kind)


def tokens(coloured: Sequence[Coloured], client: Client) -> types.SemanticTokens:
    """Colours, each relative to the one before it."""
    data: list[int] = []
    line = character = here = 0
    for each in coloured:
        span, source = each.span, each.span.source
        text, starts = source.text, source.starts
        while here + 1 < len(starts) and starts[here + 1] <= span.start:
            here += 1
        at = units(text[starts[here] : span.start], client.encoding)
        length = units(text[span.start : span.end], client.encoding)
        ahead, line = here - line, here
        data += (ahead, at if ahead else at - character, length, int(each.colour), int(each.declares))
        character = at
    return types.SemanticTokens(data)


def text_edit(edit: Edit, client: Client, crlf: bool) -> types.TextEdit:
    """An edit, with the line ends of its document."""
    text = edit.text.replace("\n", "\r\n") if crlf else edit.text
    return types.TextEdit(to_range(edit.span, client.encoding), text)


def diagnostic(
    mistake: Diagnostic, client: Client, related: Iterable[tuple[str, Span, str]]
) -> types.Diagnostic:
    """A mistake or a warning; `related` are further places: URI, span, text."""
    lines = [mistake.message, *([mistake.label] if mistake.label else [])]
    lines += [f"help: {each}" for each in mistake.help]
    lines += [f"note: {note}" for note in mistake.notes]
    tags = [types.DiagnosticTag.Unnecessary] if mistake.code == "W0301" else None
    error = types.DiagnosticSeverity.Error
    return types.Diagnostic(
        range=_first_line(mistake.span, client),
        message="\n".join(map(printable, lines)),
        severity=error if mistake.severity == "error" else types.DiagnosticSeverity.Warning,
        code=mistake.code,
        source="gdl",
        tags=tags,
        related_information=[
            types.DiagnosticRelatedInformation(types.Location(uri, to_range(span, client.encoding)), text)
            for uri, span, text in related
        ]
        or None,
    )


def _first_line(span: Span, client: Client) -> types.Range:
    """Of a place over several lines the first: a whole game that is underlined helps nobody."""
    text = span.source.text
    stop = text.find("\n", span.start, span.end)
    end = span.end if stop < 0 else stop
    if end == span.start and end < len(text) and text[end] != "\n":
        end += 1
    return to_range(Span(span.source, span.start, end), client.encoding)


# --- positions in texts as editors count them -----------------------------------------------------------


def one_kind_of_line_end(text: str) -> str:
    """The text with `\\n` alone at the ends of lines: lines and columns stay as they are."""
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def to_position(source: Source, offset: int, encoding: str) -> types.Position:
    """The position of an offset (characters)."""
    line, column = source.position(min(offset, len(source.text)))
    start = source.starts[line - 1]
    return types.Position(line - 1, units(source.text[start : start + column - 1], encoding))


def to_range(span: Span, encoding: str) -> types.Range:
    """The range of a span."""
    return types.Range(
        to_position(span.source, span.start, encoding), to_position(span.source, span.end, encoding)
    )


def to_offset(source: Source, position: types.Position, encoding: str) -> int:
    """The offset of a position; behind a line's end that end, behind the last line the text's end."""
    if position.line >= len(source.starts):
        return len(source.text)
    start = source.starts[position.line]
    after = (
        source.starts[position.line + 1] - 1 if position.line + 1 < len(source.starts) else len(source.text)
    )
    return start + characters(source.text[start:after], position.character, encoding)
