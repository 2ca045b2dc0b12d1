"""The three files that a phone is sent, read as text."""

import gzip
import json
import re
from collections import Counter
from pathlib import Path
from typing import get_args, get_type_hints

from game.phones.protocol import PAGE, PHONE, Notice
from game.phones.snapshot import Chip, Glyph, Robot, Shape

PAGE_FILES = Path(__file__).parents[2] / "assets" / "phone"
HTML, CSS, JS = ((PAGE_FILES / name).read_text("utf-8") for name in ("index.html", "phone.css", "phone.js"))
TEXT = {key: json.loads(pair) for key, pair in re.findall(r"^\t(\w+): (\[.*?\])", JS.split("\n};")[0], re.MULTILINE)}
PAINTS = re.findall(r'(\w+): "(?:slant|drop|side|ball) ', JS)
GLYPHS = [f"g-{name}" for name in re.findall(r'^\t(\w+): "M', JS, re.MULTILINE)]
IDS = Counter([*re.findall(r'\bid="([^"]+)"', HTML), *PAINTS, *GLYPHS])


def test_the_page_is_small():
    files = [path.read_bytes() for path in PAGE_FILES.iterdir()]
    assert sum(map(len, files)) < 80_000 and sum(len(gzip.compress(file)) for file in files) < 26_000


def test_texts_are_sorted_and_come_in_both_languages():
    assert list(TEXT) == sorted(TEXT)
    for key, (english, japanese) in TEXT.items():
        assert english.isascii() or "…" in english, key
        assert not japanese.isascii(), key
        assert english.count("{}") == japanese.count("{}") <= 1, key


def test_every_text_is_used_and_every_text_that_is_used_is_there():
    words = set(re.findall(r'"([a-z_]+)"', JS.split("\n};\n", 1)[1]))
    of_notices = {"elsewhere", "wrong", "slow", "wrong_why", "slow_why", "over_why"}  # which the server says
    assert set(TEXT) - words - of_notices == set()
    assert set(re.findall(r'\bt\("([a-z_]+)"', JS)) <= set(TEXT)


def test_everything_that_a_snapshot_can_ask_for_is_drawn():
    wanted = [f"s-{shape}" for shape in get_args(Shape)] + [f"r-{robot}" for robot in get_args(Robot)]
    wanted += [f"g-{glyph}" for glyph in get_args(Glyph) if glyph]
    wanted += [f"m-{mark}" for mark in get_args(hint(Chip, "mark"))]
    assert {id for id in wanted if IDS[id] != 1} == set()
    assert {id for id, count in IDS.items() if count > 1} == set()
    for shape in get_args(Shape):
        assert f".c-{shape}{{" in CSS
        assert shape == "circle" or f".p-{shape}{{" in CSS  # whose pattern is plain


def hint(kind, name):
    """The annotation of a field."""
    return get_type_hints(kind)[name]


def test_what_is_referred_to_is_there():
    referred = set(re.findall(r"url\(#([a-z]+)\)", HTML + CSS + JS)) | set(re.findall(r'href="#([^"]+)"', HTML))
    referred |= set(re.findall(r'use\("([^"]+)"', JS)) - {"s-", "r-", "b-", "g-", "m-", "a-"}
    assert referred - set(IDS) == set()


def test_the_page_understands_every_message_and_says_only_what_is_known():
    handlers = set(re.findall(r"^\t(\w+)\(it\) ?\{", JS.split("const heard = {")[1].split("\n};")[0], re.MULTILINE))
    assert handlers == set(PAGE)
    assert set(re.findall(r'\bsend\("(\w+)"', JS)) | set(re.findall(r'\bact\("(\w+)"', JS)) == set(PHONE)
    for about in get_args(hint(Notice, "about")):
        assert f'"{about}"' in JS or about in TEXT


def test_nothing_is_inline_and_nothing_comes_from_elsewhere():
    assert "style=" not in HTML + JS and "<style" not in HTML
    assert not re.search(r"<script(?![^>]* src=)", HTML)
    assert not re.search(r"\bon\w+=", HTML)
    assert not re.search(
        r"innerHTML|outerHTML|insertAdjacent|document\.write|\beval\b|new Function|setAttribute\(\"style", JS
    )
    assert re.findall(r"(?:https?|wss?)://[^`\"')\s]*", HTML + CSS + JS) == [
        "http://www.w3.org/2000/svg",
        "ws://${location.host}/socket",
    ]
    assert "@import" not in CSS and "data:" not in CSS + HTML + JS
