"""The rules of a game in English, ready to be read: as text, Markdown or HTML."""

from interpreter.rulebook.formats import FORMATS as FORMATS
from interpreter.rulebook.formats import html_sections as html_sections
from interpreter.rulebook.formats import rendered as rendered
from interpreter.rulebook.formats import rules as rules
