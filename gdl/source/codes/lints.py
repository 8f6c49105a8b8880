"""The codes of lints: rules that can be played, but hardly as they were meant."""

from __future__ import annotations

CODES: dict[str, tuple[str, str]] = {
    "W0600": (
        "never holds",
        "This condition is false in every position that can come: the values that it compares do not meet, "
        "what it asks for is never set or never there, or its parts contradict each other. What depends on "
        "it never happens.",
    ),
    "W0601": (
        "always holds",
        "This condition is true in every position that can come, so asking makes no difference. Usually "
        "another number, site or player was meant.",
    ),
    "W0602": (
        "never set",
        "A rule asks for something that no rule sets: a variable, a remembered number, an event, a proposal, "
        "the score, what is pending. It always has the value that it starts with. Often its name is misspelt "
        "in one of the places.",
    ),
    "W0603": (
        "never read",
        "Something is set, counted or remembered, and no rule asks for it, so it changes nothing. Often its "
        "name is misspelt in one of the places, or an ending by score is missing.",
    ),
    "W0604": (
        "taken for something else",
        "Sites, players and pieces are all numbers, so one can stand where another is wanted: "
        "(is Enemy (to)) asks whether the player with the number of the site is an enemy. The owner of what "
        "stands on a site is (who at:(to)), the piece itself (what at:(to)).",
    ),
    "W0605": (
        "empty region",
        "No site of the board is ever in this region: a row or column that the board does not have, parts "
        "without a site in common, the hand of a player who has none.",
    ),
    "W0606": (
        "said twice",
        "The same condition, region or move stands twice in one list. The second makes no difference; "
        "probably it was copied and was to be changed.",
    ),
    "W0610": (
        "never placed",
        "A piece is declared, but neither the start nor any move ever puts it on a site.",
    ),
    "W0611": (
        "never moves",
        "This piece has moves, but can never make one: from where it stands they lead nowhere, or no rule of "
        "play asks for them. Where (players 2) gives no directions, all pieces face north; say "
        "(players {(player N) (player S)}) where they are to go towards each other.",
    ),
    "W0612": (
        "nothing to move",
        "A player's moves are those of pieces, and the player has no piece that could ever move: it passes "
        "for ever, or loses at once.",
    ),
    "W0613": (
        "no such site",
        "A list of sites or a track names a number that no site has. Sites are numbered from 0 at the lower "
        "left, row by row.",
    ),
    "W0614": (
        "already occupied",
        "A piece is placed at the start where another stands. The first stays, and the second is not placed.",
    ),
    "W0615": (
        "nobody's",
        "A region, hand or track belongs to a player that the game does not have.",
    ),
    "W0616": (
        "a player without",
        "The rules ask for a region of whoever moves, and only some of the players have one, though all play "
        "with the same pieces.",
    ),
    "W0617": (
        "never filled",
        "Pieces are taken from a hand that is empty at the start and stays so.",
    ),
    "W0618": (
        "never rolled",
        "There are dice in the equipment, but no rule rolls them, so they show the same for ever.",
    ),
    "W0619": (
        "never used",
        "Something is declared in the equipment that no rule asks for: a region of nobody, a map, a track, a "
        "hand. It may be a slip in its name.",
    ),
    "W0620": (
        "never reached",
        "No player ever comes into this phase, or no change of phase is ever this one. The game goes on to "
        "another phase where (nextPhase ...) in the present one says so; the first that holds counts.",
    ),
    "W0621": (
        "no result",
        "An ending without a result ends nothing, whatever its condition says.",
    ),
    "W0622": (
        "ends at once",
        "The condition of this ending holds after any move, so the game is over with the first one.",
    ),
    "W0623": (
        "shadowed",
        "Endings are looked at in order, and the first whose condition holds counts. Whenever this one "
        "holds, one before it does, too, so this one never comes.",
    ),
    "W0624": (
        "no choice",
        "Both parts of an (if ...) are the same, so that its condition decides nothing.",
    ),
    "W0625": (
        "never wins",
        "Some endings are a win, but none ever for this player.",
    ),
    "W0627": (
        "leads nowhere",
        "The board has no neighbours in this direction: no lattice has more than "
        "eight or twelve of the sixteen winds, and on drawn lines only those count that are drawn.",
    ),
    "W0628": (
        "out of reach",
        "A player wins when a piece comes to a region, but none of the player's pieces ever gets there, by "
        "its moves and from where it starts.",
    ),
    "W0629": (
        "never offered",
        "Of moves with (priority ...) the first that can be made are offered. One before these can always be "
        "made.",
    ),
    "W0630": (
        "changes nothing",
        "An option can be chosen, but the rules are the same whatever is chosen: its tag stands nowhere, or "
        "two of its values put in the same.",
    ),
    "W0632": (
        "the same player for ever",
        "Every move is followed by (moveAgain), so the first player moves for ever.",
    ),
    "W0633": (
        "an empty range",
        "The range goes from a greater number to a lesser one, and holds none.",
    ),
    "W0634": (
        "colours that no rule tells apart",
        "Cells have several colours that no rule asks for, so that what is done on one is done on all of "
        "them: by the last part of an (if ...) that goes through the others, for example. Say what is done "
        "on each.",
    ),
    "W0638": (
        "no such finding",
        "A comment `// allow NAME` names a finding by the slug of its title or by its code. There is none "
        "called so.",
    ),
    "W0639": (
        "silences nothing",
        "A comment `// allow NAME` stands where there is nothing to silence: what it was written for is "
        "gone, or starts on another line. It covers findings that start on its own line or, on a line of its "
        "own, in the form that starts on the line below.",
    ),
    "W0640": (
        "two phases of one name",
        "Phases are told apart by their names. (nextPhase ...) by this name leads to the first of them.",
    ),
    "W0641": (
        "a piece of others",
        "A move makes a piece for whoever moves, by its name, and that player has none of this name: nothing "
        "is put there.",
    ),
    "W0642": (
        "no other side",
        "(flip ...) changes a piece between the two states that its `flips` names, and no piece of the "
        'game has any. It does not change whose a piece is: (promote <site> (piece "Disc") Mover) does.',
    ),
    "W0643": (
        "a track of one site",
        "The text of a track names where it begins and the directions that it runs in from there, each "
        "to the edge of the board; from this site the board has no line in any of them. A number behind "
        'a direction, as in "0,E3,N", stops after so many steps.',
    ),
    "W0644": (
        "takes its own",
        "What this takes, or what gives way to it, can only be a piece of the player who moves. Mostly a "
        "condition asks for the wrong side: `Friend` for `Enemy`, `Mover` for `Next`, or a `not` is missing "
        "or too many. A piece that has just moved and goes off the board is not meant by this.",
    ),
    "W0645": (
        "sides that meet",
        "A player is to connect two sides, and they share a site: a piece there is on both, and wins by "
        "itself. On a board with corners the sides that do not meet are opposite.",
    ),
    "W0646": (
        "set anew at once",
        "A value is set, and the next rule sets it to something else before anything can have asked for it. "
        "Mostly the second was to be about another player, site or variable.",
    ),
    "W0647": (
        "the same region for each player",
        "Players have regions of one name, and these are the same sites. What is asked of a player's own "
        "region is then asked of one for all. Mostly one of them was to lie elsewhere, such as opposite.",
    ),
    "W0648": (
        "dice that always show the same",
        "All faces of these dice have the same number, so a roll decides nothing. Mostly the number of faces "
        "(`d:`) and the number of dice (`num:`) are exchanged.",
    ),
    "W0649": (
        "another player's achievement",
        "One player has come to a goal, joined the sides, got the points or left the opponent without moves, "
        "and by that another one wins, or nobody. Mostly the result or the condition names the wrong player: "
        "in an ending, `Mover` is the player who has just moved. Where getting there is to lose, "
        "(result Mover Loss) says so plainly.",
    ),
    "W0650": (
        "a site that nothing names",
        "`(from)`, `(to)`, `(between)` and `(site)` stand for a site that the rule around them goes through. "
        "Here nothing does, so this is no site at all, and what is asked of it is never so. Mostly another "
        "of these words was meant; in what follows a move, (last From) and (last To) are its ends.",
    ),
    "W0651": (
        "from where nothing stands",
        "A piece is to move from where the last move started, and the last move has left that site. After a "
        "move the piece stands on (last To).",
    ),
    "W0652": (
        "more for one than for another",
        "All players have the same piece, and one begins with a few more of them than another. Mostly a site "
        "is missing, stands twice, or another player's piece is named.",
    ),
    "W0653": (
        "facing the edge",
        "(players {...}) says which way each player's pieces face, and these begin on the side of the board "
        "that they face: forward leads them off it. Mostly the directions of two players are exchanged, or a "
        "line was copied.",
    ),
    "W0654": (
        "through another's hand",
        "A player's track leads through the hand of another player, so that what enters from the own hand is "
        "on no track, and what moves on may end among another's pieces. Mostly the numbers of two hands are "
        "exchanged.",
    ),
    "W0655": (
        "points for one player, whoever moves",
        "An effect of everybody's moves gives points to one player by number, though all play alike and "
        "other points go to who moves. Mostly `Mover` was meant: `P1` is the first player, whoever moves.",
    ),
    "W0656": (
        "points of another's",
        "In (byScore ...) the points of one player ask about another player only, as that one's own do: what "
        "the first has counts for nothing, and mostly it is ahead or behind by the same number, whatever is "
        "played. Mostly a line was copied and one of its players not changed.",
    ),
    "W0657": (
        "points where nothing is taken",
        "Beside the removal of what stands on a site points are given only if the site is empty: who takes "
        "gets none, and who does not take gets some. Mostly `Empty` stands for `Occupied`.",
    ),
    "W0658": (
        "the move before is meant by this",
        "What (apply ...) says is done before the piece moves, and until then (last From) and (last To) are "
        "the sites of the move before, mostly another player's. The site that this move goes to is (to), the "
        "one that it comes from (from); in (then ...) they are (last To) and (last From).",
    ),
    "W0659": (
        "counts up from -1",
        "A variable is -1 until it is set. Other rules begin the count again at 0, but until the first of "
        "them is used it is one less than what is counted. Mostly (set Var ...) is missing in (start ...).",
    ),
    "W0660": (
        "a slide of one step",
        "A slide ends on the first site for which the condition of `to` holds, and here it holds of every "
        "empty one, as in (to if:(not (is Friend (who at:(to))))). Sites that are empty are passed anyway; "
        "`to` says what may stand on the one behind them. Where one step is meant, (move Step ...) says so.",
    ),
}
