"""Quick fixes that let a finding stand: `// allow NAME` put in beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from lsprotocol import types

from gdl.source.allowed import allowing
from gdl.source.diagnostics import Edit
from interpreter.lsp.convert import to_offset
from interpreter.lsp.publishing import Shown


def allow_action(
    key: str, shown: Shown, encoding: str,
    workspace_edit: Callable[[Iterable[tuple[str, Edit]]], types.WorkspaceEdit],
) -> list[types.CodeAction]:  # fmt: skip
    """The action for one finding, if a comment can allow it."""
    if shown.document is None:
        return []
    source = shown.document.source
    fix = allowing(source, to_offset(source, shown.told.range.start, encoding), shown.code)
    if fix is None:
        return []
    edit = workspace_edit((key, each) for each in fix.edits)
    return [types.CodeAction(fix.title, types.CodeActionKind.QuickFix, diagnostics=[shown.told], edit=edit)]
