"""Tables in the documents list what lists in the code do; where these have an order, in it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from gdl.passes.pipeline import PASSES
from gdl.source.codes.registry import all_codes
from interpreter.cli.main import COMMANDS
from interpreter.records.reading import TAGS
from interpreter.scenarios.model import EXPECTED, SCENE
from tests.fuzz.kind import NAMES

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "interpreter" / "serve" / "page"


def rows(page: str, head: str) -> list[list[str]]:
    """The cells of the table of a page whose head is this line, without it."""
    lines = (ROOT / page).read_text(encoding="utf-8").splitlines()
    start = lines.index(head) + 2
    end = next((at for at in range(start, len(lines)) if not lines[at].startswith("|")), len(lines))
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[start:end]]


def quoted(cells: Iterable[list[str]]) -> list[str]:
    """What stands in backquotes in the first cells of rows."""
    return [word for row in cells for word in re.findall(r"`([^`]+)`", row[0])]


def test_the_passes() -> None:
    listed = rows("docs/codemap.md", "| pass | what it does |")
    assert [name for name, _ in listed] == [each.name for each in PASSES]
    # on the page nothing is below: the simplifications have their own paragraph
    assert [text for _, text in listed] == [each.purpose.replace(" below", "") for each in PASSES]


@pytest.mark.parametrize("head, keys", [(0, SCENE), (1, EXPECTED)], ids=["scene", "expected"])
def test_the_keys_of_scenarios(head: int, keys: tuple[str, ...]) -> None:
    text = (ROOT / "docs" / "scenarios.md").read_text(encoding="utf-8").split("| key | meaning |")[head + 1]
    table = [[line.strip("|").split("|")[0]] for line in text.splitlines() if line.startswith("|")]
    assert quoted(table) == [key for key in keys if key != "after"]  # which is no key but their place


def test_the_tags_of_records() -> None:
    assert quoted(rows("docs/records.md", "| tag | |")) == list(TAGS)


def test_the_kinds_of_fuzzing() -> None:
    listed = quoted(rows("docs/fuzzing.md", "| `--what` | inputs | a failure is |"))
    assert listed == [*NAMES, "interrupts"]


def test_the_codes_of_checks_that_play() -> None:
    listed = rows("docs/checking-by-playing.md", "| code | |")
    assert sorted(code for row in listed for code in row[0].split(", ")) == sorted(
        code for code in all_codes() if re.match(r"W07[0-6]", code)
    )


def test_the_commands_of_the_readme_are_there() -> None:
    listed = [row[0].strip("`").split()[1] for row in rows("README.md", "| command | what it does |")]
    assert set(listed) <= set(COMMANDS)


def test_the_modules_of_the_page() -> None:
    listed = quoted(rows("docs/page.md", "| module | |"))
    assert {path.name for path in PAGE.glob("*.js")} <= set(listed)
    for name in listed:
        assert list(PAGE.rglob(name.rstrip("/"))), name


def test_what_each_folder_of_tests_costs() -> None:
    listed = rows("CONTRIBUTING.md", "| seconds | folders of `tests/` |")
    folders = {path.parent.name for path in (ROOT / "tests").glob("*/test_*.py")}
    assert sorted(re.findall(r"`(\w+)`", " ".join(row[1] for row in listed))) == sorted(folders)


def test_a_word_of_the_glossary_stands_where_it_says() -> None:
    listed = rows("docs/glossary.md", "| word | what it means here | where |")
    assert [row[0] for row in listed] == sorted(row[0] for row in listed)
    for word, _, where in listed:
        path = ROOT / where.strip("`")
        files = [path] if path.is_file() else sorted(path.glob("*.py"))
        assert any(word in file.read_text(encoding="utf-8").lower() for file in files), word
