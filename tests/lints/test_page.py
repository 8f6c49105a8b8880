"""The page of the lints lists every one of them, by code, name and text."""

from __future__ import annotations

from pathlib import Path

from gdl.source.allowed import slug
from gdl.source.codes.lints import CODES

PAGE = (Path(__file__).parents[2] / "docs" / "lints.md").read_text(encoding="utf-8")


def test_the_page_lists_every_lint() -> None:
    listed = [line for line in PAGE.splitlines() if line.startswith("| W0")]
    assert listed == [
        f"| {code} | `{slug(title)}` | {text} |" for code, (title, text) in sorted(CODES.items())
    ]
