"""English: the rules of a game as sentences (natural language generation from the bound ludemes)."""

from gdl.english.document import rulebook as rulebook
from gdl.english.values import Picture as Picture
from gdl.english.values import Point as Point
from gdl.english.values import Rulebook as Rulebook
from gdl.english.values import Section as Section
