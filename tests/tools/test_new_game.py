"""What `python -m tools.new_game` writes: a whole game under another name, and one line that registers it."""

import ast
import json
import shutil

import pytest

from game.registry import PACKAGES
from tests.processes import ROOT, run
from tools.new_game import FOLDERS, NameTakenError, check_name, files, main, registered, renamed, write

COPIED = ("game", "scenes", "tools", "docs", "assets/strings", "tests/fifth_game", "tests/games")
PLAYED = """
from random import Random
from game.core.options import resolve
from game.registry import GAMES, brain_class, find
from scenes.kit.text.strings import Strings
from scenes.table.loading import lessons_of, scenes_of
spec, random = find("brandnew"), Random(1)
state = spec.rules.start(resolve(spec.options, {}), 0)
while spec.rules.outcome(state) is None:
    (seat,) = spec.rules.actors(state)
    state, _ = spec.rules.apply(state, seat, random.choice(spec.rules.legal(state, seat)))
names = [Strings(language, strict=True).t("game.brandnew") for language in ("en", "ja")]
print(list(GAMES)[-1], brain_class(spec).__name__, scenes_of(spec).board.__name__, len(lessons_of(spec).pages), *names)
"""


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """A copy of the program's sources with a new game in it."""
    root = tmp_path_factory.mktemp("program")
    for folder in COPIED:
        shutil.copytree(ROOT / folder, root / folder, ignore=shutil.ignore_patterns("__pycache__", "images"))
    for linked in [*(ROOT / "assets").iterdir(), ROOT / "pyproject.toml", ROOT / "main.py"]:
        place = root / linked.relative_to(ROOT)
        if not place.exists():
            place.symlink_to(linked)
    write("brandnew", root)
    return root


def test_nothing_of_the_model_is_left_but_the_game():
    for place, text in files("brandnew"):
        assert "fifth_game" not in text or place == "game/registry.py"
        assert "race" not in text.lower() or place == "game/registry.py", place
        if place.endswith(".py"):
            ast.parse(text)
        else:
            assert json.loads(text)["game.brandnew"]


def test_both_folders_are_small():
    lines = [len(text.splitlines()) for place, text in files("brandnew") if place.split("/")[0] in ("game", "scenes")]
    assert sum(lines[:-1]) <= MOST_LINES


MOST_LINES = 720


def test_one_line_registers_it():
    text = (ROOT / "game/registry.py").read_text(encoding="utf-8")
    added = set(registered(text, "brandnew").splitlines()) - set(text.splitlines())
    assert added == {'    "brandnew": "game.brandnew",'}


def test_what_is_written_is_a_game_of_the_program(copy):
    ran = run("-c", PLAYED, root=copy)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.splitlines()[-1] == "brandnew BrandnewBrain BrandnewBoard 1 Brandnew レース"


def test_the_lists_of_games_in_the_docs_have_it(copy):
    games = ", ".join(PACKAGES)
    assert f"it plays, of {games} and brandnew." in (copy / "docs/engines.toml").read_text(encoding="utf-8")
    assert "## Brandnew" in (copy / "docs/settings.md").read_text(encoding="utf-8")


def test_its_sources_are_as_the_house_formats_them(copy):
    sources = [place.format(name="brandnew") for place in FOLDERS.values() if place.endswith(".py")]
    for command in (["check"], ["format", "--check"]):
        assert run("-m", "ruff", *command, *sources, root=copy).returncode == 0


@pytest.mark.parametrize("name", ["star", "core", "registry", "kit", "Race", "r", "two words", "1race", "../race"])
def test_a_name_that_is_taken_or_none_writes_nothing(name, capsys):
    with pytest.raises(NameTakenError):
        check_name(name)
    assert main([name]) == 2
    assert name in capsys.readouterr().err


def test_names_of_modules_follow_the_game():
    assert renamed("from tests.fifth_game import rules", "dash") == "from game.dash import rules"
    assert renamed("tests.fifth_game.search:RaceBrain", "dash") == "game.dash.search:DashBrain"
    assert renamed('t("race.helper"), race_step_marks, trace', "dash") == 't("dash.helper"), dash_step_marks, trace'
