"""A linked procedure that tells whether a piece stands on a site, whatever fields carry the pieces."""

from __future__ import annotations

from gdl.core import make as k
from gdl.core.ops import BOOL, INT, Param, Proc, Return
from gdl.passes.linker import LinkUnit

#: What the procedure is called in programs that have it.
OCCUPIED = "is_occupied"

_SITE = k.var("site_", INT)
#: For `link`, once all passes are done.
OCCUPANCY = LinkUnit(
    (Proc(OCCUPIED, (Param("site_", INT),), (Return(k.has(k.OCCUPIED, _SITE)),), BOOL),),
    (OCCUPIED,),
    f"{OCCUPIED}_",
)
