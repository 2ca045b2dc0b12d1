"""Run the tests on a machine under stress, and print what failed: python -m tools.stress_tests.

Files and their tests run in random order. Options add stress: busy processes beside the tests (--busy 4), several
pytest processes (--processes 8), a slow disk (--disk-ms 200), an empty cache (--fresh). Further arguments go to pytest.
--slowest 10 runs the 10 slowest files of the previous run.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).parents[1]
REPORT = Path(".pytest_cache") / "stress.xml"  # report of the latest run
CACHE = ROOT / ".pytest_cache"
BUSY = "while True: pass"


def main() -> int:
    """Run as the command line says; return 1 if a test failed."""
    parser = argparse.ArgumentParser(prog="python -m tools.stress_tests", description=__doc__)
    parser.add_argument("--busy", type=int, default=0, metavar="N", help="processes beside it that never rest (0)")
    parser.add_argument("--runs", type=int, default=1, metavar="N", help="each in another order (1)")
    parser.add_argument("--seed", type=int, metavar="S", help="of the first order (by chance)")
    parser.add_argument("--processes", default="auto", metavar="N", help="of pytest, 0 for its own (auto)")
    parser.add_argument("--disk-ms", type=float, default=0.0, metavar="N", help="by which each commit is late (0)")
    parser.add_argument("--fresh", action="store_true", help="with an empty cache of pytest, kernels and pictures")
    parser.add_argument("--slowest", type=int, metavar="N", help="only the N slowest files of the run before")
    given, more = parser.parse_known_args()
    if given.slowest is not None:
        more += slowest_files(ROOT / REPORT, given.slowest)
    first = random.randrange(10_000) if given.seed is None else given.seed
    failed = False
    with busy(given.busy), cache(given.fresh):
        for seed in range(first, first + given.runs):
            began = time.monotonic()
            status = run(seed, given.processes, given.disk_ms, more)
            failures = failed_tests(ROOT / REPORT)
            print(
                f"order {seed}: status {status}, {len(failures)} failed, {time.monotonic() - began:.0f} s", flush=True
            )
            print("\n".join(f"  {test}" for test in failures))
            failed = failed or status != 0
    return int(failed)


def run(seed: int, processes: str, disk_ms: float, more: Sequence[str]) -> int:
    """Run the tests once; return pytest's status."""
    command = [sys.executable, "-m", "pytest", "-p", "tests.stress", f"--shuffle={seed}", f"--disk-ms={disk_ms}"]
    report = ROOT / REPORT
    report.unlink(missing_ok=True)
    return subprocess.run([*command, "-n", processes, f"--junit-xml={report}", *more], cwd=ROOT).returncode


def failed_tests(report: Path) -> list[str]:
    """Return the tests that failed or could not run."""
    if not report.exists():
        return ["no report: pytest did not come to its end"]
    cases = ElementTree.parse(report).iter("testcase")
    return [
        f"{case.get('classname')}::{case.get('name')}"
        for case in cases
        if case.find("failure") is not None or case.find("error") is not None
    ]


def slowest_files(report: Path, count: int) -> list[str]:
    """Return the `count` slowest files of the previous run."""
    if not report.exists():
        raise SystemExit(f"{report}: there is no earlier run; run all the tests first")
    seconds: Counter[str] = Counter()
    for case in ElementTree.parse(report).iter("testcase"):
        file = _file_of(case.get("classname", ""))
        if file is not None:
            seconds[file] += float(case.get("time", 0.0))  # type: ignore[assignment]  # a Counter of floats
    return [file for file, _ in seconds.most_common(count)]


def _file_of(classname: str) -> str | None:
    """Return the file of a name like "tests.scenes.house.test_menu.TestTiles"."""
    parts = classname.split(".")
    for end in range(len(parts), 0, -1):
        file = Path(*parts[:end]).with_suffix(".py")
        if (ROOT / file).is_file():
            return str(file)
    return None


@contextmanager
def busy(count: int) -> Iterator[None]:
    """Keep `count` processes busy."""
    loops = [subprocess.Popen([sys.executable, "-c", BUSY]) for _ in range(count)]
    try:
        yield
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


@contextmanager
def cache(fresh: bool) -> Iterator[None]:
    """With `fresh`, use an empty cache; put the old one back afterwards."""
    if not fresh or not CACHE.exists():
        yield
        return
    with tempfile.TemporaryDirectory(dir=ROOT, prefix=".pytest_cache-") as aside:
        kept = shutil.move(CACHE, Path(aside) / CACHE.name)
        try:
            yield
        finally:
            report = (ROOT / REPORT).read_bytes() if (ROOT / REPORT).exists() else None
            shutil.rmtree(CACHE, ignore_errors=True)
            shutil.move(kept, CACHE)
            if report is not None:
                (ROOT / REPORT).write_bytes(report)


if __name__ == "__main__":
    os.environ.pop("PYTEST_ADDOPTS", None)
    sys.exit(main())
