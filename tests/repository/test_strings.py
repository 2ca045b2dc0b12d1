"""The texts: complete in both languages and for each game, all used, all drawable, asked for with the right values."""

from __future__ import annotations

import ast
import json
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import noto_cjk_sans_jp_bold
import noto_cjk_sans_jp_regular
import pygame
import pytest

from game.core.kinds import LANGUAGES
from game.registry import GAMES
from scenes.kit.text.strings import Strings, detect_language, folders_in, load
from tests.string_keys import (
    HOUSE,
    OWNERS,
    RESIGNED,
    ROOT,
    SPECS,
    TEXTS,
    asked,
    base,
    built,
    computed,
    constants,
    known,
    missing,
    owed,
    parts_of,
    placeholders,
    reasons,
    shown_options,
    sources,
    texts,
    welcome,
)
from tests.tables import rows

pytestmark = pytest.mark.quick

each_owner = pytest.mark.parametrize("owner", OWNERS, ids=lambda owner: owner or "house")
each_game = pytest.mark.parametrize("game", SPECS)


@pytest.fixture(scope="module", autouse=True)
def parsed_sources() -> Iterator[None]:
    """They go with the last of these tests: 150 MB."""
    yield
    sources.cache_clear()


def test_every_folder_is_that_of_a_game() -> None:
    assert {folder.name for folder in folders_in(TEXTS.parent)} == {"strings", *GAMES}


@each_owner
def test_both_languages_are_complete_and_take_the_same_values(owner: str) -> None:
    english, japanese = texts(owner, "en"), texts(owner, "ja")
    assert english.keys() == japanese.keys()
    assert [key for key in english if placeholders(english[key]) != placeholders(japanese[key])] == []
    assert [
        key for table in (english, japanese) for key, text in table.items() if not text or text != text.strip()
    ] == []
    forms = {key for key in english if key != base(key)}
    assert {f"{base(key)}.{form}" for key in forms for form in ("one", "other")} <= forms
    assert {base(key) for key in forms}.isdisjoint(english), "a number's forms stand for the key itself"


@each_owner
def test_every_key_that_the_code_asks_for_exists(owner: str) -> None:
    assert [line for path, parts in sources(owner) for line in missing(owner, path, parts)] == []


@pytest.mark.parametrize(("owner", "source", "whose"), rows("texts_asked_for", 3))
def test_another_games_text_does_not_stand_in_for_a_missing_one(owner: str, source: str, whose: str) -> None:
    found = missing(HOUSE if owner == "house" else owner, Path("scene.py"), parts_of(source))
    assert bool(found) == (whose == "another")


@each_game
def test_a_game_has_what_the_house_asks_it_for(game: str) -> None:
    assert sorted(owed(game) - known(game)) == []


@each_game
def test_every_option_says_what_it_means(game: str) -> None:
    for option, values in shown_options(game):
        own = {f"option.{option.name}.{value}.detail" for value in values}
        told = {key for key in known(game) & constants(game) if key.startswith(f"option.{option.name}.")}
        assert f"option.{option.name}.detail" in known(game) or own <= known(game) or told, option.name


@pytest.mark.parametrize(
    ("game", "expected"),
    [
        ("quoridor", {"goal"}),
        ("coffee", {"row", "stuck"}),
        ("star", {"star", "foul", "agreed", "repetition", RESIGNED}),
        ("robots", {"arrival", "chips"}),
        ("race", {"arrived", "stuck"}),
    ],
)
def test_the_reasons_are_found_in_the_rules(game: str, expected: set[str]) -> None:
    assert reasons(game) == expected


@each_owner
def test_every_key_is_used(owner: str) -> None:
    used = constants(owner) | built(owner)
    if owner == HOUSE:
        used = used.union(*map(constants, SPECS))
    else:
        used |= owed(owner) | welcome(owner)
    assert sorted(known(owner) - used) == []


def test_who_looks_for_a_key_finds_who_puts_it_together() -> None:
    """A search for `pause.resume` finds nothing, one for `pause.` this list."""
    listed = {user: set(shapes.split(", ")) for user, shapes in rows("computed_texts")}
    assert listed == computed(), "tests/tables/computed_texts.txt"


def test_the_house_keeps_no_text_of_one_game_alone() -> None:
    shared = constants(HOUSE) | built(HOUSE)
    alone = {key for key in known(HOUSE) - shared if sum(key in constants(game) for game in GAMES) == 1}
    assert alone == set()


@each_owner
def test_every_call_gives_the_values_that_its_text_needs(owner: str) -> None:
    forms: dict[str, set[str]] = defaultdict(set)
    for name, text in {**texts(HOUSE), **texts(owner)}.items():
        forms[name].add(text)
        forms[base(name)].add(text)
    wrong = []
    for path, parts in sources(owner):
        for call, key in asked(parts):
            given = {keyword.arg for keyword in call.keywords}
            if None in given or not isinstance(key, ast.Constant):
                continue
            if any(not placeholders(text) <= given for text in forms.get(str(key.value), ())):
                wrong.append(f"{path.name}:{call.lineno} {ast.unparse(key)}")
    assert wrong == []


def write(folder: Path, **keys: str) -> Path:
    """A folder with these texts in both languages."""
    folder.mkdir(parents=True, exist_ok=True)
    for language in LANGUAGES:
        (folder / f"{language}.json").write_text(json.dumps(keys))
    return folder


def test_a_game_may_bring_its_texts_in_assets_of_its_own(tmp_path: Path) -> None:
    folder = write(tmp_path / "strings" / "nim", nim="Take {count}")
    assert folders_in(tmp_path) == (folder,)
    strings = Strings("en", strict=True, folders=(*folders_in(TEXTS.parent), *folders_in(tmp_path)))
    assert (strings.t("nim", count=3), strings.t("glyph.back")) == ("Take 3", load("en")["glyph.back"])
    strings.language = "ja"
    assert strings.t("nim", count=3) == "Take 3"


def test_a_text_is_said_again_in_another_language_with_all_that_is_in_it() -> None:
    strings = Strings("en", strict=True)
    name = strings.t("name.aoi")
    both = strings.lines(strings.t("resign.for", ai=strings.t("level.1"), name=name), strings.t("glyph.back"))
    with strings.in_language("ja"):
        japanese = strings.lines(strings.t("resign.for", ai=strings.t("level.1"), name=strings.t("name.aoi")), "")
        assert strings.again(both) == japanese + strings.t("glyph.back") != both
        assert strings.again("Aoi") == "Aoi"
    assert strings.language == "en" and strings.again(both) is both
    with strings.in_language(None):
        assert strings.again(name) is name


def test_a_key_that_is_defined_twice_is_an_error_that_names_both_files(tmp_path: Path) -> None:
    folders = write(tmp_path / "one", nim="a", tea="b"), write(tmp_path / "two", tea="c")
    with pytest.raises(ValueError, match="'tea'") as raised:
        Strings("en", strict=True, folders=folders)
    assert all(str(folder / "en.json") in str(raised.value) for folder in folders)


def test_a_key_that_is_defined_twice_is_told_where_nothing_else_is_wrong(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folders = write(tmp_path / "one", tea="b"), write(tmp_path / "two", tea="c")
    assert Strings("en", folders=folders).t("tea") == "c"
    assert [record.levelname for record in caplog.records] == ["ERROR"] and "'tea' is defined in" in caplog.text


def test_a_key_that_is_defined_twice_in_one_file_is_an_error(tmp_path: Path) -> None:
    write(tmp_path)
    (tmp_path / "en.json").write_text('{"tea": "a", "tea": "b"}')
    with pytest.raises(ValueError, match="'tea'"):
        load("en", (tmp_path,))


def test_without_its_file_a_language_borrows_from_the_other_and_names_the_file_once(tmp_path: Path) -> None:
    write(tmp_path, tea="tea {count}")
    (tmp_path / "ja.json").write_text("[1, 2]")
    strings = Strings("ja", folders=[tmp_path])
    assert strings.t("tea", count=3) == "tea 3"
    assert [path for path, _ in strings.missing] == [str(tmp_path / "ja.json")]
    strings.language = "en"
    strings.language = "ja"
    assert len(strings.missing) == 1
    with pytest.raises((ValueError, TypeError)):
        Strings("ja", strict=True, folders=[tmp_path])


@pytest.mark.parametrize("text", ["{", "{0}", "{tea", "{count.nothing}", "{count:q}"])
def test_a_text_whose_placeholders_are_damaged_is_shown_as_it_is(tmp_path: Path, text: str) -> None:
    write(tmp_path, tea=text)
    assert Strings("en", folders=[tmp_path]).t("tea", count=3) == text
    with pytest.raises((LookupError, ValueError, AttributeError)):
        Strings("en", strict=True, folders=[tmp_path]).t("tea", count=3)


def test_what_no_font_draws_gets_marks_in_its_place(tmp_path: Path) -> None:
    write(tmp_path, tea="{path}")
    strings = Strings("en", folders=[tmp_path])
    assert strings.t("tea", path="caf\udce9") == strings.t("tea", path=Path("caf\udce9")) == "caf?"


@pytest.mark.parametrize("face", [noto_cjk_sans_jp_regular, noto_cjk_sans_jp_bold], ids=["regular", "bold"])
def test_every_character_has_a_glyph(face: object) -> None:
    """A face draws what it lacks as the same box, which it also draws for U+FFFF."""
    pygame.font.init()
    font = pygame.font.Font(face.FONT_PATH, 28)  # type: ignore[attr-defined]
    box = pygame.image.tobytes(font.render("\uffff", True, "white"), "RGBA")
    characters = sorted({char for language in LANGUAGES for text in load(language).values() for char in text} - {" "})
    assert len(characters) > 100
    tofu = [char for char in characters if pygame.image.tobytes(font.render(char, True, "white"), "RGBA") == box]
    assert tofu == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_apostrophes_are_typographic(language: str) -> None:
    assert [key for key, text in load(language).items() if "'" in text] == []


def test_a_text_is_filled() -> None:
    assert Strings("en").t("match.turn", name="Aoi") == "Aoi’s turn"
    assert Strings("ja").t("match.turn", name="アオイ") == "アオイの番"


@pytest.mark.parametrize(("count", "text"), [(1, "in 1 move"), (0, "in 0 moves"), (12, "in 12 moves")])
def test_the_count_chooses_the_form(count: int, text: str) -> None:
    assert Strings("en").t("result.quoridor.goal", count=count).endswith(text)


NAMED_BESIDE = ("in a row", "of {begun} guests", "of the combinations", "of {most}", "than needed", "{count} found")


@pytest.mark.parametrize("owner", OWNERS)
def test_what_is_counted_is_named(owner: str) -> None:
    """A noun has two forms in English: a text that reads alike for one and for many has none."""
    forms = texts(owner)
    alike = {
        text
        for key, text in forms.items()
        if key.endswith(".one") and "{count}" in text and forms.get(key.removesuffix("one") + "other") == text
    }
    assert {text for text in alike if not any(words in text for words in NAMED_BESIDE)} == set()


def test_the_language_can_change() -> None:
    strings = Strings("en")
    strings.language = "ja"
    assert strings.t("setup.start") == "開始"
    with pytest.raises(ValueError, match="'fr'"):
        strings.language = "fr"
    assert strings.language == "ja"


@pytest.mark.parametrize("values", [{}, {"count": 3}])
def test_an_unknown_key_is_shown_or_raised(values: dict[str, int]) -> None:
    assert Strings("en").t("no.such.key", **values) == "no.such.key"
    with pytest.raises(KeyError, match=r"no text 'no.such.key' in ja.json"):
        Strings("ja", strict=True).t("no.such.key", **values)


@pytest.mark.parametrize(("environment", "language"), rows("languages"))
def test_the_language_of_the_machine(environment: str, language: str) -> None:
    given = dict(word.split("=") for word in environment.split())
    assert detect_language(given) == language


def test_a_short_name_stands_where_there_is_one() -> None:
    strings = Strings("en", strict=True)
    assert [strings.short(f"game.{game}") for game in ("robots", "coffee")] == ["Robots", "Coffee"]


def columns(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def forbidden() -> list[str]:
    """The words of the last column of docs/glossary.md, which replaces each by another: one term for one thing."""
    page = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    lines = [columns(line) for line in page.splitlines() if line.startswith("| ")]
    assert lines[0][-1] == "not" and all(len(row) == 5 for row in lines)
    return [word.strip() for row in lines[2:] for word in row[-1].split(",") if word.strip()]


def forbidden_in(text: str, words: list[str]) -> list[str]:
    """The forbidden words in a text: Latin ones as whole words with any ending, others wherever they stand."""
    plain = re.sub(r"\{[a-z_]+\}", "", text).lower()
    return [
        word for word in words if re.search(rf"\b{word}s?\b" if re.match("[a-z]", word) else re.escape(word), plain)
    ]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Put the gutter here", ["gutter"]),
        ("Two gutters", ["gutter"]),
        ("{chair} sits", []),
        ("The archivist", []),
        ("駒を置く", ["駒"]),
        ("コマを置く", []),
    ],
)
def test_the_check_finds_a_word_that_is_forbidden(text: str, words: list[str]) -> None:
    assert forbidden_in(text, ["gutter", "chair", "archive", "駒"]) == words


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_has_a_word_that_the_glossary_forbids(language: str) -> None:
    words = forbidden()
    assert {"whoever", "定跡"} <= set(words)
    every = [(key, text) for owner in OWNERS for key, text in texts(owner, language).items()]
    assert {key: bad for key, text in every if (bad := forbidden_in(text, words))} == {}
