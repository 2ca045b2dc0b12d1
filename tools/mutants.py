"""Try whether the tests notice changes to the code: python -m tools.mutants [MODULE ...].

cosmic-ray (`pip install cosmic-ray`) lists what can be changed in a module. A sample of that, drawn by a seed, is made
one change at a time in a copy of the checkout, and the module's tests run there. docs/mutants.toml names modules and
tests. With --json the verdicts are kept, and with --before they are compared with those of an earlier run.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import tomlkit

ROOT = Path(__file__).parents[1]
PLAN = ROOT / "docs" / "mutants.toml"
SLOW = 3.0  # times as long as the tests usually take, after which a change counts as noticed
LEAST = 20.0  # seconds that they have in any case


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change to a module: an operator of cosmic-ray, and which of the places where it applies."""

    operator: str
    arguments: Mapping[str, Any]
    occurrence: int
    line: int

    @property
    def name(self) -> str:
        """What a later run knows it by."""
        given = "".join(f" {key}={value}" for key, value in sorted(self.arguments.items()))
        return f"{self.operator}{given} #{self.occurrence}"


def main() -> int:
    """Run as the command line says; 1 where a change that was noticed before is not any more."""
    parser = argparse.ArgumentParser(prog="python -m tools.mutants", description=__doc__)
    parser.add_argument("modules", nargs="*", metavar="MODULE", help="of docs/mutants.toml (all)")
    parser.add_argument("--tried", type=int, metavar="N", help="changes for each (as the file has it)")
    parser.add_argument("--seed", type=int, metavar="S", help="of the sample (as the file has it)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="keep the verdicts in")
    parser.add_argument("--before", type=Path, metavar="FILE", help="verdicts of an earlier run")
    given = parser.parse_args()
    plan = tomlkit.parse(PLAN.read_text(encoding="utf-8")).unwrap()
    modules: dict[str, list[str]] = plan["modules"]
    for module in given.modules:
        if module not in modules:
            parser.error(f"{module} is not in {PLAN.name}")
    seed = plan["seed"] if given.seed is None else given.seed
    verdicts: dict[str, dict[str, str]] = {}
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "checkout"
        subprocess.run(["git", "clone", "-q", str(ROOT), str(copy)], check=True)
        for module in given.modules or modules:
            tried = plan["tried"] if given.tried is None else given.tried
            verdicts[module] = examine(copy, module, modules[module], plan["exclude"], tried, seed)
            if given.json is not None:
                given.json.write_text(json.dumps(verdicts, indent=1))
    return int(given.before is not None and lost(json.loads(given.before.read_text()), verdicts))


def examine(
    copy: Path, module: str, tests: Sequence[str], exclude: Sequence[str], tried: int, seed: int
) -> dict[str, str]:
    """The verdict on each change of the sample: "killed", "survived" or "invalid"; told as they come."""
    source = (copy / module).read_text(encoding="utf-8")
    unwanted = re.compile("|".join(exclude))
    every = [mutant for mutant in mutants(copy / module) if not unwanted.match(mutant.operator)]
    sample = random.Random(seed).sample(every, min(tried, len(every)))
    began = time.monotonic()
    if run(copy, tests, None) != "survived":
        raise SystemExit(f"{module}: its tests fail without any change")
    limit = max(LEAST, SLOW * (time.monotonic() - began))
    found = {}
    for mutant in sample:
        found[mutant.name] = verdict(copy, module, source, mutant, tests, limit)
        if found[mutant.name] == "survived":
            print(f"{module}:{mutant.line}: {mutant.name} survived", flush=True)
    (copy / module).write_text(source, encoding="utf-8")
    counts = {kind: list(found.values()).count(kind) for kind in ("killed", "survived", "invalid")}
    print(f"{module}: {len(every)} in all, " + ", ".join(f"{counts[kind]} {kind}" for kind in counts), flush=True)
    return found


def mutants(path: Path) -> Iterator[Mutant]:
    """All that cosmic-ray would change in a file, in its order."""
    from cosmic_ray.commands import init
    from cosmic_ray.work_db import WorkDB, use_db

    with use_db(":memory:", WorkDB.Mode.create) as database:
        init([path], database, {})
        for item in database.work_items:
            (change,) = item.mutations
            yield Mutant(change.operator_name, change.operator_args, change.occurrence, change.start_pos[0])


def verdict(copy: Path, module: str, source: str, mutant: Mutant, tests: Sequence[str], limit: float) -> str:
    """What the tests say of a change."""
    from cosmic_ray.mutating import mutate_code
    from cosmic_ray.plugins import get_operator

    operator = get_operator(mutant.operator)(**mutant.arguments)
    changed = mutate_code(source, operator, mutant.occurrence)
    try:
        compile(changed, module, "exec")
    except (SyntaxError, TypeError, ValueError):
        return "invalid"
    (copy / module).write_text(changed, encoding="utf-8")
    return run(copy, tests, limit)


def run(copy: Path, tests: Sequence[str], limit: float | None) -> str:
    """Whether the tests notice: "killed" where one fails or they take too long, else "survived"."""
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-n", "0", "-p", "no:cacheprovider", *tests]
    try:
        done = subprocess.run(command, cwd=copy, env=environment, timeout=limit, capture_output=True)
    except subprocess.TimeoutExpired:
        return "killed"
    return "survived" if done.returncode == 0 else "killed"


def lost(before: Mapping[str, Mapping[str, str]], after: Mapping[str, Mapping[str, str]]) -> bool:
    """Whether a change that was noticed before survives now; each is told."""
    gone = [
        f"{module}: {name}"
        for module, verdicts in after.items()
        for name, found in verdicts.items()
        if found == "survived" and before.get(module, {}).get(name) == "killed"
    ]
    print("\n".join(f"no more noticed: {line}" for line in gone) or "nothing is lost")
    return bool(gone)


if __name__ == "__main__":
    sys.exit(main())
