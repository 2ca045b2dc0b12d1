"""The three files of the phones' page. The first one includes the texts of both languages."""

from __future__ import annotations

import gzip
import html
import json
import re
from pathlib import Path

from game.core.kinds import LANGUAGES

ASSETS = Path(__file__).resolve().parents[2] / "assets"
TYPES = {
    "index.html": "text/html; charset=utf-8",
    "phone.css": "text/css; charset=utf-8",
    "phone.js": "text/javascript; charset=utf-8",
}
# The keys of the page's texts begin with this. It is removed before sending.
PREFIX = "phone."
_PIECES, _TEXTS, _NEEDS_SCRIPT = "<!--pieces-->", "<!--texts-->", "<!--needs script-->"  # placeholders
_SVG = re.compile(r"<svg [^>]*>(.*)</svg>\s*", re.DOTALL)


def texts(assets: Path = ASSETS) -> dict[str, dict[str, str]]:
    """Return the page's own texts, by language and by key without the prefix. Raises OSError and ValueError."""
    found = {}
    for language in LANGUAGES:
        known = json.loads((assets / "strings" / f"{language}.json").read_text(encoding="utf-8"))
        found[language] = {key.removeprefix(PREFIX): text for key, text in known.items() if key.startswith(PREFIX)}
    return found


def pieces(assets: Path = ASSETS) -> str:
    """Return the drawings in `phone/pieces`. The `look` of a `PhonePiece` names one. Raises OSError and ValueError."""
    found = []
    for path in sorted((assets / "phone" / "pieces").glob("*.svg")):
        drawing = _SVG.fullmatch(path.read_text(encoding="utf-8"))
        if drawing is None:
            raise ValueError(f"{path}: not one drawing in <svg ...>")
        found.append(f'<g id="a-{path.stem}">{drawing[1]}</g>')
    return "\n".join(found)


def files(assets: Path = ASSETS) -> dict[str, bytes]:
    """Return the files by name. Raises OSError and ValueError."""
    found = {name: (assets / "phone" / name).read_bytes() for name in TYPES}
    page = found["index.html"].decode().replace(_PIECES, pieces(assets))
    found["index.html"] = _filled(page, texts(assets)).encode()
    return found


def pack(content: bytes) -> bytes:
    """Compress a file for sending."""
    return gzip.compress(content, mtime=0)


def _filled(page: str, words: dict[str, dict[str, str]]) -> str:
    """Return the page with its texts as data, so that the security policy need not allow inline scripts."""
    texts = json.dumps(words, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    without = (f'<p lang="{language}">{html.escape(words[language]["needs_script"])}</p>' for language in LANGUAGES)
    page = page.replace(_TEXTS, f'<script id="texts" type="application/json">{texts}</script>')
    return page.replace(_NEEDS_SCRIPT, "".join(without))
