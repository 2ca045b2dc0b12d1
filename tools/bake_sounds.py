"""python tools/bake_sounds.py [--only NAME] [--check]: remake assets/sounds, or compare with it."""

from __future__ import annotations

import sys

from sounds.cli import main

if __name__ == "__main__":
    sys.exit(main())
