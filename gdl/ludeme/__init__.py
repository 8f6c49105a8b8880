"""What a ludeme is: its base class, the kinds of arguments, the registry. Plug-ins declare with these."""

from gdl.ludeme.arguments import PieceArgument as PieceArgument
from gdl.ludeme.arguments import PlayerArgument as PlayerArgument
from gdl.ludeme.arguments import Then as Then
from gdl.ludeme.base import Ludeme as Ludeme
from gdl.ludeme.base import arg as arg
from gdl.ludeme.base import named as named
from gdl.ludeme.categories import BoolExpr as BoolExpr
from gdl.ludeme.categories import Dim as Dim
from gdl.ludeme.categories import Direction as Direction
from gdl.ludeme.categories import EndRule as EndRule
from gdl.ludeme.categories import FloatExpr as FloatExpr
from gdl.ludeme.categories import Graph as Graph
from gdl.ludeme.categories import Handling as Handling
from gdl.ludeme.categories import IntExpr as IntExpr
from gdl.ludeme.categories import Ints as Ints
from gdl.ludeme.categories import Item as Item
from gdl.ludeme.categories import MetaRule as MetaRule
from gdl.ludeme.categories import Moves as Moves
from gdl.ludeme.categories import Region as Region
from gdl.ludeme.categories import Result as Result
from gdl.ludeme.categories import StartRule as StartRule
from gdl.ludeme.kinds import Needs as Needs
from gdl.ludeme.registry import literal as literal
from gdl.ludeme.registry import ludeme as ludeme
