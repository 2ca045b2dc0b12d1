"""The texts: complete in both languages, all used, all drawable, and asked for with the right values."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterator
from pathlib import Path

import noto_cjk_sans_jp_bold
import noto_cjk_sans_jp_regular
import pygame
import pytest

from scenes.kit.strings import LANGUAGES, Strings, detect_language, load

ROOT = Path(__file__).resolve().parents[1]
SOURCES = [ROOT / "main.py", *sorted((ROOT / "scenes").rglob("*.py")), *sorted((ROOT / "game").rglob("*.py"))]


def base(key: str) -> str:
    """The key that code asks for: without the form for a number."""
    return re.sub(r"\.(one|other)$", "", key)


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def trees() -> Iterator[tuple[Path, ast.Module]]:
    for path in SOURCES:
        if path.exists():
            yield path, ast.parse(path.read_text(encoding="utf-8"))


def asked(tree: ast.Module) -> Iterator[tuple[ast.Call, ast.expr]]:
    """Every call `t(key, ...)` or `x.t(key, ...)` with each expression that its key may be."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and node.args:
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name == "t":
                choices = [node.args[0]]
                while choices:
                    key = choices.pop()
                    if isinstance(key, ast.IfExp):
                        choices += [key.body, key.orelse]
                    else:
                        yield node, key


def known() -> set[str]:
    return {base(key) for key in load("en")}


def possible(key: ast.expr) -> set[str] | None:
    """The known keys that an expression can stand for; None where only running it can tell."""
    if isinstance(key, ast.Constant):
        return known() & {key.value}
    if isinstance(key, ast.JoinedStr):
        fixed = [str(part.value) if isinstance(part, ast.Constant) else None for part in key.values]
        shape = re.compile("".join(r"[A-Za-z0-9_.-]+" if part is None else re.escape(part) for part in fixed))
        return {name for name in known() if shape.fullmatch(name)}
    return None


def used() -> set[str]:
    """Keys that appear in the code: as any string constant, or through an f-string given to `t`."""
    found: set[str] = set()
    for _, tree in trees():
        found |= {
            node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)
        }
        for _, key in asked(tree):
            found |= possible(key) or set()
    return found


def test_both_languages_have_the_same_keys() -> None:
    assert load("en").keys() == load("ja").keys()


def test_both_languages_take_the_same_values() -> None:
    english, japanese = load("en"), load("ja")
    differing = [key for key in english if placeholders(english[key]) != placeholders(japanese[key])]
    assert differing == []


def test_forms_for_a_number_are_complete() -> None:
    forms = {key for key in load("en") if key != base(key)}
    for key in forms:
        assert {f"{base(key)}.one", f"{base(key)}.other"} <= forms
        assert base(key) not in load("en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_empty_or_padded(language: str) -> None:
    assert [key for key, text in load(language).items() if not text or text != text.strip()] == []


def test_every_key_that_the_code_asks_for_exists() -> None:
    missing = [
        f"{path.name}:{call.lineno} {ast.unparse(key)}"
        for path, tree in trees()
        for call, key in asked(tree)
        if possible(key) == set()
    ]
    assert missing == []


def test_every_key_is_used() -> None:
    assert sorted(known() - used()) == []


def test_every_call_gives_the_values_that_its_text_needs() -> None:
    wrong = []
    for path, tree in trees():
        for call, key in asked(tree):
            given = {keyword.arg for keyword in call.keywords}
            if None in given or not isinstance(key, ast.Constant):
                continue
            texts = [text for name, text in load("en").items() if key.value in (name, base(name))]
            if any(not placeholders(text) <= given for text in texts):
                wrong.append(f"{path.name}:{call.lineno} {ast.unparse(key)}")
    assert wrong == []


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


def test_a_text_is_filled() -> None:
    assert Strings("en").t("match.turn", name="Aoi") == "Aoi’s turn"
    assert Strings("ja").t("match.turn", name="アオイ") == "アオイの番"


@pytest.mark.parametrize(("count", "text"), [(1, "in 1 move"), (0, "in 0 moves"), (12, "in 12 moves")])
def test_the_count_chooses_the_form(count: int, text: str) -> None:
    assert Strings("en").t("result.quoridor.goal", count=count).endswith(text)


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


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"LANG": "ja_JP.UTF-8"}, "ja"),
        ({"LANG": "ja"}, "ja"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "jam_JM"}, "en"),
        ({"LANG": "C"}, "en"),
        ({"LC_ALL": "ja_JP.eucJP", "LANG": "en_US"}, "ja"),
        ({"LC_ALL": "", "LANG": "ja_JP"}, "ja"),
        ({"LC_ALL": "C.UTF-8", "LANG": "ja_JP"}, "en"),
        ({}, "en"),
    ],
)
def test_the_language_of_the_machine(environment: dict[str, str], language: str) -> None:
    assert detect_language(environment) == language
