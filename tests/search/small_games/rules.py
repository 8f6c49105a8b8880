"""Rules of small games, from seeds: texts as an author would write them."""

from __future__ import annotations

import random
from collections.abc import Callable

from attrs import frozen

#: Boards of two to six sites.
BOARDS = ((1, 2), (1, 3), (1, 4), (1, 4), (1, 5), (1, 6), (2, 2), (2, 2), (2, 3), (2, 3))
REPETITIONS = ("", " Positional", " Situational", " PositionalInTurn", " SituationalInTurn")


@frozen
class SmallGame:
    """A game, and what is known of how it was made."""

    seed: int
    name: str
    players: int
    text: str
    #: the position alone decides what follows: the same pieces with the same mover are the same, and games
    #: may go on for ever
    endless: bool


def small_game(seed: int) -> SmallGame:
    """The game of a seed."""
    return _Maker(seed).game()


class _Maker:
    """Draws one game's rules."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.random = random.Random(f"small game {seed}")
        self.family = self.random.choice(sorted(FAMILIES))
        self.rows, self.columns = self.random.choice(BOARDS)
        self.sites = self.rows * self.columns
        self.players = self.random.choice((1, 2, 2, 2, 2, 2, 3, 3))
        #: how the game is made to end: by a count, by repetition, or (where it moves pieces) perhaps never
        self.bound = self.random.choice(("count", "repeat", "meta", "endless"))
        if self.family in ("place", "take"):
            self.bound = self.random.choice(("count", "none", "none"))
        elif self.players == 3 and self.bound == "endless":
            self.bound = "count"
        self.endless = self.bound == "endless"
        #: which repetition is asked about; within a turn there is one only where turns go on
        self.repetition = self.random.choice(REPETITIONS)
        self.in_turn = self.bound in ("repeat", "meta") and self.repetition.endswith("InTurn")
        self.passes = self.bound in ("count", "meta") and self.maybe(0.2)
        self.scores = not self.endless and self.maybe(0.25)
        self.variable = not self.endless and self.maybe(0.2)

    def maybe(self, chance: float) -> bool:
        return self.random.random() < chance

    def some_sites(self) -> str:
        number = self.random.choice((1, 1, 1, 2))
        chosen = self.random.sample(range(self.sites), min(number, self.sites))
        return "(sites {" + " ".join(map(str, chosen)) + "})"

    def game(self) -> SmallGame:
        start, play = FAMILIES[self.family](self)
        if self.passes:
            play = f"(or {play} (move Pass))"
        name = f"Small {self.family} {self.seed}"
        rules = [self.meta(), start, f"(play {play})", f"(end {{{' '.join(self.endings())}}})"]
        text = (
            f'(game "{name}"\n    (players {self.players})\n'
            f'    (equipment {{(board (rectangle {self.rows} {self.columns})) (piece "Man" Each)}})\n'
            "    (rules\n        " + "\n        ".join(filter(None, rules)) + "\n    )\n)\n"
        )
        return SmallGame(self.seed, name, self.players, text, self.endless)

    # --- The beginning --------------------------------------------------------------------------------

    def meta(self) -> str:
        if self.bound != "meta":
            return ""
        return f"(meta (no Repeat{self.repetition}))"

    def placed(self, most: int) -> str:
        """Men on the board: one at least for everybody."""
        sites = self.random.sample(range(self.sites), self.sites)
        free = max(1, self.sites // 3)
        given: dict[int, list[int]] = {player: [] for player in range(1, self.players + 1)}
        for number, site in enumerate(sites[: max(self.players, self.sites - free)]):
            owner = number % self.players + 1
            if len(given[owner]) < most:
                given[owner].append(site)
        owned = {player: at for player, at in given.items() if at}
        parts = (f'(place "Man{p}" {{{" ".join(map(str, at))}}})' for p, at in owned.items())
        return f"(start {{{' '.join(parts)}}})"

    # --- Moves ----------------------------------------------------------------------------------------

    def then(self) -> str:
        """What follows every move: extra turns, points, a counter."""
        effects = []
        if self.in_turn or self.maybe(0.25):
            condition = f"(is In (last To) {self.some_sites()})"
            if not self.endless and self.maybe(0.3):
                condition = "(is Even (count Moves))"
            effects.append(f"(if {condition} (moveAgain))")
        if self.scores:
            role = self.random.choice(("Mover", "Mover", "Next"))
            value = f"(if (is In (last To) {self.some_sites()}) {self.random.choice((2, 3))} 1)"
            effects.append(f"(addScore {role} {value})")
        if self.variable:
            effects.append('(set Var "Count" (+ (var "Count") (if (is In (last To) (sites {0})) 2 1)))')
        if not effects:
            return ""
        return f" (then {effects[0] if len(effects) == 1 else '(and {' + ' '.join(effects) + '})'})"

    def place(self) -> tuple[str, str]:
        where = "(sites Empty)"
        if self.maybe(0.2):  # else a forced pass comes
            where = f"(difference (sites Empty) {self.some_sites()})"
        return "", f"(move Add (to {where}){self.then()})"

    def take(self) -> tuple[str, str]:
        role = self.random.choice(("Enemy", "All", "All")) if self.players > 1 else "All"
        return self.placed(4), f"(move Remove (sites Occupied by:{role}){self.then()})"

    def step(self) -> tuple[str, str]:
        to = "(to if:(is Empty (to)))"
        if self.maybe(0.6):
            to = "(to if:(not (is Friend (who at:(to)))) (apply (if (is Enemy (who at:(to))) (remove (to)))))"
        way = self.random.choice(("Orthogonal", "Adjacent", "Forward", "Orthogonal"))
        if self.players != 2 and way == "Forward":
            way = "Orthogonal"
        return self.placed(2), f'(forEach Piece "Man" (move Step {way} {to}{self.then()}))'

    def slide(self) -> tuple[str, str]:
        way = self.random.choice(("Orthogonal", "All"))
        return self.placed(2), f'(forEach Piece "Man" (move Slide {way}{self.then()}))'

    def hop(self) -> tuple[str, str]:
        then = self.then()
        hop = (
            "(move Hop Orthogonal (between if:(is Enemy (who at:(between))) (apply (remove (between)))) "
            f"(to if:(is Empty (to))){then})"
        )
        step = f"(move Step Orthogonal (to if:(is Empty (to))){then})"
        first = self.random.choice(("or", "priority"))
        both = f"(or {hop} {step})" if first == "or" else f"(priority {{{hop} {step}}})"
        if first == "priority":
            return self.placed(3), (
                f'(priority {{(forEach Piece "Man" {hop}) (forEach Piece "Man" {step})}})'
            )
        return self.placed(3), f'(forEach Piece "Man" {both})'

    # --- Ends -----------------------------------------------------------------------------------------

    def result(self, *kinds: str) -> str:
        """A result, mostly of the kinds given."""
        roles = ["Mover"] * 4 + (["Next"] if self.players > 1 else []) + ["P1"]
        if self.players > 1:
            roles.append("P2")
        kind = self.random.choice(kinds or ("Win", "Win", "Loss", "Draw"))
        if kind == "Draw":
            return f"(result {self.random.choice(('Mover', 'All'))} Draw)"
        return f"(result {self.random.choice(roles)} {kind})"

    def endings(self) -> list[str]:
        found = [self.random.choice(ENDINGS)(self) for _ in range(self.random.choice((1, 1, 2, 2, 3)))]
        if self.family == "place" or self.maybe(0.3):
            found.append(f"(if {self.random.choice(('(is Full)', '(no Moves Next)'))} {self.last_result()})")
        if self.family != "place" and self.bound != "endless" and self.maybe(0.7):
            found.append(f"(if (no Moves Next) {self.last_result()})")
        if self.bound == "repeat":
            times = self.random.choice((1, 1, 2))
            seen = f"(>= (count Repeats) {times})"
            if self.in_turn or self.maybe(0.4):
                seen = f"(is Repeat{self.repetition})"
            found.append(f"(if {seen} {self.last_result()})")
        if self.bound == "count" or self.in_turn or (self.bound in ("repeat", "meta") and self.maybe(0.5)):
            what = self.random.choice(("Moves", "Turns"))
            found.append(f"(if (>= (count {what}) {self.random.randint(3, 9)}) {self.last_result()})")
        self.random.shuffle(found)
        return found

    def last_result(self) -> str:
        if self.scores and self.players > 1 and self.maybe(0.8):
            return f"(byScore{self.random.choice(('', ' misere:True'))})"
        return self.result("Win", "Loss", "Loss", "Draw", "Draw")

    def line(self) -> str:
        return f"(if (is Line {self.random.choice((2, 3))}) {self.result()})"

    def goal(self) -> str:
        return f"(if (is In (last To) {self.some_sites()}) {self.result()})"

    def seat_goal(self) -> str:
        player = self.random.randint(1, self.players)
        return f"(if (and (is Mover P{player}) (is In (last To) {self.some_sites()})) {self.result()})"

    def blocked(self) -> str:
        return f"(if (no Moves Next) {self.result()})"

    def few(self) -> str:
        if self.players == 1:
            return self.goal()
        return f"(if (= {self.random.choice((0, 1))} (count Pieces Next)) {self.result()})"

    def counted(self) -> str:
        if not self.variable:
            return self.goal()
        return f'(if (>= (var "Count") {self.random.randint(3, 8)}) {self.result()})'

    def reached(self) -> str:
        if not self.scores:
            return self.line()
        return f"(if (>= (score Mover) {self.random.randint(2, 6)}) {self.result()})"


FAMILIES: dict[str, Callable[[_Maker], tuple[str, str]]] = {
    "place": _Maker.place,
    "take": _Maker.take,
    "step": _Maker.step,
    "slide": _Maker.slide,
    "hop": _Maker.hop,
}
ENDINGS: tuple[Callable[[_Maker], str], ...] = (
    _Maker.line, _Maker.seat_goal, _Maker.seat_goal, _Maker.blocked, _Maker.few, _Maker.few, _Maker.counted,
    _Maker.reached, _Maker.goal,
)  # fmt: skip
