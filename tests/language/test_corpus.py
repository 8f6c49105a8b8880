"""Expansion against the corpus of other games' texts, where it lies beside the project."""

from __future__ import annotations

from pathlib import Path

import pytest

from gdl.expand import load_forms
from gdl.parse.parser import parse
from gdl.source.reading import read_source
from gdl.source.text import Source

CORPUS = Path(__file__).parents[3] / "shared" / "ludii"
RAW = CORPUS / "raw"

pytestmark = pytest.mark.skipif(not RAW.is_dir(), reason="the corpus is not here")

FAMILIES = sorted({p.parent.relative_to(RAW) for p in RAW.rglob("*.lud")}) if RAW.is_dir() else []


@pytest.mark.parametrize("family", FAMILIES, ids=str)
def test_expansion_equals_the_expanded_text(family: Path) -> None:
    for path in sorted((RAW / family).glob("*.lud")):
        result = load_forms(path, definitions_dirs=[CORPUS / "def"])
        assert [d for d in result.diagnostics if d.severity == "error"] == [], path.name
        expected = CORPUS / "expanded" / family / path.name
        if not expected.is_file():
            continue
        source = read_source(expected)
        assert isinstance(source, Source)
        forms, mistakes = parse(source)
        assert mistakes == ()
        assert result.game == forms[0], path.name
