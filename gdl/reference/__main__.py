"""`python -m gdl.reference > docs/reference.md`."""

import sys

from gdl.reference.page import reference

sys.stdout.write(reference())
