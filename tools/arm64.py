"""Try the program on 64-bit Arm, emulated on this machine: python -m tools.arm64 (as root).

Needs `apt-get install qemu-user-static debootstrap`. It installs Debian for arm64 in --folder and keeps it for the next
run. It copies all tracked files into that folder, installs by the README's command, and runs each step. The steps in
COMPARED also run on this machine, and both must print the same text: the same seeds give the same games and puzzles
everywhere. At the end it prints a table, and exits with 1 if a step failed.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDER = Path("/var/tmp/kissaten-arm64")
# The place of the checkout in the folder.
PLACE = "/kissaten"
PACKAGES = "ca-certificates,git,python3,python3-venv"
PLATFORM_FILE = Path("/usr/lib/binfmt.d/qemu-aarch64.conf")
PLATFORMS = Path("/proc/sys/fs/binfmt_misc")
SETTINGS_OF_PIP = (Path("/etc/pip.conf"), Path("/etc/ssl/certs/ca-certificates.crt"))
SCENES = "tests/scenes/test_walk.py tests/golden -m 'long or not long' -k wide-en-100"
COMPARED = {
    **{
        f"game of {game}": f"main.py tournament {game} --seats {seats} --games 2 --seed 7 --jobs 1 {limit} "
        "--jsonl /tmp/arm64-$$.jsonl >&2 && cat /tmp/arm64-$$.jsonl && rm /tmp/arm64-$$.jsonl"
        for game, seats, limit in (
            ("star", "ai:5,ai:2", ""),
            ("coffee", "ai:5,ai:3", "--nodes 300"),
            ("quoridor", "ai:5,ai:3", "--nodes 300"),
            ("robots", "ai:3,ai:1", ""),
        )
    },
    "puzzles of a day": "main.py puzzle --date 2026-11-28 --solution --json",
}
ALONE = {
    "doctor": "main.py doctor",
    "pinned games": "-m tools.playthrough --check",
    "a frame of each scene": f"-m pytest {SCENES}",
    "quick tests": "-m pytest",
}


def main() -> int:
    """Run the steps; return 1 if one failed."""
    parser = argparse.ArgumentParser(prog="python -m tools.arm64", description=__doc__)
    parser.add_argument("--folder", type=Path, default=FOLDER, help=f"of the Debian ({FOLDER})")
    parser.add_argument("--suite", default="bookworm", help="of Debian (bookworm)")
    parser.add_argument("--only", metavar="STEP", action="append", help="this step alone; can be given several times")
    given = parser.parse_args()
    table = []
    with debian(given.folder, given.suite):
        for name, command in {"install": install_command(), **COMPARED, **ALONE}.items():
            if given.only and name not in given.only:
                continue
            began = time.monotonic()
            verdict = step(given.folder, name, command)
            table.append(f"{name:24} {time.monotonic() - began:6.0f} s  {verdict}")
            print(table[-1], flush=True)
    print("", *table, sep="\n")
    return int(any(not line.endswith(("ok", "same")) for line in table))


def step(folder: Path, name: str, command: str) -> str:
    """Run one step in `folder`; return "ok", "same" (as here) or what is wrong."""
    python = "" if name == "install" else ".venv/bin/python "
    environment = "env HOME=/root LANG=C.UTF-8 PATH=/usr/local/bin:/usr/bin:/bin"
    there = subprocess.run(
        ["chroot", folder, "bash", "-c", f"cd {PLACE} && {environment} {python}{command}"],
        capture_output=True,
        text=True,
    )
    if there.returncode and name != "doctor":
        return f"failed with status {there.returncode}: {(there.stdout + there.stderr)[-2000:]}"
    if name not in COMPARED:
        print(there.stdout[-3000:], flush=True)
        return "ok"
    here = subprocess.run(["bash", "-c", f"{sys.executable} {command}"], cwd=ROOT, capture_output=True, text=True)
    if here.returncode:
        return f"failed here with status {here.returncode}: {here.stderr[-2000:]}"
    return compare(here.stdout, there.stdout)


def compare(here: str, there: str) -> str:
    """Return "same", or the first lines that differ."""
    ours, theirs = records(here), records(there)
    differing = next((pair for pair in zip(ours, theirs, strict=False) if pair[0] != pair[1]), None)
    if differing is not None:
        return "differs:\n  here  {}\n  there {}".format(*(line[:2000] for line in differing))
    return "same" if ours and len(ours) == len(theirs) else f"differs: {len(ours)} lines here, {len(theirs)} there"


def records(text: str) -> list[str]:
    """Return each game and puzzle in `text` as a line, without the time it took; if there are none, all lines."""
    found = [json.loads(line) for line in text.splitlines() if line.startswith("{")]
    for record in found:
        record.pop("tournament", None)
    return [json.dumps(record) for record in found] or text.splitlines()


def install_command() -> str:
    """Return the README's command that installs and tests, without the part that tests."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    found = re.search(r"^ +(python3 -m venv .*?) && \S+ -m pytest$", readme, re.MULTILINE)
    if found is None:
        raise SystemExit("README.md has no line 'python3 -m venv ... -m pytest'")
    return found[1]


@contextmanager
def debian(folder: Path, suite: str) -> Iterator[None]:
    """Install Debian if it is missing, copy the checkout into it, and mount what programs need."""
    register_platform()
    if not (folder / "usr/bin/python3").exists():
        run("debootstrap", "--arch=arm64", "--variant=minbase", f"--include={PACKAGES}", suite, folder)
    for source in (*SETTINGS_OF_PIP, Path("/etc/resolv.conf")):
        if source.exists():
            target = folder / source.relative_to("/")
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(source.read_bytes())
    (folder / PLACE.lstrip("/")).mkdir(exist_ok=True)
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True).stdout
    packed = subprocess.run(["tar", "-c", "--null", "-T", "-"], cwd=ROOT, input=listed, check=True, capture_output=True)
    subprocess.run(["tar", "-x", "-C", folder / PLACE.lstrip("/")], input=packed.stdout, check=True)
    mounts = {"proc": ("proc",), "dev/shm": ("tmpfs",), "dev/pts": ("devpts", "-o", "newinstance,ptmxmode=0666")}
    try:
        for place, (kind, *options) in mounts.items():
            (folder / place).mkdir(parents=True, exist_ok=True)
            run("mount", "-t", kind, *options, kind, folder / place)
        yield
    finally:
        for place in mounts:
            subprocess.run(["umount", "-l", folder / place], check=False)


def register_platform() -> None:
    """Let the kernel run programs for arm64 with qemu, if it cannot yet."""
    if not (PLATFORMS / "register").exists():
        run("mount", "-t", "binfmt_misc", "binfmt_misc", PLATFORMS)
    if not (PLATFORMS / "qemu-aarch64").exists():
        (PLATFORMS / "register").write_bytes(PLATFORM_FILE.read_bytes().strip())


def run(*command: str | Path) -> None:
    """Run `command`. Raises SystemExit with its last lines if it fails."""
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{command[0]}: {(done.stdout + done.stderr)[-2000:]}")


if __name__ == "__main__":
    raise SystemExit(main())
