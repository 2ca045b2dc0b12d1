"""python -m lab.art [--only NAME] [--check]: remake the textures and computed drawings, or compare with them."""

from __future__ import annotations

import sys

from lab.art.cli import main

if __name__ == "__main__":
    sys.exit(main())
