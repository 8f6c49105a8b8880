"""An editor to drive the language server with: pytest-lsp's client, over the server's standard streams."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
import time
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, TypeVar

from lsprotocol import types
from pytest_lsp import client_capabilities
from pytest_lsp.client import make_test_lsp_client

T = TypeVar("T")
ROOT = Path(__file__).parents[2]
#: The longest that anything is waited for (seconds): far longer than it takes.
PATIENCE = 60


class Editor:
    """An editor with some documents open; what its client does happens in a loop of its own."""

    def __init__(
        self,
        folder: Path,
        encodings: list[str] | None = None,
        terminal: bool = False,
        like: str = "visual_studio_code",
    ) -> None:
        self.folder = folder
        self.encoding = ""
        self.texts: dict[str, str] = {}
        self.versions: dict[str, int] = {}
        self.published: list[types.PublishDiagnosticsParams] = []
        self._loop = asyncio.new_event_loop()
        threading.Thread(target=self._loop.run_forever, daemon=True).start()
        self.client = make_test_lsp_client()
        self.result = self.run(self._start(encodings, terminal, like))
        self.encoding = str(self.result.capabilities.position_encoding)

    def run(self, asked: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(asked, self._loop).result(PATIENCE)

    async def _start(self, encodings: list[str] | None, terminal: bool, like: str) -> types.InitializeResult:
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        command = (sys.executable, "-m", "interpreter.cli.main", "lsp")
        await self.client.start_io(*command, cwd=str(self.folder), env=environment)
        known = self.client.protocol.fm.features.pop(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)

        @self.client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def publish(params: types.PublishDiagnosticsParams) -> None:
            self.published.append(params)
            known(params)

        capabilities = client_capabilities(like)
        general = capabilities.general or types.GeneralClientCapabilities()
        general.position_encodings = encodings  # type: ignore[assignment]
        capabilities.general = general
        return await self.client.initialize_session(
            types.InitializeParams(
                capabilities=capabilities,
                root_uri=self.folder.as_uri(),
                initialization_options={"terminal": terminal},
            )
        )

    def close(self) -> None:
        self.run(self.client.shutdown_session())
        self.run(self._stop())
        self._loop.call_soon_threadsafe(self._loop.stop)

    async def _stop(self) -> None:
        """Stop the client, and close what is left of the server's process while the loop still runs."""
        server = self.client._server
        await self.client.stop()
        if server is not None:
            await server.wait()
            server._transport.close()  # type: ignore[attr-defined]
            await asyncio.sleep(0)

    # --- Documents --------------------------------------------------------------------------------------

    def uri(self, name: str) -> str:
        return (self.folder / name).as_uri()

    def open(self, name: str, text: str | None = None) -> None:
        """Open a file, or say what else it holds now."""
        if text is None:
            text = (self.folder / name).read_text(encoding="utf-8")
        self.texts[name] = text
        version = self.versions[name] = self.versions.get(name, 0) + 1
        if version == 1:
            item = types.TextDocumentItem(self.uri(name), "lud", version, text)
            self._tell(self.client.text_document_did_open, types.DidOpenTextDocumentParams(item))
            return
        identifier = types.VersionedTextDocumentIdentifier(version, self.uri(name))
        change = types.TextDocumentContentChangeWholeDocument(text)
        self._tell(
            self.client.text_document_did_change, types.DidChangeTextDocumentParams(identifier, [change])
        )

    def _tell(self, notify: Any, params: Any) -> None:
        async def send() -> None:
            notify(params)

        self.run(send())

    def diagnostics(self, name: str) -> list[types.Diagnostic]:
        """What is told of a document as it stands now."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            told = [p for p in self.published if p.uri == self.uri(name)]
            if told and told[-1].version == self.versions.get(name):
                return list(told[-1].diagnostics)
            time.sleep(0.01)
        raise AssertionError(f"nothing is told of {name}")

    # --- Asking -----------------------------------------------------------------------------------------

    def ask(self, request: str, params: Any) -> Any:
        return self.run(getattr(self.client, f"{request}_async")(params))

    def at(self, name: str, before: str, behind: str = "") -> types.Position:
        """The place between two texts that stand side by side in a document, the first time."""
        text = self.texts[name]
        offset = text.index(before + behind) + len(before)
        return self.position(name, offset)

    def position(self, name: str, offset: int) -> types.Position:
        lines = self.texts[name][:offset].replace("\r\n", "\n").split("\n")
        return types.Position(
            len(lines) - 1, len(lines[-1].encode(_CODECS[self.encoding])) // _UNIT[self.encoding]
        )

    def text_at(self, name: str, place: types.Range) -> str:
        """What stands in a range, by the editor's own counting."""
        lines = self.texts[name].replace("\r\n", "\n").split("\n")[place.start.line : place.end.line + 1]
        codec, unit = _CODECS[self.encoding], _UNIT[self.encoding]
        lines[-1] = lines[-1].encode(codec)[: place.end.character * unit].decode(codec)
        lines[0] = lines[0].encode(codec)[place.start.character * unit :].decode(codec)
        return "\n".join(lines)

    def document(self, name: str) -> types.TextDocumentIdentifier:
        return types.TextDocumentIdentifier(self.uri(name))

    def whole(self, name: str) -> types.Range:
        return types.Range(types.Position(0, 0), self.position(name, len(self.texts[name])))

    def complete(self, name: str, where: types.Position) -> list[types.CompletionItem]:
        found = self.ask("text_document_completion", types.CompletionParams(self.document(name), where))
        return list(found.items)

    def hover(self, name: str, where: types.Position) -> str:
        found = self.ask("text_document_hover", types.HoverParams(self.document(name), where))
        return "" if found is None else str(found.contents.value)

    def definition(self, name: str, where: types.Position) -> list[str]:
        """Where it is declared: `file:text` of each place."""
        params = types.DefinitionParams(self.document(name), where)
        return [self._shown(each) for each in self.ask("text_document_definition", params)]

    def references(self, name: str, where: types.Position) -> list[types.Location]:
        params = types.ReferenceParams(types.ReferenceContext(True), self.document(name), where)
        return list(self.ask("text_document_references", params))

    def _shown(self, place: types.Location) -> str:
        name = place.uri.rsplit("/", 1)[-1]
        if name not in self.texts:
            self.texts[name] = (self.folder / name).read_text(encoding="utf-8")
        return f"{name}:{place.range.start.line + 1}:{self.text_at(name, place.range)}"

    def rename(self, name: str, where: types.Position, new: str) -> dict[str, str]:
        """The texts of the files that a renaming changes, as they then are."""
        params = types.RenameParams(self.document(name), where, new)
        return self.applied(self.ask("text_document_rename", params))

    def applied(self, edit: types.WorkspaceEdit) -> dict[str, str]:
        changed = {}
        for each in edit.document_changes or ():
            assert isinstance(each, types.TextDocumentEdit)
            name = each.text_document.uri.rsplit("/", 1)[-1]
            if name not in self.texts:
                self.texts[name] = (self.folder / name).read_text(encoding="utf-8")
            changed[name] = self.edited(name, list(each.edits))
        return changed

    def edited(self, name: str, edits: list[Any]) -> str:
        """A document's text with some edits made."""
        text = self.texts[name]
        spans = [
            (self._offset(name, e.range.start), self._offset(name, e.range.end), e.new_text) for e in edits
        ]
        for start, end, new in sorted(spans, reverse=True):
            text = text[:start] + new + text[end:]
        return text

    def _offset(self, name: str, position: types.Position) -> int:
        lines = self.texts[name].splitlines(keepends=True)
        codec, unit = _CODECS[self.encoding], _UNIT[self.encoding]
        before = sum(map(len, lines[: position.line]))
        line = lines[position.line] if position.line < len(lines) else ""
        return before + len(line.encode(codec)[: position.character * unit].decode(codec))


_CODECS = {"utf-8": "utf-8", "utf-16": "utf-16-le", "utf-32": "utf-32-le"}
_UNIT = {"utf-8": 1, "utf-16": 2, "utf-32": 4}
