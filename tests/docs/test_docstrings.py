"""Public functions say what they do: `python -m tests.docs.docstrings` lists those that do not."""

from __future__ import annotations

import ast

from tests.docs.docstrings import LIMIT, PACKAGES, ROOT, functions, public, share


def test_public_functions_have_docstrings() -> None:
    found = [each for package in PACKAGES for each in functions(ROOT / package)]
    missing = [each for each in found if not each.documented]
    assert len(found) > 2000
    assert share(missing, found) < LIMIT, "\n".join(map(str, missing))


def test_what_is_public() -> None:
    tree = ast.parse(
        """
if True:
    def plain(): ...
def _own():
    def inside(): ...
class Shown:
    def method(self): ...
    def _own(self): ...
    def __len__(self): ...
    @property
    def value(self): ...
    @value.setter
    def value(self, new): ...
    @overload
    def many(self): ...
class _Own:
    def method(self): ...
"""
    )
    assert [name for name, _ in public(tree.body)] == ["plain", "Shown.method", "Shown.value"]


def test_a_docstring_is_inherited_where_a_method_is_overridden() -> None:
    found = {each.name: each for each in functions(ROOT / "gdl" / "parse")}
    assert found["parse"].own and not found["parse"].inherited
    specs = {each.name: each for each in functions(ROOT / "gdl" / "ludemes" / "logic.py")}
    lowers = [each for name, each in specs.items() if name.endswith(".lower")]
    assert lowers and all(each.documented for each in lowers)
