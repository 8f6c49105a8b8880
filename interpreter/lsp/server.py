"""`gdl lsp`: the server itself, over standard input and output."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer

from gdl.assist.checking import warm
from gdl.assist.navigation import RenameError
from gdl.support.cpython import gc_paused
from gdl.version import __version__
from interpreter.lsp.convert import TOKEN_MODIFIERS, TOKEN_TYPES, Client
from interpreter.lsp.features import CHECK, PLAY, Features
from interpreter.lsp.publishing import Publisher
from interpreter.lsp.store import Store, folder_of, key_of
from interpreter.lsp.worker import Pauses
from interpreter.support.printing import OutputLostError

T = TypeVar("T")


class Server(LanguageServer):
    """A language server with its texts."""

    def __init__(self) -> None:
        # Whole texts at each change: Python's lines are not the protocol's, and rules are short.
        super().__init__(
            "ludwright",
            __version__,
            text_document_sync_kind=types.TextDocumentSyncKind.Full,
        )
        self.store = Store()
        self.publisher = Publisher(self.store, self._publish)
        self.pauses = Pauses()
        self.said_goodbye = False
        self.features = Features(self.store, self.publisher)

    def _publish(self, uri: str, version: int | None, diagnostics: list[types.Diagnostic]) -> None:
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, diagnostics, version))

    def careful(self, ask: Callable[[Any], T]) -> Callable[[Any], T | None]:
        """A request that is answered by nothing where it goes wrong: an editor goes on without."""

        def answer(params: Any) -> T | None:
            try:
                with gc_paused():  # what a request makes, it needs
                    return ask(params)
            except RenameError as error:
                raise JsonRpcInvalidParams(str(error)) from error
            except Exception as error:  # ours; it is told where whoever looks for it finds it
                what = f"{ask.__name__}: {type(error).__name__}: {' '.join(str(error).split())[:200]}"
                self.window_log_message(types.LogMessageParams(types.MessageType.Error, what))
                return None
            finally:
                self.pauses.answered()

        return answer

    def report_server_error(self, error: Exception, source: Any) -> None:
        """What goes wrong outside of requests is logged, and interrupts nobody."""
        what = f"{type(error).__name__}: {' '.join(str(error).split())[:200]}"
        self.window_log_message(types.LogMessageParams(types.MessageType.Error, what))


def make_server() -> Server:
    """A server that knows all requests."""
    server = Server()
    _lifecycle(server)
    _requests(server)
    return server


def _lifecycle(server: Server) -> None:
    store, publisher = server.store, server.publisher

    @server.feature(types.INITIALIZE)
    def initialize(params: types.InitializeParams) -> None:
        encoding = server.workspace.position_encoding
        client = client_of(params, str(getattr(encoding, "value", encoding)))
        server.features.client = publisher.client = client
        folders = [folder.uri for folder in params.workspace_folders or ()] or [params.root_uri or ""]
        result = (folder_of(key_of(f"{uri}/x")) for uri in folders if uri.startswith("file:"))
        server.features.folders = tuple(filter(None, result))

    @server.feature(types.INITIALIZED)
    async def initialized(params: types.InitializedParams) -> None:
        warm()  # before anything is asked
        await publisher.checker.start()

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def did_open(params: types.DidOpenTextDocumentParams) -> None:
        item = params.text_document
        publisher.changed(store.put(item.uri, item.version, item.text))

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def did_change(params: types.DidChangeTextDocumentParams) -> None:
        item = params.text_document
        text = server.workspace.get_text_document(item.uri).source
        publisher.changed(store.put(item.uri, item.version, text))

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def did_close(params: types.DidCloseTextDocumentParams) -> None:
        publisher.closed(store.close(params.text_document.uri))

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def did_save(params: types.DidSaveTextDocumentParams) -> None:
        publisher.changed(key_of(params.text_document.uri))

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def did_change_files(params: types.DidChangeWatchedFilesParams) -> None:
        for event in params.changes:
            publisher.changed(key_of(event.uri))

    @server.feature(types.SHUTDOWN)
    def shutdown(params: None) -> None:
        publisher.stop()
        server.said_goodbye = True


def client_of(params: types.InitializeParams, encoding: str) -> Client:
    """What the editor can do."""
    document, workspace = params.capabilities.text_document, params.capabilities.workspace
    completion = document.completion if document is not None else None
    item = completion.completion_item if completion is not None else None
    edit = workspace.workspace_edit if workspace is not None else None
    given = params.initialization_options
    return Client(
        encoding=encoding,
        snippets=bool(item is not None and item.snippet_support),
        versioned_edits=bool(edit is not None and edit.document_changes),
        terminal=isinstance(given, dict) and given.get("terminal") is True,
    )


def _requests(server: Server) -> None:
    ask = server.features

    def on(name: str, answer: Callable[[Any], Any], options: Any = None) -> None:
        server.feature(name, options)(server.careful(answer))

    on(
        types.TEXT_DOCUMENT_COMPLETION,
        ask.complete,
        types.CompletionOptions(["(", '"', "<", ":", " ", "#", "{"]),
    )
    on(types.TEXT_DOCUMENT_HOVER, ask.hover)
    on(types.TEXT_DOCUMENT_SIGNATURE_HELP, ask.signature_help, types.SignatureHelpOptions([" ", "("], [")"]))
    on(types.TEXT_DOCUMENT_DEFINITION, ask.definition)
    on(types.TEXT_DOCUMENT_REFERENCES, ask.references)
    on(types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT, ask.highlight)
    on(types.TEXT_DOCUMENT_PREPARE_RENAME, ask.prepare_rename)
    on(types.TEXT_DOCUMENT_RENAME, ask.rename, types.RenameOptions(prepare_provider=True))
    on(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, ask.symbols)
    on(types.TEXT_DOCUMENT_FOLDING_RANGE, ask.folds)
    on(types.TEXT_DOCUMENT_FORMATTING, ask.format)
    on(types.TEXT_DOCUMENT_RANGE_FORMATTING, ask.format_range)
    legend = types.SemanticTokensLegend(TOKEN_TYPES, TOKEN_MODIFIERS)
    on(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, ask.tokens, legend)
    on(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE, ask.tokens_between, legend)
    on(types.TEXT_DOCUMENT_INLAY_HINT, ask.hints)
    on(types.TEXT_DOCUMENT_CODE_LENS, ask.lenses)
    kinds = [types.CodeActionKind.QuickFix, types.CodeActionKind.SourceFixAll]
    on(types.TEXT_DOCUMENT_CODE_ACTION, ask.actions, types.CodeActionOptions(kinds))

    def show(line: str) -> None:
        message = f"in a terminal: {line}"
        server.window_show_message(types.ShowMessageParams(types.MessageType.Info, message))

    # An editor that has no terminal for them is told what to type.
    @server.command(PLAY)
    def play(uri: str) -> str:
        show(line := command_line("gdl play", uri))
        return line

    @server.command(CHECK)
    def check(uri: str) -> str:
        show(line := command_line("gdl check --play", uri))
        return line


def command_line(command: str, uri: str) -> str:
    """What to type at a shell to do this with a document."""
    return f"{command} {shlex.quote(str(Path(key_of(uri))))}"


def serve() -> bool:
    """Serve one editor over standard input and output, until it ends; whether it said goodbye before."""
    # What is printed by mistake must not stand among the messages.
    try:
        messages = os.fdopen(os.dup(1), "wb")
        os.dup2(2, 1)
    except OSError as error:
        raise OutputLostError("standard output is closed") from error
    server = make_server()
    server.pauses.start()
    try:
        server.start_io(stdout=messages)
    finally:
        server.publisher.checker.kill()
    return server.said_goodbye
