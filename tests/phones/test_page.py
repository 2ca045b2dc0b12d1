"""The three files that a phone is sent, read as text."""

import json
import re
from collections import Counter
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

from game.core.kinds import LANGUAGES
from game.phones.messages import Notice
from game.phones.page import files, pack, pieces, texts
from game.phones.protocol import PAGE, PHONE
from game.phones.snapshot import Glyph, PhoneButton, PhoneCell, PhoneChip, Robot, Shape

PAGE_FILES = Path(__file__).parents[2] / "assets" / "phone"
HTML, CSS, JS = ((PAGE_FILES / name).read_text("utf-8") for name in ("index.html", "phone.css", "phone.js"))
TEXT = texts()["en"]
PAINTS = re.findall(r'(\w+): "(?:slant|drop|side|ball) ', JS)
GLYPHS = [f"g-{name}" for name in re.findall(r'^\t(\w+): "M', JS, re.MULTILINE)]
IDS = Counter([*re.findall(r'\bid="([^"]+)"', HTML + pieces()), *PAINTS, *GLYPHS])


def test_the_page_is_small():
    sent = files()
    assert sum(map(len, sent.values())) < 80_000
    assert sum(len(pack(content)) for content in sent.values()) < 26_500


def test_the_texts_come_with_the_page_in_both_languages():
    page = files()["index.html"].decode()
    (told,) = re.findall(r'<script id="texts" type="application/json">(.*?)</script>', page)
    assert json.loads(told) == texts()
    assert tuple(texts()) == LANGUAGES
    for language in LANGUAGES:
        words = texts()[language]["needs_script"]
        assert '<noscript><p lang="en">' in page and f'<p lang="{language}">{words}</p>' in page
    assert "<!--" not in page


def test_no_text_can_end_what_it_travels_in(tmp_path):
    (tmp_path / "strings").mkdir()
    (tmp_path / "phone").symlink_to(PAGE_FILES)
    words = {"phone.needs_script": "<b>&", "phone.done": "</script><i>"}
    for language in LANGUAGES:
        (tmp_path / "strings" / f"{language}.json").write_text(json.dumps(words))
    page = files(tmp_path)["index.html"].decode()
    assert "<i>" not in page and "<b>" not in page and page.count("</script>") == HTML.count("</script>") + 1


def test_a_piece_is_drawn_as_its_file_says(tmp_path):
    (tmp_path / "phone" / "pieces").mkdir(parents=True)
    for name in ("hat", "boot"):
        drawing = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 {len(name)}"/></svg>\n'
        (tmp_path / "phone" / "pieces" / f"{name}.svg").write_text(drawing)
    assert pieces(tmp_path) == '<g id="a-boot"><path d="M0 4"/></g>\n<g id="a-hat"><path d="M0 3"/></g>'
    (tmp_path / "phone" / "pieces" / "hat.svg").write_text("<path/>")
    with pytest.raises(ValueError, match=r"hat\.svg: not one drawing in <svg"):
        pieces(tmp_path)


def test_a_text_takes_one_value_at_most():
    for language in LANGUAGES:
        assert [key for key, text in texts()[language].items() if text.count("{") > 1] == []


def test_every_text_is_used_and_every_text_that_is_used_is_there():
    words = set(re.findall(r'"([a-z_]+)"', JS))
    of_notices = {"elsewhere", "wrong", "slow", "wrong_why", "slow_why", "over_why"}  # which the server says
    of_marks = {f"mark_{mark}" for mark in get_args(hint(PhoneCell, "mark")) if mark}
    of_page = {"needs_script"}  # which is said without the script
    assert set(TEXT) - words - of_notices - of_page == of_marks
    assert set(re.findall(r'\bt\("([a-z_]+)"', JS)) - {"mark_"} <= set(TEXT)


def test_every_role_has_its_look_and_none_the_class_of_something_else():
    looks = dict(re.findall(r'(\w+): "([a-z ]+)"', JS.split("const LOOKS = {")[1].split("}")[0]))
    assert set(looks) | {"shelf", "way"} == set(get_args(hint(PhoneButton, "role")))
    assert {word for look in looks.values() for word in look.split()} == {"primary", "plain", "danger", "item"}


def test_everything_that_a_snapshot_can_ask_for_is_drawn():
    wanted = [f"s-{shape}" for shape in get_args(Shape)] + [f"r-{robot}" for robot in get_args(Robot)]
    wanted += [f"g-{glyph}" for glyph in get_args(Glyph) if glyph]
    wanted += [f"m-{mark}" for mark in get_args(hint(PhoneChip, "mark"))]
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
