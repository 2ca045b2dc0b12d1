"""What it costs to compile kernels, and to load them once they are compiled."""

import os
import resource
import subprocess
import sys
from pathlib import Path


def loading_of(game: str) -> str:
    """Code that loads the kernels of a game, and compiles them first where that is needed."""
    return (
        "from game.agents.compiling import prepared_brain\n"
        f"from game.registry import find\nbrain = prepared_brain(find({game!r}))\n"
    )


def compiled_and_loaded(code: str, folder: Path) -> tuple[float, float, float]:
    """Seconds of processor time, Python's start included, of processes that run `code` with the empty `folder` for its
    kernels: the first, the second, and one that imports numba alone."""
    environment = {**os.environ, "KISSATEN_KERNELS": str(folder)}
    figures = []
    for script in (code, code, "import numba"):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-c", script], check=True, env=environment, cwd=Path(__file__).parents[2])
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        figures.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    first, second, numba = figures
    print(f"\ncompiling {first:.1f} s, loading {second:.1f} s, numba alone {numba:.1f} s (processor time)")
    return first, second, numba
