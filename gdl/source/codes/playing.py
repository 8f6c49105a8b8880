"""The codes of what playing a game has shown, for `explain`. A code never changes its meaning."""

from __future__ import annotations

_EVIDENCE = (
    "\n\nIt is found by playing, not proved: random games, and games that search a little to get where "
    "random ones seldom come. It is only told after so many games that chance explains it badly; "
    "`gdl check --play --seconds 10` plays more. Where it is meant so, a comment `// allow {name}` at the "
    "end of the line, or on a line of its own above it, says that."
)

_CODES: dict[str, tuple[str, str]] = {
    "W0700": (
        "nobody can move at the start",
        "In every game the player who begins has no legal move in the first position and has to pass. Mostly "
        "no piece of this player is on the board, or those that are there have no rule to move by.",
    ),
    "W0701": (
        "a player who never moves",
        "This player has turns, but never a legal move. A frequent cause is a direction: with (players 2) "
        "both players face the same way, so `Forward` leads one of them off the board at once; "
        "(players {(player N) (player S)}) turns them against each other.",
    ),
    "W0702": (
        "a move that is never possible",
        "The rules offer this move, but there never was a site for it: a condition in it never holds, its "
        "region is empty, or no piece gets to where it could be made.",
    ),
    "W0703": (
        "an ending that never comes",
        "The condition of this ending never held. Endings that only guard against rare cases (a full "
        "board, repetitions, no moves left, so many turns) are not told of.",
    ),
    "W0704": (
        "a game that is over before it begins",
        "Every game is over before some player has had a turn. Mostly the condition of an ending holds from "
        "the first move on.",
    ),
    "W0705": (
        "a phase that is never entered",
        "No player was ever in this phase. A phase that is not the first is entered by (nextPhase ...) of "
        "another phase.",
    ),
    "W0706": (
        "a player who never wins",
        "Games are won and lost, but never won by this player, neither at random nor when the players look "
        "one move ahead. An ending may name the wrong player, or the goal of one player may be missing.",
    ),
    "W0707": (
        "a game that nobody wins",
        "Games come to an end, but every one is a draw, or nearly every one, where players look ahead, too. "
        "Points that are never set are equal; an ending that draws may come before those that are won, or "
        "too soon for them.",
    ),
    "W0708": (
        "a game that does not end",
        "No game came to an end of its own, however it was played. Such games are drawn once they are very "
        "long, which is no fun.",
    ),
    "W0709": (
        "a piece that never moves",
        "The piece is on the board and has rules to move by, but was never moved.",
    ),
    "W0710": (
        "a piece that is never there",
        "The piece is declared, but was on no site in any position. A starting rule may put it where "
        "another piece stands already: there nothing is placed.",
    ),
    "W0711": (
        "an effect that never comes about",
        "What is to happen here never did, though the rule around it was used often.",
    ),
    "W0713": (
        "a turn that never ends",
        "Some player never has a turn, because the one before moves again each time until the game is over. "
        "The condition for another turn may always hold.",
    ),
    "W0714": (
        "a capture of one's own",
        "What this takes, or what gives way to it, was always a piece of the player who moves, and never "
        "one of another's. Mostly a condition asks for the wrong side: `Friend` for `Enemy`, `Mover` for "
        "`Next`, or a `not` is missing or too many. A piece that has just moved and goes off the board is "
        "not meant by this.",
    ),
    "W0715": (
        "points for another",
        "The player who moves never got points by this, only others did, though most points win. Mostly "
        "`Next` stands where `Mover` was meant: in what follows a move, `Mover` is still the player who "
        "made it.",
    ),
    "W0716": (
        "a hand of another's",
        "Pieces came into a hand by this, but never into that of the player who moves, or never into their "
        "owner's, though pieces enter from hands. A piece can only be played from a hand by the hand's "
        "owner, and only if it is the owner's own.",
    ),
    "W0717": (
        "an effect that changes nothing",
        "This came about often, and each time everything was already as it makes it: a colour that is set to "
        "what it is, a piece that becomes itself, points of 0, a site where nothing is.",
    ),
    "W0718": (
        "a part that never decides",
        "A part of an `or`, or of an `and` in an ending, never made a difference: of an `or` it never held "
        "where the parts before it did not, of an `and` it always held where the parts before it did. Of "
        "parts that wait for a number or for the last piece nothing is said: games may seldom get so far.",
    ),
    "W0719": (
        "the loser wins",
        "By this ending a player wins who has fewer pieces than the other, each time after the other has "
        "moved. So it is best to lose one's pieces. Mostly the result names the wrong player: in an ending, "
        "`Mover` is the player who has just moved, and (no Pieces Next) is about the opponent.",
    ),
    "W0720": (
        "an ending that comes at once",
        "Nearly all games are over by this ending when nobody has had more than two turns. Its condition "
        "may hold from the start: a goal that holds the player's own pieces when the game begins, or a "
        "`not` that is missing.",
    ),
    "W0721": (
        "a one-sided game",
        "The same player wins nearly always, at random and where the players look ahead. Both are weak "
        "players, but what both agree on is often settled by the rules: who places last, who comes first to "
        "a number.",
    ),
    "W0722": (
        "a goal where one begins",
        "The region that a player is to come to, to win or to get points, is one in which the player's own "
        "pieces begin. Mostly the regions of two players are exchanged, or `Mover` stands where `Next` was "
        "meant.",
    ),
    "W0723": (
        "a piece given away",
        "A piece of the player who moves always becomes another player's by this. Mostly `Next` stands where "
        "`Mover` was meant: in what follows a move, `Mover` is still the player who made it.",
    ),
    "W0724": (
        "for one player and never for another",
        "A condition about the players' regions of one name held often for some, and never for another, "
        "though all have the same pieces. Mostly that player's region lies in the wrong place.",
    ),
    "W0725": (
        "a difference that takes nothing away",
        "What is to be left out of a region was never in it. Mostly one of the two regions is another than "
        "the one that was meant, or `difference` stands where `union` or `intersection` was.",
    ),
    "W0726": (
        "an ending that comes a ply late",
        "The mover wins by this, and each time it was so before the move: the player before has brought it "
        "about. So whoever reaches the goal loses by it. Mostly `Next` stands where `Mover` was meant: in an "
        "ending, `Mover` is the player who has just moved.",
    ),
    "W0727": (
        "a capture of whosever piece",
        "Pieces come onto sites where pieces of the same player stand, too, and those are gone then. In most "
        "games nobody takes the own pieces: a condition on the site is missing, such as (is Empty (to)), "
        "(is Enemy (who at:(to))), or not (is Friend (who at:(to))).",
    ),
    "W0728": (
        "a region that never matters",
        "Two regions are joined, and one of them is always within the other; or they are intersected, and "
        "there never is a site in both. Mostly `union` stands where `intersection` was meant or the "
        "other way round, or one of the regions is another.",
    ),
    "W0730": (
        "an ending for one player alone",
        "The result names whoever has moved or is next, and yet it is always the same player who wins by it. "
        "Mostly the number of moves before it settles that, as where a board is full, and a draw was meant.",
    ),
    "W0731": (
        "an ending that its maker never wins by",
        "This ending came about by moves of one player, and each time another won. So it is best not to "
        "bring it about, as where a row loses. Mostly the result names the wrong player, or the points go to "
        "another: in an ending, `Mover` is the player who has just moved.",
    ),
    "W0732": (
        "points that nobody counts",
        "The points are to be counted when nobody can move, and games come to an end in which all have "
        "passed and they were not counted: such a game is a draw. Mostly a `not` is missing or too many in "
        "the condition of that ending, or it asks about the wrong player.",
    ),
    "W0733": (
        "a move of another's piece",
        "Where pieces stand on each other, this always moved one of another player than the one who moves. "
        "Mostly the level is wrong: 0 is at the bottom, and what came last is on top.",
    ),
    "W0734": (
        "a game that is always won",
        "A game for one player that is won by whatever moves, at random too, though an ending is there for "
        "another result. Mostly what the winning ending asks for comes by itself: points that are added up "
        "where they were to be set, or a number that is too low.",
    ),
    "W0735": (
        "a match without points",
        "Games of the match are won, and what the winner gets for it, `result:` or `points:`, was 0 each "
        "time: so nobody comes nearer to winning the match. Mostly the score of another player is named: "
        "`Player` is the one who gets the points.",
    ),
    "W0712": (
        "a condition that always goes one way",
        "The condition decides between rules, and was asked often, but always with the same answer: what "
        "stands on the other side never happens.",
    ),
}

CODES: dict[str, tuple[str, str]] = {
    code: (title, text + _EVIDENCE.replace("{name}", code)) for code, (title, text) in _CODES.items()
}
