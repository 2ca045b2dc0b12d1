"""What the docs say of the settings is what the settings say of themselves. See tools/write_settings.py."""

import pytest

from tools import write_settings
from tools.write_settings import FILES, WIDTH, kiosk_file, main


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_the_file_is_what_the_settings_say(path):
    assert path.read_text(encoding="utf-8") == FILES[path](), "python -m tools.write_settings makes it true"


def test_the_comments_of_the_kiosk_file_are_not_too_wide():
    assert max(map(len, kiosk_file().splitlines())) <= WIDTH


def test_what_differs_is_told_and_written(tmp_path, monkeypatch, capsys):
    path = tmp_path / "kiosk.toml"
    path.write_text("# another")
    monkeypatch.setattr(write_settings, "FILES", {path: kiosk_file})
    assert main(["--check"]) == 1
    assert capsys.readouterr().out.startswith("kiosk.toml is not ") and path.read_text() == "# another"
    assert main([]) == 0
    assert path.read_text(encoding="utf-8") == kiosk_file() and capsys.readouterr().out == "kiosk.toml is written\n"
    assert main(["--check"]) == 0 and capsys.readouterr().out == ""


def test_settings_that_differ_by_their_keys_alone_are_described_once():
    page = write_settings.page()
    assert "| `hours.monday` to `hours.sunday` | " in page and "`hours.tuesday`" not in page
    assert kiosk_file().count("# When the table is open, ") == 1 == page.count("When the table is open, ")
