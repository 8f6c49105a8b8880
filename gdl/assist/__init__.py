"""What editors ask of a text that is being written, as values: no protocol, no files of its own.

A text is a `Document`, texts that include each other are a `Project`, and what is named in them are its
`Names`. Each function takes these and an offset, and returns frozen values, whose spans are in the documents'
sources.
"""

from gdl.assist.checking import check
from gdl.assist.colours import colours
from gdl.assist.completion import complete
from gdl.assist.hints import games, hints
from gdl.assist.hover import hover, signature_help
from gdl.assist.layout import format_all, format_range
from gdl.assist.names import Names, names_of
from gdl.assist.navigation import RenameError, definitions, references, renamable, rename
from gdl.assist.outline import folds, outline
from gdl.assist.project import Files, Project, project_of
from gdl.assist.tree import Document

__all__ = [
    "Document",
    "Files",
    "Names",
    "Project",
    "RenameError",
    "check",
    "colours",
    "complete",
    "definitions",
    "folds",
    "format_all",
    "format_range",
    "games",
    "hints",
    "hover",
    "names_of",
    "outline",
    "project_of",
    "references",
    "renamable",
    "rename",
    "signature_help",
]
