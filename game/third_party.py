"""The parts of this program by others, for the page about it and for the download."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import metadata
from typing import NamedTuple

from game.platforms.program import ROOT, is_bundle

LIST = "THIRD_PARTY.md"
"""The file beside a bundle's program that has them with their licences' texts."""
REQUIREMENTS = "requirements.txt"
LONGEST = 60  # characters of a licence's name; some packages give the whole text in its place
_ROW = re.compile(r"\| (.+?) \| (.+?) \| (.*?) \|")
_NAME = re.compile(r"[A-Za-z0-9._-]+")


class ThirdParty(NamedTuple):
    """Something of others: its name with the version, its licence in a word, and where it is from."""

    name: str
    licence: str
    home: str


def parts() -> list[ThirdParty]:
    """Return the parts in this bundle, or in a clone the packages that the game needs.

    None where that cannot be read.
    """
    try:
        if is_bundle():
            text = (ROOT.parent / LIST).read_text("utf-8").partition("\n## ")[0]
            rows = [ThirdParty(*found) for found in _ROW.findall(text)]
            return [row for row in rows if row.name != "part" and not row.name.startswith("---")]
        return sorted(read_requirements(), key=lambda part: part.name.lower())
    except (OSError, ValueError):
        return []


def read_requirements() -> Iterator[ThirdParty]:
    """The packages of requirements.txt, as they are installed. Raises OSError."""
    for line in (ROOT / REQUIREMENTS).read_text("utf-8").splitlines():
        name = _NAME.match(line)
        if name is not None:
            try:
                found = metadata.distribution(name[0])
            except metadata.PackageNotFoundError:
                continue
            yield ThirdParty(f"{name[0]} {found.version}", licence(found), home(found))


def licence(found: metadata.Distribution) -> str:
    """A package's licence in a word, "" where it tells none."""
    data = found.metadata
    for name in ("License-Expression", "License"):
        if name in data and len(text := data[name]) < LONGEST and "\n" not in text:
            return text
    kinds = [line.rpartition(" :: ")[2] for line in data.get_all("Classifier") or () if line.startswith("License ::")]
    return ", ".join(kinds)


def home(found: metadata.Distribution) -> str:
    """A package's address, "" where it tells none."""
    data = found.metadata
    links = [line.partition(",")[2].strip() for line in data.get_all("Project-URL") or ()]
    return data["Home-page"] if "Home-page" in data else next(iter(links), "")
