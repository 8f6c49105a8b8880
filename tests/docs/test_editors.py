"""The configurations of editors in docs/editors.md, in those editors that are installed here."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.blocks import ROOT, Block, blocks

PAGE = ROOT / "docs" / "editors.md"
WRONG = """(game "Three"
    (players 2)
    (equipment {(board (square 3)) (piece "Cross" P1) (piece "Nought" P2)})
    (rules
        (play (move Add (to (sitez Empty))))
        (end (if (is Line 3) (result Mover Win)))
    )
)
"""


def configuration(heading: str, kind: str) -> Block:
    """The one block of a kind under a heading."""
    text = PAGE.read_text(encoding="utf-8")
    start = text.count("\n", 0, text.index(f"\n## {heading}\n")) + 1
    rest = text.find("\n## ", text.index(f"\n## {heading}\n") + 1)
    end = text.count("\n", 0, rest) + 1
    (found,) = (each for each in blocks(PAGE) if each.kind == kind and start < each.line <= end)
    return found


def version(command: str) -> tuple[int, ...]:
    """An editor's version; none where it is not installed."""
    if shutil.which(command) is None:
        return ()
    said = subprocess.run([command, "--version"], capture_output=True, text=True, check=True).stdout
    number = re.search(r"(\d+)\.(\d+)", said)
    return () if number is None else (int(number[1]), int(number[2]))


def in_editor(folder: Path, *words: str) -> str:
    """What an editor says that is run in a folder with a game in it."""
    (folder / "three.lud").write_text(WRONG, encoding="utf-8")
    here = Path(sys.executable).parent  # where gdl is
    env = {**os.environ, "PATH": f"{here}{os.pathsep}{os.environ['PATH']}", "HOME": str(folder)}
    ran = subprocess.run(words, cwd=folder, env=env, capture_output=True, text=True, timeout=120)
    return ran.stdout + ran.stderr


def test_there_is_one_for_the_editors_of_debian_12_and_13() -> None:
    assert "vim.lsp.start_client" in configuration("Neovim (0.7 to 0.10)", "lua").text
    assert "eglot-ensure" in configuration("Emacs (28 or later, with eglot)", "elisp").text
    page = PAGE.read_text(encoding="utf-8")
    assert all(each in page for each in ("0.7.2", "0.10.4", "elpa-eglot"))


NEOVIM = """
local buffer = vim.api.nvim_get_current_buf()
vim.wait(60000, function() return #vim.diagnostic.get(buffer) > 0 end, 50)
for _, each in ipairs(vim.diagnostic.get(buffer)) do print("MISTAKE " .. each.lnum .. " " .. each.message) end
local function ask(method, line, column)
  local document = vim.lsp.util.make_text_document_params(buffer)
  local place = { textDocument = document, position = { line = line, character = column } }
  for _, each in pairs(vim.lsp.buf_request_sync(buffer, method, place, 60000) or {}) do return each.result end
end
print("\\nHOVER " .. ask("textDocument/hover", 2, 19).contents.value)
local offered = ask("textDocument/completion", 4, 33)
print("\\nOFFERED " .. (offered.items or offered)[1].label)
for _, lens in ipairs(ask("textDocument/codeLens", 0, 0)) do
  print("\\nABOVE " .. lens.command.title .. " " .. tostring(vim.lsp.commands[lens.command.command] ~= nil))
end
vim.cmd("qa!")
"""


@pytest.mark.slow
def test_neovim(tmp_path: Path) -> None:
    if not (0, 7) <= version("nvim") < (0, 11):
        pytest.skip("there is no Neovim 0.7 to 0.10 here")
    (tmp_path / "init.lua").write_text(configuration("Neovim (0.7 to 0.10)", "lua").text, encoding="utf-8")
    (tmp_path / "probe.lua").write_text(NEOVIM, encoding="utf-8")
    told = in_editor(tmp_path, "nvim", "--headless", "-u", "init.lua", "three.lud", "-c", "luafile probe.lua")
    assert "MISTAKE 4 there is no ludeme `sitez`" in told
    assert "HOVER ```lud" in told and "(board <graph>" in told
    assert "OFFERED sites" in told
    assert re.search(r"ABOVE .*play this true", told) and "ABOVE check by playing true" in told


EMACS = """
(find-file "three.lud")
(run-hooks 'post-command-hook)  ; eglot connects behind a command, and in a batch there is none
(let ((until (+ (float-time) 60)))
  (while (and (< (float-time) until) (not (flymake-diagnostics)))
    (accept-process-output nil 0.1)))
(message "MODE %s" major-mode)
(dolist (each (flymake-diagnostics)) (message "MISTAKE %s" (flymake-diagnostic-text each)))
(goto-char (point-min))
(search-forward "(board")
(message "HOVER %s" (jsonrpc-request (eglot-current-server) :textDocument/hover
                                     (eglot--TextDocumentPositionParams)))
"""


@pytest.mark.slow
def test_emacs(tmp_path: Path) -> None:
    found = '(princ (if (locate-library "eglot") "eglot-is-here" "no"))'
    if version("emacs") < (28,) or "eglot-is-here" not in in_editor(tmp_path, *_batch(found)):
        pytest.skip("there is no Emacs of 28 or later with eglot here")
    text = configuration("Emacs (28 or later, with eglot)", "elisp").text
    (tmp_path / "init.el").write_text(text, encoding="utf-8")
    (tmp_path / "probe.el").write_text(EMACS, encoding="utf-8")
    told = in_editor(tmp_path, *_batch("(ignore)"), "-l", "init.el", "-l", "probe.el")
    assert "MODE lud-mode" in told
    assert re.search(r"MISTAKE .*there is no ludeme `sitez`", told)
    assert "(board <graph>" in told


def _batch(form: str) -> tuple[str, ...]:
    """Emacs without a screen, with the packages that are installed, as it is with one."""
    return ("emacs", "--batch", "--eval", "(package-initialize)", "--eval", form)
