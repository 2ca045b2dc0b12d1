"""What the docs say of settings, options and games is what the program says of them. See tools/write_docs.py."""

import ast
from graphlib import CycleError

import pytest

from tools import command_line_page, import_picture, story_page, write_docs
from tools.write_docs import FILES, WIDTH, kiosk_file, main


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_the_file_is_what_the_program_says(path):
    assert path.read_text(encoding="utf-8") == FILES[path](), "python -m tools.write_docs makes it true"


def test_the_comments_of_the_kiosk_file_are_not_too_wide():
    assert max(map(len, kiosk_file().splitlines())) <= WIDTH


def test_what_differs_is_told_and_written(tmp_path, capsys):
    path = tmp_path / "kiosk.toml"
    path.write_text("# another")
    files = {path: kiosk_file}
    assert main(["--check"], files) == 1
    assert capsys.readouterr().out.startswith("kiosk.toml is not ") and path.read_text() == "# another"
    assert main([], files) == 0
    assert path.read_text(encoding="utf-8") == kiosk_file() and capsys.readouterr().out == "kiosk.toml is written\n"
    assert main(["--check"], files) == 0 and capsys.readouterr().out == ""


def test_settings_that_differ_by_their_keys_alone_are_described_once():
    page = write_docs.page()
    assert "| `hours.monday` to `hours.sunday` | " in page and "`hours.tuesday`" not in page
    assert kiosk_file().count("# When the table is open, ") == 1 == page.count("When the table is open, ")


def test_no_vocabulary_adds_more_than_ten_verbs_to_another():
    added = {}
    for name, (_, node) in story_page.vocabularies().items():
        if "Teller" not in map(ast.unparse, node.bases):
            added[name] = sum(getattr(one, "name", "").startswith("do_") for one in node.body)
    assert "HouseVocabulary" in added and max(added.values()) <= 10, added


def test_every_command_has_a_section_with_its_options():
    page = command_line_page.sections()
    for command in ("play", "film", "operator", "settings"):
        assert f"## `{command}`\n" in page
    assert "| `--size WxH` |" in page.partition("## `play`")[0]
    assert "| `FILE\\|CODE` |" in page and "--restarted" not in page
    assert "main.py games export|import [FILE] [OPTIONS]\n" in page and "main.py doctor\n" in page


def test_arrows_that_a_longer_way_implies_are_left_out():
    arrows = {"app": {"pages", "kit", "table"}, "pages": {"table"}, "table": {"kit"}, "kit": set()}
    assert import_picture.fewest(arrows) == {"app": {"pages"}, "pages": {"table"}, "table": {"kit"}, "kit": set()}
    with pytest.raises(CycleError):
        import_picture.fewest({**arrows, "kit": {"app"}})


def test_every_module_of_the_program_is_part_of_the_picture():
    assert [module for module, _ in import_picture.modules() if import_picture.part_of(module) is None] == []
    assert import_picture.part_of("scenes.kit.window.app") == "kit" and import_picture.part_of("scenes.app") == "app"
    assert import_picture.part_of("pygame.Rect") is None
