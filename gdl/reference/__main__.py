"""`python -m gdl.reference > docs/reference.md`."""

import sys

from gdl.reference.page import reference

if __name__ == "__main__":
    sys.stdout.write(reference())
