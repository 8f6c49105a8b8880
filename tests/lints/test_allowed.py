"""Comments that allow findings: where they count, and what is said of those that allow nothing."""

from __future__ import annotations

from attrs import evolve

from gdl.source.allowed import allowed, slug
from gdl.source.codes.registry import all_codes
from tests.lints.small import codes, edited, found

MOVES = " (move Step Forward (to if:(is Empty (to))))"
RESULT = "(if (no Moves Next) (result Mover Win))"

#: The game with an ending that has no result, on a line of its own.
ODD = edited((RESULT, "(if (no Moves Next))"))


def _beside(comment: str) -> str:
    return edited(("(if (no Moves Next))", f"(if (no Moves Next)) {comment}"), text=ODD)


def _above(comment: str, text: str = ODD) -> str:
    return edited(("(end {", f"{comment}\n    (end {{"), text=text)


def test_a_name_is_the_slug_of_a_title() -> None:
    assert slug("never moves") == "never-moves"
    assert slug("a player without") == "a-player-without"


def test_no_two_warnings_are_allowed_by_one_name() -> None:
    names = [slug(each.title) for code, each in all_codes().items() if code.startswith("W06")]
    assert len(names) == len(set(names))


def test_without_a_comment_it_is_told() -> None:
    assert codes(ODD) == ["W0621"]


def test_allowed_on_its_own_line() -> None:
    assert codes(_beside("// allow no-result")) == []
    assert codes(_beside("// allow W0621")) == []
    assert codes(_beside("// allow w0621: it is to be written")) == []


def test_several_names_and_a_reason() -> None:
    assert codes(_beside("// allow no-result, shadowed: later")) == ["W0639"]


def test_allowed_by_a_line_above_for_the_whole_form() -> None:
    assert codes(_above("// allow no-result")) == []


def test_lines_between_may_be_comments_but_not_empty() -> None:
    assert codes(_above("// allow no-result\n    // and why")) == []
    assert sorted(codes(_above("// allow no-result\n"))) == ["W0621", "W0639"]


def test_not_behind_the_form_that_a_line_above_is_about() -> None:
    text = edited(("(play (forEach Piece))", "// allow no-result\n    (play (forEach Piece))"), text=ODD)
    assert sorted(codes(text)) == ["W0621", "W0639"]


def test_a_comment_in_a_text_is_none() -> None:
    text = edited(('(game "Small"', '(game "Small // allow no-result"'), text=ODD)
    assert codes(text) == ["W0621"]


def test_a_name_that_is_none_is_told_with_the_one_meant() -> None:
    told = found(_beside("// allow no-reslut"))
    assert sorted(each.code for each in told) == ["W0621", "W0638"]
    misspelt = next(each for each in told if each.code == "W0638")
    assert misspelt.span.text == "no-reslut"
    assert "`no-result`" in misspelt.help[0]
    (fix,) = misspelt.fixes
    assert [(edit.span.text, edit.text) for edit in fix.edits] == [("no-reslut", "no-result")]


def test_what_only_playing_finds_is_not_said_to_silence_nothing() -> None:
    looked_for = [code for code in all_codes() if code.startswith("W07")]
    for code in looked_for[:1]:
        assert codes(_beside(f"// allow no-result, {code}")) == []


def test_errors_are_never_allowed() -> None:
    told = found(_beside("// allow no-result, no-result"))
    assert told == []
    (odd,) = found(ODD)
    assert not allowed(evolve(odd, severity="error"))
