"""The words of Ludii's language: every head, and the words that may follow it to select a variant.

Names only, taken from Ludii's published grammar. They tell a misspelling from something that Ludii has and
this language does not have.
"""

from __future__ import annotations

_PLAIN = """
!= % * + - / < <= = > >= ^ abs add addScore ahead allCombinations amount and append apply array
arrayValue attract automove avoidStoredState bet between board brick byScore celtic centrePoint claim
clip column complete component concentric coord cos cost countSizeBiggestGroup counter custodial deck
dice die difference directional do domino dominoes dual edge enclose end equipment exact exp expand face
firstMoveOnTrack flip flips from fromTo game games graph gravity hand handSite hex hint hints hole hop
id if intersect intersection intervene keep layer layers leap level log log10 makeFaces mancalaBoard map
mapEntry match matchScore merge meta min moveAgain mover next nextPhase not note or pair pass path
pathExtent payoff payoffs phase piece pips play playCard player poly pot prev priority promote propose
push quadhex random range recoordinate rectangle region regionSite regions remove renumber repeat result
results roll rotate rotation rotations row rules satisfy scale score select seq shift shoot sin site
skew slide sow spiral splitCrossings sqrt square start state step subdivide subgame surakartaBoard
surround tan team then tile to toBool toFloat toInt topLevel track tri trigger trim union var vote wedge
what while who xor
"""

_WITH_VARIANTS = """
all: DiceEqual DiceUsed Different Groups Passed Sites Values
boardless: Hexagonal Square Triangular
can: Move
card: Ace Eight Five Four Jack Joker King Nine Queen Rank Seven Six Suit Ten Three TrumpRank TrumpSuit
    TrumpValue Two
count: Active Adjacent Cells Columns Diagonal Edges Groups LegalMoves Liberties Moves MovesThisTurn
    Neighbours Off Orthogonal Phases Pieces Pips Players Rows Sites SitesPlatformBelow SizeBiggestGroup
    SizeBiggestLine Stack Steps StepsOnTrack Trials Turns Value Vertices
deal: Cards Dominoes
directions: Random
forAll: Cell Edge Hint Vertex
forEach: Die Direction Group Level Piece Player Site Team Value
forget: Value
is: Active Acute AnyDie Blocked CaterpillarTree Connected Count Crossing Cycle Decided Empty Enemy Even
    Flat Friend Full Hidden In LastFrom LastTo Line Loop Mover Next Obtuse Occupied Odd Path Pattern
    Pending PipsMatch Prev Proposed Reflex RegularGraph Related Repeat Right SidesMatch Solved
    SpanningTree Sum Target Threatened Tree TreeCentre Triggered Unique Visited Within
last: Between From LevelFrom LevelTo To
max: Captures Distance Moves
mode: Alternating Simulation Simultaneous
move: Add Bet Claim Hop Leap Pass PlayCard Promote Propose Remove Select Set Shoot Slide Step Swap Vote
no: Moves Pieces Repeat Suicide
noStackOn: Fallen
passEnd: Draw NoEnd
pin: SupportMultiple
place: Random Stack
players: All Ally Enemy Friend NonMover Team1 Team10 Team11 Team12 Team13 Team14 Team15 Team16 Team2
    Team3 Team4 Team5 Team6 Team7 Team8 Team9
regular: Brick Celtic Circle Concentric Dual Hexagonal HexagonalPyramidal Mesh Morris NoBasis QuadHex
    Spiral Square SquarePyramidal T31212 T333333_33434 T33336 T33344 T33434 T3464 T3636 T4612 T488
    Triangular
remember: State Value
set: Amount Cost Count Counter Hidden NextPlayer Pending Phase Pot RememberValue Rotation Score State
    Team TrumpSuit Value Var
sites: Angled Around Axial Between Board Bottom Cell Centre Column ConcaveCorners ConvexCorners Corners
    Crossing Direction Distance Edge Empty From Group Hand Hidden Hint Horizontal Incident Inner
    LargePiece LastFrom LastTo Layer Left LineOfPlay LineOfSight Loop Major Minor Occupied Outer Pattern
    Pending Perimeter Phase Playable Random Right Row Side Slash Slosh Start State To ToClear Top Track
    Vertical Winning
size: Array Group LargePiece Stack Territory
sizes: Group
split: Deck
swap: Pieces Players
take: Control Domino
tiling: T31212 T333333_33434 T33336 T33344 T33434 T3464 T3636 T4612 T488
trackSite: EndSite FirstSite Move
value: MoveLimit Pending Piece Player Random TurnLimit
values: Remembered
was: Pass
where: Level
"""


def _read() -> dict[str, frozenset[str]]:
    heads: dict[str, frozenset[str]] = {head: frozenset() for head in _PLAIN.split()}
    for line in _WITH_VARIANTS.replace("\n    ", " ").strip().splitlines():
        head, _, words = line.partition(": ")
        heads[head] = frozenset(words.split())
    return heads


#: Head word → the words that may select its variant.
KNOWN: dict[str, frozenset[str]] = _read()


def ludii_has(head: str, variant: str | None = None) -> bool:
    """Whether Ludii has a ludeme of this name, or this variant of it."""
    return head in KNOWN if variant is None else variant in KNOWN.get(head, ())
