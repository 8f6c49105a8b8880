"""Mistakes of meaning in shipped games: playing names the cause, in its place; and sound games have none."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from gdl.source.diagnostics import Diagnostic
from interpreter.coverage.findings import check_by_playing
from interpreter.game.image import Recipe
from interpreter.game.shipped import locate
from tests.quick import one_in

#: Seconds: the games are counted, the time is against a hang.
LONG = 120.0
GAMES = 600

#: Of each mistake: the game, what stands in place of what, the code, and what the finding stands at.
MISTAKES = {
    "jumps over one's own": (
        "english-draughts", "(between if:(is Enemy (who", "(between if:(is Friend (who", "W0714",
        "(remove (between))",
    ),
    "takes the neighbours of its own side": (
        "maelstrom", "(sites Around (last To) Enemy Orthogonal)", "(sites Around (last To) Own Orthogonal)",
        "W0714", "(remove (sites Around (last To) Own Orthogonal))",
    ),
    "may go where others stand and takes its own": (
        "katarenga", '("MovePawn" (sites Occupied by:Mover))', '("MovePawn" (sites Occupied by:Enemy))',
        "W0714", "(remove (to))",
    ),
    "drops onto one's own": (
        "raid", '(union "EnPrise" "Raided")',
        '(intersection (sites Occupied by:Mover) ("Reach" (last To) "Pawns"))', "W0714", "(remove (to))",
    ),
    "points for the next": ("ferry", "(addScore Mover 1)", "(addScore Next 1)", "W0715", "(addScore Next 1)"),
    "points for the next of three": (
        "piracy", "(addScore Mover 1)", "(addScore Next 1)", "W0715", "(addScore Next 1)",
    ),
    "who is left with few wins": (
        "maelstrom", "(< (count Pieces Next) 3) (result Mover Win)",
        "(< (count Pieces Next) 3) (result Next Win)", "W0719", "(result Next Win)",
    ),
    "a colour that is set to itself, in one use of a definition": (
        "chameleon", '("Dye" "Yellow" "Green")', '("Dye" "Yellow" "Yellow")', "W0717",
        '("Dye" "Yellow" "Yellow")',
    ),
    "both goals exchanged, of a board by chance": (
        "katarenga", """"FarRow" P1 (sites Top))
        (regions "FarRow" P2 (sites Bottom))""", """"FarRow" P1 (sites Bottom))
        (regions "FarRow" P2 (sites Top))""", "W0722", '(sites Mover "FarRow")',
    ),
    "a goal without its `not`": (
        "muster", '(not (is In (last To) (sites Mover "Home")))', '(is In (last To) (sites Mover "Home"))',
        "W0722", '(sites Mover "Home")',
    ),
    "both homes exchanged, where points are got": (
        "ferry", """"Home" P1 (sites Top))
        (regions "Home" P2 (sites Bottom))""", """"Home" P1 (sites Bottom))
        (regions "Home" P2 (sites Top))""", "W0722", '(sites Mover "Home")',
    ),
    "everybody's far rows": (
        "chameleon", '(sites Mover "FarRow")', '(sites "FarRow")', "W0722", '(sites "FarRow")',
    ),
    "one's own turn again nearly always": (
        "muster", '("Reach" (from) "Pawns") "Pawns"))))',
        '("Reach" (from) "Pawns") "Pawns")) (then (if (< 0 (count Pieces All)) (moveAgain)))))', "W0713",
        "(moveAgain)",
    ),
    "turns that hardly end, though everybody gets some": (
        "breakthrough", """(move Step Forward (to if:(is Empty (to))))
                (move Step (directions {FL FR})
                    (to if:(not (is Friend (who at:(to)))) (apply (remove (to))))
                )""", """(move Step (directions {Forward FL FR}) (to if:(is Empty (to))) (then (moveAgain)))
                (move Step (directions {FL FR}) (to if:(is Enemy (who at:(to))) (apply (remove (to)))))""",
        "W0713", "(moveAgain)",
    ),
    "points for the next, where the moves of the next are asked about": (
        "oware", "(addScore Mover (count at:(to)))", "(addScore Next (count at:(to)))", "W0715",
        "(addScore Next (count at:(to)))",
    ),
    "a goal that nobody comes back to": (
        "breakthrough", """"Goal" P1 (sites Top))
        (regions "Goal" P2 (sites Bottom))""", """"Goal" P1 (sites Bottom))
        (regions "Goal" P2 (sites Top))""", "W0722", '(sites Mover "Goal")',
    ),
    "a man is crowned as a king of the others'": (
        "english-draughts", '(promote (last To) (piece "King") Mover)',
        '(promote (last To) (piece "King") Next)',
        "W0723", '(promote (last To) (piece "King") Next)',
    ),
    "the row of Black's pawns is another": (
        "chess", '(regions "PawnRow" P2 (sites Row 6))', '(regions "PawnRow" P2 (sites Row 7))', "W0724",
        '(is In (from) (sites Mover "PawnRow"))',
    ),
    "a home that nobody comes into": (
        "backgammon", "(sites {6 7 8 9 10 11})", "(sites {0 1 2 3 4 5})", "W0724",
        '(all Sites (sites Occupied by:Mover container:"Board") if:(is In (site) (sites Mover "Home")))',
    ),
    "a difference for a union": (
        "colorado", '(union (sites Occupied by:Mover) "Safe")',
        '(difference (sites Occupied by:Mover) "Safe")',
        "W0725", '(difference (sites Occupied by:Mover) "Safe")',
    ),
    "who is left with few wins when it is their turn": (
        "vice", "(< (count Pieces Next) 4)", "(< (count Pieces Mover) 4)", "W0719", "(result Mover Win)",
    ),
    "a match that ends with its first game": (
        "quartermaster-match", "(>= (matchScore Player)", "(<= (matchScore Player)", "W0720",
        "(<= (matchScore Player) <Points:points>)",
    ),
    "mate that never comes": (
        "chess", '(and (no Moves Next) ("InCheck" Next)) (result',
        '(and (no Moves Next) ("InCheck" Mover)) (result',
        "W0707", '(and (no Moves Next) ("InCheck" Mover))',
    ),
    "another's bar is asked about, so nobody can move": (
        "backgammon", "(if (is Occupied (handSite Mover))", "(if (is Occupied (handSite Next))", "W0708",
        "(is Occupied (handSite Next))",
    ),
    "who has brought all discs home loses with the next move": (
        "backgammon", "(end (if (no Pieces Mover)", "(end (if (no Pieces Next)", "W0726", "(no Pieces Next)",
    ),
    "who has left home loses with the next move": (
        "chameleon", "(count Pieces Mover in:", "(count Pieces Next in:", "W0726",
        '(or (= 2 (count Pieces Next in:(sites Mover "FarRow"))) (no Moves Next))',
    ),
    "two endings that have become one": (
        "oware", "(or (no Moves Next) (>=", "(and (no Moves Next) (>=", "W0703", "(>= (count Repeats) 2)",
    ),
    "a cell below the bottom row": (
        "connect-four", "if:(or (is In (site) (sites Bottom))", "if:(and (is In (site) (sites Bottom))",
        "W0700", "(is Occupied (ahead (site) S))",
    ),
    "a region without a site, by an intersection for a union": (
        "quartermaster", '(<= (span Rows (union "Pawns"', '(<= (span Rows (intersection "Pawns"', "W0728",
        '(intersection "Pawns" (sites {(site)}))',
    ),
    "what was hit comes into the hand of who hit it": (
        "backgammon", "(to (handSite Next))", "(to (handSite Mover))", "W0716",
        "(fromTo (from (to)) (to (handSite Mover)))",
    ),
    "points for the next, by whose move the game does not end": (
        "triquetra", "(if (is Mover (player)) 1 0)", "(if (is Next (player)) 1 0)", "W0731",
        "(byScore {(score Each (if (is Next (player)) 1 0))})",
    ),
    "an officer of the opponent's in place of a soldier": (
        "lasca", '(id "Officer" Mover)', '(id "Officer" Next)', "W0723",
        '(add (piece (id "Officer" Next)) (to (last To)) stack:True)',
    ),
    "takes own groups, which may not be left without a liberty": (
        "go", "(between if:(is Enemy (who", "(between if:(is Friend (who", "W0711", "(remove (between))",
    ),
    "a full board that is not counted": (
        "reversi", '(not (can Move "PlaceDisc"))', '(can Move "PlaceDisc")', "W0732",
        '(and (no Moves Next) (can Move "PlaceDisc"))',
    ),
    "takes anybody": (
        "breakthrough", "(to if:(not (is Friend (who at:(to))))", "(to if:(not (is Empty (to)))", "W0727",
        "(remove (to))",
    ),
    "who is eliminated wins": (
        "triad", '(define "Pieces" (score #1 (count Pieces #1)))',
        '(define "Pieces" (score #1 (- (count Pieces #1))))', "W0719",
        '(byScore {("Pieces" P1) ("Pieces" P2) ("Pieces" P3)})',
    ),
    "a mill takes a man of who closes it": (
        "nine-mens-morris", "(intersection (sites Occupied by:Enemy) (sites Board))",
        "(intersection (sites Occupied by:Mover) (sites Board))", "W0714", '(move Remove "Unprotected")',
    ),
    "points that are added up where they are the number of pawns": (
        "isolation-solitaire", "(set Score P1 (count Pieces All))", "(addScore P1 (count Pieces All))",
        "W0734", "(>= (score P1) <Goal:pawns>)",
    ),
}  # fmt: skip


def planted(game: str, old: str, new: str, folder: Path, games: int = GAMES) -> tuple[Diagnostic, ...]:
    """What playing finds in a shipped game with a mistake planted in it."""
    original = Path(str(locate(game)))
    text = original.read_text(encoding="utf-8")
    assert old in text
    for beside in original.parent.glob("*.def"):
        shutil.copy(beside, folder)
    path = folder / "planted.lud"
    path.write_text(text.replace(old, new), encoding="utf-8")
    return check_by_playing(Recipe(str(path), (), ()), LONG, games=games).findings


@pytest.mark.parametrize("name", one_in(2, list(MISTAKES)))
def test_a_mistake_of_meaning_is_named_in_its_place(name: str, tmp_path: Path) -> None:
    game, old, new, code, place = MISTAKES[name]
    found = planted(game, old, new, tmp_path)
    assert [(each.code, each.span.text) for each in found] == [(code, place)]


def test_a_match_is_watched_too_and_what_ends_it_is_named(tmp_path: Path) -> None:
    """In a best of three nobody has four points."""
    path = tmp_path / "best.lud"
    path.write_text("""(match "Best of three"
      (games (subgame "Troika") seats:Rotate)
      (end {
        (forEach Player if:(= 4 (matchScore Player)) (result Player Win))
        (if (= (count Trials) 3) (byScore {(score P1 (matchScore P1)) (score P2 (matchScore P2))}))}))
    """)
    (found,) = check_by_playing(Recipe(str(path), (), ()), LONG, games=GAMES).findings
    assert (found.code, found.span.text) == ("W0703", "(= 4 (matchScore Player))")
    instead = found.related[-1]
    assert instead.span.text.startswith("(if (= (count Trials) 3)")
    assert instead.text.startswith("100.0% of the games (99.")


def test_how_one_sided_a_game_is_where_both_ways_of_playing_agree() -> None:
    """In Isolation with this option nearly all place all eight pawns, so who is second places last."""
    recipe = Recipe(str(locate("isolation")), (("Colours", "Opposite"),), ())
    (found,) = check_by_playing(recipe, LONG, games=20000).findings
    assert found.code == "W0721"
    assert "wins nearly always" in found.message and "% to 100.0%)" in found.message
    assert check_by_playing(Recipe(str(locate("isolation")), (), ()), LONG, games=2000).findings == ()


def test_what_an_option_leaves_out_is_not_said_never_to_happen() -> None:
    recipe = Recipe(str(locate("nine-mens-morris")), (("Flying", "No"),), ())
    assert check_by_playing(recipe, LONG, games=GAMES).findings == ()


def test_a_condition_on_neutral_pieces_is_no_players(tmp_path: Path) -> None:
    """Those who search estimate by it: nobody wins by what is taken from nobody."""
    path = tmp_path / "berries.lud"
    path.write_text("""(game "Berries" (players 2)
      (equipment {(board (square 3)) (piece "Berry" Neutral) (piece "Bird" Each
        (move Step (to if:(not (is Friend (who at:(to)))) (apply (remove (to))))))})
      (rules
        (start {(place "Bird1" coord:"A1") (place "Bird2" coord:"C3") (place "Berry0" coord:"B2")})
        (play (forEach Piece))
        (end (if (no Pieces Neutral) (result Mover Win)))))
    """)
    report = check_by_playing(Recipe(str(path), (), ()), LONG, games=40)
    assert report.summary.searching.games and report.findings == ()


TWO = """(game "Two" (players 2)
  (equipment {(board (square 4)) (piece "King" Each)})
  (rules
    (start {(place "King1" (sites {0 1})) (place "King2" (sites {14 15}))})
    (play (or (forEach Piece (move (from) (to (intersection (sites Around (from)) (sites Empty)))))
      (move Swap Pieces (first of own) (second of own))))
    (end {(if {condition} (result Mover Win)) (if (= (count Moves) 60) (result Mover Draw))})))
""".replace("(first of own)", "(coord row:0 column:0)").replace("(second of own)", "(coord row:0 column:1)")


@pytest.mark.parametrize(
    ("condition", "told"),
    [
        ("(or (is In (last To) {8}) (is In (last To) {99}))", ["(is In (last To) {99})"]),
        ("(or (is In (last To) {8}) (no Pieces Next))", []),  # it may just be rare
        ("(and (is In (last To) {8}) (not (is In (last To) {99})))", ["(not (is In (last To) {99}))"]),
    ],
)
def test_a_part_that_never_decides_is_told(condition: str, told: list[str], tmp_path: Path) -> None:
    path = tmp_path / "two.lud"
    path.write_text(TWO.replace("{condition}", condition))
    found = check_by_playing(Recipe(str(path), (), ()), LONG, games=6000).findings
    assert [each.span.text for each in found if each.code == "W0718"] == told
    assert "W0714" not in [each.code for each in found]  # pieces that change places are not taken


def test_a_match_to_one_point_is_one_that_was_chosen() -> None:
    """Its length is an option: whoever plays a single game knows that it is one."""
    for name in ("cornered-match", "quartermaster-match"):
        recipe = Recipe(str(locate(name)), (("Points", "1"),), ())
        assert check_by_playing(recipe, LONG, games=GAMES).findings == ()


def test_a_long_series_comes_to_an_end() -> None:
    """Twenty rounds are more than two thousand plies, and games are played on until some have ended."""
    recipe = Recipe(str(locate("troke-series")), (("Rounds", "20"),), ())
    report = check_by_playing(recipe, LONG, games=12)
    assert report.findings == () and report.summary.random.finished > 0


def test_who_plays_alone_wins_by_nobody_else() -> None:
    recipe = Recipe(str(locate("isolation-solitaire")), (("Goal", "1"),), ())
    assert check_by_playing(recipe, LONG, games=GAMES).findings == ()


def test_a_use_of_a_definition_that_never_has_a_move_is_told(tmp_path: Path) -> None:
    """White's men go up from the bottom row, Black's down from the top; of White's moves the second use goes
    down, and off the board, as long as they stand where they began."""
    path = tmp_path / "uses.lud"
    path.write_text("""(define "Go" (move Step #1 (to if:(is Empty (to)))))
(game "Uses" (players 2)
  (equipment {
    (board (rectangle 2 8))
    (piece "Man" P1 (or ("Go" E) ("Go" S)))
    (piece "Man" P2 ("Go" W))
  })
  (rules
    (start {(place "Man1" coord:"A1") (place "Man2" coord:"H2")})
    (play (forEach Piece))
    (end (if (no Moves Next) (result Mover Win)))))
""")
    found = check_by_playing(Recipe(str(path), (), ()), LONG, games=GAMES).findings
    assert [(each.code, each.span.text) for each in found if each.code == "W0702"] == [("W0702", '("Go" S)')]


def test_a_draw_that_comes_too_soon_is_told(tmp_path: Path) -> None:
    """Forty turns are too few to bring ten men of Halma across, for those who look ahead, too."""
    (found,) = planted("halma", '("HalmaEnd" 400)', '("HalmaEnd" 40)', tmp_path, games=10_000)
    assert (found.code, found.span.text) == ("W0707", "(if (>= (count Turns) #1) (result Mover Draw))")
    assert "hardly anybody ever wins" in found.message


def test_an_ending_that_one_player_alone_wins_by_is_told(tmp_path: Path) -> None:
    """Who fills the ninth cell is always the one who began."""
    draw, win = "(if (is Full) (result Mover Draw))", "(if (is Full) (result Mover Win))"
    (found,) = planted("tic-tac-toe", draw, win, tmp_path, 20_000)
    assert (found.code, found.span.text) == ("W0730", win)
    assert found.message.startswith("Cross alone ever wins by this ending")


def test_a_king_that_wins_by_being_surrounded_is_told(tmp_path: Path) -> None:
    """Now and then the king steps between four enemies himself: that is one in six."""
    wrong = '(if "KingSurrounded" (result P2 Win))'
    (found,) = planted("hnefatafl", '(if "KingSurrounded" (result P1 Win))', wrong, tmp_path, 2_000)
    assert (found.code, found.span.text) == ("W0731", "(result P2 Win)")
    assert "seldom wins by it" in found.message


def test_a_level_that_is_another_s_is_told(tmp_path: Path) -> None:
    """What has landed on a pawn stands on top of it: level 1 is the visitor's."""
    for name in ("katarenga.def", "giving-way.def", "north-west-passage.lud"):
        text = locate("north-west-passage").with_name(name).read_text(encoding="utf-8")
        (tmp_path / name).write_text(text.replace("(last To) level:0", "(last To) level:1"), encoding="utf-8")
    report = check_by_playing(Recipe(str(tmp_path / "north-west-passage.lud"), (), ()), LONG, games=30)
    assert [each.code for each in report.findings if each.span.text.startswith("(move (from (last To)")] == [
        "W0733"
    ]


def test_a_region_that_is_empty_wherever_it_is_chosen_is_told(tmp_path: Path) -> None:
    """No site of this board is on its top row and on its bottom row."""
    path = tmp_path / "choice.lud"
    path.write_text("""(game "Choice" (players 2)
  (equipment {(board (square 3)) (piece "Disc" Each)})
  (rules
    (play (move Add (to (if (is In (last To) (sites Corners)) (intersection (sites Top) (sites Bottom))
      (sites Empty)))))
    (end {(if (is Line 3) (result Mover Win)) (if (is Full) (result Mover Draw))})))
""")
    (found,) = check_by_playing(Recipe(str(path), (), ()), LONG, games=6000).findings
    assert (found.code, found.span.text) == ("W0728", "(intersection (sites Top) (sites Bottom))")


def test_a_capture_on_a_wrong_site_is_told_after_a_few_games(tmp_path: Path) -> None:
    """The two sides keep to their own halves, and what is east of a king is its friend or nobody."""
    path = tmp_path / "halves.lud"
    path.write_text("""(game "Halves" (players 2)
  (equipment {(board (square 5))
    (piece "King" Each (move Step Orthogonal
      (to if:(and (is Empty (to)) (is In (to) (sites Mover "Half")))) (then (remove (ahead (last To) E)))))
    (regions "Half" P1 (union (sites Column 0) (sites Column 1)))
    (regions "Half" P2 (union (sites Column 3) (sites Column 4)))})
  (rules
    (start {(place "King1" (sites Column 0)) (place "King2" (sites Column 3))})
    (play (forEach Piece))
    (end {(if (no Pieces Next) (result Mover Win)) (if (= (count Moves) 30) (result Mover Draw))})))
""")
    found = check_by_playing(Recipe(str(path), (), ()), LONG, games=60).findings
    (told,) = [each for each in found if each.code == "W0714"]
    assert told.span.text == "(remove (ahead (last To) E))" and "nothing stood there" in told.message


def test_a_use_of_a_definition_is_told_of_in_few_long_games(tmp_path: Path) -> None:
    """A rook may pass along the bottom row where a flag stands at its end: there is none to the west."""
    path = tmp_path / "flags.lud"
    path.write_text("""(define "To" (if (is In (ahead (from) steps:#2 #1) (sites "Flags"))
  (move (from) (to (ahead (from) steps:2 #1) if:(is Empty (to))))))
(game "Flags" (players 2)
  (equipment {(board (square 5)) (regions "Flags" (sites {"E1" "E5"}))
    (piece "Rook" Each (or {(move Step (to if:(is Empty (to)))) ("To" E 2) ("To" W 2)}))})
  (rules
    (start {(place "Rook1" coord:"A1") (place "Rook2" coord:"A5")})
    (play (forEach Piece))
    (end (if (= (count Moves) 200) (result Mover Draw)))))
""")
    found = check_by_playing(Recipe(str(path), (), ()), LONG, games=60).findings
    assert ("W0702", '("To" W 2)') in [(each.code, each.span.text) for each in found]


def test_what_is_set_on_a_piece_that_comes_at_once_with_it_is_a_change(tmp_path: Path) -> None:
    """In castling the rook's new site is empty before, so that its local state is 0 there anyway."""
    path = tmp_path / "arrives.lud"
    path.write_text("""(define "Fresh" (set State at:(ahead (last To) #1) 0))
(define "Swing" (then (and {(fromTo (from (ahead (last To) #1)) (to (ahead (last To) #2))) ("Fresh" #2)})))
(game "Arrives" (players 2)
  (equipment {(board (square 3))
    (piece "Rook" Each) (piece "King" Each (or
      (if (= 1 (state at:(ahead (from) W)))
        (move (from) (to (ahead (from) N) if:(is Empty (to))) ("Swing" SW S)))
      (move (from) (to (ahead (from) N) if:(is Empty (to)))
        (then (and {(fromTo (from (ahead (last To) SW)) (to (ahead (last To) W))) ("Fresh" W)})))))})
  (rules
    (start {(place "Rook1" coord:"A1" state:1) (place "King1" coord:"B1")
      (place "Rook2" coord:"A3") (place "King2" coord:"C3")})
    (play (forEach Piece))
    (end (if (<= 8 (count Moves)) (result Mover Draw)))))
""")
    found = check_by_playing(Recipe(str(path), (), ()), LONG, games=600).findings
    assert "W0717" not in [each.code for each in found]


def test_what_keeps_games_from_ending_is_named(tmp_path: Path) -> None:
    """Only the first move of a game takes anything."""
    found = planted("maelstrom", "(< 2 (count Moves))", "(> 2 (count Moves))", tmp_path, games=14)
    assert [(each.code, each.span.text) for each in found] == [("W0708", "(> 2 (count Moves))")]


def test_a_match_whose_points_are_the_loser_s_is_told(tmp_path: Path) -> None:
    """Who places the last pawn sets the other's score to 0, and nobody ever has fifteen points."""
    found = planted("cornered-match", "result:(score Player)", "result:(score Next)", tmp_path, games=8)
    assert [(each.code, each.span.text) for each in found] == [("W0735", "(score Next)")]
