"""Compiles the kernels of brains.

Without a window, kernels are compiled before play. At a table, AIs play with uncompiled kernels until background
processes have compiled the kernels.

A brain with kernels is `Compiled`; other brains are ready at once. A game's solver uses the same kernels as its brain.
"""

from __future__ import annotations

import logging
import sys
import time
from collections.abc import Callable, Iterable, MutableSequence
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TextIO

from game.agents import kernels
from game.agents.agent import Brain, Compiled, PuzzleSolver
from game.agents.kernel_folder import (
    LEVEL,
    KernelFolder,
    alone,
    discard,
    is_begun,
    is_intact,
    keep,
    kernel_place,
    use_place,
)
from game.core.spec import GameSpec
from game.platforms.machine import held_memory, lower_priority
from game.registry import GAMES, load_brain, load_solver

COMPILED = 10
"""Exit status: kernels were compiled."""
WEAKER = 11
"""Exit status: compiling is impossible, so levels play uncompiled and are weaker."""
UNFINISHED = 12
"""Exit status: a part of the kernels was compiled and stored; another process has to do the rest."""
MOST_MEMORY = 190
"""MB of memory that a background process may hold. Above that, it leaves the remaining kernels to another process.

A compiler keeps in memory what it has made, until its process ends. numba itself holds 145 MB.
"""


_brains: dict[str, Brain] = {}  # by the class's name, `GameSpec.brain`
_solvers: dict[str, PuzzleSolver] = {}
_prepared: set[str] = set()  # the names of the solvers with compiled kernels
_log = logging.getLogger(__name__)


def prepared_brain(spec: GameSpec) -> Brain:
    """Return the game's brain, one for each process, with all kernels compiled. Progress goes to standard error."""
    if spec.brain not in _brains:
        if not is_intact(package_of(spec)):
            kernels.try_first()
        brain = load_brain(spec)
        prepare_kernels(spec, brain, tell=sys.stderr)
        _brains[spec.brain] = brain
    return _brains[spec.brain]


def solver_of(spec: GameSpec) -> PuzzleSolver:
    """Return the game's solver, one for each process. If its kernels are not compiled, `solve` is slow."""
    if spec.study.solver not in _solvers:
        _solvers[spec.study.solver] = load_solver(spec)
    return _solvers[spec.study.solver]


def prepared_solver(spec: GameSpec) -> PuzzleSolver:
    """Return the game's solver with all kernels compiled. Progress goes to standard error."""
    if spec.study.solver not in _prepared and not is_intact(package_of(spec)):
        kernels.try_first()
    solver = solver_of(spec)
    if spec.study.solver not in _prepared:
        prepare_kernels(spec, solver, tell=sys.stderr)
        _prepared.add(spec.study.solver)
    return solver


def brain_at_hand(spec: GameSpec) -> Brain:
    """Return the game's brain, one for each process, without waiting for the compiler.

    The brain is compiled only if its kernels are stored.
    """
    if spec.brain not in _brains and not is_intact(package_of(spec)):
        with kernels.uncompiled():
            _brains[spec.brain] = load_brain(spec)
    return prepared_brain(spec)


def prepare_kernels(
    spec: GameSpec, user: Brain | PuzzleSolver, tell: TextIO | None = None, stored: Callable[[], object] = bool
) -> bool:
    """Compile or load the kernels that `user` calls. Returns whether new ones were stored, by this process or another.

    A line about the compiling goes to `tell`. `stored` is called each time a kernel has been stored.
    """
    if not isinstance(user, Compiled):
        return False
    if trouble := kernels.trouble():
        if tell:
            print(f"{spec.id}: the search runs uncompiled, and is weaker ({trouble})", file=tell, flush=True)
        return False
    package = package_of(spec)
    if is_intact(package):
        user.prepare()
        return False
    if tell:
        trouble = kernel_place().trouble
        how = f"for this run alone ({trouble})" if trouble else "once on this machine"
        print(f"{spec.id}: compiling the search, {how}", file=tell, flush=True)
    started = time.perf_counter()
    with alone(package):
        if is_intact(package):  # another process has compiled them in the meantime
            user.prepare()
            return True
        if not is_begun(package):
            discard(package)
        with kernels.keeping(stored) as unkept:
            user.prepare()
        if unkept:
            _log.warning("the kernels of %s cannot be kept: %s", package.name, unkept[0])
            discard(package)
        else:
            keep(package)
    _log.info("compiled the kernels of %s in %.1f s", spec.id, time.perf_counter() - started)
    return not unkept


def compile_games(
    find: Callable[[str], GameSpec], ids: Iterable[str], progress: MutableSequence[int] | None = None
) -> None:
    """Compile the missing kernels of the games `ids`, as the only task of a background process.

    The process exits with COMPILED if it stored new kernels, and with UNFINISHED if another process has to do the rest.
    If no kernels can be compiled or stored here, it logs the reason and exits with WEAKER. `progress` gets the number
    of finished games and the number of all games.
    """
    lower_priority()
    specs = [find(game) for game in ids]
    missing = [spec for spec in specs if not is_intact(package_of(spec))]
    if not missing and not kernels.is_switched_off():
        return  # without importing numba
    kernels.try_first()
    if trouble := kernels.trouble() or kernel_place().trouble:
        _log.warning("searches run uncompiled, and are weaker: %s", trouble)
        sys.exit(WEAKER)
    compiled = []
    for done, spec in enumerate(missing):
        if progress is not None:
            games = progress[1] or len(missing)  # a later process keeps the number that the first one set
            progress[:] = [games - len(missing) + done, games]
        brain, package = load_brain(spec), package_of(spec)
        compiled.append(prepare_kernels(spec, brain, stored=partial(_leave_if_large, package)))
        if not isinstance(brain, Compiled):
            keep(package)  # tells the next start that there is nothing to compile
    if any(compiled):
        sys.exit(COMPILED)


def _leave_if_large(package: Path) -> None:
    """End this process if it holds much memory; what it has compiled of `package` is kept for the next process."""
    if (held_memory() or 0) > MOST_MEMORY:
        keep(package, is_part=True)
        sys.exit(UNFINISHED)


def compile_into(folder: Path) -> None:
    """Compile the kernels of all games into `folder`, for processors of LEVEL. Progress goes to standard error."""
    use_place(KernelFolder(folder, processor=LEVEL))
    for spec in GAMES.values():
        prepare_kernels(spec, load_brain(spec), tell=sys.stderr)


def package_of(spec: GameSpec) -> Path:
    """Return the folder with the source of a game's brain and kernels. Raises ModuleNotFoundError."""
    module = find_spec(spec.brain.partition(":")[0])
    if module is None or module.origin is None:
        raise ModuleNotFoundError(f"there is no module for {spec.brain!r}")
    return Path(module.origin).parent
