"""`evalspec lsp`: what an editor shows of specs while they are written."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import click

from evalspec import __version__
from evalspec.author.editor import Looked, look, offsets
from evalspec.core.errors import Problem, needs

_PAUSE = 0.05
"""Seconds without a change before a text is looked at."""
_BREAK = re.compile(r"\r\n|\r|\n")
"""Ends of lines as editors count them; YAML knows more."""


@click.command("lsp")
@click.option("--stdio", is_flag=True, help="Speak on standard input and output, as always.")
def command(stdio: bool) -> None:
    """Serve an editor over standard input and output (docs/editors.md).

    Findings of `evalspec lint` and mistakes while you type, what each constraint means where the
    pointer rests, and fixes: the nearest sentence, the formula beside it, a comment that silences.
    Needs the extra `editor`.
    """
    with needs("evalspec lsp needs the package pygls", "editor"):
        server = made()
    server.start_io()


def made() -> Any:
    """Return the server."""
    from lsprotocol import types as lsp
    from pygls.lsp.server import LanguageServer
    from pygls.uris import to_fs_path

    server = LanguageServer("evalspec", __version__)
    looked: dict[str, tuple[str, Looked]] = {}
    waiting: dict[str, asyncio.Task[None]] = {}

    def position(uri: str, text: str, offset: int) -> Any:
        """Return an offset in the units that the editor counts in."""
        lines = _BREAK.split(text[:offset])
        place = lsp.Position(len(lines) - 1, len(lines[-1]))
        codec = server.workspace.get_text_document(uri).position_codec
        return codec.position_to_client_units(lines, place)

    def ranged(uri: str, text: str, start: int, end: int) -> Any:
        return lsp.Range(position(uri, text, start), position(uri, text, end))

    def diagnostic(uri: str, text: str, one: Problem, severity: Any) -> Any:
        return lsp.Diagnostic(ranged(uri, text, *offsets(text, one.at)), one.said, severity, one.code,
                              source="evalspec")  # fmt: skip

    async def show(uri: str) -> None:
        await asyncio.sleep(_PAUSE)
        document = server.workspace.get_text_document(uri)
        text, version = document.source, document.version
        found = await asyncio.to_thread(look, text, to_fs_path(uri) or uri)
        if found.problems:  # what was meant before the mistake is still worth showing
            _, before = looked.get(uri, ("", found))
            looked[uri] = text, Looked(found.problems, hovers=before.hovers)
        else:
            looked[uri] = text, found
        errors, warnings = lsp.DiagnosticSeverity.Error, lsp.DiagnosticSeverity.Warning
        server.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, [
            *(diagnostic(uri, text, one, errors) for one in found.problems),
            *(diagnostic(uri, text, one, warnings) for one in found.findings),
        ], version))  # fmt: skip

    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    @server.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
    async def changed(params: Any) -> None:
        uri = params.text_document.uri
        if uri in waiting:
            waiting[uri].cancel()
        waiting[uri] = asyncio.ensure_future(show(uri))

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    async def closed(params: Any) -> None:
        uri = params.text_document.uri
        if uri in waiting:
            waiting.pop(uri).cancel()
        looked.pop(uri, None)

    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    async def hover(params: Any) -> Any:
        uri = params.text_document.uri
        text, found = looked.get(uri, ("", Looked()))
        for one in found.hovers:
            place = ranged(uri, text, *offsets(text, one.at))
            if place.start <= params.position < place.end:
                return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, one.text), place)
        return None

    @server.feature(lsp.TEXT_DOCUMENT_CODE_ACTION)
    async def fixes(params: Any) -> list[Any]:
        uri = params.text_document.uri
        text, found = looked.get(uri, ("", Looked()))
        if text != server.workspace.get_text_document(uri).source:
            return []
        actions = []
        for fix in found.fixes:
            place = ranged(uri, text, *offsets(text, fix.at))
            if place.end < params.range.start or params.range.end < place.start:
                continue
            edits = [lsp.TextEdit(ranged(uri, text, e.start, e.end), e.text) for e in fix.edits]
            kind = lsp.CodeActionKind.QuickFix if fix.code else lsp.CodeActionKind.Refactor
            mended = [d for d in params.context.diagnostics if d.code == fix.code]
            edit = lsp.WorkspaceEdit(changes={uri: edits})
            actions.append(lsp.CodeAction(fix.title, kind, mended, edit=edit))
        return actions

    return server
