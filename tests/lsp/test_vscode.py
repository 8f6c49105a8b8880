"""The extension for Visual Studio Code: its manifest, its grammar of colours, and that it can be packed."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import zipfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from gdl.parse.tokens import comments, tokenize
from gdl.source.reading import read_source
from gdl.source.text import Source
from tests.quick import few

ROOT = Path(__file__).parents[2]
EXTENSION = ROOT / "editors" / "vscode"
SHIPPED = sorted((ROOT / "games").rglob("*.lud")) + sorted((ROOT / "games").rglob("*.def"))


def manifest() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((EXTENSION / "package.json").read_text(encoding="utf-8"))
    return found


# --- The manifest -------------------------------------------------------------------------------------------


def test_what_the_manifest_names_is_there() -> None:
    (language,) = manifest()["contributes"]["languages"]
    (grammar,) = manifest()["contributes"]["grammars"]
    assert language["extensions"] == [".lud", ".def"]
    assert grammar["language"] == language["id"]
    for path in (language["configuration"], grammar["path"]):
        json.loads((EXTENSION / path).read_text(encoding="utf-8"))
    assert grammar["scopeName"] == json.loads((EXTENSION / grammar["path"]).read_text())["scopeName"]


def test_every_command_of_the_manifest_is_registered() -> None:
    code = (EXTENSION / "src" / "extension.js").read_text(encoding="utf-8")
    registered = set(re.findall(r'registerCommand\("([\w.]+)"', code))
    assert registered == {each["command"] for each in manifest()["contributes"]["commands"]}
    from interpreter.lsp.features import IN_TERMINAL

    assert set(IN_TERMINAL.values()) <= registered


def test_no_address_of_a_registry_is_kept() -> None:
    text = "".join(
        path.read_text(encoding="utf-8")
        for path in EXTENSION.rglob("*.json")
        if "node_modules" not in path.parts
    )
    assert "resolved" not in text and "registry" not in text


@pytest.mark.long
@pytest.mark.skipif(shutil.which("npm") is None, reason="there is no npm")
def test_it_can_be_packed(tmp_path: Path) -> None:
    packed = tmp_path / "ludwright.vsix"
    ran = subprocess.run(
        [str(EXTENSION / "build.sh"), str(packed)], capture_output=True, text=True, timeout=900, cwd=tmp_path
    )
    if ran.returncode and re.search(r"E(NOTFOUND|CONNREFUSED|AI_AGAIN|TIMEDOUT|404)", ran.stderr):
        pytest.skip("no package registry can be reached")
    assert ran.returncode == 0, ran.stderr
    with zipfile.ZipFile(packed) as archive:
        inside = json.loads(archive.read("extension/package.json"))
        assert inside == manifest()
        assert inside["main"].removeprefix("./") in {n.removeprefix("extension/") for n in archive.namelist()}
        assert "vscode-languageclient" not in archive.namelist()  # it is bundled
        assert not any("node_modules" in name for name in archive.namelist())
        assert b"gdl" in archive.read("extension/dist/extension.js")
    assert not (EXTENSION / "dist").exists() and not (EXTENSION / "node_modules").exists()


# --- The grammar of colours ---------------------------------------------------------------------------------


@cache
def rules() -> tuple[tuple[re.Pattern[str], dict[str, Any]], ...]:
    """The patterns in their order; all but that of texts are one match each."""
    grammar = json.loads((EXTENSION / "syntaxes" / "lud.tmLanguage.json").read_text(encoding="utf-8"))
    names = [each["include"][1:] for each in grammar["repository"]["form"]["patterns"]]
    found = [grammar["repository"][name] for name in names]
    return tuple((re.compile(rule.get("match") or rule["begin"]), rule) for rule in found)


def scopes(text: str) -> Iterator[tuple[int, int, str]]:
    """A text coloured as an editor does it: the first match wins, of those at one place the first rule."""
    at = 0
    while at < len(text):
        found = [
            (match.start(), n, match) for n, (p, _) in enumerate(rules()) if (match := p.search(text, at))
        ]
        if not found:
            return
        start, number, match = min(found, key=lambda each: each[:2])
        rule = rules()[number][1]
        if "end" in rule:
            end = re.compile(r"(?:\\.|[^\"\\])*\"", re.DOTALL).match(text, match.end())
            at = len(text) if end is None else end.end()
            yield start, at, rule["name"]
            continue
        if "name" in rule:
            yield start, match.end(), rule["name"]
        for group, capture in rule.get("captures", {}).items():
            if match.group(int(group)) is not None:
                yield match.start(int(group)), match.end(int(group)), capture["name"]
        at = max(match.end(), start + 1)


@pytest.mark.parametrize("path", few(SHIPPED), ids=lambda path: path.name)
def test_the_grammar_sees_what_the_language_sees(path: Path) -> None:
    source = read_source(path)
    assert isinstance(source, Source)
    coloured = list(scopes(source.text))
    by_start = {start: (end, scope) for start, end, scope in coloured}
    assert {(s.start, s.end) for s in comments(source)} == {
        (start, end) for start, end, scope in coloured if scope.startswith("comment")
    }
    kinds = {
        "STRING": ("string", "entity.name.function"),
        "NUMBER": ("constant.numeric",),
        "NAME": ("variable.parameter", "entity.name.type"),
        "WORD": (
            "support",
            "constant.language",
            "constant.numeric.range",
            "variable.other",
            "keyword",
            "entity.name.type",
        ),
    }
    for token in tokenize(source)[0]:
        if token.type in kinds:
            end, scope = by_start.get(token.start, (0, "nothing"))
            assert scope.startswith(kinds[token.type]), f"{path.name}: {token!r} is {scope}"
            if token.type != "NAME":
                assert end == token.end, f"{path.name}: {token!r}"
