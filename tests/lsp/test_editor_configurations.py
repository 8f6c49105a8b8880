"""The configurations of docs/editors.md, in the editors themselves where they are installed."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[2] / "docs" / "editors.md").read_text(encoding="utf-8")
WRONG = """(game "G" (players 2) (equipment {(board (square 3)) (piece "Man" Each)})
  (rules (play (move Ad (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))
"""
TOLD = "there is no `move Ad`"


def block(heading: str, language: str) -> str:
    """The first block of code in a language under a heading."""
    found = re.search(
        rf"^#+ {re.escape(heading)}.*?^```{language}\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE
    )
    assert found is not None, heading
    return found[1]


def run(folder: Path, *command: str) -> str:
    """What an editor prints, with `gdl` on its path."""
    (folder / "wrong.lud").write_text(WRONG)
    paths = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    ran = subprocess.run(
        command, cwd=folder, env=os.environ | {"PATH": paths, "HOME": str(folder)}, capture_output=True,
        text=True, timeout=120, check=False,
    )  # fmt: skip
    return ran.stdout + ran.stderr


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("nvim") is None, reason="there is no Neovim")
def test_neovim_as_debian_has_it_shows_mistakes(tmp_path: Path) -> None:
    (tmp_path / "init.lua").write_text(block("Neovim 0.7 to 0.10", "lua"))
    there = "vim.wait(60000, function() return #vim.diagnostic.get(0) > 0 end)"
    show = "print(vim.bo.filetype, vim.inspect(vim.diagnostic.get(0)[1].message))"
    said = run(
        tmp_path, "nvim", "--headless", "-u", "init.lua", "wrong.lud", "-c", f"lua {there}",
        "-c", f"lua {show}", "-c", "qa!",
    )  # fmt: skip
    assert TOLD in said and "lud" in said


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("emacs") is None, reason="there is no Emacs")
def test_emacs_as_debian_has_it_shows_mistakes(tmp_path: Path) -> None:
    (tmp_path / "init.el").write_text(block("Emacs (28 or later, with eglot)", "elisp"))
    (tmp_path / "trial.el").write_text("""
(package-initialize)
(unless (require 'eglot nil t) (message "no eglot") (kill-emacs))
(load (expand-file-name "init.el"))
(remove-hook 'lud-mode-hook #'eglot-ensure)
(setq eglot-sync-connect t)
(find-file "wrong.lud")
(apply #'eglot--connect (eglot--guess-contact))
(let ((n 0))
  (while (and (< n 300) (null (flymake-diagnostics)))
    (accept-process-output nil 0.2) (sit-for 0.1) (setq n (1+ n))))
(message "%s: %s" major-mode (mapcar #'flymake-diagnostic-text (flymake-diagnostics)))
""")
    said = run(tmp_path, "emacs", "--batch", "-l", "trial.el")
    if "no eglot" in said:
        pytest.skip("this Emacs has no eglot")
    assert TOLD in said and "lud-mode" in said
