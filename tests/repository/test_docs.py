"""The pages that people read: what they link to is there, and the front page stays short, in both languages."""

import re
from pathlib import Path

import pytest

from game.core.kinds import LANGUAGES
from tests.string_keys import OWNERS, texts
from tools import write_docs
from tools.catalogue.scenes import SCENES
from tools.page_images import FOLDER, IMAGES

ROOT = Path(__file__).resolve().parents[2]
LAB = ROOT / "lab"
PAGES = [*ROOT.glob("*.md"), *sorted(ROOT.glob("docs/**/*.md"))]
DECISIONS = sorted(ROOT.glob("docs/adr/*.md"))
MOST_WORDS = 58_000  # of all pages that are written by hand
MOST_OF_A_DECISION = 800  # words: two pages
FOR_PLAYERS = ["README", "README.ja", "docs/playing", "docs/playing.ja", "docs/phones", "docs/films", "docs/puzzles"]
NO_TEXTS = {"view", "key"}  # a pad's button, and what puzzles.md calls a puzzle's first action
ITALICS = re.compile(r"(?<![*`])\*([^*`]+)\*(?!\*)")
LINKS = re.compile(r"\]\(([^)\s]+)\)|^\[[^\]]+\]: (\S+)", re.MULTILINE)


def headings(path: Path) -> list[str]:
    return re.findall(r"^#+ (.*)$", path.read_text(encoding="utf-8"), re.MULTILINE)


def anchor(heading: str) -> str:
    """A heading as links name it: lower case, without signs, blanks as hyphens."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


@pytest.mark.parametrize("page", [*PAGES, *LAB.glob("**/*.md")], ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_to_another_page_leads_somewhere(page):
    for found in LINKS.finditer(page.read_text(encoding="utf-8")):
        target = found[1] or found[2]
        if re.match(r"https?:|mailto:", target):
            continue
        file, _, part = target.partition("#")
        linked = (page.parent / file).resolve() if file else page
        if linked.is_relative_to(LAB) and not LAB.exists():
            continue  # the program and its tests are whole without it
        assert linked.exists(), target
        assert not part or part in map(anchor, headings(linked)), target


@pytest.mark.parametrize("name", ["README.md", "README.ja.md"])
def test_the_front_page_is_short(name):
    assert len((ROOT / name).read_text(encoding="utf-8").splitlines()) <= 120


def plain(text):
    """A text without blanks at line breaks, dots at its end and what follows a colon."""
    return re.split("[:：]", " ".join(text.split()))[0].rstrip("…").lower()


@pytest.mark.parametrize("page", FOR_PLAYERS)
def test_what_a_guide_prints_in_italics_is_a_text_of_the_screen(page):
    on_screen = {plain(text) for owner in OWNERS for language in LANGUAGES for text in texts(owner, language).values()}
    named = {plain(name) for name in ITALICS.findall((ROOT / f"{page}.md").read_text(encoding="utf-8"))}
    assert len(named) > 3 and named - on_screen - NO_TEXTS == set()


@pytest.mark.parametrize("english", ["README.md", "docs/playing.md"])
def test_both_languages_have_the_same_parts_and_pictures(english):
    page = ROOT / english
    japanese = page.with_suffix(".ja.md")
    assert [line.count("#") for line in headings(page)] == [line.count("#") for line in headings(japanese)]
    assert len(headings(page)) == len(headings(japanese)) > 5
    pictures = re.compile(r"(?:docs/)?images/[\w-]+\.jpg")
    assert pictures.findall(page.read_text("utf-8")) == pictures.findall(japanese.read_text("utf-8"))


def by_hand(page):
    """The part of a page that tools.write_docs does not write."""
    text = page.read_text(encoding="utf-8")
    if text.startswith("<!-- Written by"):
        return ""
    before, _, rest = text.partition(write_docs.PICTURE_MARK)
    written = before + rest.partition(write_docs.PICTURE_END)[2]
    return written.partition(write_docs.COMMANDS_MARK)[0].partition(write_docs.STORIES_MARK)[0]


def test_all_pages_together_can_be_read():
    words = {page.relative_to(ROOT).as_posix(): len(by_hand(page).split()) for page in PAGES}
    assert words["docs/settings.md"] == 0 < words["docs/command-line.md"] < 500 < words["docs/architecture.md"]
    assert sum(words.values()) <= MOST_WORDS, sorted(words.items(), key=lambda item: -item[1])[:10]


@pytest.mark.parametrize("page", DECISIONS, ids=lambda page: page.stem)
def test_a_decision_has_two_pages_with_its_context_and_consequences(page):
    text = page.read_text(encoding="utf-8")
    status = text.splitlines()[2]
    assert re.match(r"\*(Accepted|Replaced by .+), \d{1,2} \w+ 20\d\d[.;]", status), status
    assert re.findall(r"^\*\*(\w+)\.\*\*", text, re.MULTILINE) == ["Context", "Decision", "Consequences"]
    assert len(text.split()) <= MOST_OF_A_DECISION


def test_every_picture_of_the_pages_is_drawn_from_a_scene_and_shown():
    by_hand = {"phones"}
    assert {path.stem for path in FOLDER.glob("*.jpg")} == {*IMAGES, *by_hand}
    assert {scene for scene, _, _ in IMAGES.values()} <= set(SCENES)
    shown = {name for page in PAGES for name in re.findall(r"images/([\w-]+)\.jpg", page.read_text(encoding="utf-8"))}
    assert {*IMAGES, *by_hand} <= shown
