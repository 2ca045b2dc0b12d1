"""python -m lab.sounds [--only NAME] [--check] [--measure]: remake the sounds, compare with them, or measure them."""

from __future__ import annotations

import sys

from lab.sounds.cli import main

if __name__ == "__main__":
    sys.exit(main())
