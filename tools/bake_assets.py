"""python tools/bake_assets.py [--only NAME] [--check]: remake assets/textures, or compare with it."""

from __future__ import annotations

import sys

from bake.cli import main  # type: ignore[import-not-found]  # beside this file, as Python finds it

if __name__ == "__main__":
    sys.exit(main())
