"""Third-party parts of this program, for the About page and the download."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import NamedTuple

from game.platforms.program import ROOT, is_bundle

LIST = "THIRD_PARTY.md"
"""The file beside a bundle's program that lists these parts, with the texts of their licences."""
REQUIREMENTS = "requirements.txt"
# The most characters of a licence's name. Some packages give the whole text instead of a name.
LONGEST = 60
_ROW = re.compile(r"\| (.+?) \| (.+?) \| (.*?) \|")
_NAME = re.compile(r"[A-Za-z0-9._-]+")


class ThirdParty(NamedTuple):
    """A third-party part: its name and version, its licence in a word, and its address."""

    name: str
    licence: str
    home: str


def parts(root: Path = ROOT) -> list[ThirdParty]:
    """Return the parts of the bundle with the folder `root`, or the required packages of a clone.

    If they cannot be read, the answer is [].
    """
    try:
        if is_bundle():
            text = (root.parent / LIST).read_text("utf-8").partition("\n## ")[0]
            rows = [ThirdParty(*found) for found in _ROW.findall(text)]
            return [row for row in rows if row.name != "part" and not row.name.startswith("---")]
        return sorted(read_requirements(), key=lambda part: part.name.lower())
    except (OSError, ValueError):
        return []


def read_requirements() -> Iterator[ThirdParty]:
    """Yield the packages of requirements.txt, as they are installed. Raises OSError."""
    for line in (ROOT / REQUIREMENTS).read_text("utf-8").splitlines():
        name = _NAME.match(line)
        if name is not None:
            try:
                found = metadata.distribution(name[0])
            except metadata.PackageNotFoundError:
                continue
            yield ThirdParty(f"{name[0]} {found.version}", licence(found), home(found))


def licence(found: metadata.Distribution) -> str:
    """Return a package's licence in a word; "" if it is unknown."""
    data = found.metadata
    for name in ("License-Expression", "License"):
        if name in data and len(text := data[name]) < LONGEST and "\n" not in text:
            return text
    kinds = [line.rpartition(" :: ")[2] for line in data.get_all("Classifier") or () if line.startswith("License ::")]
    return ", ".join(kinds)


def home(found: metadata.Distribution) -> str:
    """Return a package's address; "" if it is unknown."""
    data = found.metadata
    links = [line.partition(",")[2].strip() for line in data.get_all("Project-URL") or ()]
    return data["Home-page"] if "Home-page" in data else next(iter(links), "")
