"""Connectives in English: clauses joined by and, or, not, and if."""

from __future__ import annotations

from gdl.english.grammar import listed
from gdl.english.phrases import IT
from gdl.english.sayers import says
from gdl.english.speaker import Speaker
from gdl.ludeme import literals
from gdl.ludeme.categories import BoolExpr
from gdl.ludemes import booleans as b


def parts_of(it: BoolExpr) -> list[BoolExpr]:
    """The conditions of an `and` or `or`."""
    assert isinstance(it, b.AllHold | b.AnyHolds)
    return [each for each in (it.several or (it.first, it.second)) if each is not None]


@says(b.AllHold)
def _all_hold(s: Speaker, it: b.AllHold, no: bool) -> str:
    return _joined(s, it, no, "or" if no else "and")


@says(b.AnyHolds)
def _any_holds(s: Speaker, it: b.AnyHolds, no: bool) -> str:
    return _joined(s, it, no, "and" if no else "or")


def _joined(s: Speaker, it: BoolExpr, no: bool, word: str) -> str:
    """The clauses, with `either` before an `or` and `both` before an `and` that stand inside the other."""
    texts = []
    parts = parts_of(it)
    fixed = [part.value != no for part in parts if isinstance(part, literals.BoolLiteral)]
    if (word == "and") is False and True in fixed:
        return "always"
    if word == "and" and False in fixed:
        return "never"
    for part in parts:
        if isinstance(part, literals.BoolLiteral):
            continue
        text = s.clause(part, no)
        inner = _word_of(part, no)
        if inner is not None and inner != word and f" {inner} " in text:
            text = f"{'either' if inner == 'or' else 'both'} {text}"
        texts.append(text)
    if not texts:
        return "always" if word == "and" else "never"
    same = _same_subject(texts)
    return listed(texts, word) if same is None else same[0] + " " + listed(same[1], word)


def _word_of(part: BoolExpr, no: bool) -> str | None:
    if isinstance(part, b.Not):
        return _word_of(part.condition, not no)
    if isinstance(part, b.AllHold):
        return "or" if no else "and"
    return ("and" if no else "or") if isinstance(part, b.AnyHolds) else None


def _same_subject(texts: list[str]) -> tuple[str, list[str]] | None:
    """Of clauses about one subject, `IT`: the subject once, and what is said of it."""
    if len(texts) > 1 and all(
        text.startswith(f"{IT} ") and " or " not in text and " and " not in text for text in texts
    ):
        return IT, [text[2:] for text in texts]
    return None


@says(b.Not)
def _not(s: Speaker, it: b.Not, no: bool) -> str:
    return s.clause(it.condition, not no)


@says(b.OneHolds)
def _one_holds(s: Speaker, it: b.OneHolds, no: bool) -> str:
    both = f"{s.clause(it.first)} or {s.clause(it.second)}"
    return f"both or neither of these hold: {both}" if no else f"either {both}, but not both"


@says(b.BoolIf)
def _bool_if(s: Speaker, it: b.BoolIf, no: bool) -> str:
    condition, first = s.clause(it.condition), s.clause(it.first, no)
    if it.second is None:
        return f"{s.clause(it.condition, True)} or {first}" if no else f"{condition} and {first}"
    if isinstance(it.second, literals.BoolLiteral) and it.second.value:
        return f"{condition} and {first}" if no else f"{s.clause(it.condition, True)} or {first}"
    return f"{first} (if {condition}) or {s.clause(it.second, no)} (if not)"


@says(literals.BoolLiteral)
def _bool(s: Speaker, it: literals.BoolLiteral, no: bool) -> str:
    return "always" if bool(it.value) != no else "never"
