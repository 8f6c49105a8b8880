"""What roles mean that stand for several players, for none, or for what belongs to all.

In every place that takes a role it means what the recorded games of Ludii show (`nextPhase All` in Tibetan
Jiuqi, `where ... Team1` in Setichch), or else it is refused there.
"""

from __future__ import annotations

import pytest

from gdl import Game, loads
from gdl.source.diagnostics import LanguageError
from interpreter.game.state import State

SEVERAL = ("All", "Each", "Shared", "NonMover", "Enemy")
NOBODY = ("Neutral",)
ANY = (*SEVERAL, *NOBODY)
EVERYBODY = ("All", "Each", "Shared")
OWNERS = (*EVERYBODY, "Neutral")
UNOWNED = ("Shared", "Neutral")
TEAMS = ("Ally", "Team1")  # of a game without teams
#: A game for three in which a rule of any kind can stand: {end}, {play}, {more} of the equipment.
THREE = """(game "Three" (players 3)
    (equipment {{ (board (square 4) {{(track "Way" "0,E,N,W" P1)}}) (hand Each) (piece "Disc" Each) {more} }})
    (rules {phases}
        (end {{ (if {end} (result Mover Win)) {ends} }})))"""


ADD = "(move Add (to (sites Empty)))"


def three(end: str = "(is Full)", play: str = ADD, more: str = "", ends: str = "", phases: str = "") -> str:
    return THREE.format(end=end, more=more, ends=ends, phases=phases or f"(play {play})")


#: Where a role stands, and which of those that mean several players, or none, mean something there.
PLACES = {
    # one player
    "score": (lambda r: three(end=f"(> (score {r}) 3)"), ()),
    "value": (lambda r: three(end=f"(> (value Player {r}) 3)"), ()),
    "no moves": (lambda r: three(end=f"(no Moves {r})"), ()),
    "triggered": (lambda r: three(end=f'(is Triggered "It" {r})'), ()),
    "side": (lambda r: three(play=f"(move Add (to (sites Side {r})))"), ()),
    "track": (lambda r: three(end=f'(is In (last To) (sites Track {r} "Way"))'), ()),
    "loss": (lambda r: three(ends=f"(if (is Full) (result {r} Loss))"), EVERYBODY),
    "swap": (lambda r: three(play=f"(or (move Swap Players P1 {r}) (move Add (to (sites Empty))))"), ()),
    # one owner: of what is neutral or shared too
    "who": (lambda r: three(end=f"(= (who at:5) {r})"), UNOWNED),
    "is enemy": (lambda r: three(end=f"(is Enemy {r})"), UNOWNED),
    "id": (lambda r: three(end=f'(= (what at:5) (id "Disc" {r}))'), UNOWNED),
    "hand site": (lambda r: three(end=f"(is Occupied (handSite {r}))"), UNOWNED),
    "promote": (lambda r: three(play=f'(move Promote 5 (piece "Disc") {r})'), UNOWNED),
    "map": (lambda r: three(end='(= 3 (mapEntry "M" (mover)))', more=f'(map "M" {{(pair {r} 3)}})'), UNOWNED),
    # several players
    "phase": (
        lambda r: three(phases=f'phases:{{(phase "A" {r} (play {ADD}))}}'),
        EVERYBODY,
    ),
    "next phase": (
        lambda r: three(phases=f'phases:{{(phase "A" (play {ADD}) (nextPhase {r} (is Full)))}}'),
        SEVERAL,
    ),
    "add score": (lambda r: three(play=f"(move Add (to (sites Empty)) (then (addScore {r} 1)))"), SEVERAL),
    "set value": (lambda r: three(play=f"(move Add (to (sites Empty)) (then (set Value {r} 1)))"), SEVERAL),
    "trigger": (lambda r: three(play=f'(move Add (to (sites Empty)) (then (trigger "It" {r})))'), SEVERAL),
    "final score": (lambda r: three(ends=f"(if (is Full) (byScore {{(score {r} 1)}}))"), SEVERAL),
    "for each": (lambda r: three(ends=f"(forEach {r} if:(no Pieces Player) (result Player Loss))"), SEVERAL),
    # pieces of several
    "pieces": (lambda r: three(end=f"(> (count Pieces {r}) 3)"), ANY),
    "occupied": (lambda r: three(end=f"(is In 5 (sites Occupied by:{r}))"), ANY),
    "each piece": (lambda r: three(play=f"(forEach Piece (move Step (to (sites Empty))) {r})"), ANY),
    "line": (lambda r: three(end=f"(is Line 3 {r})"), ANY),
    "where": (lambda r: three(end=f'(= 5 (where "Disc" {r}))'), ANY),
    "sites of": (
        lambda r: three(end=f'(is In 5 (sites {r} "Home"))', more='(regions "Home" P1 (sites Bottom))'),
        ANY,
    ),
    "hands": (lambda r: three(end=f"(is In (last To) (sites Hand {r}))"), OWNERS),
    # owners that the equipment declares
    "hand": (lambda r: three(more=f'(hand {r} "More")'), OWNERS),
    "region": (lambda r: three(more=f'(regions "Home" {r} (sites Bottom))'), OWNERS),
    "piece": (lambda r: three(more=f'(piece "Stone" {r})'), OWNERS),
}


def refused(text: str) -> tuple[str, ...]:
    """The codes of the mistakes of a file."""
    try:
        loads(text)
    except LanguageError as error:
        return tuple(each.code for each in error.diagnostics if each.severity == "error")
    return ()


@pytest.mark.parametrize("place", PLACES)
def test_a_role_means_something_or_is_refused(place: str) -> None:
    text, meant = PLACES[place]
    assert refused(text("P1")) == ()
    for role in ANY:
        codes = refused(text(role))
        assert codes == () if role in meant else codes and set(codes) <= {"E0440", "E0408"}, role
    for role in TEAMS:
        codes = refused(text(role))
        assert codes and set(codes) <= {"E0420", "E0440", "E0408"}, role


@pytest.mark.parametrize("place", sorted(PLACES.keys() - {"for each"}))
def test_player_means_nobody_outside_of_what_goes_through_players(place: str) -> None:
    text, _ = PLACES[place]
    codes = refused(text("Player"))
    assert codes and set(codes) <= {"E0440", "E0408"}


@pytest.mark.parametrize("move", ["(move Select (from (sites Board)) Next)", "(move (from 1) (to 2) P2)"])
def test_nobody_moves_for_another(move: str) -> None:
    assert refused(three(play=move)) == ("E0401",)


PHASES = """(game "Battle" (players 2)
    (equipment {(board (square 4)) (piece "Disc" Each)})
    (rules
        phases:{
            (phase "Placing"
                (play (move Add (to (sites Empty)))) (nextPhase %s (= 6 (count Pieces All)) "Taking"))
            (phase "Taking" (play (move Remove (sites Occupied by:Enemy))))
        }
        (end (if (and (> (count Moves) 6) (no Pieces Next)) (result Mover Win)))))"""


def after(game: Game, plies: int) -> State:
    """Each player goes on with the first move that it has."""
    state = game.start(seed=1)
    for _ in range(plies):
        state = state.play(state.legal_moves[0])
    return state


@pytest.mark.parametrize("role", ["All", "Each", "Shared"])
def test_all_go_on_to_the_next_phase(role: str) -> None:
    """As without a role: the rules are the same. After six discs each takes one of the other's three."""
    game = loads(PHASES % role)
    assert game == loads(PHASES % "")
    assert len(after(game, 6).legal_moves) == 3


def test_one_player_goes_on_to_the_next_phase() -> None:
    """After six discs the first player takes; the second goes on placing, on ten free cells and one more."""
    state = after(loads(PHASES % "P1"), 6)
    assert len(state.legal_moves) == 3
    state = state.play(state.legal_moves[0])
    assert len(state.legal_moves) == 11


@pytest.mark.parametrize(
    ("role", "scores"),
    [("All", (1, 1, 1)), ("NonMover", (0, 1, 1)), ("Mover", (1, 0, 0)), ("Next", (0, 1, 0))],
)
def test_who_gets_points(role: str, scores: tuple[int, int, int]) -> None:
    game = loads(three(play=f"(move Add (to (sites Empty)) (then (addScore {role} 1)))"))
    assert after(game, 1).scores == scores


def test_a_trigger_for_all_is_each_ones() -> None:
    """The first move triggers it for the two others: each ends the game as soon as it has moved."""
    game = loads(
        three(
            play='(move Add (to (sites Empty)) (then (if (< (count Moves) 2) (trigger "It" NonMover))))',
            end='(is Triggered "It" Mover)',
        )
    )
    state = after(game, 1)
    assert not state.is_over
    state = state.play(state.legal_moves[0])
    assert state.game.engine.ranks(state.raw)[1] == 1.0


@pytest.mark.parametrize("result", ["Win", "Loss", "Draw"])
@pytest.mark.parametrize("role", ["All", "Each", "Shared"])
def test_all_win_or_lose_together(role: str, result: str) -> None:
    """Three share the ranks from 1 to 3: two each."""
    game = loads(three(end="(= 99 (count Moves))", ends=f"(if (= 2 (count Moves)) (result {role} {result}))"))
    assert game.engine.ranks(after(game, 2).raw) == (2.0, 2.0, 2.0)


def test_regions_of_several() -> None:
    """Of the others' homes: for player 1 the top row and the left column, 7 cells of 4x4."""
    sides = enumerate(("Bottom", "Top", "Left"), 1)
    homes = " ".join(f'(regions "Home" P{number} (sites {side}))' for number, side in sides)
    game = loads(three(play='(move Add (to (sites NonMover "Home")))', more=homes))
    assert len(game.start(1).legal_moves) == 7


STACKS = """(game "Stacks" (players 4)
    (equipment {(board (rectangle 1 9)) (piece "Disc" Each) (piece "Stone" Shared) (piece "Rock" Neutral)})
    (rules
        (start { (set Team 1 {P1 P3}) (set Team 2 {P2 P4})
            (place Stack "Disc1" 0) (place Stack "Disc3" 0) (place Stack "Disc2" 0)
            (place Stack "Disc4" 1) (place Stack "Stone" 1) (place Stack "Rock" 2) })
        (play (move Select (from %s)))
        (end (if (= 2 (count Moves)) (result Mover Win)))))"""


@pytest.mark.parametrize(
    ("role", "first", "count"),
    [
        # player 1: one disc of its own and its partner's on cell 0, under one of player 2
        ("TeamMover", [0], 2), ("Friend", [0], 2), ("Ally", [0], 1), ("Enemy", [0, 1], 2),
        ("NonMover", [0, 1], 3), ("Team2", [0, 1], 2), ("P4", [1], 1),
        ("Shared", [1], 1), ("Neutral", [2], 1), ("All", [0, 1, 2], 6),
    ],
)  # fmt: skip
def test_owners_in_stacks(role: str, first: list[int], count: int) -> None:
    """`by:` finds a piece at any level; `count` counts each."""
    game = loads(STACKS % f"(sites Occupied by:{role} top:False)")
    names = game.site_names
    assert sorted({names.index(str(move.target)) for move in game.start(1).legal_moves}) == first
    sites = f"(forEach (sites {{0 1 2 3 4 5 6 7 8}}) if:(= (site) (count Pieces {role})))"
    assert [str(move.target) for move in loads(STACKS % sites).start(1).legal_moves] == [names[count]]
