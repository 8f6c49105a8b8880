"""Players are named with their options, and what is wrong with a name is said."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gdl import load
from interpreter.errors.user_errors import CannotPlayError, PlayerError, PlayerOptionError
from interpreter.players.kinds import KINDS
from interpreter.players.naming import Named, make_players, read_player, read_players, seat_names
from interpreter.players.options import COUNT, DURATION, NUMBER, SIZE, Unit
from interpreter.players.player import Kind
from tests.players.doubles import Thinker, only_for_two, thinker


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[Thinker]:
    """The players made by `mcts`, which is then a double."""
    made: list[Thinker] = []
    monkeypatch.setitem(KINDS, "mcts", thinker(made))
    monkeypatch.setitem(KINDS, "alphabeta", only_for_two())
    return made


def set_to(text: str, made: list[Thinker]) -> dict[str, float | None]:
    read_player(text).make(load("tic-tac-toe"), 1)
    return dict(made[-1].settings.values)


@pytest.mark.parametrize(
    ("unit", "text", "value"),
    [
        (DURATION, "2s", 2.0), (DURATION, "200ms", 0.2), (DURATION, "1.5 s", 1.5), (DURATION, "2min", 120.0),
        (DURATION, "2", None), (DURATION, "2h", None), (DURATION, "-1s", None), (DURATION, ".5S", 0.5),
        (COUNT, "5000", 5000), (COUNT, "5k", 5000), (COUNT, "2.5K", 2500), (COUNT, "10_000", 10000),
        (COUNT, "2.5", None), (COUNT, "five", None), (COUNT, "5M", None), (COUNT, "1e3", None),
        (SIZE, "256M", 256 << 20), (SIZE, "1g", 1 << 30), (SIZE, "1.5GB", 3 << 29), (SIZE, "256", None),
        (NUMBER, "1.2", 1.2), (NUMBER, "3", 3.0), (NUMBER, "1.2s", None), (NUMBER, "", None),
    ],
)  # fmt: skip
def test_values_are_read(unit: Unit, text: str, value: float | None) -> None:
    assert unit.read(text) == value


@given(st.sampled_from([DURATION, COUNT, SIZE, NUMBER]), st.integers(1, 10**6), st.sampled_from([1, 1000]))
def test_a_written_value_is_read_again(unit: Unit, value: int, part: int) -> None:
    exact = {COUNT: value, SIZE: value << 20}.get(unit, value / part)
    assert unit.read(unit.write(exact)) == pytest.approx(exact, rel=1e-5)


@given(st.text("0123456789.kmsgbin_ ", max_size=8))
def test_no_text_fits_two_units(text: str) -> None:
    assert sum(unit.read(text) is not None for unit in (DURATION, COUNT, SIZE)) <= 1


def test_options_are_found_by_name_and_by_unit(made: list[Thinker]) -> None:
    alike = {"time": 0.5, "iterations": None, "memory": 256 << 20, "exploration": 1.2}
    assert set_to("mcts:500ms:exploration=1.2", made) == alike
    assert set_to(" MCTS : exploration = 1.2 : Time = 0.5s ", made) == alike
    assert set_to("mcts", made)["time"] == 1.0
    by_count = set_to("mcts:5k:1G", made)
    assert (by_count["time"], by_count["iterations"], by_count["memory"]) == (None, 5000, 1 << 30)


@pytest.mark.parametrize(
    "text", ["random", "human", "mcts", "mcts:2s", "mcts:500ms:exploration=1.2", "alphabeta:6", "mcts:5k:64M"]
)
def test_a_player_is_written_as_it_is_named(text: str, made: list[Thinker]) -> None:
    assert str(read_player(text)) == text
    assert read_player(str(read_player(text))) == read_player(text)


def test_who_goes_by_the_clock(made: list[Thinker]) -> None:
    named = read_players("mcts,mcts:iterations=10,random,alphabeta:6,alphabeta:3s,human")
    assert [each.timed for each in named] == [True, False, False, True, True, False]


@pytest.mark.parametrize(
    ("text", "message", "suggestions"),
    [
        ("mtcs:2s", "there is no player called `mtcs`", ("mcts",)),
        ("mcts:tim=2s", "mcts has no option `tim`; it has time, iterations", ("time",)),
        ("mcts:time=soon", "`soon` is no value for `time` of mcts: a duration is wanted, such as 2s", ()),
        ("mcts:iterations=2s", "a count is wanted, such as 5000 or 5k", ()),
        ("mcts:iterations=0", "`iterations` of mcts is at least 1, not 0", ()),
        ("mcts:2min:1h", "`1h` says nothing to mcts; without a name it takes time (a duration", ()),
        ("alphabeta:99", "`depth` of alphabeta is 1 to 64, not 99", ()),
        ("mcts:1.2", "`1.2` says nothing to mcts", ()),
        ("mcts:time", "`time` of mcts needs a value", ("time=2s",)),
        ("mcts:2s:3s", "says twice what `time` is", ()),
        ("mcts:2s:iterations=5", "mcts goes by `time` or `iterations`, not by both", ()),
        ("mcts:", "`` says nothing to mcts", ()),
        ("random:2s", "random has no options", ()),
        ("human:slow", "human has no options", ()),
    ],
)
def test_mistakes_are_named(
    text: str, message: str, suggestions: tuple[str, ...], made: list[Thinker]
) -> None:
    with pytest.raises(PlayerError) as caught:
        read_player(text)
    assert message in caught.value.message
    assert caught.value.suggestions == suggestions
    assert isinstance(caught.value, PlayerOptionError) == (text != "mtcs:2s")


@given(st.text(max_size=30))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        named = read_players(text)
    except PlayerError:
        return
    assert read_players(",".join(map(str, named))) == named


def test_the_last_one_named_fills_the_seats(made: list[Thinker]) -> None:
    human, random = Named("human"), Named("random")
    assert seat_names((human,), 2) == (human, human)
    assert seat_names((human, random), 4) == (human, random, random, random)
    with pytest.raises(PlayerError, match="3 players are named, but the game has 2"):
        seat_names((human, random, random), 2)
    with pytest.raises(PlayerError, match="no player is named"):
        seat_names((), 2)


def test_every_seat_has_a_seed_of_its_own(made: list[Thinker]) -> None:
    game = load("tic-tac-toe")
    human, _ = make_players(read_players("human,mcts"), game, 7)
    assert human is None and made[-1].seed == 8
    make_players(read_players("mcts,mcts"), game, None)
    assert [player.seed for player in made[-2:]] == [None, None]


def test_a_player_may_refuse_a_game(made: list[Thinker]) -> None:
    named = read_players("alphabeta,random")
    make_players(named, load("tic-tac-toe"), 1)
    with pytest.raises(CannotPlayError, match="games for two, not for 3"):
        make_players(named * 2, load("troke", options={"players": "3"}), 1)


@pytest.mark.parametrize("kind", KINDS.values(), ids=lambda kind: kind.name)
def test_the_kinds_are_well_described(kind: Kind) -> None:
    bare = [option.unit for option in kind.options if option.bare]
    assert len(bare) == len({unit.name for unit in bare}), "which option a value is for must be clear"
    assert NUMBER not in bare
    names = [option.name for option in kind.options]
    assert all(name in names for group in kind.exclusive for name in group)
    for option in kind.options:
        assert option.help and option.name == option.name.casefold()
        if option.default is not None:
            assert option.least <= option.default <= option.most
            assert option.unit.read(option.unit.write(option.default)) == option.default
