"""Each lint tells its mistake, where it is, and nothing of the game as it may be meant."""

from __future__ import annotations

import pytest

from gdl.lint import RULES
from gdl.source.codes.registry import all_codes
from tests.lints.cases import cases, findings_in, said

LINTS = sorted(code for code in all_codes() if code.startswith("W06"))


@pytest.mark.parametrize("name", cases())
def test_it_is_told_as_expected(name: str) -> None:
    assert name.partition("-")[0] in {each.code for each in findings_in(name, "mistake")}
    assert said(name) == cases()[name]["said"]


@pytest.mark.parametrize("name", cases())
def test_nothing_is_said_of_what_may_be_meant(name: str) -> None:
    assert findings_in(name, "near") == ()


def test_each_lint_has_a_case() -> None:
    assert {name.partition("-")[0] for name in cases()} == set(LINTS)


def test_each_case_has_its_near_miss_and_what_is_said() -> None:
    for name, case in cases().items():
        assert case.keys() == {"", "mistake", "near", "said"} and case[""] == "", name


def test_each_rule_has_a_code_that_is_explained() -> None:
    assert {rule.code for rule in RULES} <= set(LINTS)
