"""Wishes: what may be written, what it means, and what is said of anything else."""

from __future__ import annotations

from math import inf

import pytest

from gdl.source.diagnostics import LanguageError
from gdl.source.render import render_all
from interpreter.study.measures.measure import Measure, Setting
from interpreter.study.vary.wishes import Wish, read_wish, read_wishes, verdict

PLAYERS = ("White", "Black")


def one(text: str) -> Wish:
    (wish,) = read_wish(text, PLAYERS)
    return wish


@pytest.mark.parametrize(
    ("text", "key", "aim", "low", "high", "seat"),
    [
        ("first player 48..52 %", "seat.score", "range", 0.48, 0.52, 0),
        ("Black between 45 and 55%", "seat.score", "range", 0.45, 0.55, 1),
        ("player 2 wins 40 to 60 %", "won", "range", 0.4, 0.6, 1),
        ("P1 50 ± 2 %", "seat.score", "range", 0.48, 0.52, 0),
        ("won[White] at least 40 %", "won", "range", 0.4, inf, 0),
        ("seat.score[Black] 0.45..0.55", "seat.score", "range", 0.45, 0.55, 1),
        ("20..60 plies", "length.mean", "range", 20, 60, None),
        ("length at most 30", "length.mean", "range", -inf, 30, None),
        ("length.quantile[95%] under 80 plies", "length.quantile", "range", -inf, 80, None),
        ("median length 10-20", "length.quantile", "range", 10, 20, None),
        ("20 <= plies < 60", "length.mean", "range", 20, 60, None),
        ("45 % < player 1 wins <= 55 %", "won", "range", 0.45, 0.55, 0),
        ("at most 10 % draws", "drawn", "range", -inf, 0.1, None),
        ("draws no more than 5 %", "drawn", "range", -inf, 0.05, None),
        ("20 <= plies", "length.mean", "range", 20, inf, None),
        ("60 >= plies > 20", "length.mean", "range", 20, 60, None),
        ("10 % ± 5 of the draws", "drawn", "range", 0.05, 0.15, None),
        ("95 % quantile <= 80", "length.quantile", "range", -inf, 80, None),
        ("fewest draws", "drawn", "least", -inf, inf, None),
        ("most agency", "agency", "most", -inf, inf, None),
        ("highest branching factor", "branching", "most", -inf, inf, None),
        ("fairest", "seat.advantage", "least", -inf, inf, None),
        ("shortest games", "length.mean", "least", -inf, inf, None),
        ("the longest", "length.mean", "most", -inf, inf, None),
    ],
)
def test_what_may_be_written(
    text: str, key: str, aim: str, low: float, high: float, seat: int | None
) -> None:
    (wish,) = read_wish(text, PLAYERS)
    assert (wish.of.key, wish.aim, wish.seat) == (key, aim, seat)
    assert (wish.low, wish.high) == pytest.approx((low, high))


@pytest.mark.parametrize(
    ("text", "caret", "said"),
    [
        ("fewest drwas", "drwas", "did you mean `draws`?"),
        ("third player 30..40 %", "third player", "the players are 1 White, 2 Black"),
        ("first player 48..52", "48..52", "write `48..52 %`"),
        ("first player 50 %", "50 %", "a range is wanted"),
        ("first player", "first player", "how is it to be?"),
        ("5..9 moves", "5..9 moves", "write `plies`"),
        ("5..9 plies of draws", "5..9 plies", "not a number of plies"),
        ("length 5..9 %", "5..9 %", "measured in plies"),
        ("52..48 % draws", "52..48 %", "the smaller number comes first"),
        ("draws 150..160 %", "150..160 %", "at most 100 %"),
        ("draws 1..5 % plies", "plies", "join several wishes by `and`"),
        ("40..50 % of drwas", "drwas", "did you mean `draws`?"),
        ("20 <= plies <", "", "a number is wanted here"),
        ("20 <= plies >= 10", ">", "cannot be read"),
        ("draws <= 5 % and fun at least 3", "fun", "no measure called `fun`"),
        ("plies >= 20 and 50", "50", "a range is wanted"),
        ("fun at least 3", "fun", "no measure called `fun`"),
        ("", "", "what is wished for?"),
        ("x" * 500, "", "too long"),
    ],
)
def test_what_is_said_of_anything_else(text: str, caret: str, said: str) -> None:
    with pytest.raises(LanguageError) as caught:
        read_wish(text, PLAYERS)
    (mistake,) = caught.value.diagnostics
    assert mistake.code == "E0830"
    assert said in render_all([mistake], False)
    if caret:
        assert mistake.span.text == caret


def test_wishes_are_joined_by_and_and_one_without_a_name_is_about_the_measure_before() -> None:
    wishes = read_wish("20 <= plies <= 60 and fewest draws and White between 40 and 60 %", PLAYERS)
    assert [(w.of.key, w.aim, w.low, w.text) for w in wishes] == [
        ("length.mean", "range", 20, "20 <= plies <= 60"),
        ("drawn", "least", -inf, "fewest draws"),
        ("seat.score", "range", pytest.approx(0.4), "White between 40 and 60 %"),
    ]
    least, most = read_wish("player 2 wins at least 40 % and at most 50 %", PLAYERS)
    assert (least.of, least.seat, least.low) == (most.of, most.seat, 0.4)
    assert most.high == 0.5


def test_a_number_may_belong_to_the_name_of_a_player() -> None:
    for text in ("Team 2 wins 40..60 %", "at most 60 % Team 2"):
        (wish,) = read_wish(text, ("Team 1", "Team 2"))
        assert wish.seat == 1 and wish.high == 0.6


def test_all_mistakes_are_told_at_once_and_games_are_to_end_unless_said() -> None:
    with pytest.raises(LanguageError) as caught:
        read_wishes(["nonsense", "fewest draws", "more nonsense"], PLAYERS)
    assert len(caught.value.diagnostics) == 2
    *asked, implied = read_wishes(["fewest draws"], PLAYERS)
    assert len(asked) == 1 and implied.implied and implied.of.key == "completion"
    assert len(read_wishes(["completion at least 50 %"], PLAYERS)) == 1


def test_how_far_outside_counts_by_the_width_of_the_range() -> None:
    narrow, wide = (one(f"first player {r} %") for r in ("48..52", "40..60"))
    assert narrow.violation(0.5) == wide.violation(0.41) == 0.0
    assert narrow.violation(0.56) == pytest.approx(2.0)
    assert wide.violation(0.7) == pytest.approx(1.0)
    assert one("most plies").loss(7.0) < one("most plies").loss(6.0)


@pytest.mark.parametrize(
    ("low", "value", "high", "told"),
    [
        (0.481, 0.50, 0.519, "holds"),
        (0.47, 0.50, 0.53, "seems to hold"),
        (0.51, 0.53, 0.55, "seems not to hold"),
        (0.53, 0.55, 0.57, "fails"),
    ],
)
def test_verdicts_go_by_the_interval(low: float, value: float, high: float, told: str) -> None:
    wish = one("first player 48..52 %")
    measure = Measure(wish.of, Setting("random", "", 0), 100, value, low, high, about="White")
    assert verdict(wish, measure) == told
