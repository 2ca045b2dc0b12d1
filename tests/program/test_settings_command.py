"""The settings at the command line, as stories in settings_stories.txt: what is listed, told, set and refused."""

import re
from pathlib import Path

import pytest

import main
from game import paths
from game.core.kinds import Choice, Flag, Line, NetworkAddress, Number, Several, Whole
from game.core.times import DAY, Opening, Span, TimeOfDay
from game.kiosk.config import KEYS
from game.kiosk.pin import PinFile
from game.registry import GAMES
from scenes.commands.settings import about, groups
from scenes.house.preferences import OWN
from scenes.kit.text.strings import Strings
from tests.processes import run
from tests.stories import each_story
from tests.vocabulary.process import ProcessVocabulary

OTHERS = {
    Flag: lambda kind, default: not default,
    Whole: lambda kind, default: kind.low if default != kind.low else kind.high,
    Number: lambda kind, default: kind.low if default != kind.low else kind.high,
    Choice: lambda kind, default: next(value for value in kind.values if value != default),
    Several: lambda kind, default: tuple(kind.values[1:3]),
    Line: lambda kind, default: "珈琲, tea & cake",
    NetworkAddress: lambda kind, default: "10.0.0.1",
    TimeOfDay: lambda kind, default: 9 * 60 + 5,
    Opening: lambda kind, default: Span(18 * 60, DAY + 120),
}
"""By kind a value that is not the default."""
SECRETS = {"pin", "pins", "token", "tokens", "code", "codes", "secret", "secrets", "password", "hash"}
pytestmark = pytest.mark.usefixtures("four_games")


def everything():
    """Every setting that is listed."""
    return [setting for group in groups(Strings("en")) for setting in group.settings]


@pytest.fixture(autouse=True)
def data(tmp_path, monkeypatch):
    monkeypatch.setenv("KISSATEN_DATA", str(tmp_path / "data"))
    (tmp_path / "data").mkdir()
    return tmp_path / "data"


@each_story(Path(__file__).with_name("settings_stories.txt"))
def test_a_story(story, tmp_path, monkeypatch, capsys, request):
    ProcessVocabulary(tmp_path, monkeypatch, capsys, request).tell(story)


def test_an_empty_value_is_an_empty_line(capsys):
    assert main.main(["settings", "--get", "language"]) == 0
    assert capsys.readouterr().out == "\n"


def test_everything_that_can_be_set_is_listed_once():
    keys = [setting.key for setting in everything()]
    of_games = [setting.key for spec in GAMES.values() for setting in spec.preferences]
    own = [setting.key for setting in OWN.values()]
    assert sorted([*keys, "bindings"]) == sorted([*own, *of_games, *KEYS]) and len(set(keys)) == len(keys)


def test_every_setting_says_what_it_does():
    strings = Strings("en", strict=True)
    for setting in everything():
        told = about(setting, strings)
        assert told.endswith(".") and "{" not in told and len(told) > 10, setting.key


def test_no_setting_has_to_do_with_a_secret():
    assert not [setting.key for setting in everything() if SECRETS & set(re.split(r"[._]", setting.key))]


def test_the_pin_is_never_listed(capsys):
    PinFile(paths.pin_path()).set("271828")
    main.main(["settings", "--list"])
    told = capsys.readouterr().out
    secrets = re.findall(r'"([^"]{8,})"', paths.pin_path().read_text())
    assert secrets and not [one for one in ("271828", *secrets) if one in told]


def test_each_setting_is_set_as_it_is_told(capsys):
    for setting in everything():
        value = OTHERS[type(setting.kind)](setting.kind, setting.default)
        text = setting.kind.text(value)
        assert value != setting.default
        assert main.main(["settings", "--set", setting.key, text]) == 0, setting.key
        assert main.main(["settings", "--get", setting.key]) == 0
        assert capsys.readouterr().out.splitlines()[-1] == text
    main.main(["settings", "--list"])
    assert capsys.readouterr().out.count(" (changed; ") == len(everything())


def test_no_display_is_needed(data):
    none = {"DISPLAY": "", "WAYLAND_DISPLAY": "", "SDL_VIDEODRIVER": "none such", "KISSATEN_DATA": data}
    done = run("main.py", "settings", "--set", "text_scale", "1.4", **none)
    assert (done.returncode, done.stdout, done.stderr) == (0, "text_scale was 1.0 and is 1.4\n", "")
