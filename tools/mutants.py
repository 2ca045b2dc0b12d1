"""Check whether the tests notice mistakes planted in the code: python -m tools.mutants [MODULE ...].

cosmic-ray (`pip install cosmic-ray`) lists the possible changes to a module. A seed draws a sample of them. Each change
of the sample is made in a copy of the checkout, one at a time, and the module's tests run there. The modules and their
tests are in docs/mutants.toml. With --since, the tests of an earlier commit try the changes that survived; the tool
prints those that the earlier tests noticed, and exits with 1 if there are any. With --runs, each change is tried by the
quick run first, then by the other tests. The tool prints the share of noticed changes that the quick run noticed, and
exits with 1 if that share is below 95 %.
"""

from __future__ import annotations

import argparse
import math
import os
import random
import re
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import tomlkit

ROOT = Path(__file__).parents[1]
PLAN = Path("docs") / "mutants.toml"
SLOW = 3.0  # a change counts as noticed if the tests take this many times their usual processor time
# Seconds of processor time that each run gets at least.
LEAST = 10.0
# Seconds of real time after which tests that hang are stopped.
PATIENCE = 900.0
# The exit status of pytest if a run has none of the named tests.
NO_TESTS = 5
# The share of all noticed changes that the quick run must notice.
SHARE = 0.95


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change to a module: an operator of cosmic-ray, and the number of the place it applies to."""

    operator: str
    arguments: Mapping[str, Any]
    occurrence: int
    line: int

    @property
    def name(self) -> str:
        """Return the change's name in the output."""
        given = "".join(f" {key}={value}" for key, value in sorted(self.arguments.items()))
        return f"{self.operator}{given} #{self.occurrence}"


def main(words: Sequence[str] | None = None, root: Path = ROOT) -> int:
    """Run for the repository `root`, as the command line `words` says.

    Returns 1 if earlier tests notice more, or the quick run notices too little.
    """
    parser = argparse.ArgumentParser(prog="python -m tools.mutants", description=__doc__)
    parser.add_argument("modules", nargs="*", metavar="MODULE", help="of docs/mutants.toml (all)")
    parser.add_argument("--tried", type=int, metavar="N", help="changes for each (as the file has it)")
    parser.add_argument("--seed", type=int, metavar="S", help="of the sample (as the file has it)")
    parser.add_argument("--since", metavar="COMMIT", help="try what survives with the tests of this commit")
    parser.add_argument("--runs", action="store_true", help="compare what the quick run notices with what all tests do")
    given = parser.parse_args(words)
    plan = tomlkit.parse((root / PLAN).read_text(encoding="utf-8")).unwrap()
    modules: dict[str, list[str]] = plan["modules"]
    for module in given.modules:
        if module not in modules:
            parser.error(f"{module} is not in {PLAN.name}")
    lost: list[str] = []
    noticed = {"quick": 0, "rest": 0}
    with tempfile.TemporaryDirectory() as folder:
        copy = checkout(root, Path(folder) / "now", "HEAD")
        earlier = None if given.since is None else checkout(root, Path(folder) / "since", given.since)
        unwanted = re.compile("|".join(plan["exclude"]))
        for module in given.modules or modules:
            every = [mutant for mutant in mutants(copy / module) if not unwanted.match(mutant.operator)]
            seed = plan["seed"] if given.seed is None else given.seed
            tried = min(plan["tried"] if given.tried is None else given.tried, len(every))
            print(f"{module}: {len(every)} in all", flush=True)
            sample = random.Random(seed).sample(every, tried)
            if given.runs:
                for tests in noticed:
                    found = examine(copy, module, [f"--{tests}", *modules[module]], sample)
                    noticed[tests] += len(found["killed"])
                    sample = found["survived"]
                    if not sample:
                        break
                continue
            survivors = examine(copy, module, modules[module], sample)["survived"]
            if survivors and earlier is not None:
                if not is_as_in(earlier, copy, module):
                    print(f"{module}: has changed since, and is not compared", flush=True)
                    continue
                left = examine(earlier, module, tests_in(earlier, module, plan), survivors)["survived"]
                lost += [f"{module}:{mutant.line}: {mutant.name}" for mutant in survivors if mutant not in left]
    if given.since is not None:
        print("\n".join(f"noticed in {given.since}: {line}" for line in lost) or "nothing is lost")
    if given.runs:
        print(f"the quick run notices {noticed['quick']} of {sum(noticed.values())}")
        return int(noticed["quick"] < SHARE * sum(noticed.values()))
    return int(bool(lost))


def checkout(root: Path, folder: Path, commit: str) -> Path:
    """Clone the repository `root` into `folder` at `commit`; return the folder."""
    subprocess.run(["git", "clone", "-q", "--no-checkout", str(root), str(folder)], check=True)
    subprocess.run(["git", "checkout", "-q", "--detach", commit], check=True, cwd=folder)
    return folder


def is_as_in(earlier: Path, copy: Path, module: str) -> bool:
    """Return whether a module is the same in both checkouts, so that the same changes apply."""
    return (earlier / module).exists() and (earlier / module).read_bytes() == (copy / module).read_bytes()


def tests_in(earlier: Path, module: str, plan: Mapping[str, Any]) -> list[str]:
    """Return a module's tests in the checkout `earlier`.

    They are the tests that the checkout's own plan names. If that plan does not name the module, they are the tests of
    the present `plan`, and the older files from which those tests were made. Files missing in `earlier` are left out.
    """
    path = earlier / PLAN
    its_plan = tomlkit.parse(path.read_text(encoding="utf-8")).unwrap() if path.exists() else {}
    if module in its_plan.get("modules", {}):
        return list(its_plan["modules"][module])
    paths = [path for test in plan["modules"][module] for path in (test, *plan["made_of"].get(test, ()))]
    return [path for path in dict.fromkeys(paths) if (earlier / path).exists()]


def examine(copy: Path, module: str, tests: Sequence[str], tried: Iterable[Mutant]) -> dict[str, list[Mutant]]:
    """Return the changes `tried`, sorted by the verdict of `tests`; print each survivor at once."""
    source = (copy / module).read_text(encoding="utf-8")
    began = processor_time()
    if run(copy, tests, None) != "survived":
        raise SystemExit(f"{module}: its tests fail without any change")
    limit = max(LEAST, SLOW * (processor_time() - began))
    found: dict[str, list[Mutant]] = {"killed": [], "survived": [], "invalid": []}
    for mutant in tried:
        said = verdict(copy, module, source, mutant, tests, limit)
        found[said].append(mutant)
        if said == "survived":
            print(f"{copy.name}: {module}:{mutant.line}: {mutant.name} survived", flush=True)
    (copy / module).write_text(source, encoding="utf-8")
    print(f"{copy.name}: {module}: {', '.join(f'{len(found[kind])} {kind}' for kind in found)}", flush=True)
    return found


def mutants(path: Path) -> Iterator[Mutant]:
    """Yield all changes that cosmic-ray knows for a file, in its order."""
    from cosmic_ray.commands import init
    from cosmic_ray.work_db import WorkDB, use_db

    with use_db(":memory:", WorkDB.Mode.create) as database:
        init([path], database, {})
        for item in database.work_items:
            (change,) = item.mutations
            yield Mutant(change.operator_name, change.operator_args, change.occurrence, change.start_pos[0])


def changed(source: str, mutant: Mutant) -> str:
    """Return a module's source with one change."""
    from cosmic_ray.mutating import mutate_code
    from cosmic_ray.plugins import get_operator

    return mutate_code(source, get_operator(mutant.operator)(**mutant.arguments), mutant.occurrence)


def verdict(copy: Path, module: str, source: str, mutant: Mutant, tests: Sequence[str], limit: float) -> str:
    """Return "killed", "survived" or "invalid" for a change."""
    try:
        text = changed(source, mutant)
        compile(text, module, "exec")
    # cosmic-ray raises AttributeError for some changes to `except*`.
    except (AttributeError, SyntaxError, TypeError, ValueError):
        return "invalid"
    (copy / module).write_text(text, encoding="utf-8")
    return run(copy, tests, limit)


def processor_time() -> float:
    """Return the processor seconds of all finished child processes."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def run(copy: Path, tests: Sequence[str], limit: float | None) -> str:
    """Return "killed" if a test fails or the tests take too much time, else "survived"."""
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-n", "0", *tests]
    if limit is not None:
        command = ["sh", "-c", f'ulimit -t {math.ceil(limit)}; exec "$0" "$@"', *command]
    try:
        done = subprocess.run(command, cwd=copy, env=environment, timeout=PATIENCE, capture_output=True)
    except subprocess.TimeoutExpired:
        return "killed"
    return "survived" if done.returncode in (0, NO_TESTS) else "killed"


if __name__ == "__main__":
    sys.exit(main())
