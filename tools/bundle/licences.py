"""Writes THIRD_PARTY.md: the bundle's third-party parts, with the texts of their licences."""

from __future__ import annotations

import importlib.metadata
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import tomlkit

from game import third_party

ROOT = Path(__file__).resolve().parents[2]
TEXTS = re.compile(r"(licen[cs]e|copying|notice|authors)[^/]*$", re.IGNORECASE)
SYSTEM = Path("/usr/share/doc")
"""Where Debian keeps the licences of its libraries, by package."""
PACKAGING = ROOT / "packaging"
LIBRARY = re.compile(r"\.(so|dylib|dll)(\.|$)", re.IGNORECASE)


class Part(NamedTuple):
    """A third-party part: its name with version, the short name of its licence, its origin, the licence's texts."""

    name: str
    licence: str
    home: str
    texts: tuple[str, ...]


def write(folder: Path) -> Path:
    """List the third-party parts of the bundle in its THIRD_PARTY.md."""
    inner = folder / "_internal"
    parts = sorted((*python_parts(inner), *libraries(inner)), key=lambda part: part.name.lower())
    rows = [f"| {part.name} | {part.licence} | {part.home} |" for part in parts]
    lines = [_HEAD, "| part | licence | from |", "| --- | --- | --- |", *rows, ""]
    for part in parts:
        lines += [f"## {part.name}", ""]
        for text in part.texts:
            lines += ["```", text.replace("```", "'''").strip(), "```", ""]
    target = folder / third_party.LIST
    target.write_text("\n".join(lines), encoding="utf-8")
    return target


def python_parts(inner: Path) -> Iterator[Part]:
    """Return Python itself and the bundle's Python packages, found by their modules."""
    present = {path.name.split(".")[0] for path in inner.iterdir()} | frozen_modules(inner)
    by_module = importlib.metadata.packages_distributions()
    for name in sorted({name for module in present for name in by_module.get(module, ())}):
        found = importlib.metadata.distribution(name)
        files = [path for path in found.files or () if TEXTS.search(str(path)) and ".py" not in path.suffix]
        texts = tuple(Path(str(found.locate_file(path))).read_text("utf-8", "replace") for path in files)
        yield Part(f"{name} {found.version}", third_party.licence(found) or "see below", third_party.home(found), texts)


def libraries(inner: Path) -> Iterator[Part]:
    """Return the third-party library files in the bundle. Raises UnknownLibraryError."""
    known: dict[str, dict[str, str]] = tomlkit.parse((PACKAGING / "libraries.toml").read_text("utf-8")).unwrap()
    by_length = sorted(known, key=len, reverse=True)
    found = {"pygame"}
    for path in inner.rglob("*"):
        if LIBRARY.search(path.name) and path.name.startswith("lib") and path.name != "libllvmlite.so":
            entry = next((entry for entry in by_length if path.name.startswith(entry)), None)
            if entry is None:
                raise UnknownLibraryError(f"{path.name}: packaging/libraries.toml does not say whose it is")
            found.add(entry)
    for entry in sorted(found):
        about = known[entry]
        yield Part(about["name"], about["licence"], about["home"], (_text(about),))


class UnknownLibraryError(Exception):
    """A library in the bundle has no entry in the list of known ones."""


def _text(about: dict[str, str]) -> str:
    debian = SYSTEM / about.get("doc", "-") / "copyright"
    if "text" not in about or debian.is_file():
        return debian.read_text("utf-8", "replace")
    text = (PACKAGING / "licences" / f"{about['text']}.txt").read_text("utf-8")
    return f"{about['copyright']}\n\n{text}"


def frozen_modules(inner: Path) -> set[str]:
    """Return the modules in the program's own archive."""
    from PyInstaller.archive.readers import CArchiveReader

    archive = CArchiveReader(str(inner.parent / "kissaten"))
    names = archive.open_embedded_archive("PYZ.pyz").toc
    return {name.partition(".")[0] for name in names}


_HEAD = """\
# What others have written

Kissaten's own licence is in LICENSE. This download also holds the parts below, each under its own licence; the texts
follow the table.
SDL and the other libraries in `_internal` are files of their own and can be replaced by other versions of them. That is
true of pygame-ce as well (LGPL): its modules lie in `_internal/pygame`, its source is at the address in the table.
"""
