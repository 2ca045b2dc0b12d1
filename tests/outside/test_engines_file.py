"""The owner's file of engines: what it offers, and what is said of it where something is wrong."""

import re
import shlex
import sys
from pathlib import Path

import pytest

from game.command_line.parser import build_parser
from game.command_line.startup import start_request
from game.core.record import LONGEST_ENGINE
from game.core.rules import OptionError
from game.outside.engines_file import LEAST_SECONDS, MOST_ENGINES, MOST_SECONDS, load
from game.outside.table_agent import SECONDS
from game.registry import GAMES, find
from game.tournament.command import match_of
from tests.tables import rows

ROOT = Path(__file__).parents[2]
PYTHON = shlex.quote(sys.executable)


@pytest.fixture
def file(tmp_path):
    """Writes a file of engines and gives what is read of it."""
    path = tmp_path / "engines.toml"

    def write(text):
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return load(path)

    return write


def test_where_there_is_no_file_there_are_no_engines(tmp_path):
    found = load(tmp_path / "engines.toml")
    assert (found.entries, found.problems, found.unused) == ((), (), ())


def test_an_engine_with_all_that_can_be_said(file):
    text = f"""
[bot]
command = '{PYTHON} "a b.py" --fast'
games = ["star", "coffee"]
seconds = 2.5

[old]
command = '{PYTHON} x'
"""
    bot, old = file(text).entries
    assert (bot.command.name, bot.command.words[1:]) == ("bot", ("a b.py", "--fast"))
    assert (bot.games, bot.seconds) == ({"star", "coffee"}, 2.5)
    assert (old.games, old.seconds) == (None, SECONDS)


def test_the_command_line_seats_an_engine_of_the_file(monkeypatch, tmp_path):
    monkeypatch.setenv("KISSATEN_DATA", str(tmp_path))
    (tmp_path / "engines.toml").write_text(
        f"[bot]\ncommand = '{PYTHON} x'\ngames = ['star']\n[other]\ncommand = '{PYTHON}'"
    )
    start = start_request(find("star"), "human,ext:bot", [], None)
    assert [command.words[1:] for command in start.engines] == [("x",)] and start.seats[1].engine == "bot"
    start = start_request(find("star"), "human,ext:bot", [], None, [f"bot={PYTHON} y"])
    assert [command.words[1:] for command in start.engines] == [("y",)]
    for game, name in (("quoridor", "bot"), ("star", "third")):
        with pytest.raises(OptionError, match="is no engine"):
            start_request(find(game), f"human,ext:{name}", [], None)


def test_a_tournament_has_the_engines_of_all_seats_and_their_protocols(monkeypatch, tmp_path):
    monkeypatch.setenv("KISSATEN_DATA", str(tmp_path))
    (tmp_path / "engines.toml").write_text(f"[bot]\ncommand = '{PYTHON} x'\nprotocol = 'qtp'")
    for seats, more in (("ext:ti,ext:bot", ()), ("ai:1,ext:ti,ext:bot", ("--round-robin",))):
        words = ["--seats", seats, "--engine", f"ti={PYTHON} y", "--protocol", "ti=uci", *more]
        match = match_of(build_parser().parse_args(["tournament", "quoridor", *words]))
        assert [(one.name, one.protocol) for one in match.engines] == [("ti", "uci"), ("bot", "qtp")]


@pytest.mark.parametrize(("entry", "said"), rows("wrong_engines"))
def test_a_wrong_entry_is_named_by_line_and_the_others_work(file, entry, said):
    entry = entry.replace("PYTHON", PYTHON).replace("; ", "\n")
    found = file(f"# mine\n[good]\ncommand = '{PYTHON} x'\n\n[bad]\n{entry}\n")
    assert [one.command.name for one in found.entries] == ["good"]
    [problem] = found.problems
    assert "engines.toml: line 5: engine 'bad': " in problem and said in problem and "\n" not in problem
    assert found.unused == ("bad",)


@pytest.mark.parametrize("name", ['"a b"', '"é"', '"1a"', "b" * 25, '"a\\u001bb"'])
def test_a_name_that_no_seat_could_have(file, name):
    found = file(f"[{name}]\ncommand = '{PYTHON} x'\n")
    assert found.entries == () and "a name has ASCII letters" in found.problems[0]
    assert all(problem.isprintable() for problem in (*found.problems, *found.unused))


def test_what_is_no_table(file):
    found = file(f"bot = '{PYTHON} x'\n")
    assert "line 1: engine 'bot': this is no table" in found.problems[0]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[bot\n", "line 1"),
        (b"\xff\xfe", "not UTF-8"),
        ("x = " + "[" * 5000, "nested too deeply"),
        ("#" * 70_000, "more than"),
    ],
)
def test_a_file_of_which_nothing_can_be_used(file, text, said):
    found = file(text)
    assert found.entries == () and found.unused == ()
    [problem] = found.problems
    assert said in problem and "engines.toml: " in problem


def test_there_is_an_end_to_it(file):
    found = file("".join(f"[e{i}]\ncommand = '{PYTHON} x'\n" for i in range(MOST_ENGINES + 5)))
    assert len(found.entries) == MOST_ENGINES and len(found.problems) == 5


def test_the_sample_in_the_docs_is_true(file, monkeypatch, tmp_path):
    (tmp_path / "python3").symlink_to(sys.executable)  # the program of the sample
    monkeypatch.setenv("PATH", str(tmp_path))
    text = (ROOT / "docs" / "engines.md").read_text(encoding="utf-8")
    [sample] = re.findall(r"```toml\n(.*?)```", text, re.DOTALL)
    assert sample == (ROOT / "docs" / "engines.toml").read_text(encoding="utf-8")
    found = file(sample)
    assert found.problems == () and len(found.entries) == 2
    assert f"of {', '.join(list(GAMES)[:-1])} and {list(GAMES)[-1]}." in sample
    assert f"{LEAST_SECONDS:g} to {MOST_SECONDS:g}. Without this line: {SECONDS:g}." in sample
    assert f"{LONGEST_ENGINE} at most" in sample
